//! Card of a bone: its position, and its rotation over the current animation.

use egui::{Color32, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};
use glam::{EulerRot, Vec3};

use super::sections::{facts, heading};
use crate::app::model::{Command, SelectionTarget, view::motion::CurrentAnimation};
use crate::app::ui::theme::{self, axis_colours};
use crate::app::ui::{Ctx, GRID, Theme, timeline::playhead};
use crate::scene::{Bone, Element, Scene, Track};

const HEIGHT: f32 = 22.0 * GRID;
const AXES: [&str; 3] = ["x", "y", "z"];

/// Properties of a bone that exist only in a pose; empty for other elements.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, element: Element) {
    let Some(bone) = scene.bone(element) else { return };
    let matrix = cx.state.motion.posed.bones().get(bone.node.index());
    if let Some(matrix) = matrix {
        let at = matrix.w_axis;
        let mut list = vec![("Posed position", format!("{:.1} {:.1} {:.1}", at.x, at.y, at.z))];
        if matrix.determinant() < 0.0 {
            list.push(("Mirrored", "meshes of this bone are drawn mirrored".to_owned()));
        }
        facts(ui, &list);
    }
    turns(ui, cx, bone);
    neighbours(ui, cx, scene, element);
}

/// Plots the bone's angles over the current animation.
fn turns(ui: &mut Ui, cx: &mut Ctx<'_>, bone: &Bone) {
    let Some(now) = cx.state.now() else { return };
    let mut tracks = now.clip.tracks.iter().enumerate();
    let found = tracks.find(|(_, track)| track.node == bone.node);
    heading(ui, &format!("Rotation in {}", now.animation.name));
    match found {
        Some((index, track)) => plot(ui, cx, &now, index, track),
        None => {
            ui.weak("This animation does not move the bone.");
        }
    }
}

/// Links to the parent and child bones.
fn neighbours(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, element: Element) {
    let Element::Bone { skeleton, bone: own } = element else { return };
    let Some(bones) = scene.skeletons.get(skeleton).map(|s| &s.bones) else { return };
    let parent = bones.get(own).and_then(|bone| bone.parent);
    let children = bones.pairs().filter(|(_, other)| other.parent == Some(own));
    let near: Vec<_> = parent.into_iter().chain(children.map(|(index, _)| index)).collect();
    if near.is_empty() {
        return;
    }
    heading(ui, "Parent and children");
    ui.horizontal_wrapped(|ui| {
        for bone in near {
            let Some(other) = bones.get(bone) else { continue };
            let what = if Some(bone) == parent { "parent" } else { "child" };
            let response = ui.button(&other.name).on_hover_text(format!("Select this {what}"));
            if response.clicked() {
                cx.select(SelectionTarget::Element(Element::Bone { skeleton, bone }));
            }
        }
    });
}

/// Curves of the three angles, in the file's unit if it stores angles, otherwise in degrees.
struct Curves {
    values: [Vec<f32>; 3],
    unit: &'static str,
}

impl Curves {
    fn of(track: &Track) -> Self {
        if !track.angles.is_empty() {
            let axis = |axis: usize| {
                track.angles.iter().map(move |angles| angles.get(axis).copied().unwrap_or(0.0))
            };
            return Self { values: [0, 1, 2].map(|a| axis(a).collect()), unit: "as stored" };
        }
        let turns: Vec<Vec3> = track
            .keys
            .iter()
            .map(|key| {
                let (y, x, z) = key.rotation.to_euler(EulerRot::YXZ);
                Vec3::new(x, y, z) * 180.0 / std::f32::consts::PI
            })
            .collect();
        let axis = |axis: usize| turns.iter().map(|turn| turn[axis]).collect();
        Self { values: [0, 1, 2].map(axis), unit: "degrees" }
    }

    /// Lowest and highest value, with a margin if they are equal.
    fn range(&self) -> (f32, f32) {
        let all = || self.values.iter().flatten().copied();
        let (low, high) = (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max));
        if low < high { (low, high) } else { (low.min(0.0) - 1.0, low.max(0.0) + 1.0) }
    }
}

fn plot(ui: &mut Ui, cx: &mut Ctx<'_>, now: &CurrentAnimation<'_>, index: usize, track: &Track) {
    let theme = Theme::of(ui);
    let curves = Curves::of(track);
    let frames = track.keys.len().min(now.clip.frames as usize);
    if frames == 0 {
        return;
    }
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 3.0, theme.well);
    let inner = rect.shrink2(vec2(GRID, 2.0 * GRID));
    let (low, high) = curves.range();
    // A key applies until the next one.
    let x_of = |frame: f32| inner.left() + inner.width() * frame / frames as f32;
    let y_of = |value: f32| inner.bottom() - inner.height() * (value - low) / (high - low);
    if low < 0.0 && high > 0.0 {
        let line = [pos2(inner.left(), y_of(0.0)), pos2(inner.right(), y_of(0.0))];
        painter.line_segment(line, Stroke::new(1.0, theme.line));
    }
    let colours = axis_colours();
    for (values, colour) in curves.values.iter().zip(colours) {
        let points = values.iter().enumerate();
        let points: Vec<_> =
            points.map(|(frame, value)| pos2(x_of(frame as f32 + 0.5), y_of(*value))).collect();
        for point in points.iter().filter(|_| frames < 80) {
            painter.circle_filled(*point, 1.5, colour);
        }
        painter.add(Shape::line(points, Stroke::new(1.5, colour)));
    }
    let key = now.key() as usize;
    playhead(
        &painter,
        x_of(now.frame.floor() + 0.5),
        Rect::from_min_max(rect.min, rect.max),
        theme.accent,
    );
    labels(ui, &painter, rect, (low, high), curves.unit, frames);
    values(ui, &curves, key, &colours);
    let frame_at = |x: f32| {
        let part = ((x - inner.left()) / inner.width()).clamp(0.0, 1.0);
        ((part * frames as f32) as usize).min(frames - 1)
    };
    let text = format!("frame {key}, {}", describe(&curves, key));
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Angles over time");
        info.current_text_value = Some(text.clone());
        info
    });
    let pressed = response.is_pointer_button_down_on() || response.clicked();
    if let Some(pos) = response.interact_pointer_pos().filter(|_| pressed) {
        let frame = frame_at(pos.x) as u32;
        cx.push(Command::SeekKey { track: index, frame });
    }
    if let Some(pos) = response.hover_pos() {
        let frame = frame_at(pos.x);
        let tip = format!("frame {frame}: {}", describe(&curves, frame));
        response.on_hover_text(format!("{tip}\nClick to go there and select the stored key"));
    }
}

/// Axis labels: values with their unit on the left, frames at the bottom right.
fn labels(
    ui: &Ui,
    painter: &egui::Painter,
    rect: Rect,
    (low, high): (f32, f32),
    unit: &str,
    frames: usize,
) {
    let colour = Theme::of(ui).weak;
    let text = |at, align, text: String| {
        painter.text(at, align, text, theme::small(), colour);
    };
    let inner = rect.shrink2(vec2(GRID, 0.0));
    text(inner.left_top(), egui::Align2::LEFT_TOP, format!("{high:.0} {unit}"));
    text(inner.left_bottom(), egui::Align2::LEFT_BOTTOM, format!("{low:.0}"));
    let last = frames.saturating_sub(1);
    text(inner.right_bottom(), egui::Align2::RIGHT_BOTTOM, format!("frame {last}"));
}

/// The three angles at the playhead.
fn values(ui: &mut Ui, curves: &Curves, frame: usize, colours: &[Color32; 3]) {
    ui.horizontal(|ui| {
        for ((axis, values), colour) in AXES.iter().zip(&curves.values).zip(colours) {
            let value = values.get(frame).copied().unwrap_or_default();
            let (mark, _) = ui.allocate_exact_size(vec2(2.0 * GRID, 3.0), Sense::hover());
            ui.painter().rect_filled(mark, 1.0, *colour);
            ui.label(RichText::new(format!("{axis} {value:>6.0}")).font(theme::mono()));
        }
        ui.weak(curves.unit);
    });
}

fn describe(curves: &Curves, frame: usize) -> String {
    let values = AXES.iter().zip(&curves.values);
    let texts = values.map(|(axis, values)| {
        format!("{axis} {:.0}", values.get(frame).copied().unwrap_or_default())
    });
    format!("{} {}", texts.collect::<Vec<_>>().join(", "), curves.unit)
}
