//! Reads the directory and the chunk chains.

use std::collections::{BTreeSet, HashMap};

use super::coding::{ChunkContent, Colours, Console};
use super::kinds::{KINDS, kind};
use super::level::levels;
use super::records::{Chunk, ChunkHeader, HEADER, Image, Sheet};
use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Pass, Reading, Text, element_span, field_span};
use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Severity};

/// Size of the trailer after the directory, which may be repeated after the last image.
const TRAILER: usize = 8;

/// Maximum number of chunks in an image, which limits chains of empty chunks.
const MAX_CHUNKS: usize = 256;

pub(super) fn sheet<R: Recorder>(cur: &mut Cursor<'_, R>, console: Console) -> Result<Sheet> {
    let count = cur.group("header", "Header", |cur| {
        cur.text("magic", 4)?;
        let size: u32 = cur.get("file_size")?;
        let len = cur.source_len();
        if u64::from(size) != len {
            let message = format_args!("expected the size of the file, {len}, found {size}");
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
    let mut reader = Reader { console, entries_at, trailer, starts, directory_end, spans };
    let mut sheet = Sheet::default();
    cur.array("images", |cur| {
        reader.images(cur, &entries, &mut sheet);
        Ok(())
    })?;
    reader.rest(cur);
    Ok(sheet)
}

crate::layout! {
    /// Entry of the directory.
    struct Entry {
        name: Text<4>,
        offset: u32 => Hint::Pointer,
    }
}

struct Reader {
    console: Console,
    entries_at: u64,
    /// Trailer after the directory; where it is repeated, the images end.
    trailer: Vec<u8>,
    /// Start offsets of images.
    starts: BTreeSet<u64>,
    directory_end: u64,
    /// Extents of all images read so far.
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
            let (name, console) = (entry.name.0, self.console);
            let mut image = Image { console, name, start, end: start, ..Image::default() };
            if let Some(earlier) = read.get(&entry.offset).and_then(|at| sheet.images.get(*at)) {
                cur.link_element(index, start);
                // Chains are short: at most MAX_CHUNKS small records.
                let name = image.name;
                image = if index < 4096 { earlier.clone() } else { image };
                image.name = name;
            } else if start < self.directory_end || start >= cur.source_len() {
                let span = element_span::<Entry>(self.entries_at, index, "offset");
                let message = format_args!("invalid image offset {start:#x}");
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
                let (chunk, name) =
                    cur.element(index, "Chunk", |cur| read_chunk(cur, self.console))?;
                image.full_name = image.full_name.take().or(name);
                image.chunks.push(chunk);
                image.end = cur.pos();
                if !chunk.header.has_size() && chunk.header.kind != kind::NAME {
                    break;
                }
            }
            Ok(())
        });
        image.end = cur.pos();
        result
    }

    /// `true` if another chunk can follow.
    fn goes_on<R: Recorder>(&self, cur: &Cursor<'_, R>) -> bool {
        let next = cur.peek(TRAILER);
        // Zeros up to the next image are not a chunk.
        next.len() == TRAILER && next != self.trailer && next.iter().any(|byte| *byte != 0)
    }

    /// Bytes outside images: alignment, a second trailer, a `CRCF` block.
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

/// Reads a chunk with its data; also returns the text of a name chunk.
fn read_chunk<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    console: Console,
) -> Result<(Chunk, Option<String>)> {
    let start = cur.pos();
    let kind: u8 = cur.peek_at(0).unwrap_or(0);
    let word = cur.peek_at::<u32>(0).unwrap_or(0);
    // The three bytes after the kind.
    let size = if cur.endian() == Endian::Big { word & 0xFF_FFFF } else { word >> 8 };
    if kind == kind::NAME || kind == kind::HOT_SPOTS {
        return read_small(cur, kind, size);
    }
    let header: ChunkHeader = cur.record("header")?;
    if size != 0 && u64::from(size) < HEADER {
        return Err(cur.fail_at(
            field_span::<ChunkHeader>(start, "size"),
            "header.size",
            format_args!("chunk of {size} bytes is smaller than its header"),
        ));
    }
    let (width, height) = (u32::from(header.width), u32::from(header.height));
    let mut holds = console.holds(kind).unwrap_or_else(|| {
        let magic = console.magic();
        let message = format_args!("unknown chunk kind {kind} in {magic}");
        cur.problem(Severity::Note, (start, 1), "header.kind", message);
        ChunkContent::Other
    });
    if let ChunkContent::Colours(colours) = &mut holds
        && size != 0
    {
        let count = u64::from(width) * u64::from(height);
        *colours = colours.suited(kind, count, u64::from(size) - HEADER);
    }
    let wanted = match u64::from(size) {
        // A packed image without a size extends to the end of its image.
        0 if header.is_packed() => cur.remaining(),
        0 => holds.bytes(width, height),
        size => size.saturating_sub(HEADER),
    };
    let there = wanted.min(cur.remaining());
    if there < wanted {
        let message = format_args!("expected {wanted} bytes of data, found {there}");
        cur.problem(
            Severity::Error,
            field_span::<ChunkHeader>(start, "size"),
            "header.size",
            message,
        );
    }
    let here = cur.pos();
    let chunk = Chunk { header, holds, start: here, end: here + there };
    read_data(cur, &chunk, console)?;
    Ok((chunk, None))
}

fn read_data<R: Recorder>(cur: &mut Cursor<'_, R>, chunk: &Chunk, console: Console) -> Result<()> {
    match chunk.holds {
        ChunkContent::Colours(colours) => {
            let there = usize::try_from(chunk.end - chunk.start).unwrap_or(0);
            read_colours(cur, colours, there.checked_div(colours.size()).unwrap_or(0))?;
        }
        ChunkContent::Texels(_) if chunk.header.is_packed() => {
            cur.bytes_if_any("packed", chunk.end)?;
        }
        ChunkContent::Texels(coding) => {
            let mut all = levels(&chunk.header, console, coding);
            let until = |end: u64| chunk.start.saturating_add(end).min(chunk.end);
            let texels = all.next().map_or(chunk.start, |level| until(level.end));
            cur.bytes_if_any("texels", texels)?;
            let mips = all.last().map_or(texels, |level| until(level.end));
            cur.bytes_if_any("mips", mips)?;
        }
        ChunkContent::Other => {}
    }
    cur.bytes_or_padding(chunk.end)?;
    Ok(())
}

fn read_colours<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    colours: Colours,
    count: usize,
) -> Result<()> {
    let name = "colours";
    match (colours, colours.size()) {
        (Colours::Words(word, _), 4) => {
            cur.records_as::<u32>(name, count, Hint::Colour(word)).map(drop)
        }
        (Colours::Words(word, _), _) => {
            cur.records_as::<u16>(name, count, Hint::Colour(word)).map(drop)
        }
        (Colours::Channels(_), 4) => {
            cur.records_as::<[u8; 4]>(name, count, Hint::Channel).map(drop)
        }
        (Colours::Channels(_), 3) => {
            cur.records_as::<[u8; 3]>(name, count, Hint::Channel).map(drop)
        }
        (Colours::Channels(_), _) => cur.records_as::<u16>(name, count, Hint::Hex).map(drop),
    }
}

/// Reads a chunk without the usual header, a name or hot spots. Both end aligned to 16.
fn read_small<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    kind: u8,
    size: u32,
) -> Result<(Chunk, Option<String>)> {
    cur.get_as::<u8>("kind", Hint::Enum(KINDS))?;
    let mut header = ChunkHeader { kind, ..ChunkHeader::default() };
    header.size = cur.peek(3).first_chunk().copied().unwrap_or_default();
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
    Ok((Chunk { header, holds: ChunkContent::Other, start, end }, name))
}
