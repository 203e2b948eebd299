use gouraud::container::{inner_parts, splits};

#[test]
fn tries_longest_outer_path_first() {
    let all: Vec<_> = splits("a.bin//b.wad//c").collect();
    assert_eq!(
        all,
        [("a.bin//b.wad//c", None), ("a.bin//b.wad", Some("c")), ("a.bin", Some("b.wad//c"))]
    );
}

#[test]
fn trims_stray_slashes_of_inner_paths() {
    assert_eq!(inner_parts("b.wad///c/d").collect::<Vec<_>>(), ["b.wad", "c/d"]);
}
