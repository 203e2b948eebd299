use std::path::Path;

use gouraud::container::Context;
use gouraud::edit::journal::{Journal, SessionId};
use gouraud::edit::recipe::Recipe;
use gouraud::edit::{History, Splice, Step};
use gouraud::library::Library;
use proptest::prelude::*;

use super::{order, plaza, shown};

const FLAGS: &str = "models[0].faces[0].flags";

/// History of the plaza after three steps, and the document after each.
fn three_steps() -> (History, Vec<gouraud::formats::Document>) {
    let library = Library::new();
    let plaza = plaza(&library);
    let mut history = History::new(plaza.document.source.crc32());
    let mut documents = Vec::new();
    for value in [0x40, 0x80, 0x100] {
        let before = documents.last().unwrap_or(&plaza.document);
        let orders = vec![order(&format!("{FLAGS}|={value}"), None)];
        let (step, after) =
            Step::carry_out(format!("step {value:#x}"), before, orders, Context::ALONE).unwrap();
        history.push(step);
        documents.push(after);
    }
    (history, documents)
}

#[test]
fn undoes_and_redoes_steps() {
    let (mut history, documents) = three_steps();
    let last = documents.last().unwrap();
    let flags = |to| shown(&history.document_at(3, last, to).unwrap(), FLAGS);
    assert_eq!([flags(0), flags(1), flags(2), flags(3)], ["0x1823", "0x1863", "0x18e3", "0x19e3"]);
    assert_eq!(history.to_undo().unwrap().name, "step 0x100");
    history.go_to(1);
    assert_eq!(history.to_undo().unwrap().name, "step 0x40");
    assert_eq!(history.to_redo().unwrap().name, "step 0x80");
    let wrong = history.document_at(2, last, 0);
    assert!(wrong.is_err(), "the bytes match those after three steps");
}

#[test]
fn tracks_unsaved_changes() {
    let (mut history, documents) = three_steps();
    assert!(history.is_dirty());
    assert_eq!(history.unsaved().len(), 3);
    history.mark_saved(3);
    assert!(!history.is_dirty());
    history.go_to(2);
    assert!(history.is_dirty());
    let orders = vec![order(&format!("{FLAGS}|=0x8000"), None)];
    let (step, _) = Step::carry_out("other", &documents[1], orders, Context::ALONE).unwrap();
    history.push(step);
    assert!(history.is_dirty(), "the saved state is no longer a step");
    assert_eq!(history.steps().len(), 3);
    history.go_to(0);
    assert!(history.is_dirty(), "the original state differs from the saved file");
}

const LEVEL: &str = "/some/level.psx";

/// A journal of a session with these steps.
fn journal_of(path: &Path, session: SessionId, history: &History) -> Journal {
    let (journal, copy) = Journal::open(path.to_owned(), session, LEVEL, history).unwrap();
    assert_eq!(copy, None);
    journal
}

fn steps_in(path: &Path) -> Option<History> {
    Journal::read(path).unwrap().history.map(|(_, history)| history)
}

/// Names of the files of a folder with this ending.
fn names(folder: &Path, ending: &str) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn reads_complete_lines_of_truncated_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (mut history, _) = three_steps();
    let (path, session) = (Journal::path_in(folder.path(), LEVEL), SessionId::random());
    let mut journal = journal_of(&path, session, &history);
    history.go_to(2);
    journal.done(2).unwrap();
    history.mark_saved(2);
    journal.saved(2).unwrap();
    let stored = Journal::read(&path).unwrap();
    assert_eq!((stored.history, stored.copy), (Some((LEVEL.to_owned(), history.clone())), None));
    // Truncated anywhere, the complete lines remain; new steps are written after them.
    let all = std::fs::read(&path).unwrap();
    let first = all.iter().position(|byte| *byte == b'\n').unwrap();
    for cut in 0..all.len() {
        std::fs::write(&path, &all[..cut]).unwrap();
        let read = steps_in(&path);
        assert_eq!(read.is_some(), cut > first, "{cut}");
        let Some(read) = read else { continue };
        assert!(read.steps().iter().eq(&history.steps()[..read.steps().len()]));
        journal_of(&path, session, &read).done(0).unwrap();
        assert_eq!(steps_in(&path).unwrap().done(), 0);
    }
}

#[test]
fn keeps_one_copy_for_each_other_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = Journal::path_in(folder.path(), LEVEL);
    let (all, _) = three_steps();
    let sessions = [SessionId::random(), SessionId::random()];
    let mut histories = [History::new(all.base()), History::new(all.base())];
    let mut copies = Vec::new();
    for round in 0..150u32 {
        let own = round as usize % 2;
        let (mut journal, copy) =
            Journal::open(path.clone(), sessions[own], LEVEL, &histories[own]).unwrap();
        copies.extend(copy);
        let step = Step { crc32: round, ..all.steps()[own].clone() };
        journal.step(&step).unwrap();
        histories[own].push(step);
    }
    assert_eq!(steps_in(&path).as_ref(), Some(&histories[1]), "the last one has all its steps");
    assert_eq!(copies.len(), 149, "each replaced journal is reported");
    let [first, second] = [copies.pop().unwrap(), copies.pop().unwrap()];
    assert_eq!(steps_in(&first).as_ref(), Some(&histories[0]), "the other one has a copy");
    assert!(first != second && names(folder.path(), ".other").len() == 2);
}

#[test]
fn takes_over_a_journal_of_an_earlier_session_without_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = Journal::path_in(folder.path(), LEVEL);
    let (history, _) = three_steps();
    journal_of(&path, SessionId::random(), &history);
    let stored = steps_in(&path).unwrap();
    let mut next = journal_of(&path, SessionId::random(), &stored);
    next.done(1).unwrap();
    assert_eq!(steps_in(&path).unwrap().done(), 1);
}

#[test]
fn leaves_a_journal_unchanged_if_it_cannot_be_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = Journal::path_in(folder.path(), LEVEL);
    let (history, _) = three_steps();
    journal_of(&path, SessionId::default(), &history);
    let text = std::fs::read(&path).unwrap();
    // Folders have the names of the copies.
    std::fs::create_dir(path.with_extension(format!("{:016x}.other", 0))).unwrap();
    let other = History::new(history.base());
    assert!(Journal::open(path.clone(), SessionId::random(), LEVEL, &other).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), text);

    let damaged = [&text[..], b"\0\n"].concat();
    std::fs::write(&path, &damaged).unwrap();
    let name = format!("{:08x}.unreadable", crc32fast::hash(&damaged));
    std::fs::create_dir(path.with_extension(name)).unwrap();
    assert!(Journal::read(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), damaged);
}

#[test]
fn round_trips_recipes() {
    let recipe = Recipe {
        format: Some("neversoft.psx".into()),
        file: Some("level.psx".into()),
        orders: vec![
            order("models[*].faces[*].flags|=wall ride", Some("surface == 3")),
            order("header.minor=2", None),
            gouraud::edit::EditOp::Bytes { bytes: "x".into(), at: 3, to: "ff".into() },
        ],
    };
    assert_eq!(Recipe::parse(&recipe.write()).unwrap(), recipe);
    let handwritten = "{\"set\":\"a\",\"value\":3}\n\n{\"set\":\"b\",\"value\":1.5,\"op\":\"+=\"}";
    let read = Recipe::parse(handwritten).unwrap();
    assert_eq!(read.orders.len(), 2);
    // The keys of older versions.
    let earlier = handwritten.replace("value", "to").replace("op", "how");
    assert_eq!(Recipe::parse(&earlier).unwrap(), read);
    let why = |text: &str| Recipe::parse(text).unwrap_err();
    assert_eq!(why("{\"recipe\":9}"), "line 1: unknown recipe version 9");
    assert!(why("{\"recipe\":1}\nset a").starts_with("line 2: invalid JSON"));
    assert!(why("{\"set\":\"a\"}").contains("\"set\" needs the key \"value\""));
    assert!(
        why("{\"set\":\"a\",\"value\":1,\"und\":2}").contains("unknown key \"und\" of \"set\"")
    );
    let palette = why("{\"replace\":\"a\",\"file\":\"b\",\"palette\":\"red\"}");
    assert!(palette.contains("invalid value of \"replace\""), "{palette}");
    assert!(why("{\"sett\":\"a\"}").contains("one of the keys set, bytes, text, replace, copy"));
}

proptest! {
    #[test]
    fn differences_convert_either_file_into_the_other(
        old in prop::collection::vec(0u8..3, 0..200),
        new in prop::collection::vec(0u8..3, 0..200),
    ) {
        let splices = Splice::between(&old, &new);
        prop_assert_eq!(Splice::apply_all(&splices, &old), Some(new.clone()));
        prop_assert_eq!(Splice::undo_all(&splices, &new), Some(old));
    }
}

#[test]
fn copies_a_journal_that_cannot_be_read_completely() {
    let folder = tempfile::tempdir().unwrap();
    let path = Journal::path_in(folder.path(), LEVEL);
    journal_of(&path, SessionId::random(), &History::new(7)).done(0).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let incomplete = format!("{text}{{\"do");
    for readable in [&text, &incomplete] {
        std::fs::write(&path, readable).unwrap();
        assert_eq!(Journal::read(&path).unwrap().copy, None);
    }
    let newer = text.replacen("\"journal\":1", "\"journal\":2", 1);
    assert_ne!(newer, text);
    let damaged = format!("{text}\u{0}\u{0}\n{{\"done\":0}}\n");
    let unknown = format!("{text}{{\"invented\":1}}\n");
    for unreadable in [newer, damaged, unknown, "\n".to_owned()] {
        std::fs::write(&path, &unreadable).unwrap();
        let stored = Journal::read(&path).unwrap();
        assert_eq!(std::fs::read_to_string(stored.copy.unwrap()).unwrap(), unreadable);
        assert_eq!(Journal::read(&path).unwrap().copy, None, "it is reported once");
    }
}
