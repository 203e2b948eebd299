use std::path::{Path, PathBuf};

use gouraud::container::{FolderSet, Registered, Siblings};
use gouraud::library::Library;
use gouraud::library::game_installs::{Registries, in_prefix, on_disk, prefixes, values};

const GAME: Registered =
    Registered { key: r"Software\Somebody\A Game", values: &["Installed Directory", "Data"] };

const SYSTEM: &str = r#"WINE REGISTRY Version 2
;; All keys relative to \\Machine

[Software\\Somebody\\Another] 1
"Installed Directory"="C:\\Wrong"

[Software\\Wow6432Node\\somebody\\a game] 1700000000
#time=1da0000000
"Data"=str(2):"D:\\"
"installed directory"="C:\\Games\\Th\xe9 \"Game\""
"Number"=dword:00000001

[Software\\Somebody\\A Game\\Sub] 1
"Data"="C:\\Wrong"
"#;

#[test]
fn reads_registry_values_with_any_case_and_escapes() {
    let expected = ["C:\\Games\\Th\u{e9} \"Game\"", "D:\\"];
    assert_eq!(values(SYSTEM, &GAME), expected);
    assert!(values("[Software\\\\Somebody\\\\A Game", &GAME).is_empty());
    assert!(values("[Software\\\\Somebody\\\\A Game]\n\"Data\"=\"C:\\", &GAME).is_empty());
}

#[test]
fn finds_a_game_through_the_registry_of_a_prefix() {
    let home = tempfile::tempdir().unwrap();
    let prefix = home.path().join(".wine");
    let game = prefix.join("drive_c/Games/Th\u{e9} \"Game\"");
    std::fs::create_dir_all(game.join("DATA")).unwrap();
    std::fs::write(game.join("DATA/far.grf"), b"x").unwrap();
    std::fs::write(prefix.join("system.reg"), SYSTEM).unwrap();
    let all = prefixes(home.path(), None);
    assert_eq!(all, std::slice::from_ref(&prefix));
    assert_eq!(in_prefix(&prefix, &GAME), [game]);

    let elsewhere = tempfile::tempdir().unwrap();
    let save = elsewhere.path().join("save.000");
    std::fs::write(&save, b"x").unwrap();
    let spread = FolderSet { game: "a game", folders: &["data"], registered: Some(GAME) };
    let library = Library::new();
    let source = library.file(&save, "save.000").unwrap();
    let find = || library.siblings(&source).open_elsewhere("far.grf", &spread);
    assert!(find().is_err(), "registries were not enabled");
    library.ask_registries(Registries::of_prefixes(all));
    assert_eq!(find().unwrap().bytes(), b"x");
}

#[test]
fn rejects_invalid_prefix_paths() {
    let prefix = Path::new("/nowhere");
    for path in ["", "C", "C:\\..\\x", "\u{e9}\\x", "..\\x", "1:\\x"] {
        assert_eq!(on_disk(prefix, path), None, "{path}");
    }
    assert_eq!(on_disk(prefix, "D:\\"), Some(PathBuf::from("/nowhere/drive_d")));
}
