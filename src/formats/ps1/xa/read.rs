//! Reads the records.

use std::collections::BTreeSet;

use super::Xa;
use super::probe::{found, shape_of};
use super::sector::{DATA, Shape, SubHeader};
use super::streams::{Coding, LazyStream, Stream};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Source};
use crate::codec::xa_adpcm::{GROUP, copies_agree};
use crate::formats::{Head, Report};

crate::record! {
    /// Sound group: 28 samples of each unit.
    pub struct Group {
        pub parameters: [[u8; 4]; 4] => Hint::Hex,
        /// Word k holds sample k of every unit.
        pub words: [[u8; 4]; 28] => Hint::Hex,
    }
}

/// Reads the sectors.
pub(super) fn xa<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Xa> {
    // If no shape was detected, the first bytes decide.
    let found = found(&Head::of(source)).map(|found| found.shape);
    let shape = found.or_else(|| shape_of(cur.peek(RIFF_HEAD)));
    let Some(shape) = shape.filter(|shape| *shape != Shape::Cooked) else {
        return cooked(cur, source);
    };
    cur.bytes_if_any("riff", shape.front() as u64)?;
    let len = cur.remaining();
    let count = usize::try_from(len / shape.stride() as u64).unwrap_or(usize::MAX);
    let mut headers = cur.run("sectors", count, Sector(shape)).items;
    if cur.remaining() >= (shape.before() + 8) as u64 {
        let left = cur.remaining();
        let message =
            format_args!("the last sector is truncated: found {left} of {} bytes", shape.stride());
        cur.problem(Severity::Warning, (cur.pos(), left), "cut_sector", message);
        headers.push(cur.group("cut_sector", "Sector", |cur| sector(cur, shape))?);
    }
    cur.bytes_or_padding(cur.limit())?;
    let streams = Stream::all(shape, &headers, source.len());
    Ok(Xa { shape, headers, streams, source: source.clone() })
}

/// Number of bytes needed to detect the shape.
const RIFF_HEAD: usize = 16;

/// Reads sectors that consist of user data only: they contain no decodable sound.
fn cooked<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Xa> {
    let len = cur.remaining();
    if len == 0 {
        return Err(cur.fail(format_args!("no sound sectors")));
    }
    let message = format_args!(
        "sectors of 2048 bytes have lost their sub-headers and the last 276 of 2324 bytes: the sound \
         cannot be decoded"
    );
    cur.problem(Severity::Error, (0, len), "data", message);
    cur.skip("data", len)?;
    let (headers, streams) = (Vec::new(), Vec::new());
    Ok(Xa { shape: Shape::Cooked, headers, streams, source: source.clone() })
}

struct Sector(Shape);

impl RecordReader for Sector {
    type Out = SubHeader;
    const TYPE: &'static str = "Sector";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<SubHeader> {
        let end = cur.pos().saturating_add(self.0.stride() as u64).min(cur.limit());
        let header = cur.within(cur.pos(), end, |cur| sector(cur, self.0))?;
        cur.seek(end)?;
        Ok(header)
    }
}

/// Reads one sector, up to the cursor's limit.
fn sector<R: Recorder>(cur: &mut Cursor<'_, R>, shape: Shape) -> Result<SubHeader> {
    if shape.before() > 0 {
        cur.bytes("sync", 12)?;
        cur.bytes("header", 4)?;
    }
    let first: SubHeader = cur.record("subheader")?;
    let copy: SubHeader = cur.record("copy")?;
    if first != copy {
        let message = format_args!("the sub-header and its copy differ");
        cur.problem(Severity::Warning, (cur.pos() - 8, 4), "subheader", message);
    }
    let data_end = cur.pos().saturating_add(DATA as u64).min(cur.limit());
    if first.is_sound() {
        let there = usize::try_from(data_end - cur.pos()).unwrap_or(usize::MAX);
        let groups = first.sound_len().min(there) / GROUP;
        cur.name_values::<Group>("groups", groups, Hint::Dec)?;
        cur.bytes_if_any("spare", data_end)?;
    } else {
        cur.bytes_if_any("data", data_end)?;
    }
    if cur.remaining() >= 4 {
        cur.get_as::<u32>("edc", Hint::Hex)?;
    }
    cur.bytes_if_any("rest", cur.limit())?;
    Ok(first)
}

/// Reports inconsistencies of the streams.
pub(super) fn check(xa: &Xa, report: &mut Report<'_>) {
    let mut reported = BTreeSet::new();
    for (index, header) in xa.headers.iter().enumerate().filter(|(_, header)| header.is_sound()) {
        let reserved = Coding::reserved(header.coding);
        if reserved != 0 && reported.insert(header.coding) {
            let path = format!("sectors[{index}].subheader.coding");
            report.warning(
                path,
                format!(
                    "reserved bits {reserved:#04x} are set; only the low bit of each field is used"
                ),
            );
        }
    }
    let pictures = xa.pictures().map(|index| format!("sectors[{index}].data"));
    let pictures: Vec<String> = pictures.collect();
    if let Some(first) = pictures.first() {
        let message = format!("{} sectors of MDEC video are not displayed", pictures.len());
        report.note(first.as_str(), message);
    }
    for stream in &xa.streams {
        let first = stream.sectors.first().copied().unwrap_or(0);
        let stored =
            LazyStream { stream: stream.clone(), shape: xa.shape, source: xa.source.clone() };
        let layout = stream.how().layout;
        let differs =
            |groups: &[u8]| groups.chunks_exact(GROUP).any(|group| !copies_agree(layout, group));
        if stored.groups().any(differs) {
            let (file, channel) = (stream.file, stream.channel);
            let message = format!(
                "file {file}, channel {channel}: some parameters differ from their copies, which are ignored"
            );
            report.warning(format!("sectors[{first}].groups"), message);
        }
    }
}
