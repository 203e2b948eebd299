//! Draws the faces of the picture one after the other, in the order of the renderer.

mod bar;
mod heat;

use crate::app::model::{Command, State};
use crate::app::ui::Ctx;
use crate::render::{
    Camera, DrawSequence, DrawStep, Effects, Overlay, RenderOptions, SceneBuffers, Shot,
};
use crate::scene::Element;

pub use bar::show as bar;

/// Duration of a whole picture, in seconds.
const DURATION: f32 = 10.0;

/// State of the replay.
#[derive(Default)]
pub struct Replay {
    /// Number of drawn steps; `None` draws all.
    drawn: Option<usize>,
    /// Steps drawn so far while it plays, with a fraction.
    playing: Option<f32>,
    sequence: Option<(Inputs, DrawSequence)>,
    buckets: Vec<Bucket>,
    /// The last drawn face is selected in the next frame.
    follows: bool,
    heat: heat::Heat,
}

/// Steps with the same bucket of the ordering table.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bucket {
    number: u32,
    /// Position of the first step.
    first: usize,
    steps: usize,
}

/// Everything that the drawing order depends on.
#[derive(Clone, PartialEq)]
struct Inputs {
    buffers: u64,
    camera: Camera,
    effects: Effects,
    size: (u32, u32),
    hides: u64,
}

impl Replay {
    /// Handles the commands of the replay.
    pub fn command(&mut self, command: &Command, state: &State) {
        if !state.view.replay {
            return;
        }
        match command {
            Command::StepFaces(by) => self.step(*by),
            Command::StepBucket(by) => self.step_bucket(*by),
            Command::PlayReplay => self.play(),
            _ => {}
        }
    }

    /// Number of faces to draw, as in [`RenderOptions::first_faces`]; `None` for all.
    pub fn first_faces(&self) -> Option<u32> {
        let drawn = self.drawn?;
        Some(drawn.checked_sub(1).and_then(|last| self.steps().get(last)).map_or(0, |s| s.count))
    }

    /// Computes the drawing order again if it changed, and advances. Call it once per frame with the
    /// camera of that frame.
    pub fn update(
        &mut self,
        cx: &mut Ctx<'_>,
        ui: &egui::Ui,
        shot: Option<(&SceneBuffers, &Camera, &RenderOptions, Option<&Overlay>)>,
        size: (u32, u32),
    ) {
        let Some((buffers, camera, options, overlay)) = shot.filter(|_| cx.state.view.replay)
        else {
            if self.sequence.is_some() {
                *self = Self::default();
            }
            return;
        };
        let inputs = Inputs {
            buffers: buffers.version(),
            camera: *camera,
            effects: options.effects,
            size,
            hides: overlay.map_or(0, Overlay::hides),
        };
        let shot = Shot::new(buffers, camera, options).with(overlay);
        if self.sequence.as_ref().is_none_or(|(known, _)| *known != inputs) {
            let sequence = DrawSequence::new(&shot, size);
            self.buckets = buckets(&sequence.steps);
            self.drawn = self.drawn.map(|drawn| drawn.min(sequence.steps.len()));
            self.sequence = Some((inputs, sequence));
            self.heat.clear();
        }
        self.advance(ui);
        if std::mem::take(&mut self.follows)
            && let Some(element) = self.last_face(cx.state)
        {
            cx.push(Command::Reselect(element));
        }
        if let Some((_, sequence)) = &self.sequence {
            let steps = self.drawn.unwrap_or(sequence.steps.len());
            self.heat.update(ui, &shot, size, sequence, steps);
        }
    }

    /// Shows the picture up to the first face that is one of `ids`.
    pub fn seek_first_of(&mut self, ids: &[u32]) {
        if let Some(at) = self.steps().iter().position(|step| ids.contains(&step.id)) {
            self.seek(at + 1);
        }
    }

    /// Paints the heat map over the picture.
    pub fn paint(&self, ui: &egui::Ui, rect: egui::Rect) {
        self.heat.paint(ui, rect);
    }

    fn steps(&self) -> &[DrawStep] {
        self.sequence.as_ref().map_or(&[], |(_, sequence)| &sequence.steps)
    }

    fn shown(&self) -> usize {
        self.drawn.unwrap_or(self.steps().len())
    }

    /// The last drawn step.
    fn last(&self) -> Option<&DrawStep> {
        self.shown().checked_sub(1).and_then(|last| self.steps().get(last))
    }

    fn last_face(&self, state: &State) -> Option<Element> {
        let id = self.last()?.id;
        state.scene()?.ids.face(id).map(Element::Face)
    }

    fn seek(&mut self, drawn: usize) {
        self.playing = None;
        self.drawn = Some(drawn.min(self.steps().len()));
        self.follows = true;
    }

    fn step(&mut self, by: i32) {
        self.seek(self.shown().saturating_add_signed(by as isize));
    }

    /// Steps to the end of the next or previous bucket.
    fn step_bucket(&mut self, by: i32) {
        let shown = self.shown();
        // Buckets that are drawn completely.
        let complete = self.buckets.partition_point(|bucket| bucket.end() <= shown);
        let end = |count: usize| count.checked_sub(1).and_then(|at| self.buckets.get(at));
        let next = if by > 0 {
            self.buckets.get(complete).map_or(self.steps().len(), Bucket::end)
        } else {
            let inside = end(complete).is_none_or(|bucket| bucket.end() < shown);
            let before = if inside { complete } else { complete - 1 };
            end(before).map_or(0, Bucket::end)
        };
        self.seek(next);
    }

    /// Starts at the beginning if everything is drawn; stops if it plays.
    fn play(&mut self) {
        if self.playing.take().is_some() {
            self.follows = true;
            return;
        }
        let shown = self.shown();
        let start = if shown == self.steps().len() { 0 } else { shown };
        self.playing = Some(start as f32);
        self.drawn = Some(start);
    }

    fn advance(&mut self, ui: &egui::Ui) {
        let count = self.steps().len();
        let Some(position) = &mut self.playing else { return };
        let seconds = ui.input(|input| input.stable_dt).min(0.1);
        *position += (seconds * count as f32 / DURATION).max(0.02);
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

impl Bucket {
    fn end(&self) -> usize {
        self.first + self.steps
    }
}

/// Buckets in drawing order. Faces that are not sorted into buckets have none.
fn buckets(steps: &[DrawStep]) -> Vec<Bucket> {
    let mut buckets: Vec<Bucket> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let Some(number) = step.bucket else { continue };
        match buckets.last_mut() {
            Some(last) if last.number == number && last.end() == at => last.steps += 1,
            _ => buckets.push(Bucket { number, first: at, steps: 1 }),
        }
    }
    buckets
}
