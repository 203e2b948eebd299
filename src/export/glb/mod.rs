//! Binary glTF 2.0: one node tree, shared meshes stored once, pictures embedded.
//!
//! * A root node scales to metres where the unit is known. Faces of layers that the game does not
//!   draw are meshes of their own, `<mesh>.<layer>`, so that they can be hidden.
//! * Triangles share no vertices: every stored number of a face is an attribute of its corners.

mod buffer;
mod geometry;
mod material;
mod node;

use gltf_json::extras::Extras;
use gltf_json::{Asset, Index, Root};
use serde::Serialize;

use buffer::Buffer;
use material::Materials;

use super::Job;
use super::facts::Provenance;
use super::picture::Pictures;
use super::plan::Target;
use super::shape::{Notes, shapes};
use crate::scene::Scene;

/// What is being built.
struct Document<'a> {
    scene: &'a Scene,
    root: Root,
    buffer: Buffer,
    materials: Materials<'a>,
}

/// The whole file.
pub(super) fn glb(
    job: &Job<'_>,
    target: Target,
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
        root: Root { asset, ..Root::default() },
        buffer: Buffer::default(),
        materials: Materials::new(pictures),
    };
    let shapes = shapes(scene, target, notes);
    let meshes = shapes.iter().map(|shape| (shape.index, document.add_mesh(shape))).collect();
    document.add_nodes(job.title(), target, &meshes, notes);
    document.materials.finish(&mut document.root);
    document.buffer.finish(document.root)
}

/// Any facts as the `extras` of an object.
fn extras(facts: &impl Serialize) -> Extras {
    serde_json::value::to_raw_value(facts).ok()
}

/// glTF leaves out names rather than having empty ones.
fn name(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

/// The index that the next element of a list gets.
fn next_index<T>(list: &[T]) -> Index<T> {
    Index::new(u32::try_from(list.len()).unwrap_or(u32::MAX))
}
