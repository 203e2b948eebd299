//! Texels as display colours.

use egui::{Color32, ColorImage};
use glam::Vec3;

use crate::bytes::Colour15;
use crate::scene::{TexelFormat, Texels, TextureData};

/// Representation of a displayed texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextureView {
    #[default]
    Colours,
    /// Palette indices as shades of grey.
    Indices,
    /// Texels with STP in colour, the others dimmed.
    Stp,
    /// Normals of the relief as colours: x red, y green, z blue.
    Normals,
    /// Colours lit from the upper left.
    Lit,
}

/// Texels of a representation of a texture (or of a smaller version of it): the stored ones, or computed
/// from these and the relief; upright, whichever row is stored first. Slow, since it decodes.
pub fn decode(pixels: &dyn TextureData, width: u32, look: TextureView) -> Texels {
    let stored = || pixels.decode();
    let mut texels = match (look, pixels.normals()) {
        (TextureView::Normals, Some(normals)) => {
            Texels::Rgba(normals.into_iter().map(|[x, y, z]| [x, y, z, 255]).collect())
        }
        (TextureView::Lit, Some(normals)) => match stored() {
            Texels::Rgba(colours) => Texels::Rgba(lit(&colours, &normals)),
            other => other,
        },
        _ => stored(),
    };
    if pixels.bottom_up() {
        texels.flip(width);
    }
    texels
}

/// Lit colours; texels that face away keep a quarter of their brightness.
fn lit(colours: &[[u8; 4]], normals: &[[u8; 3]]) -> Vec<[u8; 4]> {
    const LIGHT: Vec3 = Vec3::new(-0.48, 0.64, 0.6);
    let shade = |([r, g, b, a], normal): (&[u8; 4], &[u8; 3])| {
        let normal = Vec3::from(normal.map(|part| f32::from(part) / 127.5 - 1.0));
        let strength = 0.25 + 0.75 * normal.dot(LIGHT).max(0.0) / LIGHT.z;
        let [r, g, b] = [r, g, b].map(|part| (f32::from(*part) * strength).min(255.0) as u8);
        [r, g, b, *a]
    };
    colours.iter().zip(normals).map(shade).collect()
}

/// One texel, under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Texel {
    /// An index, with the palette's entry if there is a palette.
    Index(u8, Option<Colour15>),
    Word(Colour15),
    Rgba([u8; 4]),
}

/// Number of decoded texels.
fn count(texels: &Texels) -> usize {
    match texels {
        Texels::Indices(all) => all.len(),
        Texels::Words(all) => all.len(),
        Texels::Rgba(all) => all.len(),
    }
}

/// Texel number `at`, counted row by row.
pub fn texel(texels: &Texels, at: usize, palette: Option<&[u16]>) -> Option<Texel> {
    Some(match texels {
        Texels::Indices(all) => {
            let index = *all.get(at)?;
            let word = palette.and_then(|words| words.get(usize::from(index)));
            Texel::Index(index, word.map(|word| Colour15(*word)))
        }
        Texels::Words(all) => Texel::Word(Colour15(*all.get(at)?)),
        Texels::Rgba(all) => Texel::Rgba(*all.get(at)?),
    })
}

/// A picture of `size` texels, reduced to at most `most` on a side by skipping texels. Indices without a
/// palette become shades of grey.
pub fn picture(
    texels: &Texels,
    size: [usize; 2],
    format: TexelFormat,
    palette: Option<&[u16]>,
    look: TextureView,
    most: usize,
) -> ColorImage {
    let step = size[0].max(size[1]).div_ceil(most.max(1)).max(1);
    let small = size.map(|side| side.div_ceil(step));
    let mut pixels = Vec::with_capacity(small[0].saturating_mul(small[1]).min(count(texels)));
    for y in 0..small[1] {
        for x in 0..small[0] {
            let at = (y * step).saturating_mul(size[0]).saturating_add(x * step);
            let texel = texel(texels, at, palette);
            pixels.push(texel.map_or(Color32::TRANSPARENT, |texel| colour(texel, format, look)));
        }
    }
    ColorImage::new(small, pixels)
}

/// The colour of a texel in a representation.
pub fn colour(texel: Texel, format: TexelFormat, look: TextureView) -> Color32 {
    let of_word = |word: Colour15| match look {
        _ if word.is_hole() => Color32::TRANSPARENT,
        TextureView::Stp if !word.stp() => word.colour().lerp_to_gamma(Color32::from_gray(32), 0.8),
        _ => word.colour(),
    };
    match texel {
        Texel::Index(_, Some(word)) if look != TextureView::Indices => of_word(word),
        Texel::Index(index, _) => {
            let most = if format == TexelFormat::Indexed4 { 15 } else { 255 };
            Color32::from_gray((u32::from(index.min(most as u8)) * 255 / most) as u8)
        }
        Texel::Word(word) => of_word(word),
        Texel::Rgba([r, g, b, a]) => Color32::from_rgba_unmultiplied(r, g, b, a),
    }
}
