//! Replaces a surface's picture and regenerates its smaller versions.

use super::records::{Coding, Dds};
use crate::codec::shrink::shrunk;
use crate::formats::{EditResult, Refusal};
use crate::scene::Picture;

/// Replaces the picture; the new one may have another size.
pub(super) fn with_picture(surface: &Dds, picture: &Picture) -> EditResult<Dds> {
    let refuse = |why: &str| Refusal(why.to_owned());
    let coding = surface.coding().ok_or_else(|| refuse("unknown texel format"))?;
    let size = (picture.width, picture.height);
    let is_same = size == surface.size(0);
    if !is_same && !surface.rest.is_empty() {
        return Err(refuse(
            "its other faces or slices need the same size, so the size cannot change",
        ));
    }
    let shown = surface.levels.first().and_then(|level| coding.decode(size, level));
    if is_same && shown.is_some_and(|shown| shown == picture.texels) {
        return Ok(surface.clone());
    }
    let mut next = surface.clone();
    (next.header.width, next.header.height) = size;
    next.header.pitch = pitch(surface, coding, size);
    set_versions(&mut next, surface);
    let mut texels = picture.texels.clone();
    for level in 0..next.levels.len() {
        let (from, to) = (next.size(level.saturating_sub(1)), next.size(level));
        if level > 0 {
            texels = shrunk(&texels, from, to);
        }
        let was = surface.levels.get(level).filter(|_| is_same);
        let was = was.map_or(&[][..], Vec::as_slice);
        let packed = match coding {
            Coding::Blocks(code) => code.encode(to, &texels, was),
            Coding::Plain(channels) => Some(channels.encode(&texels, was)),
        };
        let packed = packed.ok_or_else(|| refuse("BC7 blocks cannot be written"))?;
        if let Some(level) = next.levels.get_mut(level) {
            *level = packed;
        }
    }
    Ok(next)
}

/// Keeps the number of versions within the new size; a complete chain stays complete.
fn set_versions(next: &mut Dds, was: &Dds) {
    let (now, most) = (was.levels.len(), next.most_levels());
    let count = if now == was.most_levels() { most } else { now.min(most) };
    next.levels.resize(count, Vec::new());
    if was.header.mip_count as usize == now {
        next.header.mip_count = crate::bytes::count32(count);
    }
}

/// The pitch for another size, if the stored one follows the usual rule.
fn pitch(surface: &Dds, coding: Coding, (width, height): (u32, u32)) -> u32 {
    let of = |(width, height): (u32, u32)| match coding {
        Coding::Blocks(_) => coding.bytes(width, height),
        Coding::Plain(_) => coding.bytes(width, 1),
    };
    if of(surface.size(0)) != u64::from(surface.header.pitch) {
        return surface.header.pitch;
    }
    u32::try_from(of((width, height))).unwrap_or(surface.header.pitch)
}
