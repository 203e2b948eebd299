//! TIM pictures: V3 to V5 of the document, wrong lengths, random bytes, missing parts.

use gouraud::bytes::Colour15;
use gouraud::formats::Records;
use gouraud::scene::{Id, Surface, TexelFormat, Texels};
use gouraud_testing::build::tim;
use gouraud_testing::document::{assert_sound, count, errors, hex, problems, scene};
use gouraud_testing::small::ff7 as fixtures;

use crate::ff7::open_as;

const V3: &str = "
    10 00 00 00  08 00 00 00
    4C 00 00 00  00 00 E0 01 10 00 02 00
    00 00 1F 00 E0 03 00 7C FF 03 E0 7F 1F 7C FF 7F 00 80 29 A5 4A A9 6B AD 8C B1 AD B5 CE B9 EF BD
    10 42 C1 07 A2 0B 83 0F 64 13 45 17 26 1B 07 1F E8 22 C9 26 AA 2A 8B 2E 6C 32 4D 36 2E 3A 0F 3E
    1C 00 00 00  40 01 00 00 02 00 04 00
    10 32 54 76 98 BA DC FE 11 22 33 44 67 45 23 01";

fn indices(bytes: Vec<u8>) -> Vec<u8> {
    match scene(&open_as("ps1.tim", bytes)).textures[0].pixels.decode() {
        Texels::Indices(indices) => indices,
        _ => panic!("indexed"),
    }
}

#[test]
fn reads_4_bit_picture_with_two_palettes() {
    let document = open_as("ps1.tim", hex(V3));
    assert_sound(&document);
    assert_eq!((count(&document, "textures"), count(&document, "palettes")), (1, 2));
    let rows = indices(hex(V3));
    assert_eq!(rows[..16], (0..16).collect::<Vec<u8>>());
    assert_eq!(rows[16..], [1, 1, 2, 2, 3, 3, 4, 4, 7, 6, 5, 4, 3, 2, 1, 0]);
    let scene = scene(&document);
    let texture = &scene.textures[0];
    assert_eq!((texture.width, texture.height, texture.palette), (8, 4, Some(Id::new(0))));
    let words = scene.palettes[0].loaded();
    assert_eq!(words[..8], [0, 0x1F, 0x3E0, 0x7C00, 0x3FF, 0x7FE0, 0x7C1F, 0x7FFF]);
    assert!(words[8..].iter().all(|word| Colour15(*word).stp()));
    assert_eq!(scene.palettes[1].stored[0], 0x4210);
    // Entries of the second palette are the second half of the array.
    let entry = scene.palettes[1].entries.origin(3);
    let field = document.tree.field(&document.tree.find(&entry.path).unwrap()).unwrap();
    assert_eq!((entry.path.as_str(), field.span), ("clut.colours[19]", entry.span));
    assert_eq!(texture.pixels.texel_offset(5, 2), Some(12 + 8 + 64 + 12 + 8 + 2));
}

/// Tools write a palette as a separate TIM.
#[test]
fn accepts_palette_without_image() {
    let whole = hex(V3);
    // Header and CLUT block: two palettes of 16 colours.
    let bytes = whole[..8 + 76].to_vec();
    let document = open_as("ps1.tim", bytes.clone());
    assert_eq!(problems(&document), ["note 0x54 clut"]);
    assert_eq!((count(&document, "textures"), count(&document, "palettes")), (0, 2));
    let scene = scene(&document);
    assert_eq!((scene.textures.len(), scene.palettes.len()), (0, 2));
    assert_eq!(scene.palettes[1].stored[0], 0x4210);
    assert_eq!(document.content.write().unwrap(), bytes);
    // Trailing bytes that are too few for an image are an error.
    let cut = whole[..8 + 76 + 5].to_vec();
    assert_eq!(errors(&open_as("ps1.tim", cut)), 1);
}

#[test]
fn direct_colours_keep_stp_bit() {
    let words = [0, 0x8000, 0x1F, 0x801F, 0x3E0, 0x7C00, 0x7FFF, 0xFFFF];
    let document = open_as("ps1.tim", tim::direct((640, 0), 4, &words).write().unwrap());
    assert_sound(&document);
    let scene = scene(&document);
    assert_eq!(scene.textures[0].format, TexelFormat::Direct15);
    assert!(scene.textures[0].pixels.decode() == Texels::Words(words.to_vec()));
}

#[test]
fn pads_24_bit_rows_to_halfword() {
    let bytes = hex("10 00 00 00 03 00 00 00 | 16 00 00 00 00 00 00 00 05 00 01 00
         FF 00 00 00 FF 00 00 00 FF 77");
    let document = open_as("ps1.tim", bytes);
    assert_sound(&document);
    let texture = &scene(&document).textures[0];
    assert_eq!((texture.width, texture.height, texture.format), (3, 1, TexelFormat::Rgba8));
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    assert!(texture.pixels.decode() == Texels::Rgba(colours.to_vec()));
}

#[test]
fn rectangle_overrides_block_length() {
    for length in [28u8 + 1, 0, 255] {
        let mut bytes = hex(V3);
        bytes[0x54] = length;
        let document = open_as("ps1.tim", bytes.clone());
        assert_eq!(problems(&document), ["warning 0x54 image.length"]);
        assert_eq!(document.content.write().as_deref(), Ok(&bytes[..]));
        assert_eq!(indices(bytes), indices(hex(V3)));
    }
    // The CLUT length is wrong, too: no image starts at its end.
    let mut bytes = hex(V3);
    bytes[8] = 0x20;
    let document = open_as("ps1.tim", bytes.clone());
    assert_eq!(problems(&document), ["warning 0x8 clut.length"]);
    assert_eq!((count(&document, "palettes"), indices(bytes)), (2, indices(hex(V3))));
    // The CLUT block is longer than its rectangle and ends at the image: its length is used.
    let mut bytes = hex(V3);
    bytes.splice(0x54..0x54, [1, 2, 3, 4]);
    bytes[8] = 0x50;
    let document = open_as("ps1.tim", bytes.clone());
    assert!(document.tree.find("clut.rest").is_ok());
    assert_eq!((indices(bytes.clone()), document.content.write()), (indices(hex(V3)), Ok(bytes)));
}

#[test]
fn survives_garbage_and_missing_colours_or_texels() {
    let mut bytes = hex(V3);
    bytes[5] = 0xAB;
    let document = open_as("ps1.tim", bytes.clone());
    assert_eq!(problems(&document), ["note 0x4 flags"]);
    assert_eq!(document.content.write().as_deref(), Ok(&bytes[..]));
    // No palettes: the renderer shows greys.
    let mut bare = hex(V3);
    bare.drain(8..0x54);
    bare[4] = 0;
    let document = open_as("ps1.tim", bare);
    assert_sound(&document);
    let bare = scene(&document);
    assert_eq!((bare.palettes.len(), bare.textures[0].palette), (0, None));
    // Missing rows are not shown.
    let cut = open_as("ps1.tim", hex(V3)[..0x54 + 12 + 9].to_vec());
    assert_eq!((errors(&cut), scene(&cut).textures[0].height), (1, 2));
    let none = open_as("ps1.tim", hex(V3)[..0x54 + 5].to_vec());
    assert_eq!((errors(&none), scene(&none).textures.len()), (1, 0));
    // An unknown type, and the mixed one.
    for kind in [4, 5] {
        let mut unknown = hex(V3);
        unknown[4] = 8 | kind;
        let document = open_as("ps1.tim", unknown);
        assert_eq!(document.problems.total(), u64::from(kind == 5));
        assert_eq!(scene(&document).textures[0].format, TexelFormat::Direct15);
    }
}

#[test]
fn stub_has_palette_and_no_texture() {
    let document = open_as("ps1.tim", tim::stub().write().unwrap());
    assert_sound(&document);
    assert_eq!((count(&document, "textures"), count(&document, "palettes")), (0, 1));
    assert!(document.usable);
}

#[test]
fn resolves_texels_and_colours_of_packets() {
    // V5: (10, 3) of page 0x25 is column 10; (5, 7) of page 0xAA is column 517.
    let body = scene(&open_as("ff7.battle", fixtures::enemy().write().unwrap()));
    let face = body.meshes[0].faces.get(3).unwrap();
    assert_eq!(face.uvs[1], [31.0, 0.0]);
    let palettes: Vec<_> = body.meshes[0]
        .faces
        .materials()
        .take(6)
        .map(|material| match body.materials[material.index()].surface {
            Surface::Textured { texture, palette } if texture == Id::new(0) => palette,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(palettes, [0, 1, 2, 0, 1, 2].map(|palette| Some(Id::new(palette))));
    let stage = scene(&open_as("ff7.stage", fixtures::stage().write().unwrap()));
    let sky = stage.meshes[1].faces.get(0).unwrap();
    assert_eq!((sky.uvs[0], sky.uvs[3]), ([256.0, 0.0], [511.0, 7.0]));
    let Surface::Textured { palette: Some(palette), .. } = stage.materials[0].surface else {
        panic!("textured")
    };
    assert_eq!(stage.palettes[palette.index()].stored[2], 6, "the second row");
}
