use std::path::Path;

use gouraud::container::{FolderSet, Siblings};
use gouraud::library::{GameFolders, Library};

#[test]
fn finds_a_game_in_several_folders_and_reports_searched_ones() {
    let game = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let file = |path: &Path| {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, b"x").unwrap();
    };
    let level = game.path().join("Patch/level.grf");
    file(&level);
    file(&game.path().join("DATA/level-130.PID"));
    file(&game.path().join("level-130.swp"));
    file(&other.path().join("menu/list.ddf"));
    let library = Library::new();
    let source = library.file(&level, "level.grf").unwrap();
    let beside = library.siblings(&source);
    let folders =
        FolderSet { game: "a game", folders: &["data", "patch", "menu"], registered: None };
    assert!(beside.open("level-130.pid").is_err(), "it has no siblings with that name");
    for name in ["level-130.pid", "LEVEL-130.SWP"] {
        assert!(beside.open_elsewhere(name, &folders).is_ok(), "{name}");
    }
    let miss = beside.open_elsewhere("list.ddf", &folders).unwrap_err();
    assert!(miss.looked_in.contains("DATA"), "{}", miss.looked_in);
    library.list(&other.path().to_string_lossy(), false).unwrap();
    assert!(beside.open_elsewhere("list.ddf", &folders).is_ok(), "an opened folder has it");
    let names = beside.names_elsewhere(&folders, &["ddf", "grf", "pid"]);
    assert_eq!(*names, ["level.grf", "level-130.PID", "list.ddf"]);
}

#[test]
fn remembers_folders_per_game() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for path in [one.path().join("save.000"), other.path().join("level.grf")] {
        std::fs::write(path, b"x").unwrap();
    }
    let spread = FolderSet { game: "a game", folders: &[], registered: None };
    let find = |library: &Library, game: &FolderSet| {
        let source = library.file(&one.path().join("save.000"), "save.000").unwrap();
        library.siblings(&source).open_elsewhere("level.grf", game).is_ok()
    };
    let library = Library::new();
    library.record_game_folders(GameFolders::new());
    assert!(!find(&library, &spread));
    library.list(&other.path().to_string_lossy(), false).unwrap();
    assert!(find(&library, &spread), "the user opened its folder");
    let later = Library::new();
    later.set_game_folders(library.game_folders());
    assert!(find(&later, &spread), "and never needs to again");
    assert!(!find(&later, &FolderSet { game: "another game", folders: &[], registered: None }));
    let traversal = Library::new();
    traversal.list(&other.path().to_string_lossy(), false).unwrap();
    assert!(find(&traversal, &spread));
    assert!(traversal.game_folders().is_empty(), "only recorded on request");
}
