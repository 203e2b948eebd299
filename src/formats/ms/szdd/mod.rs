//! Files packed by Microsoft's `COMPRESS.EXE`, which the LZ calls of Windows unpack unasked; the
//! retail levels of Trespasser are.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | 8 bytes | `magic`, "SZDD" 88 F0 27 33 |
//! | 0x08 | u8 | `method`, 'A' |
//! | 0x09 | u8 | `last_character` of the original extension, or 0 |
//! | 0x0A | u32 | `size` when unpacked |
//! | 0x0E | bytes | `stream`, see [`lzss`] |
//!
//! There is no end mark: what stands behind the last unit that is needed is ignored.
//!
//! Source: format document `trespasser-level.md`, section 2.

mod stream;

pub use stream::{Stream, read_stream};

use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Source, Tree, Writer};
use crate::codec::lzss::{self, SZDD};
use crate::formats::{
    Ability, Content, Counts, Decoded, Document, Format, FormatInfo, Head, Probe, Refusal,
};

/// The format.
pub struct SzddFormat;

static INFO: FormatInfo = FormatInfo {
    id: "ms.szdd",
    name: "Microsoft compressed file",
    family: "ms",
    extensions: &["_"],
    versions: &["A"],
    can: &[Ability::Write],
};

pub const MAGIC: [u8; 8] = *b"SZDD\x88\xF0\x27\x33";
const METHOD: u8 = b'A';
/// Bytes before the stream.
pub const HEADER: usize = 14;

impl Format for SzddFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        head.bytes
            .starts_with(&MAGIC)
            .then(|| Probe { score: 100, reason: "\"SZDD\" and its check bytes".to_owned() })
    }

    fn is_wrapper(&self) -> bool {
        true
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, INFO.id, read);
        let (last_character, mut stream) = read?;
        let name = plain_name(source.file_name(), last_character);
        let inside = Decoded::of(source, "szdd", name, std::mem::take(&mut stream.plain));
        Ok(Document {
            format: &INFO,
            version: char::from(METHOD).to_string(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: Counts::default(),
            usable: true,
            content: Box::new(Wrapped { last_character, inside, stream }),
        })
    }
}

fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u8, Stream)> {
    let magic = cur.bytes("magic", MAGIC.len())?;
    if magic != MAGIC {
        return Err(cur.fail_at(0, 8, "magic", format_args!("it does not start with SZDD")));
    }
    let method = cur.get_as::<u8>("method", Hint::Hex)?;
    if method != METHOD {
        let message = format_args!("the packing method {method:#04x} is not known, only 0x41 is");
        return Err(cur.fail_at(8, 1, "method", message));
    }
    let last_character = cur.get_as::<u8>("last_character", Hint::Hex)?;
    cur.explain(|| match last_character {
        0 => "the extension was complete".to_owned(),
        other => format!("the extension ended in {:?}", char::from(other)),
    });
    let size = cur.get_as::<u32>("size", Hint::Unit("bytes"))?;
    Ok((last_character, read_stream(cur, SZDD, size)?))
}

/// The name before packing: the mark at its end gives way to the character that is kept in the
/// header, where there is one.
fn plain_name(name: &str, last_character: u8) -> String {
    let Some(stem) = name.strip_suffix('_') else { return name.to_owned() };
    let is_short = stem.rsplit_once('.').is_some_and(|(_, extension)| extension.len() < 3);
    let mut plain = stem.to_owned();
    if is_short && last_character.is_ascii_graphic() {
        plain.push(char::from(last_character.to_ascii_lowercase()));
    }
    plain
}

/// A packed file, as `COMPRESS` writes it. `last_character` is that of the original extension, or
/// 0 where the name keeps it.
pub fn pack(plain: &[u8], last_character: u8) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    out.bytes(&MAGIC);
    out.put(METHOD);
    out.put(last_character);
    out.put(u32::try_from(plain.len()).unwrap_or(u32::MAX));
    out.bytes(&lzss::pack(plain, SZDD));
    out.finish()
}

struct Wrapped {
    last_character: u8,
    inside: Decoded,
    /// Without its plain bytes, which are `inside`.
    stream: Stream,
}

impl Content for Wrapped {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.inside)
    }

    fn wrap(&self, inside: &[u8]) -> std::result::Result<Vec<u8>, Refusal> {
        self.stream.whole()?;
        let mut packed = pack(inside, self.last_character);
        packed.extend_from_slice(&self.stream.tail);
        Ok(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn the_mark_at_the_end_of_a_name_is_taken_off() {
        for (name, last, plain) in [
            ("jr.grf_", 0, "jr.grf"),
            ("jr.gr_", b'F', "jr.grf"),
            ("jr.gr_", 0, "jr.gr"),
            ("jr.grf_", b'f', "jr.grf"),
            ("jr.grf", b'f', "jr.grf"),
            ("no_extension_", b'x', "no_extension"),
        ] {
            assert_eq!(plain_name(name, last), plain, "{name} {last}");
        }
    }
}
