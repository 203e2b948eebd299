//! Draws the faces of the picture one after the other, in the order of the renderer.

mod bar;
pub mod groups;
mod heat;
mod here;
mod order;
mod words;

use std::sync::Arc;

use egui::Ui;

use self::groups::{Group, Grouping};
use self::order::{Inputs, Order};
use super::content::Content;
use crate::app::model::background::Newest;
use crate::app::model::{Command, State};
use crate::app::ui::Ctx;
use crate::render::{DrawStep, PosedShot};
use crate::scene::Element;

pub use bar::show as bar;

/// Duration of a whole picture at normal speed, in seconds.
const DURATION: f32 = 10.0;

/// State of the replay.
#[derive(Default)]
pub struct Replay {
    /// Number of drawn steps; `None` draws all.
    drawn: Option<usize>,
    /// Steps drawn so far while it plays, with a fraction.
    playing: Option<f32>,
    worker: Newest<Order>,
    /// Inputs of the last request.
    requested: Option<Inputs>,
    /// The last result.
    order: Option<Arc<Order>>,
    grouping: Option<Grouping>,
    list: bar::GroupList,
    /// Faces at the last clicked pixel, front first; `None` before a click.
    here: Option<Vec<u32>>,
    /// `true` if the list of faces is open without a clicked pixel.
    lacks_here: bool,
    /// Draw ids, the first of which is shown once the order is known.
    first_of: Option<Vec<u32>>,
    /// `true` if the last drawn face will be selected in the next frame.
    follows: bool,
    heat: heat::Heat,
}

impl Replay {
    /// Handles the commands of the replay.
    pub fn command(&mut self, command: &Command, state: &State) {
        if !state.view.replay {
            return;
        }
        match command {
            Command::StepFaces(by) => {
                self.seek(self.displayed_steps().saturating_add_signed(*by as isize));
            }
            Command::StepGroup(by) => {
                let (shown, most) = (self.displayed_steps(), self.steps().len());
                self.seek(groups::stop_after(self.groups(), shown, *by, most));
            }
            Command::PlayReplay => self.play(),
            Command::ToggleOverdraw => self.heat.on ^= true,
            _ => {}
        }
    }

    /// Number of faces to draw, as in [`RenderOptions::first_faces`](crate::render::RenderOptions);
    /// `None` for all.
    pub fn first_faces(&self) -> Option<u32> {
        let drawn = self.drawn?;
        Some(drawn.checked_sub(1).and_then(|last| self.steps().get(last)).map_or(0, |s| s.count))
    }

    /// Takes the last drawing order, and advances. Call it once per frame.
    pub fn update(&mut self, ui: &Ui, cx: &mut Ctx<'_>) {
        if !cx.state.view.replay {
            if self.requested.is_some() {
                *self = Self::default();
            }
            return;
        }
        if let Some(order) = self.worker.take() {
            self.drawn = self.drawn.map(|drawn| drawn.min(order.steps().len()));
            self.order = Some(Arc::new(order));
        }
        if self.order.is_some()
            && let Some(ids) = self.first_of.take()
        {
            self.seek_first_of(&ids);
        }
        self.advance(ui, cx.state.settings.motion_speed);
        if std::mem::take(&mut self.follows)
            && let Some(element) = self.last_face(cx.state)
        {
            cx.push(Command::Reselect(element));
        }
        if let Some(order) = &self.order {
            let steps = self.displayed_steps();
            self.heat.update(ui.ctx(), order, steps);
        }
    }

    /// Requests the order of the displayed picture if it changed.
    pub fn request(&mut self, ui: &Ui, state: &State, shot: &PosedShot, size: (u32, u32)) {
        let Some(scene) = state.scene().filter(|_| state.view.replay) else { return };
        let inputs = Inputs::of(shot, size);
        if self.requested.as_ref() == Some(&inputs) {
            return;
        }
        self.requested = Some(inputs);
        let (content, scene, ids) =
            (Content::of_faces(shot, size), scene.scene.clone(), scene.ids.clone());
        let ctx = ui.ctx().clone();
        let work = move || Order::new(content, &scene, &ids);
        self.worker.request("Sorting the faces", work, move || ctx.request_repaint());
    }

    /// `true` while the order or the heat map is being computed.
    pub fn is_pending(&self) -> bool {
        self.worker.is_pending() || self.heat.is_pending()
    }

    /// Shows the picture up to the first face in `ids` as soon as the order is known.
    pub fn start_at_first_of(&mut self, ids: Vec<u32>) {
        self.first_of = Some(ids);
    }

    fn seek_first_of(&mut self, ids: &[u32]) {
        let order = self.order.as_ref();
        let at = |id: &u32| order.and_then(|order| order.position(*id));
        if let Some(first) = ids.iter().filter_map(at).min() {
            self.seek(first + 1);
        }
    }

    /// Sets the faces at the clicked pixel, front first.
    pub fn set_here(&mut self, ids: Vec<u32>) {
        self.playing = None;
        self.here = Some(ids);
    }

    /// `true` if the faces at the pointer, or in the middle of the picture, are to be listed.
    pub fn lacks_here(&mut self) -> bool {
        std::mem::take(&mut self.lacks_here) && self.order.is_some()
    }

    /// Paints the heat map over the picture.
    pub fn paint(&self, ui: &Ui, rect: egui::Rect) {
        self.heat.paint(ui, rect);
    }

    fn steps(&self) -> &[DrawStep] {
        self.order.as_ref().map_or(&[], |order| order.steps())
    }

    /// The first step that draws a face.
    fn step_of(&self, id: u32) -> Option<&DrawStep> {
        self.steps().get(self.order.as_ref()?.position(id)?)
    }

    fn chosen_groups(&self) -> Option<(Grouping, &[Group])> {
        self.order.as_ref()?.groups(self.grouping)
    }

    fn groups(&self) -> &[Group] {
        self.chosen_groups().map_or(&[], |(_, groups)| groups)
    }

    fn displayed_steps(&self) -> usize {
        self.drawn.unwrap_or(self.steps().len())
    }

    /// The last drawn step.
    fn last(&self) -> Option<&DrawStep> {
        self.displayed_steps().checked_sub(1).and_then(|last| self.steps().get(last))
    }

    fn last_face(&self, state: &State) -> Option<Element> {
        let id = self.last()?.id;
        state.scene()?.ids.face(id).map(Element::Face)
    }

    fn seek(&mut self, drawn: usize) {
        self.playing = None;
        self.here = None;
        self.drawn = Some(drawn.min(self.steps().len()));
        self.follows = true;
    }

    /// Starts at the beginning if everything is drawn; stops if it plays.
    fn play(&mut self) {
        if self.playing.take().is_some() {
            self.follows = true;
            return;
        }
        let shown = self.displayed_steps();
        let start = if shown == self.steps().len() { 0 } else { shown };
        self.here = None;
        self.playing = Some(start as f32);
        self.drawn = Some(start);
    }

    fn advance(&mut self, ui: &Ui, speed: f32) {
        let count = self.steps().len();
        let Some(position) = &mut self.playing else { return };
        let seconds = ui.input(|input| input.stable_dt).min(0.1);
        *position += (speed * seconds * count as f32 / DURATION).max(0.02);
        let drawn = *position as usize;
        ui.ctx().request_repaint();
        if drawn >= count {
            self.playing = None;
            self.drawn = None;
        } else {
            self.drawn = Some(drawn);
        }
    }
}
