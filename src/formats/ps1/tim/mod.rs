//! PlayStation `*.tim`: a picture with its palettes, as it goes to video memory.
//!
//! The texture format of Sony's library: files of their own, and parts of other formats (battle
//! models of Final Fantasy VII). Homebrew tools write it too.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `id`, 0x10 |
//! | 4 | u32 | `flags`: bits 0–2 type, bit 3 a CLUT block follows |
//! | 8 | block | `clut`, if there is one: rows of 15-bit colours |
//! | … | block | `image` |
//!
//! A block is a `u32` length that counts itself, `u16` x, y, width (in halfwords) and height, then
//! the rows. Palettes are runs of 16 or 256 colours of a row, by the type. 24-bit rows are three
//! bytes a texel, filled to a halfword.
//!
//! What is met: lengths that are wrong (the rectangle is believed), garbage in the upper flag bits,
//! 4- and 8-bit pictures without a CLUT (shown as greys), images of no width in models without
//! texture.
//!
//! Counts: `textures` 1 unless there are no texels; `palettes` runs of a palette's length.
//!
//! Source: format document `ff7-battle.md`, section 6.

mod read;
mod records;
mod scene;

pub use read::{Offsets, tim};
pub use records::{BLOCK, Block, ID, Kind, Rect, Tim};
pub use scene::Pictures;

use super::vram::Depth;
use crate::bytes::{Endian, Problems, Result as Read, Source, Tree, Writer};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{LayerKind, Scene, Style};

/// The format.
pub struct TimFormat;

static INFO: FormatInfo = FormatInfo {
    id: "ps1.tim",
    name: "PlayStation picture",
    family: "ps1",
    extensions: &["tim"],
    versions: &[],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for TimFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        if head.u32(0)? != ID {
            return None;
        }
        let flags = head.u32(4)?;
        let mut score = 20;
        let mut reasons = vec![format!("a TIM's number, {}", Kind::of(flags).name())];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        rule(flags <= 0xF && !matches!(Kind::of(flags), Kind::Unknown(_)), 10, "known flags");
        let mut at = 8;
        if flags & 8 != 0 {
            let (length, needed) = block_at(head, at)?;
            rule(length == needed, 30, "the CLUT's length is that of its rectangle");
            at = at.checked_add(usize::try_from(needed.max(length)).ok()?)?;
        }
        // The image may lie behind what a probe sees.
        if let Some((length, needed)) = block_at(head, at) {
            let fits = at as u64 + needed <= head.len;
            rule(fits && length == needed, 40, "so is the image's");
            rule(fits && length != needed, 20, "the image fits");
            // A length of four bytes that is right is no accident.
            let cut = !fits && length == needed && needed > BLOCK;
            rule(cut, 25, "so is the image's, which is cut");
        }
        rule(head.has_extension(INFO.extensions), 10, "the extension fits");
        (score >= 50).then(|| Probe { score: score.min(100), reason: reasons.join(", ") })
    }

    fn open(&self, source: &Source) -> Read<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, "Tim", read::tim);
        let (tim, offsets) = read?;
        let mut counts = Counts::default();
        tim.count(&mut counts);
        let stub = tim.image.as_ref().is_some_and(|image| image.rect.halfwords() == 0);
        let usable = stub || counts.get("textures") > Some(0) || counts.get("palettes") > Some(0);
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable,
            content: Box::new(TimFile { tim, offsets, source: source.clone() }),
        })
    }
}

/// Stored and computed length of the block at `at`.
fn block_at(head: &Head<'_>, at: usize) -> Option<(u64, u64)> {
    let (w, h) = (head.u16(at.checked_add(8)?)?, head.u16(at.checked_add(10)?)?);
    let rect = Rect { w, h, ..Rect::default() };
    Some((head.u32(at)?.into(), BLOCK + rect.halfwords() * 2))
}

impl Tim {
    /// Sets what this picture adds to a file's counts.
    pub fn count(&self, counts: &mut Counts) {
        let image = self.image.as_ref();
        let texels = image.map_or(0, |image| {
            let row = usize::from(image.rect.w) * 2;
            let rows = image.data.len().checked_div(row).unwrap_or(0);
            rows as u64 * u64::from(self.kind().width(image.rect.w))
        });
        counts.set("textures", u64::from(texels > 0));
        counts.set("palettes", self.palette_count());
    }

    /// Runs of a palette's length.
    fn palette_count(&self) -> usize {
        let colours = self.kind().depth().and_then(Depth::colours);
        let (Some(clut), Some(colours)) = (&self.clut, colours) else { return 0 };
        let width = usize::from(clut.rect.w);
        // Rows of which at least one colour is there.
        let full = clut.data.len().checked_div(width).unwrap_or(0);
        let cut = clut.data.len().checked_rem(width).unwrap_or(0);
        full * width.div_ceil(colours) + cut.div_ceil(colours)
    }
}

/// An opened picture.
struct TimFile {
    tim: Tim,
    offsets: Offsets,
    source: Source,
}

impl Content for TimFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let mut scene = Scene { name: name.clone(), style: Style::Ps1, ..Scene::default() };
        scene.layer("Drawn", LayerKind::Drawn, true);
        Pictures::add(&mut scene, &self.tim, self.offsets, self.source.id(), &name, "");
        Some((scene, Problems::default()))
    }

    fn write(&self) -> Result<Vec<u8>, Refusal> {
        let mut out = Writer::new(Endian::Little);
        self.tim.write(&mut out);
        Ok(out.finish())
    }
}
