//! Face records (section 6): fixed fields, optional parts, and stepping by the stored length.

use super::flags::{self, MODEL_WITHOUT_INDICES, base};
use super::records::Version;
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Writer};

/// A face as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Face {
    pub flags: u16,
    /// Bits 0 and 1 of the stored length, which the engine ignores.
    pub length_low: u8,
    /// The fourth is 0 for triangles.
    pub indices: [u16; 4],
    /// Gouraud: four `RGBs` indices. Flat: R, G, B, GPU code.
    pub colour: [u8; 4],
    pub normal: u16,
    pub surface: u16,
    /// Index into the file's texture names.
    pub texture: Option<u32>,
    pub uv: Option<Uv>,
    /// The 8 bytes of base flag 0x0008.
    pub light: Option<[u16; 4]>,
    /// The texture-window slot of base flag 0x0020; 0 on disc.
    pub window: Option<u32>,
    /// Bytes inside the stored length that nothing explains.
    pub extra: Box<[u8]>,
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

impl Face {
    pub fn is_triangle(&self) -> bool {
        self.flags & base::TRIANGLE != 0
    }

    /// Corners that count: a triangle's fourth index is unused.
    pub fn corners(&self) -> &[u16] {
        self.indices.get(..if self.is_triangle() { 3 } else { 4 }).unwrap_or(&[])
    }

    /// Bytes the record takes, a multiple of 4 in well-formed files.
    pub fn size(&self, version: Version) -> usize {
        version.face_base()
            + self.texture.map_or(0, |_| 4)
            + self.uv.map_or(0, |_| version.uv_size())
            + self.light.map_or(0, |_| 8)
            + self.window.map_or(0, |_| 4)
            + self.extra.len()
    }

    pub fn write(&self, version: Version, out: &mut Writer) {
        out.put(self.flags);
        let length = u16::try_from(self.size(version)).unwrap_or(!3);
        out.put(length | u16::from(self.length_low & 3));
        if version.is_wide() {
            out.shaped(&self.indices);
        } else {
            // The reader widened them; a builder's larger index cannot be stored.
            out.shaped(&self.indices.map(|index| index as u8));
        }
        out.shaped(&self.colour);
        out.put(self.normal);
        out.put(self.surface);
        if let Some(texture) = self.texture {
            out.put(texture);
        }
        match &self.uv {
            Some(Uv::Texels(uv)) => out.shaped(uv),
            Some(Uv::Wide { u, v }) => {
                out.shaped(u);
                out.shaped(v);
            }
            None => {}
        }
        if let Some(light) = &self.light {
            out.shaped(light);
        }
        if let Some(window) = self.window {
            out.put(window);
        }
        out.bytes(&self.extra);
    }
}

/// Reads one face and always ends at `start + length`, whatever the flags promise.
pub struct FaceReader {
    pub version: Version,
    /// The flags of the model.
    pub model: u32,
}

impl RecordReader for FaceReader {
    type Out = Face;
    const TYPE: &'static str = "Face";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Face> {
        let start = cur.pos();
        // Named by whether the face blends, which only the value itself tells.
        let names = flags::base_bits(cur.peek_at(0).unwrap_or(0));
        let flags: u16 = cur.get_as("flags", Hint::Flags(names))?;
        let length: u16 = cur.get("length")?;
        // The engine steps by the length rounded down to a multiple of 4 [C2].
        let step = u64::from(length & 0xFFFC);
        let least = self.version.face_base() as u64;
        if step < least {
            return Err(cur.fail_at(
                start + 2,
                2,
                "length",
                format_args!("a face of {step} bytes is shorter than its fixed fields ({least})"),
            ));
        }
        let end = start + step;
        if end > cur.limit() {
            return Err(cur.fail_at(
                start + 2,
                2,
                "length",
                format_args!("the face ends at {end:#x}, past the model's end"),
            ));
        }
        cur.describe(|| flags::describe(flags));
        let mut face = Face { flags, length_low: (length & 3) as u8, ..Face::default() };
        face.indices = if self.version.is_wide() {
            cur.shaped("indices", Hint::Index("vertices"))?
        } else {
            cur.shaped::<[u8; 4]>("indices", Hint::Index("vertices"))?.map(u16::from)
        };
        let gouraud = flags & base::GOURAUD != 0;
        face.colour = cur.shaped("colour", if gouraud { Hint::Dec } else { Hint::Channel })?;
        cur.explain(|| explain_colour(face.colour, gouraud));
        face.normal = cur.get_as("normal", Hint::Index("normals"))?;
        face.surface = cur.get_as("surface", Hint::Flags(flags::SURFACE))?;
        self.optional(cur, &mut face, end)?;
        if cur.pos() < end {
            face.extra = cur.bytes_if_any("extra", end)?.into();
        }
        Ok(face)
    }
}

impl FaceReader {
    /// The parts that flags announce, as far as they fit inside the stored length.
    fn optional<R: Recorder>(
        &self,
        cur: &mut Cursor<'_, R>,
        face: &mut Face,
        end: u64,
    ) -> Result<()> {
        let room = |cur: &Cursor<'_, R>, size: u64| end - cur.pos() >= size;
        let textured = face.flags & base::ANY_TEXTURE != 0;
        if textured && room(cur, 4) && !self.lacks_index(face.flags, end - cur.pos()) {
            face.texture = Some(cur.get_as("texture", Hint::Index("texture_names"))?);
        }
        if textured && room(cur, self.version.uv_size() as u64) {
            face.uv = Some(if self.version == Version::V6 {
                Uv::Wide { u: cur.shaped("u", Hint::Dec)?, v: cur.shaped("v", Hint::Dec)? }
            } else {
                Uv::Texels(cur.shaped("uv", Hint::Dec)?)
            });
        }
        if face.flags & base::LIGHT_WORDS != 0 && room(cur, 8) {
            face.light = Some(cur.shaped("light", Hint::Hex)?);
        }
        if textured && face.flags & base::TILED != 0 && room(cur, 4) {
            face.window = Some(cur.get_as("window", Hint::Hex)?);
        }
        Ok(())
    }
}

impl FaceReader {
    /// True for a textured face whose texture index is not stored: the model's flags announce it,
    /// and the `room` behind the fixed fields confirms it (section 4.3: trust the face's length).
    fn lacks_index(&self, flags: u16, room: u64) -> bool {
        let light = if flags & base::LIGHT_WORDS != 0 { 8 } else { 0 };
        let window = if flags & base::TILED != 0 { 4 } else { 0 };
        let whole = 4 + self.version.uv_size() as u64 + light + window;
        self.version.is_wide() && self.model & MODEL_WITHOUT_INDICES != 0 && room < whole
    }
}

fn explain_colour(colour: [u8; 4], gouraud: bool) -> String {
    let [a, b, c, d] = colour;
    if gouraud {
        format!("RGBs {a}, {b}, {c}, {d}")
    } else {
        format!("r {a} g {b} b {c}, GPU code {d:#04x}")
    }
}
