//! Transform gizmo: arrows, planes and rings that move and rotate the selection.

mod dots;
mod drag;
mod handles;
mod paint;

use std::sync::Arc;

use egui::{Key, Modifiers, Pos2, Rect, Response, Ui};
use glam::Mat4;

use self::drag::Drag;
use self::handles::{Frame, Handle};
use crate::app::model::{Command, SelectionTarget, State, Switch};
use crate::app::ui::{Ctx, input};
use crate::render::Camera;
use crate::scene::{Element, Placement, PlacementTarget, Posed};

/// Seconds that the result of a drag is displayed while no job writes it.
const WAITS: f64 = 0.4;

/// The gizmo of the picture.
#[derive(Default)]
pub struct Gizmo {
    hovered: Option<Handle>,
    /// The vertex under the pointer.
    vertex: Option<Element>,
    drag: Option<Drag>,
    /// The last transform and its time: displayed until the file is re-read.
    put: Option<(Mat4, f64)>,
}

impl Gizmo {
    /// Cancels the drag; `false` if there is none.
    pub fn cancel(&mut self) -> bool {
        self.drag.take().is_some()
    }

    /// Ends of the arrow with this axis number in the picture.
    pub fn arrow(state: &State, camera: &Camera, rect: Rect, axis: usize) -> Option<[Pos2; 2]> {
        frame(state, camera, rect)?.arrow(axis)
    }

    /// Called when the file with the change was re-read.
    pub fn arrived(&mut self) {
        *self = Self::default();
    }

    /// Handles the pointer; returns `true` if the gizmo uses it.
    pub fn act(&mut self, ui: &Ui, cx: &mut Ctx<'_>, response: &Response, camera: &Camera) -> bool {
        (self.hovered, self.vertex) = (None, None);
        let Some(frame) = frame(cx.state, camera, response.rect) else {
            self.drag = None;
            return false;
        };
        let (pointer, pressed, down) = ui.input(|input| {
            let pointer = &input.pointer;
            (pointer.latest_pos(), pointer.primary_pressed(), pointer.primary_down())
        });
        let modifiers = input::click_modifiers(ui);
        if self.drag.is_some() {
            self.go_on(ui, cx, pointer, down, modifiers);
            return true;
        }
        let Some(pointer) = pointer.filter(|_| response.contains_pointer()) else { return false };
        let busy = ui.input(|input| input.pointer.any_down()) && !pressed;
        self.hovered = frame.under(pointer).filter(|_| !busy);
        let Some(handle) = self.hovered else {
            return !busy && self.pick(ui, cx, response, camera, pointer);
        };
        // A new drag has to wait until the previous change has arrived.
        if pressed && !modifiers.alt && self.put.is_none() {
            let stands = cx.state.centre_of_movable().unwrap_or(frame.at);
            self.drag = Some(Drag::new(handle, frame, stands, pointer));
        }
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
        true
    }

    /// Selects the vertex under the pointer when it is clicked; `true` if there is one.
    fn pick(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        response: &Response,
        camera: &Camera,
        pointer: Pos2,
    ) -> bool {
        let dots = dots::dots(cx.state, camera, response.rect);
        self.vertex = dots::under(&dots, pointer);
        let Some(vertex) = self.vertex else { return false };
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        cx.hover(SelectionTarget::Element(vertex));
        if response.clicked() {
            cx.push(Command::pick(vertex, input::click_modifiers(ui).command));
        }
        true
    }

    /// Continues the drag, or ends it.
    fn go_on(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        pointer: Option<Pos2>,
        down: bool,
        modifiers: Modifiers,
    ) {
        let Some(drag) = &mut self.drag else { return };
        if let Some(pointer) = pointer {
            drag.follow(pointer, modifiers.shift);
        }
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        ui.ctx().request_repaint();
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.drag = None;
        } else if !down {
            let by = drag.by(step(cx.state, modifiers), is_alone(cx.state));
            self.drag = None;
            if by != Mat4::IDENTITY {
                cx.push(Command::MoveSelection { by });
                self.put = Some((by, ui.input(|input| input.time)));
            }
        }
    }

    /// Preview of the transform while it is dragged, and until the edit is applied.
    fn preview(&self, ui: &Ui, state: &State) -> Option<Mat4> {
        let modifiers = ui.input(|input| input.modifiers);
        let held = self.drag.as_ref();
        let held = held.map(|drag| drag.by(step(state, modifiers), is_alone(state)));
        held.or(self.put.map(|(by, _)| by)).filter(|by| *by != Mat4::IDENTITY)
    }

    /// The pose of the scene with the displayed transform applied to the selection.
    pub fn carried(&mut self, ui: &Ui, state: &State) -> Option<Arc<Posed>> {
        if let Some((_, since)) = self.put {
            let now = ui.input(|input| input.time);
            let waiting = !state.jobs.is_empty() || state.loading || now - since < WAITS;
            self.put = self.put.filter(|_| waiting);
            ui.ctx().request_repaint();
        }
        let (by, scene) = (self.preview(ui, state)?, state.scene()?);
        let what: Vec<_> = state.movable().iter().map(|standing| standing.what).collect();
        Some(Arc::new(state.motion.posed.carried(&scene.scene, &what, &by)))
    }

    /// Draws the gizmo over the picture.
    pub fn show(&self, ui: &Ui, state: &State, camera: &Camera, rect: Rect) {
        let painter = ui.painter().with_clip_rect(rect);
        if let (true, Some(Err(why))) = (state.view.is_on(Switch::Gizmo), state.can_move()) {
            paint::note(ui, &painter, rect, why);
        }
        let Some(frame) = frame(state, camera, rect) else { return };
        if let Some(by) = self.preview(ui, state) {
            trails(&painter, &state.movable(), &by, &frame);
        }
        let Some(drag) = &self.drag else {
            if self.put.is_none() {
                let dots = dots::dots(state, camera, rect);
                dots::paint(&painter, &dots, state, self.vertex);
                paint::handles(&painter, &frame, self.hovered, None);
            }
            return;
        };
        let modifiers = ui.input(|input| input.modifiers);
        let (step, alone) = (step(state, modifiers), is_alone(state));
        if let Some(frame) = Frame::new(drag.now(step, alone), camera, rect) {
            paint::handles(&painter, &frame, None, Some(drag.handle));
        }
        if let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) {
            paint::words(ui, &painter, pointer, drag.words(step, alone));
        }
    }
}

/// Maximum number of trails that are drawn.
const TRAILS: usize = 200;

/// Draws the trails of elements without faces.
fn trails(painter: &egui::Painter, all: &[Placement], by: &Mat4, frame: &Frame) {
    let points = all.iter().filter(|standing| standing.node().is_none());
    for standing in points.take(TRAILS) {
        let to = by.transform_point3(standing.at());
        if let (Some(from), Some(to)) = (frame.project(standing.at()), frame.project(to)) {
            paint::trail(painter, from, to);
        }
    }
}

/// The frame of the gizmo, if it is on and the selection can be moved.
fn frame(state: &State, camera: &Camera, rect: Rect) -> Option<Frame> {
    if !state.view.is_on(Switch::Gizmo) || state.view.playing || state.can_move() != Some(&Ok(())) {
        return None;
    }
    let turns =
        !matches!(state.movable()[..], [Placement { what: PlacementTarget::Vertex { .. }, .. }]);
    let mut frame = Frame::new(state.handle_of_movable()?, camera, rect)?;
    frame.turns = turns;
    Some(frame)
}

/// The snap step, while snapping is on.
fn step(state: &State, modifiers: Modifiers) -> Option<f32> {
    modifiers.command.then_some(state.view.step)
}

/// A single element snaps to the grid; several keep their distances.
fn is_alone(state: &State) -> bool {
    state.movable().len() == 1
}
