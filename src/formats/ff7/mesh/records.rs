//! Records of a mesh block.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::reference::{Base, OffsetRef, Reference};
use crate::bytes::{Bit, Hint, Result, Severity, count32};
use crate::formats::Report;
use crate::formats::ps1::vram::{ClutWord, TexPage};

/// Bits of a polygon's GPU command. Textured polygons store only the lowest two, which are OR-ed
/// into the command that the game makes.
pub mod command {
    pub const RAW: u8 = 1;
    pub const SEMI: u8 = 2;
}

/// The bits of [`Polygon::command`].
pub const COMMAND: &[Bit] = &[
    Bit::sure(0x01, "raw texture", "shade is ignored"),
    Bit::sure(0x02, "semi-transparent", "added to the background"),
    Bit::sure(0x04, "textured", "command draws a texture"),
    Bit::sure(0x08, "quad", "command draws four corners"),
    Bit::sure(0x10, "gouraud", "one colour per corner"),
    Bit::sure(0x20, "polygon", "set in every polygon command"),
];

/// A vertex, by the offset of its bytes in the vertices.
const REFERENCE: Hint = Hint::Ref(&Reference::Offset(OffsetRef {
    base: Base::End("pool_size"),
    mask: u32::MAX,
    target: "vertices[]",
    zero: "",
}));
const COMMAND_HINT: Hint = Hint::Flags(COMMAND);

crate::record! {
    /// A vertex: X right, Y down, Z away.
    pub struct Vertex {
        pub x: i16,
        pub y: i16,
        pub z: i16,
        /// Always 0.
        pub pad: u16,
    }
}

crate::record! {
    pub struct TexturedTriangle {
        pub vertices: [u16; 3] => REFERENCE,
        /// 128 is neutral.
        pub shade: u8 => Hint::Channel,
        pub command: u8 => COMMAND_HINT,
        pub uv0: [u8; 2],
        pub clut: u16 => ClutWord::HINT,
        pub uv1: [u8; 2],
        pub uv2: [u8; 2],
    }
}

crate::record! {
    pub struct TexturedQuad {
        pub vertices: [u16; 4] => REFERENCE,
        pub uv0: [u8; 2],
        pub clut: u16 => ClutWord::HINT,
        pub uv1: [u8; 2],
        pub uv2: [u8; 2],
        pub uv3: [u8; 2],
        /// 128 is neutral.
        pub shade: u8 => Hint::Channel,
        pub command: u8 => COMMAND_HINT,
    }
}

crate::record! {
    /// A colour with a fourth byte, which is the command in the first corner of a polygon.
    pub struct Corner {
        pub r: u8 => Hint::Channel,
        pub g: u8 => Hint::Channel,
        pub b: u8 => Hint::Channel,
        pub command: u8 => COMMAND_HINT,
    }
}

crate::record! {
    pub struct ColouredTriangle {
        pub vertices: [u16; 3] => REFERENCE,
        /// Always 0.
        pub pad: u16,
        pub colours: [Corner; 3],
    }
}

crate::record! {
    pub struct ColouredQuad {
        pub vertices: [u16; 4] => REFERENCE,
        pub colours: [Corner; 4],
    }
}

/// A mesh block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
    /// Bytes of the pool after the last whole vertex.
    pub pool_rest: Vec<u8>,
    /// Texture page of both textured lists.
    pub texture_page: u16,
    /// The words after the other three counts; ignored by the game.
    pub unused: [u16; 3],
    pub textured_triangles: Vec<TexturedTriangle>,
    pub textured_quads: Vec<TexturedQuad>,
    pub coloured_triangles: Vec<ColouredTriangle>,
    pub coloured_quads: Vec<ColouredQuad>,
}

impl Layout for Mesh {
    const TYPE: &'static str = "Mesh";
    const MIN_SIZE: u64 = 20;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        let at = (pass.pos(), 4);
        if !at.0.is_multiple_of(4) {
            pass.report(
                Severity::Warning,
                at,
                "",
                format_args!("does not start at a multiple of 4"),
            );
        }
        let mut pool = count32(self.pool_size());
        pass.value(("pool_size", Hint::Unit("bytes")), &mut pool)?;
        let (vertices, rest) = (pool as usize / 8, pool as usize % 8);
        pass.run("vertices", &mut self.vertices, vertices)?;
        if rest > 0 {
            let message = format_args!("{pool} bytes are not a whole number of vertices");
            pass.report(Severity::Warning, at, "pool_size", message);
        }
        pass.bytes("pool_rest", &mut self.pool_rest, rest)?;
        let count = pass.count::<u16>("textured_triangle_count", self.textured_triangles.len())?;
        pass.explain(pcs);
        pass.value(("texture_page", TexPage::HINT), &mut self.texture_page)?;
        pass.run("textured_triangles", &mut self.textured_triangles, count)?;
        let [quads, coloured, coloured_quads] = &mut self.unused;
        let count = pass.count::<u16>("textured_quad_count", self.textured_quads.len())?;
        pass.explain(pcs);
        pass.value(("unused_textured_quads", Hint::Hex), quads)?;
        pass.run("textured_quads", &mut self.textured_quads, count)?;
        let count = pass.count::<u16>("coloured_triangle_count", self.coloured_triangles.len())?;
        pass.explain(pcs);
        pass.value(("unused_coloured_triangles", Hint::Hex), coloured)?;
        pass.run("coloured_triangles", &mut self.coloured_triangles, count)?;
        let count = pass.count::<u16>("coloured_quad_count", self.coloured_quads.len())?;
        pass.explain(pcs);
        pass.value(("unused_coloured_quads", Hint::Hex), coloured_quads)?;
        pass.run("coloured_quads", &mut self.coloured_quads, count)
    }
}

/// Another name for a count and the word after it.
fn pcs() -> String {
    "polygons; the count and the next word form a poly count structure (PCS)".to_owned()
}

/// A number of faces: `1 polygon`.
pub fn polygons_in_words(count: usize) -> String {
    if count == 1 { "1 polygon".to_owned() } else { format!("{count} polygons") }
}

/// One of the four polygon lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    TexturedTriangles,
    TexturedQuads,
    ColouredTriangles,
    ColouredQuads,
}

impl List {
    /// The lists in file order.
    pub const ALL: [List; 4] = [
        List::TexturedTriangles,
        List::TexturedQuads,
        List::ColouredTriangles,
        List::ColouredQuads,
    ];

    /// Field name of the list.
    pub fn field(self) -> &'static str {
        match self {
            List::TexturedTriangles => "textured_triangles",
            List::TexturedQuads => "textured_quads",
            List::ColouredTriangles => "coloured_triangles",
            List::ColouredQuads => "coloured_quads",
        }
    }
}

/// A polygon of any list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon {
    pub list: List,
    /// Index in its list.
    pub index: usize,
    /// Byte offsets into the pool; the fourth of a triangle is unused.
    pub references: [u16; 4],
    pub sides: usize,
    pub command: u8,
    pub skin: Skin,
}

/// Texture or colours of a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skin {
    Textured { uvs: [[u8; 2]; 4], clut: u16, shade: u8 },
    Coloured([[u8; 3]; 4]),
}

impl Polygon {
    pub fn references(&self) -> &[u16] {
        self.references.get(..self.sides).unwrap_or(&self.references)
    }

    fn textured_triangle((index, p): (usize, &TexturedTriangle)) -> Self {
        let [a, b, c] = p.vertices;
        Self {
            list: List::TexturedTriangles,
            index,
            references: [a, b, c, 0],
            sides: 3,
            command: p.command,
            skin: Skin::Textured {
                uvs: [p.uv0, p.uv1, p.uv2, [0; 2]],
                clut: p.clut,
                shade: p.shade,
            },
        }
    }

    fn textured_quad((index, p): (usize, &TexturedQuad)) -> Self {
        Self {
            list: List::TexturedQuads,
            index,
            references: p.vertices,
            sides: 4,
            command: p.command,
            skin: Skin::Textured {
                uvs: [p.uv0, p.uv1, p.uv2, p.uv3],
                clut: p.clut,
                shade: p.shade,
            },
        }
    }

    fn coloured_triangle((index, p): (usize, &ColouredTriangle)) -> Self {
        let ([a, b, c], [x, y, z]) = (p.vertices, p.colours);
        Self {
            list: List::ColouredTriangles,
            index,
            references: [a, b, c, 0],
            sides: 3,
            command: x.command,
            skin: Skin::Coloured([x.rgb(), y.rgb(), z.rgb(), [0; 3]]),
        }
    }

    fn coloured_quad((index, p): (usize, &ColouredQuad)) -> Self {
        let [first, ..] = p.colours;
        Self {
            list: List::ColouredQuads,
            index,
            references: p.vertices,
            sides: 4,
            command: first.command,
            skin: Skin::Coloured(p.colours.map(Corner::rgb)),
        }
    }
}

impl Corner {
    pub fn rgb(self) -> [u8; 3] {
        [self.r, self.g, self.b]
    }
}

impl Mesh {
    /// Size of the vertex pool in bytes.
    pub fn pool_size(&self) -> usize {
        self.vertices.len() * 8 + self.pool_rest.len()
    }

    pub fn len_of(&self, list: List) -> usize {
        match list {
            List::TexturedTriangles => self.textured_triangles.len(),
            List::TexturedQuads => self.textured_quads.len(),
            List::ColouredTriangles => self.coloured_triangles.len(),
            List::ColouredQuads => self.coloured_quads.len(),
        }
    }

    /// All polygons in file order.
    pub fn polygons(&self) -> impl Iterator<Item = Polygon> + '_ {
        let textured = self.textured_triangles.iter().enumerate().map(Polygon::textured_triangle);
        let textured_quads = self.textured_quads.iter().enumerate().map(Polygon::textured_quad);
        let coloured = self.coloured_triangles.iter().enumerate().map(Polygon::coloured_triangle);
        let coloured_quads = self.coloured_quads.iter().enumerate().map(Polygon::coloured_quad);
        textured.chain(textured_quads).chain(coloured).chain(coloured_quads)
    }

    /// Number of faces: `1 polygon`.
    pub fn faces_in_words(&self) -> String {
        polygons_in_words(self.faces())
    }

    pub fn faces(&self) -> usize {
        List::ALL.into_iter().map(|list| self.len_of(list)).sum()
    }

    pub fn triangles(&self) -> usize {
        self.faces() + self.textured_quads.len() + self.coloured_quads.len()
    }

    /// Index of the vertex at the byte offset `reference`.
    pub fn vertex(&self, reference: u16) -> Option<u32> {
        let index = usize::from(reference) / 8;
        (reference.is_multiple_of(8) && index < self.vertices.len())
            .then_some(u32::from(reference) / 8)
    }

    /// Reports references to missing vertices: their polygons are not drawn. `path` is the field of
    /// the mesh.
    pub fn check(&self, path: &str, report: &mut Report<'_>) {
        let size = self.pool_size();
        for polygon in self.polygons() {
            let bad = polygon.references().iter().find(|r| self.vertex(**r).is_none());
            let Some(bad) = bad else { continue };
            let field = format!("{path}.{}[{}].vertices", polygon.list.field(), polygon.index);
            let why =
                format!("{bad:#x} is not a vertex of the {size:#x}-byte pool: polygon not drawn");
            report.error(field, why);
        }
    }

    pub fn page(&self) -> TexPage {
        TexPage(self.texture_page)
    }
}
