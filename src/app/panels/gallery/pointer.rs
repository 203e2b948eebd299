//! What the pointer rests on: it turns, or is played.

use std::time::Duration;

use egui::{Ui, Vec2};

use super::Gallery;
use crate::app::model::thumbnails::Item;
use crate::app::model::{Command, State};
use crate::app::ui::Ctx;
use crate::index::Kind;

/// Seconds that the pointer rests on a model before it turns, and on a sound before it plays.
const BEFORE_TURNING: f64 = 0.15;
const BEFORE_PLAYING: f64 = 0.3;
/// Time between frames while a sound goes on.
const SMOOTH: Duration = Duration::from_millis(33);

/// What the pointer is on, and since when. What came below it by scrolling does not count until the
/// pointer itself moves.
#[derive(Default)]
pub struct Rest {
    on: Option<(Kind, Item)>,
    since: f64,
    is_meant: bool,
    is_scrolled: bool,
}

impl Rest {
    /// Tells whether the wall was scrolled in this frame.
    pub fn scrolled(&mut self, is_scrolled: bool) {
        self.is_scrolled = is_scrolled;
    }

    /// What the pointer is on is not meant any more, until it moves.
    pub fn decline(&mut self) {
        self.is_meant = false;
    }

    fn follow(&mut self, ui: &Ui, on: Option<(Kind, Item)>) {
        let (now, moved) = ui.input(|input| (input.time, input.pointer.delta() != Vec2::ZERO));
        let moved = moved && !std::mem::take(&mut self.is_scrolled);
        if self.on != on {
            *self = Self { on, since: now, is_meant: moved, is_scrolled: false };
        } else if moved && !self.is_meant {
            (self.since, self.is_meant) = (now, true);
        }
    }

    /// What the pointer has rested on for long enough; asks for a frame when it will have.
    fn due(&self, ui: &Ui) -> Option<&(Kind, Item)> {
        let on = self.on.as_ref().filter(|_| self.is_meant)?;
        let wait = match on.0 {
            Kind::Model => BEFORE_TURNING,
            Kind::Sound => BEFORE_PLAYING,
            _ => return None,
        };
        let left = self.since + wait - ui.input(|input| input.time);
        if left > 0.0 {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
            return None;
        }
        Some(on)
    }
}

impl Gallery {
    /// Turns and plays what the pointer rests on, else what a key chose, and nothing besides.
    pub(super) fn move_and_play(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        pointed: Option<(Kind, Item)>,
    ) {
        self.rest.follow(ui, pointed);
        let due = self.rest.due(ui).filter(|(kind, _)| follows(*kind, cx.state)).cloned();
        if due.is_some() && due.as_ref().map(|(kind, _)| *kind) == Some(Kind::Sound) {
            // It would begin again when the pointer leaves.
            self.keyed.take_if(|(kind, _)| *kind == Kind::Sound);
        }
        let wish = |kind: Kind| {
            let of = |wish: &Option<(Kind, Item)>| {
                wish.as_ref().filter(|(own, _)| *own == kind).map(|(_, item)| item.clone())
            };
            of(&due).or_else(|| of(&self.keyed))
        };
        let (turns, plays) = (wish(Kind::Model), wish(Kind::Sound));
        if cx.state.gallery.turns() != turns.as_ref() {
            cx.push(Command::Turn(turns));
        }
        let tried = cx.state.gallery.tried.as_ref().map(|tried| &tried.item);
        if tried != plays.as_ref() {
            cx.push(Command::TrySound(plays));
        }
        if tried.is_some() && cx.state.sound.is_playing() {
            ui.ctx().request_repaint_after(SMOOTH);
        }
    }
}

/// Whether things of a kind follow the pointer. What the user plays goes on.
fn follows(kind: Kind, state: &State) -> bool {
    match kind {
        Kind::Sound => {
            let others_play = state.gallery.tried.is_none() && state.sound.is_playing();
            state.settings.gallery_plays && !others_play
        }
        _ => !state.settings.reduce_motion,
    }
}
