//! Records of a screen.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{ColourWord, Hint, Result};
use crate::codec::rle16::{self, REPEATED};

/// Magic of a packed screen.
pub const MAGIC: [u8; 8] = *b"_RLE_16_";
/// Number of zeros at the end of an unpacked screen; a packed one includes them in its size.
const FILL: usize = 8;

/// A run of words in a packed screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packet {
    /// Count in 15 bits; the top bit marks a single repeated word.
    pub count: u16,
    pub words: Vec<u16>,
}

impl Layout for Packet {
    const TYPE: &'static str = "Packet";
    const MIN_SIZE: u64 = 2;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value(("count", Hint::Hex), &mut self.count)?;
        let stored = if self.count & REPEATED != 0 { 1 } else { usize::from(self.count) };
        let stored = if pass.is_reading() { stored } else { self.words.len() };
        pass.run(("words", Hint::Colour(ColourWord::Stp15)), &mut self.words, stored)
    }

    fn summary(&self) -> String {
        let count = self.count & !REPEATED;
        let how = if self.count & REPEATED != 0 { "× one word" } else { "words" };
        format!("{count} {how}")
    }
}

/// Records of a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    /// Unpacked size of a packed screen, including the fill.
    pub size: Option<u32>,
    pub packets: Vec<Packet>,
    /// Pixels of an unpacked screen.
    pub words: Vec<u16>,
    /// Fill after the pixels.
    pub rest: Vec<u8>,
}

impl Layout for Screen {
    const TYPE: &'static str = "Screen";
    const MIN_SIZE: u64 = 2;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let reading = pass.is_reading();
        let is_packed =
            if reading { pass.ahead().starts_with(&MAGIC) } else { self.size.is_some() };
        if is_packed {
            pass.chars("magic", &mut MAGIC.clone())?;
            pass.optional("size", true, &mut self.size, ())?;
            pass.items_up_to("packets", &mut self.packets, usize::MAX, ())?;
        } else {
            let there = usize::try_from(pass.remaining()).unwrap_or(usize::MAX);
            let count = if reading { plain_words(there) } else { self.words.len() };
            pass.run(("words", Hint::Colour(ColourWord::Stp15)), &mut self.words, count)?;
        }
        pass.rest("rest", &mut self.rest)
    }
}

/// Number of words in a screen of `len` bytes: without the fill, unless only the total makes whole rows.
pub(super) fn plain_words(len: usize) -> usize {
    let (with, without) = (len / 2, len.saturating_sub(FILL) / 2);
    if width_of(without).is_none() && width_of(with).is_some() { with } else { without }
}

impl Screen {
    /// Expected number of words in the picture.
    pub fn declared(&self) -> usize {
        match self.size {
            Some(size) => usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(FILL) / 2,
            None => self.words.len(),
        }
    }

    /// The first words of the picture, `most` at most.
    pub fn picture(&self, most: usize) -> Vec<u16> {
        let most = most.min(self.declared());
        match self.size {
            Some(_) => {
                let packets = self.packets.iter();
                rle16::unpack(packets.map(|one| (one.count, one.words.as_slice())), most)
            }
            None => self.words.iter().take(most).copied().collect(),
        }
    }

    /// `true` if it contains a packed Windows bitmap, as on the Dreamcast.
    pub fn is_bitmap(&self) -> bool {
        let first = self.packets.first().and_then(|packet| packet.words.first());
        self.size.is_some() && first.is_some_and(|word| word.to_le_bytes() == *b"BM")
    }

    /// Texels per row, which are not stored.
    pub fn width(&self) -> u32 {
        width_of(self.declared()).unwrap_or(WIDTHS[0])
    }
}

/// Widths of screens, most common first, and heights that a PlayStation can display (section 20.1).
const WIDTHS: [u32; 8] = [512, 640, 768, 320, 256, 384, 480, 1024];
const HEIGHTS: [usize; 4] = [240, 256, 480, 512];

/// Width that divides the number of words, preferably with a common height; `None` if there is none.
pub(super) fn width_of(words: usize) -> Option<u32> {
    let divides = |width: &u32| words > 0 && words.is_multiple_of(*width as usize);
    let is_usual = |width: &u32| HEIGHTS.contains(&(words / *width as usize));
    let mut found = WIDTHS.into_iter().filter(divides);
    let first = found.next()?;
    if is_usual(&first) {
        return Some(first);
    }
    Some(found.find(is_usual).unwrap_or(first))
}

/// `true` if a screen of this size has a common height.
pub(super) fn is_usual(words: usize) -> bool {
    width_of(words).is_some_and(|width| HEIGHTS.contains(&(words / width as usize)))
}
