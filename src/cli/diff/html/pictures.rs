//! Pictures of two scenes.

use std::sync::Arc;

use glam::Vec3;
use image::RgbaImage;

use crate::edit::{FaceChange, SceneDifference};
use crate::render::{
    AdapterChoice, Camera, Effects, Gpu, Overlay, Paint, PictureRenderer, RenderError,
    RenderOptions, SceneBuffers, Shot, Visibility, posed_points, without_strays,
};
use crate::scene::{Pose, Posed, Scene, Style};

/// Size of a picture of a scene, in pixels.
const SIZE: (u32, u32) = (640, 480);

/// Titles, each with a picture of both scenes.
pub type Views = Vec<(String, [RgbaImage; 2])>;

/// Draws scenes; the device starts with the first one.
#[derive(Default)]
pub struct Pictures(Option<Result<(Gpu, PictureRenderer), RenderError>>);

impl Pictures {
    /// Two scenes from the same camera: all of both with the changed faces coloured, then near the changed
    /// faces, as the game draws them. `None` if there is nothing to draw.
    pub fn of_scenes(
        &mut self,
        scenes: [&Arc<Scene>; 2],
        difference: &SceneDifference,
    ) -> Result<Option<Views>, String> {
        if scenes.iter().all(|scene| scene.drawn_faces() == 0) {
            return Ok(None);
        }
        let start = || {
            let gpu = Gpu::headless(AdapterChoice::Any)?;
            let still = PictureRenderer::new(&gpu, SIZE.0, SIZE.1)?;
            Ok((gpu, still))
        };
        let device = self.0.get_or_insert_with(start).as_mut();
        let (gpu, still) = device.map_err(|error| error.to_string())?;
        let [a, b] = scenes;
        let sides = [
            Side::new(gpu, a, &difference.a, FaceChange::REMOVED_COLOUR),
            Side::new(gpu, b, &difference.b, FaceChange::ALONE.colour()),
        ];
        let all: Vec<Vec3> = sides.iter().flat_map(|side| side.points.iter().copied()).collect();
        let changed: Vec<Vec3> = sides.iter().flat_map(Side::changed_points).collect();
        let mut draw = |points: Vec<Vec3>, coloured: bool| -> Result<_, String> {
            let mut camera = Camera::default();
            camera.fill(&points, SIZE.0 as f32 / SIZE.1 as f32);
            let mut picture = |side: &Side<'_>| {
                let overlay = coloured.then_some(&side.overlay);
                let options = RenderOptions::new(Effects::of(side.scene.style));
                let shot = Shot::new(&side.buffers, &camera, &options).with(overlay);
                still.render(gpu, &shot).map_err(|error| error.to_string())
            };
            let [a, b] = &sides;
            Ok([picture(a)?, picture(b)?])
        };
        let mut views =
            vec![("All faces, changes in colour".to_owned(), draw(without_strays(all), true)?)];
        if !changed.is_empty() {
            views.push(("Changed faces".to_owned(), draw(changed, false)?));
        }
        Ok(Some(views))
    }
}

/// A scene that is drawn.
struct Side<'s> {
    scene: &'s Arc<Scene>,
    buffers: SceneBuffers,
    /// Changed faces in the colours of the legend, the others dimmed.
    overlay: Overlay,
    changes: &'s [FaceChange],
    points: Vec<Vec3>,
}

impl<'s> Side<'s> {
    fn new(gpu: &Gpu, scene: &'s Arc<Scene>, changes: &'s [FaceChange], alone: [u8; 3]) -> Self {
        let visibility = match scene.style {
            Style::Ps1 => Visibility::as_game(scene),
            Style::Clean => Visibility::initial(scene),
        };
        let mut buffers = SceneBuffers::new(gpu, scene.clone());
        buffers.set_visibility(gpu, &visibility);
        let mut overlay = Overlay::new(scene);
        for (id, change) in (0u32..).zip(changes) {
            match change.main() {
                Some(FaceChange::ALONE) => overlay.paint(id, Some(Paint::solid(alone))),
                Some(main) => overlay.paint(id, Some(Paint::solid(main.colour()))),
                None => overlay.dim(id, true),
            }
        }
        let posed = Posed::new(scene, &Pose::default());
        let points = posed_points(scene, &visibility, &posed);
        Self { scene, buffers, overlay, changes, points }
    }

    /// Corners of the changed faces, in the world.
    fn changed_points(&self) -> Vec<Vec3> {
        let world = self.scene.world_transforms();
        let mut changes = self.changes.iter();
        let mut points = Vec::new();
        for (id, node) in self.scene.nodes.pairs() {
            let Some(mesh) = self.scene.mesh_of(node) else { continue };
            let place = world.get(id.index()).copied().unwrap_or_default();
            for (face, change) in mesh.faces.iter().zip(&mut changes) {
                if !change.is_none() {
                    let corners = face.corners.into_iter().take(face.sides());
                    let positions = corners.filter_map(|at| mesh.positions.get(at as usize));
                    points.extend(positions.map(|position| place.transform_point3(*position)));
                }
            }
        }
        points
    }
}
