use std::fs;
use std::path::{Path, PathBuf};

use gouraud::edit::save::{Output, SaveError, save, stamp};
use gouraud::formats::NewBytes;

fn output(path: &Path, bytes: &[u8]) -> Output {
    let was = stamp(path).ok();
    Output { path: path.to_path_buf(), from: None, bytes: NewBytes::Whole(bytes.to_vec()), was }
}

fn names(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        all.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn two_files(folder: &Path) -> [PathBuf; 2] {
    let files = ["a", "b"].map(|name| folder.join(name));
    files.iter().for_each(|file| fs::write(file, b"old").unwrap());
    files
}

#[test]
fn keeps_original_once() {
    let folder = tempfile::tempdir().unwrap();
    let [a, _] = two_files(folder.path());
    for bytes in [b"one", b"two"] {
        save(&[output(&a, bytes)], true).unwrap();
        assert_eq!(fs::read(&a).unwrap(), bytes);
        assert_eq!(fs::read(folder.path().join("a.orig")).unwrap(), b"old");
    }
    assert_eq!(names(folder.path()), ["a", "a.orig", "b"], "nothing else is left");
}

#[test]
fn writes_all_files_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = two_files(folder.path());
    let new = [output(&a, b"new a"), output(&b, b"new b")];
    save(&new, false).unwrap();
    assert_eq!([fs::read(&a).unwrap(), fs::read(&b).unwrap()], [b"new a", b"new b"]);
    assert_eq!(names(folder.path()), ["a", "b"]);
    // The second file was changed in the meantime: the first is not written.
    let stale = [output(&a, b"third"), Output { was: Some((3, 7)), ..output(&b, b"third") }];
    assert!(matches!(save(&stale, true), Err(SaveError::Changed { path }) if path.ends_with("b")));
    assert_eq!(fs::read(&a).unwrap(), b"new a");
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn refuses_read_only_file_folder_and_missing_path() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = two_files(folder.path());
    let mut permissions = fs::metadata(&b).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&b, permissions).unwrap();
    let refused = save(&[output(&a, b"new"), output(&b, b"new")], true).unwrap_err();
    assert!(refused.to_string().ends_with("b is write-protected"), "{refused}");
    assert_eq!(fs::read(&a).unwrap(), b"old", "the file before it is not written either");
    assert!(save(&[output(folder.path(), b"new")], true).is_err());
    assert!(save(&[output(&folder.path().join("none/a"), b"new")], true).is_err());
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn writes_patches_into_copy_of_file() {
    let folder = tempfile::tempdir().unwrap();
    let [a, _] = two_files(folder.path());
    fs::write(&a, [0; 16]).unwrap();
    let patches = vec![(2, vec![1, 2]), (14, vec![3, 4])];
    let patched = |path: &Path, from: Option<&Path>| Output {
        path: path.to_path_buf(),
        from: from.map(Path::to_path_buf),
        bytes: NewBytes::Patched(patches.clone()),
        was: None,
    };
    let new = [0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4];
    let other = folder.path().join("other");
    save(&[patched(&other, Some(&a))], true).unwrap();
    assert_eq!(fs::read(&other).unwrap(), new);
    assert_eq!(fs::read(&a).unwrap(), [0; 16]);
    save(&[patched(&a, None)], true).unwrap();
    assert_eq!(fs::read(&a).unwrap(), new);
}

#[cfg(unix)]
#[test]
fn keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [a, _] = two_files(folder.path());
    fs::set_permissions(&a, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link");
    symlink(&a, &link).unwrap();
    save(&[output(&link, b"new")], true).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&a).unwrap(), b"new");
    assert_eq!(fs::metadata(&a).unwrap().permissions().mode() & 0o777, 0o640);
}
