//! Neversoft `*.fnt`: the glyphs of a font, each a small picture; all share a palette of 16 colours.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `glyph_count` |
//! | 4 | 16 bytes × count | `glyphs`: words per row, height, ascent, width |
//! | … | u16 × 16 | `palette` |
//! | … | bytes | `texels`: four bits each, low nibble left; each glyph starts at a multiple of 4 |
//!
//! No file states which character a glyph represents: the glyphs start with the letters from A, or with
//! the digits from 0.
//!
//! Counts: `textures` are glyphs.
//!
//! Source: format document `neversoft-psx.md`, section 20.7.

mod records;
mod scene;

pub use records::{Fnt, Glyph};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Shaped, Source, layout};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report,
};
use crate::scene::Scene;

/// Maximum number of glyphs: a character is a byte.
const MAX_GLYPHS: u32 = 256;
/// Maximum width and height of a glyph in texels, and maximum ascent.
const MAX_TEXELS: u32 = 256;

impl Records for Fnt {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.fnt",
        name: "Neversoft font",
        extensions: &["fnt"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Font";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    /// The format has no magic, so every glyph must be plausible and the last one must end at the end of
    /// the file.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        let count = head.u32(0).filter(|count| (1..=MAX_GLYPHS).contains(count))?;
        let table = 4..4 + count as usize * Glyph::SIZE;
        let end = table.end as u64 + 2 * records::COLOURS as u64;
        let glyphs: Vec<Glyph> =
            head.bytes.get(table)?.chunks_exact(Glyph::SIZE).filter_map(glyph).collect();
        let is_whole = glyphs.len() == count as usize && glyphs.iter().all(is_possible);
        let len = records::offsets(&glyphs).last().copied().unwrap_or(0).saturating_add(end);
        let reason = format!("{count} glyphs up to the end of the file");
        (is_whole && len == head.len).then_some(Probe { score: 90, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut font = Self::default();
        layout::read(cur, &mut font, (), 2)?;
        Ok(font)
    }

    fn sketch() -> std::result::Result<layout::Sketch, String> {
        layout::Sketch::of::<Self>()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", self.glyphs.len());
        counts.set("palettes", 1);
    }

    fn is_usable(&self) -> bool {
        !self.glyphs.is_empty() && !self.texels.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let font = &file.records;
        for (index, glyph) in font.glyphs.iter().enumerate().filter(|(_, glyph)| !glyph.is_tight())
        {
            let (width, row) = (glyph.width, u64::from(glyph.row_words) * 4);
            let message = format!("width {width} exceeds the row of {row} texels");
            report.warning(format!("glyphs[{index}].width"), message);
        }
        let (needed, there) = (font.offsets().last().copied().unwrap_or(0), font.texels.len());
        if needed != there as u64 {
            let message = format!("expected {needed} bytes for the glyphs, found {there}");
            report.error("texels", message);
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Fnt> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

fn glyph(stored: &[u8]) -> Option<Glyph> {
    let word = |at: usize| stored.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
    let [row_words, height, width] = [word(0)?, word(4)?, word(12)?];
    Some(Glyph { row_words, height, ascent: word(8)?.cast_signed(), width })
}

fn is_possible(glyph: &Glyph) -> bool {
    let fits = |side: u32| side <= MAX_TEXELS;
    glyph.is_tight() && fits(glyph.width) && fits(glyph.height) && fits(glyph.ascent.unsigned_abs())
}
