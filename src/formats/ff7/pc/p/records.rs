//! Records of a mesh.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, ColourWord, Hint, Result, Severity, Shaped, Symbol};

/// The only known version.
pub const VERSION: u32 = 1;
/// Bytes before the vertices.
pub const HEADER: u64 = 128;

/// Storage of colours: B, G, R, A.
pub const COLOUR: ColourWord = ColourWord::Argb8888;
const COLOURS: Hint = Hint::Colour(COLOUR);

const VERTEX_TYPES: &[Symbol] = &[
    Symbol { value: 0, name: "lit by the game" },
    Symbol { value: 1, name: "pre-lit" },
    Symbol { value: 2, name: "in screen space" },
];

const PRIMITIVES: &[Symbol] = &[
    Symbol { value: 1, name: "untextured" },
    Symbol { value: 2, name: "textured, with normals" },
    Symbol { value: 3, name: "textured, without normals" },
];

const SHADES: &[Symbol] =
    &[Symbol { value: 1, name: "flat" }, Symbol { value: 2, name: "gouraud" }];

/// Values of [`RenderState::blend_mode`].
pub mod blend {
    pub const AVERAGE: u32 = 0;
    pub const ADD: u32 = 1;
    pub const SUBTRACT: u32 = 2;
    pub const ADD_QUARTER: u32 = 3;
    pub const NONE: u32 = 4;
}

const BLENDS: &[Symbol] = &[
    Symbol { value: blend::AVERAGE, name: "average" },
    Symbol { value: blend::ADD, name: "add" },
    Symbol { value: blend::SUBTRACT, name: "subtract" },
    Symbol { value: blend::ADD_QUARTER, name: "add a quarter (unsure)" },
    Symbol { value: blend::NONE, name: "none" },
];

/// Bits of [`RenderState::flags`] that affect drawing.
pub mod state {
    pub const BLEND: u32 = 0x400;
    pub const CULL: u32 = 0x2000;
    pub const SHADE: u32 = 0x2_0000;
}

/// The bits of a render state.
pub const STATES: &[Bit] = &[
    Bit::sure(0x1, "wireframe", "only edges are drawn"),
    Bit::sure(0x2, "textured", "the texture is drawn"),
    Bit::sure(0x4, "filter", "texture filtering"),
    Bit::sure(0x8, "perspective", "perspective-correct texturing"),
    Bit::sure(0x10, "texture blend", "texels are multiplied by the vertex colours"),
    Bit::sure(0x20, "wrap u", "texture repeats horizontally"),
    Bit::sure(0x40, "wrap v", "texture repeats vertically"),
    Bit::sure(0x100, "colour key", "texels of the key colour are holes"),
    Bit::sure(0x200, "dither", "colours are dithered"),
    Bit::sure(0x400, "blend", "blended with the background by the blend mode"),
    Bit::sure(0x800, "alpha test", "texels of low alpha are holes"),
    Bit::sure(0x1000, "antialias", "edges are smoothed"),
    Bit::sure(0x2000, "cull", "one side is culled"),
    Bit::sure(0x4000, "no culling", "both sides are drawn"),
    Bit::sure(0x8000, "depth test", "hidden by nearer faces"),
    Bit::sure(0x1_0000, "depth write", "hides farther faces"),
    Bit::sure(0x2_0000, "shade mode", "uses the shade mode"),
    Bit::sure(0x4_0000, "specular", "highlights"),
    Bit::sure(0x8_0000, "light", "light is computed"),
    Bit::sure(0x10_0000, "fog", "fades in fog"),
    Bit::sure(0x20_0000, "texture address", "uses the repeat flags"),
];

const STATE: Hint = Hint::Flags(STATES);

crate::record! {
    /// A vertex, a normal, or an extra point: X right, Y down, Z away.
    pub struct Point {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}

crate::record! {
    /// A texture coordinate, as a fraction: (0, 0) is the left end of the first stored row.
    pub struct TexCoord {
        pub u: f32,
        pub v: f32,
    }
}

crate::record! {
    /// A triangle. Its vertices are relative to the first of its group.
    pub struct Polygon {
        pub unknown_00: u16 => Hint::Hex,
        pub vertices: [u16; 3],
        pub normals: [u16; 3],
        pub edges: [u16; 3],
        pub tag: u32 => Hint::Hex,
    }
}

crate::record! {
    /// Render state of a group; also called a "hundred", after its size in bytes.
    pub struct RenderState {
        /// Usually 1.
        pub unknown_00: u32 => Hint::Hex,
        /// Usually 1. One bit enables the alpha of vertices.
        pub alpha_flags: u32 => Hint::Hex,
        /// Values of the flags in `flags_mask`.
        pub flags: u32 => STATE,
        /// Flags that this state sets.
        pub flags_mask: u32 => STATE,
        pub texture: u32,
        /// Used by the game at run time.
        pub texture_pointer: u32 => Hint::Hex,
        pub unknown_18: u32 => Hint::Hex,
        pub unknown_1c: u32 => Hint::Hex,
        pub unknown_20: u32 => Hint::Hex,
        pub shade_mode: u32 => Hint::Enum(SHADES),
        pub ambient: u32 => Hint::Hex,
        pub unknown_2c: u32 => Hint::Hex,
        pub material: u32 => Hint::Hex,
        pub source_blend: u32,
        pub destination_blend: u32,
        pub unknown_3c: u32 => Hint::Hex,
        pub alpha_reference: u32,
        pub blend_mode: u32 => Hint::Enum(BLENDS),
        /// Used by the game at run time.
        pub z_sort: u32 => Hint::Hex,
        pub unknown_4c: u32 => Hint::Hex,
        pub unknown_50: u32 => Hint::Hex,
        pub unknown_54: u32 => Hint::Hex,
        pub unknown_58: u32 => Hint::Hex,
        /// Replaces the alpha of the colours if the group is blended.
        pub vertex_alpha: u32,
        pub unknown_60: u32 => Hint::Hex,
    }
}

impl RenderState {
    /// The flags that are set. Flags outside the mask keep their earlier value, which is off.
    pub fn set(&self) -> u32 {
        self.flags & self.flags_mask
    }
}

crate::record! {
    /// Polygons that are drawn with one render state.
    pub struct Group {
        pub primitive_type: u32 => Hint::Enum(PRIMITIVES),
        pub first_polygon: u32 => Hint::Index("polygons"),
        pub polygon_count: u32,
        pub first_vertex: u32 => Hint::Index("vertices"),
        pub vertex_count: u32,
        pub first_edge: u32 => Hint::Index("edges"),
        pub edge_count: u32,
        pub unknown_1c: [u32; 4] => Hint::Hex,
        /// The texture coordinate of the first vertex.
        pub first_texcoord: u32 => Hint::Index("texcoords"),
        /// 1 if the group has a texture.
        pub textured: u32,
        /// Texture number in the model or resource.
        pub texture: u32,
    }
}

crate::record! {
    pub struct BoundingBox {
        /// Always 0.
        pub unknown_00: u32 => Hint::Hex,
        pub max: Point,
        pub min: Point,
    }
}

crate::record! {
    /// A box without the leading word.
    pub struct ShortBox {
        pub max: Point,
        pub min: Point,
    }
}

crate::record! {
    /// A box that is truncated after its maxima.
    pub struct CutBox {
        pub max: Point,
    }
}

/// A mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct P {
    pub version: u32,
    /// Usually 1.
    pub unknown_04: u32,
    pub vertex_type: u32,
    /// Not 0 if vertices have normals, according to the header.
    pub normal_index_flag: u32,
    /// Used by the game at run time.
    pub pointers: [u32; 16],
    pub vertices: Vec<Point>,
    pub normals: Vec<Point>,
    pub extra_points: Vec<Point>,
    pub texcoords: Vec<TexCoord>,
    pub vertex_colours: Vec<u32>,
    /// One colour per polygon.
    pub polygon_colours: Vec<u32>,
    pub edges: Vec<[u16; 2]>,
    pub polygons: Vec<Polygon>,
    pub extra_polygons: Vec<[u8; 24]>,
    pub extra_records: Vec<[u8; 3]>,
    pub states: Vec<RenderState>,
    pub groups: Vec<Group>,
    pub boxes: Vec<BoundingBox>,
    pub short_boxes: Vec<ShortBox>,
    pub cut_box: Option<CutBox>,
    /// Normal index of each vertex.
    pub normal_indices: Vec<u32>,
    /// Trailing bytes.
    pub rest: Vec<u8>,
}

/// Number of elements of each part, in the order of the header.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    vertices: usize,
    normals: usize,
    extra_points: usize,
    texcoords: usize,
    vertex_colours: usize,
    edges: usize,
    polygons: usize,
    extra_polygons: usize,
    extra_records: usize,
    states: usize,
    groups: usize,
    boxes: usize,
}

impl P {
    /// Number of boxes of any variant.
    pub fn box_count(&self) -> usize {
        self.boxes.len() + self.short_boxes.len() + usize::from(self.cut_box.is_some())
    }

    fn counts<Q: Pass>(&mut self, pass: &mut Q) -> Result<Counts> {
        Ok(Counts {
            vertices: pass.count::<u32>("vertex_count", self.vertices.len())?,
            normals: pass.count::<u32>("normal_count", self.normals.len())?,
            extra_points: pass.count::<u32>("extra_point_count", self.extra_points.len())?,
            texcoords: pass.count::<u32>("texcoord_count", self.texcoords.len())?,
            vertex_colours: pass.count::<u32>("vertex_colour_count", self.vertex_colours.len())?,
            edges: pass.count::<u32>("edge_count", self.edges.len())?,
            polygons: pass.count::<u32>("polygon_count", self.polygons.len())?,
            extra_polygons: pass.count::<u32>("extra_polygon_count", self.extra_polygons.len())?,
            extra_records: pass.count::<u32>("extra_record_count", self.extra_records.len())?,
            states: pass.count::<u32>("state_count", self.states.len())?,
            groups: pass.count::<u32>("group_count", self.groups.len())?,
            boxes: pass.count::<u32>("box_count", self.box_count())?,
        })
    }

    /// Reads or writes the boxes, and the normal indices after them. Some files omit the first word of a
    /// box, or end inside one (section 6).
    fn boxes<Q: Pass>(&mut self, pass: &mut Q, count: usize) -> Result<()> {
        let mut table =
            if self.normal_index_flag == 0 { 0 } else { self.vertices.len() as u64 * 4 };
        let [whole, short, cut] = if pass.is_reading() {
            let (left, count) = (pass.remaining(), count as u64);
            let sizes = [CutBox::SIZE, ShortBox::SIZE, BoundingBox::SIZE].map(|size| size as u64);
            let [cut, short, whole] = sizes.map(|size| size.saturating_mul(count));
            // Only boxes, or nothing at all, are left.
            let is_missing = left < table.saturating_add(cut) || left == short || left == whole;
            if table > 0 && is_missing {
                let message = format_args!("missing normals of the vertices");
                pass.report(Severity::Warning, (pass.pos(), 0), "normal_indices", message);
                table = 0;
            }
            let room = left.saturating_sub(table);
            let numbers = boxes_in(room, count);
            if numbers[0] < count {
                let message = format_args!("a box without its first word, or truncated");
                pass.report(Severity::Note, (pass.pos(), 0), "box_count", message);
            }
            numbers.map(|number| usize::try_from(number).unwrap_or(usize::MAX))
        } else {
            [self.boxes.len(), self.short_boxes.len(), usize::from(self.cut_box.is_some())]
        };
        pass.run("boxes", &mut self.boxes, whole)?;
        if short > 0 {
            pass.run("short_boxes", &mut self.short_boxes, short)?;
        }
        pass.optional("cut_box", cut > 0, &mut self.cut_box, ())?;
        if pass.is_reading() && whole + short + cut < count {
            let missing = count - whole - short - cut;
            let error = pass.fail("box_count", format_args!("{missing} missing boxes"));
            pass.lose(error)?;
        }
        let vertices = usize::try_from(table / 4).unwrap_or(usize::MAX);
        let normals = if pass.is_reading() { vertices } else { self.normal_indices.len() };
        let hint = Hint::Index("normals");
        pass.run(("normal_indices", hint), &mut self.normal_indices, normals)
    }
}

/// Number of whole, short and truncated boxes in `room` bytes, if `count` are expected.
fn boxes_in(room: u64, count: u64) -> [u64; 3] {
    let (whole, short, cut) =
        (BoundingBox::SIZE as u64, ShortBox::SIZE as u64, CutBox::SIZE as u64);
    if room < whole.saturating_mul(count) && Some(room) == short.checked_mul(count) {
        return [0, count, 0];
    }
    let fits = (room / whole).min(count);
    let left = room - fits * whole;
    match (count > fits, left) {
        (true, left) if left >= short => [fits, 1, 0],
        (true, left) if left >= cut => [fits, 0, 1],
        _ => [fits, 0, 0],
    }
}

impl Layout for P {
    const TYPE: &'static str = "P";
    const MIN_SIZE: u64 = HEADER;

    fn pass<Q: Pass>(&mut self, pass: &mut Q, _: ()) -> Result<()> {
        pass.value("version", &mut self.version)?;
        pass.value("unknown_04", &mut self.unknown_04)?;
        pass.value(("vertex_type", Hint::Enum(VERTEX_TYPES)), &mut self.vertex_type)?;
        let counts = self.counts(pass)?;
        pass.value("normal_index_flag", &mut self.normal_index_flag)?;
        pass.value(("pointers", Hint::Hex), &mut self.pointers)?;
        pass.run("vertices", &mut self.vertices, counts.vertices)?;
        pass.run("normals", &mut self.normals, counts.normals)?;
        pass.run("extra_points", &mut self.extra_points, counts.extra_points)?;
        pass.run("texcoords", &mut self.texcoords, counts.texcoords)?;
        pass.run(("vertex_colours", COLOURS), &mut self.vertex_colours, counts.vertex_colours)?;
        let polygon_colours =
            if pass.is_reading() { counts.polygons } else { self.polygon_colours.len() };
        pass.run(("polygon_colours", COLOURS), &mut self.polygon_colours, polygon_colours)?;
        pass.run("edges", &mut self.edges, counts.edges)?;
        pass.run("polygons", &mut self.polygons, counts.polygons)?;
        pass.run(("extra_polygons", Hint::Hex), &mut self.extra_polygons, counts.extra_polygons)?;
        pass.run(("extra_records", Hint::Hex), &mut self.extra_records, counts.extra_records)?;
        pass.run("states", &mut self.states, counts.states)?;
        pass.run("groups", &mut self.groups, counts.groups)?;
        self.boxes(pass, counts.boxes)?;
        pass.rest("rest", &mut self.rest)
    }
}
