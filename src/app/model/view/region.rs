//! Faces in a region of the picture, including those behind others.

use std::sync::Arc;

use glam::{Vec2, Vec3, Vec4};

use crate::app::model::document::Doc;
use crate::app::model::view::bone_faces::Run;
use crate::app::model::view::element_faces::unseen_run;
use crate::app::model::{State, View};
use crate::render::{Camera, Region};
use crate::scene::{FaceRef, Posed};

/// Shape of a region that is drawn by the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionShape {
    Rectangle,
    Lasso,
}

/// A region of a picture, with the scene as it was displayed.
pub struct RegionSearch {
    doc: Arc<Doc>,
    view: View,
    posed: Arc<Posed>,
    camera: Camera,
    size: Vec2,
    region: Region,
}

impl RegionSearch {
    /// `size` is the size of the picture in pixels; `None` without a document.
    pub fn new(state: &State, camera: Camera, size: (u32, u32), region: Region) -> Option<Self> {
        Some(Self {
            doc: state.doc.clone()?,
            view: state.view.clone(),
            posed: state.motion.posed.clone(),
            camera,
            size: Vec2::new(size.0 as f32, size.1 as f32),
            region,
        })
    }

    /// The faces whose centres are in the region, except hidden ones. Slow: for a worker.
    pub fn faces(&self) -> Vec<FaceRef> {
        let Some(scene) = &self.doc.scene else { return Vec::new() };
        let (size, posed) = (self.size, &self.posed);
        let matrix = self.camera.matrix(size.x / size.y);
        let pixel = |at: Vec3| {
            let clip = matrix * Vec4::from((at, 1.0));
            let place = (Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * size;
            (clip.w > 0.0).then_some(place)
        };
        let mut found = Vec::new();
        for ((node, placed), world) in scene.scene.nodes.pairs().zip(posed.placed()) {
            let Some((id, mesh)) = placed.mesh.zip(scene.scene.mesh_of(placed)) else { continue };
            let positions = posed.positions(&scene.scene, id);
            for (at, face) in (0u32..).zip(&mesh.faces) {
                let corners = face.corners.iter().take(face.sides());
                let sum: Option<Vec3> =
                    corners.map(|corner| positions.get(*corner as usize).copied()).sum();
                let centre = sum.map(|sum| world.transform_point3(sum / face.sides() as f32));
                let inside =
                    centre.and_then(pixel).is_some_and(|place| self.region.contains(place));
                let run = Run { node, faces: at..at.saturating_add(1) };
                if inside && unseen_run(&self.view, scene, &run).is_none() {
                    found.push(FaceRef { node, face: at });
                }
            }
        }
        found
    }
}
