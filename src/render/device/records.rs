//! Records that the shaders read, in the layout that they declare.

use bytemuck::{Pod, Zeroable};

use crate::scene::Light;

/// `Face` of `geometry.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Debug)]
pub struct FaceRecord {
    pub corners: [u32; 4],
    pub colours: [u32; 4],
    /// Two signed 16-bit numbers each. Or two offsets into the pool: of the eight floats, and of
    /// the corners' normals (0 if there are none).
    pub uvs: [u32; 4],
}

/// The corner belongs to a billboard: its slot in the pool contains the anchor, the other corner
/// (`mate`) and the half width.
pub const BILLBOARD: u32 = 1 << 31;
/// Pool offset that stands for a missing normal.
pub const NO_NORMAL: u32 = 0x8000_8000;

/// `Node` of `geometry.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct NodeRecord {
    /// Rows of the world transform.
    pub rows: [[f32; 4]; 3],
    pub flags: u32,
    pub unused: [u32; 3],
}

pub mod node_flags {
    pub const HIDDEN: u32 = 1;
    /// Front faces are clockwise: by the mesh's winding, or due to a mirroring transform.
    pub const CLOCKWISE: u32 = 2;
    pub const SKY: u32 = 4;
    /// Turns towards the viewer.
    pub const FACES_VIEWER: u32 = 8;
    pub const LEANS: u32 = 16;
    pub const FRONT_IS_Z: u32 = 32;
    /// A quad shows its front if one of its halves does.
    pub const EITHER_HALF: u32 = 64;
}

/// `State` of `geometry.wgsl`: a material on a layer.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, PartialEq, Debug)]
pub struct StateRecord {
    pub flags: u32,
    /// First word of the texture.
    pub texels: u32,
    pub width: u32,
    pub height: u32,
    /// First word of the palette, and its length.
    pub palette: u32,
    pub entries: u32,
    /// R, G, B bytes instead of texels.
    pub fill: u32,
    /// Number of mipmaps after the texels.
    pub levels: u32,
    /// First word of the normals of the texels.
    pub normals: u32,
    /// Numbers of the states whose textures are the reflected surroundings and the gloss map; 0 if
    /// missing.
    pub surroundings: u32,
    pub gloss: u32,
    /// Reflectivity, 0 to 1.
    pub shine: f32,
    /// Factor for the corner colours of animated materials, and the opacity of faces that are blended with
    /// an alpha.
    pub tint: [f32; 4],
    /// Offset for these corner colours, 0 to 255; the fourth is unused.
    pub glow: [f32; 4],
}

impl StateRecord {
    /// State without a texture.
    pub const fn new(flags: u32) -> Self {
        Self {
            flags,
            texels: 0,
            width: 1,
            height: 1,
            palette: 0,
            entries: 0,
            fill: 0,
            levels: 0,
            normals: 0,
            surroundings: 0,
            gloss: 0,
            shine: 0.0,
            tint: [1.0; 4],
            glow: [0.0; 4],
        }
    }
}

pub mod state_flags {
    pub const HIDDEN: u32 = 1;
    pub const TEXTURED: u32 = 2;
    pub const MISSING: u32 = 4;
    pub const GREY_RAMP: u32 = 8;
    pub const SEMI: u32 = 16;
    pub const DOUBLE_SIDED: u32 = 32;
    pub const GOURAUD: u32 = 64;
    pub const VANISHES: u32 = 128;
    pub const FRACTION: u32 = 256;
    pub const FLOAT_UVS: u32 = 512;
    pub const SKY: u32 = 1024;
    pub const FILLED: u32 = 2048;
    pub const LIT: u32 = 1 << 19;
    pub const TAKES_ALL: u32 = 1 << 20;
    pub const SUBDIVIDED: u32 = 1 << 21;
    pub const RELIEF: u32 = 1 << 22;
    pub const DYED: u32 = 1 << 23;
    pub const CHECKERED: u32 = 1 << 24;
    pub const MODE_SHIFT: u32 = 12;
    pub const SCALE_SHIFT: u32 = 14;
    pub const FORMAT_SHIFT: u32 = 16;
    pub const TILED: u32 = 1 << 18;
}

/// `View` of `geometry.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, PartialEq)]
pub struct ViewRecord {
    pub matrix: [[f32; 4]; 4],
    pub eye: [f32; 4],
    pub grid: [f32; 2],
    pub pixel_offset: f32,
    pub nudge: f32,
    pub near: f32,
    pub dither_cell: f32,
    pub flags: u32,
    pub step: f32,
    pub extent: [f32; 2],
    pub picture: [f32; 2],
    /// Ambient light on lit faces; the fourth is 0 if there is no light.
    pub ambient: [f32; 4],
    /// Directions to the lamps, and their colours.
    pub to_lamps: [[f32; 4]; Light::MAX_LAMPS],
    pub lamps: [[f32; 4]; Light::MAX_LAMPS],
    /// Start of the fog; the inverse of its range; 0 without fog; and the exponent of its density,
    /// or 0 if visibility halves after each range.
    pub fog: [f32; 4],
    /// Fog colour as bytes.
    pub fog_colour: [f32; 4],
    /// Screen directions in world space.
    pub right: [f32; 4],
    pub up: [f32; 4],
}

pub mod view_flags {
    pub const SNAP: u32 = 1;
    pub const AFFINE: u32 = 2;
    pub const DITHERED: u32 = 4;
    pub const FIFTEEN_BIT: u32 = 8;
    pub const HIDE_BACK: u32 = 16;
    pub const TINT_BACK: u32 = 32;
    pub const VANISHING: u32 = 64;
    pub const SIZE_LIMIT: u32 = 128;
    pub const SKY_PASS: u32 = 256;
    pub const FILTERED: u32 = 512;
    pub const CHECKER: u32 = 1024;
    pub const SUBDIVIDES: u32 = 2048;
    pub const RELIEFS: u32 = 4096;
    pub const SHINES: u32 = 8192;
}

/// `Sky` of `sky.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct SkyRecord {
    pub right: [f32; 3],
    pub u: f32,
    pub up: [f32; 3],
    pub v: f32,
    pub ahead: [f32; 3],
    pub height: f32,
    pub horizon: [f32; 3],
    pub unused: f32,
    pub fade: [f32; 2],
    pub unused2: [f32; 2],
    pub state: StateRecord,
}

// If a state grows, alignment must be preserved: otherwise the device refuses to draw.
const _: () = assert!(size_of::<SkyRecord>().is_multiple_of(16));

/// Bytes of a `ScreenFace` of `screen.wgsl`: four positions and four words.
pub const SCREEN_FACE_SIZE: u64 = 80;

/// `Batch` of `transform.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct BatchRecord {
    pub first: u32,
    pub count: u32,
    pub sorted: u32,
    pub unused: u32,
}

/// `Resolve` of `resolve.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, PartialEq)]
pub struct ResolveRecord {
    pub enlarge: u32,
    pub average: u32,
    pub fifteen_bit: u32,
    /// Draw id + 1, or 0.
    pub hovered: u32,
    pub size: [u32; 2],
    /// R, G, B, A bytes.
    pub background: u32,
    pub selection: u32,
}

/// `Line` of `lines.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, PartialEq, Debug)]
pub struct LineRecord {
    pub a: [f32; 3],
    pub width: f32,
    pub b: [f32; 3],
    /// R, G, B, A bytes.
    pub colour: u32,
    /// Draw id + 1, or 0.
    pub id: u32,
    pub kind: u32,
    pub unused: [u32; 2],
}

pub mod line_kind {
    pub const SEGMENT: u32 = 0;
    pub const DISC: u32 = 1;
    pub const RECTANGLE: u32 = 2;
}
