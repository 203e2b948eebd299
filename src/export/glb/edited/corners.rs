//! The way back from a vertex of a GLB to the corner of a face: by the attributes that were put in.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use glam::{Mat4, Vec2, Vec3};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked::Valid;

use super::super::attributes::{CORNERS, field_attributes, high};
use super::Edited;
use super::file::{File, Numbers};
use super::skin::{Joints, at_rest};
use super::whole::{Whole, whole};
use crate::bytes::SourceId;
use crate::export::shape::positions;
use crate::scene::{Element, Face, Mesh, MeshId, Origin, Scene, Shown};

/// A triangle of a face of the scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Triangle {
    pub mesh: MeshId,
    pub face: usize,
    /// Numbers of its corners in the face, in order of their size.
    pub corners: [usize; 3],
}

/// The faces of one file by where they are stored.
pub(super) struct Stored<'a> {
    pub scene: &'a Scene,
    source: SourceId,
    /// Mesh and first face at each offset; `None` where meshes of several shapes are made of one.
    at: HashMap<u64, Option<(MeshId, usize)>>,
    written: HashMap<MeshId, Written>,
}

/// Positions of a mesh as they are compared.
struct Written {
    positions: Vec<Vec3>,
    /// How far they are spread.
    unit: f32,
    /// From what is stored of a skinned mesh to where it stands at rest.
    at_rest: Option<Vec<Mat4>>,
}

impl<'a> Stored<'a> {
    pub fn new(scene: &'a Scene, source: SourceId) -> Self {
        let mut stored = Self { scene, source, at: HashMap::new(), written: HashMap::new() };
        for (id, mesh) in stored.own() {
            for (at, face) in mesh.faces.iter().enumerate() {
                let start = mesh.face_spans.get(face.index as usize).start;
                match stored.at.entry(start) {
                    Entry::Vacant(entry) => _ = entry.insert(Some((id, at))),
                    Entry::Occupied(mut entry) => {
                        let other = entry.get().and_then(|(other, _)| scene.meshes.get(other));
                        if other.is_none_or(|other| !has_shape_of(mesh, other)) {
                            entry.insert(None);
                        }
                    }
                }
            }
        }
        stored
    }

    /// The meshes whose faces are in the file.
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

    /// What the attribute of a field of faces is called.
    pub fn field_name(&self, number: usize) -> String {
        let found = field_attributes(self.scene).into_iter().find(|(field, _)| *field == number);
        found.map_or_else(String::new, |(_, name)| format!("_{name}"))
    }

    /// How far the vertices of a mesh are spread.
    pub fn unit(&self, mesh: MeshId) -> f32 {
        self.written.get(&mesh).map_or(1.0, |written| written.unit)
    }

    /// Whether a mesh is compared as it stands at rest.
    pub fn is_skinned(&self, mesh: MeshId) -> bool {
        self.scene.meshes.get(mesh).is_some_and(|mesh| mesh.skin.is_some())
    }

    /// Where a vertex was, as it is compared; `None` for those that turn to the viewer.
    pub fn position(&mut self, mesh: MeshId, vertex: usize) -> Option<Vec3> {
        let geometry = self.scene.meshes.get(mesh)?;
        if let Entry::Vacant(entry) = self.written.entry(mesh) {
            let mut all = positions(geometry, &geometry.positions);
            let at_rest = at_rest(self.scene, geometry);
            for (position, matrix) in all.iter_mut().zip(at_rest.iter().flatten()) {
                *position = matrix.transform_point3(*position);
            }
            let unit = all.iter().map(|position| position.length()).fold(0.0, f32::max);
            entry.insert(Written { positions: all, unit, at_rest });
        }
        let billboards = &geometry.billboards;
        if billboards.iter().any(|billboard| billboard.vertex as usize == vertex) {
            return None;
        }
        self.written.get(&mesh)?.positions.get(vertex).copied()
    }

    /// What is stored of a vertex that is compared as being here.
    fn unrested(&self, mesh: MeshId, vertex: usize, here: Vec3) -> Option<Vec3> {
        let Some(at_rest) = &self.written.get(&mesh)?.at_rest else { return Some(here) };
        let matrix = at_rest.get(vertex)?.inverse();
        matrix.is_finite().then(|| matrix.transform_point3(here))
    }

    /// How many faces of the meshes that were met were not.
    pub fn gone(&self, met: &HashSet<(MeshId, usize)>) -> usize {
        let meshes: HashSet<MeshId> = met.iter().map(|(mesh, _)| *mesh).collect();
        let faces = |(id, mesh): (MeshId, &Mesh)| {
            let first = |at: &usize| {
                let start = mesh.faces.get(*at);
                let start = start.map(|face| mesh.face_spans.get(face.index as usize).start);
                // Faces that share their bytes with those of another mesh stand for them.
                start.and_then(|start| *self.at.get(&start)?).is_some_and(|found| found.0 == id)
            };
            (0..mesh.faces.len()).filter(first).filter(|at| !met.contains(&(id, *at))).count()
        };
        self.own().filter(|(id, _)| meshes.contains(id)).map(faces).sum()
    }

    pub fn origin(&self, mesh: MeshId, face: usize) -> Option<Origin> {
        let geometry = self.scene.meshes.get(mesh)?;
        Some(geometry.face_spans.origin(geometry.faces.get(face)?.index as usize))
    }

    /// Tells how a face is shown. A polygon that is several faces here is not told of by one.
    pub fn tell_face(&self, edited: &mut Edited, mesh: MeshId, at: usize, shown: Shown) {
        let Some(faces) = self.scene.meshes.get(mesh).map(|mesh| &mesh.faces) else { return };
        let stored = |at: Option<usize>| Some(faces.get(at?)?.index);
        let own = stored(Some(at));
        let is_part = own == stored(at.checked_sub(1)) || own == stored(at.checked_add(1));
        match self.origin(mesh, at) {
            Some(_) if is_part => {
                edited.leave(1, "face", "a part of a larger polygon: its corners stay as they are");
            }
            Some(origin) => edited.shown.push((origin, shown)),
            None => {}
        }
    }

    /// Tells where a vertex is.
    pub fn tell_vertex(&self, edited: &mut Edited, mesh: MeshId, vertex: usize, here: Vec3) {
        let place = self.unrested(mesh, vertex, here);
        let element = u32::try_from(vertex).map(|vertex| Element::Vertex { mesh, vertex });
        let origin = element.ok().and_then(|element| self.scene.origin(element));
        match (origin, place) {
            (Some(origin), Some(place)) if !origin.path.is_empty() => {
                edited.shown.push((origin, Shown::Vertex(place)));
            }
            _ => edited.leave(1, "vertex", "stored nowhere by itself"),
        }
    }

    /// Whether several shapes are made of the face stored at `offset`.
    fn has_shapes(&self, offset: u64) -> bool {
        self.at.get(&offset).is_some_and(Option::is_none)
    }

    /// The face that is part `part` of the polygon stored at `offset`.
    fn find(&self, offset: u64, part: usize) -> Option<(MeshId, usize)> {
        let (mesh, first) = (*self.at.get(&offset)?)?;
        let faces = &self.scene.meshes.get(mesh)?.faces;
        let at = first.checked_add(part)?;
        let same = faces.get(at)?.index == faces.get(first)?.index;
        same.then_some((mesh, at))
    }
}

/// Triangles that cannot be taken, counted.
#[derive(Default)]
pub(super) struct Left {
    /// Of no face, or of several.
    pub foreign: usize,
    /// Of a face that is there more often.
    pub twice: usize,
    /// Of a face that is shown in several shapes.
    pub shapes: usize,
    /// Of another file.
    pub companions: usize,
    /// Of meshes without our attributes, by name.
    pub without: BTreeMap<String, usize>,
}

impl Left {
    pub fn tell(&self, edited: &mut Edited) {
        edited.leave(
            self.foreign,
            "triangle",
            "of no face of the file, or of several: new ones are not added",
        );
        edited.leave(self.twice, "triangle", "there more often, and not the same: none is taken");
        edited.leave(
            self.shapes,
            "triangle",
            "of a face that is drawn in several shapes, as over ground: that is not taken",
        );
        edited.leave(self.companions, "triangle", "of another file, to be merged into that one");
        for (name, count) in &self.without {
            edited.leave(*count, "triangle", &format!("without _OFFSET and _CORNER, in {name}"));
        }
    }
}

/// Whether two meshes that are made of the same bytes are the same.
fn has_shape_of(mesh: &Mesh, other: &Mesh) -> bool {
    (mesh.faces.len(), mesh.positions.len()) == (other.faces.len(), other.positions.len())
}

/// By what the vertices of a primitive are known.
pub(super) struct Ids {
    offsets: Option<Whole>,
    corners: Option<Numbers>,
    companion: Option<Numbers>,
}

/// What the vertices of a primitive show.
pub(super) struct Attributes {
    pub coordinates: Option<Numbers>,
    pub light: Option<Numbers>,
    /// By number of the field.
    pub fields: Vec<(usize, Whole)>,
    positions: Numbers,
    joints: Option<Numbers>,
    weights: Option<Numbers>,
    colour: Option<Numbers>,
    stored: Option<(Numbers, Numbers)>,
}

/// Reads attributes of a primitive.
#[derive(Clone, Copy)]
struct Reader<'a>(&'a File<'a>, &'a Primitive);

impl Reader<'_> {
    fn read(self, semantic: Semantic) -> Result<Option<Numbers>, String> {
        let found = self.1.attributes.get(&Valid(semantic));
        found.map(|index| self.0.numbers(*index)).transpose()
    }

    fn own(self, name: &str) -> Result<Option<Numbers>, String> {
        self.read(Semantic::Extras(name.to_owned()))
    }

    fn whole(self, name: &str) -> Result<Option<Whole>, String> {
        let Some(low) = self.own(name)? else { return Ok(None) };
        Ok(Some(Whole::new(low, self.own(&high(name))?)))
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
                .ok_or_else(|| "it has a mesh without positions".to_owned())?,
            joints: reader.read(Semantic::Joints(0))?,
            weights: reader.read(Semantic::Weights(0))?,
            coordinates: reader.read(Semantic::TexCoords(0))?,
            light: reader.read(Semantic::Colors(0))?,
            fields,
            colour: reader.own("COLOR")?,
            stored: reader.own("U")?.zip(reader.own("V")?),
        })
    }

    /// Where a vertex is; with `joints`, at rest.
    pub fn position(&self, vertex: usize, joints: Option<&Joints>) -> Option<Vec3> {
        let position = Vec3::from_array(self.positions.vector(vertex)?);
        let by = (self.joints.as_ref(), self.weights.as_ref());
        Some(joints.map_or(position, |joints| joints.place(position, by, vertex)))
    }

    /// Texture coordinates as they are stored, where no picture says how large a texel is.
    pub fn stored_coordinates(&self, vertex: usize) -> Option<Vec2> {
        let (u, v) = self.stored.as_ref()?;
        Some(Vec2::new(u.first(vertex)?, v.first(vertex)?))
    }

    /// The colour as it is stored.
    pub fn stored_colour(&self, vertex: usize) -> Option<[u8; 3]> {
        let [r, g, b, _] = whole(self.colour.as_ref()?.first(vertex)?)?.to_le_bytes();
        Some([r, g, b])
    }
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

    /// The triangles of faces of the file, each with its vertices in the order of its corners.
    pub fn triangles(
        &self,
        file: &File<'_>,
        stored: &Stored<'_>,
        (name, primitive): (&str, &Primitive),
        left: &mut Left,
    ) -> Result<Vec<(Triangle, [usize; 3])>, String> {
        if primitive.mode != Valid(Mode::Triangles) {
            return Ok(Vec::new());
        }
        let vertices = match primitive.indices {
            Some(index) => file.indices(index)?,
            None => (0..self.corners.as_ref().map_or(0, Numbers::len)).collect(),
        };
        let (Some(offsets), Some(corners)) = (&self.offsets, &self.corners) else {
            *left.without.entry(name.to_owned()).or_default() += vertices.len() / 3;
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for triangle in vertices.chunks_exact(3) {
            let companion = |vertex: &usize| {
                let numbers = self.companion.as_ref();
                numbers
                    .and_then(|numbers| numbers.first(*vertex))
                    .is_some_and(|number| number != 0.0)
            };
            if triangle.iter().all(companion) {
                left.companions += 1;
                continue;
            }
            let place = |vertex: usize| {
                let corner = whole(corners.first(vertex)?)? as usize;
                let (mesh, face) = stored.find(offsets.get(vertex, 0)?.into(), corner / CORNERS)?;
                Some(((mesh, face), corner % CORNERS, vertex))
            };
            let shapes = |vertex: &usize| {
                offsets.get(*vertex, 0).is_some_and(|at| stored.has_shapes(at.into()))
            };
            if triangle.iter().all(shapes) {
                left.shapes += 1;
                continue;
            }
            let places = <[usize; 3]>::try_from(triangle).ok().map(|three| three.map(place));
            match places {
                Some([Some(a), Some(b), Some(c)]) if is_one(stored, [a, b, c]) => {
                    let mut three = [a, b, c];
                    three.sort_by_key(|(_, corner, _)| *corner);
                    let (mesh, face) = a.0;
                    let corners = three.map(|(_, corner, _)| corner);
                    let vertices = three.map(|(_, _, vertex)| vertex);
                    found.push((Triangle { mesh, face, corners }, vertices));
                }
                _ => left.foreign += 1,
            }
        }
        Ok(found)
    }
}

/// Whether three corners are a triangle of one face.
fn is_one(stored: &Stored<'_>, places: [((MeshId, usize), usize, usize); 3]) -> bool {
    let [(face, a, _), (other, b, _), (third, c, _)] = places;
    let sides = stored.face(face.0, face.1).map_or(0, |face| face.sides());
    face == other && face == third && a != b && b != c && a != c && a.max(b).max(c) < sides
}
