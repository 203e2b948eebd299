//! Selection of the faces in a rectangle or a freely drawn region of the picture.

use egui::{
    Color32, CursorIcon, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
};
use glam::Vec2;

use super::marks;
use super::picture::Picture;
use crate::app::model::background::Newest;
use crate::app::model::view::region::RegionSearch;
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
    /// A drawn region that waits for the faces of the previous one.
    next: Option<Drawn>,
    pending: Option<Pending>,
    /// Finds the faces in the pending region, occluded ones, too.
    occluded: Newest<Vec<FaceRef>>,
}

/// A drawn region.
struct Drawn {
    /// Corners of the polygon, in pixels of the picture.
    corners: Vec<Vec2>,
    /// Operation that combines the faces with the selection.
    combine: Combine,
}

/// A region whose faces are being read.
struct Pending {
    /// Number of the document.
    generation: u64,
    combine: Combine,
    visible: Option<Vec<FaceRef>>,
    /// Empty if only visible faces are selected; `None` until they are found.
    occluded: Option<Vec<FaceRef>>,
}

impl RegionSelect {
    /// Waits for the region to be drawn.
    pub fn begin(&mut self, shape: RegionShape) {
        (self.shape, self.points) = (Some(shape), Vec::new());
    }

    /// `true` while the faces of a region are being read.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some() || self.next.is_some()
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
        self.take_faces(cx, picture, gpu);
        if self.pending.is_none()
            && let Some(next) = self.next.take()
        {
            self.request(ui, cx, picture, gpu, camera, next);
        }
        if self.is_pending() {
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
            self.next = Some(drawn(ui, response.rect, &corners));
            ui.ctx().request_repaint();
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

    /// Selects the faces of the pending region as soon as all are known.
    fn take_faces(&mut self, cx: &mut Ctx<'_>, picture: &mut Picture, gpu: &Gpu) {
        let Some(pending) = &mut self.pending else { return };
        if pending.visible.is_none() {
            pending.visible = picture.poll_region(gpu);
        }
        if pending.occluded.is_none() {
            pending.occluded = self.occluded.take();
            // A worker that failed has no result.
            if pending.occluded.is_none() && !self.occluded.is_pending() {
                pending.occluded = Some(Vec::new());
            }
        }
        let is_lost = pending.visible.is_none() && !picture.region_pending();
        if pending.generation != cx.state.generation() {
            // The next region was drawn in the same document.
            (self.pending, self.next) = (None, None);
        } else if is_lost {
            self.pending = None;
        } else if let (Some(faces), Some(more)) = (&mut pending.visible, &mut pending.occluded) {
            faces.append(more);
            let (faces, combine) = (std::mem::take(faces), pending.combine);
            self.pending = None;
            cx.push(Command::CombineFaces { faces, combine });
        }
    }

    fn request(
        &mut self,
        ui: &Ui,
        cx: &Ctx<'_>,
        picture: &mut Picture,
        gpu: &Gpu,
        camera: &Camera,
        drawn: Drawn,
    ) {
        let size = picture.size();
        let region = Region::new(&drawn.corners, size);
        let mut pending = Pending {
            generation: cx.state.generation(),
            combine: drawn.combine,
            visible: None,
            occluded: Some(Vec::new()),
        };
        // The result of an earlier region is dropped.
        self.occluded = Newest::default();
        if cx.state.settings.select_through
            && let Some(search) = RegionSearch::new(cx.state, *camera, size, region.clone())
        {
            pending.occluded = None;
            let ctx = ui.ctx().clone();
            let ready = move || ctx.request_repaint();
            self.occluded.request("Finding the faces in the region", move || search.faces(), ready);
        }
        picture.request_region(gpu, region);
        self.pending = Some(pending);
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
        for (width, colour) in [(4.5, Color32::from_black_alpha(220)), (1.5, Color32::WHITE)] {
            painter.add(Shape::closed_line(corners.clone(), Stroke::new(width, colour)));
        }
    }
}

/// A region whose corners are in points, with the operation of the pressed keys.
fn drawn(ui: &Ui, rect: Rect, corners: &[Pos2]) -> Drawn {
    let scale = ui.ctx().pixels_per_point();
    let pixel = |at: &Pos2| Vec2::from(<[f32; 2]>::from((*at - rect.min) * scale));
    let modifiers = click_modifiers(ui);
    let combine = match (modifiers.command, modifiers.shift) {
        (true, _) => Combine::Remove,
        (_, true) => Combine::Add,
        _ => Combine::Replace,
    };
    Drawn { corners: corners.iter().map(pixel).collect(), combine }
}
