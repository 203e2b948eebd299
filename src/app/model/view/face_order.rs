//! Faces in stored order: one at a time, or strip by strip.
//!
//! In formats with strips a triangle consists of two corners drawn before it and a new one, so the order
//! is part of the shape.

use std::ops::Range;

use crate::app::model::{DocScene, FirstFaces};
use crate::scene::{FaceField, FaceRef, Mesh, NodeId};

/// Position of a face in a strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripAt {
    /// Number of the strip.
    pub strip: u32,
    /// Index of the face's triangle in the strip, including stitches.
    pub triangle: u32,
    /// Faces of the strip.
    pub faces: Range<u32>,
}

/// Draw ids of the faces that are not drawn yet.
pub fn later(scene: &DocScene, first: FirstFaces) -> Option<Range<u32>> {
    let start = scene.ids.base(first.node)?;
    let end = start.saturating_add(faces_of(scene, first.node));
    Some(start.saturating_add(first.count).min(end)..end)
}

/// Number of faces of a node.
pub fn faces_of(scene: &DocScene, node: NodeId) -> u32 {
    let mesh = scene.scene.nodes.get(node).and_then(|node| scene.scene.mesh_of(node));
    mesh.map_or(0, |mesh| u32::try_from(mesh.faces.len()).unwrap_or(u32::MAX))
}

/// The strip of a face, in formats that have strips.
pub fn strip_at(scene: &DocScene, at: FaceRef) -> Option<StripAt> {
    let field = |name| scene.scene.face_field(name);
    let (mesh, _) = scene.face(at)?;
    let strips = mesh.face_values.get(field(FaceField::STRIP)?)?;
    let face = at.face as usize;
    let strip = strips.get(face)?;
    let same = |other: &usize| strips.get(*other) == Some(strip);
    let before = (0..face).rev().take_while(same).count();
    let behind = (face..strips.len()).take_while(same).count();
    let triangles = field(FaceField::TRIANGLE).and_then(|field| mesh.face_values.get(field));
    let triangle = triangles.and_then(|list| list.get(face)).unwrap_or(before as u32);
    let start = at.face.saturating_sub(before as u32);
    Some(StripAt { strip, triangle, faces: start..at.face.saturating_add(behind as u32) })
}

/// Number of strips of a mesh, up to the last one with a face.
pub fn strip_count(scene: &DocScene, mesh: &Mesh) -> u32 {
    let field = scene.scene.face_field(FaceField::STRIP);
    let strips = field.and_then(|field| mesh.face_values.get(field));
    strips.and_then(|strips| strips.iter().last()).map_or(0, |last| last.saturating_add(1))
}
