//! Final Fantasy VII `*.LZS`: one packed file.
//!
//! Battle models and stages of the PlayStation discs (`ENEMY1` … `ENEMY6`, `STAGE1`, `STAGE2`); the
//! game packs other things the same way.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `packed_size` of the stream |
//! | 4 | bytes | `stream`, see [`lzss`] |
//! | … | bytes | `padding`: zeros up to a whole sector, where a file was taken by sectors; anything else is kept |
//!
//! The unpacked size is stored nowhere: the stream ends with the input.
//!
//! Source: format document `ff7-battle.md`, section 2.

use super::directory;
use crate::bytes::{
    Cursor, Endian, Problems, Recorder, Result as Read, Severity, Source, Tree, Writer,
};
use crate::codec::lzss::{self, LZS, Unpacked};
use crate::formats::{
    Ability, Content, Counts, Decoded, Document, Format, FormatInfo, Head, Probe, Refusal,
};

/// The format.
pub struct LzsFormat;

static INFO: FormatInfo = FormatInfo {
    id: "ff7.lzs",
    name: "Final Fantasy VII packed file",
    family: "ff7",
    extensions: &["lzs"],
    versions: &[],
    can: &[Ability::Write],
};

/// Bytes of the size in front.
const HEADER: u64 = 4;
const SECTOR: u64 = 2048;

impl Format for LzsFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let end = HEADER + u64::from(head.u32(0)?);
        let stream = head.bytes.get(HEADER as usize..)?;
        let stream = stream.get(..usize::try_from(end - HEADER).ok()?).unwrap_or(stream);
        let rest = head.bytes.get(usize::try_from(end).ok()?..).unwrap_or(&[]);
        let (score, fit) = match head.len.checked_sub(end) {
            Some(0) => (95, "the size fits"),
            // A file taken by whole sectors is padded to one.
            Some(left) if left < SECTOR && head.len.is_multiple_of(SECTOR) => {
                (90, "padded to a sector")
            }
            Some(left) if left < SECTOR => (80, "bytes follow the stream"),
            Some(_) => return None,
            None => (60, "the stream is cut"),
        };
        let look = |limit| directory::sections_of(&lzss::unpack(stream, LZS, limit).bytes);
        // Nearly always the first two words tell that there is none.
        let structured = look(8).and_then(|sections| look(4 * (sections + 1)));
        match structured {
            Some(sections) => {
                Some(Probe { score, reason: format!("{fit}, {sections} sections are inside") })
            }
            // Without a structure inside only the size tells: it must fit, and what is behind it
            // must be nothing.
            None if score >= 90 && end >= HEADER + 3 && rest.iter().all(|byte| *byte == 0) => {
                let score = if head.has_extension(INFO.extensions) { 45 } else { 25 };
                Some(Probe { score, reason: fit.to_owned() })
            }
            None => None,
        }
    }

    fn is_wrapper(&self) -> bool {
        true
    }

    fn open(&self, source: &Source) -> Read<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, "Lzs", read);
        let packed = read?;
        let bytes = packed.unpacked.bytes;
        let usable = !bytes.is_empty() || packed.promised == 0;
        let inside = Decoded::of(source, "lzs", bare_name(source.file_name()), bytes);
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: Counts::default(),
            usable,
            content: Box::new(Lzs { inside, behind: packed.behind, lost: packed.lost }),
        })
    }
}

/// `X` of `X.LZS`; other names stay.
fn bare_name(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, mark)) if !stem.is_empty() && mark.eq_ignore_ascii_case("lzs") => stem,
        _ => name,
    }
    .to_owned()
}

struct Packed {
    promised: u32,
    unpacked: Unpacked,
    behind: Behind,
    /// What of the stream is not there, in words.
    lost: Option<String>,
}

/// What stands behind the stream.
enum Behind {
    /// Zeros to the end of the sector.
    Sector,
    Bytes(Vec<u8>),
}

impl Behind {
    fn of(bytes: &[u8], file: u64) -> Self {
        let fills = (1..SECTOR).contains(&(bytes.len() as u64)) && file.is_multiple_of(SECTOR);
        match fills && bytes.iter().all(|byte| *byte == 0) {
            true => Behind::Sector,
            false => Behind::Bytes(bytes.to_vec()),
        }
    }
}

fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Read<Packed> {
    let promised: u32 = cur.get("packed_size")?;
    let there = cur.remaining();
    let mut lost = None;
    if u64::from(promised) > there {
        let message = format!("the stream should have {promised} bytes, only {there} are there");
        cur.problem(Severity::Error, (0, HEADER), "packed_size", format_args!("{message}"));
        lost = Some(message);
    }
    let len = u64::from(promised).min(there);
    let stream = cur.bytes("stream", usize::try_from(len).unwrap_or(usize::MAX))?;
    let unpacked = lzss::unpack(stream, LZS, usize::MAX);
    let size = unpacked.bytes.len();
    cur.explain(|| format!("unpacks to {size} bytes"));
    if let Some(at) = unpacked.cut {
        let message = "the stream ends inside a reference";
        let place = (HEADER + at as u64, 1);
        cur.problem(Severity::Error, place, "stream", format_args!("{message}"));
        lost.get_or_insert_with(|| message.to_owned());
    }
    if let Some(at) = unpacked.ambiguous {
        let message = format_args!(
            "a reference to the very byte that it writes: read as 4096 bytes back, which not every \
             reader does"
        );
        cur.problem(Severity::Warning, (HEADER + at as u64, 2), "stream", message);
    }
    let left = cur.remaining();
    if left >= SECTOR {
        let message = format_args!("{left} bytes follow the stream, a sector has only {SECTOR}");
        cur.problem(Severity::Warning, (cur.pos(), left), "padding", message);
    }
    let behind = Behind::of(cur.peek(usize::MAX), cur.source_len());
    cur.padding(usize::try_from(left).unwrap_or(usize::MAX))?;
    Ok(Packed { promised, unpacked, behind, lost })
}

/// An opened file.
struct Lzs {
    inside: Decoded,
    behind: Behind,
    lost: Option<String>,
}

impl Content for Lzs {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.inside)
    }

    fn wrap(&self, inside: &[u8]) -> Result<Vec<u8>, Refusal> {
        // A new size would hide the damage.
        if let Some(lost) = &self.lost {
            return Err(Refusal(lost.clone()));
        }
        let mut packed = wrap(inside);
        match &self.behind {
            Behind::Sector => packed.resize(packed.len().next_multiple_of(SECTOR as usize), 0),
            Behind::Bytes(bytes) => packed.extend_from_slice(bytes),
        }
        Ok(packed)
    }
}

/// A file that unpacks to `inside`.
pub fn wrap(inside: &[u8]) -> Vec<u8> {
    let stream = lzss::pack(inside, LZS);
    let mut out = Writer::new(Endian::Little);
    out.put(u32::try_from(stream.len()).unwrap_or(u32::MAX));
    out.bytes(&stream);
    out.finish()
}

/// What is inside, for tools.
pub fn unwrap(source: &Source) -> Read<(Vec<u8>, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, crate::bytes::NoRecorder);
    let packed = read(&mut cur)?;
    Ok((packed.unpacked.bytes, cur.finish().1))
}
