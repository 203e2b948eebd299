//! Faces of the scene by the bytes that they are stored in, and the attributes that are compared.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use glam::{Mat4, Vec2, Vec3};
use gltf_json::mesh::{Primitive, Semantic};
use gltf_json::validation::Checked::Valid;

use super::super::attributes::{field_attributes, high};
use super::Edited;
use super::file::{File, Numbers};
use super::skin::{Joints, at_rest};
use super::stored_integer::{StoredInteger, whole};
use super::stored_triangle::{Offset, StoredTriangle};
use crate::bytes::SourceId;
use crate::export::shape::{positions, stored_normal};
use crate::scene::{Element, ElementState, Face, Mesh, MeshId, Origin, Scene};

/// A triangle of a face of the scene.
#[derive(Clone, Copy)]
pub(super) struct Triangle {
    pub mesh: MeshId,
    pub face: usize,
    /// Corner numbers of the triangle in its face, ascending.
    pub corners: [usize; 3],
}

/// Faces of the scene by their offset.
pub(super) struct StoredFaces<'a> {
    pub scene: &'a Scene,
    source: SourceId,
    /// First face at each offset, with its mesh.
    at: HashMap<Offset, (MeshId, usize)>,
    /// Further faces at an offset, mostly of other meshes.
    more: HashMap<Offset, Vec<(MeshId, usize)>>,
    /// Offsets of faces from which meshes of different shapes are made.
    shapes: HashSet<Offset>,
    written: HashMap<MeshId, ComparedPositions>,
}

/// Positions of a mesh for comparison.
struct ComparedPositions {
    positions: Vec<Vec3>,
    /// Extent of the positions, for the tolerance.
    unit: f32,
    /// Transforms from the stored positions of a skinned mesh to the rest pose.
    at_rest: Option<Vec<Mat4>>,
    /// Vertices of billboards, which are not compared.
    billboards: HashSet<usize>,
}

impl<'a> StoredFaces<'a> {
    pub fn new(scene: &'a Scene, source: SourceId) -> Self {
        let (at, more, shapes) = Default::default();
        let mut stored = Self { scene, source, at, more, shapes, written: HashMap::new() };
        for (id, mesh) in scene.meshes.pairs().filter(|(_, mesh)| mesh.face_spans.all().len > 0) {
            let is_own = mesh.face_spans.all().source == source;
            for (face, stored_face) in mesh.faces.iter().enumerate() {
                let start = mesh.face_spans.get(stored_face.index as usize).start;
                stored.add(Offset { start, is_own }, (id, face), mesh);
            }
        }
        stored
    }

    fn add(&mut self, at: Offset, (id, face): (MeshId, usize), mesh: &Mesh) {
        let first = *self.at.entry(at).or_insert((id, face));
        let more = self.more.get(&at).and_then(|more| more.last());
        let (last, before) = more.copied().unwrap_or(first);
        let index = |face: usize| mesh.faces.get(face).map(|face| face.index);
        // The next part of the same polygon.
        if last == id && index(before) == index(face) {
            return;
        }
        self.more.entry(at).or_default().push((id, face));
        if !self.scene.meshes.get(first.0).is_some_and(|first| has_shape_of(mesh, first)) {
            self.shapes.insert(at);
        }
    }

    /// Meshes whose faces are stored in the file.
    fn own(&self) -> impl Iterator<Item = (MeshId, &'a Mesh)> + use<'a> {
        let source = self.source;
        self.scene.meshes.pairs().filter(move |(_, mesh)| {
            let all = mesh.face_spans.all();
            all.source == source && all.len > 0
        })
    }

    pub fn face(&self, mesh: MeshId, face: usize) -> Option<Face> {
        self.scene.meshes.get(mesh)?.faces.get(face)
    }

    /// Name of the attribute of a face field.
    pub fn field_name(&self, number: usize) -> String {
        let found = field_attributes(self.scene).into_iter().find(|(field, _)| *field == number);
        found.map_or_else(String::new, |(_, name)| format!("_{name}"))
    }

    /// Extent of the vertices of a mesh.
    pub fn unit(&self, mesh: MeshId) -> f32 {
        self.written.get(&mesh).map_or(1.0, |written| written.unit)
    }

    /// `true` if a mesh is compared in the rest pose.
    pub fn is_skinned(&self, mesh: MeshId) -> bool {
        self.scene.meshes.get(mesh).is_some_and(|mesh| mesh.skin.is_some())
    }

    /// Original position of a vertex for comparison; `None` for billboards.
    pub fn position(&mut self, mesh: MeshId, vertex: usize) -> Option<Vec3> {
        let geometry = self.scene.meshes.get(mesh)?;
        if let Entry::Vacant(entry) = self.written.entry(mesh) {
            let mut all = positions(geometry, &geometry.positions);
            let at_rest = at_rest(self.scene, geometry);
            for (position, matrix) in all.iter_mut().zip(at_rest.iter().flatten()) {
                *position = matrix.transform_point3(*position);
            }
            let unit = all.iter().map(|position| position.length()).fold(0.0, f32::max);
            let billboards = geometry.billboards.iter().map(|b| b.vertex as usize).collect();
            entry.insert(ComparedPositions { positions: all, unit, at_rest, billboards });
        }
        let written = self.written.get(&mesh)?;
        match written.billboards.contains(&vertex) {
            true => None,
            false => written.positions.get(vertex).copied(),
        }
    }

    /// Converts a compared position to the stored one.
    fn to_stored(&self, mesh: MeshId, vertex: usize, here: Vec3) -> Option<Vec3> {
        let matrix = self.matrix(mesh, vertex)?.inverse();
        matrix.is_finite().then(|| matrix.transform_point3(here))
    }

    /// Original unit normal of a corner for comparison, and its number, if the file stores it.
    pub fn normal(&self, mesh: MeshId, face: &Face, corner: usize) -> Option<(usize, Vec3)> {
        let geometry = self.scene.meshes.get(mesh)?;
        let number = *face.normals.get(corner)? as usize;
        let is_stored = geometry.normal_spans.all().len > 0;
        let normal = stored_normal(geometry, face, corner).filter(|_| is_stored)?;
        let matrix = self.matrix(mesh, *face.corners.get(corner)? as usize)?;
        Some((number, matrix.transform_vector3(normal).try_normalize()?))
    }

    /// Transform from the stored positions to the compared ones; `None` for unknown vertices.
    fn matrix(&self, mesh: MeshId, vertex: usize) -> Option<Mat4> {
        match &self.written.get(&mesh)?.at_rest {
            Some(at_rest) => at_rest.get(vertex).copied(),
            None => Some(Mat4::IDENTITY),
        }
    }

    /// Number of faces that the GLB does not contain, in meshes that it contains.
    pub fn missing_faces(&self, met: &HashSet<(MeshId, usize)>) -> usize {
        let meshes: HashSet<MeshId> = met.iter().map(|(mesh, _)| *mesh).collect();
        let faces = |(id, mesh): (MeshId, &Mesh)| {
            let first = |at: &usize| {
                let Some(face) = mesh.faces.get(*at) else { return false };
                let start = mesh.face_spans.get(face.index as usize).start;
                let at = Offset { start, is_own: true };
                // Counts faces that share their bytes with another mesh only once.
                self.at.get(&at).is_some_and(|found| found.0 == id) && !self.shapes.contains(&at)
            };
            (0..mesh.faces.len()).filter(first).filter(|at| !met.contains(&(id, *at))).count()
        };
        self.own().filter(|(id, _)| meshes.contains(id)).map(faces).sum()
    }

    pub fn origin(&self, mesh: MeshId, face: usize) -> Option<Origin> {
        let geometry = self.scene.meshes.get(mesh)?;
        Some(geometry.face_spans.origin(geometry.faces.get(face)?.index as usize))
    }

    /// Reports the new state of a face. Polygons that are several faces of the scene are left unchanged.
    pub fn report_face(&self, edited: &mut Edited, mesh: MeshId, at: usize, shown: ElementState) {
        let Some(faces) = self.scene.meshes.get(mesh).map(|mesh| &mesh.faces) else { return };
        let stored = |at: Option<usize>| Some(faces.get(at?)?.index);
        let own = stored(Some(at));
        let is_part = own == stored(at.checked_sub(1)) || own == stored(at.checked_add(1));
        match self.origin(mesh, at) {
            Some(_) if is_part => {
                edited.leave(1, "face", "part of a larger polygon: its corners are unchanged");
            }
            Some(origin) => edited.shown.push((origin, shown)),
            None => {}
        }
    }

    /// Reports the new position of a vertex.
    pub fn report_vertex(&self, edited: &mut Edited, mesh: MeshId, vertex: usize, here: Vec3) {
        let place = self.to_stored(mesh, vertex, here);
        let element = u32::try_from(vertex).map(|vertex| Element::Vertex { mesh, vertex });
        let origin = element.ok().and_then(|element| self.scene.origin(element));
        match (origin, place) {
            (Some(origin), Some(place)) if !origin.path.is_empty() => {
                edited.shown.push((origin, ElementState::Vertex(place)));
            }
            _ => edited.leave(1, "vertex", "not stored separately"),
        }
    }

    /// Reports the new direction of a normal of a face at `vertex`.
    pub fn report_normal(
        &self,
        edited: &mut Edited,
        (mesh, number): (MeshId, usize),
        (vertex, here): (usize, Vec3),
    ) {
        let matrix = self.matrix(mesh, vertex).map(|matrix| matrix.inverse());
        let normal = matrix.and_then(|matrix| matrix.transform_vector3(here).try_normalize());
        let geometry = self.scene.meshes.get(mesh);
        if let Some((geometry, normal)) = geometry.zip(normal) {
            let origin = geometry.normal_spans.origin(number);
            edited.shown.push((origin, ElementState::Normal(normal)));
        }
    }

    /// `true` if meshes of different shapes are made from the face.
    pub fn has_shapes(&self, of: &StoredTriangle) -> bool {
        self.shapes.contains(&of.at)
    }

    /// The triangle in each mesh that is made from its face, starting with the mesh `first`.
    pub fn triangles(
        &self,
        of: &StoredTriangle,
        first: Option<MeshId>,
    ) -> impl Iterator<Item = Triangle> + use<'_, 'a> {
        let StoredTriangle { at, part, corners } = *of;
        let more = self.more.get(&at).map_or(&[][..], Vec::as_slice);
        let preferred = first.and_then(|id| {
            let index = more.binary_search_by_key(&id, |(mesh, _)| *mesh).ok()?;
            more.get(index)
        });
        let rest = self.at.get(&at).into_iter().chain(more);
        let rest = rest.filter(move |place| preferred.is_none_or(|known| known != *place));
        preferred.into_iter().chain(rest).filter_map(move |(mesh, first)| {
            let face = first.checked_add(part)?;
            let faces = &self.scene.meshes.get(*mesh)?.faces;
            let found = faces.get(face)?;
            let is_it = found.index == faces.get(*first)?.index;
            let is_complete = corners.iter().all(|corner| *corner < found.sides());
            (is_it && is_complete).then_some(Triangle { mesh: *mesh, face, corners })
        })
    }
}

/// `true` if two meshes made from the same bytes have the same shape.
fn has_shape_of(mesh: &Mesh, other: &Mesh) -> bool {
    (mesh.faces.len(), mesh.positions.len()) == (other.faces.len(), other.positions.len())
}

/// Compared attributes of the vertices of a primitive.
pub(super) struct Attributes {
    pub coordinates: Option<Numbers>,
    pub light: Option<Numbers>,
    /// Values of face fields, by number of the field.
    pub fields: Vec<(usize, StoredInteger)>,
    positions: Numbers,
    normals: Option<Numbers>,
    joints: Option<Numbers>,
    weights: Option<Numbers>,
    colour: Option<Numbers>,
    stored: Option<(Numbers, Numbers)>,
}

/// Reads attributes of a primitive.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub &'a File<'a>, pub &'a Primitive);

impl Reader<'_> {
    fn read(self, semantic: Semantic) -> Result<Option<Numbers>, String> {
        let found = self.1.attributes.get(&Valid(semantic));
        found.map(|index| self.0.numbers(*index)).transpose()
    }

    pub fn own(self, name: &str) -> Result<Option<Numbers>, String> {
        self.read(Semantic::Extras(name.to_owned()))
    }

    pub fn whole(self, name: &str) -> Result<Option<StoredInteger>, String> {
        let Some(low) = self.own(name)? else { return Ok(None) };
        Ok(Some(StoredInteger::new(low, self.own(&high(name))?)))
    }
}

impl Attributes {
    pub fn read(file: &File<'_>, scene: &Scene, primitive: &Primitive) -> Result<Self, String> {
        let reader = Reader(file, primitive);
        let mut fields = Vec::new();
        for (field, name) in field_attributes(scene) {
            fields.extend(reader.whole(&name)?.map(|whole| (field, whole)));
        }
        Ok(Self {
            positions: reader
                .read(Semantic::Positions)?
                .ok_or_else(|| "a mesh has no positions".to_owned())?,
            joints: reader.read(Semantic::Joints(0))?,
            weights: reader.read(Semantic::Weights(0))?,
            normals: reader.read(Semantic::Normals)?,
            coordinates: reader.read(Semantic::TexCoords(0))?,
            light: reader.read(Semantic::Colors(0))?,
            fields,
            colour: reader.own("COLOR")?,
            stored: reader.own("U")?.zip(reader.own("V")?),
        })
    }

    /// Position of a vertex; with `joints`, in the rest pose.
    pub fn position(&self, vertex: usize, joints: Option<&Joints>) -> Option<Vec3> {
        let position = Vec3::from_array(self.positions.vector(vertex)?);
        Some(self.at_rest(vertex, joints).transform_point3(position))
    }

    /// Unit normal of a vertex; with `joints`, in the rest pose.
    pub fn normal(&self, vertex: usize, joints: Option<&Joints>) -> Option<Vec3> {
        let normal = Vec3::from_array(self.normals.as_ref()?.vector(vertex)?);
        self.at_rest(vertex, joints).transform_vector3(normal).try_normalize()
    }

    fn at_rest(&self, vertex: usize, joints: Option<&Joints>) -> Mat4 {
        let by = (self.joints.as_ref(), self.weights.as_ref());
        joints.map_or(Mat4::IDENTITY, |joints| joints.at_rest(by, vertex))
    }

    /// Texture coordinates as stored, if no picture defines the size of a texel.
    pub fn stored_coordinates(&self, vertex: usize) -> Option<Vec2> {
        let (u, v) = self.stored.as_ref()?;
        Some(Vec2::new(u.first(vertex)?, v.first(vertex)?))
    }

    /// The colour as stored.
    pub fn stored_colour(&self, vertex: usize) -> Option<[u8; 3]> {
        let [r, g, b, _] = whole(self.colour.as_ref()?.first(vertex)?)?.to_le_bytes();
        Some([r, g, b])
    }
}
