//! WBFS: a Wii disc without empty blocks.

use super::inside;
use crate::bytes::{Cursor, Endian, Hint, Pieces, Recorder, Result, Run, Source};
use crate::container::Siblings;
use crate::formats::{Decoded, FormatInfo, Head, Loaded, Operations, Packed, Probe, Records};

/// Valid sizes of drive sectors and disc blocks, as powers of two.
const SECTORS: std::ops::RangeInclusive<u8> = 9..=16;
const BLOCKS: std::ops::RangeInclusive<u8> = 15..=27;
/// Number of sectors of a dual-layer disc, and the size of a sector as a power of two.
const DISC_SECTORS: u64 = 2 * 143_432;
const DISC_SECTOR: u8 = 15;
/// Size of the copy of the disc's header before the blocks.
const HEADER: usize = 0x100;

/// Maximum number of parts, numbered by one digit: files are split for drives that cannot store 4 GiB in
/// one file.
const MAX_PARTS: u8 = 9;

/// Name of a further part of the file.
fn part(source: &Source, number: u8) -> String {
    format!("{}.wbf{number}", source.stem())
}

/// Total size of all parts according to the header.
fn declared(source: &Source) -> Option<u64> {
    let head = Head::of(source);
    let sector = head.bytes.get(8).filter(|bits| SECTORS.contains(bits))?;
    Some(u64::from(head.u32(4)?.swap_bytes()) << sector)
}

/// A packed disc.
pub struct Wbfs {
    inside: Decoded,
}

impl Records for Wbfs {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.wbfs",
        name: "Packed disc (WBFS)",
        extensions: &["wbfs"],
        versions: &[],
        can: &[],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "PackedDisc";
    const OPERATIONS: Operations<Self> = Operations::NONE.packed().joined(Wbfs::joined);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_packed = head.bytes.starts_with(b"WBFS");
        let reason = "magic number of a WBFS file".to_owned();
        is_packed.then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let magic = cur.text("magic", 4)?;
        let count: u32 = cur.get("sector_count")?;
        let sector: u8 = cur.get("sector_bits")?;
        let block: u8 = cur.get("block_bits")?;
        cur.get::<u8>("version")?;
        cur.padding(1)?;
        if magic != b"WBFS" || !SECTORS.contains(&sector) || !BLOCKS.contains(&block) {
            return Err(cur.fail_at((0, 12), "magic", format_args!("not a packed disc")));
        }
        let (there, declared) = (cur.source_len(), u64::from(count) << sector);
        if there < declared {
            let next = part(source, 1);
            let message = format_args!(
                "expected {declared} bytes, found {there}; the next part {next} is missing or \
                 truncated"
            );
            return Err(cur.fail_at((4, 4), "sector_count", message));
        }
        let table = (1u64 << sector) - cur.pos();
        cur.skip("discs", table)?;
        cur.bytes("disc_header", HEADER)?;
        let blocks = DISC_SECTORS >> (block - DISC_SECTOR);
        let blocks = cur.bounded("blocks", blocks, 2);
        cur.name_values::<u16>("blocks", blocks, Hint::Dec)?;
        let data = cur.remaining();
        if data > 0 {
            cur.skip("data", data)?;
        }
        Ok(Self { inside: inside(cur, source, "wbfs")? })
    }
}

impl Wbfs {
    fn joined(source: &Source, siblings: &dyn Siblings) -> Option<Source> {
        let declared = declared(source)?;
        let mut runs = vec![Run::one(source, 0, source.len())];
        let mut there = source.len();
        for number in 1..=MAX_PARTS {
            let Some(next) = (there < declared).then(|| siblings.open(&part(source, number)).ok())
            else {
                break;
            };
            let next = next?;
            runs.push(Run::one(&next, 0, next.len()));
            there = there.saturating_add(next.len());
        }
        (runs.len() > 1).then(|| Source::in_pieces(source.name(), Pieces::new(runs)))
    }
}

impl Packed for Loaded<Wbfs> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.records.inside)
    }
}
