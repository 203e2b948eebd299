//! WBFS: a Wii disc without the blocks that nothing is in.

use super::inside;
use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Source};
use crate::formats::{Decoded, FormatInfo, Head, Loaded, Probe, Records};

/// Sectors of the drive and blocks of a disc that occur, as powers of two.
const SECTORS: std::ops::RangeInclusive<u8> = 9..=16;
const BLOCKS: std::ops::RangeInclusive<u8> = 15..=27;
/// Sectors of a disc with two layers, and bytes of one as a power of two.
const DISC_SECTORS: u64 = 2 * 143_432;
const DISC_SECTOR: u8 = 15;
/// Bytes of the disc's header that are kept in front of its blocks.
const HEADER: usize = 0x100;

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
    const ROOT: &'static str = "PackedDisc";
    const IS_WRAPPER: bool = true;

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_packed = head.bytes.starts_with(b"WBFS");
        let reason = "the mark of a WBFS file".to_owned();
        is_packed.then_some(Probe { score: 95, reason })
    }

    fn endian(_: &Source) -> Endian {
        Endian::Big
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let magic = cur.text("magic", 4)?;
        let count: u32 = cur.get("sector_count")?;
        let sector: u8 = cur.get("sector_bits")?;
        let block: u8 = cur.get("block_bits")?;
        cur.get::<u8>("version")?;
        cur.padding(1)?;
        if magic != b"WBFS" || !SECTORS.contains(&sector) || !BLOCKS.contains(&block) {
            return Err(cur.fail_at((0, 12), "magic", format_args!("this is no packed disc")));
        }
        let (there, promised) = (cur.source_len(), u64::from(count) << sector);
        if there < promised {
            let message = format_args!(
                "{there} of its {promised} bytes are in this file: where the rest is in .wbf1 and so \
                 on, join the files to one first"
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

    fn decoded(file: &Loaded<Self>) -> Option<&Decoded> {
        Some(&file.records.inside)
    }
}
