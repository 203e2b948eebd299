//! Files packed by Microsoft's `COMPRESS.EXE`, which the LZ functions of Windows unpack transparently.
//! The retail levels of Trespasser are packed like this.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | 8 bytes | `magic`, "SZDD" 88 F0 27 33 |
//! | 0x08 | u8 | `method`, 'A' |
//! | 0x09 | u8 | `last_character` of the original extension, or 0 |
//! | 0x0A | u32 | `size` when unpacked |
//! | 0x0E | bytes | `stream`, see [`lzss`] |
//!
//! There is no end mark: bytes after the last required unit are ignored.
//!
//! Source: format document `trespasser-level.md`, section 2.

mod stream;

pub use stream::read_stream;

use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Writer, count32};
use crate::codec::lzss::{self, SZDD};
use crate::formats::{Capability, EditResult, FormatInfo, Head, Probe, Wrapper};

pub const MAGIC: [u8; 8] = *b"SZDD\x88\xF0\x27\x33";
const METHOD: u8 = b'A';
/// Bytes before the stream.
pub const HEADER: usize = 14;

/// A packed file.
pub struct Szdd {
    /// Last character of the original extension, or 0.
    last_character: u8,
    /// Bytes after the stream.
    tail: Vec<u8>,
}

impl Wrapper for Szdd {
    const INFO: FormatInfo = FormatInfo {
        id: "ms.szdd",
        name: "Microsoft compressed file",
        extensions: &["_"],
        versions: &["A"],
        can: &[Capability::Write],
    };
    const CODEC: &'static str = "szdd";

    fn probe(head: &Head<'_>) -> Option<Probe> {
        head.bytes
            .starts_with(&MAGIC)
            .then(|| Probe { score: 100, reason: "\"SZDD\" and its check bytes".to_owned() })
    }

    fn unpack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Self, Vec<u8>)> {
        let magic = cur.bytes("magic", MAGIC.len())?;
        if magic != MAGIC {
            return Err(cur.fail_at((0, 8), "magic", format_args!("expected \"SZDD\"")));
        }
        let method = cur.get_as::<u8>("method", Hint::Hex)?;
        if method != METHOD {
            let message = format_args!("unknown packing method {method:#04x}, expected 0x41");
            return Err(cur.fail_at((8, 1), "method", message));
        }
        let last_character = cur.get_as::<u8>("last_character", Hint::Hex)?;
        cur.explain(|| match last_character {
            0 => "the extension was complete".to_owned(),
            other => format!("the extension ended in {:?}", char::from(other)),
        });
        let size = cur.get_as::<u32>("size", Hint::Unit("bytes"))?;
        let (plain, tail) = read_stream(cur, SZDD, size)?;
        Ok((Self { last_character, tail }, plain))
    }

    fn name_inside(&self, name: &str) -> String {
        plain_name(name, self.last_character)
    }

    fn version(&self) -> String {
        char::from(METHOD).to_string()
    }

    fn pack(&self, inside: &[u8]) -> EditResult<Vec<u8>> {
        Ok([pack(inside, self.last_character), self.tail.clone()].concat())
    }
}

/// The original name: the last character is replaced by the one in the header, if there is one.
fn plain_name(name: &str, last_character: u8) -> String {
    let Some(stem) = name.strip_suffix('_') else { return name.to_owned() };
    let is_short = stem.rsplit_once('.').is_some_and(|(_, extension)| extension.len() < 3);
    let mut plain = stem.to_owned();
    if is_short && last_character.is_ascii_graphic() {
        plain.push(char::from(last_character.to_ascii_lowercase()));
    }
    plain
}

/// Packs a file as `COMPRESS` does. `last_character` is that of the original extension, or 0 if the name
/// keeps it.
pub fn pack(plain: &[u8], last_character: u8) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    out.bytes(&MAGIC);
    out.put(METHOD);
    out.put(last_character);
    out.put(count32(plain.len()));
    out.bytes(&lzss::pack(plain, SZDD));
    out.finish()
}
