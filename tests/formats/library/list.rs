use gouraud::library::Library;

#[test]
fn reports_an_unreadable_folder() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new();
    assert!(library.list(&folder.path().to_string_lossy(), false).unwrap().is_empty());
    let gone = folder.path().join("gone");
    let error = library.list(&gone.to_string_lossy(), false).err().unwrap();
    assert!(!error.to_string().contains("os error"), "{error}");
}
