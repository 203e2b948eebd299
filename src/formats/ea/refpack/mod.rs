//! RefPack streams with their header, mostly members of Electronic Arts' archives.
//!
//! | part | location |
//! |---|---|
//! | `flags`: 0x10 always, 0x01 the packed size is stored, 0x80 sizes have four bytes, 0x40 unrestricted | 0 |
//! | `magic` 0xFB | 1 |
//! | `packed_size` (with flag 0x01), `size`: three or four bytes, big-endian | 2 |
//! | `commands` of the [codec](crate::codec::refpack), each with its literals, up to a stop command | after the sizes |
//!
//! Known unknowns: with flag 0x01, which of the two sizes comes first. Sources disagree, so the order for
//! which the stream ends with a stop command at the right length is used.
//!
//! Source: format document `ssx-mpf.md` section 7.

mod read;

use crate::bytes::{Cursor, Endian, Recorder, Result};
use crate::codec::refpack::{self, Command};
use crate::formats::{Capability, EditResult, FormatInfo, Head, Probe, Score, Wrapper};
pub use read::{RefPack, flags};

impl Wrapper for RefPack {
    const INFO: FormatInfo = FormatInfo {
        id: "ea.refpack",
        name: "RefPack stream",
        extensions: &["qfs", "refpack"],
        versions: &[],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "RefPack";
    const CODEC: &'static str = "refpack";
    const ENDIAN: Endian = Endian::Big;

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let header = RefPack::of(head.bytes)?;
        let mut score = Score::new(30, "signature");
        let packed = usize::try_from(head.len).unwrap_or(usize::MAX);
        let possible = header.size as usize <= refpack::most(packed);
        score.rule(header.flags & !0x81 == flags::ALWAYS, 10, "no unknown flag");
        score.rule(possible, 15, format!("{} is a possible size in bytes", header.size));
        let first = head.bytes.get(header.stored_len()..).and_then(Command::at);
        let starts = first.is_some_and(|first| first.distance <= first.literals);
        score.rule(starts, 25, "the first command copies nothing from before the start");
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(65)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn unpack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Self, Vec<u8>)> {
        read::stream(cur)
    }

    /// The names of members do not show that they are packed.
    fn name_inside(&self, name: &str) -> String {
        name.to_owned()
    }

    fn is_usable(&self, inside: &[u8]) -> bool {
        !inside.is_empty() || self.size == 0
    }

    fn pack(&self, inside: &[u8]) -> EditResult<Vec<u8>> {
        Ok(self.wrap(inside))
    }
}

/// Packs `bytes`, with the plain header.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    RefPack { flags: flags::ALWAYS, ..RefPack::default() }.wrap(bytes)
}
