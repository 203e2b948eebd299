//! GCZ: a disc in blocks that are deflated individually or stored.

use std::io::Read;
use std::sync::Arc;

use flate2::read::ZlibDecoder;

use super::blocks::{Blocks, Unpack};
use super::{MAX_DISC, name_inside};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Source};
use crate::formats::{Decoded, FormatInfo, Head, Loaded, Operations, Packed, Probe, Records};

const MAGIC: u32 = 0xB10B_C001;
/// Valid block sizes.
const SIZES: std::ops::RangeInclusive<u32> = 0x200..=0x20_0000;
/// Bit of a block's offset: it is stored uncompressed.
const PLAIN: u64 = 1 << 63;

/// A packed disc.
pub struct Gcz {
    inside: Decoded,
}

impl Records for Gcz {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.gcz",
        name: "Packed disc (GCZ)",
        extensions: &["gcz"],
        versions: &[],
        can: &[],
    };
    const ROOT: &'static str = "PackedDisc";
    const OPERATIONS: Operations<Self> = Operations::NONE.packed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_packed = head.u32(0)? == MAGIC && SIZES.contains(&head.u32(24)?);
        let reason = "magic number and block size of GCZ".to_owned();
        is_packed.then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let magic: u32 = cur.get_as("magic", Hint::Hex)?;
        cur.get::<u32>("kind")?;
        cur.get::<u64>("packed_size")?;
        let declared: u64 = cur.get("size")?;
        let size: u32 = cur.get("block_size")?;
        let count: u32 = cur.get("block_count")?;
        if magic != MAGIC || !SIZES.contains(&size) {
            return Err(cur.fail_at((0, 32), "magic", format_args!("not a packed disc")));
        }
        let count = cur.bounded("block_count", count.into(), 12);
        let places = cur.records_as::<u64>("blocks", count, Hint::Hex)?;
        cur.name_values::<u32>("checksums", count, Hint::Hex)?;
        let (data, rest) = (cur.pos(), cur.remaining());
        if rest > 0 {
            cur.skip("data", rest)?;
        }
        let most = (count as u64 * u64::from(size)).min(MAX_DISC);
        if declared > most {
            let message =
                format_args!("expected at most {most} bytes in the blocks, found {declared}");
            cur.problem(Severity::Error, (16, 8), "size", message);
        }
        let unpack = Deflated { from: source.clone(), places, data };
        let size = usize::try_from(size).unwrap_or(1);
        let reader = Arc::new(Blocks::new(unpack, size, declared.min(most)));
        let inside = Decoded::lazily(source, "gcz", name_inside(source, "iso"), reader, None);
        Ok(Self { inside })
    }
}

impl Packed for Loaded<Gcz> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.records.inside)
    }
}

/// Individually deflated blocks.
struct Deflated {
    from: Source,
    places: Vec<u64>,
    /// Offset of the first block.
    data: u64,
}

impl Unpack for Deflated {
    fn block(&self, index: u64, out: &mut [u8]) -> std::result::Result<(), String> {
        let place = |index: usize| self.places.get(index).map(|place| place & !PLAIN);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let start = place(index).and_then(|start| start.checked_add(self.data));
        let start = start.filter(|start| *start < self.from.len());
        let start = start.ok_or_else(|| format!("block {index} is outside the file"))?;
        let next = index.checked_add(1).and_then(place);
        let end = next.and_then(|next| next.checked_add(self.data)).unwrap_or(self.from.len());
        // Blocks that do not shrink are stored uncompressed, so none is much longer than its content.
        let most = start.saturating_add(out.len() as u64 + 1024);
        let end = end.min(most).min(self.from.len()).max(start);
        let mut packed = vec![0; usize::try_from(end - start).unwrap_or(0)];
        self.from.read_once(start, &mut packed)?;
        let is_plain = self.places.get(index).is_some_and(|place| place & PLAIN != 0);
        let mut plain = packed.as_slice();
        let filled = match is_plain {
            true => fill(&mut plain, out),
            false => fill(&mut ZlibDecoder::new(plain), out),
        };
        filled.map_err(|error| format!("cannot unpack block {index}: {error}"))
    }
}

/// Fills `out`, as far as there is data: the last block of a disc may be shorter.
fn fill(from: &mut impl Read, out: &mut [u8]) -> std::io::Result<()> {
    let mut filled = 0;
    while let Some(rest) = out.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match from.read(rest)? {
            0 if filled == 0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            0 => return Ok(()),
            count => filled += count,
        }
    }
    Ok(())
}
