//! Text and lines over the picture: clickable axes, names of helpers, counts.

use egui::{Align, Align2, Color32, FontId, Rect, Role, Sense, Ui, vec2};
use glam::{Vec3, Vec4};

use crate::app::model::numbers::counted;
use crate::app::model::{Command, DocScene, State, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::theme::{self, axis_colours};
use crate::app::ui::{Ctx, GRID, Theme, plate, shortcuts};
use crate::render::{Camera, Preset};
use crate::scene::HelperShape;

/// Maximum number of names that are drawn.
const MAX_LABELS: usize = 120;

/// Draws all marks except the [`counts`].
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, scene: &DocScene, camera: &Camera) {
    if cx.state.view.labels {
        labels(ui, rect, scene, cx.state, camera);
    }
    gizmo(ui, cx, rect, camera);
}

/// Window position of a point in clip space, which may be outside `rect`; `None` behind the viewer.
pub fn on_screen(clip: Vec4, rect: Rect) -> Option<egui::Pos2> {
    let at = vec2(clip.x, -clip.y) / clip.w;
    (clip.w > 0.0).then(|| rect.center() + at * rect.size() * 0.5)
}

/// Draws the names of the nearest visible helpers.
fn labels(ui: &Ui, rect: Rect, scene: &DocScene, state: &State, camera: &Camera) {
    let visibility = &state.view.visibility;
    let shown = scene.scene.helpers.pairs().filter(|(at, _)| visibility.helper(&scene.scene, *at));
    let shown = shown.filter(|(_, helper)| !helper.name.is_empty());
    let carried = !scene.scene.carried.is_empty();
    let rest = if carried { scene.scene.world_transforms() } else { Vec::new() };
    let (matrix, eye) = (camera.matrix(rect.width() / rect.height()), camera.eye());
    let mut labels: Vec<(egui::Pos2, f32, &str)> = shown
        .filter_map(|(id, helper)| {
            let shape = scene.scene.helper_shape(id, &rest, state.motion.posed.bones())?;
            let at = match &*shape {
                HelperShape::Line(points) => *points.get(points.len() / 2)?,
                HelperShape::Grid { .. } | HelperShape::Area { .. } => return None,
                shape => shape.position(),
            };
            let point = on_screen(matrix * Vec4::from((at, 1.0)), rect)?;
            rect.contains(point).then(|| (point, at.distance(eye), helper.name.as_str()))
        })
        .collect();
    labels.sort_by(|a, b| a.1.total_cmp(&b.1));
    labels.truncate(MAX_LABELS);
    let mut taken: Vec<Rect> = Vec::new();
    for (point, _, name) in labels {
        let galley = ui.painter().layout_no_wrap(name.to_owned(), theme::small(), Color32::WHITE);
        let at = point + vec2(2.0 * GRID, -galley.size().y * 0.5);
        let plate = Rect::from_min_size(at, galley.size()).expand2(vec2(3.0, 1.0));
        // Names do not overlap: the nearest wins.
        if taken.iter().any(|other| other.intersects(plate)) {
            continue;
        }
        ui.painter().rect_filled(plate, 2.0, Color32::from_black_alpha(150));
        ui.painter().galley(at, galley, Color32::WHITE);
        taken.push(plate);
    }
}

/// Radius of the axes in the corner, in points.
const RADIUS: f32 = 9.0 * GRID;

/// Area of the axes in the lower left corner of the picture in `rect`.
pub fn axes_rect(rect: Rect) -> Rect {
    let corner = rect.left_bottom() + vec2(4.0, -4.0) * GRID;
    Align2::LEFT_BOTTOM.anchor_size(corner, vec2(2.0, 2.0) * RADIUS)
}

/// Draws the axes; a click on an end sets that view.
fn gizmo(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, camera: &Camera) {
    let theme = Theme::of(ui);
    let (radius, centre) = (RADIUS, axes_rect(rect).center());
    let (right, up, back) = camera.basis();
    let [red, green, blue] = axis_colours();
    let axes = [
        ("X", Vec3::X, red, Preset::Right),
        ("Y", Vec3::Y, green, Preset::Top),
        ("Z", Vec3::Z, blue, Preset::Front),
        ("", -Vec3::X, red, Preset::Left),
        ("", -Vec3::Y, green, Preset::Bottom),
        ("", -Vec3::Z, blue, Preset::Back),
    ];
    let mut ends: Vec<_> = axes
        .into_iter()
        .map(|(name, axis, colour, preset)| {
            let at = centre + vec2(axis.dot(right), -axis.dot(up)) * radius * 0.8;
            (axis.dot(back), at, name, colour, preset)
        })
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let touch = Rect::from_center_size(centre, vec2(2.0, 2.0) * radius);
    let hovered = ui.rect_contains_pointer(touch.expand(GRID));
    if hovered {
        ui.painter().circle_filled(centre, radius + GRID, theme.panel.gamma_multiply(0.6));
    }
    for (depth, at, name, colour, preset) in ends {
        let near = 0.55 + 0.45 * (depth * 0.5 + 0.5);
        let colour = colour.gamma_multiply(near);
        let size = if name.is_empty() { 4.0 } else { 7.0 };
        if !name.is_empty() {
            ui.painter().line_segment([centre, at], egui::Stroke::new(2.0, colour));
        }
        let tip = shortcuts::tip(&Command::LookFrom(preset));
        let id = ui.scope_id().with(("gizmo", &tip));
        let end = Rect::from_center_size(at, vec2(2.0, 2.0) * 7.0);
        let response = ui.interact(end, id, Sense::click());
        let ring = response.hovered();
        ui.painter().circle_filled(at, size + if ring { 2.0 } else { 0.0 }, colour);
        if !name.is_empty() {
            let font = egui::FontId::proportional(10.0);
            let ink = Color32::from_gray(20);
            ui.painter().text(at, Align2::CENTER_CENTER, name, font, ink);
        }
        response.named(Role::Button, &tip);
        if response.on_hover_text(tip).clicked() {
            cx.push(Command::LookFrom(preset));
        }
    }
    let parallel = camera.projection == crate::render::Projection::Orthographic;
    if parallel && cx.state.scene().is_some() {
        let at = centre + vec2(radius + 2.0 * GRID, 0.0);
        let colour = Color32::from_white_alpha(160);
        ui.painter().text(at, Align2::LEFT_CENTER, "parallel", theme::small(), colour);
    }
}

/// Draws the number of faces, vertices, textures and materials while the wireframe or grid is on, or
/// faces are hidden.
pub fn counts(ui: &Ui, rect: Rect, scene: &DocScene, state: &State) {
    let marks = state.view.marks;
    if !marks.wireframe && !marks.grid && state.view.hidden.is_empty() {
        return;
    }
    let hidden = state.view.hidden.len() as u64;
    let vertices: usize = scene.scene.meshes.iter().map(|mesh| mesh.positions.len()).sum();
    let mut lines = vec![
        counted(u64::from(scene.ids.total()), "face"),
        counted(vertices as u64, "vertex"),
        counted(scene.scene.textures.len() as u64, "texture"),
        counted(scene.scene.materials.len() as u64, "material"),
    ];
    if hidden > 0 {
        let unhide = shortcuts::tip(&Command::ShowAll);
        lines.push(format!("{} hidden · {unhide}", grouped(hidden)));
    }
    let colour = Color32::from_white_alpha(200);
    let galley = ui.painter().layout_no_wrap(lines.join("\n"), theme::small(), colour);
    let at = rect.left_top() + vec2(3.0, 3.0) * GRID;
    plate::words(ui.painter(), Rect::from_min_size(at, galley.size()), GRID, galley);
}

/// Draws the flying speed for a moment after it changed.
pub fn speed(ui: &Ui, rect: Rect, speed: Option<f32>) {
    let Some(speed) = speed else { return };
    plate(ui, rect, format!("Speed ×{speed:.2}"));
}

/// Draws a text at the top of the picture; returns its rectangle.
pub fn plate(ui: &Ui, rect: Rect, text: String) -> Rect {
    let top = rect.with_max_y(rect.top() + 16.0 * GRID);
    plate_at(ui, top, Align::Center, text)
}

/// Font of a [`plate()`].
pub fn plate_font() -> FontId {
    FontId::proportional(15.0)
}

/// Draws a text in the vertical middle of `rect`; returns its rectangle.
pub fn plate_at(ui: &Ui, rect: Rect, side: Align, text: String) -> Rect {
    let galley = ui.painter().layout_no_wrap(text, plate_font(), Color32::WHITE);
    let size = galley.size() + vec2(4.0, 2.0) * GRID;
    let plate = Align2([side, Align::Center]).align_size_within_rect(size, rect);
    ui.painter().rect_filled(plate, plate.height() * 0.5, Color32::from_black_alpha(150));
    let text = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plate).min;
    ui.painter().galley(text, galley, Color32::WHITE);
    plate
}
