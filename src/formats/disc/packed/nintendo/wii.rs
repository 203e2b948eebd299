//! A Wii disc, with its data partition decrypted.

use super::inside;
use crate::bytes::{
    Cursor, Endian, Hint, RecordReader, Recorder, Result, Severity, Source, Symbol,
};
use crate::formats::disc::gamecube::WII_MAGIC;
use crate::formats::{Decoded, FormatInfo, Head, Loaded, Operations, Packed, Probe, Records};

/// Number of partition groups, and offset of their table.
const GROUPS: usize = 4;
const GROUP_TABLE: u64 = 0x4_0000;
/// Maximum number of displayed partitions per group.
const MAX_PARTITIONS: u64 = 64;
const KINDS: &[Symbol] = &[
    Symbol { value: 0, name: "data" },
    Symbol { value: 1, name: "update" },
    Symbol { value: 2, name: "channel" },
];

/// An unpacked, encrypted disc.
pub struct Wii {
    inside: Decoded,
}

impl Records for Wii {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.wii",
        name: "Wii disc",
        extensions: &["iso"],
        versions: &[],
        can: &[],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "WiiDisc";
    const OPERATIONS: Operations<Self> = Operations::NONE.packed();

    /// A partition's content has the same magic number, and a file table.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_wii = head.u32(0x18)?.swap_bytes() == WII_MAGIC && head.u32(0x424)? == 0;
        let reason = "magic number of a Wii disc".to_owned();
        is_wii.then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        cur.group("header", "Header", header)?;
        let groups = cur.at(GROUP_TABLE, |cur| {
            cur.array("groups", |cur| {
                (0..GROUPS).try_for_each(|index| cur.element(index, "Group", group))
            })
        });
        cur.or_keep(groups);
        Ok(Self { inside: inside(cur, source, "wii")? })
    }
}

impl Packed for Loaded<Wii> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.records.inside)
    }
}

fn header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<()> {
    cur.text("game", 6)?;
    cur.get::<u8>("disc")?;
    cur.get::<u8>("version")?;
    cur.bytes("streaming", 16)?;
    cur.get_as::<u32>("magic", Hint::Hex)?;
    cur.get_as::<u32>("gamecube_magic", Hint::Hex)?;
    cur.text("title", 0x40)?;
    cur.get::<u8>("has_no_hashes")?;
    cur.get::<u8>("is_decrypted")?;
    Ok(())
}

/// A group of partitions; offsets are stored divided by 4.
fn group<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<()> {
    let count = u64::from(cur.get::<u32>("count")?);
    let start = offset(cur, "start")?;
    if count == 0 {
        return Ok(());
    }
    if count > MAX_PARTITIONS {
        let message = format_args!("{count} partitions; only the first {MAX_PARTITIONS} are read");
        cur.problem(Severity::Warning, (start, 0), "partitions", message);
    }
    let end = cur.source_len();
    let read = cur.within(start, end, |cur| {
        let count = cur.bounded("partitions", count.min(MAX_PARTITIONS), 8);
        Ok(cur.run("partitions", count, PartitionReader))
    });
    cur.or_keep(read);
    Ok(())
}

fn offset<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<u64> {
    let offset = u64::from(cur.get_as::<u32>(name, Hint::Hex)?) * 4;
    cur.explain(|| format!("offset {offset:#x} on the disc"));
    Ok(offset)
}

struct PartitionReader;

impl RecordReader for PartitionReader {
    type Out = u64;
    const TYPE: &'static str = "Partition";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<u64> {
        let start = offset(cur, "start")?;
        cur.get_as::<u32>("kind", Hint::Enum(KINDS))?;
        Ok(start)
    }
}
