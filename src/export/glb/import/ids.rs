//! Maps vertices of an edited GLB to the corners of faces, by the attributes that the export wrote.

use gltf_json::mesh::{Mode, Primitive};
use gltf_json::validation::Checked::Valid;

use super::super::attributes::CORNERS;
use super::corners::{Reader, StoredFaces};
use super::file::{File, Numbers};
use super::stored_integer::{StoredInteger, whole};
use super::stored_triangle::{Offset, StoredTriangle};
use super::unmerged::UnmergedTriangles;

/// Identifying attributes of the vertices of a primitive.
pub(super) struct Ids {
    offsets: Option<StoredInteger>,
    corners: Option<Numbers>,
    companion: Option<Numbers>,
}

impl Ids {
    pub fn read(file: &File<'_>, primitive: &Primitive) -> Result<Self, String> {
        let reader = Reader(file, primitive);
        Ok(Self {
            offsets: reader.whole("OFFSET")?,
            corners: reader.own("CORNER")?,
            companion: reader.own("COMPANION")?,
        })
    }

    /// Triangles of stored faces, each with its vertices in the order of its corners.
    pub fn triangles(
        &self,
        file: &File<'_>,
        stored: &StoredFaces<'_>,
        (name, primitive): (&str, &Primitive),
        left: &mut UnmergedTriangles,
    ) -> Result<Vec<(StoredTriangle, [usize; 3])>, String> {
        if primitive.mode != Valid(Mode::Triangles) {
            return Ok(Vec::new());
        }
        let vertices = match primitive.indices {
            Some(index) => file.indices(index)?,
            None => (0..self.corners.as_ref().map_or(0, Numbers::len)).collect(),
        };
        if self.offsets.is_none() || self.corners.is_none() {
            // Meshes that the export adds, such as that of a camera, are marked as companions.
            if self.companion.is_none() {
                *left.without.entry(name.to_owned()).or_default() += vertices.len() / 3;
            }
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for triangle in vertices.chunks_exact(3) {
            let is_own = !triangle.iter().all(|vertex| self.is_of_companion(*vertex));
            let known = <[usize; 3]>::try_from(triangle).ok();
            let known = known.and_then(|three| self.stored(three, is_own));
            match known.filter(|(of, _)| stored.triangles(of, None).next().is_some()) {
                Some(known) => found.push(known),
                None if is_own => left.foreign += 1,
                None => left.companions += 1,
            }
        }
        Ok(found)
    }

    fn is_of_companion(&self, vertex: usize) -> bool {
        let number = self.companion.as_ref().and_then(|numbers| numbers.first(vertex));
        number.is_some_and(|number| number != 0.0)
    }

    /// The stored triangle that three vertices are the corners of.
    fn stored(&self, vertices: [usize; 3], is_own: bool) -> Option<(StoredTriangle, [usize; 3])> {
        let corner = |vertex: usize| {
            let start = u64::from(self.offsets.as_ref()?.get(vertex, 0)?);
            let corner = whole(self.corners.as_ref()?.first(vertex)?)? as usize;
            Some(((start, corner / CORNERS), corner % CORNERS, vertex))
        };
        let [a, b, c] = vertices.map(corner);
        let mut three = [a?, b?, c?];
        three.sort_by_key(|(_, corner, _)| *corner);
        let [(face, a, _), (other, b, _), (third, c, _)] = three;
        let is_one = face == other && face == third && a != b && b != c;
        let at = Offset { start: face.0, is_own };
        let triangle = StoredTriangle { at, part: face.1, corners: [a, b, c] };
        is_one.then_some((triangle, three.map(|(.., vertex)| vertex)))
    }
}
