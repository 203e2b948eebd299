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
    /// Drawn turned instead of as its transform says, so that its front looks towards the viewer.
    pub faces_viewer: Option<FacesViewer>,
    /// Index into [`Scene::meshes`]; `None` for a group.
    pub mesh: Option<MeshId>,
    /// Index into [`Scene::layers`].
    pub layer: u16,
    /// Index into [`Scene::classes`]; `None` where its format knows none.
    pub class: Option<u16>,
    /// What is known of it beyond its transform: its properties.
    pub rows: Option<Rows>,
    /// What its card says besides: what, and in which words.
    pub facts: Vec<(&'static str, String)>,
    /// Bytes and field path of the object.
    pub origin: Origin,
}

/// How a node turns towards the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FacesViewer {
    /// It looks up and down at the viewer too; else it turns about the up axis alone.
    pub leans: bool,
    /// Its front is +Z; else −Z.
    pub front_is_z: bool,
}

/// Which side of a face is its front, looking at corners 0, 1, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Winding {
    /// Front is where the corners run counter-clockwise.
    #[default]
    CounterClockwise,
    /// Front is where the corners run clockwise.
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
    /// Normals agree with the winding, or the format leaves no doubt.
    #[default]
    Sure,
    /// Nothing tells which side is the front. Exported as visible from both sides.
    Open,
    /// They contradict it: drawn with the other side as the front. Exported as the file has it,
    /// visible from both sides.
    Turned,
}

/// Polygons over a pool of positions.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Name of the model.
    pub name: String,
    /// Name hash; 0 where the format has none.
    pub id: u32,
    /// Bytes and field path of the model.
    pub origin: Origin,
    /// Side of the faces that is the front.
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
    /// Polygons, in stored order.
    pub faces: Faces,
    /// Bytes of each *stored* face: ask with [`Face::index`](super::Face::index).
    pub face_spans: Spans,
    /// One list per [`Scene::face_fields`](super::Scene::face_fields): the stored number of each
    /// face, in the order of `faces`.
    pub face_values: Vec<PackedInts>,
    /// The same numbers of each stored face that is not among `faces`, since a corner leads nowhere.
    pub undrawn: Vec<Vec<u32>>,
    /// Colour table of the faces' [`Face::colour_refs`](super::Face::colour_refs).
    pub colour_table: Option<ColourTableId>,
    /// Positions that turn towards the camera; sorted by vertex.
    pub billboards: Vec<Billboard>,
    /// The bones that move the positions.
    pub skin: Option<Skin>,
    /// Targets that move positions by a weight.
    pub morphs: Vec<Morph>,
    /// How texture coordinates move by themselves; where several move a face, the last one does.
    pub flows: Vec<UvAnimation>,
}

impl Mesh {
    /// The billboard whose corner a vertex is, if its anchor and mate are positions of the mesh.
    pub fn billboard(&self, vertex: u32) -> Option<&Billboard> {
        let at = self.billboards.binary_search_by_key(&vertex, |b| b.vertex).ok()?;
        let found = self.billboards.get(at)?;
        let count = self.positions.len();
        ((found.anchor as usize) < count && (found.mate as usize) < count).then_some(found)
    }

    /// Adds faces in one go, each with the numbers of the first of the scene's fields; those of the
    /// others are 0.
    pub fn add_faces<const N: usize>(&mut self, faces: &[(Face, [u32; N])]) {
        self.faces.append(faces.iter().map(|(face, _)| face));
        for (field, list) in self.face_values.iter_mut().enumerate() {
            list.extend(faces.iter().map(|(_, all)| all.get(field).copied().unwrap_or(0)));
        }
    }
}

/// A vertex that stands beside an anchor, at right angles to an axis and to the view.
/// `position = anchor + half_width · normalize((mate − anchor) × to_viewer)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Billboard {
    /// Index into [`Mesh::positions`]: the vertex that turns.
    pub vertex: u32,
    /// Index into [`Mesh::positions`]: the point beside which it stands.
    pub anchor: u32,
    /// Index into [`Mesh::positions`]: the other end of the axis.
    pub mate: u32,
    /// Signed.
    pub half_width: f32,
}

/// A per-face number of the source format: flags, surface, texture index …
#[derive(Clone, Debug, PartialEq)]
pub struct FaceField {
    /// Name of the field in the tree, below the face.
    pub name: &'static str,
    /// 16 or 32: how wide it is stored.
    pub bits: u8,
    /// Empty when the number is not a set of flags.
    pub flags: Vec<FlagBit>,
}

impl FaceField {
    /// The field that counts the corners of a stored polygon, in formats where it may have many.
    pub const CORNERS: &str = "corner_count";
    /// The field that counts the strips of a mesh, in formats that draw strips.
    pub const STRIP: &str = "strip";
    /// The field that counts the triangles of a strip, stitches included.
    pub const TRIANGLE: &str = "triangle";
}

/// A named bit, or a group of neighbouring bits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlagBit {
    /// Bits of the number.
    #[serde(skip)]
    pub mask: u32,
    /// Name of the bit, or of the group.
    pub name: &'static str,
    /// Meaning of the bits, in words.
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
        // 0 is 0 on either side.
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
            ("Placed", Value::count(placed.count())),
        ]
    }
}
