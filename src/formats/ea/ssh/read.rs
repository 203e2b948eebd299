//! Directory and chains of chunks, field by field.

use std::collections::{BTreeSet, HashMap};

use super::records::{Chunk, ChunkHeader, HEADER, Image, KINDS, Sheet, kind};
use crate::bytes::layout::{Layout, Pass, Reading, Text, element_span, field_span};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity};
use crate::bytes::cp1252;

/// The magics of one layout on four consoles; only the PlayStation 2's images are understood.
pub(super) const MAGICS: [&[u8; 4]; 4] = [b"SHPS", b"SHPX", b"SHPG", b"SHPM"];

/// Bytes behind the directory, which may stand behind the last image as well.
const TRAILER: usize = 8;

/// The most chunks of an image; a chain of empty chunks ends here.
const MAX_CHUNKS: usize = 256;

pub(super) fn sheet<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Sheet> {
    let count = cur.group("header", "Header", |cur| {
        cur.text("magic", 4)?;
        let size: u32 = cur.get("file_size")?;
        let len = cur.source_len();
        if u64::from(size) != len {
            let message = format_args!("the file says it has {size} bytes, it has {len}");
            cur.problem(Severity::Warning, (4, 4), "file_size", message);
        }
        let count: u32 = cur.get("count")?;
        cur.text("creator", 4)?;
        Ok(count)
    })?;
    let entries_at = cur.pos();
    let there = cur.bounded("header.count", count.into(), <Entry as Layout>::MIN_SIZE);
    let mut entries: Vec<Entry> = Vec::new();
    Reading { cur }.items("entries", &mut entries, there, ())?;
    let trailer = cur.peek(TRAILER).to_vec();
    let starts: BTreeSet<u64> = entries.iter().map(|entry| u64::from(entry.offset)).collect();
    let directory_end = cur.pos();
    let first = starts.first().copied().unwrap_or(cur.source_len());
    if first >= directory_end + TRAILER as u64 && trailer.len() == TRAILER {
        cur.text("trailer", TRAILER)?;
    }
    let (directory_end, spans) = (cur.pos(), Vec::new());
    let mut reader = Reader { entries_at, trailer, starts, directory_end, spans };
    let mut sheet = Sheet::default();
    cur.array("images", |cur| {
        reader.images(cur, &entries, &mut sheet);
        Ok(())
    })?;
    reader.rest(cur);
    Ok(sheet)
}

crate::layout! {
    /// A row of the directory.
    struct Entry {
        name: Text<4>,
        offset: u32 => Hint::Pointer,
    }
}

struct Reader {
    entries_at: u64,
    /// What stands behind the directory; where it stands again, the images are over.
    trailer: Vec<u8>,
    /// Where images start.
    starts: BTreeSet<u64>,
    directory_end: u64,
    /// Bytes of every image that was read.
    spans: Vec<(u64, u64)>,
}

impl Reader {
    fn images<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        entries: &[Entry],
        sheet: &mut Sheet,
    ) {
        let mut read: HashMap<u32, usize> = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            let start = u64::from(entry.offset);
            let mut image = Image { name: entry.name.0, start, end: start, ..Image::default() };
            if let Some(earlier) = read.get(&entry.offset).and_then(|at| sheet.images.get(*at)) {
                cur.link_element(index, start);
                // Chains are short: at most MAX_CHUNKS small records.
                let name = image.name;
                image = if index < 4096 { earlier.clone() } else { image };
                image.name = name;
            } else if start < self.directory_end || start >= cur.source_len() {
                let span = element_span::<Entry>(self.entries_at, index, "offset");
                let message = format_args!("no image can be at {start:#x}");
                cur.problem(Severity::Error, span, "", message);
            } else {
                read.insert(entry.offset, index);
                let next = self.starts.range(start + 1..).next().copied();
                let end = next.unwrap_or(cur.source_len());
                let result = cur.within(start, end, |cur| {
                    cur.element(index, "Image", |cur| {
                        cur.describe(|| image.short_name());
                        self.chain(cur, &mut image)
                    })
                });
                cur.or_keep(result);
                self.spans.push((start, image.end));
            }
            sheet.images.push(image);
        }
    }

    fn chain<R: Recorder>(&self, cur: &mut Cursor<'_, R>, image: &mut Image) -> Result<()> {
        let result = cur.array("chunks", |cur| {
            while self.goes_on(cur) && image.chunks.len() < MAX_CHUNKS {
                let index = image.chunks.len();
                let (chunk, name) = cur.element(index, "Chunk", read_chunk)?;
                image.full_name = image.full_name.take().or(name);
                image.chunks.push(chunk);
                image.end = cur.pos();
                if chunk.header.stored_size() == 0 && chunk.header.kind != kind::NAME {
                    break;
                }
            }
            Ok(())
        });
        image.end = cur.pos();
        result
    }

    /// Whether another chunk can be here.
    fn goes_on<R: Recorder>(&self, cur: &Cursor<'_, R>) -> bool {
        let next = cur.peek(TRAILER);
        // Zeros up to the next image are no chunk.
        next.len() == TRAILER && next != self.trailer && next.iter().any(|byte| *byte != 0)
    }

    /// What no image has: alignment, a second trailer, a `CRCF` block.
    fn rest<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) {
        self.spans.sort_unstable();
        let len = cur.source_len();
        let (mut padding, mut others) = (Vec::new(), Vec::new());
        let mut at = self.directory_end;
        for (start, end) in self.spans.iter().copied().chain([(len, len)]) {
            if start > at {
                let zeros = cur.slice(at, start).iter().all(|byte| *byte == 0);
                if zeros { &mut padding } else { &mut others }.push((at, start));
            }
            at = at.max(end);
        }
        cur.paddings(&padding);
        for (start, end) in others {
            let result = cur.within(start, end, |cur| {
                let is_trailer = cur.peek(TRAILER) == self.trailer;
                cur.bytes_if_any(if is_trailer { "trailer" } else { "rest" }, end).map(drop)
            });
            cur.or_keep(result);
        }
    }
}

/// Reads a chunk with its data; of a name also what it says.
fn read_chunk<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Chunk, Option<String>)> {
    let start = cur.pos();
    let size = cur.peek_at::<u32>(0).unwrap_or(0) >> 8;
    let kind: u8 = cur.peek_at(0).unwrap_or(0);
    if kind == kind::NAME || kind == kind::HOT_SPOTS {
        return read_small(cur, kind, size);
    }
    let header: ChunkHeader = cur.record("header")?;
    let known = KINDS.iter().any(|symbol| symbol.value == u32::from(kind));
    if !known {
        let message = format_args!("chunks of kind {kind} are not known");
        cur.problem(Severity::Note, (start, 1), "header.kind", message);
    }
    let wanted = match u64::from(size) {
        // A packed image without a size ends with its image.
        0 if header.is_packed() => cur.remaining(),
        0 => header.by_sides(),
        size => size.saturating_sub(HEADER),
    };
    if size != 0 && u64::from(size) < HEADER {
        return Err(cur.fail_at(
            field_span::<ChunkHeader>(start, "size"),
            "header.size",
            format_args!("a chunk of {size} bytes is smaller than its header"),
        ));
    }
    let there = wanted.min(cur.remaining());
    if there < wanted {
        let message = format_args!("{wanted} bytes of data are promised, {there} are there");
        cur.problem(
            Severity::Error,
            field_span::<ChunkHeader>(start, "size"),
            "header.size",
            message,
        );
    }
    let here = cur.pos();
    read_data(cur, &header, there)?;
    Ok((Chunk { header, start: here, end: here + there }, None))
}

fn read_data<R: Recorder>(cur: &mut Cursor<'_, R>, header: &ChunkHeader, there: u64) -> Result<()> {
    let end = cur.pos() + there;
    let needed = header.by_sides().min(there);
    match header.kind {
        kind::PALETTE => {
            let count = usize::try_from(there / 4).unwrap_or(0);
            cur.records_as::<[u8; 4]>("colours", count, Hint::Channel)?;
        }
        _ if header.is_packed() => {
            cur.bytes_if_any("packed", end)?;
        }
        _ if header.is_image() => {
            let texels = cur.pos() + needed;
            cur.bytes_if_any("texels", texels)?;
        }
        _ => {}
    }
    cur.bytes_or_padding(end)?;
    Ok(())
}

/// The two kinds of chunks without the usual header: a name, and hot spots. Both end aligned to 16.
fn read_small<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    kind: u8,
    size: u32,
) -> Result<(Chunk, Option<String>)> {
    cur.get_as::<u8>("kind", Hint::Enum(KINDS))?;
    let mut header = ChunkHeader { kind, ..ChunkHeader::default() };
    let [low, middle, high, _] = size.to_le_bytes();
    header.size = [low, middle, high];
    let mut name = None;
    let start;
    if kind == kind::NAME {
        cur.bytes("unknown_01", 3)?;
        start = cur.pos();
        name = Some(cp1252::decode(cur.c_string("name")?));
    } else {
        cur.bytes("size", 3)?;
        cur.explain(|| format!("{size} bytes"));
        let count: u16 = cur.get("count")?;
        start = cur.pos();
        let there = cur.bounded("count", count.into(), 8);
        cur.records::<[u8; 8]>("hot_spots", there)?;
    }
    let end = cur.pos();
    let aligned = end.next_multiple_of(16).min(cur.limit());
    cur.bytes_or_padding(aligned)?;
    Ok((Chunk { header, start, end }, name))
}
