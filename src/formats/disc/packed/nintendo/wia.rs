//! WIA and RVZ: a disc in individually compressed groups, without data that can be regenerated.
//!
//! | part | layout |
//! |---|---|
//! | `header` | `WIA\1` or `RVZ\1`, versions, sizes, checksums |
//! | `disc` | kind, codec, size of a group, 0x80 bytes of the disc, three tables |
//! | `partitions` | key, and the groups of its sectors, twice |
//!
//! Everything is big-endian. The tables of raw data and of groups are compressed like the groups.

use std::fmt;

use super::groups::Packing;
use super::inside;
use crate::bytes::{Cursor, Endian, Hint, RecordReader, Recorder, Result, Source, Symbol};
use crate::formats::{Decoded, FormatInfo, Head, Loaded, Operations, Packed, Probe, Records};

const WIA: &[u8] = b"WIA\x01";
const RVZ: &[u8] = b"RVZ\x01";
/// Limits that no real disc reaches: tables and groups are unpacked in memory.
const MAX_HEADER: u32 = 0x1000;
const MAX_GROUP: u32 = 64 << 20;
/// Only RVZ uses Zstandard, and programs write groups of at most 2 MB there.
const MAX_ZSTANDARD_GROUP: u32 = 16 << 20;
const MAX_GROUPS: u32 = 1 << 20;
const MAX_RAW: u32 = 1 << 16;
const MAX_PARTITIONS: u32 = 256;
const MAX_DICTIONARY: u64 = 64 << 20;
/// Maximum number of bytes by which a codec enlarges data.
const MAX_OVERHEAD: u64 = 1 << 20;
/// Sizes of entries in the tables of raw data and of groups.
const RAW: u64 = 24;
const GROUP: [usize; 2] = [8, 12];
/// Size of an entry in the table of partitions.
const PARTITION: u64 = 0x30;

const ZSTANDARD: u32 = 5;
const KINDS: &[Symbol] = &[Symbol { value: 1, name: "GameCube" }, Symbol { value: 2, name: "Wii" }];
const CODECS: &[Symbol] = &[
    Symbol { value: 0, name: "none" },
    Symbol { value: 1, name: "purge" },
    Symbol { value: 2, name: "bzip2" },
    Symbol { value: 3, name: "LZMA" },
    Symbol { value: 4, name: "LZMA2" },
    Symbol { value: ZSTANDARD, name: "Zstandard" },
];

/// A packed disc.
pub struct Wia {
    is_rvz: bool,
    inside: Decoded,
}

impl Records for Wia {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.wia",
        name: "Packed disc (WIA, RVZ)",
        extensions: &["wia", "rvz"],
        versions: &["wia", "rvz"],
        can: &[],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "PackedDisc";
    const OPERATIONS: Operations<Self> = Operations::NONE.packed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_packed = head.bytes.starts_with(WIA) || head.bytes.starts_with(RVZ);
        let reason = "magic number of WIA or RVZ".to_owned();
        is_packed.then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let (is_rvz, size) = cur.group("header", "Header", header)?;
        let start = cur.pos();
        let end = start.saturating_add(size.into());
        let disc = cur.within(start, end, |cur| cur.group("disc", "Disc", disc))?;
        partitions(cur, &disc);
        for (name, table) in [("raw_data", disc.raw), ("groups", disc.groups)] {
            let end = table.start.saturating_add(table.len);
            let read = cur.within(table.start, end, |cur| match table.len {
                0 => Ok(()),
                len => cur.skip(name, len),
            });
            cur.or_keep(read);
        }
        check_groups(cur, source, &disc, is_rvz)?;
        let inside = inside(cur, source, if is_rvz { "rvz" } else { "wia" })?;
        Ok(Self { is_rvz, inside })
    }

    fn version(&self) -> String {
        if self.is_rvz { "rvz" } else { "wia" }.to_owned()
    }
}

impl Packed for Loaded<Wia> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.records.inside)
    }
}

/// Reads the header. Returns `true` for an RVZ, and the size of the next part.
fn header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(bool, u32)> {
    let magic = cur.text("magic", 4)?;
    cur.get_as::<u32>("version", Hint::Hex)?;
    cur.get_as::<u32>("compatible_version", Hint::Hex)?;
    let size: u32 = cur.get("disc_size")?;
    if !matches!(magic, WIA | RVZ) || size > MAX_HEADER {
        return Err(cur.fail_at((0, 16), "magic", format_args!("not a packed disc")));
    }
    cur.bytes("disc_sha1", 20)?;
    cur.get::<u64>("unpacked_size")?;
    cur.get::<u64>("file_size")?;
    cur.bytes("sha1", 20)?;
    Ok((magic == RVZ, size))
}

/// Location of a compressed table.
#[derive(Clone, Copy)]
struct Table {
    start: u64,
    len: u64,
}

struct Disc<'a> {
    packing: Packing<'a>,
    group_size: u32,
    group_count: u32,
    partition_count: u32,
    partitions: u64,
    raw: Table,
    groups: Table,
}

fn disc<'a, R: Recorder>(cur: &mut Cursor<'a, R>) -> Result<Disc<'a>> {
    cur.get_as::<u32>("kind", Hint::Enum(KINDS))?;
    let codec = cur.get_as("codec", Hint::Enum(CODECS))?;
    cur.get::<i32>("level")?;
    let max_group = if codec == ZSTANDARD { MAX_ZSTANDARD_GROUP } else { MAX_GROUP };
    let group_size = bounded(cur, "group_size", max_group)?;
    cur.bytes("disc_header", 0x80)?;
    let partition_count = bounded(cur, "partition_count", MAX_PARTITIONS)?;
    cur.get::<u32>("partition_size")?;
    let partitions = cur.get_as("partitions", Hint::Pointer)?;
    cur.bytes("partitions_sha1", 20)?;
    let raw_count = bounded(cur, "raw_data_count", MAX_RAW)?;
    let raw = table(cur, "raw_data", "raw_data_size", u64::from(raw_count) * RAW)?;
    let group_count = bounded(cur, "group_count", MAX_GROUPS)?;
    let unpacked = u64::from(group_count) * GROUP[1] as u64;
    let groups = table(cur, "groups", "groups_size", unpacked)?;
    let used: u8 = cur.get("codec_data_size")?;
    let at = cur.pos();
    let properties = cur.bytes("codec_data", 7)?;
    let packing =
        Packing { codec, properties: properties.get(..used.into()).unwrap_or(properties) };
    let dictionary = packing.dictionary();
    if dictionary > MAX_DICTIONARY {
        let message = format_args!("a dictionary of {dictionary} bytes exceeds {MAX_DICTIONARY}");
        return Err(cur.fail_at((at, 7), "codec_data", message));
    }
    Ok(Disc { packing, group_size, group_count, partition_count, partitions, raw, groups })
}

/// Refuses groups that are stored in far more bytes than they have.
fn check_groups<R: Recorder>(
    cur: &Cursor<'_, R>,
    source: &Source,
    disc: &Disc<'_>,
    is_rvz: bool,
) -> Result<()> {
    let Table { start, len } = disc.groups;
    let fail = |why: fmt::Arguments<'_>| Err(cur.fail_at((start, len), "groups", why));
    let mut packed = vec![0; usize::try_from(len).unwrap_or(0)];
    if let Err(why) = source.read_once(start, &mut packed) {
        return fail(format_args!("cannot read the table of groups: {why}"));
    }
    let width = GROUP[usize::from(is_rvz)];
    let (size, index) = match disc.packing.largest_group(&packed, disc.group_count, width) {
        Ok(largest) => largest,
        Err(why) => return fail(format_args!("cannot unpack the table of groups: {why}")),
    };
    let max = u64::from(disc.group_size) * 2 + MAX_OVERHEAD;
    if u64::from(size) > max {
        return fail(format_args!("group {index} is stored in {size} bytes, more than {max}"));
    }
    Ok(())
}

/// Reads a number that determines memory use.
fn bounded<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str, max: u32) -> Result<u32> {
    let at = cur.pos();
    let value: u32 = cur.get(name)?;
    if value > max {
        let message = format_args!("{value} exceeds the maximum {max}");
        return Err(cur.fail_at((at, 4), name, message));
    }
    Ok(value)
}

/// Reads location and size of a table that has `unpacked` bytes when unpacked.
fn table<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    name: &'static str,
    size: &'static str,
    unpacked: u64,
) -> Result<Table> {
    let start = cur.get_as(name, Hint::Pointer)?;
    let at = cur.pos();
    let len = u64::from(cur.get::<u32>(size)?);
    if len > cur.source_len() {
        return Err(cur.fail_at((at, 4), size, format_args!("the table is incomplete")));
    }
    let max = unpacked + MAX_OVERHEAD;
    if len > max {
        let message = format_args!("{len} exceeds the maximum {max}");
        return Err(cur.fail_at((at, 4), size, message));
    }
    Ok(Table { start, len })
}

fn partitions<R: Recorder>(cur: &mut Cursor<'_, R>, disc: &Disc<'_>) {
    let end = cur.source_len();
    let read = cur.within(disc.partitions, end, |cur| {
        let count = cur.bounded("partitions", disc.partition_count.into(), PARTITION);
        Ok(cur.run("partitions", count, PartitionReader))
    });
    if disc.partition_count > 0 {
        cur.or_keep(read);
    }
}

struct PartitionReader;

impl RecordReader for PartitionReader {
    type Out = ();
    const TYPE: &'static str = "Partition";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<()> {
        cur.bytes("key", 16)?;
        for part in ["management", "data"] {
            cur.group(part, "PartitionData", |cur| {
                for name in ["first_sector", "sector_count", "first_group", "group_count"] {
                    cur.get::<u32>(name)?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}
