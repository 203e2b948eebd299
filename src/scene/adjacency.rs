//! Neighbouring faces: faces of one object that share the position of a corner.

use std::collections::{BTreeMap, HashMap};

use glam::Vec3;

use super::{Face, FaceRef, Mesh, NodeId, Scene};

/// Growing or shrinking a set of faces by their neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Adds the neighbours of the faces.
    Grow,
    /// Removes the faces with a neighbour outside the set.
    Shrink,
    /// Adds the neighbours, their neighbours, and so on.
    Connected,
}

impl Scene {
    /// Grows or shrinks a set of faces by their neighbours. The result is sorted by object and
    /// index. Visits all faces of these objects.
    pub fn spread(&self, faces: &[FaceRef], spread: Spread) -> Vec<FaceRef> {
        let mut by_node: BTreeMap<NodeId, Vec<u32>> = BTreeMap::new();
        for at in faces {
            by_node.entry(at.node).or_default().push(at.face);
        }
        let mut found = Vec::new();
        for (node, own) in by_node {
            let placed = self.nodes.get(node);
            let Some(mesh) = placed.and_then(|placed| self.mesh_of(placed)) else { continue };
            let all = Corners::of(mesh).spread(mesh, &own, spread).into_iter();
            found.extend(all.map(|face| FaceRef { node, face }));
        }
        found
    }
}

/// Positions of the vertices of a mesh; vertices at the same position have the same number.
struct Corners(Vec<u32>);

impl Corners {
    fn of(mesh: &Mesh) -> Self {
        let mut known: HashMap<[u32; 3], u32> = HashMap::new();
        // 0.0 and -0.0 are the same position.
        let bits = |position: &Vec3| position.to_array().map(|axis| (axis + 0.0).to_bits());
        let numbers = (0u32..).zip(&mesh.positions);
        Self(numbers.map(|(at, position)| *known.entry(bits(position)).or_insert(at)).collect())
    }

    /// Position numbers of the corners of a face.
    fn places<'a>(&'a self, face: &'a Face) -> impl Iterator<Item = u32> + 'a {
        let corners = face.corners.iter().take(face.sides());
        corners.filter_map(|corner| self.0.get(*corner as usize).copied())
    }

    fn spread(&self, mesh: &Mesh, own: &[u32], spread: Spread) -> Vec<u32> {
        let count = mesh.faces.len();
        let mut inside = vec![false; count];
        for face in own {
            inside.get_mut(*face as usize).into_iter().for_each(|is_inside| *is_inside = true);
        }
        // For connected faces: the sets of positions that faces connect.
        let mut groups = Groups::new(self.0.len());
        if spread == Spread::Connected {
            for face in &mesh.faces {
                let mut places = self.places(&face);
                if let Some(first) = places.next() {
                    places.for_each(|place| groups.join(first, place));
                }
            }
        }
        // Positions whose faces are added or removed.
        let mut marked = vec![false; self.0.len()];
        for (face, is_inside) in mesh.faces.iter().zip(&inside) {
            if *is_inside != (spread == Spread::Shrink) {
                for place in self.places(&face) {
                    let group = groups.of(place) as usize;
                    marked.get_mut(group).into_iter().for_each(|mark| *mark = true);
                }
            }
        }
        let mut touches = |face: &Face| {
            self.places(face).any(|p| marked.get(groups.of(p) as usize).copied().unwrap_or(false))
        };
        let all = (0u32..).zip(mesh.faces.iter().zip(&inside));
        let stays = |(at, (face, is_inside)): (u32, (Face, &bool))| {
            let stays = match spread {
                Spread::Shrink => *is_inside && !touches(&face),
                _ => *is_inside || touches(&face),
            };
            stays.then_some(at)
        };
        all.filter_map(stays).collect()
    }
}

/// Disjoint sets of positions, as a union-find forest.
struct Groups(Vec<u32>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0u32..).take(count).collect())
    }

    /// Representative of the set of a position.
    fn of(&mut self, place: u32) -> u32 {
        let mut at = place;
        while let Some(parent) = self.0.get(at as usize).copied().filter(|parent| *parent != at) {
            // Path halving: shortens the next search.
            let above = self.0.get(parent as usize).copied().unwrap_or(parent);
            self.0.get_mut(at as usize).into_iter().for_each(|own| *own = above);
            at = above;
        }
        at
    }

    fn join(&mut self, one: u32, two: u32) {
        let (one, two) = (self.of(one), self.of(two));
        self.0.get_mut(one.max(two) as usize).into_iter().for_each(|own| *own = one.min(two));
    }
}
