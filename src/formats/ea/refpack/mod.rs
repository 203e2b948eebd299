//! RefPack streams with their header: members of Electronic Arts' archives, usually.
//!
//! | part | where |
//! |---|---|
//! | `flags`: 0x10 always, 0x01 the packed size is stored, 0x80 sizes have four bytes, 0x40 unrestricted | 0 |
//! | `magic` 0xFB | 1 |
//! | `packed_size` (with flag 0x01), `size`: three or four bytes, big-endian | 2 |
//! | `commands` of the [codec](crate::codec::refpack), each with its literals, up to a stop command | behind |
//!
//! Known unknowns: with flag 0x01, which of the two sizes comes first. Sources disagree, so that the
//! order whose stream ends with a stop command at the right length is taken.
//!
//! Source: format document `ssx-mpf.md` section 7.

mod read;

use crate::bytes::{Endian, Problems, Result, Source, Tree};
use crate::codec::refpack::{self, Command};
use crate::formats::{
    Ability, Content, Counts, Decoded, Document, Format, FormatInfo, Head, Probe, Refusal,
};
pub use read::{Header, flags};

/// The wrapper.
pub struct RefPack;

static INFO: FormatInfo = FormatInfo {
    id: "ea.refpack",
    name: "RefPack stream",
    family: "ea",
    extensions: &["qfs", "refpack"],
    versions: &[],
    can: &[Ability::Write],
};

impl Format for RefPack {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let header = Header::of(head.bytes)?;
        let mut score = 30;
        let mut reasons = vec!["it starts like one".to_owned()];
        let mut rule = |holds: bool, points: u8, what: String| {
            if holds {
                score += points;
                reasons.push(what);
            }
        };
        let packed = usize::try_from(head.len).unwrap_or(usize::MAX);
        let possible = header.size as usize <= refpack::most(packed);
        rule(header.flags & !0x81 == flags::ALWAYS, 10, "no unknown flag".to_owned());
        rule(possible, 15, format!("{} bytes can come out of it", header.size));
        let first = head.bytes.get(header.stored_len()..).and_then(Command::at);
        let starts = first.is_some_and(|first| first.distance <= first.literals);
        rule(starts, 25, "the first command copies nothing from before the start".to_owned());
        rule(head.has_extension(INFO.extensions), 10, "the extension fits".to_owned());
        (score >= 65).then(|| Probe { score, reason: reasons.join(", ") })
    }

    fn is_wrapper(&self) -> bool {
        true
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Big, "RefPack", read::stream);
        let (header, bytes, lost) = read?;
        let usable = !bytes.is_empty() || header.size == 0;
        // The name of a member has no mark of its being packed.
        let decoded = Decoded::of(source, "refpack", source.file_name().to_owned(), bytes);
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: Counts::default(),
            usable,
            content: Box::new(Wrapper { header, decoded, lost }),
        })
    }
}

/// What a stream hides.
struct Wrapper {
    header: Header,
    decoded: Decoded,
    /// What of the stream the unpacked bytes do not hold, in words.
    lost: Option<String>,
}

impl Content for Wrapper {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.decoded)
    }

    fn wrap(&self, inside: &[u8]) -> std::result::Result<Vec<u8>, Refusal> {
        match &self.lost {
            Some(lost) => Err(Refusal(lost.clone())),
            None => Ok(self.header.wrap(inside)),
        }
    }
}

/// `bytes` packed, with the plain header.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    Header { flags: flags::ALWAYS, ..Header::default() }.wrap(bytes)
}

/// `source` without the wrapper, if it has one: what companions are read from.
pub fn unwrapped(source: Source) -> (Source, Problems) {
    let is_it = RefPack.probe(&Head::of(&source)).is_some();
    match is_it.then(|| RefPack.open(&source)) {
        Some(Ok(document)) => {
            let inside = document.content.decoded().map(|decoded| decoded.source.clone());
            (inside.unwrap_or(source), document.problems)
        }
        _ => (source, Problems::default()),
    }
}
