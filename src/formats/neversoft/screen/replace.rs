//! Replaces the picture of a screen. Its dimensions are not stored, so they cannot change.

use super::records::{Packet, Screen};
use super::texture::opaque_colour;
use crate::bytes::Colour15;
use crate::codec::rle16;
use crate::formats::{EditResult, Refusal};
use crate::scene::Picture;

/// Replaces the picture with one of the same size.
pub(super) fn with_picture(screen: &Screen, picture: &Picture) -> EditResult<Screen> {
    let mut words = screen.picture(usize::MAX);
    let width = screen.width();
    let height = words.len() / width as usize;
    if picture.width != width || picture.height as usize != height {
        let (w, h) = (picture.width, picture.height);
        let why = format!("expected a picture of {width} × {height} texels, found {w} × {h}");
        return Err(Refusal(why));
    }
    let before = words.clone();
    for (word, [r, g, b, _]) in words.iter_mut().zip(&picture.texels) {
        if opaque_colour(*word) != [*r, *g, *b, u8::MAX] {
            // Screens have no holes.
            *word = Colour15::nearest([*r, *g, *b]).0;
        }
    }
    if words == before {
        return Ok(screen.clone());
    }
    let mut next = screen.clone();
    match screen.size {
        Some(_) => {
            let packets = rle16::pack(&words).into_iter();
            next.packets = packets.map(|(count, words)| Packet { count, words }).collect();
        }
        None => next.words = words,
    }
    Ok(next)
}
