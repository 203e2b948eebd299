//! Textures as PNG.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::bytes::Colour15;
use crate::scene::{PaletteId, Scene, Texels, Texture, TextureId, flip_rows};

/// A texture and a palette; `None` if the texels need no palette or have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct PictureKey {
    pub texture: TextureId,
    pub palette: Option<PaletteId>,
}

impl PictureKey {
    /// Uses `palette`, otherwise the texture's own, if they exist. `None` if the texture does not exist.
    pub(super) fn new(
        scene: &Scene,
        texture: TextureId,
        palette: Option<PaletteId>,
    ) -> Option<Self> {
        let image = scene.textures.get(texture)?;
        let exists = |palette: &PaletteId| scene.palettes.get(*palette).is_some();
        let palette = palette.filter(exists).or(image.palette.filter(exists));
        let palette = palette.filter(|_| image.format.is_indexed());
        Some(Self { texture, palette })
    }
}

/// An encoded texture with statistics of its texels. The first row is that of v = 0 (see
/// [`TextureData::bottom_up`](crate::scene::TextureData::bottom_up)).
pub(super) struct Picture {
    pub png: Vec<u8>,
    pub width: u32,
    pub height: u32,
    /// Has invisible texels.
    pub holes: bool,
    /// Has alpha values between 0 and 255.
    pub translucent: bool,
    /// Made from 15-bit words, which have an STP bit.
    pub has_words: bool,
    /// Number of visible texels, and of those with STP.
    pub drawn: u32,
    pub stp: u32,
}

/// Cache of encoded pictures, shared by GLB and PNG.
pub(super) struct Pictures<'a> {
    scene: &'a Scene,
    made: HashMap<PictureKey, Result<Picture, String>>,
}

impl<'a> Pictures<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        Self { scene, made: HashMap::new() }
    }

    /// Encodes the pictures that are not cached yet, on all cores.
    pub(super) fn prepare(&mut self, keys: impl IntoIterator<Item = PictureKey>) {
        let missing: Vec<_> = keys.into_iter().filter(|key| !self.made.contains_key(key)).collect();
        let scene = self.scene;
        let made = missing.into_par_iter().map(|key| (key, Picture::new(scene, key)));
        self.made.extend(made.collect::<Vec<_>>());
    }

    /// A prepared picture, or the reason why it is missing.
    pub(super) fn get(&self, key: PictureKey) -> Result<&Picture, &str> {
        match self.made.get(&key) {
            Some(Ok(picture)) => Ok(picture),
            Some(Err(reason)) => Err(reason),
            None => Err("not prepared"),
        }
    }
}

impl Picture {
    fn new(scene: &Scene, key: PictureKey) -> Result<Self, String> {
        let image = Image::decode(scene, key)?;
        let drawn = image.pixels.iter().filter(|pixel| pixel.rgba[3] > 0).count();
        let stp = image.pixels.iter().filter(|pixel| pixel.stp).count();
        Ok(Self {
            png: image.encode(stp)?,
            width: image.width,
            height: image.height,
            holes: drawn < image.pixels.len(),
            translucent: image.pixels.iter().any(|pixel| !matches!(pixel.rgba[3], 0 | 255)),
            has_words: image.has_words,
            drawn: u32::try_from(drawn).unwrap_or(u32::MAX),
            stp: u32::try_from(stp).unwrap_or(u32::MAX),
        })
    }
}

/// The picture with `alpha` for the texels that have STP, for faces on which only some texels are blended
/// with the background.
pub(super) fn with_stp_alpha(scene: &Scene, key: PictureKey, alpha: u8) -> Result<Vec<u8>, String> {
    let mut image = Image::decode(scene, key)?;
    for pixel in image.pixels.iter_mut().filter(|pixel| pixel.stp) {
        pixel.rgba[3] = alpha;
    }
    image.encode(0)
}

/// The picture as a separate, upright file; `None` if it is upright already.
pub(super) fn upright(scene: &Scene, key: PictureKey) -> Option<Result<Vec<u8>, String>> {
    let texture = scene.textures.get(key.texture)?;
    let encode = |mut image: Image| {
        flip_rows(&mut image.pixels, image.width);
        image.encode(image.pixels.iter().filter(|pixel| pixel.stp).count())
    };
    texture.pixels.bottom_up().then(|| Image::decode(scene, key).and_then(encode))
}

/// A texture with its own palette, upright. Slow.
///
/// # Errors
/// The reason why it cannot be decoded.
pub fn texture_picture(scene: &Scene, texture: TextureId) -> Result<image::RgbaImage, String> {
    texture_picture_in(scene, texture, None)
}

/// Same as [`texture_picture`], with the given palette.
pub fn texture_picture_in(
    scene: &Scene,
    texture: TextureId,
    palette: Option<PaletteId>,
) -> Result<image::RgbaImage, String> {
    let stored = scene.textures.get(texture);
    let key = PictureKey::new(scene, texture, palette).ok_or("texture does not exist")?;
    let mut image = Image::decode(scene, key)?;
    if stored.is_some_and(|stored| stored.pixels.bottom_up()) {
        flip_rows(&mut image.pixels, image.width);
    }
    let bytes = image.pixels.iter().flat_map(|pixel| pixel.rgba).collect();
    let picture = image::RgbaImage::from_raw(image.width, image.height, bytes);
    picture.ok_or_else(|| "texels are incomplete".to_owned())
}

/// A texture with the loaded words of a palette as PNG, upright. Slow.
///
/// # Errors
/// The reason why it cannot be decoded.
pub fn texture_png(texture: &Texture, words: &[u16]) -> Result<Vec<u8>, String> {
    let mut image = Image::of(texture, Some(words))?;
    if texture.pixels.bottom_up() {
        flip_rows(&mut image.pixels, image.width);
    }
    image.encode(image.pixels.iter().filter(|pixel| pixel.stp).count())
}

/// Height map of a texture as a glTF normal map; `None` if it has none. Rows are in the order of the
/// picture, and y points against v.
pub(super) fn normal_map(texture: &Texture) -> Option<Vec<u8>> {
    let (width, height) = (texture.width, texture.height);
    let normals = texture.pixels.normals()?;
    let lies = texture.pixels.bottom_up();
    let pixel = |[x, y, z]: [u8; 3]| {
        let y = if lies { u8::MAX - y } else { y };
        Pixel { rgba: [x, y, z, 255], stp: false }
    };
    let pixels = normals.into_iter().map(pixel).collect();
    Image { width, height, has_words: false, pixels }.encode(0).ok()
}

#[derive(Clone, Copy)]
struct Pixel {
    rgba: [u8; 4],
    stp: bool,
}

const HOLE: Pixel = Pixel { rgba: [0; 4], stp: false };

/// PNG compression level, 0 to 9; higher levels take longer and gain little.
const LEVEL: u8 = 2;

struct Image {
    width: u32,
    height: u32,
    has_words: bool,
    /// Row by row, like the texels.
    pixels: Vec<Pixel>,
}

impl Image {
    fn decode(scene: &Scene, key: PictureKey) -> Result<Self, String> {
        let texture = scene.textures.get(key.texture).ok_or("texture does not exist")?;
        let words = key.palette.and_then(|palette| Some(scene.palettes.get(palette)?.loaded()));
        Self::of(texture, words.as_deref())
    }

    /// A texture with the loaded words of a palette.
    fn of(texture: &Texture, words: Option<&[u16]>) -> Result<Self, String> {
        let (width, height) = (texture.width, texture.height);
        let count = usize::try_from(u64::from(width) * u64::from(height)).unwrap_or(usize::MAX);
        if count == 0 {
            return Err(format!("invalid size: {width} by {height} texels"));
        }
        let texels = texture.pixels.decode();
        let has_words = match &texels {
            Texels::Indices(_) => words.is_some(),
            Texels::Words(_) => true,
            Texels::Rgba(_) => false,
        };
        let mut pixels: Vec<Pixel> = match texels {
            Texels::Indices(indices) => {
                let colours = colours(texture, words);
                let colour = |index: &u8| colours.get(usize::from(*index)).copied();
                indices.iter().map(|index| colour(index).unwrap_or(HOLE)).collect()
            }
            Texels::Words(words) => words.into_iter().map(pixel_of_word).collect(),
            Texels::Rgba(texels) => {
                texels.into_iter().map(|rgba| Pixel { rgba, stp: false }).collect()
            }
        };
        if pixels.len() < count {
            return Err(format!("expected {count} texels, found {}", pixels.len()));
        }
        pixels.truncate(count);
        Ok(Self { width, height, has_words, pixels })
    }

    /// Encodes 8-bit RGBA. The number of texels with STP goes into a text chunk, since they are as opaque
    /// as the others in a PNG.
    fn encode(&self, stp: usize) -> Result<Vec<u8>, String> {
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.rgba).collect();
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        // Few colours and often drawn by hand: unfiltered rows compress better.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
        let text = if stp > 0 {
            encoder.add_text_chunk("stp".to_owned(), stp.to_string())
        } else {
            Ok(())
        };
        text.and_then(|()| encoder.write_header())
            .and_then(|mut writer| {
                writer.write_image_data(&bytes)?;
                writer.finish()
            })
            .map_err(|error| error.to_string())?;
        Ok(png)
    }
}

/// Colours of indexed texels; a ramp from black to white without a palette.
fn colours(texture: &Texture, words: Option<&[u16]>) -> Vec<Pixel> {
    if let Some(words) = words {
        return words.iter().copied().map(pixel_of_word).collect();
    }
    let step = if texture.format.bits() == 4 { 17 } else { 1 };
    let grey = |value| Pixel { rgba: [value, value, value, 255], stp: false };
    (0..=255).step_by(step).map(grey).collect()
}

/// Decodes a 15-bit word: 0x0000 is transparent, bit 15 is STP.
fn pixel_of_word(word: u16) -> Pixel {
    if word == 0 {
        return HOLE;
    }
    let colour = Colour15(word);
    let [r, g, b] = colour.rgb8();
    Pixel { rgba: [r, g, b, 255], stp: colour.stp() }
}
