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

mod read;
mod records;
mod scene;

pub(super) use read::{Place, parse};
pub use records::{Bitmap, BitmapHeader, opacity};
pub(super) use scene::{Alpha, average, texture};

use crate::bytes::{Problem, Problems, Result, Severity, Source, Span, Tree};
use crate::container::Context;
use crate::formats::totem::Platform;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct BitmapFormat;

static INFO: FormatInfo = FormatInfo {
    id: "totem.bitmap",
    name: "TotemTech bitmap",
    family: "totem",
    extensions: &["tbitmap"],
    versions: &["GameCube", "PlayStation 2"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// Longer sides are taken for a wrong byte order.
const LONGEST: u32 = 4096;

/// More bytes behind a picture belong to something else.
const LONGEST_TAIL: u64 = 256 * 4 + 256 * 4 + 64;

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
        let sane = sides.iter().all(|side| (1..=LONGEST).contains(side))
            && header.palette_format <= 3
            && header.opacity <= 2;
        let needed = header.needed()? + platform.start() as u64;
        sane.then_some(Claim { platform, header, needed })
    })
}

/// The best reading: the one that fits the length, else the first that makes sense.
fn platform(source: &Source) -> Platform {
    let len = source.len();
    let fits = |claim: &Claim| (claim.needed..=claim.needed + LONGEST_TAIL).contains(&len);
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

impl Format for BitmapFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let is_named = head.has_extension(INFO.extensions);
        let extension = if is_named { 15 } else { 0 };
        let reason = |claim: &Claim| {
            let BitmapHeader { width, height, format, .. } = claim.header;
            format!("{width} x {height} {} pixels of format {format}", claim.platform.name())
        };
        claims(head.bytes)
            .filter_map(|claim| {
                let score = if head.len < claim.needed {
                    // Half a picture under the right name.
                    if is_named { 25 } else { return None }
                } else if head.len <= claim.needed + LONGEST_TAIL {
                    70 + extension
                } else {
                    return None;
                };
                Some(Probe { score, reason: reason(&claim) })
            })
            .max_by_key(|probe| probe.score)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let platform = platform(source);
        let (tree, mut problems, read) =
            Tree::record(source, platform.endian, "Bitmap", |cur| read::read(cur, platform));
        let (bitmap, place) = read?;
        if platform.endian == crate::bytes::Endian::Little {
            problems.push(Problem {
                severity: Severity::Note,
                span: Span::new(source.id(), place.pixels, bitmap.pixels.len() as u64),
                available: None,
                field: "pixels".to_owned(),
                message: "how the PlayStation 2 orders texels is not documented; they are shown \
                          as the GameCube's with their bytes swapped"
                    .to_owned(),
            });
        }
        let mut counts = Counts::default();
        counts.set("textures", 1);
        if !bitmap.palette.is_empty() {
            counts.set("palettes", 1);
        }
        Ok(Document {
            format: &INFO,
            version: platform.name().to_owned(),
            source: source.clone(),
            tree,
            problems,
            counts,
            usable: bitmap.header.coding().is_some(),
            content: Box::new(Opened { bitmap, place, source: source.clone() }),
        })
    }
}

struct Opened {
    bitmap: Bitmap,
    place: Place,
    source: Source,
}

impl Content for Opened {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let scene = scene::build(&self.bitmap, &self.place, &self.source, context);
        Some((scene, Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.bitmap.write()
    }
}
