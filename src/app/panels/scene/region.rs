//! Selection of the faces in a rectangle or a freely drawn region of the picture.

use egui::{
    Color32, CursorIcon, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
};
use glam::Vec2;

use super::marks;
use super::picture::Picture;
use crate::app::model::view::region::faces_in;
use crate::app::model::{Combine, Command, RegionShape};
use crate::app::ui::input::click_modifiers;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID};
use crate::render::{Camera, Gpu, Region};
use crate::scene::FaceRef;

/// Smallest distance between two corners of a lasso, in points.
const STEP: f32 = 3.0;

/// A region that is being drawn.
#[derive(Default)]
pub struct RegionSelect {
    shape: Option<RegionShape>,
    /// The start and the current point of a rectangle, or all points of a lasso.
    points: Vec<Pos2>,
    /// Operation that combines the requested faces with the selection.
    combine: Combine,
    /// Occluded faces to select with the visible ones.
    occluded: Vec<FaceRef>,
}

impl RegionSelect {
    /// Waits for the region to be drawn.
    pub fn begin(&mut self, shape: RegionShape) {
        *self = Self { shape: Some(shape), ..Self::default() };
    }

    /// Stops drawing; `false` if no region is drawn.
    pub fn cancel(&mut self) -> bool {
        self.points.clear();
        self.shape.take().is_some()
    }

    /// Handles the pointer; `true` if it draws a region and must not move the camera.
    pub fn act(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        response: &Response,
        picture: &mut Picture,
        gpu: &Gpu,
        camera: &Camera,
    ) -> bool {
        if let Some(mut faces) = picture.poll_region(gpu) {
            faces.append(&mut self.occluded);
            cx.push(Command::CombineFaces { faces, combine: self.combine });
        }
        if picture.region_pending() {
            ui.ctx().request_repaint();
        }
        let Some(shape) = self.shape else { return false };
        let (down, released, pointer) = ui.input(|input| {
            let button = PointerButton::Primary;
            let pointer = &input.pointer;
            (pointer.button_down(button), pointer.button_released(button), pointer.interact_pos())
        });
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        let Some(pointer) = pointer else { return false };
        if down && (response.is_pointer_button_down_on() || !self.points.is_empty()) {
            self.follow(shape, pointer);
            ui.ctx().request_repaint();
        }
        if released && self.points.len() > 1 {
            let corners = self.corners();
            self.cancel();
            self.select(ui, cx, picture, gpu, camera, (response.rect, corners));
            return true;
        }
        if released {
            // A click without a drag.
            self.points.clear();
        }
        down || released
    }

    fn follow(&mut self, shape: RegionShape, pointer: Pos2) {
        match (shape, self.points.last()) {
            (RegionShape::Rectangle, Some(_)) => {
                self.points.truncate(1);
                self.points.push(pointer);
            }
            (RegionShape::Lasso, Some(last)) if last.distance(pointer) < STEP => {}
            _ => self.points.push(pointer),
        }
    }

    /// Corners of the polygon.
    fn corners(&self) -> Vec<Pos2> {
        match (self.shape, self.points.as_slice()) {
            (Some(RegionShape::Rectangle), [from, to]) => {
                let rect = Rect::from_two_pos(*from, *to);
                vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
            }
            (_, points) => points.to_vec(),
        }
    }

    fn select(
        &mut self,
        ui: &Ui,
        cx: &Ctx<'_>,
        picture: &mut Picture,
        gpu: &Gpu,
        camera: &Camera,
        (rect, corners): (Rect, Vec<Pos2>),
    ) {
        let scale = ui.ctx().pixels_per_point();
        let pixel = |at: &Pos2| Vec2::from(<[f32; 2]>::from((*at - rect.min) * scale));
        let (size, corners) = (picture.size(), corners.iter().map(pixel).collect::<Vec<_>>());
        let region = Region::new(&corners, size);
        let modifiers = click_modifiers(ui);
        let combine = match (modifiers.command, modifiers.shift) {
            (true, _) => Combine::Remove,
            (_, true) => Combine::Add,
            _ => Combine::Replace,
        };
        if cx.state.settings.select_through {
            self.occluded = faces_in(cx.state, camera, size, &region);
        }
        self.combine = combine;
        picture.request_region(gpu, region);
        ui.ctx().request_repaint();
    }

    /// Draws the region and the keys.
    pub fn paint(&self, ui: &Ui, rect: Rect) {
        let Some(shape) = self.shape else { return };
        let action = match shape {
            RegionShape::Rectangle => "Drag a rectangle",
            RegionShape::Lasso => "Draw around faces",
        };
        let keys = format!("{action} · Shift adds · Ctrl removes · Esc cancels");
        // Above the bottom, since messages appear at the top.
        let lower = rect.with_min_y(rect.bottom() - 20.0 * GRID);
        let plate = marks::plate(ui, lower, keys.clone());
        let id = ui.scope_id().with("region keys");
        ui.interact(plate, id, Sense::hover()).named(Role::Label, keys);
        let corners = self.corners();
        let painter = ui.painter().with_clip_rect(rect);
        // A light line on a wider dark one is visible on any picture.
        for (width, colour) in [(3.0, Color32::from_black_alpha(160)), (1.0, Color32::WHITE)] {
            painter.add(Shape::closed_line(corners.clone(), Stroke::new(width, colour)));
        }
    }
}
