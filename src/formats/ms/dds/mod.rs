//! Microsoft's `*.dds`: a DirectDraw surface, a texture with its smaller versions.
//!
//! | offset | field |
//! |---|---|
//! | 0 | `DDS ` |
//! | 4 | header, 124 bytes: flags, height, width, pitch, depth, number of versions, … |
//! | 76 | texel format, 32 bytes: four-character code, or bits and masks of channels |
//! | 108 | capabilities |
//! | 128 | 20 more bytes if the four-character code is `DX10` |
//! | … | texels of the picture, then of its smaller versions, each half as wide and high |
//!
//! Supports `DXT1`, `DXT3`, `DXT5`, BC4, BC5 and BC7, and uncompressed texels of 8 to 32 bits. Only
//! the first face of a cube map and the first slice of a volume are read. Versions end at one
//! texel, whatever the stored count. The pitch is ignored: rows are as long as their texels.
//!
//! Counts: `textures` 1, `mips` the smaller versions.
//!
//! Source: format document `neversoft-psx.md`, section 20.2.

mod records;
mod replace;
mod texture;

pub use records::{Coding, Dds, Header, Later, MAGIC, PixelFormat};
pub use texture::texture;

use crate::formats::single_picture::{picture_records, scene_of, single_picture};
use crate::formats::{
    Capability, Counts, FormatInfo, Head, Loaded, Operations, Probe, Records, Report,
};

impl Records for Dds {
    const INFO: FormatInfo = FormatInfo {
        id: "ms.dds",
        name: "DirectDraw surface",
        extensions: &["dds"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Surface";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let sizes = (head.u32(4)?, head.u32(76)?);
        if !head.bytes.starts_with(&MAGIC) {
            return None;
        }
        let score = if sizes == (124, 32) { 95 } else { 55 };
        let (width, height) = (head.u32(16)?, head.u32(12)?);
        Some(Probe { score, reason: format!("\"DDS \", {width} × {height} texels") })
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", u64::from(self.is_usable()));
        counts.set("mips", self.levels.len().saturating_sub(1));
    }

    fn is_usable(&self) -> bool {
        self.coding().is_some()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let Dds { magic, header, later, .. } = &file.records;
        if *magic != MAGIC {
            report.error("magic", "expected \"DDS \"");
        }
        if (header.size, header.format.size) != (124, 32) {
            report.warning(
                "header.size",
                "expected a header of 124 bytes, 32 of them for the texel format",
            );
        }
        if file.records.coding().is_none() {
            let field = if later.is_some() { "dx10.format" } else { "header.format" };
            let format = file.records.format_in_words();
            report.error(field, format!("unsupported texel format {format}"));
        }
        if header.width == 0 || header.height == 0 {
            report.warning("header.width", "the picture is empty");
        }
        let several = [(records::CUBE, "faces of a cube"), (records::VOLUME, "slices of a volume")];
        for (_, what) in several.iter().filter(|(bit, _)| header.caps2 & bit != 0) {
            report.note("header.caps2", format!("only the first of the {what} is shown"));
        }
    }

    picture_records!(128);
}

single_picture!(Dds, scene: |file| scene_of(file, texture), replace: replace::with_picture);
