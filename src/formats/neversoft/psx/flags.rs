//! The bits of the two flag words of a face, of a model, and of a vertex's type
//! (`neversoft-psx.md` sections 4.3, 5, 7, 8).

use crate::bytes::Bit;

/// Base flags of a face, as on disc.
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
    /// Both texture bits: data sets them together.
    pub const ANY_TEXTURE: u16 = TEXTURED | TEXTURE_LOOKUP;
    /// Bits that no file was seen with: those with no known meaning are in most retail files.
    pub const UNSEEN: u16 = 0x8000;
}

/// The bits of the base flags in order, with what stands for 0x0180, whose meaning depends on 0x0040.
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
    base_bits!(Bit::sure(0x0180, "blend mode", "0 B/2+F/2, 1 B+F, 2 B-F, 3 B+F/4"));

/// Base flags when it is not known whether the face is semi-transparent: one name a bit.
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
const SEMI: Bit = Bit::sure(0x0040, "semi-transparent", "blends with what is behind");
const DOUBLE: Bit = Bit::sure(0x0200, "double-sided", "no back-face culling");
const UNKNOWN_0400: Bit = Bit::single(0x0400, "unknown 0x0400", "seen in data, meaning unknown");
const GOURAUD: Bit = Bit::sure(0x0800, "gouraud", "colour bytes are indices into RGBs");
const SUBDIVIDE: Bit = Bit::sure(
    0x1000,
    "subdivide",
    "split when near the camera; untextured faces with it are said to vanish",
);
const UNKNOWN_2000: Bit = Bit::sure(0x2000, "unknown 0x2000", "seen in data, meaning unknown");
const UNKNOWN_4000: Bit = Bit::sure(0x4000, "unknown 0x4000", "seen in data, meaning unknown");
const UNKNOWN_8000: Bit = Bit::guess(0x8000, "unknown 0x8000", "never reported before");

/// Surface flags: the collision side; a bit field of the game's own.
pub static SURFACE: &[Bit] = &[
    Bit::sure(0x0001, "no collision", "low two bits equal 1: takes no part in collision"),
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

/// Surface bits that no file was seen with.
pub const SURFACE_UNSEEN: u16 = 0xE000;

/// The model flag of version 3 that says that textured faces have no texture index.
pub const MODEL_WITHOUT_INDICES: u32 = 0x0001;

/// The bits of a model's flags that no file was seen with.
pub const MODEL_UNSEEN: u32 = !0x01FF;

/// Flags of an object: the engine sets them, and they are usually 0 on disc.
pub static OBJECT: &[Bit] = &[
    Bit::single(0x0020, "no collision", "set when loaded: no face of the model collides"),
    Bit::single(0x0080, "lit", "forces dynamic light"),
    Bit::single(0x0800, "ghost", "drawn semi-transparent, invisible faces too"),
    Bit::single(0x1000, "not drawable", "set when loaded: no face of the model is drawn"),
    Bit::guess(0x2000, "unknown 0x2000", "seen in data, meaning unknown"),
    Bit::single(0x8000, "skipped", "background and wibble leave it out"),
];

/// The bits of an object's flags that no file was seen with.
pub const OBJECT_UNSEEN: u32 = !0xB8A0;

/// Flags of a model.
pub static MODEL: &[Bit] = &[
    Bit::single(0x0001, "v3 0x0001", "seen in prototypes: textured faces lack their texture index"),
    Bit::sure(0x0002, "unknown 0x0002", "seen in data, meaning unknown"),
    Bit::sure(0x0004, "has lit faces", "set when loaded"),
    Bit::sure(0x0008, "new bounding box", "always set; the loader insists"),
    Bit::single(0x0010, "no collision", "set when loaded: no face collides"),
    Bit::single(0x0020, "not drawable", "set when loaded: no face is drawn"),
    Bit::single(0x0040, "has subdivided faces", "set when loaded"),
    Bit::single(0x0080, "unknown 0x0080", "seen in data, meaning unknown"),
    Bit::sure(0x0100, "has sprite vertices", "set when loaded"),
];

/// What a vertex's fourth half-word says about x, y and z.
pub static VERTEX: &[Bit] = &[
    Bit::sure(0x0001, "stitch source", "gets the next file-wide number"),
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

/// The bits of a texture's flags that no file was seen with.
pub const TEXTURE_UNSEEN: u32 = !0x8000_1E01;

/// True when the game draws a face with these base flags (section 7): 0x0080 hides it only when
/// it is not semi-transparent.
pub fn is_drawn(flags: u16) -> bool {
    flags & base::SEMI != 0 || flags & base::INVISIBLE == 0
}

/// The blend mode, 0 to 3, of a semi-transparent face.
pub fn blend_mode(flags: u16) -> Option<u32> {
    (flags & base::SEMI != 0).then_some(u32::from(flags & 0x0180) >> 7)
}

/// The names of a face's base flags, chosen by whether it blends.
pub fn base_bits(flags: u16) -> &'static [Bit] {
    if flags & base::SEMI != 0 { BASE_SEMI } else { BASE_OPAQUE }
}

/// The code of the drawing command that a flat face carries as its fourth colour byte (section 7).
/// Blending is stored in the flags alone.
pub fn gpu_code(flags: u16) -> u8 {
    let set = |holds: bool, code: u8| if holds { code } else { 0 };
    0x20 + set(flags & base::ANY_TEXTURE != 0, 4) + set(flags & base::TRIANGLE == 0, 8)
}

/// `textured gouraud quad, semi-transparent B+F, double-sided`.
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
