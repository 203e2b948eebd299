//! PlayStation `*.tim`: a picture with its palettes, as it is copied to video memory.
//!
//! The texture format of Sony's library: separate files, and parts of other formats (battle models of
//! Final Fantasy VII). Homebrew tools write it too.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `id`, 0x10 |
//! | 4 | u32 | `flags`: bits 0–2 type, bit 3 a CLUT block follows |
//! | 8 | block | `clut`, optional: rows of 15-bit colours |
//! | … | block | `image` |
//!
//! A block is a `u32` length that includes itself, `u16` x, y, width (in halfwords) and height, then the
//! rows. Palettes are runs of 16 or 256 colours of a row, depending on the type. 24-bit rows have three
//! bytes per texel, padded to a halfword.
//!
//! Files may have: wrong lengths (the rectangle takes precedence), garbage in the upper flag bits, 4- and
//! 8-bit pictures without a CLUT (displayed as greys), images of zero width in models without texture.
//!
//! Counts: `textures` 1 unless there are no texels; `palettes` runs of a palette's length.
//!
//! Source: format document `ff7-battle.md`, section 6.

mod read;
mod records;
mod replace;
mod scene;

pub use read::tim;
pub use records::{BLOCK, Block, ID, Kind, Rect, Tim};
pub use scene::{Pictures, shift};

use super::vram::Depth;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result as Read, Source, Writer};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Refusal, Score,
};
use crate::scene::{LayerKind, Replacement, Scene, Style};

impl Records for Tim {
    const INFO: FormatInfo = FormatInfo {
        id: "ps1.tim",
        name: "PlayStation picture",
        extensions: &["tim"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Tim";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if head.u32(0)? != ID {
            return None;
        }
        let flags = head.u32(4)?;
        let mut score = Score::new(20, format!("TIM id, {}", Kind::of(flags).name()));
        score.rule(flags <= 0xF && !matches!(Kind::of(flags), Kind::Unknown(_)), 10, "known flags");
        let mut at = 8;
        if flags & 8 != 0 {
            let (length, needed) = block_at(head, at)?;
            score.rule(length == needed, 30, "matching CLUT length");
            at = at.checked_add(usize::try_from(needed.max(length)).ok()?)?;
        }
        // The image may lie beyond the bytes available to the probe.
        if let Some((length, needed)) = block_at(head, at) {
            let fits = at as u64 + needed <= head.len;
            score.rule(fits && length == needed, 40, "matching image length");
            // An image without texels is inside a file of any size, so it proves nothing.
            let is_plausible = fits && length != needed && needed > BLOCK;
            score.rule(is_plausible, 20, "the image is inside the file");
            // A matching length of 32 bits is not accidental, even if the image is truncated.
            let cut = !fits && length == needed && needed > BLOCK;
            score.rule(cut, 25, "matching image length, truncated");
        }
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(50)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        read::tim(cur)
    }

    /// Adds the contents of this picture to a file's counts.
    fn count(&self, counts: &mut Counts) {
        counts.set("textures", u64::from(self.texels() > 0));
        counts.set("palettes", self.palette_count());
    }

    fn is_usable(&self) -> bool {
        let stub = self.image.as_ref().is_some_and(|image| image.rect.halfwords() == 0);
        stub || self.texels() > 0 || self.palette_count() > 0
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        self.put(&mut out);
        Ok(out.finish())
    }
}

impl Displayed for Loaded<Tim> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let mut scene = Scene { name, style: Style::Ps1, ..Scene::default() };
        scene.layer("Drawn", LayerKind::Drawn, true);
        Pictures::add(&mut scene, self, &self.records, "");
        Some((scene, Problems::default()))
    }
}

impl Editable for Loaded<Tim> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        match path {
            "image" => self.records.with_picture(new)?.write(),
            _ => Err(Refusal(format!("{path} is not a texture of this file"))),
        }
    }
}

/// Stored and computed length of the block at `at`.
fn block_at(head: &Head<'_>, at: usize) -> Option<(u64, u64)> {
    let (w, h) = (head.u16(at.checked_add(8)?)?, head.u16(at.checked_add(10)?)?);
    let rect = Rect { w, h, ..Rect::default() };
    Some((head.u32(at)?.into(), BLOCK + rect.halfwords() * 2))
}

impl Tim {
    /// Number of texels in the existing rows.
    fn texels(&self) -> u64 {
        self.image.as_ref().map_or(0, |image| {
            let row = usize::from(image.rect.w) * 2;
            let rows = image.data.len().checked_div(row).unwrap_or(0);
            rows as u64 * u64::from(self.kind().width(image.rect.w))
        })
    }

    /// Number of runs of a palette's length.
    fn palette_count(&self) -> usize {
        let colours = self.kind().depth().and_then(Depth::colours);
        let (Some(clut), Some(colours)) = (&self.clut, colours) else { return 0 };
        let width = usize::from(clut.rect.w);
        // A truncated last row counts with the colours that exist.
        let full = clut.data.len().checked_div(width).unwrap_or(0);
        let cut = clut.data.len().checked_rem(width).unwrap_or(0);
        full * width.div_ceil(colours) + cut.div_ceil(colours)
    }
}
