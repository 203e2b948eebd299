//! Notes: when and what is stored.

use gouraud::app::model::document::notes::{Entry, Key, Notes};
use gouraud::app::model::{Note, Sidecar, State};
use gouraud::bytes::SourceId;

#[test]
fn draft_survives_a_reload() {
    let mut state = State::new(Default::default(), Default::default());
    let entry = Entry { source: SourceId(1), path: "/a/b.psx".into(), key: KEY };
    state.notes.open(entry, None);
    let note = |text: &str| Note { text: text.to_owned(), ..Note::default() };
    state.notes.draft(KEY, None, Some(note("half")));
    // A reload: first no source, then another one.
    state.notes.close();
    state.notes.draft(KEY, None, Some(note("half a th")));
    assert_eq!(state.notes.take_unsaved()[0].notes[0].text, "half a th");
    state.set_note(KEY, None, Some(&note("a thing")));
    let entry = Entry { source: SourceId(5), path: "/a/b.psx".into(), key: KEY };
    state.notes.open(entry, None);
    assert_eq!(state.notes.of(SourceId(5))[0].text, "a thing");
    let written: Vec<_> = state.notes.unsaved().collect();
    assert_eq!(written[0].1.notes[0].text, "a thing", "the draft is lost");
}

const KEY: Key = Key { crc32: 7, size: 9 };

fn notes() -> Notes {
    let mut notes = Notes::default();
    notes.open(Entry { source: SourceId(1), path: "/a/b.psx".into(), key: KEY }, None);
    notes
}

fn add(notes: &mut Notes, text: &str) {
    let note = Note { text: text.to_owned(), ..Note::default() };
    assert!(notes.edit(SourceId(1), |sidecar| sidecar.set_note(None, Some(note))));
}

#[test]
fn stores_every_change_once() {
    let mut notes = notes();
    assert!(notes.take_unsaved().is_empty(), "nothing was written yet");
    let before = notes.contents();
    add(&mut notes, "one");
    let one = notes.take_unsaved();
    assert_eq!(one.len(), 1);
    assert!(notes.take_unsaved().is_empty() && !notes.are_saved(), "the first write has not ended");
    add(&mut notes, "two");
    assert!(notes.take_unsaved().is_empty(), "only one write at a time");
    notes.write_ended(one[0].clone());
    let two = notes.take_unsaved();
    assert_eq!(two.len(), 1);
    notes.write_ended(two[0].clone());
    assert!(notes.are_saved());
    notes.restore(before);
    let empty = notes.take_unsaved();
    assert!(empty.len() == 1 && empty[0].is_empty(), "its file must be removed: {empty:?}");
    assert!(!notes.edit(SourceId(2), |_| {}), "a file that is not open");
}

#[test]
fn stores_the_draft_until_it_is_discarded() {
    let mut state = State::new(Default::default(), Default::default());
    state.notes = notes();
    let half = Note { text: "half a th".to_owned(), ..Note::default() };
    state.notes.draft(KEY, None, Some(half));
    let notes = &mut state.notes;
    let draft = notes.take_unsaved();
    assert_eq!(draft[0].notes[0].text, "half a th");
    assert!(notes.of(SourceId(1)).is_empty(), "nothing is written yet");
    notes.write_ended(draft[0].clone());
    assert!(notes.are_saved());
    state.notes.draft(KEY, None, None);
    assert!(state.notes.take_unsaved()[0].is_empty(), "its file must be deleted");
}

#[test]
fn remembers_notes_when_the_file_is_reopened() {
    let mut notes = notes();
    add(&mut notes, "one");
    notes.close();
    assert_eq!(notes.len(), 0);
    // The store may not have it yet.
    let entry = Entry { source: SourceId(5), path: "/elsewhere/b.psx".into(), key: KEY };
    notes.open(entry, None);
    assert_eq!(notes.of(SourceId(5))[0].text, "one");
    let old = Sidecar::new("b.psx", KEY);
    notes.open(Entry { source: SourceId(6), path: "/b.psx".into(), key: KEY }, Some(old));
    assert_eq!(notes.of(SourceId(6)).len(), 1);
}

#[test]
fn undo_keeps_notes_of_files_opened_since() {
    let mut notes = notes();
    let before = notes.contents();
    let key = Key { crc32: 8, size: 9 };
    let mut found = Sidecar::new("c.tpa", key);
    found.stars.insert(3);
    notes.open(Entry { source: SourceId(2), path: "/c.tpa".into(), key }, Some(found.clone()));
    notes.restore(before);
    assert_eq!(**notes.sidecar(SourceId(2)).unwrap(), found);
    assert!(notes.take_unsaved().is_empty());
}

#[test]
fn never_writes_unwritable_notes() {
    let mut notes = notes();
    notes.forbid_overwriting(KEY);
    add(&mut notes, "one");
    assert!(notes.take_unsaved().is_empty());
}
