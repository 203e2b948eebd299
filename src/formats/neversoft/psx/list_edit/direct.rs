//! Creates 16-bit textures from pictures, in PowerVR storage.

use std::sync::Arc;

use super::super::records::{Pixels, Texture};
use super::super::texture::FLAG_PVR;
use super::Result;
use crate::codec::powervr::{encode, needed};
use crate::formats::sega::pvr::Pvr;
use crate::formats::{Records, Refusal};
use crate::scene::Picture;

/// Maximum width and height of the hardware.
const MAX_SIDE: u32 = 1024;
/// Number of colours of a 16-bit texel.
const COLOURS: u32 = 65536;
/// Bytes after the texels, without meaning (section 12.3).
const BEHIND: usize = 8;

/// Creates an unnamed texture from a picture, stored like `like`: plain or as a PVR file.
pub(super) fn texture(like: Option<&Pixels>, picture: &Picture) -> Result<Texture> {
    let (w, h) = (picture.width, picture.height);
    let side = |side: u32| u16::try_from(side).ok().filter(|_| (1..=MAX_SIDE).contains(&side));
    let (width, height) = side(w).zip(side(h)).ok_or_else(|| {
        Refusal(format!("expected 1 to {MAX_SIDE} texels per side, found {w} × {h}"))
    })?;
    let format = format_of(picture);
    let (wanted, found) = (u64::from(w) * u64::from(h), picture.texels.len());
    let none = || Refusal(format!("expected {wanted} texels, found {found}"));
    let blank = vec![0; needed(format, w, h).ok_or_else(none)?];
    let mut texels = encode(format, w, h, &picture.texels, &blank).ok_or_else(none)?;
    let texture = Texture { colours: COLOURS, width, height, ..Texture::default() };
    if let Some(Pixels::Pvr(_)) = like {
        let [texel, storage, ..] = format.to_le_bytes();
        let magic = crate::formats::sega::pvr::MAGIC;
        let texels = texels.into();
        let pvr = Pvr { magic, texel, storage, width, height, texels, ..Pvr::default() };
        let pixels = Pixels::Pvr(Arc::from(pvr.write()?));
        return Ok(Texture { flags: FLAG_PVR, pixels, ..texture });
    }
    texels.resize(texels.len() + BEHIND, 0);
    let pixels = Pixels::Direct { extra: Vec::new(), format, data: texels.into() };
    Ok(Texture { pixels, ..texture })
}

/// Texel format with the alpha bits that the picture needs; twiddled if its size allows it.
fn format_of(picture: &Picture) -> u32 {
    let is = |alpha: fn(u8) -> bool| picture.texels.iter().all(|texel| alpha(texel[3]));
    let texel = match () {
        () if is(|alpha| alpha == 255) => 1,
        () if is(|alpha| alpha == 255 || alpha == 0) => 0,
        () => 2,
    };
    let (w, h) = (picture.width, picture.height);
    let order = match w.is_power_of_two() && h.is_power_of_two() {
        true if w == h => 0x01,
        true => 0x0D,
        false => 0x09,
    };
    order << 8 | texel
}
