//! Face records (section 6): fixed fields, optional parts, and iteration by the stored length.

use super::flags::{self, MODEL_WITHOUT_INDICES, base};
use super::version::Version;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result};

/// A face as stored, in 40 bytes of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Face {
    pub flags: u16,
    /// Bits 0 and 1 of the stored length, which the engine ignores.
    pub length_low: u8,
    /// Gouraud: four `RGBs` indices. Flat: R, G, B, GPU code.
    pub colour: [u8; 4],
    pub normal: u16,
    pub surface: u16,
    pub parts: Packed,
}

/// Parts of a face that depend on its flags and on the version.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// The fourth is 0 for triangles.
    pub indices: [u16; 4],
    /// Index into the file's texture names.
    pub texture: Option<u32>,
    pub uv: Option<Uv>,
    /// The 8 bytes of base flag 0x0008.
    pub light: Option<[u16; 4]>,
    /// The texture-window slot of base flag 0x0020; 0 on disc.
    pub window: Option<u32>,
    /// Unexplained bytes within the stored length.
    pub extra: Vec<u8>,
}

/// [`Parts`] in compact form: a level has a hundred thousand of them, nearly all of a few kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum Packed {
    /// Only the indices.
    Plain([u16; 4]),
    /// Textured in versions 3 and 4; the slot of a texture window, if present, is 0.
    Texels { indices: [u16; 4], texture: u16, uv: [TexelUv; 4], has_window: bool },
    /// Textured in version 6.
    Wide { indices: [u8; 4], texture: u16, u: [u16; 4], v: [i16; 4], has_window: bool },
    /// Any other combination.
    Other(Box<Parts>),
}

/// Texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Uv {
    /// Texels (versions 3 and 4).
    Texels([TexelUv; 4]),
    /// 512ths of the texture (version 6).
    Wide { u: [u16; 4], v: [i16; 4] },
}

crate::record! {
    /// Whole texels from the texture's top left corner, V down.
    pub struct TexelUv {
        pub u: u8,
        pub v: u8,
    }
}

impl Default for Packed {
    fn default() -> Self {
        Self::Plain([0; 4])
    }
}

impl From<Parts> for Packed {
    fn from(parts: Parts) -> Self {
        let Parts { indices, window, .. } = parts;
        let has_window = window.is_some();
        let is_rare = parts.light.is_some() || !parts.extra.is_empty() || window > Some(0);
        let texture = parts.texture.map(u16::try_from);
        match (texture, parts.uv) {
            (None, None) if !is_rare && !has_window => Self::Plain(indices),
            (Some(Ok(texture)), Some(Uv::Texels(uv))) if !is_rare => {
                Self::Texels { indices, texture, uv, has_window }
            }
            (Some(Ok(texture)), Some(Uv::Wide { u, v }))
                if !is_rare && indices.iter().all(|index| *index < 256) =>
            {
                Self::Wide { indices: indices.map(|index| index as u8), texture, u, v, has_window }
            }
            _ => Self::Other(Box::new(parts)),
        }
    }
}

impl Packed {
    /// Converts to the general form.
    pub fn unpack(&self) -> Parts {
        let window = |has_window: bool| has_window.then_some(0);
        let parts = Parts { indices: self.indices(), uv: self.uv(), ..Parts::default() };
        match self {
            Self::Plain(_) => parts,
            Self::Texels { texture, has_window, .. } | Self::Wide { texture, has_window, .. } => {
                Parts { texture: Some((*texture).into()), window: window(*has_window), ..parts }
            }
            Self::Other(parts) => (**parts).clone(),
        }
    }

    fn indices(&self) -> [u16; 4] {
        match self {
            Self::Plain(indices) | Self::Texels { indices, .. } => *indices,
            Self::Wide { indices, .. } => indices.map(u16::from),
            Self::Other(parts) => parts.indices,
        }
    }

    fn uv(&self) -> Option<Uv> {
        match self {
            Self::Plain(_) => None,
            Self::Texels { uv, .. } => Some(Uv::Texels(*uv)),
            Self::Wide { u, v, .. } => Some(Uv::Wide { u: *u, v: *v }),
            Self::Other(parts) => parts.uv,
        }
    }
}

impl Face {
    pub fn is_triangle(&self) -> bool {
        self.flags & base::TRIANGLE != 0
    }

    /// Vertex indices of the corners; the fourth is 0 for triangles.
    pub fn indices(&self) -> [u16; 4] {
        self.parts.indices()
    }

    /// Vertex indices that are in use: the fourth index of a triangle is not.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = u16> {
        self.indices().into_iter().take(if self.is_triangle() { 3 } else { 4 })
    }

    /// Index into the file's texture names.
    pub fn texture(&self) -> Option<u32> {
        match &self.parts {
            Packed::Plain(_) => None,
            Packed::Texels { texture, .. } | Packed::Wide { texture, .. } => {
                Some((*texture).into())
            }
            Packed::Other(parts) => parts.texture,
        }
    }

    pub fn uv(&self) -> Option<Uv> {
        self.parts.uv()
    }
}

/// Context for the layout of a face.
#[derive(Clone, Copy, Debug)]
pub struct FaceContext {
    pub version: Version,
    /// Flags of the face's model.
    pub model: u32,
}

impl FaceContext {
    /// `true` for a textured face without a stored texture index: the model's flags state this, and
    /// the bytes after the fixed fields (`room`) confirm it (section 4.3: trust the face's length).
    fn lacks_index(&self, flags: u16, room: u64) -> bool {
        let light = if flags & base::LIGHT_WORDS != 0 { 8 } else { 0 };
        let window = if flags & base::TILED != 0 { 4 } else { 0 };
        let whole = 4 + self.version.uv_size() as u64 + light + window;
        self.version.is_wide() && self.model & MODEL_WITHOUT_INDICES != 0 && room < whole
    }

    /// Size of a face with these parts in bytes; a multiple of 4 in well-formed files.
    pub fn size(&self, parts: &Parts) -> usize {
        self.version.face_base()
            + parts.texture.map_or(0, |_| 4)
            + parts.uv.map_or(0, |_| self.version.uv_size())
            + parts.light.map_or(0, |_| 8)
            + parts.window.map_or(0, |_| 4)
            + parts.extra.len()
    }
}

/// Reads a face up to its stored length, regardless of its flags.
impl Layout<FaceContext> for Face {
    const TYPE: &'static str = "Face";
    const MIN_SIZE: u64 = 16;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: FaceContext) -> Result<()> {
        let version = context.version;
        let start = pass.pos();
        // Bit names depend on whether the face blends, so the value is peeked first.
        let names = flags::base_bits(pass.peek().unwrap_or(0));
        pass.value(("flags", Hint::Flags(names)), &mut self.flags)?;
        let mut parts = if pass.is_reading() { Parts::default() } else { self.parts.unpack() };
        let size = context.size(&parts);
        let Ok(mut length) = u16::try_from(size | usize::from(self.length_low)) else {
            return Err(pass
                .fail("length", format_args!("face of {size} bytes exceeds the limit of 65535")));
        };
        pass.value("length", &mut length)?;
        // The engine advances by the length rounded down to a multiple of 4 [C2].
        self.length_low = (length & 3) as u8;
        let (step, least) = (u64::from(length & 0xFFFC), version.face_base() as u64);
        let end = start + step;
        let at = (start + 2, 2);
        if pass.is_reading() && step < least {
            let message =
                format_args!("face of {step} bytes is shorter than its fixed fields ({least})");
            return Err(pass.fail_at(at, "length", message));
        }
        if pass.is_reading() && end > pass.pos() + pass.remaining() {
            let message = format_args!("the face ends at {end:#x}, past the model's end");
            return Err(pass.fail_at(at, "length", message));
        }
        let hint = Hint::Index("vertices");
        if version.is_wide() {
            pass.value(("indices", hint), &mut parts.indices)?;
        } else {
            // Larger indices of a newly created file cannot be stored.
            let mut indices = parts.indices.map(|index| index as u8);
            pass.value(("indices", hint), &mut indices)?;
            parts.indices = indices.map(u16::from);
        }
        let gouraud = self.flags & base::GOURAUD != 0;
        let hint = if gouraud { Hint::Dec } else { Hint::Channel };
        pass.value(("colour", hint), &mut self.colour)?;
        let colour = self.colour;
        pass.explain(|| explain_colour(colour, gouraud));
        pass.value(("normal", Hint::Index("normals")), &mut self.normal)?;
        pass.value(("surface", Hint::Flags(flags::SURFACE)), &mut self.surface)?;
        self.optional(&mut parts, pass, context, end)?;
        let rest = if pass.is_reading() { end - pass.pos() } else { parts.extra.len() as u64 };
        pass.bytes("extra", &mut parts.extra, rest as usize)?;
        if pass.is_reading() {
            self.parts = parts.into();
        }
        Ok(())
    }

    fn summary(&self) -> String {
        flags::describe(self.flags)
    }
}

impl Face {
    /// Processes the parts that the flags require, as far as they fit into the stored length.
    fn optional<P: Pass>(
        &self,
        parts: &mut Parts,
        pass: &mut P,
        context: FaceContext,
        end: u64,
    ) -> Result<()> {
        let version = context.version;
        let room = |pass: &P| end.saturating_sub(pass.pos());
        let textured = self.flags & base::ANY_TEXTURE != 0;
        let indexed = textured && room(pass) >= 4 && !context.lacks_index(self.flags, room(pass));
        let hint = Hint::Index("texture_names");
        pass.optional(("texture", hint), indexed, &mut parts.texture, ())?;
        if pass.is_reading() && textured && room(pass) >= version.uv_size() as u64 {
            let wide = Uv::Wide { u: [0; 4], v: [0; 4] };
            let texels = Uv::Texels(Default::default());
            parts.uv = Some(if version == Version::V6 { wide } else { texels });
        }
        match &mut parts.uv {
            Some(Uv::Texels(uv)) => pass.value("uv", uv)?,
            Some(Uv::Wide { u, v }) => {
                pass.value("u", u)?;
                pass.value("v", v)?;
            }
            None => {}
        }
        let lit = self.flags & base::LIGHT_WORDS != 0 && room(pass) >= 8;
        pass.optional(("light", Hint::Hex), lit, &mut parts.light, ())?;
        let tiled = textured && self.flags & base::TILED != 0 && room(pass) >= 4;
        pass.optional(("window", Hint::Hex), tiled, &mut parts.window, ())
    }
}

fn explain_colour(colour: [u8; 4], gouraud: bool) -> String {
    let [a, b, c, d] = colour;
    if gouraud {
        format!("RGBs {a}, {b}, {c}, {d}")
    } else {
        format!("r {a} g {b} b {c}, GPU code {d:#04x}{}", gpu_words(d))
    }
}

/// The polygon that a GPU code draws, in brackets; empty for other codes.
fn gpu_words(code: u8) -> String {
    if code & 0xE0 != 0x20 {
        return String::new();
    }
    let has = |bit: u8| code & bit != 0;
    let texture = match (has(0x04), has(0x01)) {
        (true, true) => "unlit textured ",
        (true, false) => "textured ",
        _ => "",
    };
    let blending = if has(0x02) { "semi-transparent" } else { "opaque" };
    let shading = if has(0x10) { "gouraud" } else { "flat" };
    let shape = if has(0x08) { "quad" } else { "triangle" };
    format!(" ({texture}{blending} {shading} {shape})")
}
