//! Fields of pictures, by block.

use std::sync::Arc;

use super::super::records::Header;
use super::super::trees::Trees;
use super::pen::{FieldReader, Stream};
use crate::bytes::{Cursor, Element, Result, TreeRecorder};
use crate::codec::smacker::{Chain, Codes, FullBlockForm, Kind, Version};

/// Context for locating blocks.
#[derive(Clone)]
pub struct Video {
    pub trees: Arc<Trees>,
    pub version: Version,
    /// Number of blocks per row and column.
    pub across: u32,
    pub down: u32,
}

impl Video {
    /// `None` if the trees cannot be read.
    pub fn of(header: &Header, trees: Option<&Arc<Trees>>) -> Option<Self> {
        let (across, down) = (header.width / 4, header.height / 4);
        Some(Self { trees: trees?.clone(), version: header.version()?, across, down })
    }

    fn blocks(&self) -> u32 {
        self.across.saturating_mul(self.down)
    }

    /// Creates the fields of the picture from the cursor to `end`.
    pub fn fields(&self, cur: &mut Cursor<'_, TreeRecorder>, end: u64) -> Result<()> {
        let start = cur.pos();
        let bytes = cur.slice(start, end);
        let (places, used) = self.chains(bytes);
        let byte = |place: &DecoderState| u32::try_from(place.bit / 8).unwrap_or(u32::MAX);
        let starts: Arc<[u32]> = places.iter().map(byte).collect();
        let len = bytes.len() as u64;
        let fields = ChainFields { video: self.clone(), start, len, places };
        cur.run_of("video", used, starts, fields)?;
        cur.bytes_or_padding(end).map(drop)
    }

    /// Field path, relative to the frame, for the block in a column and row.
    pub fn path_of(&self, bytes: &[u8], [column, row]: [u32; 2]) -> Option<String> {
        let block = row.checked_mul(self.across)?.checked_add(column)?;
        let (places, _) = self.chains(bytes);
        let index = places.partition_point(|place| place.block <= block).checked_sub(1)?;
        let place = places.get(index)?;
        let is_there = column < self.across && row < self.down;
        let in_chain = block - place.block;
        let mut codes = self.trees.codes.clone();
        codes.recall(place.slots);
        let chain = codes.chain(&mut Stream::new(0, bytes, place.bit).bits, self.version);
        match chain.kind {
            _ if !is_there || in_chain >= chain.most => None,
            Kind::Mono | Kind::Full(_) => Some(format!("video[{index}].blocks[{in_chain}]")),
            Kind::Void | Kind::Solid(_) => Some(format!("video[{index}]")),
        }
    }

    /// Start of each chain, and the total size in bytes. There are no more chains than bits;
    /// otherwise a picture without bits could have a million.
    fn chains(&self, bytes: &[u8]) -> (Vec<DecoderState>, usize) {
        let mut codes = self.trees.codes.clone();
        codes.reset();
        let mut stream = Stream::new(0, bytes, 0);
        let (mut places, mut block) = (Vec::new(), 0);
        let mut end = 0;
        while block < self.blocks() && places.len() < 8 * bytes.len() {
            let place = DecoderState { bit: stream.at(), block, slots: codes.slots() };
            let chain = codes.chain(&mut stream.bits, self.version);
            let count = chain.most.min(self.blocks() - block);
            for _ in 0..count {
                skip(&mut codes, &mut stream, chain.kind);
                if stream.bits.is_spent() {
                    break;
                }
            }
            if stream.bits.is_spent() {
                break;
            }
            places.push(place);
            block += count;
            end = stream.end();
        }
        (places, usize::try_from(end).unwrap_or(usize::MAX))
    }
}

fn skip(codes: &mut Codes, stream: &mut Stream<'_>, kind: Kind) {
    let bits = &mut stream.bits;
    match kind {
        Kind::Mono => {
            codes.pairs.next(bits);
            codes.masks.next(bits);
        }
        Kind::Full(full) => {
            for _ in 0..full.codes() {
                codes.full.next(bits);
            }
        }
        Kind::Void | Kind::Solid(_) => {}
    }
}

/// State of the decoder.
#[derive(Clone, Copy)]
struct DecoderState {
    bit: u64,
    /// Index of the next block.
    block: u32,
    slots: [[u16; 3]; 4],
}

struct ChainFields {
    video: Video,
    start: u64,
    len: u64,
    places: Vec<DecoderState>,
}

impl Element for ChainFields {
    fn type_name(&self) -> &'static str {
        "Chain"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let Some(place) = self.places.get(index) else { return Ok(()) };
        let bytes = cur.slice(self.start, self.start + self.len);
        let mut codes = self.video.trees.codes.clone();
        codes.recall(place.slots);
        let stream = Stream::new(self.start, bytes, place.bit);
        FieldReader::element(cur, (index, "Chain"), stream, |pen| {
            self.chain(pen, &mut codes, place.block);
        })
    }
}

impl ChainFields {
    fn chain(&self, pen: &mut FieldReader<'_, '_, '_>, codes: &mut Codes, first: u32) {
        let mut chain = Chain { code: 0, kind: Kind::Void, most: 0 };
        let read = |bits: &mut _| {
            chain = codes.chain(bits, self.video.version);
            chain.code
        };
        pen.code("kind", read, |code| format!("{code:#06x}"));
        let count = chain.most.min(self.video.blocks() - first);
        let what = in_words(chain.kind);
        let place = self.place(first);
        pen.cur.describe(|| match count {
            1 => format!("1 block at {place}: {what}"),
            _ => format!("{count} blocks from {place}: {what}"),
        });
        if matches!(chain.kind, Kind::Mono | Kind::Full(_)) {
            pen.list("blocks", "Block", count as usize, |pen, index| {
                let place = self.place(first.saturating_add(crate::bytes::count32(index)));
                pen.cur.describe(|| format!("at {place}"));
                block(pen, codes, chain.kind);
            });
        }
    }

    /// Column and row of the top left pixel of a block.
    fn place(&self, block: u32) -> String {
        let across = self.video.across.max(1);
        format!("({}, {})", block % across * 4, block / across * 4)
    }
}

fn block(pen: &mut FieldReader<'_, '_, '_>, codes: &mut Codes, kind: Kind) {
    let pair = |code: u16| {
        let [low, high] = code.to_le_bytes();
        format!("colours {low} and {high}")
    };
    match kind {
        Kind::Mono => {
            pen.code("colours", |bits| codes.pairs.next(bits), pair);
            let rows = |mask: u16| {
                let row =
                    |row: u32| format!("{:04b}", (mask >> (4 * row) & 15).reverse_bits() >> 12);
                (0..4).map(row).collect::<Vec<_>>().join(" ")
            };
            pen.code("mask", |bits| codes.masks.next(bits), rows);
        }
        Kind::Full(full) => {
            for _ in 0..full.codes() {
                pen.code("pixels", |bits| codes.full.next(bits), pair);
            }
        }
        Kind::Void | Kind::Solid(_) => {}
    }
}

fn in_words(kind: Kind) -> String {
    match kind {
        Kind::Mono => "two colours".to_owned(),
        Kind::Full(FullBlockForm::Each) => "every pixel".to_owned(),
        Kind::Full(FullBlockForm::Double) => "every fourth pixel".to_owned(),
        Kind::Full(FullBlockForm::Half) => "every other row".to_owned(),
        Kind::Void => "unchanged".to_owned(),
        Kind::Solid(colour) => format!("colour {colour}"),
    }
}
