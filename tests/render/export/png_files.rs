//! Textures as PNG.

use super::*;

#[test]
fn applies_palettes_as_loaded() {
    let files = files(&level(), only(&[kind("png")]));
    let ((info, pixels), text) = decode_png(&files["wall.png"]);
    assert_eq!((info.width, info.height), (4, 8));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
    let wanted: [[u8; 4]; 5] =
        [[255, 0, 0, 255], [0, 255, 0, 255], [0; 4], [255; 4], [0, 0, 0, 255]];
    assert_eq!(pixels[..20], *wanted.as_flattened());
    // White and black follow the transparent key, so that they have STP: 12 of 32 texels.
    assert_eq!(text, [("stp".to_owned(), "12".to_owned())]);
}

#[test]
fn names_files_of_other_palettes() {
    let files = files(&level(), only(&[kind("png")]));
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names, [".._glass.png", "aabbccdd.png", "wall.p1.png", "wall.png", "wall~2.png"]);
    let ((_, pixels), _) = decode_png(&files["wall.p1.png"]);
    assert_eq!(pixels[8..12], [255, 0, 255, 255], "no rule, no hole");
}

#[test]
fn exports_every_palette_that_fits() {
    let mut scene = level();
    scene.palettes[0].stored.resize(16, 0);
    scene.palettes.push(palette(&[0; 16], <[u16]>::to_vec));
    scene.palettes.push(palette(&[0; 256], <[u16]>::to_vec));
    let names = names(&scene, Options { palettes: Palettes::Every, ..only(&[kind("png")]) });
    assert_eq!(
        names,
        [
            "wall.png",
            "wall.p2.png",
            "aabbccdd.png",
            "aabbccdd.p3.png",
            "wall~2.png",
            ".._glass.png"
        ]
    );
}

#[test]
fn writes_indices_without_a_palette_as_grey() {
    let files = files(&level(), only(&[kind("png")]));
    let ((_, pixels), text) = decode_png(&files["aabbccdd.png"]);
    assert_eq!(pixels[..12], [0, 0, 0, 255, 1, 1, 1, 255, 2, 2, 2, 255]);
    assert_eq!(text, []);
    let mut scene = level();
    scene.palettes.clear();
    let ((_, pixels), _) = decode_png(&super::files(&scene, only(&[kind("png")]))["wall.png"]);
    assert_eq!(pixels[4..12], [17, 17, 17, 255, 34, 34, 34, 255]);
}

#[test]
fn keeps_words_and_bytes_as_stored() {
    let files = files(&level(), only(&[kind("png")]));
    let ((_, pixels), text) = decode_png(&files["wall~2.png"]);
    let wanted: [[u8; 4]; 4] = [[0; 4], [0, 0, 0, 255], [165, 140, 33, 255], [255; 4]];
    assert_eq!(pixels[..16], *wanted.as_flattened());
    assert_eq!(text, [("stp".to_owned(), "4".to_owned())]);
    let ((_, pixels), _) = decode_png(&files[".._glass.png"]);
    assert_eq!(pixels[4..8], [1, 2, 3, 17]);
}
