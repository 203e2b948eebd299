//! Sega's `*.pvr`: a texture of the Dreamcast.
//!
//! | part | field |
//! |---|---|
//! | `GBIX`, length | optional: a global index and padding |
//! | `PVRT`, length | texel format, storage order, 2 bytes unused, width, height |
//! | | texels, smaller versions first |
//!
//! Supports 16-bit texels in rows, twiddled or with a codebook, and twiddled indices, whose palette
//! is in another file (section 12.3). A length counts the bytes after its field; further bytes are
//! preserved. Some tools leave zeros for lengths.
//!
//! Counts: `textures` 1, `mips` the smaller versions.
//!
//! Source: format document `neversoft-psx.md`, sections 12.3 and 12.4.

mod records;
mod replace;
mod texture;

pub use records::{INDEX_MAGIC, Index, MAGIC, Payload, Pvr};
pub use replace::repainted;
pub use texture::{PowerVr, inside, texture};

use crate::codec::powervr;
use crate::formats::single_picture::{picture_records, scene_of, single_picture};
use crate::formats::{
    Capability, Counts, FormatInfo, Head, Loaded, Operations, Probe, Records, Report,
};

impl Records for Pvr {
    const INFO: FormatInfo = FormatInfo {
        id: "sega.pvr",
        name: "Dreamcast texture",
        extensions: &["pvr"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Texture";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let start = match head.bytes.strip_prefix(&INDEX_MAGIC) {
            Some(behind) => records::payload_len(behind)?.checked_add(8)?,
            None => 0,
        };
        if head.bytes.get(start..)?.get(..4)? != MAGIC {
            return None;
        }
        let format = u32::from(head.u16(start.checked_add(8)?)?);
        let (width, height) = (head.u16(start + 12)?, head.u16(start + 14)?);
        let known = powervr::needed(format, width.into(), height.into()).is_some();
        let score = if known { 95 } else { 60 };
        Some(Probe {
            score, reason: format!("\"PVRT\", format {format:#06x}, {width} × {height}")
        })
    }

    fn count(&self, counts: &mut Counts) {
        let (width, height) = self.size();
        counts.set("textures", u64::from(self.is_usable()));
        counts.set("mips", powervr::smaller_levels(self.format(), width, height).len());
    }

    fn is_usable(&self) -> bool {
        let (width, height) = self.size();
        let needed = powervr::needed(self.format(), width, height);
        needed.is_some_and(|needed| needed <= self.texels.len())
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let texture = &file.records;
        if texture.magic != MAGIC {
            report.error("magic", "missing \"PVRT\" signature");
        }
        let ((width, height), format) = (texture.size(), texture.format());
        match powervr::needed(format, width, height) {
            None => {
                let message = format!("unknown format {format:#06x} for {width} × {height} texels");
                report.error("storage", message);
            }
            Some(needed) if needed > texture.texels.len() => {
                let there = texture.texels.len();
                report.error(
                    "texels",
                    format!("expected {needed} bytes for the picture, found {there}"),
                );
            }
            Some(_) if powervr::is_indexed(format) => {
                let message = "the palette is in another file: displayed as greys";
                report.note("storage", message);
            }
            Some(_) => {}
        }
    }

    picture_records!(16);
}

single_picture!(Pvr, scene: |file| scene_of(file, texture), replace: Pvr::with_picture);
