//! Builds TIMs from scratch.

use std::sync::Arc;

use gouraud::formats::Refusal;
use gouraud::formats::ps1::tim::{Block, Rect, Tim};
use gouraud::formats::ps1::vram::{ClutWord, Depth};

/// The CLUT word of the palette at these halfwords.
pub fn clut_word(x: u16, y: u16) -> ClutWord {
    ClutWord((x / 16) & 0x3F | (y & 0x1FF) << 6)
}

fn block<T>(rect: Rect, data: T) -> Block<T> {
    Block { length: None, rect, data, rest: Vec::new() }
}

/// An indexed picture at `(x, y)` in halfwords, `width` texels wide, with its palettes as the rows of a
/// CLUT at `(clut_x, clut_y)`.
///
/// Fails on inconsistent input: rows that fill no whole halfwords, indices past the palettes, palettes of
/// different lengths.
pub fn indexed(
    depth: Depth,
    (x, y): (u16, u16),
    width: u16,
    indices: &[u8],
    (clut_x, clut_y): (u16, u16),
    palettes: &[Vec<u16>],
) -> Result<Tim, Refusal> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let Some(colours) = depth.colours() else { return refuse("16-bit pictures have no palette") };
    let texels = if depth == Depth::Four { 4 } else { 2 };
    if width == 0
        || !width.is_multiple_of(texels)
        || !indices.len().is_multiple_of(usize::from(width))
    {
        return refuse("the rows do not fill whole halfwords");
    }
    if palettes.iter().any(|palette| palette.len() != colours) {
        return refuse("the number of colours of a palette does not fit the depth");
    }
    if indices.iter().any(|index| usize::from(*index) >= colours) {
        return refuse("an index is past the colours");
    }
    let short =
        |n: usize| u16::try_from(n).map_err(|_| Refusal("the picture is too large".to_owned()));
    let data: Arc<[u8]> = match depth {
        Depth::Four => indices.chunks(2).map(|pair| pair[0] | pair[1] << 4).collect(),
        _ => indices.into(),
    };
    let rect = Rect { x, y, w: width / texels, h: short(indices.len() / usize::from(width))? };
    let clut = Rect { x: clut_x, y: clut_y, w: short(colours)?, h: short(palettes.len())? };
    Ok(Tim {
        flags: 8 | u32::from(depth == Depth::Eight),
        clut: Some(block(clut, palettes.concat())),
        image: Some(block(rect, data)),
        rest: Vec::new(),
    })
}

/// A picture of 15-bit words with STP.
pub fn direct((x, y): (u16, u16), width: u16, words: &[u16]) -> Tim {
    let height = words.len().checked_div(width.into()).unwrap_or(0);
    let rect = Rect { x, y, w: width, h: u16::try_from(height).unwrap_or(u16::MAX) };
    let data: Arc<[u8]> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Tim { flags: 2, clut: None, image: Some(block(rect, data)), rest: Vec::new() }
}

/// The placeholder in models without texture: some colours and an image of no width.
pub fn stub() -> Tim {
    let primary = [0, 0x1F, 0x3E0, 0x7C00, 0x3FF, 0x7FE0, 0x7C1F, 0x7FFF];
    let clut = Rect { x: 0, y: 480, w: 16, h: 1 };
    let rect = Rect { x: 320, y: 0, w: 0, h: 1 };
    Tim {
        flags: 8,
        clut: Some(block(clut, [primary, primary].concat())),
        image: Some(block(rect, Arc::new([]))),
        rest: Vec::new(),
    }
}
