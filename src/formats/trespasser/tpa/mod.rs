//! Trespasser `*.tpa`: a bank of sounds with the hashes of their names, and the collision sounds of pairs
//! of materials.
//!
//! Effects, Ambient, Stream (voices with captions, music) and Menu; only Effects has collisions.
//!
//! | part | offset |
//! |---|---|
//! | header: `version` 0x150, sound count, offset of the IDs, collision count and offset, ID count | 0 |
//! | `ids`, 56 bytes each: hash, offset, length, attenuation, volume, copy of the sound's header | 0x18 |
//! | `sounds`, back to back: each as in a separate file (see [`cau`](super::cau)) | follows |
//! | `collisions`, 152 bytes each | follows; the file's end if there are none |
//!
//! Little-endian, unaligned. Several IDs may name one sound. The game uses the copy of a sound's header
//! in the table of IDs. An ID is the CRC-32 of a name (see [`name_hash`](super::name_hash)), local to its
//! bank.
//!
//! Counts: `sounds` are distinct recordings, `ids` entries of the table, `captions` all texts, including
//! empty ones (pauses).
//!
//! Known unknowns: `last_used` and unused slots of collisions are uninitialised memory.
//!
//! Source: format document `trespasser-tpa.md`, sections 1, 5 and 8.

mod check;
mod list_edit;
mod member;
mod plan;
mod read;
mod records;
mod replace;
mod scene;
mod tables;
mod write;

pub use member::{member_hash, member_name};
pub use records::{
    Bank, BankBlock, BankHeader, CollisionEntry, Id, IdEntry, Layout, Line, SoundTarget,
    StaleHeader, Transfer, VERSION, flags,
};

use std::collections::BTreeSet;

use super::SPREAD;
use super::cau::Coding;
use super::cau::records::MAGIC;
use crate::bytes::{Cursor, Problems, Recorder, Result, Shaped, Source, Span};
use crate::container::{Context, Member, Members, Slices, Unnamed};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, HasMembers, HashesNames, Head,
    ListChange, Loaded, NewMembers, Operations, Probe, Records, Report, Rewritten, Score,
};
use crate::scene::{Replacement, Scene};

/// Offset of the magic number of the first ID's header copy, in a usual bank.
const FIRST_MAGIC: usize = BankHeader::SIZE + 0x14;

/// A bank file.
pub struct BankFile {
    pub bank: Bank,
    /// One `.cau` per sound, named by its index and its first ID.
    members: Slices,
}

impl Records for BankFile {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.tpa",
        name: "Trespasser sound bank",
        extensions: &["tpa"],
        versions: &["0x150"],
        can: &[Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Bank";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().with_members().editable().hashes_names();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let (version, sounds, ids) = (head.u32(0)?, head.u32(4)?, head.u32(0x14)?);
        let table_end = u64::from(ids) * IdEntry::SIZE as u64 + BankHeader::SIZE as u64;
        let mut score = Score::new(0, format!("{sounds} sounds, {ids} IDs"));
        score.rule(version == VERSION, 40, "version 0x150");
        let ids_at = head.u32(8);
        score.rule(ids_at == Some(BankHeader::SIZE as u32), 15, "the table of IDs follows");
        let has_header = ids > 0 && head.u32(FIRST_MAGIC) == Some(MAGIC);
        score.rule(has_header, 25, "the first ID has the header of a sound");
        score.rule(sounds <= ids && table_end <= head.len, 10, "matching counts");
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        // The version alone is a common number; in a bank without sounds the table's offset must match
        // too.
        score.at_least(50)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let (bank, extents) = read::bank(cur, source)?;
        let named = bank.ids_of().into_iter().zip(extents).enumerate();
        let members = named.map(|(index, (entries, (start, end)))| {
            let id = entries.first().and_then(|entry| bank.ids.get(*entry)).map_or(0, |id| id.id);
            let size = end.saturating_sub(start);
            let span = Some(Span::new(source.id(), start, size));
            Member { path: member::stored_name(index, id), size, span }
        });
        let members = Slices::new(source, "the bank has no sound", members.collect());
        Ok(Self { bank, members })
    }

    fn version(&self) -> String {
        if self.bank.version == VERSION { "0x150".to_owned() } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        let sounds = &self.bank.sounds;
        counts.set("sounds", sounds.len());
        counts.set("ids", self.bank.ids.len());
        counts.set("captions", sounds.iter().map(|sound| sound.caption_count()).sum::<usize>());
        counts.set("members", sounds.len());
    }

    fn is_usable(&self) -> bool {
        let is_empty = self.bank.version == VERSION && self.bank.ids.is_empty();
        is_empty || self.bank.sounds.iter().any(|sound| Coding::of(&sound.header).is_ok())
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check::check(&file.records.bank, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.bank.write()?)
    }
}

impl Displayed for Loaded<BankFile> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self, context), Problems::default()))
    }
}

impl HasMembers for Loaded<BankFile> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.members)
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let bank = &self.kept()?.bank;
        Ok(vec![Rewritten::whole(replace::with_members(bank, replaced)?)])
    }
}

impl Editable for Loaded<BankFile> {
    fn copies_of(&self, paths: &[&str]) -> Vec<Vec<String>> {
        let bank = &self.records.bank;
        let ids_of = bank.ids_of();
        paths.iter().map(|path| bank.header_copies(path, &ids_of).unwrap_or_default()).collect()
    }

    fn has_own_rates(&self) -> bool {
        true
    }

    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_sound(&self.records.bank, path, new)
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(&self.kept()?.bank, change)
    }
}

impl HashesNames for Loaded<BankFile> {
    fn name_hash(&self, name: &str) -> Option<u32> {
        Some(super::name_hash(name))
    }

    /// Names of sounds and materials are stored in levels and their scenes (format document, section 5).
    fn unnamed(&self) -> Option<Unnamed> {
        let hashes: BTreeSet<u32> = self.records.bank.hashes().collect();
        let holders = &["grf", "grf_", "scn", "scn_"];
        Some(Unnamed { hashes: hashes.into_iter().collect(), holders, spread: SPREAD })
    }
}
