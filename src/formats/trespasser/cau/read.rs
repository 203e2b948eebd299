//! Bytes to records.

use super::coding::Coding;
use super::records::{Captions, Cau, HEADER, Header, MAGIC, Section, VERSION, compression};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Source};
use crate::codec::ima_adpcm::MAX_INDEX;
use crate::formats::trespasser::places::spans;
use crate::scene::Spans;

/// Where a sound was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// The sections of its captions, with their path below the sound.
    pub captions: Spans,
}

/// Reads the sound at the cursor, of which nothing lies behind `stop`. `copy` is the header that
/// counts, where it is not the one in front of the sound. Leaves the cursor behind the samples.
pub(in crate::formats::trespasser) fn sound<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    copy: Option<Header>,
    stop: u64,
) -> Result<(Cau, Place)> {
    let start = cur.pos();
    let front: Header = cur.record("header")?;
    let header = copy.unwrap_or(front);
    if copy.is_some_and(|copy| copy != front) {
        let message = format_args!("differs from its copy in the table of IDs, which is used");
        cur.problem(Severity::Warning, (start, HEADER), "header", message);
    }
    let coding = check_header(cur, start, &header);

    let data_start = start.saturating_add(header.data_offset.into());
    let mut place = Place { start, ..Place::default() };
    let (mut gap, mut captions) = (Vec::new(), None);
    if header.captions_offset != 0 {
        (gap, captions) = self::captions(cur, source, &header, stop.min(data_start), &mut place)?;
    }
    let data_gap = data_gap(cur, data_start, stop)?;
    let data_at = cur.pos();
    let len = data_len(cur, &header, data_start, stop);
    samples(cur, coding, len)?;
    place.end = cur.pos();
    let data = source.member(source.name(), data_at, len as u64);
    let data = data.unwrap_or_else(|| Source::from_bytes(source.name(), Vec::new()));
    let front = (front != header).then_some(front);
    let mut cau = Cau { header, stale: false, front, captions, gap, data_gap, data };
    cau.stale = cau.laid_out() != header;
    if len as u64 == u64::from(header.data_size) {
        check_length(cur, start, &cau, coding);
    }
    cur.describe(|| describe(&cau, coding));
    Ok((cau, place))
}

/// Reports what is wrong with a header, and says how to decode its samples.
fn check_header<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    start: u64,
    header: &Header,
) -> Option<Coding> {
    if header.magic != MAGIC {
        let message = format_args!("a sound starts with WBOR, this is {:#010x}", header.magic);
        cur.problem(Severity::Error, (start, 4), "header.magic", message);
    }
    if header.version > VERSION {
        let message = format_args!("version {} is newer than any known", header.version);
        cur.problem(Severity::Error, (start + 4, 4), "header.version", message);
    }
    if header.compression == compression::PCM && header.block_size > 1 {
        let message = format_args!("PCM has no blocks, but their size is {}", header.block_size);
        cur.problem(Severity::Note, (start + 0xC, 4), "header.block_size", message);
    }
    if header.flags != 0 {
        let message = format_args!("flags {:#04x} are not known", header.flags);
        cur.problem(Severity::Note, (start + 0x1F, 1), "header.flags", message);
    }
    match Coding::of(header) {
        Ok(coding) => Some(coding),
        Err(flaw) => {
            let (at, len) = flaw.at;
            let field = format!("header.{}", flaw.field);
            let message = format_args!("{}, so the sound cannot be played", flaw.why);
            cur.problem(Severity::Error, (start + at, len), &field, message);
            None
        }
    }
}

/// The bytes before the captions, and the captions, which end before `stop`.
fn captions<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    header: &Header,
    stop: u64,
    place: &mut Place,
) -> Result<(Vec<u8>, Option<Captions>)> {
    let field = (place.start + 0x20, 4);
    let at = place.start.saturating_add(header.captions_offset.into());
    if header.version < VERSION {
        let message = format_args!("version {} has no captions", header.version);
        cur.problem(Severity::Warning, field, "header.captions_offset", message);
        return Ok((Vec::new(), None));
    }
    if at < cur.pos() || at.saturating_add(8) > stop {
        let message = format_args!(
            "captions at {at:#x} do not fit between the header and {stop:#x}, where they must end"
        );
        cur.problem(Severity::Error, field, "header.captions_offset", message);
        return Ok((Vec::new(), None));
    }
    let gap = cur.bytes_if_any("gap", at)?.to_vec();
    let read = cur.group("captions", "Captions", |cur| {
        let (read, end) = cur.within(at, stop, |cur| {
            let read = caption_block(cur, source, place)?;
            Ok((read, cur.pos()))
        })?;
        cur.seek(end)?;
        cur.describe(|| format!("{} texts", read.sections.len()));
        Ok(read)
    })?;
    Ok((gap, Some(read)))
}

fn caption_block<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    place: &mut Place,
) -> Result<Captions> {
    let start = cur.pos();
    let length: u32 = cur.get_as("length", Hint::Unit("bytes follow"))?;
    let mut end = cur.pos().saturating_add(length.into());
    if end > cur.limit() || end < start + 8 {
        let limit = cur.limit();
        let message = format_args!(
            "a block of {length} bytes would end at {end:#x}, not between {:#x} and {limit:#x}",
            start + 8
        );
        cur.problem(Severity::Warning, (start, 4), "length", message);
        end = limit;
    }
    let count: u32 = cur.get("count")?;
    let (sections, tail) = cur.within(start + 8, end, |cur| {
        // Five bytes is the least a section takes.
        let most = cur.bounded("sections", count.into(), 5);
        let run = cur.run("sections", most, SectionReader);
        let path = "captions.sections";
        place.captions = spans(source.id(), &run, path);
        cur.seek(run.end)?;
        let rest = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
        let tail = cur.padding(rest)?.to_vec();
        Ok((run.items, tail))
    })?;
    cur.seek(end)?;
    let mut captions = Captions { sections, tail, ..Captions::default() };
    captions.stale_count = (u64::from(count) != captions.sections.len() as u64).then_some(count);
    captions.stale_length = (u64::from(length) != captions.len() as u64 - 4).then_some(length);
    if captions.is_empty() {
        cur.problem(
            Severity::Warning,
            (start, 8),
            "count",
            format_args!("a block of captions without any"),
        );
    }
    Ok(captions)
}

struct SectionReader;

impl RecordReader for SectionReader {
    type Out = Section;
    const TYPE: &'static str = "Section";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Section> {
        let duration: u32 = cur.get_as("duration", Hint::Unit("fifths of a second"))?;
        let text = cur.c_string("text").map_err(|mut error| {
            error.0.severity = Severity::Warning;
            error.0.message = "the text runs past the end of the captions".to_owned();
            error
        })?;
        cur.describe(|| crate::codec::cp1252::decode(text).replace('\r', " / "));
        Ok(Section { duration, text: text.to_vec() })
    }
}

/// The bytes between the header or captions and the samples.
fn data_gap<R: Recorder>(cur: &mut Cursor<'_, R>, data_start: u64, stop: u64) -> Result<Vec<u8>> {
    let end = data_start.min(stop);
    let len = usize::try_from(end.saturating_sub(cur.pos())).unwrap_or(usize::MAX);
    Ok(cur.padding(len)?.to_vec())
}

/// How many bytes of samples there are, with a problem when the header promises others.
fn data_len<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &Header,
    data_start: u64,
    stop: u64,
) -> usize {
    let here = cur.pos();
    let promised = u64::from(header.data_size);
    if data_start < here {
        let message = format_args!(
            "the samples would start at {data_start:#x}, but the header and captions end at \
             {here:#x}"
        );
        cur.problem(Severity::Error, (here, 0), "header.data_offset", message);
        return 0;
    }
    let there = stop.saturating_sub(data_start);
    if promised > there {
        let message = format_args!(
            "the header promises {promised} bytes of samples at {data_start:#x}, {there} are there"
        );
        cur.problem(Severity::Error, (data_start, promised), "header.data_size", message);
    }
    usize::try_from(promised.min(there)).unwrap_or(usize::MAX)
}

fn samples<R: Recorder>(cur: &mut Cursor<'_, R>, coding: Option<Coding>, len: usize) -> Result<()> {
    match coding {
        _ if len == 0 => {}
        Some(Coding::Adpcm { blocks, .. }) => {
            let end = cur.pos().saturating_add(len as u64);
            let (size, header) = (blocks.size(), blocks.header_len());
            let count = len / size + usize::from(len % size >= header);
            let read = cur.within(cur.pos(), end, |cur| {
                let channels = blocks.channels();
                let run = cur.run("blocks", count, BlockReader { size, channels });
                cur.seek(run.end)?;
                cur.bytes_if_any("fragment", end)?;
                Ok(())
            });
            cur.seek(end)?;
            read?;
        }
        Some(Coding::Pcm8 { .. } | Coding::Pcm16 { .. }) => {
            cur.bytes("samples", len)?;
        }
        None => {
            cur.bytes("data", len)?;
        }
    }
    Ok(())
}

/// Names the parts of ADPCM blocks, and looks at their step indices.
struct BlockReader {
    size: usize,
    channels: usize,
}

impl RecordReader for BlockReader {
    type Out = ();
    const TYPE: &'static str = "Block";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<()> {
        let end = cur.pos().saturating_add(self.size as u64).min(cur.limit());
        for channel in 0..self.channels {
            let name = match (self.channels, channel) {
                (1, _) => "start",
                (_, 0) => "left",
                _ => "right",
            };
            cur.group(name, "BlockHeader", |cur| {
                cur.get::<i16>("sample")?;
                let at = cur.pos();
                let index: u8 = cur.get("step_index")?;
                if index > MAX_INDEX {
                    let message = format_args!("step index {index} is taken for {MAX_INDEX}");
                    cur.problem(Severity::Warning, (at, 1), "step_index", message);
                }
                cur.get_as::<u8>("unused", Hint::Hex).map(drop)
            })?;
        }
        cur.bytes_if_any("nibbles", end).map(drop)
    }
}

/// Compares the stored frames with those that the header promises.
fn check_length<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    start: u64,
    cau: &Cau,
    coding: Option<Coding>,
) {
    let Some(coding) = coding else { return };
    let stored = coding.frames(cau.data.bytes().len()) as u64;
    let promised = promised_frames(&cau.header, coding);
    // The encoder of the game drops what does not fill a byte, or a stereo group.
    let fewer = match coding {
        Coding::Adpcm { channels: 1, .. } => 2,
        Coding::Adpcm { .. } => 8,
        _ => 0,
    };
    if stored > promised || promised - stored > fewer {
        let message = format_args!(
            "the header promises {promised} frames after decoding, {stored} are stored"
        );
        cur.problem(Severity::Warning, (start + 0x14, 4), "header.decoded_size", message);
    }
}

/// Frames of the original recording.
pub(super) fn promised_frames(header: &Header, coding: Coding) -> u64 {
    let frame = u64::from(coding.channels()) * u64::from(coding.bits() / 8);
    u64::from(header.decoded_size) / frame.max(1)
}

fn describe(cau: &Cau, coding: Option<Coding>) -> String {
    let Some(coding) = coding else { return "cannot be played".to_owned() };
    let frames = coding.frames(cau.data.bytes().len());
    let seconds = frames as f64 / f64::from(cau.header.rate.max(1));
    let layout = if coding.channels() == 1 { "mono" } else { "stereo" };
    format!("{seconds:.2} s, {} {} bit {layout}", coding.name(), coding.bits())
}
