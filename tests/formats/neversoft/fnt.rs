//! Fonts: a table of glyphs, a palette, and four-bit texels aligned to 4 bytes.

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud::scene::Texels;
use gouraud_testing::document::{alone, open, open_valid, problems};

/// Words per row, height, ascent, width.
type Glyph = [u32; 4];

const COLOURS: [u16; 16] = [0x8000, 0x001F, 0x03E0, 0x7C00, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0];

fn font(glyphs: &[Glyph], texels: &[u8]) -> Vec<u8> {
    let mut file = (glyphs.len() as u32).to_le_bytes().to_vec();
    file.extend(glyphs.iter().flatten().flat_map(|number| number.to_le_bytes()));
    file.extend(COLOURS.iter().flat_map(|colour| colour.to_le_bytes()));
    file.extend(texels);
    file
}

/// The example of the document, and a padded glyph of one row.
fn example() -> Vec<u8> {
    let texels = [0x10, 0xF2, 0x43, 0xF5, 0x21, 0x43, 0, 0];
    font(&[[1, 2, 2, 3], [1, 1, u32::MAX, 4]], &texels)
}

#[test]
fn glyphs_are_textures_with_a_shared_palette() {
    let bytes = example();
    let document = open_valid("neversoft.fnt", "small.fnt", &bytes);
    assert_eq!(document.counts.get("textures"), Some(2));
    let scene = alone("small.fnt", &bytes);
    let [first, second] = [&scene.textures[0], &scene.textures[1]];
    assert_eq!((first.width, first.height, second.width, second.height), (3, 2, 4, 1));
    let indices = |texture: &gouraud::scene::Texture| match texture.pixels.decode() {
        Texels::Indices(indices) => indices,
        _ => panic!("{}", texture.name),
    };
    assert_eq!(indices(first), [0, 1, 2, 3, 4, 5]);
    assert_eq!(indices(second), [1, 2, 3, 4]);
    assert_eq!(first.palette.map(|palette| palette.index()), Some(0));
    assert_eq!(scene.palettes[0].stored, COLOURS);
    // After the count, two glyphs and the palette; the second begins at the next multiple of 4.
    let texels = 4 + 2 * 16 + 32;
    assert_eq!(first.pixels.texel_offset(2, 1), Some(texels + 3));
    assert_eq!(second.pixels.texel_offset(0, 0), Some(texels + 4));
    assert_eq!(first.origin.path, "glyphs[0]");
}

#[test]
fn recognises_fonts_only_if_glyphs_end_with_the_file() {
    let id = |bytes: Vec<u8>| {
        let source = Source::from_bytes("small.fnt", bytes);
        formats::identify(&source).map(|(format, _)| format.info().id)
    };
    assert_eq!(id(example()), Some("neversoft.fnt"));
    assert_ne!(id([example(), vec![0]].concat()), Some("neversoft.fnt"), "one extra byte");
    let wide = font(&[[1, 2, 2, 5]], &[0; 4]);
    assert_ne!(id(wide), Some("neversoft.fnt"), "five texels in a row of four");
}

#[test]
fn truncated_glyphs_show_their_existing_rows() {
    let whole = example();
    let format = formats::by_id("neversoft.fnt").unwrap();
    let cut = Source::from_bytes("small.fnt", whole[..whole.len() - 6].to_vec());
    let document = format.open(&cut).unwrap();
    assert_eq!(problems(&document), ["error 0x44 texels"]);
    let context = gouraud::container::Context::ALONE;
    let (scene, _) = document.content.displayed().scene(context).unwrap();
    assert_eq!(scene.textures.iter().map(|t| t.height).collect::<Vec<_>>(), [1]);
    assert_eq!(document.content.write().unwrap(), cut.bytes());
    assert_eq!(open("small.fnt", &whole).format.id, "neversoft.fnt");
}
