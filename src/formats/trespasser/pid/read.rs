//! Bytes to records.

use super::records::{
    ENTRY, Entry, Header, IMAGE_TYPES, Layout, OCCLUSIONS, PALETTE_HEADER, Palette, Pid,
    TRANSPARENCIES, VERSION,
};
use crate::bytes::{
    Cursor, Hint, RecordReader, Recorder, Result, RunOf, Severity, Shaped, unclaimed,
};
use crate::formats::trespasser::places::spans;
use crate::scene::Spans;

const HEADER: u64 = Header::SIZE as u64;

/// Where the records are.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub palettes: Spans,
    pub entries: Spans,
}

pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Pid, Places)> {
    let header: Header = cur.record("header")?;
    if header.version != VERSION {
        let version = header.version;
        let message = format_args!("version {version:#x} is not known, only {VERSION:#x} is");
        return Err(cur.fail_at(0, 4, "header.version", message));
    }
    let (palettes_at, entries_at) =
        (u64::from(header.palettes_offset), u64::from(header.entries_offset));
    let palettes =
        list(cur, PALETTES, header.palette_count, palettes_at, entries_at, PaletteReader)?;
    let entries = list(cur, ENTRIES, header.entry_count, entries_at, palettes_at, EntryReader)?;
    let mut layout = Layout {
        entries_first: entries_at < palettes_at,
        entry_count: stale(header.entry_count, entries.items.len()),
        palette_count: stale(header.palette_count, palettes.items.len()),
        entries_offset: entries.items.is_empty().then_some(header.entries_offset),
        palettes_offset: palettes.items.is_empty().then_some(header.palettes_offset),
        ..Layout::default()
    };
    gaps(cur, &palettes, &entries, &mut layout);
    let source = cur.source_id();
    let places = Places {
        palettes: spans(source, &palettes, "palettes"),
        entries: spans(source, &entries, "entries"),
    };
    Ok((Pid { header, palettes: palettes.items, entries: entries.items, layout }, places))
}

/// The names of a list, and its two fields in the header with their offset.
struct List {
    name: &'static str,
    offset: (u64, &'static str),
    count: (u64, &'static str),
}

const PALETTES: List = List {
    name: "palettes",
    offset: (0x10, "header.palettes_offset"),
    count: (0x14, "header.palette_count"),
};
const ENTRIES: List = List {
    name: "entries",
    offset: (0x08, "header.entries_offset"),
    count: (0x0C, "header.entry_count"),
};

/// Reads a list at `start`, which ends before `other` when that is behind it.
fn list<R: Recorder, E: RecordReader>(
    cur: &mut Cursor<'_, R>,
    names: List,
    count: u32,
    start: u64,
    other: u64,
    reader: E,
) -> Result<RunOf<E::Out>> {
    let nothing = RunOf { items: Vec::new(), start: HEADER, starts: [].into(), end: HEADER };
    if count == 0 {
        return Ok(nothing);
    }
    let end = if other > start { other } else { u64::MAX };
    if start < HEADER || start > cur.source_len() || start == other {
        let message = format_args!("{} cannot begin at {start:#x}", names.name);
        cur.problem(Severity::Error, (names.offset.0, 4), names.offset.1, message);
        return Ok(nothing);
    }
    let count_there = usize::try_from(count).unwrap_or(usize::MAX);
    let run = cur.within(start, end, |cur| Ok(cur.run(names.name, count_there, reader)))?;
    if run.items.len() < count_there {
        let message =
            format_args!("{count} {} are promised, {} are there", names.name, run.items.len());
        cur.problem(Severity::Error, (names.count.0, 4), names.count.1, message);
    }
    Ok(run)
}

fn stale(stored: u32, there: usize) -> Option<u32> {
    (usize::try_from(stored).ok() != Some(there)).then_some(stored)
}

/// Keeps the bytes between the lists, and explains those that no broken list may own.
fn gaps<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    palettes: &RunOf<Palette>,
    entries: &RunOf<Entry>,
    layout: &mut Layout,
) {
    let first = (palettes.start, palettes.end, palettes.items.is_empty(), layout.palette_count);
    let second = (entries.start, entries.end, entries.items.is_empty(), layout.entry_count);
    let ordered = if layout.entries_first { [second, first] } else { [first, second] };
    let (mut at, mut whole, mut free) = (HEADER, true, Vec::new());
    for (index, (start, end, empty, stale)) in ordered.into_iter().enumerate() {
        if !empty {
            layout.gaps[index] = cur.slice(at, start).to_vec();
            if whole && start > at {
                free.push((at, start));
            }
            at = end;
        }
        whole = stale.is_none();
    }
    let len = cur.source_len();
    layout.gaps[2] = cur.slice(at, len).to_vec();
    if whole && len > at {
        free.push((at, len));
    }
    unclaimed(cur, &free, "nothing");
}

#[derive(Clone, Copy)]
struct PaletteReader;

impl RecordReader for PaletteReader {
    type Out = Palette;
    const TYPE: &'static str = "Palette";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Palette> {
        let start = cur.pos();
        let size = cur.get_as::<u32>("size", Hint::Unit("bytes"))?;
        let count = cur.get::<u32>("colour_count")?;
        let hash = cur.get_as::<u32>("hash", Hint::Hex)?;
        let room = u64::from(size).checked_sub(PALETTE_HEADER as u64);
        let tail = room.and_then(|room| room.checked_sub(u64::from(count) * 4));
        let Some(tail) = tail else {
            let message = format_args!("{count} colours do not fit into {size} bytes");
            return Err(cur.fail_at(start, 8, "size", message));
        };
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let colours = cur.records_as("colours", count, Hint::Hex)?;
        let tail = cur.bytes_if_any("unused", cur.pos().saturating_add(tail))?.to_vec();
        Ok(Palette { hash, colours, tail })
    }
}

#[derive(Clone, Copy)]
struct EntryReader;

impl RecordReader for EntryReader {
    type Out = Entry;
    const TYPE: &'static str = "Entry";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Entry> {
        let start = cur.pos();
        let size = cur.get_as::<u32>("size", Hint::Unit("bytes"))?;
        let Some(tail) = (size as usize).checked_sub(ENTRY) else {
            let message = format_args!("an entry has {ENTRY} bytes, not {size}");
            return Err(cur.fail_at(start, 4, "size", message));
        };
        let mut entry = Entry {
            offset: cur.get_as("offset", Hint::Hex)?,
            width: cur.get_as("width", Hint::Unit("pixels"))?,
            height: cur.get_as("height", Hint::Unit("rows"))?,
            stride: cur.get_as("stride", Hint::Unit("bytes"))?,
            bits: cur.get("bits")?,
            fill: cur.get_as("fill", Hint::Hex)?,
            transparency: cur.get_as("transparency", Hint::Enum(TRANSPARENCIES))?,
            image_type: cur.get_as("image_type", Hint::Enum(IMAGE_TYPES))?,
            occlusion: cur.get_as("occlusion", Hint::Enum(OCCLUSIONS))?,
            palette: cur.get_as("palette", Hint::Index("palettes"))?,
            padding: cur.get_as("unused", Hint::Hex)?,
            id: cur.get_as("id", Hint::Name)?,
            mip_key: cur.get_as("mip_key", Hint::Hex)?,
            tail: Vec::new(),
        };
        let key = entry.mip_key;
        cur.explain(|| match key {
            0 => "full size".to_owned(),
            key => {
                format!("{} × {}, palette tag {:#05x}", key & 0x3FF, key >> 10 & 0x3FF, key >> 20)
            }
        });
        entry.tail =
            cur.bytes_if_any("unknown_38", cur.pos().saturating_add(tail as u64))?.to_vec();
        Ok(entry)
    }
}
