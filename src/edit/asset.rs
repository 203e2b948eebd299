//! Replacement files for textures and sounds: pictures and recordings.

mod palette;
mod recording;

pub use palette::Colours;
pub(super) use recording::suited;

use std::fmt;
use std::io::Cursor;
use std::path::{Component, Path};
use std::sync::Arc;

use image::{ImageFormat, ImageReader, Limits};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::input_file;
use crate::scene::{PaletteUse, Picture, Replacement};

/// Longer files are refused before they are read.
const MAX_FILE: u64 = 256 << 20;
/// Pictures with longer sides are refused before they are decoded.
const MAX_SIDE: u32 = 4096;
/// Memory limit of the picture decoder.
const MAX_ALLOC: u64 = 256 << 20;

/// A file named by an edit operation, and its content once it has been read.
#[derive(Clone, PartialEq)]
pub struct AssetFile {
    /// Path as written; in a recipe it is relative to the recipe's folder.
    pub file: String,
    /// The content; `None` until it is [read](AssetFile::read).
    pub content: Option<Arc<Replacement>>,
}

impl AssetFile {
    /// Content that is already in memory, with the name `file`.
    pub fn content(file: impl Into<String>, content: Replacement) -> Self {
        Self { file: file.into(), content: Some(Arc::new(content)) }
    }

    /// Reads the file, which must be in `folder` or below.
    ///
    /// # Errors
    /// A message, if it is outside the folder, or neither a picture nor a recording.
    pub(super) fn read(&mut self, folder: &Path) -> Result<(), String> {
        let path = Path::new(&self.file);
        // Recipes may come from others, so files outside the recipe's folder are not read.
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !path.components().all(inside) {
            return Err(format!("{}: files of a recipe must be in its folder", self.file));
        }
        let read = read(&folder.join(path)).map_err(|why| format!("{}: {why}", self.file))?;
        self.content = Some(Arc::new(read));
        Ok(())
    }
}

impl fmt::Debug for AssetFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "With({:?})", self.file)
    }
}

impl Serialize for AssetFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.file)
    }
}

impl<'de> Deserialize<'de> for AssetFile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self { file: String::deserialize(from)?, content: None })
    }
}

/// Serializes a [`PaletteUse`] or a [`CodingUse`] as a word.
pub(super) mod word {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::scene::{CodingUse, PaletteUse};

    /// A type with a word for each variant.
    pub trait Worded: Copy + PartialEq + 'static {
        const ALL: &'static [(Self, &'static str)];
    }

    impl Worded for PaletteUse {
        const ALL: &'static [(Self, &'static str)] = &PaletteUse::ALL;
    }

    impl Worded for CodingUse {
        const ALL: &'static [(Self, &'static str)] = &CodingUse::ALL;
    }

    pub fn serialize<T: Worded, S: Serializer>(of: &T, to: S) -> Result<S::Ok, S::Error> {
        let word = T::ALL.iter().find(|(one, _)| one == of);
        to.serialize_str(word.map_or("", |(_, word)| word))
    }

    pub fn deserialize<'de, T: Worded, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let given = String::deserialize(from)?;
        let found = T::ALL.iter().find(|(_, word)| *word == given);
        found.map(|(one, _)| *one).ok_or_else(|| D::Error::custom("unknown word"))
    }
}

/// Reads a PNG, WAV or FLAC file.
///
/// # Errors
/// A message about an invalid file.
pub fn read(file: &Path) -> Result<Replacement, String> {
    from_bytes(&bytes_of(file)?)
}

/// Reads a palette: a palette file, or a PNG whose texels are the colours.
///
/// # Errors
/// A message about an invalid file.
pub fn read_colours(file: &Path) -> Result<Colours, String> {
    let bytes = bytes_of(file)?;
    match Colours::read(&bytes).filter(|_| !bytes.starts_with(b"\x89PNG")) {
        Some(colours) => colours,
        None => match from_bytes(&bytes) {
            Ok(Replacement::Picture(picture)) => Colours::of_texels(&picture.texels),
            _ => Err("neither a palette (GPL, PAL, ACT) nor a PNG".to_owned()),
        },
    }
}

fn bytes_of(file: &Path) -> Result<Vec<u8>, String> {
    input_file::read(file, MAX_FILE, "a picture or a sound")
}

/// Decodes the bytes of a PNG, WAV or FLAC file.
///
/// # Errors
/// A message about an invalid file.
pub fn from_bytes(bytes: &[u8]) -> Result<Replacement, String> {
    if bytes.starts_with(b"\x89PNG") {
        picture(bytes).map(Replacement::Picture)
    } else if bytes.starts_with(b"RIFF") || bytes.starts_with(b"fLaC") {
        recording::from_bytes(bytes).map(Replacement::Recording)
    } else {
        Err("not a PNG, WAV or FLAC file".to_owned())
    }
}

fn picture(bytes: &[u8]) -> Result<Picture, String> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOC);
    reader.limits(limits);
    let read = reader.decode().map_err(|error| format!("cannot read the PNG: {error}"))?;
    let rgba = read.into_rgba8();
    let (width, height) = rgba.dimensions();
    let texels = rgba.pixels().map(|pixel| pixel.0).collect();
    Ok(Picture { width, height, texels, palette: PaletteUse::Keep, shown_in: None })
}
