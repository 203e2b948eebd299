use gouraud::container::{FolderSet, Siblings};
use gouraud::library::Library;

use super::put;

#[test]
fn traversal_opens_only_its_top_folder() {
    let (top, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["first.grf", "a/b/second.grf", "c/third.grf"] {
        put(top.path(), name, b"x");
    }
    let library = Library::new();
    let files = library.files_below(&top.path().to_string_lossy(), &mut |_, _| {});
    assert_eq!(files.len(), 3);
    // A parent folder is searched, too.
    let save = put(other.path(), "game/saves/save.grf", b"x");
    let source = library.file(save.as_ref(), "save.grf").unwrap();
    let spread = FolderSet { game: "a game", folders: &[], registered: None };
    let names = library.siblings(&source).names_elsewhere(&spread, &["grf"]);
    assert_eq!(*names, ["save.grf", "first.grf"]);
}
