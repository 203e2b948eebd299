//! Final Fantasy VII `*.tex`: a texture of the PC version.
//!
//! | offset | part |
//! |---|---|
//! | 0x00 | `header`, 236 bytes |
//! | next | `colours` of all palettes, B, G, R, A; if `palette_present` is set |
//! | next | `pixels`, 1 to 4 bytes each, top row first |
//! | next | `colour_keys`, a byte for each palette; if `colour_keys_present` is set |
//!
//! Pixels of one byte are indices. If the colour key is on, entry 0 is a hole. An alpha of 0xFE stands
//! for the reference alpha in the header. Larger pixels have channel masks; 16-bit ones with the alpha
//! mask 0x8000 have the PlayStation's encoding, in which that bit marks a hole, except in the value
//! 0x8000 itself.
//!
//! The scene has one texture per palette, and each palette as a table of colours.
//!
//! Known unknowns: the words that the game uses only at run time; whether the header's flag switches the
//! list of colour keys off (sources differ; the list is used).
//!
//! Source: format document `ff7-pc.md`, section 4.

mod pixels;
mod records;
mod replace;
mod scene;

pub use records::{Header, Tex};
pub(super) use scene::add_texture;

use crate::bytes::{Endian, Shaped};
use crate::formats::ff7::pc::names::{Role, has_role, probe_with_companions};
use crate::formats::single_picture::{picture_records, single_picture};
use crate::formats::{
    Capability, Counts, FormatInfo, Head, Loaded, Operations, Probe, Records, Report,
};

/// The only known version.
pub const VERSION: u32 = 1;
/// Longer sides are reported.
const MAX_SIDE: u32 = 4096;

impl Records for Tex {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.texture",
        name: "Final Fantasy VII texture (PC)",
        extensions: &["tex"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Tex";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().claimed_beside(Tex::probe_with_companions);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let header = Header::take(&mut head.bytes.get(..Header::SIZE)?, Endian::Little)?;
        let is_named = head.has_extension(Self::INFO.extensions) || has_role(head.name, is_texture);
        let is_sane = header.version == VERSION
            && header.has_known_pixels()
            && [header.width, header.height].iter().all(|side| *side <= MAX_SIDE)
            && header.palette_present <= 1;
        let needed = header.needed()?;
        let (w, h) = (header.width, header.height);
        let score = match (is_sane, head.len.checked_sub(needed)) {
            (true, Some(0)) if w > 0 && h > 0 => 98,
            (true, Some(0)) => 60,
            (true, Some(_)) if is_named => 75,
            (true, None) if is_named => 75,
            _ => return None,
        };
        let reason = format!("{w} x {h}, {} palettes", header.palette_count);
        Some(Probe { score, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", 1);
        counts.set("palettes", self.palettes());
    }

    fn is_usable(&self) -> bool {
        self.rows() > 0
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check(&file.records, report);
    }

    picture_records!(Header::SIZE as u64);
}

impl Tex {
    fn probe_with_companions(name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        probe_with_companions(name, is_there, is_texture)
    }
}

single_picture!(Tex, scene: scene::build, replace: replace::with_picture);

fn is_texture(role: Role) -> bool {
    matches!(role, Role::Texture(_))
}

fn check(texture: &Tex, report: &mut Report<'_>) {
    let header = &texture.header;
    if header.version != VERSION {
        let message = format!("unknown version {}; expected 1", header.version);
        report.error("header.version", message);
    }
    if !header.has_known_pixels() {
        let message =
            format!("unknown pixel size {}; expected 1 to 4 bytes", header.bytes_per_pixel);
        report.error("header.bytes_per_pixel", message);
        return;
    }
    if header.width == 0 || header.height == 0 {
        report.warning("header", "the picture is empty");
    } else if header.width > MAX_SIDE || header.height > MAX_SIDE {
        let (w, h) = (header.width, header.height);
        let message = format!("expected at most {MAX_SIDE} texels per side, found {w} × {h}");
        report.warning("header", message);
    }
    let each = texture.colours_each();
    let declared = u64::from(header.palette_count) * u64::from(header.colours_per_palette);
    if header.palette_present != 0 && declared != u64::from(header.colour_count) {
        let message = format!(
            "{} palettes of {} colours do not match the colour count {}",
            header.palette_count, header.colours_per_palette, header.colour_count
        );
        report.warning("header.colour_count", message);
    }
    if u64::from(header.palette_count) > texture.palettes() as u64 && each > 0 {
        let message = format!("{} palettes are displayed", texture.palettes());
        report.note("header.palette_count", message);
    }
    if header.bytes_per_pixel == 1 {
        if each == 0 {
            report
                .warning("header.palette_present", "missing palette: displayed in shades of grey");
        }
        let beyond = texture.pixels.iter().filter(|index| usize::from(**index) >= each.max(1));
        let beyond = if each == 0 { 0 } else { beyond.count() };
        if beyond > 0 {
            let message = format!(
                "{beyond} pixels are outside the palette of {each} colours: displayed as holes"
            );
            report.warning("pixels", message);
        }
    }
    if texture.is_clear_throughout() {
        report.note("colours", "all colours have alpha 0: displayed as opaque");
    }
    if !texture.rest.is_empty() && !report.is_cut() {
        report.note("rest", format!("{} unknown bytes after the picture", texture.rest.len()));
    }
}
