//! Neversoft's screens: `*.bmr`, and packed `*.rle`.
//!
//! A screen consists of rows of 15-bit words, red in the low bits, without width or height. Packed ones begin
//! with `_RLE_16_` and the unpacked size, followed by packets: a count of 15 bits, then one repeated word if
//! the top bit is set, otherwise as many words. A screen ends with eight zeros, which count towards its size.
//!
//! The width is guessed: the first common width that divides the number of words, preferably with a
//! height that a PlayStation can display.
//!
//! Known unknowns: the last columns of some screens belong on the left; they are displayed as stored. The
//! Dreamcast packs Windows bitmaps the same way; these are not displayed.
//!
//! Source: format document `neversoft-psx.md`, section 20.1.

mod records;
mod replace;
mod texture;

pub use records::{MAGIC, Packet, Screen};

use crate::formats::single_picture::{picture_records, scene_of, single_picture};
use crate::formats::{
    Capability, Counts, FormatInfo, Head, Loaded, Operations, Probe, Records, Report,
};

impl Records for Screen {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.screen",
        name: "Neversoft screen",
        extensions: &["bmr", "rle"],
        versions: &["plain", "packed"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Screen";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if head.bytes.starts_with(&MAGIC) {
            let size = head.u32(8)?;
            let reason = format!("\"_RLE_16_\", unpacks to {size} bytes");
            return Some(Probe { score: 90, reason });
        }
        // A plain screen is recognised only by its length.
        let words = records::plain_words(usize::try_from(head.len).ok()?);
        let width = records::width_of(words).filter(|_| head.has_extension(&["bmr"]))?;
        let score = if records::is_usual(words) { 75 } else { 55 };
        let reason = format!("matching extension, rows of {width} words");
        Some(Probe { score, reason })
    }

    fn is_marked(head: &Head<'_>) -> bool {
        head.bytes.starts_with(&MAGIC)
    }

    fn version(&self) -> String {
        if self.size.is_some() { "packed".to_owned() } else { "plain".to_owned() }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", u64::from(self.is_usable()));
    }

    fn is_usable(&self) -> bool {
        !self.is_bitmap() && self.declared() > 0 && self.packets.len() + self.words.len() > 0
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let screen = &file.records;
        let field = if screen.size.is_some() { "packets" } else { "words" };
        if screen.is_bitmap() {
            report.error(field, "contains a packed Windows bitmap, which is not displayed");
            return;
        }
        let declared = screen.declared();
        let there: usize = match screen.size {
            Some(_) => screen.packets.iter().map(|one| usize::from(one.count & 0x7FFF)).sum(),
            None => declared,
        };
        if there < declared {
            report.error(field, format!("expected {declared} words, found {there}"));
        }
        if records::width_of(declared).is_none() {
            let message =
                format!("no common width divides {declared} words: displayed with a width of 512");
            report.warning(field, message);
        }
    }

    picture_records!(2);
}

single_picture!(Screen, scene: |file| scene_of(file, texture::texture), replace: replace::with_picture);
