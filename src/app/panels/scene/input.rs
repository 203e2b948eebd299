//! Mouse and keyboard control of the camera.

use egui::{Key, PointerButton, Rect, Response, Ui, Vec2};
use glam::{FloatExt, Vec3};

use super::flight::Flight;
use crate::app::model::document::other_faces;
use crate::app::model::{
    Command, DocScene, PanelId, Selection, Settings, State, settings::MousePreset,
    view::bounds::points_of, view::camera, view::framing,
};
use crate::edit::Kind;
use crate::render::{self, Bounds, Camera, Projection};
use crate::scene::{Element, Start};

/// Duration of a camera glide, in seconds.
const GLIDE: f64 = 0.18;
/// Degrees of orbit per pixel of mouse movement.
const ORBIT: f32 = 0.35;
/// Degrees of look per pixel of mouse movement.
const LOOK: f32 = 0.2;
/// Degrees of orbit per second with the arrow keys.
const KEY_ORBIT: f32 = 90.0;
/// Initial flying speed per second: a fraction of the scene's radius, or a number of eye heights.
const PACE: f32 = 0.25;
const STRIDES: f32 = 10.0;
/// Doublings of the flying speed per second, and the largest factor.
const HURRY: f64 = 1.0;
const FASTEST: f32 = 16.0;
/// Pitch for framing a level in a picture twice as high as wide, in degrees.
const STEEP: f32 = 60.0;
/// Seconds that the flying speed is displayed after a change.
const SPEED_SHOWN: f64 = 1.0;

/// Effect of a drag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drag {
    Orbit,
    Pan,
    Zoom,
    Look,
}

/// A path of the camera.
enum CameraPath {
    /// From one camera to another.
    Glide(Camera, Camera),
    Flight(render::Flight),
}

impl CameraPath {
    /// The camera after some seconds, and `true` if the path continues.
    fn at(&self, seconds: f64) -> (Camera, bool) {
        match self {
            Self::Glide(from, to) => {
                let part = (seconds / GLIDE).min(1.0) as f32;
                // Eases in and out.
                let camera = from.towards(to, part * part * (3.0 - 2.0 * part));
                if part < 1.0 { (camera, true) } else { (*to, false) }
            }
            Self::Flight(flight) => {
                (flight.at(seconds as f32), seconds < f64::from(flight.seconds()))
            }
        }
    }
}

/// State of the camera's movements.
pub struct Moving {
    /// A path of the camera, and its start time.
    gliding: Option<(CameraPath, Option<f64>)>,
    /// Flying speed, relative to the normal one.
    speed: f32,
    speed_changed: Option<f64>,
    /// Time at which the flying keys were pressed.
    took_off: Option<f64>,
    flight: Flight,
}

impl Default for Moving {
    fn default() -> Self {
        Self {
            gliding: None,
            speed: 1.0,
            speed_changed: None,
            took_off: None,
            flight: Flight::default(),
        }
    }
}

impl Moving {
    pub fn stop(&mut self) {
        self.gliding = None;
    }

    /// Ends a flight where it is; `false` without one.
    pub fn end_flight(&mut self) -> bool {
        self.gliding.take_if(|(path, _)| matches!(path, CameraPath::Flight(_))).is_some()
    }

    /// Starts a glide; jumps if motion is reduced.
    fn go(&mut self, from: Camera, to: Camera, settings: &Settings) {
        let start = settings.reduce_motion.then_some(f64::NEG_INFINITY);
        self.gliding = Some((CameraPath::Glide(from, to), start));
    }

    /// The camera during a glide.
    pub fn glide(&mut self, ui: &Ui, now: Camera) -> Option<Camera> {
        let (path, start) = self.gliding.as_mut()?;
        let time = ui.input(|input| input.time);
        let (camera, continues) = path.at(time - *start.get_or_insert(time));
        if !continues {
            self.gliding = None;
            return (camera != now).then_some(camera);
        }
        ui.ctx().request_repaint();
        Some(camera)
    }

    /// Handles commands that set the camera.
    pub fn command(&mut self, command: &Command, state: &State, aspect: f32) {
        let Some(scene) = state.scene() else { return };
        if let Command::PlayFlight(flight) = command {
            self.gliding = Some((CameraPath::Flight(flight.clone()), None));
            return;
        }
        let posed = &state.motion.posed;
        let from = state.view.camera;
        let mut to = from;
        match command {
            Command::FrameAll => {
                let now = state.now();
                let moving = now.as_ref().map(|now| (now.animation, now.clip));
                let shown = &state.view.visibility;
                to.pitch = risen(&from, scene.bounds, aspect);
                to.fill(&framing::everything(&scene.scene, shown, posed, moving), aspect);
            }
            Command::FrameSelection => {
                let elements = state.selection.iter().flat_map(Selection::elements);
                let points: Vec<Vec3> = elements.flat_map(|e| points_of(scene, posed, e)).collect();
                camera::surround(&mut to, &points, scene, aspect);
            }
            Command::Isolate => {
                let elements = state.selection.iter().flat_map(Selection::elements);
                let points: Vec<Vec3> = elements.flat_map(|e| points_of(scene, posed, e)).collect();
                if !camera::may_see(&from, &points, aspect) {
                    camera::surround(&mut to, &points, scene, aspect);
                }
            }
            Command::FrameTarget(target) => {
                let element: Option<Element> = state.resolve(target).and_then(|s| s.element);
                let points = element.map(|e| points_of(scene, posed, e)).unwrap_or_default();
                camera::surround(&mut to, &points, scene, aspect);
            }
            Command::GoToDifference { index, show: true } => {
                let points = removed_points(state, *index);
                camera::surround(&mut to, &points, scene, aspect);
            }
            Command::GoToStart => {
                let next = next_start(&scene.scene.starts, &from, StepDirection::On);
                to = next.map_or(from, |start| from.moved_to_start(start));
            }
            Command::GoToPreviousStart => {
                let next = next_start(&scene.scene.starts, &from, StepDirection::Back);
                to = next.map_or(from, |start| from.moved_to_start(start));
            }
            Command::LookFrom(preset) => to.preset(*preset),
            Command::MoveCamera(camera) => to = *camera,
            Command::ToggleParallel => {
                to.projection = match to.projection {
                    Projection::Perspective => Projection::Orthographic,
                    Projection::Orthographic => Projection::Perspective,
                };
            }
            _ => return,
        }
        if to != from {
            self.go(from, to, &state.settings);
        }
    }

    /// The camera after this frame's mouse and keyboard input; `None` without input.
    pub fn moved(
        &mut self,
        ui: &Ui,
        response: &Response,
        state: &State,
        before: Camera,
    ) -> Option<Camera> {
        let mut camera = before;
        let pace = state.scene().map_or(0.0, pace);
        let pass = ui.ctx().cumulative_pass_nr();
        ui.input(|input| self.flight.follow(&input.raw, pass));
        if let Some(moved) = self.moved_by_pointer(ui, response, state.settings.mouse, camera) {
            camera = moved;
        }
        let flying = response.is_pointer_button_down_on()
            && ui.input(|input| input.pointer.secondary_down());
        if flying {
            self.fly(ui, pace, &mut camera);
        } else {
            self.took_off = None;
        }
        if !flying && state.focus == PanelId::SCENE && !ui.ctx().text_edit_focused() {
            arrows(ui, &mut camera);
        }
        if camera == before {
            return None;
        }
        self.gliding = None;
        Some(camera)
    }

    /// The camera after this frame's dragging and wheel; `None` if it was not moved.
    pub fn moved_by_pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        mouse: MousePreset,
        before: Camera,
    ) -> Option<Camera> {
        let mut camera = before;
        self.drag(ui, response, mouse, &mut camera);
        if response.contains_pointer() {
            self.wheel(ui, response.rect, &mut camera);
        }
        (camera != before).then_some(camera)
    }

    fn drag(&self, ui: &Ui, response: &Response, mouse: MousePreset, camera: &mut Camera) {
        let rect = response.rect;
        let by = response.drag_motion();
        if by == Vec2::ZERO {
            return;
        }
        let modifiers = ui.input(|input| input.modifiers);
        let button = [PointerButton::Primary, PointerButton::Middle, PointerButton::Secondary]
            .into_iter()
            .find(|button| response.dragged_by(*button));
        match button.and_then(|button| drag_of(mouse, button, modifiers)) {
            Some(Drag::Orbit) => camera.orbit(-by.x * ORBIT, by.y * ORBIT),
            Some(Drag::Look) => camera.rotate_view(-by.x * LOOK, by.y * LOOK),
            Some(Drag::Pan) => camera.pan(glam::Vec2::new(by.x, by.y), rect.height()),
            Some(Drag::Zoom) => {
                let aspect = rect.width() / rect.height();
                let factor = ((by.y - by.x) * 0.006).exp();
                camera.zoom(factor, glam::Vec2::splat(0.5), aspect);
            }
            None => {}
        }
    }

    fn wheel(&mut self, ui: &Ui, rect: Rect, camera: &mut Camera) {
        let (scroll, zoom, flying, pointer, time) = ui.input(|input| {
            (
                input.smooth_scroll_delta().y,
                input.zoom_delta(),
                input.pointer.secondary_down(),
                input.pointer.hover_pos(),
                input.time,
            )
        });
        if flying {
            if scroll != 0.0 {
                self.speed = (self.speed * (scroll * 0.004).exp()).clamp(0.01, 100.0);
                self.speed_changed = Some(time);
            }
            return;
        }
        let factor = (-scroll * 0.0025).exp() / zoom;
        if factor != 1.0
            && let Some(pointer) = pointer
        {
            let at = (pointer - rect.min) / rect.size();
            let aspect = rect.width() / rect.height();
            camera.zoom(factor, glam::Vec2::new(at.x, at.y), aspect);
        }
    }

    fn fly(&mut self, ui: &Ui, pace: f32, camera: &mut Camera) {
        let by = self.flight.direction();
        let (shift, slow, dt, time) = ui.input(|input| {
            let slow = input.modifiers.alt || self.flight.is_slow();
            (input.modifiers.shift, slow, input.stable_dt.min(0.1), input.time)
        });
        if by == Vec3::ZERO {
            self.took_off = None;
            return;
        }
        let since = *self.took_off.get_or_insert(time);
        let mut speed = pace * self.speed * acceleration(time - since);
        if shift {
            speed *= 5.0;
        }
        if slow {
            speed *= 0.1;
        }
        if shift || slow {
            self.speed_changed = Some(time);
        }
        camera.fly(by.normalize_or_zero() * speed * dt);
        ui.ctx().request_repaint();
    }

    /// The flying speed, for a second after it changed.
    pub fn speed_shown(&mut self, ui: &Ui) -> Option<f32> {
        let age = ui.input(|input| input.time) - self.speed_changed?;
        if age > SPEED_SHOWN {
            self.speed_changed = None;
            return None;
        }
        let rest = std::time::Duration::from_secs_f64(SPEED_SHOWN - age);
        ui.ctx().request_repaint_after(rest);
        Some(self.speed)
    }
}

/// Pitch for framing the whole scene: that of the camera. If the camera is inside the scene, where a
/// level would be a line on the horizon, the pitch is raised, and more so in a tall picture.
pub fn risen(from: &Camera, all: Option<Bounds>, aspect: f32) -> f32 {
    let stands_inside = all.is_some_and(|all| all.holds(from.eye()));
    let high = Camera::default().pitch.lerp(STEEP, (2.0 - 2.0 * aspect).clamp(0.0, 1.0));
    match from.projection {
        Projection::Perspective if stands_inside => from.pitch.max(high),
        _ => from.pitch,
    }
}

/// Direction of stepping through the player starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepDirection {
    On,
    Back,
}

/// The start after or before the one at the camera, wrapping around; otherwise the first.
pub fn next_start<'a>(starts: &'a [Start], from: &Camera, way: StepDirection) -> Option<&'a Start> {
    let is_here = |start: &Start| {
        // A start without an eye height matches within rounding errors.
        let lost = start.eye().abs().max_element().max(start.reach) * 1e-5;
        let near = (start.eye_height * 0.1).max(lost).max(f32::MIN_POSITIVE);
        start.eye().distance(from.eye()) <= near
    };
    let here = starts.iter().position(is_here);
    let step = match way {
        StepDirection::On => 1,
        StepDirection::Back => starts.len().saturating_sub(1),
    };
    starts.get(here.map_or(0, |here| (here + step) % starts.len()))
}

/// Initial flying speed in scene units per second: based on the eye height of a player start if there is
/// one, otherwise on the size of the scene.
pub fn pace(scene: &DocScene) -> f32 {
    let size = scene.bounds.map_or(10.0, |bounds| bounds.radius());
    // A start that is a camera has no eye height.
    let mut heights = scene.scene.starts.iter().map(|start| start.eye_height);
    let person = heights.find(|height| *height > 0.0).unwrap_or(f32::INFINITY);
    (size * PACE).min(person * STRIDES)
}

/// Speed factor after `seconds` of flying: starts slow and accelerates, so that a level is crossed in
/// moments.
pub fn acceleration(seconds: f64) -> f32 {
    (seconds * HURRY).exp2().clamp(1.0, f64::from(FASTEST)) as f32
}

/// Effect of a drag with this button.
pub fn drag_of(
    preset: MousePreset,
    button: PointerButton,
    modifiers: egui::Modifiers,
) -> Option<Drag> {
    use PointerButton::{Middle, Primary, Secondary};
    let (shift, ctrl, alt) = (modifiers.shift, modifiers.command, modifiers.alt);
    match (preset, button) {
        (MousePreset::Blender, Middle) if shift => Some(Drag::Pan),
        (MousePreset::Blender, Middle) if ctrl => Some(Drag::Zoom),
        (MousePreset::Blender, Middle) => Some(Drag::Orbit),
        (MousePreset::Maya, Primary) if alt => Some(Drag::Orbit),
        (MousePreset::Maya, Middle) if alt => Some(Drag::Pan),
        (MousePreset::Maya, Secondary) if alt => Some(Drag::Zoom),
        // On many desktops Alt+drag belongs to the window manager, so the plain buttons work too.
        (_, Secondary) => Some(Drag::Look),
        (_, Middle) => Some(Drag::Pan),
        (_, Primary) if shift => Some(Drag::Pan),
        (_, Primary) => Some(Drag::Orbit),
        _ => None,
    }
}

fn arrows(ui: &Ui, camera: &mut Camera) {
    let (by, dt) = ui.input(|input| {
        let down = |key| !input.modifiers.any() && input.key_down(key);
        let key = |a: Key, b: Key| f32::from(down(a)) - f32::from(down(b));
        let x = key(Key::ArrowRight, Key::ArrowLeft);
        let y = key(Key::ArrowUp, Key::ArrowDown);
        (Vec2::new(x, y), input.stable_dt.clamp(0.016, 0.1))
    });
    if by != Vec2::ZERO {
        camera.orbit(by.x * KEY_ORBIT * dt, by.y * KEY_ORBIT * dt);
        ui.ctx().request_repaint();
    }
}

/// Corners of an element that only the other file of the comparison has.
fn removed_points(state: &State, index: usize) -> Vec<Vec3> {
    let comparison = state.comparing.comparison();
    let removed = comparison.and_then(|comparison| {
        let change =
            comparison.elements.get(index).filter(|change| change.kind == Kind::Removed)?;
        let other = comparison.other.as_ref()?;
        Some(other_faces::corners(&other.scene, &other.posed, &comparison.other_faces(change)))
    });
    removed.unwrap_or_default()
}
