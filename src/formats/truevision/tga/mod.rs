//! Truevision's `*.tga` (Targa): a picture.
//!
//! | offset | field |
//! |---|---|
//! | 0 | header, 18 bytes: length of the comment, kind of palette and picture, size, bits, orientation |
//! | 18 | `comment` |
//! | | `colour_map`: B, G, R (A), or words of 15 bits |
//! | | `pixels`, the lowest row first unless bit 5 of `orientation` is set |
//! | | `rest`: further areas and the footer of version 2, which are optional |
//!
//! Supports 8-bit indices, 8-bit grey levels, and colours of 15, 16, 24 and 32 bits, each
//! uncompressed or run-length encoded. 32-bit colours have alpha if the header states so; the
//! highest bit of 16-bit colours is ignored. Version 1 has no signature, so it is recognised only
//! by its extension.
//!
//! Counts: `textures` 1.
//!
//! Source: format document `trespasser-level.md`, section 11.1.

mod pixels;
mod records;
mod replace;
mod runs;
mod texture;

pub use records::{Header, Tga};
pub use texture::texture;

use crate::formats::single_picture::{picture_records, scene_of, single_picture};
use crate::formats::{
    Capability, Counts, FormatInfo, Head, Loaded, Operations, Probe, Records, Report, Score,
};

/// Signature in the footer of version 2.
const SIGNATURE: &[u8; 18] = b"TRUEVISION-XFILE.\0";

fn has_signature(head: &Head<'_>) -> bool {
    let at = head.len.checked_sub(SIGNATURE.len() as u64);
    at.is_some_and(|at| *head.at(at, SIGNATURE.len()) == *SIGNATURE)
}

impl Records for Tga {
    const INFO: FormatInfo = FormatInfo {
        id: "truevision.tga",
        name: "Targa picture",
        extensions: &["tga", "icb", "vda", "vst"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Targa";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let header = Header::at(head.bytes)?;
        header.coding().filter(|_| header.width > 0 && header.height > 0)?;
        let (width, height, bits) = (header.width, header.height, header.bits);
        let reason = format!("{width} × {height} texels of {bits} bits");
        let mut score = Score::new(10, reason);
        score.rule(head.has_extension(Self::INFO.extensions), 45, "matching extension");
        // The end of a file is read only if its start matches.
        score.rule(has_signature(head), 40, "signature at the end");
        score.at_least(50)
    }

    fn is_marked(head: &Head<'_>) -> bool {
        has_signature(head)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", u64::from(self.is_usable()));
    }

    fn is_usable(&self) -> bool {
        self.rows() > 0
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let header = &file.records.header;
        let Some(_) = header.coding() else {
            let (kind, bits) = (header.image_type, header.bits);
            let message = format!("unsupported kind of picture: {kind}, with {bits} bits");
            return report.error("header.image_type", message);
        };
        let (rows, height) = (file.records.rows(), header.height);
        if header.width == 0 || height == 0 {
            report.warning("header.width", "the picture is empty");
        } else if rows < height.into() {
            report.error("pixels", format!("expected {height} rows, found {rows}"));
        }
    }

    picture_records!(18);
}

single_picture!(Tga, scene: |file| scene_of(file, texture), replace: replace::with_picture);
