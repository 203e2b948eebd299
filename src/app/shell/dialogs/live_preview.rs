//! A picture that a worker draws for a dialog.

use std::sync::Arc;

use egui::{ColorImage, Context, Rect, Role, Sense, TextureHandle, TextureOptions, Ui, vec2};

use crate::app::model::background::Newest;
use crate::app::model::export::picture::PictureChoices;
use crate::app::model::{Command, State};
use crate::app::panels::scene::CachedBuffers;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, cells, spinner};
use crate::render::Camera;
use crate::scene::{Posed, Scene, SurfaceState};

/// Side of a square of the pattern behind transparent pixels, in points.
const SQUARE: f32 = 8.0;

/// The newest picture that was drawn; requests replace each other.
#[derive(Default)]
pub struct LivePreview {
    worker: Newest<Result<PreviewPicture, String>>,
    picture: Option<Result<TextureHandle, String>>,
    /// Bytes of the displayed picture as PNG.
    bytes: u64,
    /// Buffers of the last picture.
    pub buffers: CachedBuffers,
    /// Everything that determined the last requested picture.
    requested: Option<Request>,
}

/// A drawn picture, and its number of bytes as PNG.
pub struct PreviewPicture {
    pub image: ColorImage,
    pub bytes: u64,
}

/// Everything that determines a preview.
struct Request {
    choices: PictureChoices,
    camera: Camera,
    scene: Option<Arc<Scene>>,
    posed: Arc<Posed>,
    moved: Arc<SurfaceState>,
}

impl Request {
    fn new(choices: PictureChoices, camera: Camera, state: &State) -> Self {
        let scene = state.scene().map(|scene| scene.scene.clone());
        let (posed, moved) = (state.motion.posed.clone(), state.motion.moved.clone());
        Self { choices, camera, scene, posed, moved }
    }

    fn is_same(&self, other: &Self) -> bool {
        let scenes = [&self.scene, &other.scene].map(|scene| scene.as_ref().map(Arc::as_ptr));
        (self.choices, self.camera) == (other.choices, other.camera)
            && scenes[0] == scenes[1]
            && Arc::ptr_eq(&self.posed, &other.posed)
            && Arc::ptr_eq(&self.moved, &other.moved)
    }
}

impl LivePreview {
    /// Requests a picture with these settings if the last one differs.
    pub fn update(&mut self, choices: PictureChoices, camera: Camera, cx: &mut Ctx<'_>) {
        let request = Request::new(choices, camera, cx.state);
        if !self.requested.as_ref().is_some_and(|last| last.is_same(&request)) {
            self.requested = Some(request);
            cx.push(Command::PreviewPicture { choices, camera });
        }
    }

    /// Displays a message instead of a picture.
    pub fn fail(&mut self, why: &str) {
        self.picture = Some(Err(why.to_owned()));
    }

    /// Draws another picture on a worker. The previous one stays visible until then.
    pub fn request(
        &self,
        ctx: &Context,
        draw: impl FnOnce() -> Result<PreviewPicture, String> + Send + 'static,
    ) {
        let ctx = ctx.clone();
        self.worker.request("a preview", draw, move || ctx.request_repaint());
    }

    /// Bytes of the displayed picture as PNG, and its width and height.
    pub fn stored_size(&self) -> Option<(u64, (u32, u32))> {
        let [width, height] = self.picture.as_ref()?.as_ref().ok()?.size();
        Some((self.bytes, (u32::try_from(width).ok()?, u32::try_from(height).ok()?)))
    }

    /// Shows the picture in the middle of an area of this size. Its name is `label`, followed by its size.
    pub fn show(&mut self, ui: &mut Ui, size: egui::Vec2, label: &str) {
        if let Some(drawn) = self.worker.take() {
            self.picture = Some(drawn.map(|PreviewPicture { image, bytes }| {
                self.bytes = bytes;
                ui.load_texture("live preview", image, TextureOptions::LINEAR)
            }));
        }
        let (area, response) = ui.allocate_exact_size(size, Sense::hover());
        match &self.picture {
            Some(Ok(picture)) => {
                let scale = (area.size() / picture.size_vec2()).min_elem();
                let rect = Rect::from_center_size(area.center(), picture.size_vec2() * scale);
                cells::checker(&ui.painter_at(rect), rect, SQUARE);
                egui::Image::new(picture).paint_at(ui, rect);
                let [width, height] = picture.size();
                response.named(Role::Image, format!("{label}, {width}×{height}"));
            }
            Some(Err(why)) => {
                ui.place(area, egui::Label::new(why).wrap());
            }
            None => {
                ui.place(area, |ui: &mut Ui| {
                    ui.centered_and_justified(|ui| spinner(ui, GRID * 8.0)).response
                });
            }
        }
        if self.picture.is_some() && self.worker.is_pending() {
            let corner = Rect::from_min_size(area.min, vec2(6.0 * GRID, 6.0 * GRID));
            ui.place(corner, |ui: &mut Ui| spinner(ui, GRID * 4.0));
        }
    }
}
