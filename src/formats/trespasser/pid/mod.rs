//! Trespasser `*-130.pid`: the directory of a level's textures, whose pixels are in a [`swp`](super::swp)
//! or [`spz`](super::spz) of the same name.
//!
//! | part | offset |
//! |---|---|
//! | `header`: version 0x130, bits of bump maps, offset and count of both lists, the pixel file's resident part | 0 |
//! | `palettes`: size, count, hash, colours (blue, green, red, 0), four unused bytes | 0x20 |
//! | `entries`, 56 bytes each: offset, size, stride and kind of an image, its palette, its texture's id | follows |
//!
//! Little-endian. Pixels: 8-bit palette indices; 16 bits of palette index and two angles (bump maps); 16
//! bits of alpha, red, green and blue. Rows run from the bottom to the top.
//!
//! # For levels
//!
//! [`TexturePack::beside`] finds the directory and the pixels of a level. [`TexturePack::find`] finds the
//! texture with an id, which [`texture_id`](super::texture_id) computes from the names of a material's
//! maps. [`TexturePack::texture`] returns it as the scene's texture, which is decoded on demand, with its
//! smaller versions and its relief. [`TexturePack::entry`] returns other properties: the fill colour,
//! holes, occlusion. Rows stay in the file's order, so that a level's *v* is used as stored.
//!
//! Known unknowns: the top byte of the fill colour; whether 16-bit images without a palette have alpha in
//! their top bits (inferred); the quarter turn of theta (see [`bump_normal`]).
//!
//! Source: format document `trespasser-level.md`, sections 5.1, 6 and 7.

mod add;
mod edit;
mod image;
mod pack;
mod pixels;
mod read;
pub mod records;
mod relief;
mod replace;
mod room;
mod storage;
mod validate;

pub use add::{NewTexture, with_pixels, with_size, with_texture};
pub use edit::added;
pub use image::{NewImage, image};
pub use pack::TexturePack;
pub use pixels::{Pixels, bump_normal, pixel_files};
pub use records::{Entry, Palette, Pid};
pub use replace::{with_palette, with_picture};

use std::sync::Arc;

use crate::bytes::{Cursor, Problems, Recorder, Result, Source, count32};
use crate::container::Context;
use crate::formats::trespasser::{Game, groff};
use crate::formats::{
    Capability, Computable, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report, Score,
};
use crate::scene::Scene;

impl Records for Pid {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.pid",
        name: "Trespasser texture directory",
        extensions: &["pid"],
        versions: &["0x130"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable().computable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if head.u32(0)? != records::VERSION || head.u32(0x1C).is_none() {
            return None;
        }
        let [entries_at, entries, palettes_at, palettes] =
            [0x08, 0x0C, 0x10, 0x14].map(|at| u64::from(head.u32(at).unwrap_or(u32::MAX)));
        let mut score =
            Score::new(30, format!("version 0x130, {entries} images, {palettes} palettes"));
        let end = entries_at.saturating_add(entries.saturating_mul(records::ENTRY as u64));
        score.rule(palettes_at == records::HEADER, 15, "the palettes follow");
        score.rule(end <= head.len, 15, "the images are inside the file");
        score.rule(head.u32(4) == Some(records::BUMP_BITS), 15, "bump maps have 16 bits");
        score.rule(head.has_extension(Self::INFO.extensions), 20, "matching extension");
        score.at_least(46)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        read::read(cur)
    }

    fn version(&self) -> String {
        "0x130".to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        let mips = self.entries.iter().filter(|entry| entry.is_mip()).count();
        counts.set("textures", self.entries.len() - mips);
        counts.set("mips", mips);
        counts.set("palettes", self.palettes.len());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        validate::check(&file.records, file.source.len(), report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(read::write(self)?)
    }
}

impl Displayed for Loaded<Pid> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let game = Game::of(context);
        let context = game.context(context);
        let (pack, problems) = TexturePack::of(Arc::new(self.clone()), context);
        Some((scene(self.source.stem(), &pack, context), problems))
    }
}

impl Computable for Loaded<Pid> {
    fn has_computed(&self) -> bool {
        !self.records.entries.is_empty()
    }

    fn audit(&self, report: &mut Report<'_>) {
        validate::audit(&self.records, report);
    }
}

/// All textures of a pack, and its palettes. Names come from the companion level, if it exists.
pub(super) fn scene(name: &str, pack: &TexturePack, context: Context<'_>) -> Scene {
    let level = groff::level_of_textures(name, context);
    let (part_of, names) = level.map(|(path, names)| (Some(path), names)).unwrap_or_default();
    let all = 0..count32(pack.len());
    let textures = all.filter_map(|index| {
        let id = pack.entry(index)?.id;
        let own = names.get(&id).cloned();
        pack.texture(index, own.unwrap_or_else(|| context.name_or_hex(id)))
    });
    let mut scene = Scene {
        name: name.to_owned(),
        textures: textures.collect(),
        colour_tables: pack.colour_tables(),
        part_of,
        ..Scene::default()
    };
    storage::add(pack, &mut scene);
    scene
}
