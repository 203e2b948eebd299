//! Hovering, clicking and the context menu of the picture.

use egui::{Button, PointerButton, Response, Ui};
use egui_material_icons::icons;

use super::{ScenePanel, bones};
use crate::app::model::{Command, Like, PanelId, SelectionTarget, State};
use crate::app::panels::element_menu;
use crate::app::ui::{Ctx, input, menus};
use crate::render::{Camera, Gpu, RayHit, Shot, faces_at};
use crate::scene::Element;

/// Greatest distance between two clicks on the same spot, in pixels.
const SAME_SPOT: u32 = 4;

/// Actions of the pointer in the picture.
#[derive(Default)]
pub struct PointerActions {
    /// Last result: the pixel and the element at it.
    under: Option<((u32, u32), Option<Element>)>,
    /// Last query; repeated only when one of its inputs changes.
    asked: Option<PickRequest>,
    /// A click that waits for its result.
    click: Option<Click>,
    /// The last click that selected, for stepping through the elements behind it.
    last: Option<LastClick>,
    /// Element of the context menu.
    menu: Option<Element>,
    /// Pixel of the context menu.
    menu_at: (u32, u32),
}

/// A query for the element at a pixel, with everything that its result depends on.
#[derive(Clone, Copy, PartialEq)]
struct PickRequest {
    at: (u32, u32),
    camera: Camera,
    hidden: usize,
    /// `None` while an animation plays, so that the query is not repeated for every pose.
    pose: Option<u64>,
}

#[derive(Clone, Copy)]
struct Click {
    at: (u32, u32),
    modifiers: egui::Modifiers,
}

struct LastClick {
    at: (u32, u32),
    camera: Camera,
    pose: u64,
    /// All elements at the pixel, front first; computed at the second click.
    stack: Vec<Element>,
    step: usize,
}

impl ScenePanel {
    /// Handles the pointer.
    pub(super) fn act(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        response: &Response,
        gpu: &Gpu,
        camera: &Camera,
    ) {
        self.start_pick(ui, response, gpu, cx.state, camera);
        if let Some(pick) = self.picture.poll_pick(gpu) {
            self.acting.under = Some((pick.at, pick.element));
            if let Some(click) = self.acting.click.take_if(|click| click.at == pick.at) {
                self.clicked(click, pick.element, camera, cx);
            }
            ui.ctx().request_repaint();
        }
        if self.picture.pick_pending() {
            ui.ctx().request_repaint();
        }
        let bone = self.bone_below(response, cx.state, camera);
        let under = bone.or_else(|| self.acting.under.and_then(|(_, element)| element));
        if response.hovered()
            && !response.dragged()
            && let Some(element) = under
        {
            cx.hover(SelectionTarget::Element(element));
            self.point(cx, response, camera, element);
        }
        let pivot = response.double_clicked() || response.clicked_by(PointerButton::Middle);
        if pivot {
            self.pivot(ui, cx, response, camera);
        } else if let (true, Some(bone)) = (response.clicked(), bone) {
            cx.push(Command::pick(bone, input::click_modifiers(ui).command));
        } else if response.clicked() {
            self.click(ui, cx, response, gpu, camera);
        }
        if response.secondary_clicked() {
            self.acting.menu = under;
            let pos = response.interact_pointer_pos();
            self.acting.menu_at = pos.map(|pos| self.pixel(ui, pos)).unwrap_or_default();
            under.into_iter().for_each(|element| cx.select_unless_selected(element));
        }
        let opens = cx.state.focus == PanelId::SCENE && menus::key_pressed(ui.ctx());
        if opens {
            let selection = cx.state.selection.as_ref();
            self.acting.menu = selection.and_then(|selection| selection.element);
            self.acting.menu_at = self.pixel(ui, response.rect.center());
        }
        match menu(response, opens, self.acting.menu, cx) {
            Some(MenuChoice::ReplayHere) => self.replay_to(cx, camera),
            Some(MenuChoice::ExplainHere) => {
                self.explaining.start(self.acting.menu_at);
                cx.push(Command::ShowPanel(PanelId::PIXEL));
            }
            None => {}
        }
    }

    /// Replays up to the first face at the pixel of the context menu.
    fn replay_to(&mut self, cx: &mut Ctx<'_>, camera: &Camera) {
        self.replay.start_at_first_of(self.ids_at(cx.state, camera, self.acting.menu_at));
        if !cx.state.view.replay {
            cx.push(Command::ToggleReplay);
        }
    }

    /// Draw ids of all faces at a pixel, front first.
    pub(super) fn ids_at(&self, state: &State, camera: &Camera, at: (u32, u32)) -> Vec<u32> {
        let hits = self.hits(state, camera, at);
        let id = |hit: &RayHit| state.scene()?.ids.id(hit.face);
        hits.iter().filter_map(id).collect()
    }

    /// The bone under the pointer, while bones are drawn: they are in front of everything.
    fn bone_below(&self, response: &Response, state: &State, camera: &Camera) -> Option<Element> {
        let pointer = response.hover_pos().or(response.interact_pointer_pos())?;
        let scene = state.scene().filter(|_| state.view.bones)?;
        bones::under(scene, state, self.rect, camera, pointer)
    }

    /// Starts a query for the element under the pointer if it may have changed.
    fn start_pick(
        &mut self,
        ui: &Ui,
        response: &Response,
        gpu: &Gpu,
        state: &State,
        camera: &Camera,
    ) {
        let Some(pos) = response.hover_pos().filter(|_| !response.dragged()) else {
            if !response.dragged() {
                self.acting.under = None;
                self.acting.asked = None;
            }
            return;
        };
        let at = self.pixel(ui, pos);
        let pose = (!state.view.playing).then_some(state.motion.changes);
        let asked = PickRequest { at, camera: *camera, hidden: state.view.hidden.len(), pose };
        if self.acting.asked.as_ref() != Some(&asked) {
            self.acting.asked = Some(asked);
            self.picture.request_pick(gpu, at);
        }
    }

    fn click(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        response: &Response,
        gpu: &Gpu,
        camera: &Camera,
    ) {
        let Some(pos) = response.interact_pointer_pos() else { return };
        let at = self.pixel(ui, pos);
        let modifiers = input::click_modifiers(ui);
        let plain = !modifiers.command && !modifiers.alt && !modifiers.shift;
        if plain && self.is_again(at, cx.state, camera) && self.step_behind(camera, cx) {
            return;
        }
        self.acting.click = Some(Click { at, modifiers });
        self.picture.request_pick(gpu, at);
        ui.ctx().request_repaint();
    }

    fn is_again(&self, at: (u32, u32), state: &State, camera: &Camera) -> bool {
        let Some(last) = &self.acting.last else { return false };
        let near = |a: u32, b: u32| a.abs_diff(b) <= SAME_SPOT;
        let still = last.pose == state.motion.changes;
        still && last.camera == *camera && near(last.at.0, at.0) && near(last.at.1, at.1)
    }

    /// Selects the element behind the last selection; `false` if there is none.
    fn step_behind(&mut self, camera: &Camera, cx: &mut Ctx<'_>) -> bool {
        let at = self.acting.last.as_ref().map(|last| last.at).unwrap_or_default();
        if self.acting.last.as_ref().is_some_and(|last| last.stack.is_empty()) {
            let hits = self.hits(cx.state, camera, at);
            if let Some(last) = &mut self.acting.last {
                last.stack = hits.into_iter().map(|hit| Element::Face(hit.face)).collect();
            }
        }
        let Some(last) = &mut self.acting.last else { return false };
        if last.stack.len() < 2 {
            return false;
        }
        last.step = (last.step + 1) % last.stack.len();
        if let Some(element) = last.stack.get(last.step) {
            cx.select(SelectionTarget::Element(*element));
        }
        true
    }

    /// All faces at a pixel, front first.
    fn hits(&self, state: &State, camera: &Camera, at: (u32, u32)) -> Vec<RayHit> {
        let Some(buffers) = self.picture.buffers() else { return Vec::new() };
        let mut options = state.view.options();
        options.marks = state.view.marks;
        faces_at(
            &Shot::new(buffers, camera, &options).with(self.picture.overlay()),
            self.picture.size(),
            at,
        )
    }

    fn clicked(
        &mut self,
        click: Click,
        element: Option<Element>,
        camera: &Camera,
        cx: &mut Ctx<'_>,
    ) {
        self.acting.last = element.map(|_| LastClick {
            at: click.at,
            camera: *camera,
            pose: cx.state.motion.changes,
            stack: Vec::new(),
            step: 0,
        });
        if cx.state.view.replay {
            self.replay.set_here(self.ids_at(cx.state, camera, click.at));
        }
        let Some(element) = element else {
            if !click.modifiers.command {
                cx.push(Command::Deselect);
            }
            return;
        };
        let target = SelectionTarget::Element(element);
        if click.modifiers.command {
            cx.push(Command::SelectAlso(target));
        } else {
            cx.select(target);
            if click.modifiers.alt {
                cx.push(Command::SelectLike(Like::Texture));
            }
        }
    }

    /// Records the point on the element under the pointer.
    fn point(&self, cx: &mut Ctx<'_>, response: &Response, camera: &Camera, element: Element) {
        let Some(pos) = response.hover_pos() else { return };
        let at = (pos - self.rect.min) / self.rect.size();
        let ray = camera.ray(glam::Vec2::new(at.x, at.y), self.aspect());
        let place = cx.state.place_on(element, &ray);
        if place.is_some() && place != cx.state.view.pointed {
            cx.extend(place.map(Command::PointAt));
        }
    }

    /// Makes the point under the pointer the centre of orbiting.
    fn pivot(&mut self, ui: &Ui, cx: &mut Ctx<'_>, response: &Response, camera: &Camera) {
        let Some(pos) = response.interact_pointer_pos() else { return };
        let hits = self.hits(cx.state, camera, self.pixel(ui, pos));
        let Some(hit) = hits.first() else { return };
        let at = (pos - self.rect.min) / self.rect.size();
        let ray = camera.ray(glam::Vec2::new(at.x, at.y), self.aspect());
        // The depth is measured along the view direction; the ray is at an angle to it.
        let ahead = -camera.basis().2;
        let along = hit.depth / ray.direction.dot(ahead).max(1e-4);
        let target = ray.origin + ray.direction * along;
        let distance = hit.depth.max(camera.near() * 4.0);
        cx.push(Command::MoveCamera(Camera { target, distance, ..*camera }));
    }
}

/// A choice in the context menu that depends on its pixel.
enum MenuChoice {
    /// Replay up to the first face here.
    ReplayHere,
    /// Explain the pixel here.
    ExplainHere,
}

/// Draws the context menu while it is open.
fn menu(
    response: &Response,
    opens: bool,
    about: Option<Element>,
    cx: &mut Ctx<'_>,
) -> Option<MenuChoice> {
    let mut choice = None;
    menus::context_at(response, opens, response.rect.center(), |ui| {
        menus::scrolled(ui, |ui| {
            match about {
                Some(element) => element_menu::rows(ui, cx, element),
                None => menus::of_selection(ui, cx),
            }
            ui.separator();
            let explain = Button::new((icons::ICON_COLORIZE.rich_text(), "Explain pixel"));
            if ui.add(explain.shortcut_text("E")).clicked() {
                choice = Some(MenuChoice::ExplainHere);
            }
            if ui.button((menus::blank(), "Replay to the first face here")).clicked() {
                choice = Some(MenuChoice::ReplayHere);
            }
            for command in [Command::FrameAll, Command::CopyState, Command::Screenshot] {
                menus::command(ui, cx, &command);
            }
        });
    });
    choice
}
