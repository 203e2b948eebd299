//! The records of a screen.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{ColourWord, Hint, Result};
use crate::codec::rle16::{self, REPEATED};

/// What a packed screen begins with.
pub const MAGIC: [u8; 8] = *b"_RLE_16_";
/// Zeros behind a screen that is not packed; a packed one counts them too.
const FILL: usize = 8;

/// Some words of a packed screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packet {
    /// 15 bits of a count; the last one says that one word follows for all.
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
        let how = if self.count & REPEATED != 0 { "times one word" } else { "words" };
        format!("{count} {how}")
    }
}

/// A screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    /// Of a packed one: the bytes that it unpacks to, fill included.
    pub size: Option<u32>,
    pub packets: Vec<Packet>,
    /// Of one that is not packed.
    pub words: Vec<u16>,
    /// What follows: the fill.
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

/// Words of a screen of `len` bytes: without the fill, unless whole rows are there only with it.
pub(super) fn plain_words(len: usize) -> usize {
    let (with, without) = (len / 2, len.saturating_sub(FILL) / 2);
    if width_of(without).is_none() && width_of(with).is_some() { with } else { without }
}

impl Screen {
    /// How many words the picture is promised to have.
    pub fn promised(&self) -> usize {
        match self.size {
            Some(size) => usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(FILL) / 2,
            None => self.words.len(),
        }
    }

    /// The words of the picture, no more than `most`.
    pub fn picture(&self, most: usize) -> Vec<u16> {
        let most = most.min(self.promised());
        match self.size {
            Some(_) => {
                let packets = self.packets.iter();
                rle16::unpack(packets.map(|one| (one.count, one.words.as_slice())), most)
            }
            None => self.words.iter().take(most).copied().collect(),
        }
    }

    /// Whether a file of Windows is packed in it, as on the Dreamcast.
    pub fn is_bitmap(&self) -> bool {
        let first = self.packets.first().and_then(|packet| packet.words.first());
        self.size.is_some() && first.is_some_and(|word| word.to_le_bytes() == *b"BM")
    }

    /// Texels of a row, which is nowhere stored.
    pub fn width(&self) -> u32 {
        width_of(self.promised()).unwrap_or(WIDTHS[0])
    }
}

/// Widths of screens, the most usual first, and heights that a PlayStation shows (section 20.1).
const WIDTHS: [u32; 8] = [512, 640, 768, 320, 256, 384, 480, 1024];
const HEIGHTS: [usize; 4] = [240, 256, 480, 512];

/// The width that divides so many words, best into a usual height; `None` where none does.
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

/// Whether so many words are a screen of a usual height.
pub(super) fn is_usual(words: usize) -> bool {
    width_of(words).is_some_and(|width| HEIGHTS.contains(&(words / width as usize)))
}
