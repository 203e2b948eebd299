//! Bits of the two flag words of a face, of a model, of an object, of a texture, and of a vertex's type
//! (`neversoft-psx.md` sections 4.3, 5, 7, 8).

use crate::bytes::Bit;

/// Base flags of a face, as stored.
pub mod base {
    pub const TEXTURED: u16 = 0x0001;
    pub const TEXTURE_LOOKUP: u16 = 0x0002;
    pub const LIT: u16 = 0x0004;
    pub const LIGHT_WORDS: u16 = 0x0008;
    pub const TRIANGLE: u16 = 0x0010;
    pub const TILED: u16 = 0x0020;
    pub const SEMI: u16 = 0x0040;
    pub const INVISIBLE: u16 = 0x0080;
    pub const DOUBLE_SIDED: u16 = 0x0200;
    pub const GOURAUD: u16 = 0x0800;
    pub const SUBDIVIDE: u16 = 0x1000;
    /// Both texture bits, which known files always set together.
    pub const ANY_TEXTURE: u16 = TEXTURED | TEXTURE_LOOKUP;
    /// Bits not seen in any file. Bits with unknown meaning do occur in most retail files.
    pub const UNSEEN: u16 = 0x8000;
}

/// Lists the bits of the base flags in order, with the given entries for 0x0180, whose meaning depends on
/// 0x0040.
macro_rules! base_bits {
    ($($mode:expr),+) => {
        &[
            TEXTURED,
            LOOKUP,
            LIT,
            LIGHT,
            TRIANGLE,
            TILED,
            SEMI,
            $($mode,)+
            DOUBLE,
            UNKNOWN_0400,
            GOURAUD,
            SUBDIVIDE,
            UNKNOWN_2000,
            UNKNOWN_4000,
            UNKNOWN_8000,
        ]
    };
}

/// Base flags with 0x0040 clear: 0x0080 hides the face.
pub static BASE_OPAQUE: &[Bit] = base_bits!(
    Bit::sure(0x0080, "invisible", "never drawn; collision, trigger or camera zone"),
    Bit::single(0x0100, "blend mode high bit", "has no effect on an opaque face")
);

/// Base flags with 0x0040 set: 0x0180 is the blend mode.
pub static BASE_SEMI: &[Bit] =
    base_bits!(Bit::sure(0x0180, "blend mode", "0: B/2+F/2, 1: B+F, 2: B-F, 3: B+F/4"));

/// Base flags for faces that may or may not be semi-transparent: one name per bit.
pub static BASE: &[Bit] = base_bits!(
    Bit::sure(0x0080, "invisible / blend 1", "opaque: never drawn; semi-transparent: mode bit 0"),
    Bit::sure(0x0100, "blend 2", "semi-transparent: mode bit 1")
);

const TEXTURED: Bit = Bit::sure(0x0001, "textured", "texture index and coordinates follow");
const LOOKUP: Bit = Bit::sure(0x0002, "texture looked up", "set together with textured");
const LIT: Bit = Bit::sure(0x0004, "lit", "colour computed from normals, stored colours unused");
const LIGHT: Bit = Bit::sure(0x0008, "light words", "8 more bytes, with lit; meaning guessed");
const TRIANGLE: Bit = Bit::sure(0x0010, "triangle", "three corners; a quad when clear");
const TILED: Bit = Bit::sure(0x0020, "tiled", "texture repeats; a 4-byte slot follows");
const SEMI: Bit = Bit::sure(0x0040, "semi-transparent", "blends with the background");
const DOUBLE: Bit = Bit::sure(0x0200, "double-sided", "no back-face culling");
const UNKNOWN_0400: Bit = Bit::single(0x0400, "unknown 0x0400", "occurs in files, meaning unknown");
const GOURAUD: Bit = Bit::sure(0x0800, "gouraud", "colour bytes are indices into RGBs");
const SUBDIVIDE: Bit = Bit::sure(
    0x1000,
    "subdivide",
    "split when near the camera; untextured faces with it reportedly vanish",
);
const UNKNOWN_2000: Bit = Bit::sure(0x2000, "unknown 0x2000", "occurs in files, meaning unknown");
const UNKNOWN_4000: Bit = Bit::sure(0x4000, "unknown 0x4000", "occurs in files, meaning unknown");
const UNKNOWN_8000: Bit = Bit::guess(0x8000, "unknown 0x8000", "never reported before");

/// Surface flags, for collision: a separate bit field of the game.
pub static SURFACE: &[Bit] = &[
    Bit::sure(0x0001, "no collision", "low two bits equal 1: excluded from collision"),
    Bit::single(0x0002, "trigger filter", "used by the trigger collision filter"),
    Bit::guess(0x0004, "unknown 0x0004", "meaning unknown"),
    Bit::single(0x0008, "trigger-like", "in THPS2X conversions"),
    Bit::sure(0x0010, "wall-ride", "wall-rideable; camera filter in Spider-Man"),
    Bit::single(0x0020, "vert (THPS2X)", "baddy filter in Spider-Man"),
    Bit::sure(0x0040, "vert", "large quarter-pipe polygon; line of sight in Spider-Man"),
    Bit::single(0x0080, "unknown 0x0080", "with 0x0100 selects wall-ride or not skateable"),
    Bit::sure(0x0100, "not skateable", "THPS1 prototype: wall-ride instead"),
    Bit::guess(0x0200, "unknown 0x0200", "meaning unknown"),
    Bit::single(0x0400, "modifier 0x0400", "seen as a modifier"),
    Bit::guess(0x0800, "unknown 0x0800", "meaning unknown"),
    Bit::guess(0x1000, "unknown 0x1000", "meaning unknown"),
    Bit::guess(0x2000, "unknown 0x2000", "meaning unknown"),
    Bit::guess(0x4000, "unknown 0x4000", "meaning unknown"),
    Bit::guess(0x8000, "unknown 0x8000", "meaning unknown"),
];

/// Surface bits not seen in any file.
pub const SURFACE_UNSEEN: u16 = 0xE000;

/// Model flag of version 3: textured faces have no texture index.
pub const MODEL_WITHOUT_INDICES: u32 = 0x0001;

/// Model flag bits not seen in any file.
pub const MODEL_UNSEEN: u32 = !0x01FF;

/// Flags of an object: set by the engine, usually 0 on disc.
pub static OBJECT: &[Bit] = &[
    Bit::single(0x0020, "no collision", "set when loaded: no face of the model collides"),
    Bit::single(0x0080, "lit", "forces dynamic light"),
    Bit::single(0x0800, "ghost", "all faces, even invisible ones, are drawn semi-transparent"),
    Bit::single(0x1000, "not drawable", "set when loaded: no face of the model is drawn"),
    Bit::guess(0x2000, "unknown 0x2000", "occurs in files, meaning unknown"),
    Bit::single(0x8000, "skipped", "ignored by background and wibble"),
];

/// Object flag bits not seen in any file.
pub const OBJECT_UNSEEN: u32 = !0xB8A0;

/// Flags of a model.
pub static MODEL: &[Bit] = &[
    Bit::single(0x0001, "v3 0x0001", "seen in prototypes: textured faces have no texture index"),
    Bit::sure(0x0002, "unknown 0x0002", "occurs in files, meaning unknown"),
    Bit::sure(0x0004, "has lit faces", "set when loaded"),
    Bit::sure(0x0008, "new bounding box", "always set; required by the loader"),
    Bit::single(0x0010, "no collision", "set when loaded: no face collides"),
    Bit::single(0x0020, "not drawable", "set when loaded: no face is drawn"),
    Bit::single(0x0040, "has subdivided faces", "set when loaded"),
    Bit::single(0x0080, "unknown 0x0080", "occurs in files, meaning unknown"),
    Bit::sure(0x0100, "has sprite vertices", "set when loaded"),
];

/// Meaning of x, y and z, from a vertex's fourth 16-bit word.
pub static VERTEX: &[Bit] = &[
    Bit::sure(0x0001, "stitch source", "numbered in file order, for stitch references"),
    Bit::sure(0x0002, "stitch reference", "y is the number of a stitch source"),
    Bit::single(0x0004, "unknown 0x0004", "seen in Apocalypse"),
    Bit::sure(0x0010, "sprite corner", "x anchor, y mate (byte offsets), z half width"),
];

/// Flags of a texture record.
pub static TEXTURE: &[Bit] = &[
    Bit::sure(0x0001, "wrap", "VRAM alignment; may select the palette rule"),
    Bit::single(0x0200, "extra 0x0200", "8 more bytes before the pixel format (THPS2X)"),
    Bit::single(0x0400, "extra 0x0400", "8 more bytes before the pixel format (THPS2X)"),
    Bit::single(0x0800, "low resolution", "on PC; in THPS2X 8 more bytes"),
    Bit::single(0x1000, "extra 0x1000", "4 more bytes before the pixel format (THPS2X)"),
    Bit::single(0x8000_0000, "PVR file", "the payload is a complete PVR file"),
];

/// Texture flag bits not seen in any file.
pub const TEXTURE_UNSEEN: u32 = !0x8000_1E01;

/// `true` if the game draws a face with these base flags (section 7): 0x0080 hides only faces that are
/// not semi-transparent.
pub fn is_drawn(flags: u16) -> bool {
    flags & base::SEMI != 0 || flags & base::INVISIBLE == 0
}

/// Blend mode, 0 to 3, of a semi-transparent face.
pub fn blend_mode(flags: u16) -> Option<u32> {
    (flags & base::SEMI != 0).then_some(u32::from(flags & 0x0180) >> 7)
}

/// Names of a face's base flags, which depend on whether it blends.
pub fn base_bits(flags: u16) -> &'static [Bit] {
    if flags & base::SEMI != 0 { BASE_SEMI } else { BASE_OPAQUE }
}

/// Code of the drawing command that a flat face stores as its fourth colour byte (section 7). It does not
/// include blending, which is stored in the flags only.
pub fn gpu_code(flags: u16) -> u8 {
    let set = |holds: bool, code: u8| if holds { code } else { 0 };
    0x20 + set(flags & base::ANY_TEXTURE != 0, 4) + set(flags & base::TRIANGLE == 0, 8)
}

/// Describes a face: `textured gouraud quad, semi-transparent B+F, double-sided`.
pub fn describe(flags: u16) -> String {
    let mut text = String::new();
    if flags & base::ANY_TEXTURE != 0 {
        text.push_str("textured ");
    }
    text.push_str(if flags & base::GOURAUD != 0 { "gouraud " } else { "flat " });
    text.push_str(if flags & base::TRIANGLE != 0 { "triangle" } else { "quad" });
    if !is_drawn(flags) {
        text.push_str(", invisible");
    }
    if let Some(mode) = blend_mode(flags) {
        let formula = ["B/2+F/2", "B+F", "B-F", "B+F/4"];
        let formula = formula.get(mode as usize).copied().unwrap_or_default();
        text.push_str(", semi-transparent ");
        text.push_str(formula);
    }
    for (mask, name) in [
        (base::DOUBLE_SIDED, ", double-sided"),
        (base::TILED, ", tiled"),
        (base::LIT, ", lit"),
        (base::SUBDIVIDE, ", subdivided"),
    ] {
        if flags & mask != 0 {
            text.push_str(name);
        }
    }
    text
}
