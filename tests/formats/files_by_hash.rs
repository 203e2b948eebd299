//! Files of a folder by the name hashes of their contents.

use gouraud::formats::FilesByHash;

fn files() -> FilesByHash {
    let mut all = FilesByHash::default();
    all.push("a.psx", [7, 1, 7]);
    all.push("b.psx", [2, 1]);
    all.push("c.psx", [3, u32::MAX, 0]);
    all.finish()
}

#[test]
fn lists_files_that_contain_a_hash_in_order() {
    let all = files();
    let with = |hash| all.with(hash).collect::<Vec<_>>();
    assert_eq!(
        (with(1), with(7), with(u32::MAX), with(0)),
        (vec![0, 1], vec![0], vec![2], vec![2])
    );
    assert!(with(4).is_empty());
    assert_eq!(all.with_any([3, 7, 4]), ["a.psx", "c.psx"]);
}

#[test]
fn takes_the_first_other_file_for_each_hash() {
    let all = files();
    assert_eq!(all.first_with_each([1, 2], ""), ["a.psx", "b.psx"]);
    assert_eq!(all.first_with_each([1], ""), ["a.psx"]);
    assert_eq!(all.first_with_each([1, 7], "A.PSX"), ["b.psx"], "a file is not its own companion");
    assert!(FilesByHash::default().first_with_each([1], "").is_empty());
}
