//! What the vertex program makes of a chain: chunks of vertices in strips.
//!
//! A chunk begins at the UNPACK to address 0, which counts its strips; the UNPACKs behind bring its
//! vertices. A chain may hold several.

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
    /// Instead of the other three, in a shadow.
    pub shadow: &'a [ShadowVertex],
    /// All vertices follow the same bone.
    pub rigid: bool,
    /// Tag and code that start it, that bring its positions, and its texture coordinates.
    pub start: (usize, usize),
    pub vertices_at: (usize, usize),
    pub uvs_at: (usize, usize),
}

/// A triangle of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    pub strip: usize,
    /// Number in the strip, stitches counted.
    pub number: usize,
    /// Vertices of the chunk, counter-clockwise from the front.
    pub corners: [usize; 3],
    /// The vertex that completes it, of which it is the triangle.
    pub completed_by: usize,
}

/// The address that a rigid chunk's program starts at.
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
            // What comes before the first header belongs to nothing.
            let Some(chunk) = chunks.last_mut() else { continue };
            match &code.data {
                Data::Uvs(list) => (chunk.uvs, chunk.uvs_at) = (list, (t, c)),
                Data::Normals(list) => chunk.normals = list,
                Data::Positions(list) => (chunk.positions, chunk.vertices_at) = (list, (t, c)),
                Data::Shadow(list) => (chunk.shadow, chunk.vertices_at) = (list, (t, c)),
                // Only the first call says what the chunk is.
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

    /// Which of its weight group's references a vertex uses; `None` where the number is odd.
    pub fn reference(&self, vertex: usize) -> Option<usize> {
        let a = match self.uvs.get(vertex) {
            Some(uv) => i64::from(uv.a),
            None => i64::from(self.shadow.get(vertex)?.a),
        };
        reference_of(a)
    }

    /// Number of triangles in the strips, degenerate ones too.
    pub fn faces(&self) -> usize {
        self.runs().map(|(_, run)| run.len().saturating_sub(2)).sum()
    }

    /// The vertices of each strip, cut to what is there.
    pub fn runs(&self) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
        let len = self.len();
        let mut at = 0usize;
        self.strips.iter().enumerate().map(move |(index, strip)| {
            let start = at.min(len);
            at = at.saturating_add(strip.vertices as usize);
            (index, start..at.min(len))
        })
    }

    /// The triangles of all strips: every second one is turned, from the start of each strip.
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

/// The memory of the vector unit holds matrices for positions from 14 on, four quadwords each.
pub fn reference_of(a: i64) -> Option<usize> {
    let offset = usize::try_from(a.checked_sub(14)?).ok()?;
    offset.is_multiple_of(4).then_some(offset / 4)
}
