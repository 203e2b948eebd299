//! Replaces the picture of a texture.

use super::records::Pvr;
use crate::codec::powervr;
use crate::formats::{EditResult, Refusal};
use crate::scene::Picture;

impl Pvr {
    /// Returns this texture with another picture of the same size.
    ///
    /// # Errors
    /// Returns an error if the picture has another size, or if the format cannot be encoded.
    pub fn with_picture(&self, picture: &Picture) -> EditResult<Self> {
        let texels = repainted(self.format(), self.size(), picture, &self.texels)?;
        Ok(Self { texels: texels.into(), ..self.clone() })
    }
}

/// Encodes another picture into stored texels of `size`.
///
/// # Errors
/// As for [`Pvr::with_picture`].
pub fn repainted(
    format: u32,
    (width, height): (u32, u32),
    picture: &Picture,
    was: &[u8],
) -> EditResult<Vec<u8>> {
    let (w, h) = (picture.width, picture.height);
    if (w, h) != (width, height) {
        let why = format!("expected a picture of {width} × {height} texels, found {w} × {h}");
        return Err(Refusal(why));
    }
    powervr::encode(format, width, height, &picture.texels, was).ok_or_else(|| {
        let what = if powervr::is_indexed(format) { "a palette" } else { "a codebook (VQ)" };
        Refusal(format!("textures with {what} cannot be replaced"))
    })
}
