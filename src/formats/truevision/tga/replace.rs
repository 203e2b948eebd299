//! Replaces a Targa picture.

use std::sync::Arc;

use super::SIGNATURE;
use super::records::{Coding, Tga};
use super::runs;
use crate::codec::palette;
use crate::formats::{EditResult, Refusal};
use crate::scene::Picture;

/// Bytes of the footer.
const FOOTER: usize = 26;

/// Replaces the picture; the new one may have another size.
pub(super) fn with_picture(was: &Tga, picture: &Picture) -> EditResult<Tga> {
    let refuse = |why: &str| Refusal(why.to_owned());
    let is_same = (picture.width, picture.height) == (was.header.width.into(), was.rows());
    if is_same && was.decode() == picture.texels {
        return Ok(was.clone());
    }
    let side = |side: u32| u16::try_from(side).map_err(|_| refuse("the picture is too large"));
    let mut next = was.clone();
    (next.header.width, next.header.height) = (side(picture.width)?, side(picture.height)?);
    let mut texels = picture.texels.clone();
    next.header.turn(&mut texels);
    let old = if is_same { was.unpacked() } else { Vec::new() };
    let plain = match was.header.coding() {
        Some(Coding::Direct(channels)) => {
            if channels.size == 1 {
                texels.iter_mut().for_each(shade);
            }
            channels.encode(&texels, &old)
        }
        Some(Coding::Indices(_)) => {
            texels.iter_mut().for_each(|texel| texel[3] = u8::MAX);
            let old = is_same.then_some(old.as_slice());
            let indices = palette::indices(&texels, &was.palette(), old);
            indices.ok_or_else(|| refuse("the palette has no colour for the picture"))?
        }
        None => return Err(refuse("unknown pixel storage")),
    };
    let (size, width) = (next.header.texel_bytes(), picture.width as usize);
    let pixels = if was.header.is_packed() { runs::pack(&plain, size, width) } else { plain };
    if pixels.len() != was.pixels.len() && has_areas(&was.rest) {
        return Err(refuse(
            "areas after the pixels would move: expected a picture of equal length",
        ));
    }
    next.pixels = Arc::from(pixels);
    Ok(next)
}

/// Replaces a colour with its brightness.
fn shade([r, g, b, _]: &mut [u8; 4]) {
    let light = (u32::from(*r) * 299 + u32::from(*g) * 587 + u32::from(*b) * 114 + 500) / 1000;
    let light = u8::try_from(light).unwrap_or(u8::MAX);
    (*r, *g, *b) = (light, light, light);
}

/// `true` if the footer has offsets of other areas.
fn has_areas(rest: &[u8]) -> bool {
    let footer = rest.len().checked_sub(FOOTER).and_then(|at| rest.get(at..));
    let footer = footer.filter(|footer| footer.ends_with(SIGNATURE));
    footer.is_some_and(|footer| footer.iter().take(8).any(|byte| *byte != 0))
}
