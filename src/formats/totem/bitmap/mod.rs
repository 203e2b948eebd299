//! TotemTech `.TBITMAP` (class BITMAP): a picture in the GameCube's tiles, with or without a
//! palette.
//!
//! | offset | field |
//! |---|---|
//! | 0x00 | `width`, `height`, 4 unknown bytes |
//! | 0x0C | `format`, `flags`, `palette_format`, `opacity`, an unknown byte, `filter` |
//! | 0x12 | `pixels`, sides rounded up to whole tiles |
//! | behind | `palette` of 16 or 256 colours |
//! | behind | `tail`: writers add 16 or 256 unused colours and a zero |
//!
//! The byte order is that in which the sides make sense. On the PlayStation 2 the order of bytes
//! is all that is known to differ.
//!
//! Known unknowns: `flags`, 0x08, 0x10; how the PlayStation 2 orders texels; whether format 13
//! holds blue or red first (blue is taken). Format 13 with filter 5 holds the start of what
//! format 12 would.
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
use crate::formats::{Ability, Counts, FormatInfo, Head, Loaded, Probe, Records, Refusal, Report};
use crate::scene::{Replacement, Scene};

/// Longer sides are taken for a wrong byte order.
const MAX_SIDE: u32 = 4096;

/// More bytes behind a picture belong to something else.
const MAX_TAIL: u64 = 256 * 4 + 256 * 4 + 64;

/// How well bytes can be read as a bitmap.
struct Claim {
    platform: Platform,
    header: BitmapHeader,
    /// Bytes that header, pixels and palette take.
    needed: u64,
}

/// The readings of `bytes` in which the header makes sense.
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

/// Whether the last `tail` bytes are a valid end of a picture: nothing, or unused colours and a
/// zero.
fn ends(head: &Head<'_>, tail: u64) -> bool {
    const LENGTHS: [u64; 3] = [4, 16 * 2 + 4, 256 * 2 + 4];
    if !LENGTHS.contains(&tail) {
        return tail == 0;
    }
    let bytes = head.at(head.len - tail, tail as usize);
    bytes.strip_suffix(&[0; 4]).is_some_and(|unused| unused.iter().all(|byte| *byte == 0xFF))
}

/// The best reading: the one that fits the length, else the first that makes sense.
fn platform(source: &Source) -> Platform {
    let len = source.len();
    let fits = |claim: &Claim| (claim.needed..=claim.needed + MAX_TAIL).contains(&len);
    let best = claims(source.bytes()).find(fits).or_else(|| claims(source.bytes()).next());
    best.map_or_else(
        || {
            // A side below 65 536 has its zeros in front.
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
        can: &[Ability::View, Ability::Export, Ability::Write],
    };
    const ROOT: &'static str = "Bitmap";

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let is_named = head.has_extension(Self::INFO.extensions);
        let reason = |claim: &Claim| {
            let BitmapHeader { width, height, format, .. } = claim.header;
            format!("{width} x {height} {} pixels of format {format}", claim.platform.name())
        };
        let score = |claim: &Claim| match head.len.checked_sub(claim.needed) {
            Some(tail) if is_named && tail <= MAX_TAIL => Some(85),
            // Half a picture under the right name.
            None if is_named => Some(25),
            // Without the name only the whole file is proof.
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

    fn endian(source: &Source) -> Endian {
        platform(source).endian
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
            let message = format!("{format} is no known format of pixels (1, 2, 8, 10, 12, 13)");
            report.error("header.format", message);
        }
        let indexed = coding.is_some_and(|coding| coding.is_indexed());
        if indexed && header.palette_coding().is_none() {
            let message = format!("{palette_format} is no known format of colours (1, 2, 3)");
            report.error("header.palette_format", message);
        }
        if header.is_cut_rgba() {
            let message =
                format!("format 13 with filter {filter} holds RGBA8 tiles, and not all of them");
            report.warning("header.filter", message);
        }
        if width == 0 || height == 0 {
            report.warning("header", "the picture is empty");
        }
        if file.records.platform.endian == Endian::Little {
            let message = "how the PlayStation 2 orders texels is not documented; they are shown \
                           as the GameCube's with their bytes swapped";
            report.note("pixels", message);
        }
    }

    fn scene(file: &Loaded<Self>, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(file, context), Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }

    fn with_asset(
        file: &Loaded<Self>,
        _: Context<'_>,
        _: &str,
        new: &Replacement,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        replace::with_picture(&file.records, new)?.write()
    }
}
