//! Roots and marks of Files, and the parent paths of a file.

use gouraud::app::model::State;
use gouraud::app::model::document::paths::{archive_folder, holders};

fn with_roots(roots: &[&str]) -> State {
    let mut state = State::default();
    roots.iter().for_each(|root| state.files.add_root(root));
    state
}

#[test]
fn roots_absorb_nested_roots() {
    let mut files = with_roots(&["/a/b", "/c/disc.cue", "/a/bc", "/a/b/sub", "/a/b"]).files;
    assert_eq!(files.roots, ["/a/b", "/c/disc.cue", "/a/bc"]);
    files.add_root("/c/disc.cue//DATA.BIG");
    assert_eq!(files.roots.len(), 3);
    files.add_root("/a");
    assert_eq!(files.roots, ["/a", "/c/disc.cue"]);
    files.close_root("/a");
    assert_eq!(files.roots, ["/c/disc.cue"]);
    assert_eq!(files.root_of("/c/disc.cue//X/Y"), Some("/c/disc.cue"));
    assert_eq!(files.root_of("/a/b/x"), None);
}

#[test]
fn nested_marks_are_written_once() {
    let mut state = with_roots(&["/a"]);
    let marks = ["/a/disc.cue//DATA", "/a/disc.cue//DATA/x.bin", "/a/y.bin", "/a/y.bin2"];
    state.mark_files(&marks.map(str::to_owned));
    assert_eq!(state.files.chosen(), ["/a/disc.cue//DATA", "/a/y.bin", "/a/y.bin2"]);
    state.files.close_root("/a");
    assert!(state.files.marked.is_empty(), "they are no longer visible");
}

#[test]
fn lists_every_folder_and_container_above_a_file() {
    let path = "/games/one/disc.cue//A/DATA.BIG//sub/x.bin";
    let below = [
        "/games/one",
        "/games/one/disc.cue",
        "/games/one/disc.cue//A",
        "/games/one/disc.cue//A/DATA.BIG",
        "/games/one/disc.cue//A/DATA.BIG//sub",
    ];
    assert_eq!(holders("/games", path), below);
    assert_eq!(holders(below[1], path), below[2..]);
    assert!(holders("/games/one", "/games/one/x.psx").is_empty());
    assert_eq!(archive_folder(path).as_deref(), Some(below[1]));
    assert_eq!(archive_folder("/games/one/x.psx").as_deref(), Some("/games/one"));
}
