//! The Scene panel: displays the scene, moves the camera, and picks elements.

mod beacon;
mod bones;
mod canvas;
mod content;
mod empty;
mod explaining;
pub mod flight;
pub mod frame_time;
mod gallery;
mod gizmo;
mod hidden_notice;
pub mod input;
mod interaction;
mod legend;
pub mod marks;
mod model;
mod notice;
mod order;
mod palettes;
mod picture;
mod region;
pub mod replay;
mod screenshot;
mod second;
mod shading;
mod start_page;
mod steps_bar;
mod tab_picture;
mod toolbar;
mod video;
mod welcome;

use std::sync::Arc;
use std::time::Duration;

use egui::{Id, Rect, Sense, Ui};
use egui_material_icons::icons;

use self::explaining::Explaining;
use self::frame_time::FrameTime;
use self::gallery::Gallery;
use self::gizmo::Gizmo;
use self::hidden_notice::HiddenSelection;
use self::input::Moving;
use self::interaction::PointerActions;
use self::notice::Notice;
use self::picture::Picture;
use self::region::RegionSelect;
use self::replay::Replay;
pub use self::screenshot::{CachedBuffers, DrawImage, MakeRenderer};
use self::second::Second;
pub use self::tab_picture::TabPicture;
use self::video::Screen;
use self::welcome::Welcome;
use crate::app::model::{
    ColourBy, Command, DocScene, PanelId, SharedGpu, State,
    view::colour_by::{Colouring, colouring},
};
use crate::app::ui::spinner::{SILENT, paint_spinner};
use crate::app::ui::{Ctx, DefaultPosition, Panel, PanelInfo, Theme, tips};
use crate::render::{Camera, Gpu, SceneBuffers, TextureLoader};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::SCENE,
    title: "Scene",
    icon: icons::ICON_DEPLOYED_CODE,
    home: DefaultPosition::Centre,
    ..PanelInfo::EMPTY
};

/// See the [module](self).
pub struct ScenePanel {
    shared: Option<egui_wgpu::RenderState>,
    gpu: SharedGpu,
    picture: Picture,
    moving: Moving,
    acting: PointerActions,
    region: RegionSelect,
    gizmo: Gizmo,
    welcome: Welcome,
    unshown: HiddenSelection,
    notice: Notice,
    replay: Replay,
    /// The second picture; the window uploads its scene.
    pub second: Second,
    explaining: Explaining,
    frame_time: FrameTime,
    gallery: Gallery,
    screen: Screen,
    /// Rectangle of the picture, in points.
    rect: Rect,
    /// Categories of the faces, with the inputs that they were computed from.
    /// Document, property and number of the comparison, with the colours.
    colouring: Option<((u64, ColourBy, u64), Colouring)>,
    /// The picture had one half of the panel in the last frame.
    is_split: bool,
}

impl ScenePanel {
    /// Draws with the window's device, once it is ready.
    pub fn new(shared: Option<egui_wgpu::RenderState>, gpu: SharedGpu) -> Self {
        Self {
            shared,
            gpu,
            picture: Picture::default(),
            moving: Moving::default(),
            acting: PointerActions::default(),
            region: RegionSelect::default(),
            gizmo: Gizmo::default(),
            welcome: Welcome::default(),
            unshown: HiddenSelection::default(),
            notice: Notice::default(),
            replay: Replay::default(),
            second: Second::default(),
            explaining: Explaining::default(),
            frame_time: FrameTime::default(),
            gallery: Gallery::default(),
            screen: Screen::default(),
            rect: Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(960.0, 720.0)),
            colouring: None,
            is_split: false,
        }
    }

    fn gpu(&self) -> Option<&Gpu> {
        self.gpu.get().and_then(Option::as_ref)
    }

    /// Width over height of the picture.
    pub fn aspect(&self) -> f32 {
        (self.rect.width() / self.rect.height().max(1.0)).clamp(0.1, 10.0)
    }

    /// Overlay on the faces.
    pub fn overlay(&self) -> Option<&crate::render::Overlay> {
        self.picture.overlay()
    }

    /// Rectangle of the picture, in points.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Ends of the gizmo's arrow along an axis, for tests and for assistive technology.
    pub fn arrow(&self, state: &State, axis: usize) -> Option<[egui::Pos2; 2]> {
        Gizmo::arrow(state, &state.camera_for(self.aspect()), self.rect, axis)
    }

    /// Device memory used by the scene, in bytes.
    pub fn device_memory(&self) -> u64 {
        self.picture.buffers().map_or(0, SceneBuffers::device_memory)
    }

    /// Displays a new scene, or none.
    pub fn attach(&mut self, buffers: Option<Box<SceneBuffers>>) {
        self.picture.attach(buffers);
        self.stop();
        self.replay = Replay::default();
        self.explaining.detach();
        self.screen = Screen::default();
        self.colouring = None;
    }

    /// Shows the hints for new users once there is a scene.
    pub fn welcome(&mut self) {
        self.welcome.start();
    }

    /// `true` if the picture shows the scene with all textures, and no pick, drawing
    /// order or explanation is pending.
    pub fn is_settled(&self) -> bool {
        let streaming = self.picture.buffers().is_some_and(SceneBuffers::is_streaming);
        self.screen.is_shown()
            || self.picture.is_drawn()
                && !streaming
                && !self.picture.is_drawing()
                && !self.picture.pick_pending()
                && !self.region.is_pending()
                && !self.replay.is_pending()
                && !self.second.is_pending()
                && !self.explaining.is_pending()
    }

    /// Uploads decoded textures; returns the loader if more have to be decoded on a thread. Also called
    /// while the panel is hidden.
    pub fn stream_textures(
        &mut self,
        ctx: &egui::Context,
        camera: &Camera,
    ) -> Option<Arc<TextureLoader>> {
        let aspect = self.aspect();
        let gpu = self.gpu.get()?.as_ref()?;
        let buffers = self.picture.buffers_mut()?;
        if buffers.stream_textures(gpu, camera, aspect) {
            ctx.request_repaint();
        }
        buffers.texture_loader().cloned()
    }

    /// Pixel of the picture at a window position.
    fn pixel(&self, ui: &Ui, pos: egui::Pos2) -> (u32, u32) {
        let scale = ui.ctx().pixels_per_point();
        let at = (pos - self.rect.min) * scale;
        (at.x.max(0.0) as u32, at.y.max(0.0) as u32)
    }

    /// The camera of this frame: moved by the user, or gliding.
    fn move_camera(
        &mut self,
        ui: &Ui,
        response: &egui::Response,
        state: &State,
        before: Camera,
    ) -> Camera {
        let moved = self.moving.moved(ui, response, state, before);
        if moved.is_some() {
            self.welcome.touched();
        }
        let gliding = moved.or_else(|| self.moving.glide(ui, before));
        let still = state.settings.reduce_motion || self.gpu().is_none_or(Gpu::is_software);
        gliding.or_else(|| self.welcome.turn(ui, before, still)).unwrap_or(before)
    }
}

impl Panel for ScenePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        if cx.state.is_film() {
            self.rect = ui.available_rect_before_wrap();
            let response = ui.interact(self.rect, Id::unique("scene picture"), Sense::CLICK);
            return self.screen.show(ui, cx, self.rect, &response);
        }
        if cx.state.scene().is_some() {
            toolbar::show(ui, cx);
            order::show(ui, cx);
            replay::bar(&mut self.replay, ui, cx);
            second::bar(ui, cx);
        }
        let [second, first] = second::split(cx.state, ui.available_rect_before_wrap());
        self.rect = first;
        self.is_split = second::is_split(cx.state);
        let id = Id::unique("scene picture");
        let response = ui.interact(self.rect, id, Sense::click_and_drag());
        let gpu = self.gpu.clone();
        let gpu = gpu.get().and_then(Option::as_ref);
        let (Some(scene), Some(gpu)) = (cx.state.scene(), gpu) else {
            self.without_scene(ui, cx);
            return;
        };
        if !self.has_buffers() {
            ui.painter().rect_filled(self.rect, 0.0, Theme::of(ui).mat);
            return loading(ui, self.rect);
        }
        let aspect = self.aspect();
        let before = cx.state.camera_for(aspect);
        if cx.state.view.fitted_for.is_some_and(|fitted| fitted != aspect) {
            cx.push(Command::FitView(aspect));
        }
        let held = self.region.act(ui, cx, &response, &mut self.picture, gpu, &before)
            || self.gizmo.act(ui, cx, &response, &before);
        let camera = match held {
            true => before,
            false => self.move_camera(ui, &response, cx.state, before),
        };
        if camera != before {
            cx.push(Command::SetCamera(camera));
            ui.ctx().request_repaint();
        }
        self.colour(cx.state);
        let colouring = self.colouring.as_ref().map(|(_, colouring)| colouring);
        self.picture.carry(self.gizmo.carried(ui, cx.state));
        self.replay.update(ui, cx);
        self.picture.draw_first(self.replay.first_faces());
        self.picture.draw(ui, gpu, self.shared.as_ref(), self.rect, cx.state, &camera, colouring);
        let options = self.picture.options(ui, cx.state);
        if let Some(shot) = self.picture.shot(&options, &camera) {
            self.replay.request(ui, cx.state, &shot.posed(), self.picture.size());
        }
        if scene.scene.nodes.is_empty() && scene.scene.helpers.is_empty() && !cx.state.loading {
            nothing_placed(ui, self.rect, scene);
        }
        let (shared, shown) = (self.shared.as_ref(), (&camera, &options));
        self.second.show(ui, cx, gpu, shared, second, shown);
        self.explain(ui, cx, &camera);
        self.replay.paint(ui, self.rect);
        if cx.state.view.bones {
            bones::show(ui, self.rect, scene, cx.state, &camera);
        }
        if !held {
            self.act(ui, cx, &response, gpu, &camera);
        }
        if self.replay.lacks_here() {
            self.replay.set_here(self.ids_at(cx.state, &camera, self.pointed(ui)));
            ui.ctx().request_repaint();
        }
        self.gizmo.show(ui, cx.state, &camera, self.rect);
        self.region.paint(ui, self.rect);
        beacon::show(ui, cx, self.rect, scene, &camera);
        marks::show(ui, cx, self.rect, scene, &camera);
        let below = self.notice.show(ui, cx, self.rect);
        marks::counts(ui, below, scene, cx.state);
        self.unshown.show(ui, cx, below);
        legend::show(self, ui, cx);
        if cx.state.view.frame_time {
            self.frame_time.show(ui, self.rect);
        }
        let seconds = self.moving.speed_shown(ui);
        marks::speed(ui, self.rect, seconds);
        self.welcome.hints(ui, self.rect, cx.state.settings.reduce_motion);
        if cx.state.loading || !self.picture.is_drawn() {
            loading(ui, self.rect);
        }
        describe(&response, cx.state);
    }

    fn command(&mut self, command: &Command, state: &State) {
        // The command may just have split the picture.
        let is_halved = second::is_split(state) && !self.is_split;
        let aspect = self.aspect() * if is_halved { 0.5 } else { 1.0 };
        self.moving.command(command, state, aspect);
        self.welcome.done(command);
        self.gallery.command(command, state);
        self.replay.command(command, state);
        match command {
            Command::ExplainPixel => self.explaining.start_at_pointer(),
            Command::StepPixel(by) => self.explaining.step(*by, self.picture.size()),
            Command::ForgetPixel => self.explaining.stop(),
            Command::SelectRegion(shape) => self.region.begin(*shape),
            _ => {}
        }
    }

    fn let_go(&mut self) -> bool {
        let region = self.region.cancel();
        let flight = self.moving.end_flight();
        self.gizmo.cancel() || region || flight
    }
}

impl ScenePanel {
    /// The pixel under the pointer, otherwise the explained one, or the middle of the picture.
    fn pointed(&self, ui: &Ui) -> (u32, u32) {
        let pos = ui.ctx().pointer_latest_pos().filter(|pos| self.rect.contains(*pos));
        let at_pointer = pos.map(|pos| self.pixel(ui, pos));
        let explained = at_pointer.or(self.explaining.pixel());
        explained.unwrap_or_else(|| self.pixel(ui, self.rect.center()))
    }

    /// Explains the chosen pixel of this picture.
    fn explain(&mut self, ui: &Ui, cx: &mut Ctx<'_>, camera: &Camera) {
        let pointed = self.pointed(ui);
        self.explaining.take_pointed(pointed);
        let options = self.picture.options(ui, cx.state);
        let shot = self.picture.shot(&options, camera);
        self.explaining.update(cx, ui, shot, self.picture.size());
        self.explaining.paint(ui, self.rect);
    }

    fn colour(&mut self, state: &State) {
        let generation = state.generation();
        let Some(by) = state.view.colour_by else {
            self.colouring = None;
            return;
        };
        let key =
            (generation, by, if by == ColourBy::Changes { state.comparing.changes } else { 0 });
        if self.colouring.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let made = match by {
            ColourBy::Changes => {
                state.comparing.comparison().map(|comparison| comparison.colouring())
            }
            _ => state.scene().map(|scene| colouring(scene, by)),
        };
        self.colouring = made.map(|made| (key, made));
    }

    fn without_scene(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        if cx.state.gallery().is_some() {
            return self.gallery.show(ui, cx, self.rect);
        }
        ui.painter().rect_filled(self.rect, 0.0, Theme::of(ui).mat);
        // The old picture stays until the new one is ready.
        self.picture.paint_old(ui, self.rect);
        if cx.state.loading || self.gpu.get().is_none() && cx.state.scene().is_some() {
            return loading(ui, self.rect);
        }
        ground_for_text(ui, self.rect);
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(self.rect));
        empty::instead(&mut inside, cx);
    }
}

/// Explains where to look if the scene has no placed objects.
fn nothing_placed(ui: &mut Ui, rect: Rect, scene: &DocScene) {
    let scene = &scene.scene;
    let headline = match (scene.textures.len(), scene.sounds.len()) {
        (0, 0) => "No placed objects",
        (0, _) => "Only sounds: see the Sounds panel",
        _ => "Only textures: see the Texture panel",
    };
    let hint = scene.part_of.as_ref();
    let hint = hint.map_or_else(String::new, |level| {
        format!("{} shows them in place", crate::app::model::document::paths::name(level))
    });
    ground_for_text(ui, rect);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    tips::empty_state(&mut inside, icons::ICON_LANDSCAPE, headline, &hint);
}

/// Covers the grey of the light theme, which has too little contrast for text.
fn ground_for_text(ui: &Ui, rect: Rect) {
    let theme = Theme::of(ui);
    if !theme.dark {
        ui.painter().rect_filled(rect, 0.0, theme.panel);
    }
}

/// Shows a spinner after a delay.
fn loading(ui: &Ui, rect: Rect) {
    let (now, frame) = (ui.input(|input| input.time), ui.ctx().cumulative_frame_nr());
    let since = ui.data_mut(|data| {
        let last: &mut (f64, u64) = data.get_temp_mut_or(Id::unique("scene waits"), (now, frame));
        // A frame without loading ends the previous wait.
        let since = if frame > last.1.saturating_add(1) { now } else { last.0 };
        *last = (since, frame);
        since
    });
    let left = SILENT - (now - since);
    if left > 0.0 {
        return ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    }
    ui.painter().circle_filled(rect.center(), 24.0, Theme::of(ui).panel.gamma_multiply(0.8));
    paint_spinner(ui, Rect::from_center_size(rect.center(), egui::Vec2::splat(28.0)));
}

/// Accessible description of the picture: `Face 17 of 412, in wall, selected`.
fn describe(response: &egui::Response, state: &State) {
    let Some(scene) = state.scene() else { return };
    let total = scene.ids.total();
    let words = match state.selected_face() {
        Some(face) => {
            let id = scene.ids.id(face).map_or(0, |id| id + 1);
            let node = scene.scene.nodes.get(face.node);
            let name = node.map_or("", |node| node.name.as_str());
            let how = scene
                .face(face)
                .and_then(|(_, face)| scene.scene.materials.get(face.material))
                .map_or("", |material| material.name.as_str());
            format!("Face {id} of {total}, in {name}, {how}")
        }
        None => format!("{total} faces, nothing selected"),
    };
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Scene");
        info.current_text_value = Some(words.clone());
        info
    });
}
