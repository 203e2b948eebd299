//! TotemTech `.TBITMAP` (class BITMAP): a picture in the GameCube's tiles, with or without a palette.
//!
//! | offset | field |
//! |---|---|
//! | 0x00 | `width`, `height`, 4 unknown bytes |
//! | 0x0C | `format`, `flags`, `palette_format`, `opacity`, an unknown byte, `filter` |
//! | 0x12 | `pixels`, sides rounded up to whole tiles |
//! | next | `palette` of 16 or 256 colours |
//! | next | `tail`: writers add 16 or 256 unused colours and a zero |
//!
//! The byte order is the one that gives valid side lengths. The byte order is the only known difference
//! on the PlayStation 2.
//!
//! Known unknowns: `flags`, 0x08, 0x10; the order of texels on the PlayStation 2; whether format 13
//! stores blue or red first (blue is assumed). Format 13 with filter 5 stores only the start of the
//! pixels of format 12.
//!
//! Source: format document `totem-mesh.md`, section 10.

mod records;
mod replace;
mod scene;
mod texture;

pub use records::{Bitmap, BitmapHeader, opacity};
pub(super) use texture::{Alpha, average, table, texture};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Shaped, Source, layout};
use crate::container::Context;
use crate::formats::totem::Platform;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{Replacement, Scene};

/// Longer sides indicate the wrong byte order.
const MAX_SIDE: u32 = 4096;

/// Maximum number of bytes after a picture that count as its tail.
const MAX_TAIL: u64 = 256 * 4 + 256 * 4 + 64;

/// Result of interpreting bytes as a bitmap.
struct Claim {
    platform: Platform,
    header: BitmapHeader,
    /// Size of header, pixels and palette.
    needed: u64,
}

/// The storage variants of `bytes` in which the header is valid.
fn claims(bytes: &[u8]) -> impl Iterator<Item = Claim> {
    Platform::all().filter_map(move |platform| {
        let header = BitmapHeader::at(platform, bytes)?;
        let sides = [header.width, header.height];
        let sane = sides.iter().all(|side| (1..=MAX_SIDE).contains(side))
            && header.palette_format <= 3
            && header.opacity <= 2;
        let needed = header.needed()? + platform.start() as u64;
        sane.then_some(Claim { platform, header, needed })
    })
}

/// `true` if the last `tail` bytes are a valid end of a bitmap: empty, or unused colours and a zero.
fn ends(head: &Head<'_>, tail: u64) -> bool {
    const LENGTHS: [u64; 3] = [4, 16 * 2 + 4, 256 * 2 + 4];
    if !LENGTHS.contains(&tail) {
        return tail == 0;
    }
    let bytes = head.at(head.len - tail, tail as usize);
    bytes.strip_suffix(&[0; 4]).is_some_and(|unused| unused.iter().all(|byte| *byte == 0xFF))
}

/// The best storage variant: the one that fits the length, otherwise the first valid one.
fn platform(source: &Source) -> Platform {
    let len = source.len();
    let fits = |claim: &Claim| (claim.needed..=claim.needed + MAX_TAIL).contains(&len);
    let best = claims(source.bytes()).find(fits).or_else(|| claims(source.bytes()).next());
    best.map_or_else(
        || {
            // A side below 65 536 starts with zeros if the order is big-endian.
            let first = source.bytes().first().copied().unwrap_or(0);
            if first == 0 { Platform::GAMECUBE } else { Platform::PS2 }
        },
        |claim| claim.platform,
    )
}

impl Records for Bitmap {
    const INFO: FormatInfo = FormatInfo {
        id: "totem.bitmap",
        name: "TotemTech bitmap",
        extensions: &["tbitmap"],
        versions: &["GameCube", "PlayStation 2"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Bitmap";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_named = head.has_extension(Self::INFO.extensions);
        let reason = |claim: &Claim| {
            let BitmapHeader { width, height, format, .. } = claim.header;
            format!("{width} x {height} {} pixels of format {format}", claim.platform.name())
        };
        let score = |claim: &Claim| match head.len.checked_sub(claim.needed) {
            Some(tail) if is_named && tail <= MAX_TAIL => Some(85),
            // A truncated picture with the right extension.
            None if is_named => Some(25),
            // Without the extension only a complete file is sufficient.
            Some(tail) if ends(head, tail) => Some(70),
            _ => None,
        };
        claims(head.bytes)
            .filter_map(|claim| Some(Probe { score: score(&claim)?, reason: reason(&claim) }))
            .max_by_key(|probe| probe.score)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        (platform(source).endian, Self::ROOT)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let mut bitmap = Self { platform: platform(source), ..Self::default() };
        layout::read(cur, &mut bitmap, (), BitmapHeader::SIZE as u64)?;
        Ok(bitmap)
    }

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", 1);
        if !self.palette.is_empty() {
            counts.set("palettes", 1);
        }
    }

    fn is_usable(&self) -> bool {
        self.header.coding().is_some()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let header = &file.records.header;
        let BitmapHeader { format, palette_format, filter, width, height, .. } = *header;
        let coding = header.coding();
        if coding.is_none() {
            let message = format!("unknown pixel format {format}; expected 1, 2, 8, 10, 12 or 13");
            report.error("header.format", message);
        }
        let indexed = coding.is_some_and(|coding| coding.is_indexed());
        if indexed && header.palette_coding().is_none() {
            let message = format!("unknown palette format {palette_format}; expected 1, 2 or 3");
            report.error("header.palette_format", message);
        }
        if header.is_cut_rgba() {
            let message =
                format!("format 13 with filter {filter} stores an incomplete set of RGBA8 tiles");
            report.warning("header.filter", message);
        }
        if width == 0 || height == 0 {
            report.warning("header", "the picture is empty");
        }
        if file.records.platform.endian == Endian::Little {
            let message = "the order of texels on the PlayStation 2 is undocumented; they are \
                           displayed in the GameCube's order with swapped bytes";
            report.note("pixels", message);
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }
}

impl Displayed for Loaded<Bitmap> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self, context), Problems::default()))
    }
}

impl Editable for Loaded<Bitmap> {
    fn with_asset(&self, _: Context<'_>, _: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_picture(&self.records, new)?.write()
    }
}
