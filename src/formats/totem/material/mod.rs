//! TotemTech `.TMATERIAL` (class MATERIAL): colours and the bitmaps of a surface, 109 bytes.
//!
//! | offset | field |
//! |---|---|
//! | 0x00 | `colour` r g b a, `emission` r g b, an unknown number |
//! | 0x20 | `uv_matrix`, rows of three: uv' = (u v 1) · M |
//! | 0x44 | `rotation`, `offset`, `scale` that the matrix was made of |
//! | 0x58 | `flags_a`, `flags_b`, 5 unknown bytes |
//! | 0x65 | `texture`, `reflection`: name hashes of bitmaps, unaligned |
//!
//! Nothing marks the file: it is known by its length and by numbers that make sense in one byte
//! order.
//!
//! Known unknowns: 0x1C, 0x60, 0x64, most flags.
//!
//! Source: format document `totem-mesh.md`, section 9.

mod scene;

use crate::bytes::{
    Bit, Confidence, Cursor, Endian, Hint, NoRecorder, Problems, Recorder, Result, Shaped, Source,
    Tree,
};
use crate::container::Context;
use crate::formats::totem::Platform;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::record;
use crate::scene::Scene;

record! {
    /// What covers a surface.
    pub struct Material {
        /// Red, green, blue, alpha: below 1 translucent, at 0 invisible.
        pub colour: [f32; 4],
        pub emission: [f32; 3],
        pub unknown_1c: f32,
        /// Row vectors: uv' = (u v 1) · M.
        pub uv_matrix: [f32; 9],
        pub rotation: f32,
        pub offset: [f32; 2],
        pub scale: [f32; 2],
        pub flags_a: u32 => Hint::Hex,
        pub flags_b: u32 => Hint::Flags(FLAGS_B),
        pub unknown_60: u32,
        pub unknown_64: u8,
        /// Name hash of a bitmap; 0 for none.
        pub texture: u32 => Hint::Name,
        /// Name hash of a bitmap that is added as a sphere map; 0 for none.
        pub reflection: u32 => Hint::Name,
    }
}

/// Bits of [`Material::flags_b`].
pub mod flags {
    pub const HIDDEN: u32 = 0x01;
    pub const BLEND_BY_COLOUR: u32 = 0x08;
    pub const TEXTURE_ALPHA: u32 = 0x20;
    pub const COLOUR_ALPHA: u32 = 0x80;
}

const fn bit(mask: u32, name: &'static str, meaning: &'static str, confidence: Confidence) -> Bit {
    Bit { mask, name, meaning, confidence }
}

static FLAGS_B: &[Bit] = &[
    bit(flags::HIDDEN, "hidden", "not drawn", Confidence::Single),
    bit(flags::BLEND_BY_COLOUR, "blend by colour", "adds where it is bright", Confidence::Single),
    bit(flags::TEXTURE_ALPHA, "texture alpha", "unreliable", Confidence::Guess),
    bit(flags::COLOUR_ALPHA, "colour alpha", "unreliable", Confidence::Guess),
];

impl Material {
    /// White, opaque, with this bitmap (0 for none).
    pub fn new(texture: u32) -> Self {
        Self { colour: [1.0; 4], uv_matrix: UNIT, scale: [1.0; 2], texture, ..Self::default() }
    }

    /// The texture coordinate in the bitmap. A matrix of zeros, which tools write, and one that
    /// leads nowhere move nothing.
    pub fn uv(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let m = &self.uv_matrix;
        let moved = [u * m[0] + v * m[3] + m[6], u * m[1] + v * m[4] + m[7]];
        let blank = m.iter().all(|v| *v == 0.0);
        if blank || moved.iter().any(|v| !v.is_finite()) { [u, v] } else { moved }
    }
}

const UNIT: [f32; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

/// Floats at the start of a material.
const FLOATS: usize = 22;

/// The format.
pub struct MaterialFormat;

static INFO: FormatInfo = FormatInfo {
    id: "totem.material",
    name: "TotemTech material",
    family: "totem",
    extensions: &["tmaterial"],
    versions: &["GameCube", "PlayStation 2"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// A material as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialFile {
    pub platform: Platform,
    pub material: Material,
    /// Bytes behind it.
    pub tail: Vec<u8>,
}

impl MaterialFile {
    pub fn new(platform: Platform, material: Material) -> Self {
        Self { platform, material, tail: Vec::new() }
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = self.platform.writer();
        out.shaped(&self.material);
        out.bytes(&self.tail);
        out.finish()
    }
}

/// How a material is stored, and how many of its floats make sense that way.
fn platform(bytes: &[u8], len: u64) -> (Platform, usize) {
    let link = (len == Material::SIZE as u64 + 4).then_some(0);
    let sense = |endian| {
        let platform = Platform { endian, link };
        let float = |i: usize| platform.number::<f32>(bytes, i * 4);
        // Zeros make sense in both orders: they decide nothing.
        let plain = |v: f32| v == 0.0 || (1e-4..1e5).contains(&v.abs());
        (platform, (0..FLOATS).filter(|i| float(*i).is_some_and(plain)).count())
    };
    let (big, little) = (sense(Endian::Big), sense(Endian::Little));
    if little.1 > big.1 { little } else { big }
}

/// The material in `source`, if that is as long as one.
pub(super) fn parse(source: &Source) -> Option<MaterialFile> {
    let extra = source.len().checked_sub(Material::SIZE as u64)?;
    if extra != 0 && extra != 4 {
        return None;
    }
    let (platform, _) = platform(source.bytes(), source.len());
    let mut cur = Cursor::new(source, platform.endian, NoRecorder);
    read(&mut cur, platform).ok()
}

fn read<R: Recorder>(cur: &mut Cursor<'_, R>, platform: Platform) -> Result<MaterialFile> {
    let platform = platform.read(cur)?;
    let material = cur.record("material")?;
    let end = cur.source_len();
    let tail = cur.bytes_if_any("tail", end)?.to_vec();
    Ok(MaterialFile { platform, material, tail })
}

impl Format for MaterialFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let extra = head.len.checked_sub(Material::SIZE as u64)?;
        let (platform, sense) = platform(head.bytes, head.len);
        let colour = |i: usize| platform.number::<f32>(head.bytes, i * 4);
        let channels = (0..4).all(|i| colour(i).is_some_and(|c| (0.0..=16.0).contains(&c)));
        let blank = (0..FLOATS).all(|i| colour(i) == Some(0.0));
        let makes_sense = sense >= FLOATS - 2 && channels && !blank;
        let is_named = head.has_extension(INFO.extensions);
        let score = match (makes_sense, is_named) {
            _ if extra != 0 && extra != 4 => return None,
            (true, true) => 85,
            (true, false) => 65,
            // Its length and its name alone.
            (false, true) => 25,
            (false, false) => return None,
        };
        let reason = format!("{} bytes of a {} material's colours", head.len, platform.name());
        Some(Probe { score, reason })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (platform, _) = platform(source.bytes(), source.len());
        let (tree, problems, file) =
            Tree::record(source, platform.endian, "Material", |cur| read(cur, platform));
        let file = file?;
        let mut counts = Counts::default();
        counts.set("materials", 1);
        Ok(Document {
            format: &INFO,
            version: platform.name().to_owned(),
            source: source.clone(),
            tree,
            problems,
            counts,
            usable: true,
            content: Box::new(Opened { file, source: source.clone() }),
        })
    }
}

struct Opened {
    file: MaterialFile,
    source: Source,
}

impl Content for Opened {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(&self.file, &self.source, context))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.file.write())
    }
}
