use gouraud::container::Context;
use gouraud::edit::journal::Journal;
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

#[test]
fn reads_complete_lines_of_truncated_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (mut history, _) = three_steps();
    let path = Journal::path_in(folder.path(), "/some/level.psx");
    let mut journal = Journal::begin(path.clone(), "/some/level.psx", &history).unwrap();
    history.go_to(2);
    journal.done(2).unwrap();
    history.mark_saved(2);
    journal.saved(2).unwrap();
    drop(journal);
    let (_, name, read) = Journal::resume(path.clone()).unwrap();
    assert_eq!((name.as_str(), &read), ("/some/level.psx", &history));
    // Truncated anywhere, the complete lines remain; new steps are written after them.
    let all = std::fs::read(&path).unwrap();
    let first = all.iter().position(|byte| *byte == b'\n').unwrap();
    for cut in 0..all.len() {
        std::fs::write(&path, &all[..cut]).unwrap();
        let read = Journal::resume(path.clone());
        assert_eq!(read.is_some(), cut > first, "{cut}");
        let Some((mut journal, _, read)) = read else { continue };
        assert!(read.steps().iter().eq(&history.steps()[..read.steps().len()]));
        journal.done(0).unwrap();
        assert_eq!(Journal::resume(path.clone()).unwrap().2.done(), 0);
    }
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
    let path = Journal::path_in(folder.path(), "/some/level.psx");
    let mut journal = Journal::begin(path.clone(), "/some/level.psx", &History::new(7)).unwrap();
    journal.done(0).unwrap();
    drop(journal);
    let text = std::fs::read_to_string(&path).unwrap();
    let incomplete = format!("{text}{{\"do");
    for readable in [&text, &incomplete] {
        std::fs::write(&path, readable).unwrap();
        assert_eq!(Journal::copy_unreadable(&path), None);
    }
    let newer = text.replacen("\"journal\":1", "\"journal\":2", 1);
    assert_ne!(newer, text);
    let damaged = format!("{text}\u{0}\u{0}\n{{\"done\":0}}\n");
    let unknown = format!("{text}{{\"invented\":1}}\n");
    for unreadable in [newer, damaged, unknown, "\n".to_owned()] {
        std::fs::write(&path, &unreadable).unwrap();
        let copy = Journal::copy_unreadable(&path).unwrap();
        assert_eq!(std::fs::read_to_string(copy).unwrap(), unreadable);
    }
}
