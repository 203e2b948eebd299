//! Trespasser `*-130.pid`: the directory of a level's textures, whose pixels are in a
//! [`swp`](super::swp) or [`spz`](super::spz) of the same name.
//!
//! | part | where |
//! |---|---|
//! | `header`: version 0x130, bits of bump maps, place and number of both lists, the pixel file's resident part | 0 |
//! | `palettes`: size, count, hash, colours (blue, green, red, 0), four unused bytes | 0x20 |
//! | `entries`, 56 bytes each: place, size, stride and kind of an image, its palette, its texture's id | behind |
//!
//! Little-endian. Pixels: 8-bit palette indices; 16 bits of palette index and two angles (bump
//! maps); 16 bits of alpha, red, green and blue. Rows run from the bottom to the top.
//!
//! # For levels
//!
//! [`TexturePack::beside`] finds the directory and the pixels of a level; [`TexturePack::find`] has
//! the texture of an id ([`texture_id`](super::texture_id) makes it of the names of a material's
//! maps), [`TexturePack::texture`] the neutral texture, which decodes itself when it is looked at,
//! with its smaller versions and its relief. [`TexturePack::entry`] says what else is known: the
//! fill colour, holes, occlusion. Rows stay in the file's order, so that a level's *v* counts as stored.
//!
//! Known unknowns: the top byte of the fill colour; whether 16-bit images without a palette have
//! alpha in their top bits (inferred); the quarter turn of theta (see [`bump_normal`]).
//!
//! Source: format document `trespasser-level.md`, sections 5.1, 6 and 7.

mod pack;
mod pixels;
mod read;
pub mod records;
mod validate;
mod write;

use std::sync::Arc;

pub use pack::TexturePack;
pub use pixels::{Pixels, bump_normal};
pub use read::Places;
pub use records::{Entry, Palette, Pid};

use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result, Source, Tree};
use crate::container::Context;
use crate::formats::trespasser::{Game, groff};
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct PidFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.pid",
    name: "Trespasser texture directory",
    family: "trespasser",
    extensions: &["pid"],
    versions: &["0x130"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for PidFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        if head.u32(0)? != records::VERSION || head.u32(0x1C).is_none() {
            return None;
        }
        let [entries_at, entries, palettes_at, palettes] =
            [0x08, 0x0C, 0x10, 0x14].map(|at| u64::from(head.u32(at).unwrap_or(u32::MAX)));
        let mut score = 30;
        let mut reasons = vec![format!("version 0x130, {entries} images, {palettes} palettes")];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        let end = entries_at.saturating_add(entries.saturating_mul(records::ENTRY as u64));
        rule(palettes_at == 0x20, 15, "the palettes follow");
        rule(end <= head.len, 15, "the images fit");
        rule(head.u32(4) == Some(records::BUMP_BITS), 15, "16 bits a bump map");
        rule(head.has_extension(INFO.extensions), 20, "the extension fits");
        (score > 45).then(|| Probe { score, reason: reasons.join(", ") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) = Tree::record(source, Endian::Little, INFO.id, read::read);
        let (pid, places) = read?;
        problems.extend(validate::validate(&pid, &places, source.id()));
        let mips = pid.entries.iter().filter(|entry| entry.is_mip()).count();
        let mut counts = Counts::default();
        counts.set("textures", pid.entries.len() - mips);
        counts.set("mips", mips);
        counts.set("palettes", pid.palettes.len());
        let file = PidFile { pid: Arc::new(pid), places: Arc::new(places), source: source.clone() };
        Ok(Document {
            format: &INFO,
            version: "0x130".to_owned(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: true,
            content: Box::new(file),
        })
    }
}

/// Reads the records alone, for levels and benchmarks.
pub fn parse(source: &Source) -> Result<(PidFile, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let (pid, places) = read::read(&mut cur)?;
    let file = PidFile { pid: Arc::new(pid), places: Arc::new(places), source: source.clone() };
    Ok((file, cur.finish().1))
}

/// An opened directory. Cloning shares it.
#[derive(Clone)]
pub struct PidFile {
    pub pid: Arc<Pid>,
    pub places: Arc<Places>,
    pub source: Source,
}

/// Every texture of a pack, and its palettes. Names are those of the level beside it, where there is
/// one.
pub(super) fn scene(name: &str, pack: &TexturePack, context: Context<'_>) -> Scene {
    let level = groff::level_of_textures(name, context);
    let (part_of, names) = level.map(|(path, names)| (Some(path), names)).unwrap_or_default();
    let all = 0..u32::try_from(pack.len()).unwrap_or(u32::MAX);
    let textures = all.filter_map(|index| {
        let id = pack.entry(index)?.id;
        let own = names.get(&id).cloned();
        pack.texture(index, own.unwrap_or_else(|| context.name_or_hex(id)))
    });
    Scene {
        name: name.to_owned(),
        textures: textures.collect(),
        colour_tables: pack.colour_tables(),
        part_of,
        ..Scene::default()
    }
}

impl Content for PidFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let game = Game::of(context);
        let context = game.context(context);
        let (pack, problems) = TexturePack::of(self, context);
        Some((scene(self.source.stem(), &pack, context), problems))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.pid.write())
    }

    fn audit(&self) -> Problems {
        validate::audit(&self.pid, &self.places, self.source.id())
    }
}
