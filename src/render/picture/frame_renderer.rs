//! Frame sequences: animations frame by frame, turntables, and camera flights.

use std::sync::{Arc, Mutex, PoisonError};

use glam::Vec3;
use image::RgbaImage;

use super::image::PictureRenderer;
use crate::render::device::{Gpu, RenderError};
use crate::render::draw::Shot;
use crate::render::upload::SceneBuffers;
use crate::render::view::{
    Camera, Effects, FIELD_OF_VIEW, Flight, RenderOptions, Visibility, posed_points, without_strays,
};
use crate::scene::{
    Clip, FlashLimit, FrameRenderer, FrameSequence, Posed, RenderedFrame, Scene, Style,
    SurfaceState,
};

/// Number of views that must fit into the picture of a turntable.
const VIEWS: u16 = 12;

/// A scene on a device, rendered frame by frame.
pub struct GpuFrameRenderer {
    scene: Arc<Scene>,
    options: RenderOptions,
    /// Visibility of the whole scene.
    visibility: Visibility,
    /// Camera of all frames; by default each sequence is framed completely.
    camera: Option<Camera>,
    /// Vertical field of view of the default camera, in degrees.
    field_of_view: f32,
    /// Cameras of a turntable, instead of a turn.
    flight: Option<Flight>,
    size: (u32, u32),
    drawing: Mutex<Drawing>,
}

struct Drawing {
    gpu: Gpu,
    buffers: SceneBuffers,
    still: PictureRenderer,
    /// Pose of a scene on a turntable.
    posed: Arc<Posed>,
    /// State of its animated surfaces.
    moved: Arc<SurfaceState>,
    /// The last sequence, and its data.
    ready: Option<(FrameSequence, SequenceSetup)>,
}

/// Data shared by the frames of a sequence.
struct SequenceSetup {
    camera: Camera,
    visibility: Visibility,
    /// Frames of an animation, and the frame rate.
    clip: Option<(Clip, f32)>,
}

impl GpuFrameRenderer {
    /// Creates a renderer of `buffers` for frames of this size.
    ///
    /// # Errors
    /// If they are larger than the device can draw, or have no pixels.
    pub fn new(
        gpu: Gpu,
        buffers: SceneBuffers,
        size: (u32, u32),
        options: RenderOptions,
    ) -> Result<Self, RenderError> {
        let still = PictureRenderer::new(&gpu, size.0, size.1)?;
        let (scene, visibility) = (buffers.scene().clone(), buffers.visibility().clone());
        let (posed, moved) = (buffers.posed().clone(), buffers.moved().clone());
        let drawing = Mutex::new(Drawing { gpu, buffers, still, posed, moved, ready: None });
        let (camera, field_of_view, flight) = (None, FIELD_OF_VIEW, None);
        Ok(Self { scene, options, visibility, camera, field_of_view, flight, size, drawing })
    }

    /// Creates a renderer of a scene as it is initially displayed.
    ///
    /// # Errors
    /// If the device cannot draw pictures of this size.
    pub fn of(gpu: Gpu, scene: Arc<Scene>, size: (u32, u32)) -> Result<Self, RenderError> {
        let visibility = match scene.style {
            Style::Ps1 => Visibility::as_game(&scene),
            Style::Clean => Visibility::initial(&scene),
        };
        let options = RenderOptions::new(Effects::of(scene.style));
        let mut buffers = SceneBuffers::new(&gpu, scene);
        buffers.set_visibility(&gpu, &visibility);
        Self::new(gpu, buffers, size, options)
    }

    /// Averages `samples` × `samples` rendered pixels for each pixel of a frame.
    ///
    /// # Errors
    /// If the device cannot draw so many pixels.
    pub fn supersampled(self, samples: u32) -> Result<Self, RenderError> {
        let Self { drawing, .. } = self;
        let drawing = drawing.into_inner().unwrap_or_else(PoisonError::into_inner);
        let still = drawing.still.supersampled(&drawing.gpu, samples)?;
        Ok(Self { drawing: Mutex::new(Drawing { still, ..drawing }), ..self })
    }

    /// Sets the background colour.
    pub fn on(self, background: [u8; 3]) -> Self {
        Self { options: self.options.on(background), ..self }
    }

    /// Sets the camera; turntables are still viewed from all around.
    pub fn seen_by(self, camera: Option<Camera>) -> Self {
        Self { camera, ..self }
    }

    /// Draws a flight instead of a turn.
    pub fn flying(self, flight: Option<Flight>) -> Self {
        let camera = flight.as_ref().map(|flight| flight.at(0.0)).or(self.camera);
        Self { camera, flight, ..self }
    }

    /// Sets the vertical field of view, in degrees, of the camera that frames each sequence.
    pub fn with_field_of_view(self, field_of_view: f32) -> Self {
        Self { field_of_view, ..self }
    }

    fn draw(&self, reel: FrameSequence, at: u32) -> Result<RgbaImage, String> {
        let mut drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        let drawing = &mut *drawing;
        if drawing.ready.as_ref().is_none_or(|(known, _)| *known != reel) {
            let ready = self.prepare(reel, &drawing.posed)?;
            drawing.buffers.set_visibility(&drawing.gpu, &ready.visibility);
            drawing.buffers.set_pose(&drawing.gpu, &drawing.posed);
            drawing.ready = Some((reel, ready));
        }
        let Drawing { gpu, buffers, still, ready, moved, .. } = drawing;
        let Some((_, ready)) = ready else { return Err("no sequence is prepared".to_owned()) };
        let mut camera = ready.camera;
        match &ready.clip {
            Some((clip, rate)) => {
                let pose = clip.pose(at as f32, false, false);
                buffers.set_pose(gpu, &Arc::new(Posed::new(&self.scene, &pose)));
                let moved =
                    self.scene.moved(at as f32 / rate.max(f32::MIN_POSITIVE), FlashLimit::Free);
                buffers.set_moved(gpu, &Arc::new(moved));
            }
            None => {
                buffers.set_moved(gpu, moved);
                let count = reel.pictures(&self.scene).max(1);
                match &self.flight {
                    Some(flight) => camera = flight.picture(at, count),
                    None => camera.orbit(360.0 * at as f32 / count as f32, 0.0),
                }
            }
        }
        let shot = Shot::new(buffers, &camera, &self.options);
        still.render(gpu, &shot).map_err(|error| error.to_string())
    }

    fn prepare(&self, reel: FrameSequence, standing: &Posed) -> Result<SequenceSetup, String> {
        let aspect = self.size.0 as f32 / self.size.1.max(1) as f32;
        let start = Camera { field_of_view: self.field_of_view, ..Camera::default() };
        let points = |visibility: &Visibility, posed: &Posed| {
            without_strays(posed_points(&self.scene, visibility, posed))
        };
        match reel {
            FrameSequence::Animation(animation) => {
                let animation = self.scene.animations.get(animation);
                let animation = animation.ok_or("animation does not exist")?;
                let clip = animation.data.decode();
                let visibility = self.visibility.clone();
                let pose =
                    |frame: u32| Posed::new(&self.scene, &clip.pose(frame as f32, false, false));
                let fit = || {
                    let mut camera = start;
                    let frames = (0..clip.frames).step_by(stride(clip.frames));
                    let all: Vec<Vec3> =
                        frames.flat_map(|frame| points(&visibility, &pose(frame))).collect();
                    camera.frame(&all, aspect);
                    camera
                };
                let camera = self.camera.unwrap_or_else(fit);
                Ok(SequenceSetup { camera, visibility, clip: Some((clip, animation.rate)) })
            }
            FrameSequence::Turn(mesh, _) => {
                let alone = |mesh| Visibility::alone(&self.scene, mesh);
                let visibility = match mesh {
                    Some(mesh) => alone(mesh).ok_or("model does not exist")?,
                    None => self.visibility.clone(),
                };
                let all = points(&visibility, standing);
                let camera = self.camera.unwrap_or_else(|| start.around(&all, aspect, VIEWS));
                Ok(SequenceSetup { camera, visibility, clip: None })
            }
        }
    }
}

/// Step between frames that are used to determine the framing.
fn stride(frames: u32) -> usize {
    const LOOKED_AT: u32 = 64;
    frames.div_ceil(LOOKED_AT).max(1) as usize
}

impl FrameRenderer for GpuFrameRenderer {
    fn paint(&self, reel: FrameSequence, at: u32) -> Result<RenderedFrame, String> {
        let picture = self.draw(reel, at)?;
        let (width, height) = picture.dimensions();
        let pixels = picture.pixels().map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(RenderedFrame { width, height, pixels })
    }
}
