//! Textures that get another picture of their size.

use super::records::Pvr;
use crate::codec::powervr;
use crate::formats::Refusal;
use crate::scene::Picture;

impl Pvr {
    /// This texture with another picture of its size.
    ///
    /// # Errors
    /// Where the picture is of another size, or textures of the format are not packed.
    pub fn with_picture(&self, picture: &Picture) -> Result<Self, Refusal> {
        let texels = repainted(self.format(), self.size(), picture, &self.texels)?;
        Ok(Self { texels: texels.into(), ..self.clone() })
    }
}

/// Stored texels of `size` that show another picture.
///
/// # Errors
/// As [`Pvr::with_picture`].
pub fn repainted(
    format: u32,
    (width, height): (u32, u32),
    picture: &Picture,
    was: &[u8],
) -> Result<Vec<u8>, Refusal> {
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
