//! The second picture, over the first one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use egui::{
    Align, Color32, ComboBox, CursorIcon, Frame, Layout, Margin, Rect, Role, Sense, Slider, Stroke,
    Ui, pos2, vec2,
};
use egui_material_icons::icons;

use super::canvas::Canvas;
use super::input::Moving;
use super::marks;
use super::picture::paint_categories;
use super::screenshot::buffers_of;
use crate::app::model::view::second_picture::{
    Blending, KeptScene, SecondPicture, SecondScene, UploadedScene,
};
use crate::app::model::{ColourBy, Command, SelectionTarget, State};
use crate::app::panels::compare::names;
use crate::app::ui::choice::choose;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, icon_button};
use crate::edit::Kind;
use crate::render::{Camera, Gpu, Overlay, RenderOptions, Shot, Viewport};
use crate::scene::{Element, Scene};

/// Seconds for which each picture is displayed in [`Blending::Blink`].
const BLINK: f64 = 0.6;
/// Width of the line's handle.
const HANDLE: f32 = 2.0 * GRID;
/// Space between the pictures side by side.
const BETWEEN: f32 = 2.0;
/// Height of the line with the name of a picture.
const LABEL: f32 = 10.0 * GRID;
/// Minimum width of the name of a picture.
const LEAST: f32 = 6.0 * GRID;

/// See the [module](self).
#[derive(Default)]
pub struct Second {
    canvas: Canvas,
    /// The scene that is on the device; without buffers if there is no device.
    uploaded: Option<UploadedScene>,
    moving: Moving,
    /// The scene that is being uploaded.
    pending: Option<Arc<KeptScene>>,
    overlay: Option<(Marked, Overlay)>,
}

/// The input of the overlay over the file of a comparison.
#[derive(PartialEq)]
struct Marked {
    /// Number of the comparison's result.
    changes: u64,
    is_coloured: bool,
    isolated: BTreeSet<u32>,
    /// Position of the current difference.
    current: Option<usize>,
}

impl Second {
    /// Upload of the requested scene; `None` if there is nothing to upload. Slow: for a worker.
    pub fn missing(
        &mut self,
        state: &State,
    ) -> Option<impl FnOnce(Option<&Gpu>) -> UploadedScene + Send + use<>> {
        let wanted = state.second_scene();
        if wanted.is_none() {
            (self.uploaded, self.pending, self.overlay) = (None, None, None);
            // The registered texture is used again.
            self.canvas.viewport = None;
        }
        let wanted = wanted.filter(|wanted| !self.has(wanted))?.clone();
        if self.pending.as_ref().is_some_and(|pending| Arc::ptr_eq(pending, &wanted)) {
            return None;
        }
        self.pending = Some(wanted.clone());
        Some(move |gpu: Option<&Gpu>| {
            let buffers = gpu.map(|gpu| Box::new(buffers_of(gpu, &wanted)));
            (wanted, buffers)
        })
    }

    /// Displays the uploaded scene, if it is still the requested one.
    pub fn attach(&mut self, uploaded: UploadedScene) {
        if self.pending.take_if(|pending| Arc::ptr_eq(pending, &uploaded.0)).is_some() {
            self.uploaded = Some(uploaded);
        }
    }

    /// Overlay on the faces of the file of a comparison.
    pub fn overlay(&self) -> Option<&Overlay> {
        self.overlay.as_ref().map(|(_, overlay)| overlay)
    }

    fn has(&self, kept: &Arc<KeptScene>) -> bool {
        self.uploaded.as_ref().is_some_and(|(uploaded, _)| Arc::ptr_eq(uploaded, kept))
    }

    /// `true` if a scene is being uploaded.
    pub fn is_pending(&self) -> bool {
        let is_picking = self.canvas.viewport.as_ref().is_some_and(Viewport::pick_pending);
        self.pending.is_some() || is_picking
    }

    /// Starts a query for the element at a clicked point.
    fn request_pick(&mut self, ui: &Ui, gpu: &Gpu, at: egui::Vec2) {
        let (width, height) = self.canvas.size();
        let at = at * ui.ctx().pixels_per_point();
        if let Some(viewport) = &mut self.canvas.viewport {
            // The casts saturate.
            viewport.request_pick(gpu, (at.x as u32).min(width - 1), (at.y as u32).min(height - 1));
            ui.ctx().request_repaint();
        }
    }

    /// Selects the clicked element, or its counterpart in the open document.
    fn take_pick(&mut self, ui: &Ui, cx: &mut Ctx<'_>, gpu: &Gpu) {
        let Some(viewport) = &mut self.canvas.viewport else { return };
        if let Some(pick) = viewport.poll_pick(gpu) {
            let kept = self.uploaded.as_ref().map(|(kept, _)| &kept.scene);
            let element = pick.element.zip(kept);
            cx.push(
                match element.and_then(|(element, scene)| counterpart(cx.state, scene, element)) {
                    Some(target) => Command::Select(target),
                    None => Command::Deselect,
                },
            );
        }
        if viewport.pick_pending() {
            ui.ctx().request_repaint();
        }
    }

    /// Colours the faces of the compared file as those of the open one, and selects those of a current difference that
    /// only it has.
    fn mark(&mut self, state: &State, shown: SecondScene) {
        let comparison = state.comparing.comparison().filter(|_| shown == SecondScene::Compared);
        let Some((comparison, other)) =
            comparison.and_then(|found| Some((found, found.other.as_ref()?)))
        else {
            self.overlay = None;
            return;
        };
        let marked = Marked {
            changes: state.comparing.changes,
            is_coloured: state.view.colour_by == Some(ColourBy::Changes),
            isolated: state.view.isolated.clone(),
            current: state.comparing.current(),
        };
        if self.overlay.as_ref().is_some_and(|(known, _)| *known == marked) {
            return;
        }
        let mut overlay = Overlay::new(&other.scene);
        if marked.is_coloured {
            let [_, colouring] = comparison.colourings();
            paint_categories(&mut overlay, &state.view, &other.scene, Some(&colouring));
        }
        let current = state.comparing.current_change();
        let removed = current.filter(|change| change.kind == Kind::Removed);
        let faces = removed.map_or_else(Vec::new, |change| comparison.other_faces(change));
        for face in faces {
            if let Some(id) = overlay.id_of(Element::Face(face)) {
                overlay.select(id, true);
            }
        }
        self.overlay = Some((marked, overlay));
    }

    /// Draws the second picture.
    pub fn show(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        gpu: &Gpu,
        shared: Option<&egui_wgpu::RenderState>,
        rect: Rect,
        (camera, options): (&Camera, &RenderOptions),
    ) {
        let Some((shown, wanted)) = cx.state.second.shown.zip(cx.state.second_scene()) else {
            return;
        };
        self.take_pick(ui, cx, gpu);
        self.mark(cx.state, shown.scene);
        let Some((kept, Some(buffers))) =
            self.uploaded.as_ref().filter(|(kept, _)| Arc::ptr_eq(kept, wanted))
        else {
            return;
        };
        let own = kept.options.map(|own| RenderOptions { background: options.background, ..own });
        let options = own.unwrap_or(RenderOptions { first_faces: None, ..*options });
        let own = cx.state.second_camera();
        let camera = own.as_ref().unwrap_or(camera);
        let shot = Shot::new(buffers, camera, &options)
            .with(self.overlay.as_ref().map(|(_, overlay)| overlay));
        self.canvas.render(ui, gpu, shared, rect, &shot);
        let [second, first] = titles(cx.state, shown.scene, kept);
        match shown.blending {
            Blending::Wipe => {
                let line = rect.left() + rect.width() * shown.part;
                self.canvas.paint(ui, rect, rect.with_max_x(line), Color32::WHITE);
                divider(ui, cx, rect, shown);
                label(ui, rect.with_max_x(line), Align::Max, &second);
                label(ui, rect.with_min_x(line), Align::Min, &first);
            }
            Blending::Overlay => {
                self.canvas.paint(ui, rect, rect, Color32::WHITE.gamma_multiply(shown.part));
            }
            Blending::Beside => {
                let response =
                    ui.interact(rect, ui.scope_id().with("second"), Sense::click_and_drag());
                let mouse = cx.state.settings.mouse;
                let moved = self.moving.moved_by_pointer(ui, &response, mouse, *camera);
                cx.extend(moved.map(Command::SetSecondCamera));
                self.canvas.paint(ui, rect, rect, Color32::WHITE);
                label(ui, rect, Align::Max, &second);
                // The first picture has the same size.
                let right = rect.translate(vec2(rect.width() + BETWEEN, 0.0));
                label(ui, right, Align::Max, &first);
                let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
                if let Some(pointer) = clicked {
                    self.request_pick(ui, gpu, pointer - rect.min);
                }
            }
            Blending::Blink => {
                let time = ui.input(|input| input.time);
                if ((time / BLINK) as u64).is_multiple_of(2) {
                    self.canvas.paint(ui, rect, rect, Color32::WHITE);
                    label(ui, rect, Align::Center, &second);
                } else {
                    label(ui, rect, Align::Center, &first);
                }
                let left = BLINK - time % BLINK;
                ui.ctx().request_repaint_after(Duration::from_secs_f64(left.max(0.01)));
            }
        }
    }
}

/// The element of the open document that is the counterpart of a face of the compared file. Of another picture, the
/// element with the same position in the scene and the same path, otherwise that with the same path.
fn counterpart(state: &State, scene: &Scene, element: Element) -> Option<SelectionTarget> {
    if let (Some(SecondScene::Compared), Element::Face(face)) =
        (state.second.shown.map(|shown| shown.scene), element)
    {
        let own = state.comparing.comparison()?.scenes.counterpart(face)?;
        return Some(SelectionTarget::Element(Element::Face(own)));
    }
    let own = &state.scene()?.scene;
    let path = scene.origin(element)?.path;
    let same = own.origin(element).filter(|origin| origin.path == path);
    if same.is_some() && own.nodes.len() == scene.nodes.len() {
        return Some(SelectionTarget::Element(element));
    }
    Some(SelectionTarget::Path { source: state.own_source()?, path })
}

/// Draws the name of a picture at its bottom.
fn label(ui: &Ui, rect: Rect, side: Align, name: &str) {
    let line = rect.with_min_y(rect.bottom() - LABEL).shrink2(vec2(3.0 * GRID, 0.0));
    let room = line.width() - 4.0 * GRID;
    if room < LEAST {
        return;
    }
    let text = cells::cut_inside(ui, name, &marks::plate_font(), room);
    let plate = marks::plate_at(ui, line, side, text);
    let id = ui.scope_id().with(("name of a picture", rect.left() as i32));
    ui.interact(plate, id, Sense::hover()).named(Role::Label, name.to_owned());
}

/// `true` if each picture has one half.
pub fn is_split(state: &State) -> bool {
    let beside = state.second.shown.is_some_and(|shown| shown.blending == Blending::Beside);
    beside && state.second_scene().is_some()
}

/// Rectangles of the second and the first picture.
pub fn split(state: &State, whole: Rect) -> [Rect; 2] {
    match is_split(state) {
        true => {
            let (left, right) = whole.split_left_right_at_fraction(0.5);
            [
                left.with_max_x(left.right() - BETWEEN / 2.0),
                right.with_min_x(right.left() + BETWEEN / 2.0),
            ]
        }
        false => [whole; 2],
    }
}

/// The line between the pictures, which can be dragged.
fn divider(ui: &Ui, cx: &mut Ctx<'_>, rect: Rect, shown: SecondPicture) {
    let line = rect.left() + rect.width() * shown.part;
    let handle = Rect::from_center_size(pos2(line, rect.center().y), vec2(HANDLE, rect.height()));
    let response = ui.interact(handle, ui.scope_id().with("wipe"), Sense::drag());
    let active = response.hovered() || response.dragged();
    if active {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let painter = ui.painter().with_clip_rect(rect);
    painter.vline(line, rect.y_range(), Stroke::new(3.0, Color32::from_black_alpha(120)));
    let colour = if active { Theme::of(ui).accent } else { Color32::WHITE };
    painter.vline(line, rect.y_range(), Stroke::new(1.0, colour));
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let part = ((pointer.x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0);
        cx.push(Command::BlendSecond { blending: shown.blending, part });
    }
    response.named(Role::Slider, "Line between the pictures");
}

/// Name of the second picture.
fn title(state: &State, scene: SecondScene, kept: &KeptScene) -> String {
    let name = || state.library.display_name(&kept.name);
    match scene {
        SecondScene::Kept => format!("Kept picture of {}", name()),
        SecondScene::Compared => names::of_comparison(state).map_or_else(name, |[other, _]| other),
        SecondScene::Tab(_) => name(),
    }
}

/// Names of the second and the first picture.
fn titles(state: &State, scene: SecondScene, kept: &KeptScene) -> [String; 2] {
    let path = state.document_path().unwrap_or_default();
    match (scene, names::of_comparison(state)) {
        (SecondScene::Compared, Some(names)) => names,
        (SecondScene::Tab(_), _) => names::of_files(state, [&kept.name, path]),
        (SecondScene::Kept | SecondScene::Compared, _) => {
            [title(state, scene, kept), "Present picture".to_owned()]
        }
    }
}

/// Draws the bar below the picture while the second one is shown.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(shown) = cx.state.second.shown else { return };
    let frame = Frame::new().fill(Theme::of(ui).bar()).inner_margin(Margin::symmetric(8, 2));
    let bar = egui::Panel::bottom("second picture").frame(frame).exact_size(ROW + 3.0 * GRID);
    bar.show_separator_line(false).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::ICON_CLOSE, "Hide the second picture", false).clicked() {
                cx.push(Command::ToggleSecond);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| controls(ui, cx, shown));
        });
    });
}

fn controls(ui: &mut Ui, cx: &mut Ctx<'_>, shown: SecondPicture) {
    let choices = [
        ("Wipe", Blending::Wipe, "The second picture left of a line that can be dragged"),
        ("Blink", Blending::Blink, "Both pictures alternately"),
        ("Side by side", Blending::Beside, "The second picture in the left half"),
        ("Overlay", Blending::Overlay, "The second picture over the first one"),
    ];
    for (name, blending, tip) in choices {
        let button = ui.selectable_label(shown.blending == blending, name).on_hover_text(tip);
        if button.clicked() {
            cx.push(Command::BlendSecond { blending, part: shown.part });
        }
    }
    let mut part = shown.part;
    if matches!(shown.blending, Blending::Wipe | Blending::Overlay) {
        // The list to the right keeps more than half of the width.
        let room = ui.available_width() * 0.35;
        ui.spacing_mut().slider_width = room.clamp(10.0 * GRID, 40.0 * GRID);
        let name = match shown.blending {
            Blending::Wipe => "Position of the line",
            _ => "Opacity of the second picture",
        };
        let slider = ui.add(Slider::new(&mut part, 0.0..=1.0).show_value(false));
        if slider.on_hover_text(name).accessible_name(name).changed() {
            cx.push(Command::BlendSecond { blending: shown.blending, part });
        }
    }
    content(ui, cx, shown);
}

/// Choice of the content.
fn content(ui: &mut Ui, cx: &mut Ctx<'_>, shown: SecondPicture) {
    let state = cx.state;
    let named = |scene: SecondScene| {
        let name = match scene {
            SecondScene::Kept => title(state, scene, state.second.kept.as_ref()?),
            SecondScene::Compared => {
                title(state, scene, state.comparing.comparison()?.other.as_ref()?)
            }
            SecondScene::Tab(id) => {
                format!("Tab {}", state.library.display_name(&state.tabs.get(id)?.path))
            }
        };
        Some((scene, name))
    };
    let all: Vec<(SecondScene, String)> = state.second_scenes().filter_map(named).collect();
    let now = all.iter().find(|(scene, _)| *scene == shown.scene);
    let selected = now.map_or("There is no second picture", |(_, name)| name);
    let width = (ui.available_width() - 4.0 * GRID).clamp(16.0 * GRID, 44.0 * GRID);
    let combo = ComboBox::from_id_salt("second picture").width(width).selected_text(selected);
    let called = ("Second picture", "Content of the second picture");
    let chosen = choose(ui, combo.truncate(), called, &shown.scene, all.iter().cloned());
    cx.extend(chosen.map(Command::ShowSecond));
}
