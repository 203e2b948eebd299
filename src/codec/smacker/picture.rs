//! Pictures of 4×4 blocks (section 5).

use super::bits::LowBits;
use super::tree::BigTree;

/// Version of the coding of full blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `SMK2`: every pixel.
    Two,
    /// `SMK4`: pixels may also be doubled.
    Four,
}

/// Code trees of a file.
#[derive(Clone, Debug)]
pub struct Codes {
    /// Masks of two-colour blocks; set bits select the second colour.
    pub masks: BigTree,
    /// Colour pairs of two-colour blocks.
    pub pairs: BigTree,
    /// Pairs of adjacent pixels of full blocks.
    pub full: BigTree,
    /// Block kinds with run lengths.
    pub kinds: BigTree,
}

impl Codes {
    fn trees(&mut self) -> [&mut BigTree; 4] {
        [&mut self.masks, &mut self.pairs, &mut self.full, &mut self.kinds]
    }

    /// Clears the recently read values, as at the start of every frame.
    pub fn reset(&mut self) {
        self.trees().into_iter().for_each(BigTree::reset);
    }

    /// Recently read values of each tree, to [restore](Codes::recall) later.
    pub fn slots(&self) -> [[u16; 3]; 4] {
        [&self.masks, &self.pairs, &self.full, &self.kinds].map(BigTree::slots)
    }

    /// Restores recently read [values](Codes::slots).
    pub fn recall(&mut self, slots: [[u16; 3]; 4]) {
        for (tree, slots) in self.trees().into_iter().zip(slots) {
            tree.recall(slots);
        }
    }

    /// Reads the next chain: kind and maximum number of its blocks.
    #[inline]
    pub fn chain(&mut self, bits: &mut LowBits<'_>, version: Version) -> Chain {
        let code = self.kinds.next(bits);
        let kind = match code & 3 {
            0 => Kind::Mono,
            1 => Kind::Full(match version {
                Version::Two => FullBlockForm::Each,
                Version::Four => full_of(bits),
            }),
            2 => Kind::Void,
            // The high byte.
            _ => Kind::Solid((code >> 8) as u8),
        };
        Chain { code, kind, most: run(code) }
    }

    /// Reads the next block of a chain; `None` if it is unchanged.
    #[inline]
    fn block(&mut self, bits: &mut LowBits<'_>, kind: Kind) -> Option<Block> {
        match kind {
            Kind::Mono => Some(mono(bits, self)),
            Kind::Full(full) => Some(in_full(bits, &mut self.full, full)),
            Kind::Void => None,
            Kind::Solid(colour) => Some([[colour; 4]; 4]),
        }
    }
}

/// Run of blocks of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Code as read.
    pub code: u16,
    /// Kind of the blocks.
    pub kind: Kind,
    /// Number of blocks, unless the picture ends before.
    pub most: u32,
}

/// Kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two colours and a mask.
    Mono,
    /// Every pixel, in one of several storage forms.
    Full(FullBlockForm),
    /// Unchanged.
    Void,
    /// One colour.
    Solid(u8),
}

/// Picture of palette indices, which frames update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    pixels: Vec<u8>,
}

/// Storage form of a full block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullBlockForm {
    /// Every pixel.
    Each,
    /// Pixels doubled in both directions.
    Double,
    /// Rows doubled.
    Half,
}

impl FullBlockForm {
    /// Number of codes in a block, of two pixels each.
    pub fn codes(self) -> usize {
        match self {
            FullBlockForm::Each => 8,
            FullBlockForm::Half => 4,
            FullBlockForm::Double => 2,
        }
    }
}

/// Pixels of a block by row.
type Block = [[u8; 4]; 4];

impl Picture {
    /// Creates a picture of zeros. Pixels outside whole blocks remain zero.
    pub fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { width, pixels: vec![0; width.saturating_mul(height)] }
    }

    /// Creates a picture to update from `pixels` with this width.
    pub fn of(pixels: Vec<u8>, width: u32) -> Self {
        Self { width: width as usize, pixels }
    }

    /// Returns its pixels.
    pub fn into_pixels(self) -> Vec<u8> {
        self.pixels
    }

    /// Palette index of every pixel, in row order from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Paints a frame; returns `false` if its bits end before the last block.
    pub fn paint(&mut self, bytes: &[u8], codes: &mut Codes, version: Version) -> bool {
        codes.reset();
        let mut bits = LowBits::new(bytes);
        let across = self.width / 4;
        let mut strips = self.pixels.chunks_exact_mut((4 * self.width).max(1));
        let mut strip = Strip::next(&mut strips, self.width, across);
        while strip.is_some() {
            let chain = codes.chain(&mut bits, version);
            if bits.is_spent() {
                return false;
            }
            for _ in 0..chain.most {
                let Some(row) = strip.as_mut() else { break };
                let block = codes.block(&mut bits, chain.kind);
                if bits.is_spent() {
                    return false;
                }
                row.put(block);
                if row.is_done() {
                    strip = Strip::next(&mut strips, self.width, across);
                }
            }
        }
        true
    }
}

/// Four rows of pixels, filled block by block.
struct Strip<'a> {
    rows: [&'a mut [u8]; 4],
    at: usize,
    across: usize,
}

impl<'a> Strip<'a> {
    fn next(
        strips: &mut impl Iterator<Item = &'a mut [u8]>,
        width: usize,
        across: usize,
    ) -> Option<Self> {
        let strip = strips.next().filter(|_| across > 0)?;
        let (a, rest) = strip.split_at_mut_checked(width)?;
        let (b, rest) = rest.split_at_mut_checked(width)?;
        let (c, d) = rest.split_at_mut_checked(width)?;
        Some(Self { rows: [a, b, c, d], at: 0, across })
    }

    #[inline]
    fn put(&mut self, block: Option<Block>) {
        if let Some(block) = block {
            let start = 4 * self.at;
            for (row, pixels) in self.rows.iter_mut().zip(block) {
                if let Some(slot) = row.get_mut(start..start + 4) {
                    slot.copy_from_slice(&pixels);
                }
            }
        }
        self.at += 1;
    }

    fn is_done(&self) -> bool {
        self.at >= self.across
    }
}

/// Number of consecutive blocks.
fn run(code: u16) -> u32 {
    match u32::from(code >> 2) & 63 {
        at @ 0..59 => at + 1,
        at => 128 << (at - 59),
    }
}

fn full_of(bits: &mut LowBits<'_>) -> FullBlockForm {
    if bits.bit() {
        FullBlockForm::Double
    } else if bits.bit() {
        FullBlockForm::Half
    } else {
        FullBlockForm::Each
    }
}

#[inline]
fn mono(bits: &mut LowBits<'_>, codes: &mut Codes) -> Block {
    let [zero, one] = codes.pairs.next(bits).to_le_bytes();
    let mask = codes.masks.next(bits);
    let pixel = |k: u32| if mask >> k & 1 != 0 { one } else { zero };
    [0, 4, 8, 12].map(|row| [pixel(row), pixel(row + 1), pixel(row + 2), pixel(row + 3)])
}

#[inline]
fn in_full(bits: &mut LowBits<'_>, tree: &mut BigTree, full: FullBlockForm) -> Block {
    let mut row = |bits: &mut LowBits<'_>| {
        let [c, d] = tree.next(bits).to_le_bytes();
        let [a, b] = tree.next(bits).to_le_bytes();
        [a, b, c, d]
    };
    match full {
        FullBlockForm::Each => [row(bits), row(bits), row(bits), row(bits)],
        FullBlockForm::Half => {
            let (upper, lower) = (row(bits), row(bits));
            [upper, upper, lower, lower]
        }
        FullBlockForm::Double => {
            let mut half = || {
                let [left, right] = tree.next(bits).to_le_bytes();
                [left, left, right, right]
            };
            let (upper, lower) = (half(), half());
            [upper, upper, lower, lower]
        }
    }
}
