//! Trespasser `*.tpa`: a bank of sounds with their names' hashes, and what is heard when two
//! materials meet.
//!
//! Effects, Ambient, Stream (voices with captions, music) and Menu; only Effects has collisions.
//!
//! | part | where |
//! |---|---|
//! | header: `version` 0x150, sound count, offset of the IDs, collision count and offset, ID count | 0 |
//! | `ids`, 56 bytes each: hash, offset, length, attenuation, volume, copy of the sound's header | 0x18 |
//! | `sounds`, back to back: each what a file of its own would be (see [`cau`](super::cau)) | behind |
//! | `collisions`, 152 bytes each | behind; the file's end when there are none |
//!
//! Little-endian, unaligned. Several IDs may name one sound. The copy of a sound's header in the
//! table of IDs is the one that counts. An ID is the CRC-32 of a name (see
//! [`name_hash`](super::name_hash)) and means nothing outside of its bank.
//!
//! Counts: `sounds` are distinct recordings, `ids` entries of the table, `captions` all texts,
//! empty ones (pauses) too.
//!
//! Known unknowns: `last_used` and unused slots of collisions hold whatever was in memory.
//!
//! Source: format document `trespasser-tpa.md`, sections 1, 5 and 8.

mod members;
mod plan;
mod read;
mod records;
mod scene;
mod validate;
mod write;

pub use read::Places;
pub use records::{
    Bank, BankHeader, CollisionEntry, Id, IdEntry, Layout, Line, Piece, Stale, Target, Transfer,
    VERSION, flags,
};

use std::collections::BTreeSet;

use super::SPREAD;
use super::cau::records::MAGIC;
use super::cau::{Coding, Place};
use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result, Shaped, Source, Tree};
use crate::container::{Context, Members, Slices, Unnamed};
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct TpaFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.tpa",
    name: "Trespasser sound bank",
    family: "trespasser",
    extensions: &["tpa"],
    versions: &["0x150"],
    can: &[Ability::Sound, Ability::Export, Ability::Write],
};

/// Where the magic number of the first ID's header copy is, in a usual bank.
const FIRST_MAGIC: usize = BankHeader::SIZE + 0x14;

impl Format for TpaFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let (version, sounds, ids) = (head.u32(0)?, head.u32(4)?, head.u32(0x14)?);
        let mut score = 0;
        let mut reasons = vec![format!("{sounds} sounds, {ids} IDs")];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        let table_end = u64::from(ids) * IdEntry::SIZE as u64 + BankHeader::SIZE as u64;
        rule(version == VERSION, 40, "version 0x150");
        rule(head.u32(8) == Some(BankHeader::SIZE as u32), 15, "the table of IDs follows");
        rule(ids > 0 && head.u32(FIRST_MAGIC) == Some(MAGIC), 25, "a sound's header is in it");
        rule(sounds <= ids && table_end <= head.len, 10, "the counts fit");
        rule(head.has_extension(INFO.extensions), 10, "the extension fits");
        // The version alone is just a number; a bank without sounds has its table's place as well.
        (score >= 50).then(|| Probe { score, reason: reasons.join(", ") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) =
            Tree::record(source, Endian::Little, "Bank", |cur| read::bank(cur, source));
        let (bank, places) = read?;
        problems.extend(validate::validate(&bank, &places, source.id()));
        let mut counts = Counts::default();
        counts.set("sounds", bank.sounds.len());
        counts.set("ids", bank.ids.len());
        counts.set("captions", bank.sounds.iter().map(|s| s.caption_count()).sum::<usize>());
        counts.set("members", bank.sounds.len());
        let plays = bank.sounds.iter().any(|sound| Coding::of(&sound.header).is_ok());
        let known = bank.version == VERSION;
        let members = members::sounds(&bank, &places, source);
        Ok(Document {
            format: &INFO,
            version: if known { "0x150".to_owned() } else { String::new() },
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: plays || (known && bank.ids.is_empty()),
            content: Box::new(BankFile { bank, places, members, source: source.clone() }),
        })
    }
}

/// Reads the records alone, for tools and benchmarks.
pub fn parse(source: &Source) -> Result<(Bank, Places, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let (bank, places) = read::bank(&mut cur, source)?;
    Ok((bank, places, cur.finish().1))
}

/// An opened bank.
struct BankFile {
    bank: Bank,
    places: Places,
    members: Slices,
    source: Source,
}

impl Content for BankFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self, context), Problems::default()))
    }

    fn members(&self) -> Option<&dyn Members> {
        Some(&self.members)
    }

    /// Names of sounds and materials stand in levels and their scenes (format document, section
    /// 5).
    fn unnamed(&self) -> Option<Unnamed> {
        let ids = self.bank.ids.iter().map(|id| id.id);
        let pairs = self.bank.collisions.iter();
        let materials = pairs.flat_map(|entry| [entry.material_a, entry.material_b]);
        let hashes: BTreeSet<u32> = ids.chain(materials).collect();
        let holders = &["grf", "grf_", "scn", "scn_"];
        Some(Unnamed { hashes: hashes.into_iter().collect(), holders, spread: SPREAD })
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.bank.write())
    }
}
