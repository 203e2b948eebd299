use gouraud::container::{inner_parts, splits};

#[test]
fn the_longest_outer_part_comes_first() {
    let all: Vec<_> = splits("a.bin//b.wad//c").collect();
    assert_eq!(
        all,
        [("a.bin//b.wad//c", None), ("a.bin//b.wad", Some("c")), ("a.bin", Some("b.wad//c"))]
    );
}

#[test]
fn inner_parts_lose_stray_slashes() {
    assert_eq!(inner_parts("b.wad///c/d").collect::<Vec<_>>(), ["b.wad", "c/d"]);
}
