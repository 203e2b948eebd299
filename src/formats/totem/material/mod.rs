//! TotemTech `.TMATERIAL` (class MATERIAL): colours and bitmaps of a surface, 109 bytes.
//!
//! | offset | field |
//! |---|---|
//! | 0x00 | `colour` r g b a, `emission` r g b, an unknown number |
//! | 0x20 | `uv_matrix`, rows of three: uv' = (u v 1) · M |
//! | 0x44 | `rotation`, `offset`, `scale` that the matrix was made of |
//! | 0x58 | `flags_a`, `flags_b`, 5 unknown bytes |
//! | 0x65 | `texture`, `reflection`: name hashes of bitmaps, unaligned |
//!
//! There is no magic number: a material is recognised by its length and by numbers that are plausible in
//! one byte order.
//!
//! Known unknowns: 0x1C, 0x60, 0x64, most flags.
//!
//! Source: format document `totem-mesh.md`, section 9.

mod records;
mod scene;

pub(super) use records::has_length;
pub use records::{Material, MaterialFile, flags};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Shaped, Source, layout};
use crate::container::Context;
use crate::formats::totem::Platform;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe, Records,
};
use crate::scene::Scene;

/// Floats at the start of a material.
const FLOATS: usize = 22;

/// Storage variant of a material, and the number of its floats that are plausible in it.
fn platform(bytes: &[u8], len: u64) -> (Platform, usize) {
    let link = (len == Material::SIZE as u64 + 4).then_some(0);
    let sense = |endian| {
        let platform = Platform { endian, link };
        let float = |i: usize| platform.number::<f32>(bytes, i * 4);
        // Zeros are plausible in both orders and do not decide.
        let plain = |v: f32| v == 0.0 || (1e-4..1e5).contains(&v.abs());
        (platform, (0..FLOATS).filter(|i| float(*i).is_some_and(plain)).count())
    };
    let (big, little) = (sense(Endian::Big), sense(Endian::Little));
    if little.1 > big.1 { little } else { big }
}

impl Records for MaterialFile {
    const INFO: FormatInfo = FormatInfo {
        id: "totem.material",
        name: "TotemTech material",
        extensions: &["tmaterial"],
        versions: &["GameCube", "PlayStation 2"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Material";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let (platform, sense) = platform(head.bytes, head.len);
        let colour = |i: usize| platform.number::<f32>(head.bytes, i * 4);
        let channels = (0..4).all(|i| colour(i).is_some_and(|c| (0.0..=16.0).contains(&c)));
        let blank = (0..FLOATS).all(|i| colour(i) == Some(0.0));
        let makes_sense = sense >= FLOATS - 2 && channels && !blank;
        let is_named = head.has_extension(Self::INFO.extensions);
        let score = match (makes_sense, is_named) {
            _ if !has_length(head.len) => return None,
            (true, true) => 85,
            (true, false) => 65,
            // Only the length and the extension match.
            (false, true) => 25,
            (false, false) => return None,
        };
        let reason =
            format!("{} bytes with the colours of a {} material", head.len, platform.name());
        Some(Probe { score, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        (platform(source.bytes(), source.len()).0.endian, Self::ROOT)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let (platform, _) = platform(source.bytes(), source.len());
        let mut file = Self { platform, ..Self::default() };
        layout::read(cur, &mut file, (), Material::SIZE as u64)?;
        Ok(file)
    }

    fn sketch() -> std::result::Result<layout::Sketch, String> {
        layout::Sketch::of::<Self>()
    }

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("materials", 1);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }
}

impl Displayed for Loaded<MaterialFile> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}
