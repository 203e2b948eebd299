//! Dragging of texture coordinates: corners of the selected faces, or whole outlines.

use egui::{Color32, CursorIcon, Painter, Pos2, Rect, Response, Stroke, Ui, Vec2, vec2};

use super::displayed::{DisplayedTexture, uses, uv_outline};
use crate::app::model::{Command, DocScene, State};
use crate::app::ui::{Ctx, GRID, Theme, cells, input, plate, theme};
use crate::scene::{self, Element, Face, FaceRef, Scene, Texture, UvSpace};

/// Maximum number of faces whose corners can be dragged.
const MAX_FACES: usize = 256;
/// Greatest distance of the pointer from a corner, in points.
const REACH: f32 = 8.0;
/// Seconds that the result of a drag is displayed while no job writes it.
const WAITS: f64 = 0.4;

/// Index of a face and of one of its corners.
type Corner = (usize, usize);

/// State of dragging on a texture.
#[derive(Debug, Default)]
pub struct Corners {
    hovered: Option<DraggedCorners>,
    drag: Option<Drag>,
    /// The last result and its time: displayed until the file is re-read.
    put: Option<(Vec<(FaceRef, Face)>, f64)>,
}

/// Part of the outlines that is dragged.
#[derive(Clone, Copy, PartialEq, Debug)]
enum DraggedCorners {
    /// A corner, with all others at the same coordinates.
    Corner(Corner),
    /// All faces.
    Inside,
}

#[derive(Debug)]
struct Drag {
    hold: DraggedCorners,
    /// Distance, as a fraction of the texture.
    moved: Vec2,
}

impl Corners {
    /// Cancels the drag; `false` if there is none.
    pub fn cancel(&mut self) -> bool {
        self.drag.take().is_some()
    }

    /// Called when the file with the change was re-read.
    pub fn arrived(&mut self) {
        *self = Self::default();
    }

    /// Handles the pointer over the texture in `rect`; returns `true` if the outlines use it.
    pub fn act(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        response: &Response,
        rect: Rect,
        (scene, shown): (&DocScene, &DisplayedTexture<'_>),
    ) -> bool {
        self.hovered = None;
        if let Some((_, since)) = &self.put {
            let waited = ui.input(|input| input.time) - since;
            if cx.state.jobs.is_empty() && !cx.state.loading && waited > WAITS {
                self.put = None;
            }
            ui.ctx().request_repaint();
        }
        let faces = faces(cx.state, scene, shown);
        let (pressed, down) =
            ui.input(|input| (input.pointer.primary_pressed(), input.pointer.primary_down()));
        let fine = input::click_modifiers(ui).shift;
        if let Some(drag) = &mut self.drag {
            drag.moved += ui.input(|input| input.pointer.delta()) / rect.size();
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            // A click without a drag selects the texel.
            let is_click = !down && drag.moved == Vec2::ZERO;
            if !down {
                let moved = moved(drag, &faces, &scene.scene, shown.texture, !fine);
                self.drag = None;
                self.put(ui, cx, &scene.scene, &faces, moved);
            }
            return !is_click;
        }
        let pointer = response.hover_pos().filter(|_| pressed || !down);
        self.hovered = pointer.and_then(|at| under(at, rect, &faces, &scene.scene, shown.texture));
        let Some(hold) = self.hovered else { return false };
        ui.ctx().set_cursor_icon(match hold {
            DraggedCorners::Corner(_) => CursorIcon::Crosshair,
            DraggedCorners::Inside => CursorIcon::Move,
        });
        // A new drag has to wait until the previous change has arrived.
        if pressed && self.put.is_none() {
            self.drag = Some(Drag { hold, moved: Vec2::ZERO });
        }
        // A click inside an outline still selects the texel.
        pressed || matches!(hold, DraggedCorners::Corner(_))
    }

    fn put(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        scene: &Scene,
        before: &[(FaceRef, Face)],
        after: Vec<(FaceRef, Face)>,
    ) {
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        let stored = changed.filter_map(|(_, (at, face))| {
            let origin = scene.origin(Element::Face(*at))?;
            let shown = scene::ElementState::TexCoords(face.tex_coords().collect());
            Some((origin.span.source, origin.path, shown))
        });
        let stored: Vec<_> = stored.collect();
        if stored.is_empty() {
            return;
        }
        let placings = cx.state.placings(stored.into_iter(), "move coordinates of", "face");
        cx.extend(placings.into_iter().map(|placing| Command::Place(Box::new(placing))));
        self.put = Some((after, ui.input(|input| input.time)));
    }

    /// Draws the outlines of the selected faces, and their corners.
    pub fn show(
        &self,
        ui: &Ui,
        painter: &Painter,
        rect: Rect,
        state: &State,
        (scene, shown): (&DocScene, &DisplayedTexture<'_>),
    ) {
        let theme = Theme::of(ui);
        let fine = ui.input(|input| input.modifiers.shift);
        let (scene, own) = (&scene.scene, faces(state, scene, shown));
        let now = match (&self.drag, &self.put) {
            (Some(drag), _) => moved(drag, &own, scene, shown.texture, !fine),
            (None, Some((put, _))) => put.clone(),
            (None, None) => own.clone(),
        };
        let held = self.drag.as_ref().map(|drag| drag.hold).or(self.hovered);
        for (number, (_, face)) in now.iter().enumerate() {
            let points = points(scene, face, shown.texture, rect);
            if held == Some(DraggedCorners::Inside) {
                let fill = theme.accent.gamma_multiply(0.12);
                painter.add(egui::Shape::convex_polygon(points.clone(), fill, Stroke::NONE));
            }
            cells::outline(painter, points.clone(), theme.accent, 1.5);
            for (at, corner) in points.into_iter().zip(face.perimeter()) {
                let on = held == Some(DraggedCorners::Corner((number, *corner)));
                let (radius, fill) = if on { (5.5, Color32::WHITE) } else { (3.5, theme.accent) };
                let edge = Stroke::new(1.0, Color32::from_black_alpha(170));
                painter.circle(at, radius, fill, edge);
            }
        }
        if let Some(drag) = &self.drag {
            words(ui, painter, scene, drag, &now);
        }
    }
}

/// Shows the coordinates of the dragged corner, or of the first one.
fn words(ui: &Ui, painter: &Painter, scene: &Scene, drag: &Drag, now: &[(FaceRef, Face)]) {
    let (number, corner) = match drag.hold {
        DraggedCorners::Corner(corner) => corner,
        DraggedCorners::Inside => (0, 0),
    };
    let Some((_, face)) = now.get(number) else { return };
    let [u, v] = face.uvs.get(corner).copied().unwrap_or_default();
    let text = match space(scene, face) {
        UvSpace::Texels => format!("u {u}   v {v}"),
        UvSpace::Fraction => format!("u {u:.4}   v {v:.4}"),
    };
    let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else { return };
    let galley = ui.painter().layout_no_wrap(text, theme::mono(), Color32::WHITE);
    let at = Rect::from_min_size(pointer + Vec2::splat(4.0 * GRID), galley.size());
    plate::words(painter, at, GRID, galley);
}

/// The selected faces that use the texture.
fn faces(state: &State, scene: &DocScene, shown: &DisplayedTexture<'_>) -> Vec<(FaceRef, Face)> {
    let faces = state.selected_faces().filter_map(|at| Some((at, scene.face(at)?.1)));
    let own = faces.filter(|(_, face)| uses(&scene.scene, face, shown.view.texture));
    own.take(MAX_FACES).collect()
}

fn points(scene: &Scene, face: &Face, texture: &Texture, rect: Rect) -> Vec<Pos2> {
    let on_screen = |uv: Vec2| rect.left_top() + uv * rect.size();
    uv_outline(scene, face, texture).into_iter().map(on_screen).collect()
}

fn space(scene: &Scene, face: &Face) -> UvSpace {
    scene.materials.get(face.material).map_or(UvSpace::Texels, |material| material.uv)
}

/// The part under the pointer; corners take precedence over the inside.
fn under(
    at: Pos2,
    rect: Rect,
    faces: &[(FaceRef, Face)],
    scene: &Scene,
    texture: &Texture,
) -> Option<DraggedCorners> {
    let mut nearest: Option<(f32, Corner)> = None;
    let mut inside = false;
    for (number, (_, face)) in faces.iter().enumerate() {
        let points = points(scene, face, texture, rect);
        inside |= holds(&points, at);
        for (point, corner) in points.into_iter().zip(face.perimeter()) {
            let far = point.distance(at);
            if far <= REACH && nearest.is_none_or(|(least, _)| far < least) {
                nearest = Some((far, (number, *corner)));
            }
        }
    }
    nearest
        .map(|(_, corner)| DraggedCorners::Corner(corner))
        .or(inside.then_some(DraggedCorners::Inside))
}

/// `true` if a point is in a polygon: a ray from it crosses an odd number of edges.
fn holds(points: &[Pos2], at: Pos2) -> bool {
    let mut inside = false;
    let ends = points.iter().cycle().skip(1);
    for (a, b) in points.iter().zip(ends) {
        let between = (a.y > at.y) != (b.y > at.y);
        if between && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

/// The faces with the drag applied; `snaps` rounds to whole texels.
fn moved(
    drag: &Drag,
    faces: &[(FaceRef, Face)],
    scene: &Scene,
    texture: &Texture,
    snaps: bool,
) -> Vec<(FaceRef, Face)> {
    let size = vec2(texture.width.max(1) as f32, texture.height.max(1) as f32);
    let held = match drag.hold {
        DraggedCorners::Corner((number, corner)) => {
            faces.get(number).and_then(|(_, face)| face.uvs.get(corner)).copied()
        }
        DraggedCorners::Inside => None,
    };
    // All corners move by the same amount, so that outlines keep their shape.
    let first = held.or_else(|| faces.first().map(|(_, face)| face.uvs[0])).unwrap_or_default();
    let mut faces = faces.to_vec();
    for (_, face) in &mut faces {
        let space = space(scene, face);
        let by = match space {
            UvSpace::Texels => drag.moved * size,
            UvSpace::Fraction if texture.pixels.bottom_up() => drag.moved * vec2(1.0, -1.0),
            UvSpace::Fraction => drag.moved,
        };
        let unit = if space == UvSpace::Texels { Vec2::splat(1.0) } else { size };
        let snapped = |from: f32, by: f32, unit: f32| match snaps {
            true => ((from + by) * unit).round() / unit - from,
            false => by,
        };
        let by = [snapped(first[0], by.x, unit.x), snapped(first[1], by.y, unit.y)];
        let sides = face.sides();
        for uv in face.uvs.iter_mut().take(sides) {
            if held.is_none_or(|held| held == *uv) {
                *uv = [uv[0] + by[0], uv[1] + by[1]];
            }
        }
    }
    faces
}
