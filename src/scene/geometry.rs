//! Instances, meshes and faces.

use glam::{Mat4, Vec3, Vec4};
use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, Value, name_or_none};
use super::{
    ColourTableId, Element, Face, Faces, MeshId, Morph, NodeId, Origin, PackedInts, Rows, Scene,
    Skin, Spans, UvAnimation,
};

/// A node of the scene: a group, or an instance of a mesh.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Name of the object.
    pub name: String,
    /// Index of the parent node; parents come before their children.
    pub parent: Option<NodeId>,
    /// Transform to the parent's space, or to the world.
    pub local: Mat4,
    /// Rotated to face the viewer, instead of by its transform.
    pub faces_viewer: Option<FacesViewer>,
    /// Index into [`Scene::meshes`]; `None` for a group.
    pub mesh: Option<MeshId>,
    /// Index into [`Scene::layers`].
    pub layer: u16,
    /// Index into [`Scene::classes`]; `None` if the format has no classes.
    pub class: Option<u16>,
    /// Rows of a table with its properties.
    pub rows: Option<Rows>,
    /// Additional properties for its card: heading and text.
    pub facts: Vec<(&'static str, String)>,
    /// Bytes and field path of the object.
    pub origin: Origin,
}

/// Rotation of a node towards the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FacesViewer {
    /// The node also turns up and down; otherwise about the up axis only.
    pub leans: bool,
    /// The front of the node is +Z; otherwise −Z.
    pub front_is_z: bool,
}

/// Front side of a face, in terms of the order of corners 0, 1, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Winding {
    /// Corners are counter-clockwise seen from the front.
    #[default]
    CounterClockwise,
    /// Corners are clockwise seen from the front.
    Clockwise,
}

/// Halves of a quad, corners 0, 1, 2 and 1, 2, 3, that a game tests before it draws the quad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum QuadTest {
    /// The quad is drawn if its first half shows its front.
    #[default]
    FirstHalf,
    /// The quad is drawn if one of its halves shows its front.
    EitherHalf,
}

/// Agreement of the normals with [`Mesh::winding`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Front {
    /// Normals agree with the winding, or the format defines the front side.
    #[default]
    Sure,
    /// The front side is unknown. Exported as two-sided.
    Open,
    /// Normals contradict the stored front: the other side is drawn as the front. Exported as stored,
    /// two-sided.
    Turned,
}

/// Polygons over a pool of positions.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Name of the model.
    pub name: String,
    /// Name hash; 0 if the format has none.
    pub id: u32,
    /// Bytes and field path of the model.
    pub origin: Origin,
    /// Front side of the faces.
    pub winding: Winding,
    /// Halves of a quad that are tested for its front.
    pub quad_test: QuadTest,
    /// Certainty of the winding.
    pub front: Front,
    /// Positions in the mesh's own space, Y up.
    pub positions: Vec<Vec3>,
    /// Bytes of each position.
    pub position_spans: Spans,
    /// Vertex or plane normals, unit length, indexed by [`Face::normals`](super::Face::normals).
    pub normals: Vec<Vec3>,
    /// Bytes of each normal; empty if they are computed.
    pub normal_spans: Spans,
    /// Polygons, in stored order.
    pub faces: Faces,
    /// Bytes of each *stored* face: index with [`Face::index`](super::Face::index).
    pub face_spans: Spans,
    /// One list per [`Scene::face_fields`](super::Scene::face_fields): the stored number of each face, in
    /// the order of `faces`.
    pub face_values: Vec<PackedInts>,
    /// Field values of each stored face that is not in `faces` because a corner does not exist.
    pub undrawn: Vec<Vec<u32>>,
    /// Colour table of the faces' [`Face::colour_refs`](super::Face::colour_refs).
    pub colour_table: Option<ColourTableId>,
    /// Positions that turn towards the camera; sorted by vertex.
    pub billboards: Vec<Billboard>,
    /// Bones that move the positions.
    pub skin: Option<Skin>,
    /// Morph targets, which move positions by a weight.
    pub morphs: Vec<Morph>,
    /// Animations of texture coordinates; if several apply to a face, the last one counts.
    pub uv_animations: Vec<UvAnimation>,
}

impl Mesh {
    /// Area of a face of an object with the world transform `world`, in square scene units.
    pub fn area(&self, face: &Face, world: &Mat4) -> f32 {
        self.cross_products(face, world).map(|cross| cross.length() / 2.0).sum()
    }

    /// Unit normal of a face of an object with the world transform `world`, from its corners and
    /// the winding; zero if the face has no area, `None` if it has no corners.
    pub fn face_normal(&self, face: &Face, world: &Mat4) -> Option<Vec3> {
        let first = self.cross_products(face, world).next()?.normalize_or_zero();
        Some(if self.winding == Winding::Clockwise { -first } else { first })
    }

    /// Cross products of the edges of the triangles, in the world: twice their areas.
    fn cross_products(&self, face: &Face, world: &Mat4) -> impl Iterator<Item = Vec3> {
        face.triangles().iter().filter_map(|corners| {
            let position = |corner: usize| {
                let vertex = *face.corners.get(corner)?;
                let position = *self.positions.get(vertex as usize)?;
                Some(world.transform_point3(position))
            };
            let [a, b, c] = corners.map(position);
            Some((b? - a?).cross(c? - a?))
        })
    }

    /// Billboard with this vertex as its corner, if its anchor and mate are positions of the mesh.
    pub fn billboard(&self, vertex: u32) -> Option<&Billboard> {
        let at = self.billboards.binary_search_by_key(&vertex, |b| b.vertex).ok()?;
        let found = self.billboards.get(at)?;
        let count = self.positions.len();
        ((found.anchor as usize) < count && (found.mate as usize) < count).then_some(found)
    }

    /// Adds faces at once, each with numbers for the first of the scene's fields; those of the others are
    /// 0.
    pub fn add_faces<const N: usize>(&mut self, faces: &[(Face, [u32; N])]) {
        self.faces.append(faces.iter().map(|(face, _)| face));
        for (field, list) in self.face_values.iter_mut().enumerate() {
            list.extend(faces.iter().map(|(_, all)| all.get(field).copied().unwrap_or(0)));
        }
    }
}

/// A vertex next to an anchor, perpendicular to an axis and to the view direction. `position = anchor +
/// half_width · normalize((mate − anchor) × to_viewer)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Billboard {
    /// Index into [`Mesh::positions`]: the vertex that turns.
    pub vertex: u32,
    /// Index into [`Mesh::positions`]: the point next to it.
    pub anchor: u32,
    /// Index into [`Mesh::positions`]: the other end of the axis.
    pub mate: u32,
    /// Distance from the anchor; signed.
    pub half_width: f32,
}

/// A per-face number of the source format: flags, surface, texture index …
#[derive(Clone, Debug, PartialEq)]
pub struct FaceField {
    /// Name of the field in the tree, below the face.
    pub name: &'static str,
    /// Stored width: 16 or 32 bits.
    pub bits: u8,
    /// Empty if the number is not a set of flags.
    pub flags: Vec<FlagBit>,
}

impl FaceField {
    /// Field with the number of corners of a stored polygon, in formats with arbitrary polygons.
    pub const CORNERS: &str = "corner_count";
    /// Field with the number of the packet of vertices in its mesh, in formats with packets for a vertex
    /// processor.
    pub const PACKET: &str = "packet";
    /// Field with the number of the strip in its mesh, in formats with strips.
    pub const STRIP: &str = "strip";
    /// Field with the number of the triangle in its strip, including degenerate ones.
    pub const TRIANGLE: &str = "triangle";
}

/// A named bit, or a group of adjacent bits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlagBit {
    /// Bits of the number.
    #[serde(skip)]
    pub mask: u32,
    /// Name of the bit, or of the group.
    pub name: &'static str,
    /// Meaning of the bits.
    pub meaning: &'static str,
    /// Confidence in the meaning.
    pub confidence: &'static str,
}

impl ElementInfo for Node {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, scene: &Scene, own: Element) -> Value {
        scene.mesh_of(self).map_or_else(Value::default, |mesh| mesh.detail(scene, own))
    }

    fn facts<'a>(&'a self, scene: &'a Scene, _: Element) -> Properties<'a> {
        // Avoids negative zeros.
        let at = self.local.w_axis + Vec4::ZERO;
        let mut list = vec![
            ("Object", self.name.as_str().into()),
            ("Model", name_or_none(scene.mesh_of(self).map(|mesh| &mesh.name))),
            ("World position", format!("{:.1} {:.1} {:.1}", at.x, at.y, at.z).into()),
        ];
        if let Some(FacesViewer { leans, .. }) = self.faces_viewer {
            let how =
                if leans { "towards the viewer" } else { "about the up axis towards the viewer" };
            list.push(("Turns", how.into()));
        }
        list.extend(self.facts.iter().map(|(heading, text)| (*heading, text.as_str().into())));
        list
    }
}

impl ElementInfo for Mesh {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        Value::Counted(self.faces.len() as u64, ["face", "faces"])
    }

    fn facts<'a>(&'a self, scene: &'a Scene, own: Element) -> Properties<'a> {
        let placed = scene.nodes.iter().filter(|node| node.mesh.map(Element::Mesh) == Some(own));
        vec![
            ("Model", self.name.as_str().into()),
            ("Faces", Value::count(self.faces.len())),
            ("Vertices", Value::count(self.positions.len())),
            ("Instances", Value::count(placed.count())),
        ]
    }
}
