//! Reads sounds.

use super::coding::Coding;
use super::records::{Captions, Cau, HEADER, Header, VERSION};
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Source};
use crate::codec::ima_adpcm::{Blocks, MAX_INDEX};

/// Reads the sound at the cursor, which ends before `stop`. In a bank, `copy` is the header in the table
/// of IDs, which is used instead of the one in front of the sound. Leaves the cursor after the samples.
///
/// # Errors
/// When the header is incomplete.
pub fn sound<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    copy: Option<Header>,
    stop: u64,
) -> Result<Cau> {
    let start = cur.pos();
    let front: Header = cur.record("header")?;
    let header = copy.unwrap_or(front);
    let coding = Coding::of(&header).ok();
    let data_start = start.saturating_add(header.data_offset.into());
    let mut cau = Cau::new(header);
    if header.captions_offset != 0 && header.version >= VERSION {
        captions(cur, &mut cau, start, stop.min(data_start))?;
    }
    // Measured in the file, since reading may change the length of the texts.
    let captions_len = cur.pos().saturating_sub(start + HEADER + cau.gap.len() as u64);
    let captions_len = usize::try_from(captions_len).unwrap_or(usize::MAX);
    let gap = data_start.min(stop).saturating_sub(cur.pos());
    let gap = usize::try_from(gap).unwrap_or(usize::MAX);
    cau.data_gap = cur.padding(gap)?.to_vec();
    let data_at = cur.pos();
    let len = data_len(cur, &header, data_start, stop);
    samples(cur, coding, len)?;
    cau.data = source.member(source.name(), data_at, len as u64).unwrap_or(cau.data);
    cau.front = (front != header).then_some(front);
    cau.stale = cau.laid_out_around(captions_len) != header;
    cur.describe(|| cau.describe());
    Ok(cau)
}

/// Reads the bytes before the captions and the captions of the sound at `start`; the captions end before
/// `stop`.
fn captions<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    cau: &mut Cau,
    start: u64,
    stop: u64,
) -> Result<()> {
    let at = start.saturating_add(cau.header.captions_offset.into());
    let least = at.saturating_add(Captions::HEADER);
    if at < cur.pos() || least > stop {
        let message = format_args!(
            "captions at {at:#x} do not fit between the header and {stop:#x}, where they must end"
        );
        let field = (start + 0x20, 4);
        cur.problem(Severity::Error, field, "header.captions_offset", message);
        return Ok(());
    }
    cau.gap = cur.bytes_if_any("gap", at)?.to_vec();
    let length: u32 = cur.peek_at(0).unwrap_or(0);
    let mut end = at.saturating_add(4).saturating_add(length.into());
    let limit = stop.min(cur.limit());
    if end > limit || end < least {
        let message = format_args!(
            "a block of {length} bytes would end at {end:#x}, not between {least:#x} and {limit:#x}"
        );
        cur.problem(Severity::Warning, (at, 4), "captions.length", message);
        end = limit;
    }
    let mut read = Captions::default();
    cur.within(at, end, |cur| Reading { cur }.group("captions", &mut read, ()))?;
    cau.captions = Some(read);
    cur.seek(end)
}

/// Bytes of samples in the file. Reports a problem if the header states another size.
fn data_len<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &Header,
    data_start: u64,
    stop: u64,
) -> usize {
    let here = cur.pos();
    let declared = u64::from(header.data_size);
    if data_start < here {
        let message = format_args!(
            "the samples would start at {data_start:#x}, but the header and captions end at \
             {here:#x}"
        );
        cur.problem(Severity::Error, (here, 0), "header.data_offset", message);
        return 0;
    }
    let there = stop.saturating_sub(data_start);
    if declared > there {
        let message =
            format_args!("expected {declared} bytes of samples at {data_start:#x}, found {there}");
        cur.problem(Severity::Error, (data_start, declared), "header.data_size", message);
    }
    usize::try_from(declared.min(there)).unwrap_or(usize::MAX)
}

fn samples<R: Recorder>(cur: &mut Cursor<'_, R>, coding: Option<Coding>, len: usize) -> Result<()> {
    match coding {
        _ if len == 0 => Ok(()),
        Some(Coding::Adpcm { blocks, .. }) => {
            let end = cur.pos().saturating_add(len as u64);
            let (size, header) = (blocks.size(), blocks.header_len());
            let count = len / size + usize::from(len % size >= header);
            let read = cur.within(cur.pos(), end, |cur| {
                cur.run("blocks", count, Block(blocks));
                cur.bytes_if_any("fragment", end).map(drop)
            });
            cur.seek(end)?;
            read
        }
        Some(Coding::Pcm8 { .. } | Coding::Pcm16 { .. }) => cur.skip("samples", len as u64),
        None => cur.skip("data", len as u64),
    }
}

crate::record! {
    /// Start of an ADPCM block, once per channel.
    struct BlockHeader {
        sample: i16,
        step_index: u8,
        unused: u8 => Hint::Hex,
    }
}

/// Names the parts of ADPCM blocks and checks their step indices.
struct Block(Blocks);

impl RecordReader for Block {
    type Out = ();
    const TYPE: &'static str = "Block";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<()> {
        let end = cur.pos().saturating_add(self.0.size() as u64).min(cur.limit());
        let channels: &[&'static str] =
            if self.0.channels() == 1 { &["start"] } else { &["left", "right"] };
        for name in channels {
            let header: BlockHeader = cur.record(name)?;
            let index = header.step_index;
            if index > MAX_INDEX {
                let (at, field) = (cur.pos() - 2, format!("{name}.step_index"));
                let message = format_args!("step index {index} is read as {MAX_INDEX}");
                cur.problem(Severity::Warning, (at, 1), &field, message);
            }
        }
        cur.bytes_if_any("nibbles", end).map(drop)
    }
}
