//! Stored texts of descriptions that are not saved.

use gouraud::app::model::document::draft_store::DraftStore;

#[test]
fn text_typed_while_an_older_one_is_saved_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pair.ksy");
    let store = DraftStore::open(folder.path().join("drafts")).unwrap();
    store.set(&file, "newer", None);
    std::fs::write(&file, "older").unwrap();
    store.remove(&file, Some("older"));
    store.write().unwrap();
    let stored = store.read();
    assert_eq!(stored.messages, [""; 0]);
    assert_eq!(stored.drafts.len(), 1);
    assert_eq!(stored.drafts[0].text, "newer");
    store.remove(&file, Some("newer"));
    store.write().unwrap();
    assert_eq!(store.read().drafts, []);
}

#[test]
fn text_of_a_description_that_another_program_changed_is_kept_aside() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pair.ksy");
    std::fs::write(&file, "saved").unwrap();
    let store = DraftStore::open(folder.path().join("drafts")).unwrap();
    store.set(&file, "draft", Some("saved"));
    store.write().unwrap();
    std::fs::write(&file, "of another program").unwrap();
    let stored = store.read();
    assert_eq!(stored.drafts, []);
    assert!(stored.messages[0].contains("was changed by another program"), "{stored:?}");
    let kept = stored.messages[0].rsplit_once("kept in ").unwrap().1.trim_end_matches('.');
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "draft");
    assert!(store.read().messages.is_empty(), "it is reported once");
}
