//! Mipmaps.

use gouraud::render::mips::{append, average, levels, texels};

#[test]
fn mipmaps_halve_down_to_one_texel() {
    assert_eq!((levels(8, 8), texels(8, 8)), (3, 64 + 16 + 4 + 1));
    assert_eq!((levels(4, 1), texels(4, 1)), (2, 4 + 2 + 1));
    assert_eq!((levels(1, 1), texels(1, 1)), (0, 1));
    for (width, height) in [(8, 8), (5, 3), (1, 7)] {
        let mut colours = vec![[9, 9, 9, 255]; (width * height) as usize];
        append(&mut colours, width, height);
        assert_eq!(colours.len() as u64, texels(width, height));
        assert!(colours.iter().all(|colour| *colour == [9, 9, 9, 255]));
    }
}

#[test]
fn ignores_the_colour_of_transparent_texels() {
    let (red, hole) = ([200, 0, 0, 255], [0, 255, 0, 0]);
    assert_eq!(average([red, hole, hole, hole]), [200, 0, 0, 64]);
    assert_eq!(average([hole; 4]), hole);
    assert_eq!(average([red, [0, 0, 200, 255], red, [0, 0, 200, 255]]), [100, 0, 100, 255]);
}

#[test]
fn missing_texels_are_empty() {
    let mut colours = vec![[255; 4]];
    append(&mut colours, 2, 2);
    assert_eq!(colours.len(), 2, "one of four texels and their average");
}
