//! Converts pixels to colours and back.

use super::records::{Header, Tex};
use crate::bytes::expand5;

/// Alpha mask of pixels in the PlayStation's encoding.
const STP: u32 = 0x8000;
/// Value of a colour key that compares all bits.
const KEY_ALL: u32 = 3;

/// Coding of pixels that store colours.
#[derive(Clone, Copy, Debug)]
pub struct Direct {
    bytes: usize,
    masks: [u32; 4],
    shifts: [u32; 4],
    maxima: [u32; 4],
    key: u32,
}

impl Direct {
    /// Coding of a texture's pixels; `None` if they are indices or unknown.
    pub fn of(header: &Header) -> Option<Self> {
        let bytes = usize::try_from(header.bytes_per_pixel).ok()?;
        (2..=4).contains(&bytes).then_some(Self {
            bytes,
            masks: header.channel_masks,
            shifts: header.channel_shifts,
            maxima: header.channel_maxima,
            key: header.colour_key,
        })
    }

    /// `true` for the PlayStation's encoding, in which the alpha bit marks a hole.
    fn is_playstation(&self) -> bool {
        self.bytes == 2 && self.masks[3] == STP
    }

    /// Decodes a pixel to R, G, B, A.
    pub fn colour(&self, value: u32) -> [u8; 4] {
        let [.., alpha_mask] = self.masks;
        let compared = if self.key == KEY_ALL { value } else { value & !alpha_mask };
        if self.key != 0 && compared == 0 && !(self.is_playstation() && value == STP) {
            return [0; 4];
        }
        if self.is_playstation() {
            let channel = |shift: u32| expand5((value >> shift & 31) as u8);
            let alpha = if value & STP != 0 && value != STP { 0 } else { u8::MAX };
            return [channel(10), channel(5), channel(0), alpha];
        }
        let channel = |at: usize, without: u8| {
            let (mask, shift, max) = (self.masks[at], self.shifts[at], self.maxima[at]);
            let stored = (value & mask).checked_shr(shift).unwrap_or(0);
            let wide = (u64::from(stored) * 255).checked_div(max.into());
            wide.map_or(without, |wide| u8::try_from(wide).unwrap_or(u8::MAX))
        };
        [channel(0, 0), channel(1, 0), channel(2, 0), channel(3, u8::MAX)]
    }

    /// The pixel with the nearest colour; `None` for a hole if the coding has none.
    fn nearest(&self, [r, g, b, a]: [u8; 4]) -> Option<u32> {
        if a == 0 && self.key != 0 {
            return Some(0);
        }
        if self.is_playstation() {
            let narrow = |channel: u8| (u32::from(channel) * 31 + 127) / 255;
            let word = narrow(r) << 10 | narrow(g) << 5 | narrow(b);
            // Any value with this bit is a hole, except the bit alone.
            return Some(if a == 0 { word.max(1) | STP } else { word });
        }
        let channel = |at: usize, value: u8| {
            let max = u64::from(self.maxima[at]);
            let stored = u32::try_from((u64::from(value) * max + 127) / 255).unwrap_or(0);
            stored.checked_shl(self.shifts[at]).unwrap_or(0) & self.masks[at]
        };
        if a == 0 && self.maxima[3] == 0 {
            return None;
        }
        let word = channel(0, r) | channel(1, g) | channel(2, b) | channel(3, a);
        // Black would equal the key, so the darkest other colour is stored.
        let compared = if self.key == KEY_ALL { word } else { word & !self.masks[3] };
        Some(if self.key != 0 && compared == 0 {
            word | lowest_bit(channel(2, u8::MAX))
        } else {
            word
        })
    }

    /// Values of stored pixels.
    pub fn values(&self, pixels: &[u8]) -> impl Iterator<Item = u32> {
        pixels
            .chunks_exact(self.bytes)
            .map(|bytes| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)))
    }

    /// Encodes colours. A pixel of `was` that already has the right colour is unchanged.
    pub fn encode(&self, colours: &[[u8; 4]], was: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(colours.len().saturating_mul(self.bytes));
        let mut was = self.values(was);
        for wanted in colours {
            let same = |shown: [u8; 4]| shown == *wanted || shown[3] == 0 && wanted[3] == 0;
            let kept = was.next().filter(|was| same(self.colour(*was)));
            let value = match kept {
                Some(kept) => kept,
                None => self.nearest(*wanted)?,
            };
            out.extend_from_slice(value.to_le_bytes().get(..self.bytes)?);
        }
        Some(out)
    }
}

fn lowest_bit(word: u32) -> u32 {
    word & word.wrapping_neg()
}

/// Coding of the pixels in one palette.
#[derive(Clone, Debug)]
pub enum Coding {
    Direct(Direct),
    /// Indices into these displayed colours.
    Indexed(Vec<[u8; 4]>),
}

impl Coding {
    /// Coding of a texture's pixels in one of its palettes.
    pub fn of(texture: &Tex, palette: usize) -> Self {
        match Direct::of(&texture.header) {
            Some(direct) => Coding::Direct(direct),
            None => Coding::Indexed(texture.displayed_palette(palette)),
        }
    }

    /// Decodes pixels to colours, row by row. Indices outside the palette are holes.
    pub fn decode(&self, pixels: &[u8]) -> Vec<[u8; 4]> {
        match self {
            Coding::Direct(direct) => {
                direct.values(pixels).map(|value| direct.colour(value)).collect()
            }
            Coding::Indexed(entries) => {
                let entry =
                    |index: &u8| entries.get(usize::from(*index)).copied().unwrap_or_default();
                pixels.iter().map(entry).collect()
            }
        }
    }
}
