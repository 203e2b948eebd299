//! Builds meshes from scratch.

use std::collections::HashMap;

use gouraud::formats::Refusal;
use gouraud::formats::ff7::mesh::{
    ColouredQuad, ColouredTriangle, Corner, Mesh, TexturedQuad, TexturedTriangle, Vertex, command,
};
use gouraud::formats::ps1::vram::{ClutWord, TexPage};

/// GPU commands of Gouraud triangles and quads, as stored in the first colour.
const COLOURED_TRIANGLE: u8 = 0x30;
const COLOURED_QUAD: u8 = 0x38;

/// A mesh under construction. Axes are the file's: X right, Y down, Z away. Corners run clockwise as seen
/// from the front; quads are in strip order (triangles 0,1,2 and 1,3,2).
#[derive(Clone, Debug, Default)]
pub struct MeshBuilder {
    mesh: Mesh,
    known: HashMap<[i16; 3], u16>,
    refused: Option<String>,
}

/// Paint of a polygon; the arrays have an entry for each corner.
#[derive(Clone, Copy, Debug)]
pub enum Paint<'a> {
    Texture {
        uvs: &'a [[u8; 2]],
        clut: ClutWord,
        /// 128 leaves texels unchanged.
        shade: u8,
        /// Bits of [`command`].
        command: u8,
    },
    Colours {
        rgb: &'a [[u8; 3]],
        blended: bool,
    },
}

impl MeshBuilder {
    /// A mesh whose textured polygons are on `page`.
    pub fn new(page: TexPage) -> Self {
        let mesh = Mesh { texture_page: page.0, ..Mesh::default() };
        Self { mesh, ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.mesh.faces() == 0
    }

    fn vertex(&mut self, at: [i16; 3]) -> u16 {
        let vertices = &mut self.mesh.vertices;
        *self.known.entry(at).or_insert_with(|| {
            let [x, y, z] = at;
            vertices.push(Vertex { x, y, z, pad: 0 });
            // A reference is a byte offset; vertices past 8192 cannot be referenced.
            u16::try_from((vertices.len() - 1) * 8).unwrap_or(u16::MAX)
        })
    }

    /// Adds a triangle or a quad. Equal points become one vertex.
    pub fn polygon(&mut self, points: &[[i16; 3]], paint: Paint<'_>) {
        let references: Vec<u16> = points.iter().map(|point| self.vertex(*point)).collect();
        let added = match paint {
            Paint::Texture { uvs, clut, shade, command } => match (&references[..], uvs) {
                ([a, b, c], [uv0, uv1, uv2]) => {
                    self.mesh.textured_triangles.push(TexturedTriangle {
                        vertices: [*a, *b, *c],
                        shade,
                        command,
                        uv0: *uv0,
                        clut: clut.0,
                        uv1: *uv1,
                        uv2: *uv2,
                    });
                    true
                }
                ([a, b, c, d], [uv0, uv1, uv2, uv3]) => {
                    self.mesh.textured_quads.push(TexturedQuad {
                        vertices: [*a, *b, *c, *d],
                        uv0: *uv0,
                        clut: clut.0,
                        uv1: *uv1,
                        uv2: *uv2,
                        uv3: *uv3,
                        shade,
                        command,
                    });
                    true
                }
                _ => false,
            },
            Paint::Colours { rgb, blended } => self.coloured(&references, rgb, blended),
        };
        if !added {
            let corners = points.len();
            self.refuse(format!("a polygon of {corners} corners, or with a different number of colours or coordinates"));
        }
    }

    fn coloured(&mut self, references: &[u16], rgb: &[[u8; 3]], blended: bool) -> bool {
        let semi = if blended { command::SEMI } else { 0 };
        let corner = |[r, g, b]: [u8; 3], command| Corner { r, g, b, command };
        match (references, rgb) {
            ([a, b, c], [x, y, z]) => {
                let first = corner(*x, COLOURED_TRIANGLE | semi);
                self.mesh.coloured_triangles.push(ColouredTriangle {
                    vertices: [*a, *b, *c],
                    pad: 0,
                    colours: [first, corner(*y, 0), corner(*z, 0)],
                });
                true
            }
            ([a, b, c, d], [x, y, z, w]) => {
                let first = corner(*x, COLOURED_QUAD | semi);
                self.mesh.coloured_quads.push(ColouredQuad {
                    vertices: [*a, *b, *c, *d],
                    colours: [first, corner(*y, 0), corner(*z, 0), corner(*w, 0)],
                });
                true
            }
            _ => false,
        }
    }

    fn refuse(&mut self, why: String) {
        self.refused.get_or_insert(why);
    }

    /// Builds the records. Fails when a value cannot be stored.
    pub fn finish(mut self) -> Result<Mesh, Refusal> {
        let vertices = self.mesh.vertices.len();
        if vertices > 8192 {
            self.refuse(format!("{vertices} vertices, at most 8192 can be referenced"));
        }
        match self.refused {
            Some(why) => Err(Refusal(why)),
            None => Ok(self.mesh),
        }
    }
}
