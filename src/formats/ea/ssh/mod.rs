//! Electronic Arts' SSH textures (`SHPS`): the PlayStation 2 games of the SSX family and others.
//!
//! | part | where |
//! |---|---|
//! | `header`: `SHPS`, file size, image count, creator | 0 |
//! | `entries`: short name of four letters, offset | 16 |
//! | `trailer`, 8 bytes, usually `Buy ERTS`; may stand again behind the last image | behind |
//! | `images`: chains of `chunks` | by offset |
//!
//! A chunk has a header of 16 bytes: kind, size with the header (0: the sides say it), sides,
//! centre, position, flags. Kinds: 1 and 2 are 4- and 8-bit indices (low half first), 3 to 5 colours,
//! 33 a palette, 105 a metal bin (alpha is a shine mask), 112 the full name, 124 hot spots; 128 more
//! is a RefPack stream of the same.
//!
//! Little-endian. Rows run from the top. Alpha reaches from 0 to 128, unless some alpha is larger.
//! The same layout with `SHPX`, `SHPG` and `SHPM` (Xbox, GameCube, PSP) is recognised, its images
//! are not decoded.
//!
//! Known unknowns: centre, position, and the flags 0x1000, 0x4000, 0x8000; smaller mip levels behind
//! the texels.
//!
//! Source: format document `ssx-mpf.md` section 9.

mod pixels;
mod read;
mod records;
mod scene;

pub use records::{Chunk, ChunkHeader, HEADER, Image, SWIZZLED, Sheet, kind};

use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result, Source, Tree};
use crate::container::Context;
use crate::formats::{Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe};
use crate::scene::{Scene, Texture};

/// The format.
pub struct Ssh;

static INFO: FormatInfo = FormatInfo {
    id: "ea.ssh",
    name: "SSH textures",
    family: "ea",
    extensions: &["ssh"],
    versions: &["SHPS", "SHPX", "SHPG", "SHPM"],
    can: &[Ability::View, Ability::Export],
};

impl Format for Ssh {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let version = version(head.bytes)?;
        let endian = endian(head.bytes);
        let word = |at: usize| {
            head.u32(at).map(|word| if endian == Endian::Big { word.swap_bytes() } else { word })
        };
        let count = word(8)?;
        let mut score = 60;
        let mut reasons = vec![format!("{version}, {count} images")];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        rule(word(4).map(u64::from) == Some(head.len), 15, "the size is right");
        rule(u64::from(count) * 8 + 16 <= head.len, 15, "the directory fits");
        rule(head.has_extension(INFO.extensions), 10, "the extension fits");
        Some(Probe { score, reason: reasons.join(", ") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let endian = endian(source.bytes());
        let (tree, mut problems, read) = Tree::record(source, endian, "Sheet", read::sheet);
        let sheet = read?;
        let version = version(source.bytes()).unwrap_or("");
        problems.extend(scene::validate(&sheet, source, version));
        let mut counts = Counts::default();
        let with = |f: fn(&Image) -> bool| sheet.images.iter().filter(|image| f(image)).count();
        counts.set("textures", with(|image| image.texels().is_some()));
        counts.set("palettes", with(|image| image.palette().is_some()));
        counts.set("chunks", sheet.images.iter().map(|image| image.chunks.len()).sum::<usize>());
        let usable = version == "SHPS" && counts.get("textures") > Some(0);
        Ok(Document {
            format: &INFO,
            version: version.to_owned(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: usable || sheet.images.is_empty(),
            content: Box::new(SheetFile { sheet, source: source.clone() }),
        })
    }
}

/// The magic as text.
fn version(head: &[u8]) -> Option<&'static str> {
    let magic = read::MAGICS.into_iter().find(|magic| head.starts_with(*magic))?;
    str::from_utf8(magic).ok()
}

/// The GameCube is big-endian.
fn endian(head: &[u8]) -> Endian {
    if head.starts_with(b"SHPG") { Endian::Big } else { Endian::Little }
}

/// Reads the records alone, for what uses the textures.
pub fn parse(source: &Source) -> Result<(Sheet, Problems)> {
    let mut cur = Cursor::new(source, endian(source.bytes()), NoRecorder);
    let sheet = read::sheet(&mut cur)?;
    Ok((sheet, cur.finish().1))
}

impl Sheet {
    /// The texture of image `index` of the sheet in `source`.
    pub fn texture(&self, index: usize, source: &Source) -> Option<Texture> {
        scene::texture(self, index, source)
    }
}

/// An opened sheet.
struct SheetFile {
    sheet: Sheet,
    source: Source,
}

impl Content for SheetFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(&self.sheet, &self.source), Problems::default()))
    }
}
