//! Pictures that text models and menus name: Windows bitmaps and Targa files, as written by paint
//! programs. Texels are decoded on demand.

use std::sync::Arc;

use super::Game;
use crate::bytes::Source;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ms::bmp::Bmp;
use crate::formats::truevision::tga::Tga;
use crate::scene::{Origin, TexelFormat, Texels, Texture, TextureData};

/// Maximum number of texels in a picture: five times as many as on a full screen of that time.
const MAX_TEXELS: u64 = 1 << 22;
/// Texels that one byte can encode at most: runs are 128 to 255 texels long, and the first row may be a
/// single run.
const MAX_RATIO: u64 = 256;

/// A picture file.
#[derive(Clone)]
pub struct Picture {
    source: Source,
    stored: PictureFile,
    pub width: u32,
    pub height: u32,
}

/// The format of a picture.
#[derive(Clone)]
enum PictureFile {
    Bitmap(Arc<Bmp>),
    Targa(Arc<Tga>),
}

impl Picture {
    /// Opens the picture that a path names. The folder of the path is ignored: games and tools store
    /// pictures next to the file. If only the other of the two formats exists, that one is used: menus
    /// name bitmaps and come with Targa files.
    ///
    /// # Errors
    /// When the picture is missing or cannot be read, with the reason.
    pub fn open(path: &str, context: Context<'_>) -> Result<Self, String> {
        let game = Game::of(context);
        let siblings = game.context(context).siblings;
        let leaf = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let (stem, _) = leaf.rsplit_once('.').unwrap_or((leaf, ""));
        let mut missed = None;
        for name in [leaf.to_owned(), format!("{stem}.bmp"), format!("{stem}.tga")] {
            match siblings.open(&name) {
                Ok(source) => return Self::of(source),
                Err(miss) => missed = missed.or(Some(miss.looked_in)),
            }
        }
        Err(format!("not found in {}", missed.unwrap_or_default()))
    }

    fn of(source: Source) -> Result<Self, String> {
        let unread = |why: String| format!("{} cannot be read: {why}", source.file_name());
        let (stored, (width, height)) = if source.bytes().starts_with(b"BM") {
            let (file, _) = Loaded::<Bmp>::open(&source).map_err(|why| unread(why.to_string()))?;
            let size = (file.records.header.size().0, file.records.rows());
            (PictureFile::Bitmap(Arc::new(file.records)), size)
        } else {
            let (file, _) = Loaded::<Tga>::open(&source).map_err(|why| unread(why.to_string()))?;
            let size = (file.records.header.width.into(), file.records.rows());
            (PictureFile::Targa(Arc::new(file.records)), size)
        };
        let texels = u64::from(width) * u64::from(height);
        if texels == 0 || texels > MAX_TEXELS || texels > source.len().saturating_mul(MAX_RATIO) {
            return Err(unread(format!("{width} × {height} texels do not fit in the file")));
        }
        Ok(Self { source, stored, width, height })
    }

    /// The texels, row by row; `None` if they cannot be read.
    fn decode(&self) -> Option<Vec<[u8; 4]>> {
        let texels = match &self.stored {
            PictureFile::Bitmap(bitmap) => bitmap.decode(),
            PictureFile::Targa(picture) => picture.decode(),
        };
        Some(texels).filter(|texels| !texels.is_empty())
    }

    /// The picture as a texture, with the transparent texels that `holes` selects.
    pub fn texture(&self, name: &str, holes: Holes) -> Texture {
        Texture {
            name: name.to_owned(),
            id: 0,
            width: self.width,
            height: self.height,
            format: TexelFormat::Rgba8,
            palette: None,
            pixels: Arc::new(DisplayedPicture { picture: self.clone(), holes }),
            origin: Origin::new(self.source.span(), ""),
        }
    }
}

/// Transparent texels of a picture.
#[derive(Clone)]
pub enum Holes {
    None,
    /// Transparent where another picture of the same size is dark.
    Map(Picture),
    /// Transparent where the colour is that of the top left corner, in 5, 6 and 5 bits (format document
    /// `trespasser-level.md`, section 11).
    Key,
}

struct DisplayedPicture {
    picture: Picture,
    holes: Holes,
}

impl TextureData for DisplayedPicture {
    fn stored_bits(&self) -> Option<u32> {
        Some(match &self.picture.stored {
            PictureFile::Bitmap(bitmap) => bitmap.header.bits.into(),
            PictureFile::Targa(picture) => picture.header.bits.into(),
        })
    }

    fn decode(&self) -> Texels {
        let Some(mut texels) = self.picture.decode() else { return Texels::Rgba(Vec::new()) };
        match &self.holes {
            Holes::None => {}
            Holes::Map(map) => {
                let size = (self.picture.width, self.picture.height);
                let map = Some(map).filter(|map| (map.width, map.height) == size);
                let map = map.and_then(Picture::decode);
                for (texel, opacity) in texels.iter_mut().zip(map.iter().flatten()) {
                    let light: u32 = opacity.iter().take(3).map(|part| u32::from(*part)).sum();
                    texel[3] = if light < 3 * 128 { 0 } else { 255 };
                }
            }
            Holes::Key => {
                let key = texels.first().copied().map(short);
                for texel in texels.iter_mut().filter(|texel| Some(short(**texel)) == key) {
                    texel[3] = 0;
                }
            }
        }
        Texels::Rgba(texels)
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

/// A colour in 5, 6 and 5 bits.
fn short([r, g, b, _]: [u8; 4]) -> [u8; 3] {
    [r >> 3, g >> 2, b >> 3]
}
