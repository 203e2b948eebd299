//! Textures: `.tex`.

use gouraud::formats::Records;
use gouraud::formats::ff7::pc::tex::Tex;
use gouraud::scene::{Scene, Texels};
use gouraud_testing::build::ff7::pc::{direct, indexed};

use super::{assert_sound, count, open, problems, small};

fn scene(texture: &Tex) -> Scene {
    let bytes = texture.write().unwrap();
    super::scene(&vec![("x.tex", bytes)], "x.tex").0
}

fn texels(scene: &Scene, number: usize) -> Vec<[u8; 4]> {
    match scene.textures[number].pixels.decode() {
        Texels::Rgba(texels) => texels,
        _ => panic!("colours"),
    }
}

/// Example V7 of the document.
#[test]
fn indices_select_colour_hole_or_reference_alpha() {
    let palette = vec![[0x30, 0x20, 0x10, 0xFF], [0x60, 0x50, 0x40, 0xFE]];
    let made = indexed((2, 2), &[0, 1, 1, 0], &[palette], &[true]);
    let bytes = made.write().unwrap();
    assert_eq!(bytes.len(), 248);
    assert_eq!(&bytes[236..], &[0x10, 0x20, 0x30, 0xFF, 0x40, 0x50, 0x60, 0xFE, 0, 1, 1, 0]);
    assert_sound(&open("anything", &bytes));
    let hole = [0; 4];
    let other = [0x60, 0x50, 0x40, 0x80];
    assert_eq!(texels(&scene(&made), 0), [hole, other, other, hole]);
}

/// Example V8 of the document.
#[test]
fn decodes_16_bit_pixels_by_masks_with_playstation_alpha() {
    let words = [0x7FFF, 0x0421, 0x0000, 0x801F, 0x8000];
    let masks = [0x7C00, 0x3E0, 0x1F, 0];
    let shown = |masks, key| texels(&scene(&direct((5, 1), &words, masks, key)), 0);
    let plain = shown(masks, 0);
    assert_eq!(plain[..3], [[255; 4], [8, 8, 8, 255], [0, 0, 0, 255]]);
    assert_eq!(shown(masks, 1)[2], [0; 4]);
    let alpha = shown([0x7C00, 0x3E0, 0x1F, 0x8000], 0);
    assert_eq!(alpha[2..], [[0, 0, 0, 255], [0, 0, 255, 0], [0, 0, 0, 255]]);
    assert_sound(&open("x.tex", &direct((5, 1), &words, masks, 1).write().unwrap()));
    // Other masks: five, six and five bits.
    let wide = texels(&scene(&direct((1, 1), &[0xFFE0], [0xF800, 0x7E0, 0x1F, 0], 0)), 0);
    assert_eq!(wide, [[255, 255, 0, 255]]);
}

#[test]
fn each_palette_becomes_texture_and_colour_table() {
    let made = small::picture();
    let bytes = made.write().unwrap();
    let document = open("qaac", &bytes);
    assert_eq!((document.format.id, count(&document, "palettes")), ("ff7.pc.texture", 2));
    assert_sound(&document);
    let (scene, _) = super::scene(&vec![("x.tex", bytes)], "x.tex");
    let names: Vec<&str> = scene.textures.iter().map(|texture| texture.name.as_str()).collect();
    assert_eq!(names, ["x", "x.p1"]);
    // The colour key list makes a hole in the first palette only.
    assert_eq!([texels(&scene, 0)[0], texels(&scene, 1)[0]], [[0; 4], [0, 255, 100, 255]]);
    assert_eq!(texels(&scene, 0)[10], [80, 175, 35, 0x80]);
    let tables: Vec<_> = scene.colour_tables.iter().collect();
    assert_eq!(tables.len(), 2);
    // In stored order, with their bytes.
    assert_eq!((tables[0].rgba(0), tables[1].rgba(5)), ([0, 255, 0, 255], [80, 175, 135, 0xFE]));
    assert_eq!(tables[1].entries.origin(2).path, "colours[18]");
    assert_eq!(tables[1].entries.get(2).start, 236 + 18 * 4);
}

#[test]
fn shows_available_pixels_with_invalid_header() {
    let made = small::picture();
    let with = |change: fn(&mut Tex)| {
        let mut made = made.clone();
        change(&mut made);
        let bytes = made.write().unwrap();
        gouraud_testing::exercise(gouraud::formats::all(), "x.tex", &bytes);
        let document = super::open_as("ff7.pc.texture", "x.tex", &bytes);
        assert_eq!(document.content.write().as_deref(), Ok(bytes.as_slice()));
        problems(&document)
    };
    assert!(with(|tex| tex.header.colours_per_palette = 7)[0].starts_with("warning 0x58"));
    let many = |tex: &mut Tex| {
        (tex.header.palette_count, tex.header.colour_keys_present) = (2 + 256, 0);
        tex.colour_keys.clear();
    };
    assert!(with(many)[0].starts_with("warning"));
    assert_eq!(with(|tex| tex.header.colours_per_palette = 0).len(), 1);
    // Indices past the palette.
    let high = |tex: &mut Tex| tex.pixels = tex.pixels.iter().map(|_| 99).collect();
    assert!(with(high)[0].ends_with("pixels"));
    assert!(with(|tex| tex.rest = vec![1, 2, 3])[0].ends_with("rest"));
    // Pixels of eight bytes are unknown: there is no picture.
    let unknown = |tex: &mut Tex| {
        tex.header.bytes_per_pixel = 8;
        tex.pixels = tex.pixels.iter().flat_map(|byte| [*byte; 8]).collect();
    };
    assert!(with(unknown)[0].starts_with("error 0x68"));
    // All colours transparent: assumed to be unintended.
    let clear = |tex: &mut Tex| tex.colours.iter_mut().for_each(|colour| *colour &= 0xFF_FFFF);
    assert!(with(clear)[0].ends_with("colours"));
    let mut made = made.clone();
    clear(&mut made);
    assert_eq!(texels(&scene(&made), 1)[0], [0, 255, 100, 255]);
    // Inconsistent sizes.
    let bytes = made.write().unwrap();
    for at in [0x3C, 0x40, 0x58, 0x68] {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        gouraud_testing::exercise(gouraud::formats::all(), "x.tex", &bytes);
        let document = super::open_as("ff7.pc.texture", "x.tex", &bytes);
        assert!(!problems(&document).is_empty() && document.content.write().is_err(), "{at:#x}");
    }
}
