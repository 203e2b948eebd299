//! Draws bones over the picture, with names and axes; a click selects one.

use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Ui, vec2};
use glam::{Mat4, Vec3, Vec4};

use super::marks::on_screen;
use crate::app::model::{DocScene, Selection, State};
use crate::app::ui::theme::{self, axis_colours};
use crate::app::ui::{GRID, Theme};
use crate::render::Camera;
use crate::scene::{Bone, Element, Posed};

/// Greatest distance of the pointer from a bone, in points.
const REACH: f32 = 9.0;
/// Length of the axes, as a fraction of the distance to the camera's target.
const AXIS: f32 = 0.05;
const JOINT: f32 = 3.5;

/// A bone in screen coordinates.
struct ScreenBone<'a> {
    element: Element,
    bone: &'a Bone,
    from: Pos2,
    /// End of the bone; for a joint, the same as its start.
    to: Pos2,
    world: Mat4,
}

/// The bones that are in the picture.
fn placed<'a>(
    scene: &'a DocScene,
    posed: &Posed,
    rect: Rect,
    camera: &Camera,
) -> Vec<ScreenBone<'a>> {
    let matrix = camera.matrix(rect.width() / rect.height());
    let project = |at: Vec3| on_screen(matrix * Vec4::from((at, 1.0)), rect);
    let mut all = Vec::new();
    for (skeleton, stored) in scene.scene.skeletons.pairs() {
        for (index, bone) in stored.bones.pairs() {
            let Some(world) = posed.bones().get(bone.node.index()).copied() else { continue };
            let start = world.w_axis.truncate();
            let end = world.transform_point3(bone.tail);
            if let (Some(from), Some(to)) = (project(start), project(end)) {
                let element = Element::Bone { skeleton, bone: index };
                all.push(ScreenBone { element, bone, from, to, world });
            }
        }
    }
    all
}

/// The bone nearest to the pointer; where several bones meet, the one that starts there.
pub fn under(
    scene: &DocScene,
    state: &State,
    rect: Rect,
    camera: &Camera,
    pointer: Pos2,
) -> Option<Element> {
    let distance = |bone: &ScreenBone<'_>| {
        let along = bone.to - bone.from;
        let part = (pointer - bone.from).dot(along) / along.length_sq().max(1e-6);
        let to_line = (bone.from + along * part.clamp(0.0, 1.0)).distance(pointer);
        // The start of a bone is preferred to the end of its parent.
        to_line.min(bone.from.distance(pointer) - 2.0)
    };
    let all = placed(scene, &state.motion.posed, rect, camera);
    let near = all.iter().map(|bone| (distance(bone), bone)).filter(|(far, _)| *far < REACH);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, bone)| bone.element)
}

/// Draws the bones.
pub fn show(ui: &Ui, rect: Rect, scene: &DocScene, state: &State, camera: &Camera) {
    let theme = Theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    let all = placed(scene, &state.motion.posed, rect, camera);
    let hovered = state.hovered_element();
    let matrix = camera.matrix(rect.width() / rect.height());
    let selected = |element| {
        let node = scene.scene.bone(element).map(|bone| Element::Node(bone.node));
        let chosen = |s: &Selection| s.contains(element) || node.is_some_and(|n| s.contains(n));
        state.selection.as_ref().is_some_and(chosen)
    };
    for bone in &all {
        let on = selected(bone.element);
        let colour = match (on, hovered == Some(bone.element)) {
            (true, _) => theme.accent,
            (false, true) => Color32::WHITE,
            (false, false) => Color32::from_rgb(255, 205, 90),
        };
        spindle(&painter, bone, colour, on);
        let axes = [bone.world.x_axis, bone.world.y_axis, bone.world.z_axis];
        let length = camera.distance * AXIS * if on { 2.0 } else { 1.0 };
        for (axis, colour) in axes.into_iter().zip(axis_colours()) {
            let way = axis.truncate().normalize_or_zero() * length;
            let end = bone.world.w_axis.truncate() + way;
            if let Some(end) = on_screen(matrix * Vec4::from((end, 1.0)), rect) {
                let width = if on { 2.5 } else { 1.0 };
                let faded = colour.gamma_multiply(if on { 1.0 } else { 0.8 });
                painter.line_segment([bone.from, end], Stroke::new(width, faded));
            }
        }
        painter.circle(bone.from, JOINT, colour, Stroke::new(1.0, Color32::from_black_alpha(180)));
    }
    names(ui, &painter, rect, &all, &selected, &theme);
}

/// Draws a bone: thick at its start, pointed at its end.
fn spindle(painter: &egui::Painter, bone: &ScreenBone<'_>, colour: Color32, on: bool) {
    let along = bone.to - bone.from;
    let length = along.length();
    if length < 1.0 {
        return;
    }
    let side = vec2(-along.y, along.x) / length * (length * 0.12).clamp(1.5, 7.0);
    let thick = bone.from + along * 0.18;
    let shape = vec![bone.from, thick + side, bone.to, thick - side];
    let fill = colour.gamma_multiply(if on { 0.55 } else { 0.3 });
    let line = Stroke::new(if on { 2.0 } else { 1.2 }, colour);
    painter.add(Shape::convex_polygon(shape.clone(), fill, Stroke::NONE));
    painter.add(Shape::closed_line(shape, line));
}

/// Draws names next to their bones if there is room, the selected one first.
fn names(
    ui: &Ui,
    painter: &egui::Painter,
    rect: Rect,
    all: &[ScreenBone<'_>],
    selected: &dyn Fn(Element) -> bool,
    theme: &Theme,
) {
    let mut taken: Vec<Rect> = Vec::new();
    let (first, others): (Vec<_>, Vec<_>) = all.iter().partition(|bone| selected(bone.element));
    for bone in first.into_iter().chain(others) {
        let on = selected(bone.element);
        let (plate, colour) = match on {
            true => (theme.accent, Theme::on(theme.accent)),
            false => (Color32::from_black_alpha(140), Color32::WHITE),
        };
        let galley = ui.painter().layout_no_wrap(bone.bone.name.clone(), theme::small(), colour);
        let middle = bone.from + (bone.to - bone.from) * 0.5 + vec2(2.0 * GRID, 0.0);
        let area = Align2::LEFT_CENTER.anchor_size(middle, galley.size());
        if !rect.contains_rect(area) || taken.iter().any(|other| other.intersects(area)) {
            continue;
        }
        painter.rect_filled(area.expand2(vec2(3.0, 1.0)), 2.0, plate);
        painter.galley(area.min, galley, colour);
        taken.push(area);
    }
}
