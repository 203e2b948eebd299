//! CISO: a disc image without empty blocks. Stored blocks are not compressed.

use std::sync::Arc;

use super::{MAX_DISC, name_inside};
use crate::bytes::{Cursor, Hint, ReadAt, Recorder, Result, Severity, Source};
use crate::formats::{Decoded, FormatInfo, Head, Loaded, Operations, Packed, Probe, Records};

/// Number of blocks in the table.
const BLOCKS: usize = 0x7FF8;
/// Offset of the first stored block.
const DATA: u64 = 0x8000;
/// Valid block sizes.
const SIZES: std::ops::RangeInclusive<u32> = 0x800..=0x100_0000;

/// A packed disc.
pub struct Ciso {
    inside: Decoded,
}

impl Records for Ciso {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.ciso",
        name: "Packed disc (CISO)",
        extensions: &["ciso", "cso"],
        versions: &[],
        can: &[],
    };
    const ROOT: &'static str = "PackedDisc";
    const OPERATIONS: Operations<Self> = Operations::NONE.packed();

    /// The CISO of the PSP has the length of its header in place of the block size.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_ciso = head.bytes.starts_with(b"CISO") && is_size(head.u32(4)?);
        let reason = "magic number and block size of CISO".to_owned();
        is_ciso.then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let magic = cur.text("magic", 4)?;
        let size: u32 = cur.get("block_size")?;
        if magic != b"CISO" || !is_size(size) {
            return Err(cur.fail_at((0, 8), "magic", format_args!("not a packed disc")));
        }
        let stored = cur.records_as::<u8>("stored", BLOCKS, Hint::Dec)?;
        let data = cur.remaining();
        if data > 0 {
            cur.skip("blocks", data)?;
        }
        let mut at = DATA;
        let mut place = |is_stored: &u8| {
            let here = (*is_stored != 0).then_some(at);
            at = here.map_or(at, |here| here + u64::from(size));
            here
        };
        let last = stored.iter().rposition(|is_stored| *is_stored != 0);
        let count = last.map_or(0, |last| last + 1);
        let places: Vec<Option<u64>> = stored.iter().take(count).map(&mut place).collect();
        if at > source.len() {
            let message = format_args!("the blocks end at {at:#x}, past the end of the file");
            cur.problem(Severity::Error, (source.len(), 0), "blocks", message);
        }
        let declared = count as u64 * u64::from(size);
        if declared > MAX_DISC {
            let message = format_args!("{declared} bytes exceed the size of a disc");
            cur.problem(Severity::Warning, (8, BLOCKS as u64), "stored", message);
        }
        let (len, from) = (declared.min(MAX_DISC), source.clone());
        let reader = Arc::new(Sparse { from, size: size.into(), places, len });
        let inside = Decoded::lazily(source, "ciso", name_inside(source, "iso"), reader, None);
        Ok(Self { inside })
    }
}

impl Packed for Loaded<Ciso> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.records.inside)
    }
}

fn is_size(size: u32) -> bool {
    size.is_power_of_two() && SIZES.contains(&size)
}

/// Blocks that are stored or all zeros.
struct Sparse {
    from: Source,
    size: u64,
    places: Vec<Option<u64>>,
    len: u64,
}

impl ReadAt for Sparse {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> std::result::Result<(), String> {
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let within = at % self.size;
            let left = usize::try_from(self.size - within).unwrap_or(usize::MAX);
            let (piece, rest) = out.split_at_mut(left.min(out.len()));
            let block = usize::try_from(at / self.size).unwrap_or(usize::MAX);
            match self.places.get(block).copied().flatten() {
                Some(start) => self.stored(start + within, piece)?,
                None => piece.fill(0),
            }
            (at, out) = (at + piece.len() as u64, rest);
        }
        Ok(())
    }
}

impl Sparse {
    /// Images are truncated after their last file: missing bytes of the last block are 0.
    fn stored(&self, start: u64, out: &mut [u8]) -> std::result::Result<(), String> {
        let left = usize::try_from(self.from.len().saturating_sub(start)).unwrap_or(usize::MAX);
        if left == 0 {
            return Err("the packed file ends before this block".to_owned());
        }
        let (there, cut) = out.split_at_mut(left.min(out.len()));
        cut.fill(0);
        self.from.read_once(start, there)
    }
}
