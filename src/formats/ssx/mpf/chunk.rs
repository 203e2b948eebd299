//! Chunks: the vertices in strips that the vertex program reads from a chain.
//!
//! A chunk begins at the UNPACK to address 0, which counts its strips; the following UNPACKs hold its
//! vertices. A chain may have several chunks.

use super::packet::{ChunkInfo, Data, Normal, ShadowVertex, Strip, Uv};
use super::records::Mesh;
use super::vector::Vector;
use super::vif::command;

/// The vertices of one run of the vertex program.
#[derive(Clone, Debug, Default)]
pub struct Chunk<'a> {
    pub info: ChunkInfo,
    pub strips: &'a [Strip],
    pub uvs: &'a [Uv],
    pub normals: &'a [Normal],
    pub positions: &'a [Vector],
    /// Vertices of a shadow, which has none of the other three lists.
    pub shadow: &'a [ShadowVertex],
    /// All vertices follow the same bone.
    pub rigid: bool,
    /// Indices of tag and code of the chunk's start, its positions, its texture coordinates,
    /// and its normals.
    pub start: (usize, usize),
    pub vertices_at: (usize, usize),
    pub uvs_at: (usize, usize),
    pub normals_at: (usize, usize),
}

/// A triangle of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    pub strip: usize,
    /// Index in the strip, including stitches.
    pub number: usize,
    /// Vertices of the chunk, counter-clockwise from the front.
    pub corners: [usize; 3],
    /// The last vertex, by which the triangle is identified.
    pub completed_by: usize,
}

/// Program address for rigid chunks.
const RIGID: u16 = 10;

/// The chunks of a mesh.
pub fn chunks(mesh: &Mesh) -> Vec<Chunk<'_>> {
    let mut chunks: Vec<Chunk<'_>> = Vec::new();
    let mut called = false;
    for (t, tag) in mesh.chain.iter().enumerate() {
        for (c, code) in tag.codes.iter().enumerate() {
            if let Data::Header { info, strips, .. } = &code.data {
                called = false;
                let start = (t, c);
                let chunk = Chunk { info: *info, strips, start, ..Chunk::default() };
                chunks.push(chunk);
                continue;
            }
            // Codes before the first header belong to no chunk.
            let Some(chunk) = chunks.last_mut() else { continue };
            match &code.data {
                Data::Uvs(list) => (chunk.uvs, chunk.uvs_at) = (list, (t, c)),
                Data::Normals(list) => (chunk.normals, chunk.normals_at) = (list, (t, c)),
                Data::Positions(list) => (chunk.positions, chunk.vertices_at) = (list, (t, c)),
                Data::Shadow(list) => (chunk.shadow, chunk.vertices_at) = (list, (t, c)),
                // Only the first call determines the kind of the chunk.
                _ if code.code.command() == command::MSCAL && !called => {
                    called = true;
                    chunk.rigid = code.code.immediate == RIGID;
                }
                _ => {}
            }
        }
    }
    chunks
}

impl Chunk<'_> {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.positions.len().max(self.shadow.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn position(&self, vertex: usize) -> Option<Vector> {
        let shadow = || self.shadow.get(vertex).map(|vertex| vertex.position);
        self.positions.get(vertex).copied().or_else(shadow)
    }

    /// Index of a vertex's reference in its weight group; `None` if the stored number is invalid.
    pub fn reference(&self, vertex: usize) -> Option<usize> {
        let a = match self.uvs.get(vertex) {
            Some(uv) => i64::from(uv.a),
            None => i64::from(self.shadow.get(vertex)?.a),
        };
        reference_of(a)
    }

    /// Number of triangles in the strips, including degenerate ones.
    pub fn faces(&self) -> usize {
        self.runs().map(|(_, run)| run.len().saturating_sub(2)).sum()
    }

    /// The vertices of each strip, limited to existing ones.
    pub fn runs(&self) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
        let len = self.len();
        let mut at = 0usize;
        self.strips.iter().enumerate().map(move |(index, strip)| {
            let start = at.min(len);
            at = at.saturating_add(strip.vertices as usize);
            (index, start..at.min(len))
        })
    }

    /// The triangles of all strips; every second one in a strip has reversed winding.
    pub fn triangles(&self) -> impl Iterator<Item = Triangle> {
        self.runs().flat_map(|(strip, run)| {
            let start = run.start;
            (0..run.len().saturating_sub(2)).map(move |t| {
                let s = start + t;
                let corners = if t % 2 == 0 { [s, s + 1, s + 2] } else { [s + 2, s + 1, s] };
                Triangle { strip, number: t, corners, completed_by: s + 2 }
            })
        })
    }
}

/// The reference of a vertex number: matrices for positions start at address 14 of the vector unit's
/// memory, four quadwords each.
pub fn reference_of(a: i64) -> Option<usize> {
    let offset = usize::try_from(a.checked_sub(14)?).ok()?;
    offset.is_multiple_of(4).then_some(offset / 4)
}
