//! Electronic Arts' SSH textures: games of the SSX family and others, on four consoles.
//!
//! | part | location |
//! |---|---|
//! | `header`: magic, file size, image count, creator | 0 |
//! | `entries`: short name of four letters, offset | 16 |
//! | `trailer`, 8 bytes, usually `Buy ERTS`; may be repeated after the last image | after the entries |
//! | `images`: chains of `chunks` | by offset |
//!
//! A chunk has a header of 16 bytes: kind, size including the header (0: follows from the sides), sides,
//! centre, position, flags. Kinds are texels or palettes by console ([`coding`]), 105 a metal bin (alpha
//! is a shine mask), 112 the full name, 124 hot spots; an image kind plus 128 is a RefPack stream of it.
//! Smaller levels follow the texels in the same chunk.
//!
//! `SHPS` (PlayStation 2), `SHPX` (Xbox) and `SHPM` (PSP) are little-endian, `SHPG` (GameCube) is
//! big-endian. Rows run from the top. On the PlayStation 2 alpha ranges from 0 to 128, unless a larger
//! alpha occurs.
//!
//! Known unknowns: centre, position, and the flags 0x1000, 0x4000, 0x8000.
//!
//! Source: format document `ssx-mpf.md` section 9.

mod alpha;
mod check;
mod coding;
mod kinds;
mod level;
mod palette;
mod pixels;
mod read;
mod records;
mod replace;
mod scene;

pub use coding::{ChunkContent, Coding, Colours, Console};
pub use kinds::kind;
pub use records::{Chunk, ChunkHeader, HEADER, Image, SWIZZLED, Sheet};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Score,
};
use crate::scene::{Replacement, Scene};

impl Records for Sheet {
    const INFO: FormatInfo = FormatInfo {
        id: "ea.ssh",
        name: "SSH textures",
        extensions: &["ssh"],
        versions: &["SHPS", "SHPX", "SHPG", "SHPM"],
        can: &[Capability::View, Capability::Export],
    };
    const ROOT: &'static str = "Sheet";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let console = Console::of(head.bytes)?;
        let (version, endian) = (console.magic(), console.endian());
        let word = |at: usize| {
            head.u32(at).map(|word| if endian == Endian::Big { word.swap_bytes() } else { word })
        };
        let count = word(8)?;
        let mut score = Score::new(60, format!("{version}, {count} images"));
        score.rule(word(4).map(u64::from) == Some(head.len), 15, "matching file size");
        score.rule(u64::from(count) * 8 + 16 <= head.len, 15, "the directory is inside the file");
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(60)
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        (Console::of(source.bytes()).unwrap_or_default().endian(), Self::ROOT)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let console = Console::of(source.bytes());
        let version = console.map_or("", Console::magic);
        let sheet = Sheet { version, ..read::sheet(cur, console.unwrap_or_default())? };
        check::check(cur, &sheet, source);
        Ok(sheet)
    }

    fn version(&self) -> String {
        self.version.to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", self.with(|image| image.texels().is_some()));
        counts.set("palettes", self.with(|image| image.palette().is_some()));
        counts.set("chunks", self.images.iter().map(|image| image.chunks.len()).sum::<usize>());
    }

    fn is_usable(&self) -> bool {
        let textures = self.with(|image| image.texels().is_some());
        self.images.is_empty() || textures > 0
    }
}

impl Displayed for Loaded<Sheet> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

impl Editable for Loaded<Sheet> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_picture(self, path, new)
    }
}

impl Sheet {
    fn with(&self, has: fn(&Image) -> bool) -> usize {
        self.images.iter().filter(|image| has(image)).count()
    }
}
