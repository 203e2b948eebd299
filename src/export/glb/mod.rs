//! Binary glTF 2.0: one node tree, shared meshes stored once, pictures embedded.
//!
//! * A root node scales to metres if the unit is known. Faces of layers that the game does not draw are
//!   separate meshes, `<mesh>.<layer>`, so that they can be hidden.
//! * Triangles share no vertices: every stored number of a face is an attribute of its corners.
//!   Primitives of a mesh share the accessors of their attributes and differ in their indices.
//! * Skinned meshes are on separate nodes next to the root, since their joints determine their position;
//!   they are stored in metres, so that the joints do not move them in the rest pose. Rigid parts are
//!   attached to their bones.
//! * glTF cannot animate surfaces: animations of texture coordinates and colours are in the extras of
//!   meshes (`flows`, `pulses`), the pictures of a flipbook in those of its material (`flipbook`).
//! * Options of variants that are not selected are below a node of size 0 (glTF's way to hide);
//!   skinned ones are in the second scene, which shows everything.

mod animation;
mod attributes;
mod buffer;
mod corners;
mod geometry;
mod import;
mod material;
mod node;
mod skin;

use std::io::Write;

use gltf_json::extras::Extras;
use gltf_json::{Asset, Index, Root};
use serde::Serialize;

pub use corners::tangent;
pub use import::Edited;

use buffer::Buffer;
use material::Materials;
use node::Hidden;

use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use super::facts::Provenance;
use super::picture::Pictures;
use super::plan::{ModelContent, pictures_of};
use super::shape::{Notes, shapes};
use super::skin::Weights;
use super::{Job, Subject};
use crate::bytes::SourceId;
use crate::scene::{Pose, Scene};

/// A glTF document under construction.
struct Document<'a> {
    scene: &'a Scene,
    /// The exported file; data with another id is from a companion.
    source: SourceId,
    /// Pose of the scene: weights of morph targets.
    pose: &'a Pose,
    root: Root,
    buffer: Buffer,
    materials: Materials<'a>,
}

/// A mesh of the scene as written.
struct Model {
    parts: Vec<geometry::LayerMesh>,
    weights: Option<Weights>,
}

pub(super) static GLB: Exporter = Exporter {
    name: "glb",
    meaning: "Binary glTF 2.0: +Y up, metres if the unit is known, embedded textures",
    suits: |scene, subject| match subject {
        Subject::Scene => {
            (!scene.nodes.is_empty() || !scene.helpers.is_empty()).then_some(Fit::Best)
        }
        Subject::Model(_) => Some(Fit::Best),
        _ => None,
    },
    files: &["glb"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let target = content.subject.into();
    maker.prepare(pictures_of(maker.job.scene, target));
    let bytes = glb(maker.job, target, &maker.pictures, &mut maker.notes)?;
    Ok(out.write_all(&bytes)?)
}

/// Returns the whole file.
fn glb(
    job: &Job<'_>,
    target: ModelContent,
    pictures: &Pictures<'_>,
    notes: &mut Notes,
) -> Result<Vec<u8>, String> {
    let scene = job.scene;
    let asset = Asset {
        generator: Some(format!("Gouraud {}", env!("CARGO_PKG_VERSION"))),
        extras: extras(&Provenance::new(job)),
        ..Asset::default()
    };
    let mut document = Document {
        scene,
        source: job.source,
        pose: &job.options.pose,
        root: Root { asset, ..Root::default() },
        buffer: Buffer::default(),
        materials: Materials::new(pictures),
    };
    let shapes = shapes(scene, target, None, notes);
    let meshes = shapes.iter().map(|shape| {
        // A model that is exported separately has no bones to follow.
        let weights = (target == ModelContent::Scene).then(|| Weights::of(shape.mesh)).flatten();
        let parts = document.add_mesh(shape, weights.as_ref());
        (shape.index, Model { parts, weights })
    });
    let meshes = meshes.collect();
    let chosen = &job.options.variants;
    let hidden =
        Hidden { nodes: scene.unchosen_nodes(chosen), helpers: scene.unchosen_helpers(chosen) };
    let nodes =
        document.add_nodes((job.title(), Provenance::new(job)), target, &meshes, &hidden, notes);
    document.add_animations(&job.options.animations, &nodes, notes);
    document.materials.finish(&mut document.root);
    document.buffer.finish(document.root)
}

/// Hash of the offsets of a scene's faces, vertices and nodes in a file: an export can only be merged
/// into a file that has the same ones.
fn layout(scene: &Scene, source: SourceId) -> String {
    let mut hasher = crc32fast::Hasher::new();
    let mut add = |number: u64| hasher.update(&number.to_le_bytes());
    for mesh in &scene.meshes {
        let faces = mesh.face_spans.all();
        if faces.source == source {
            let counts = [mesh.faces.len(), mesh.positions.len()].map(|count| count as u64);
            [faces.start, faces.len].into_iter().chain(counts).for_each(&mut add);
        }
    }
    for node in scene.nodes.iter().filter(|node| node.origin.span.source == source) {
        [node.origin.span.start, node.origin.span.len].into_iter().for_each(&mut add);
    }
    format!("{:08x}", hasher.finalize())
}

/// Serializes facts as the `extras` of an object.
fn extras(facts: &impl Serialize) -> Extras {
    serde_json::value::to_raw_value(facts).ok()
}

/// `name` as stored in glTF, where empty names are omitted.
fn name(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

/// Index of the next element of a list.
fn next_index<T>(list: &[T]) -> Index<T> {
    Index::new(u32::try_from(list.len()).unwrap_or(u32::MAX))
}
