//! Converts strips to faces: per node on the Dreamcast, for the whole skater on the Xbox.

use glam::Vec3;

use super::records::{Bon, Version};
use crate::scene::{Face, Influence, NO_CORNER};

/// Faces over one vertex list.
pub(super) struct SkaterMesh {
    /// Field path of the record that holds `vertices`, and the name of the part.
    pub path: String,
    pub name: String,
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    /// Faces with their material indices, which count from 0.
    pub faces: Vec<(Face, usize)>,
    /// Bone influences of each vertex, by node number.
    pub follows: Vec<[Influence; 4]>,
}

/// A corner: position, normal, texture coordinate.
type Corner = ([f32; 3], [f32; 3], [f32; 2]);

/// Collects the faces of a skater.
pub(super) fn pieces(skater: &Bon) -> Vec<SkaterMesh> {
    if skater.version != Version::One {
        return vec![whole(skater)];
    }
    let nodes = skater.all().into_iter().enumerate();
    let own = nodes.filter(|(_, (_, node, _))| !node.vertices.is_empty());
    own.map(|(number, (path, node, _))| {
        let corners = node.vertices.iter().map(|at| (at.position, at.normal, at.uv));
        let corners: Vec<Corner> = corners.collect();
        let mut piece = SkaterMesh::over(path, node.name(), &corners);
        let mut first = 0;
        for strip in &node.strips {
            piece.strip(&corners, &strip.indices, first, usize::from(strip.material));
            first += strip.indices.len();
        }
        piece.follow(0..corners.len(), number);
        piece
    })
    .collect()
}

fn whole(skater: &Bon) -> SkaterMesh {
    let corners = skater.vertices.iter().map(|at| (at.position, at.normal, at.uv));
    let corners: Vec<Corner> = corners.collect();
    let mut piece = SkaterMesh::over(String::new(), "skater".to_owned(), &corners);
    // Splits do not share indices, so their number limits the triangles.
    let mut left = skater.indices.len();
    let nodes = skater.all();
    let own = nodes.iter().enumerate().map(|(number, (_, node, _))| (Some(number), &node.splits));
    // Splits of one part follow that part; joints connect two parts.
    let joints = nodes.iter().map(|(_, node, _)| (None, &node.joints));
    let all = own.chain(joints).flat_map(|(owner, list)| list.iter().map(move |one| (owner, one)));
    for (owner, split) in all {
        let first = usize::from(split.first);
        let strip = skater.indices.get(first..).unwrap_or(&[]);
        let strip = strip.get(..usize::from(split.count).min(left)).unwrap_or(strip);
        left -= strip.len();
        piece.strip(&corners, strip, first, usize::from(split.material));
        if let Some(owner) = owner {
            piece.follow(strip.iter().map(|index| usize::from(*index)), owner);
        }
    }
    piece.faces.sort_by_key(|(face, _)| face.index);
    piece
}

impl SkaterMesh {
    fn over(path: String, name: String, corners: &[Corner]) -> Self {
        let vector = |stored: [f32; 3]| {
            let vector = Vec3::from(stored);
            if vector.is_finite() { vector } else { Vec3::ZERO }
        };
        Self {
            path,
            name,
            positions: corners.iter().map(|(position, ..)| vector(*position)).collect(),
            normals: corners.iter().map(|(_, at, _)| vector(*at).normalize_or(Vec3::Y)).collect(),
            faces: Vec::new(),
            follows: vec![FIRST; corners.len()],
        }
    }

    /// Adds the triangles of a strip, except degenerate ones and those with invalid vertex indices.
    fn strip(&mut self, corners: &[Corner], indices: &[u16], first: usize, material: usize) {
        for (number, triangle) in indices.windows(3).enumerate() {
            let [a, b, c] = *triangle else { continue };
            let [i, j, k] = if number % 2 == 0 { [a, b, c] } else { [b, a, c] };
            let corner = |at: u16| corners.get(usize::from(at));
            let (Some(x), Some(y), Some(z)) = (corner(i), corner(j), corner(k)) else { continue };
            if i == j || j == k || i == k {
                continue;
            }
            let uv = |(.., uv): &Corner| uv.map(|part| if part.is_finite() { part } else { 0.0 });
            let [i, j, k] = [i, j, k].map(u32::from);
            let face = Face {
                corners: [i, j, k, NO_CORNER],
                normals: [i, j, k, NO_CORNER],
                uvs: [uv(x), uv(y), uv(z), uv(z)],
                index: u32::try_from(first + number).unwrap_or(u32::MAX),
                ..Face::default()
            };
            self.faces.push((face, material));
        }
    }

    fn follow(&mut self, vertices: impl Iterator<Item = usize>, node: usize) {
        let joint = u16::try_from(node).unwrap_or(0);
        for vertex in vertices {
            if let Some(place) = self.follows.get_mut(vertex) {
                *place = [Influence { joint, weight: 1.0 }, NONE, NONE, NONE];
            }
        }
    }
}

const NONE: Influence = Influence { joint: 0, weight: 0.0 };
/// Influence of the first node, used until another one is known.
const FIRST: [Influence; 4] = [Influence { joint: 0, weight: 1.0 }, NONE, NONE, NONE];
