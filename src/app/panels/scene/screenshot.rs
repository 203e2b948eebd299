//! Pictures that are drawn on a thread: screenshots and contact sheets.

use std::sync::{Arc, Mutex, PoisonError};

use super::picture::upload_palettes;
use crate::app::model::export::flight::FlightChoices;
use crate::app::model::export::picture::{Background, PictureChoices};
use crate::app::model::view::second_picture::KeptScene;
use crate::app::model::{PaletteEdits, State, View};
use crate::render::{
    Camera, Flight, Gpu, GpuFrameRenderer, PictureRenderer, RenderOptions, SceneBuffers, Sheet,
    Shot,
};
use crate::scene::AnimationId;

/// Renders an image on a thread.
pub type DrawImage = Box<dyn FnOnce() -> Result<image::RgbaImage, String> + Send>;

/// Buffers of the last picture, for further pictures of the same scene.
pub type CachedBuffers = Arc<Mutex<Option<LastBuffers>>>;

/// Buffers of a picture, and everything that cannot be changed in them.
pub struct LastBuffers {
    buffers: SceneBuffers,
    gpu: Gpu,
    palettes: PaletteEdits,
}

/// Creates a renderer of frames on a thread.
pub type MakeRenderer = Box<dyn FnOnce() -> Result<GpuFrameRenderer, String> + Send>;

/// Everything needed to render on a thread.
struct Model {
    gpu: Gpu,
    displayed: KeptScene,
    view: View,
}

impl Model {
    /// The same model on the graphics device for background threads.
    fn on_background_device(self) -> Result<Self, String> {
        let gpu = self.gpu.aside().ok_or("no second graphics device is available")?;
        Ok(Self { gpu, ..self })
    }

    /// Separate buffers, since those of the window change while it is used.
    fn buffers(&self) -> SceneBuffers {
        buffers_of(&self.gpu, &self.displayed)
    }

    /// The cached buffers if they have the same scene and palettes, otherwise new ones.
    fn buffers_in(&self, cache: &CachedBuffers) -> SceneBuffers {
        let cached = cache.lock().unwrap_or_else(PoisonError::into_inner).take();
        let is_same = |cached: &LastBuffers| {
            Arc::ptr_eq(cached.buffers.scene(), &self.displayed.scene)
                && cached.palettes == self.displayed.palettes
                && cached.gpu.device == self.gpu.device
        };
        match cached.filter(is_same) {
            Some(cached) => displayed(cached.buffers, &self.gpu, &self.displayed),
            None => self.buffers(),
        }
    }
}

/// Uploads a scene as it was displayed.
pub fn buffers_of(gpu: &Gpu, kept: &KeptScene) -> SceneBuffers {
    displayed(SceneBuffers::new(gpu, kept.scene.clone()), gpu, kept)
}

/// Buffers with everything as it was displayed.
fn displayed(mut buffers: SceneBuffers, gpu: &Gpu, kept: &KeptScene) -> SceneBuffers {
    buffers.set_visibility(gpu, &kept.visibility);
    buffers.set_pose(gpu, &kept.posed);
    buffers.set_moved(gpu, &kept.moved);
    let none = PaletteEdits::default();
    upload_palettes(gpu, &mut buffers, &kept.scene, &none, &kept.palettes);
    buffers
}

impl super::ScenePanel {
    fn model(&self, state: &State) -> Option<Model> {
        let displayed = state.displayed_scene()?;
        Some(Model { gpu: self.gpu()?.clone(), displayed, view: state.view.clone() })
    }

    /// Settings of a picture as large as the displayed one: with overlays, or without overlays, sky and
    /// background.
    pub fn screenshot(&self, state: &State, overlays: bool) -> PictureChoices {
        PictureChoices {
            size: self.picture.size(),
            field_of_view: state.view.camera.field_of_view,
            samples: 1,
            background: if overlays { Background::Default } else { Background::Transparent },
            colour: PictureChoices::default().colour,
            overlays,
        }
    }

    /// Renders the displayed scene again on a thread, seen by this camera.
    pub fn render_picture(
        &self,
        state: &State,
        choices: PictureChoices,
        camera: Camera,
        cache: CachedBuffers,
    ) -> Option<DrawImage> {
        let mut model = self.model(state)?;
        let is_transparent = choices.background == Background::Transparent;
        if is_transparent {
            let displayed = &mut model.displayed;
            displayed.visibility =
                std::mem::take(&mut displayed.visibility).without_sky(&displayed.scene);
        }
        let overlay = self.picture.overlay().cloned().filter(|_| choices.overlays);
        let ghost = state.motion.ghost.clone().filter(|_| choices.overlays);
        let first_faces = self.picture.first_faces();
        let mut options = RenderOptions { first_faces, ..model.view.options() };
        if choices.background == Background::Colour {
            options = options.on(choices.colour);
        }
        if choices.overlays {
            options.marks = model.view.marks;
        }
        let camera = Camera { field_of_view: choices.field_of_view, ..camera };
        Some(Box::new(move || {
            let model = model.on_background_device()?;
            let mut buffers = model.buffers_in(&cache);
            buffers.set_ghost(ghost);
            let (gpu, (width, height)) = (&model.gpu, choices.size);
            let still = PictureRenderer::new(gpu, width, height);
            let still = still.and_then(|still| still.supersampled(gpu, choices.samples));
            let mut still = still.map_err(|error| error.to_string())?;
            let shot = Shot::new(&buffers, &camera, &options).with(overlay.as_ref());
            let picture = match is_transparent {
                true => still.render_transparent(gpu, &shot),
                false => still.render(gpu, &shot),
            };
            let (gpu, palettes) = (model.gpu, model.displayed.palettes);
            let last = LastBuffers { buffers, gpu, palettes };
            *cache.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
            picture.map_err(|error| error.to_string())
        }))
    }

    /// Prepares the pictures of a flight over the displayed scene, on a thread.
    pub fn prepare_flight(
        &self,
        state: &State,
        choices: FlightChoices,
        flight: Flight,
    ) -> Option<MakeRenderer> {
        let model = self.model(state)?;
        let first_faces = self.picture.first_faces();
        Some(Box::new(move || {
            let model = model.on_background_device()?;
            let options = RenderOptions { first_faces, ..model.view.options() };
            let gpu = model.gpu.clone();
            let renderer = GpuFrameRenderer::new(gpu, model.buffers(), choices.size, options);
            let renderer = renderer.and_then(|renderer| renderer.supersampled(choices.samples));
            Ok(renderer.map_err(|error| error.to_string())?.flying(Some(flight)))
        }))
    }

    /// Contact sheet of all animations of the scene as displayed, one per row, from the current view.
    pub fn contact_sheet(
        &self,
        state: &State,
        cell: (u32, u32),
        columns: u32,
    ) -> Option<DrawImage> {
        let model = self.model(state)?;
        Some(Box::new(move || {
            let model = model.on_background_device()?;
            let animations: Vec<AnimationId> = model.displayed.scene.animations.ids().collect();
            let (yaw, pitch) = (model.view.camera.yaw, model.view.camera.pitch);
            let angle = Some((yaw, pitch));
            let sheet = Sheet { cell, columns, animations: &animations, camera: None, angle };
            let options = model.view.options();
            let made = sheet.draw(&model.gpu, &mut model.buffers(), &options);
            let picture = made.map_err(|error| error.to_string())?.picture;
            picture.ok_or_else(|| "no animation of this file could be decoded".to_owned())
        }))
    }
}
