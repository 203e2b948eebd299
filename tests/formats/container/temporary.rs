use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use gouraud::container::{remove_abandoned, temporary_file};

#[test]
fn removes_old_temporary_files_that_are_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let put = |name: &str, modified: SystemTime| {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(modified).unwrap();
    };
    put(".gouraud-new-left", hour_ago);
    put(".gouraud-new-young", SystemTime::now());
    put(".gouraud-old", hour_ago);
    put("level.glb", hour_ago);
    let in_use = temporary_file(folder.path()).unwrap();
    in_use.as_file().set_modified(hour_ago).unwrap();
    remove_abandoned(folder.path());
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    let mut expected: Vec<_> = [".gouraud-new-young", ".gouraud-old", "level.glb"]
        .map(Into::into)
        .into_iter()
        .chain(in_use.path().file_name().map(ToOwned::to_owned))
        .collect();
    expected.sort();
    assert_eq!(left, expected);
    drop(in_use);
}
