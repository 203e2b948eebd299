//! New texels of an image.

use super::relief::relief;
use crate::formats::list_edit::element;
use crate::formats::{EditResult, Refusal};
use crate::scene::{Picture, Replacement};

/// New texels of an image; rows from the bottom.
pub struct NewImage<'a> {
    pub index: usize,
    pub picture: &'a Picture,
    /// Directions, as colours of a normal map.
    pub relief: Option<Vec<[u8; 4]>>,
}

/// The image at a path in the directory, and what replaces it.
///
/// # Errors
/// When it is another path, or the bump map has another size.
pub fn image<'a>(path: &str, new: &'a Replacement) -> EditResult<NewImage<'a>> {
    let none = || Refusal(format!("{path} is not a texture of this file"));
    let (picture, bumps) = match new {
        Replacement::Picture(picture) => (picture, None),
        Replacement::BumpMapped(picture, bumps) => (picture, Some(bumps)),
        Replacement::Recording(_) => return Err(none()),
    };
    let index = element(path, "entries").ok_or_else(none)?;
    let relief = bumps.map(|bumps| relief(picture, bumps)).transpose()?;
    Ok(NewImage { index, picture, relief })
}
