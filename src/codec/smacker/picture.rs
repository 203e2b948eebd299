//! Pictures of 4×4 blocks (section 5).

use super::bits::LowBits;
use super::tree::BigTree;

/// The two ways in which blocks in full are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `SMK2`: every pixel.
    Two,
    /// `SMK4`: pixels may stand for two or four.
    Four,
}

/// The trees of a file.
#[derive(Clone, Debug)]
pub struct Codes {
    /// Which pixels of a block of two colours have the second one.
    pub masks: BigTree,
    /// The two colours.
    pub pairs: BigTree,
    /// Two pixels side by side.
    pub full: BigTree,
    /// Kinds of blocks and how many follow one another.
    pub kinds: BigTree,
}

impl Codes {
    fn trees(&mut self) -> [&mut BigTree; 4] {
        [&mut self.masks, &mut self.pairs, &mut self.full, &mut self.kinds]
    }

    /// Forgets what was read: every frame begins so.
    pub fn reset(&mut self) {
        self.trees().into_iter().for_each(BigTree::reset);
    }

    /// What was read last with each tree, to [go on](Codes::recall) from here another time.
    pub fn slots(&self) -> [[u16; 3]; 4] {
        [&self.masks, &self.pairs, &self.full, &self.kinds].map(BigTree::slots)
    }

    /// Goes on from where these [slots](Codes::slots) were.
    pub fn recall(&mut self, slots: [[u16; 3]; 4]) {
        for (tree, slots) in self.trees().into_iter().zip(slots) {
            tree.recall(slots);
        }
    }

    /// The next chain: what its blocks are, and how many there may be.
    #[inline]
    pub fn chain(&mut self, bits: &mut LowBits<'_>, version: Version) -> Chain {
        let code = self.kinds.next(bits);
        let kind = match code & 3 {
            0 => Kind::Mono,
            1 => Kind::Full(match version {
                Version::Two => Full::Each,
                Version::Four => full_of(bits),
            }),
            2 => Kind::Void,
            // The high byte.
            _ => Kind::Solid((code >> 8) as u8),
        };
        Chain { code, kind, most: run(code) }
    }

    /// The next block of a chain; `None` where it stays as it was.
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

/// Blocks of one kind in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// As read.
    pub code: u16,
    /// What its blocks are.
    pub kind: Kind,
    /// How many there are, where the picture does not end before.
    pub most: u32,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two colours and a mask.
    Mono,
    /// Every pixel.
    Full(Full),
    /// Stays as it was.
    Void,
    /// One colour.
    Solid(u8),
}

/// Indices into a palette; what a frame changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    pixels: Vec<u8>,
}

/// How a block in full is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// Every pixel.
    Each,
    /// Two by two alike.
    Double,
    /// Rows alike two by two.
    Half,
}

impl Full {
    /// Codes of a block, of two pixels each.
    pub fn codes(self) -> usize {
        match self {
            Full::Each => 8,
            Full::Half => 4,
            Full::Double => 2,
        }
    }
}

/// Pixels of a row of blocks' rows.
type Block = [[u8; 4]; 4];

impl Picture {
    /// All zero. Pixels beside the last whole block stay so.
    pub fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { width, pixels: vec![0; width.saturating_mul(height)] }
    }

    /// A picture to go on from, `width` pixels across.
    pub fn of(pixels: Vec<u8>, width: u32) -> Self {
        Self { width: width as usize, pixels }
    }

    /// Its pixels, for good.
    pub fn into_pixels(self) -> Vec<u8> {
        self.pixels
    }

    /// Index of every pixel, row by row, the top one first.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Paints a frame; false where its bits end before the last block.
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

/// How many blocks follow one another.
fn run(code: u16) -> u32 {
    match u32::from(code >> 2) & 63 {
        at @ 0..59 => at + 1,
        at => 128 << (at - 59),
    }
}

fn full_of(bits: &mut LowBits<'_>) -> Full {
    if bits.bit() {
        Full::Double
    } else if bits.bit() {
        Full::Half
    } else {
        Full::Each
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
fn in_full(bits: &mut LowBits<'_>, tree: &mut BigTree, full: Full) -> Block {
    let mut row = |bits: &mut LowBits<'_>| {
        let [c, d] = tree.next(bits).to_le_bytes();
        let [a, b] = tree.next(bits).to_le_bytes();
        [a, b, c, d]
    };
    match full {
        Full::Each => [row(bits), row(bits), row(bits), row(bits)],
        Full::Half => {
            let (upper, lower) = (row(bits), row(bits));
            [upper, upper, lower, lower]
        }
        Full::Double => {
            let mut half = || {
                let [left, right] = tree.next(bits).to_le_bytes();
                [left, left, right, right]
            };
            let (upper, lower) = (half(), half());
            [upper, upper, lower, lower]
        }
    }
}
