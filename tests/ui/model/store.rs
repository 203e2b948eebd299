//! The folder in which notes are stored.

use gouraud::app::model::document::notes::{Key, Note, Sidecar, Store, StoredNotes};

const KEY: Key = Key { crc32: 0xABCD, size: 12 };

fn noted(text: &str) -> Sidecar {
    let mut sidecar = Sidecar::new("a.psx", KEY);
    sidecar.set_note(None, Some(Note { text: text.into(), ..Note::default() }));
    sidecar
}

#[test]
fn finds_stored_notes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("notes"));
    assert_eq!(store.read(KEY), StoredNotes::Nothing);
    store.write(&noted("one"), 1).unwrap();
    assert_eq!(store.read(KEY), StoredNotes::There(Box::new(noted("one"))));
    store.write(&noted("three"), 3).unwrap();
    store.write(&noted("two"), 2).unwrap();
    assert_eq!(store.read(KEY), StoredNotes::There(Box::new(noted("three"))), "two came late");
    store.write(&Sidecar::new("a.psx", KEY), 4).unwrap();
    assert_eq!(store.read(KEY), StoredNotes::Nothing);
    assert_eq!(std::fs::read_dir(folder.path().join("notes")).unwrap().count(), 0);
}

#[test]
fn keeps_the_newest_write_of_many_threads() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().to_owned());
    std::thread::scope(|threads| {
        for number in 1..=16 {
            let store = &store;
            threads.spawn(move || store.write(&noted(&number.to_string()), number).unwrap());
        }
    });
    assert_eq!(store.read(KEY), StoredNotes::There(Box::new(noted("16"))));
}

#[test]
fn renames_unreadable_files() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().to_owned());
    let path = folder.path().join("0000abcd-12.json");
    let other = Sidecar::new("b.psx", Key { crc32: 1, size: 12 }).to_text().unwrap();
    for (text, expected) in
        [("{ \"v\": 1, ", "0000abcd-12.json.broken"), (other.as_str(), "0000abcd-12.json.broken~2")]
    {
        std::fs::write(&path, text).unwrap();
        let StoredNotes::Aside { name, .. } = store.read(KEY) else { panic!("{text}") };
        assert_eq!(name, expected);
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), text);
        assert_eq!(store.read(KEY), StoredNotes::Nothing);
    }
}

#[test]
fn reports_files_that_can_be_neither_read_nor_moved() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().to_owned());
    // A folder in place of the file.
    std::fs::create_dir(folder.path().join("0000abcd-12.json")).unwrap();
    assert!(matches!(store.read(KEY), StoredNotes::Unwritable { .. }));
}
