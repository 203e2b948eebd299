//! Reads only the header and the file table, however large the disc is.

use super::super::contents;
use super::files::Files;
use super::records::{Entry, Header, text};
use super::replace;
use crate::bytes::{
    Cursor, Endian, Hint, RecordReader, Recorder, Result, Severity, Source, Symbol,
};
use crate::container::{Context, Members};
use crate::formats::{
    Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewBytes, NewMembers, Operations,
    Probe, Records, Rewritten,
};

/// Magic number of the header, at 0x1C.
const MAGIC: u32 = 0xC233_9F3D;
/// Magic number in the header of a Wii disc and of its partitions, at 0x18.
pub const WII_MAGIC: u32 = 0x5D1C_9EA3;
/// Size of the header.
const HEADER: u64 = 0x440;
/// Size of an entry.
const ENTRY: u64 = 12;
/// Limits that no real disc reaches.
const MAX_ENTRIES: u64 = 1 << 18;
const MAX_NAMES: u64 = 64 << 20;

const FOLDER: u8 = 1;
const KINDS: &[Symbol] = &[Symbol { value: 0, name: "file" }, Symbol { value: 1, name: "folder" }];

/// A parsed disc.
pub struct GameCube {
    /// Letters of the game and of its publisher.
    pub game: String,
    pub title: String,
    is_wii: bool,
    /// Offset of the file table.
    table: u64,
    /// The entries of the file table, including the root.
    pub entries: Vec<Entry>,
    files: Files,
}

impl Records for GameCube {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.gamecube",
        name: "GameCube disc",
        extensions: &["gcm"],
        versions: &["wii"],
        can: &[],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "Disc";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members();

    /// A Wii disc has partitions instead of a file table.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        let word = |at| head.u32(at).map(u32::swap_bytes);
        let is_partition = word(0x18)? == WII_MAGIC && word(0x424)? != 0;
        let is_disc = word(0x1C)? == MAGIC;
        let reason = "magic number of a GameCube disc".to_owned();
        (is_disc || is_partition).then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let header = cur.group("header", "Header", header)?;
        let Header { game, title, .. } = &header;
        let end = header.table.saturating_add(header.table_size).min(cur.source_len());
        let read = cur.within(header.table, end, |cur| cur.group("file_table", "FileTable", table));
        let (entries, names) = cur.or_keep(read).unwrap_or_default();
        let files = Files::new(source, (&header, header.table), &entries, names, cur);
        if R::ON {
            name(cur, &files, (header.table, end));
        }
        let (game, title, is_wii) = (game.clone(), title.clone(), header.is_wii);
        Ok(Self { game, title, is_wii, table: header.table, entries, files })
    }

    fn version(&self) -> String {
        if self.is_wii { "wii" } else { "" }.to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.files.list().len());
    }
}

impl HasMembers for Loaded<GameCube> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.files)
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let unit = if self.records.is_wii { 4 } else { 1 };
        let table = (self.records.table, unit, &*self.records.entries);
        let patches = replace::with_members(table, self.source.len(), replaced)?;
        Ok(vec![Rewritten { beside: None, bytes: NewBytes::Patched(patches) }])
    }
}

fn header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Header> {
    let game = cur.text("game", 6)?;
    cur.get::<u8>("disc")?;
    cur.get::<u8>("version")?;
    cur.bytes("streaming", 16)?;
    let is_wii = cur.get_as::<u32>("wii_magic", Hint::Hex)? == WII_MAGIC;
    let magic = cur.get_as::<u32>("magic", Hint::Hex)?;
    if magic != MAGIC && !is_wii {
        return Err(cur.fail_at((0x1C, 4), "magic", format_args!("not a GameCube disc")));
    }
    let title = cur.text("title", 0x3E0)?;
    cur.bytes("debug", 0x20)?;
    // On Wii discs, which can be larger, offsets are stored divided by 4.
    let (hint, unit) = if is_wii { (Hint::Hex, 4) } else { (Hint::Pointer, 1) };
    cur.get_as::<u32>("program", hint)?;
    let table = u64::from(cur.get_as::<u32>("file_table", hint)?) * unit;
    let table_size = u64::from(cur.get::<u32>("file_table_size")?) * unit;
    cur.bytes("layout", 0x14)?;
    let (game, title) = (text(game), text(title).trim_end().to_owned());
    Ok(Header { game, title, is_wii, table, table_size })
}

/// Names the bytes of the files, and those outside files: the program and its loader.
fn name<R: Recorder>(cur: &mut Cursor<'_, R>, files: &Files, table: (u64, u64)) {
    let list = files.list();
    let there = list.iter().enumerate().filter_map(|(index, member)| {
        let span = member.span.filter(|span| span.len > 0)?;
        Some((span.start, span.end(), index))
    });
    let path = |index: usize| list.get(index).map_or(String::new(), |member| member.path.clone());
    contents::listed(cur, (there.collect(), "bytes"), path, vec![(0, HEADER), table]);
}

/// Reads the entries, and the names after them.
fn table<'a, R: Recorder>(cur: &mut Cursor<'a, R>) -> Result<(Vec<Entry>, &'a [u8])> {
    let start = cur.pos();
    let declared = u64::from(cur.peek_at::<u32>(8).unwrap_or(0));
    let there = cur.bounded("entries", declared, ENTRY) as u64;
    if there > MAX_ENTRIES {
        let message = format_args!("more than {MAX_ENTRIES} entries; the rest is ignored");
        cur.problem(Severity::Error, (start, 0), "entries", message);
    }
    let count = usize::try_from(there.min(MAX_ENTRIES)).unwrap_or(0);
    let entries = cur.run("entries", count, EntryReader).items;
    cur.seek(start.saturating_add(there.saturating_mul(ENTRY)))?;
    let names = cur.pos().saturating_add(MAX_NAMES).min(cur.limit());
    let names = cur.bytes_if_any("names", names)?;
    Ok((entries, names))
}

struct EntryReader;

impl RecordReader for EntryReader {
    type Out = Entry;
    const TYPE: &'static str = "Entry";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Entry> {
        let kind: u8 = cur.get_as("kind", Hint::Enum(KINDS))?;
        let name = match *cur.bytes("name", 3)? {
            [high, middle, low] => u32::from_be_bytes([0, high, middle, low]),
            _ => 0,
        };
        cur.explain(|| format!("offset {name:#x} in the names"));
        let is_folder = kind == FOLDER;
        let (start, size) = match is_folder {
            true => (cur.get("parent")?, cur.get_as("end", Hint::Index("file_table.entries"))?),
            false => (cur.get_as("start", Hint::Pointer)?, cur.get("size")?),
        };
        Ok(Entry { is_folder, name, start, size })
    }
}
