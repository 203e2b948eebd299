//! Comparison of folders and sounds by their content.

use std::path::Path;

use gouraud::edit::{Kind, differing_sounds, file_changes, files_to_compare, sound_difference};
use gouraud::library::{FileList, Library, NamedFile};
use gouraud::scene::{Id, Samples, Scene, Sound};
use gouraud_testing::build::tpa;
use gouraud_testing::level;

fn put(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn names_changed_added_removed_and_renamed_files() {
    let folder = tempfile::tempdir().unwrap();
    let long = b"a text that moves to another name".repeat(9);
    for (name, bytes) in [
        ("a/same.txt", b"same".as_slice()),
        ("a/sub/changed.txt", b"one"),
        ("a/gone.txt", b"gone"),
        ("a/old.txt", &long),
        ("b/same.txt", b"same"),
        ("b/sub/changed.txt", b"two"),
        ("b/new.txt", b"something else"),
        ("b/moved.txt", &long),
    ] {
        put(folder.path(), name, bytes);
    }
    let library = Library::new();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let lists = || ["a", "b"].map(|name| files_to_compare(&library, &path(name)).unwrap());
    let compared = file_changes(&library, lists(), &|| true).unwrap();
    assert_eq!(compared.problems, [""; 0]);
    let found: Vec<_> = compared
        .changes
        .iter()
        .map(|change| (change.name(), change.kind, change.renamed_from(), change.is_equal))
        .collect();
    assert_eq!(
        found,
        [
            ("gone.txt", Kind::Removed, None, false),
            ("moved.txt", Kind::Changed, Some("old.txt"), true),
            ("new.txt", Kind::Added, None, false),
            ("sub/changed.txt", Kind::Changed, None, false),
        ]
    );
    assert_eq!(file_changes(&library, lists(), &|| false).unwrap_err(), "cancelled");
    put(folder.path(), "level.psx", &level::bytes(3, level::Textures::default()).unwrap());
    let error = files_to_compare(&library, &path("level.psx")).unwrap_err();
    assert!(error.contains("expected a folder, an archive or a disc"), "{error}");
}

#[test]
fn folders_that_cannot_be_read_are_problems_and_not_changes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a/Sub/kept.txt", "a/Sub/moved.txt", "a/one.txt", "b/sub/kept.txt", "b/two.txt"] {
        put(folder.path(), name, name.as_bytes());
    }
    let library = Library::new();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let list = |name: &str| files_to_compare(&library, &path(name)).unwrap();
    let (a, mut b) = (list("a"), list("b"));
    b.files.retain(|file| !file.name.starts_with("sub/"));
    b.unread = vec![("sub".to_owned(), "sub: permission denied".to_owned())];
    let compared = file_changes(&library, [a, b], &|| true).unwrap();
    assert_eq!(compared.problems, ["sub: permission denied"]);
    let names: Vec<_> =
        compared.changes.iter().map(|change| (change.name(), change.kind)).collect();
    assert_eq!(names, [("one.txt", Kind::Removed), ("two.txt", Kind::Added)]);
}

#[test]
fn files_that_vanish_while_they_are_compared_are_problems_and_not_changes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a/both.txt", "a/alone.txt", "a/rest.txt", "b/both.txt"] {
        put(folder.path(), name, name.as_bytes());
    }
    let library = Library::new();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let lists = ["a", "b"].map(|name| files_to_compare(&library, &path(name)).unwrap());
    std::fs::remove_file(path("b/both.txt")).unwrap();
    std::fs::remove_file(path("a/alone.txt")).unwrap();
    let compared = file_changes(&library, lists, &|| true).unwrap();
    let problems: Vec<String> =
        ["a/alone.txt", "b/both.txt"].map(|name| path(name) + ": no such file or folder").into();
    assert_eq!(compared.problems, problems);
    let [rest] = compared.changes.as_slice() else { panic!("{:?}", compared.changes) };
    assert_eq!((rest.name(), rest.kind), ("rest.txt", Kind::Removed));
}

#[cfg(unix)]
#[test]
fn a_file_that_exists_but_cannot_be_read_is_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket").to_string_lossy().into_owned();
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let library = Library::new();
    assert!(library.place(&path).is_err());
    let files = vec![NamedFile { name: "socket".to_owned(), path }];
    let lists = [FileList { files, ..FileList::default() }, FileList::default()];
    let compared = file_changes(&library, lists, &|| true).unwrap();
    assert_eq!(compared.problems, [""; 0]);
    let kinds: Vec<_> = compared.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [Kind::Removed]);
}

/// The scene of a bank with these sounds.
fn bank(sounds: &[&[i16]]) -> std::sync::Arc<Scene> {
    let library = Library::new();
    let ids = (0..sounds.len()).map(|at| tpa::id(7 + at as u32, at)).collect();
    let sounds = sounds.iter().map(|samples| tpa::pcm16(22_050, 1, samples)).collect();
    let bytes = tpa::bank(ids, sounds, Vec::new()).write().unwrap();
    let source = gouraud::bytes::Source::from_bytes("bank.tpa", bytes);
    library.open_source(&source, None).unwrap().scene(&library).unwrap()
}

#[test]
fn subtracts_the_samples_of_a_changed_sound() {
    let before = bank(&[&[1, 2, 3, 4], &[5, 6], &[9, 9, 9]]);
    let after = bank(&[&[1, 2, 3, 4], &[5, 7, 8, -9], &[9, 9, 9]]);
    let pairs = differing_sounds(&before, &after, &|| true).unwrap();
    assert_eq!(differing_sounds(&before, &after, &|| false), None);
    assert_eq!(pairs, [(Some(Id::new(1)), Some(Id::new(1)))]);
    let sound = |scene: &Scene| -> Sound { scene.sounds.get(Id::new(1)).unwrap().clone() };
    let (one, two) = (sound(&before), sound(&after));
    let difference = sound_difference(&one, &two).unwrap();
    assert_eq!((difference.rate, difference.frames), (22_050, two.frames));
    let Samples::I16(samples) = difference.data.decode() else { panic!() };
    assert_eq!(samples[..4], [0, 1, 8, -9]);
    let other = Sound { rate: 11_025, ..two };
    assert_eq!(
        sound_difference(&one, &other).unwrap_err(),
        "the rates differ: 22050 Hz and 11025 Hz"
    );
}
