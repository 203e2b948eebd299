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

use crate::bytes::layout::{self, Layout, Pass};
use crate::bytes::{Bit, Cursor, Endian, Hint, Problems, Recorder, Result, Shaped, Source};
use crate::container::Context;
use crate::formats::totem::Platform;
use crate::formats::{Ability, Counts, FormatInfo, Head, Loaded, Probe, Records, Refusal};
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

static FLAGS_B: &[Bit] = &[
    Bit::single(flags::HIDDEN, "hidden", "not drawn"),
    Bit::single(flags::BLEND_BY_COLOUR, "blend by colour", "adds where it is bright"),
    Bit::guess(flags::TEXTURE_ALPHA, "texture alpha", "unreliable"),
    Bit::guess(flags::COLOUR_ALPHA, "colour alpha", "unreliable"),
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

/// A material as stored.
#[derive(Clone, Debug, Default, PartialEq)]
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
}

impl Layout for MaterialFile {
    const TYPE: &'static str = "Material";
    const MIN_SIZE: u64 = Material::SIZE as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.platform.pass(pass)?;
        pass.value("material", &mut self.material)?;
        pass.rest("tail", &mut self.tail)
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
    has_length(source.len()).then(|| Loaded::open(source).ok())?.map(|(file, _)| file.records)
}

/// As long as a material, with or without a link before it.
fn has_length(len: u64) -> bool {
    matches!(len.checked_sub(Material::SIZE as u64), Some(0 | 4))
}

impl Records for MaterialFile {
    const INFO: FormatInfo = FormatInfo {
        id: "totem.material",
        name: "TotemTech material",
        family: "totem",
        extensions: &["tmaterial"],
        versions: &["GameCube", "PlayStation 2"],
        can: &[Ability::View, Ability::Export, Ability::Write],
    };
    const ROOT: &'static str = "Material";

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
            // Its length and its name alone.
            (false, true) => 25,
            (false, false) => return None,
        };
        let reason = format!("{} bytes of a {} material's colours", head.len, platform.name());
        Some(Probe { score, reason })
    }

    fn endian(source: &Source) -> Endian {
        platform(source.bytes(), source.len()).0.endian
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let (platform, _) = platform(source.bytes(), source.len());
        let mut file = Self { platform, ..Self::default() };
        layout::read(cur, &mut file, (), Material::SIZE as u64)?;
        Ok(file)
    }

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("materials", 1);
    }

    fn scene(file: &Loaded<Self>, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(file, context))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }
}
