//! Turns or plays the hit under the pointer after a short delay.

use std::time::Duration;

use egui::{Ui, Vec2};

use super::Gallery;
use crate::app::model::document::thumbnails::Item;
use crate::app::model::{Command, State};
use crate::app::ui::Ctx;
use crate::index::Kind;

/// Delay before a model turns and before a sound plays, in seconds.
const BEFORE_TURNING: f64 = 0.15;
const BEFORE_PLAYING: f64 = 0.3;
/// Time between frames while a sound plays.
const SMOOTH: Duration = Duration::from_millis(33);

/// The hit under the pointer, and the time when the pointer reached it. A hit that was scrolled
/// under the pointer does not count until the pointer moves.
#[derive(Default)]
pub struct HoveredHit {
    on: Option<(Kind, Item)>,
    since: f64,
    is_meant: bool,
    is_scrolled: bool,
}

impl HoveredHit {
    /// Records whether the gallery was scrolled in this frame.
    pub fn scrolled(&mut self, is_scrolled: bool) {
        self.is_scrolled = is_scrolled;
    }

    /// Ignores the hit under the pointer until the pointer moves.
    pub fn ignore_hit(&mut self) {
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

    /// The hit under the pointer once its delay has passed; requests a frame for that time.
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
    /// Turns and plays the hit under the pointer, otherwise the one chosen by key; stops all others.
    pub(super) fn move_and_play(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        pointed: Option<(Kind, Item)>,
    ) {
        self.rest.follow(ui, pointed);
        let due = self.rest.due(ui).filter(|(kind, _)| follows(*kind, cx.state)).cloned();
        if due.is_some() && due.as_ref().map(|(kind, _)| *kind) == Some(Kind::Sound) {
            // Otherwise the sound chosen by key would play again when the pointer leaves.
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

/// `true` if this kind reacts to the pointer. A sound that the user plays is not interrupted.
fn follows(kind: Kind, state: &State) -> bool {
    match kind {
        Kind::Sound => {
            let others_play = state.gallery.tried.is_none() && state.sound.is_playing();
            state.settings.gallery_plays && !others_play
        }
        _ => !state.settings.reduce_motion,
    }
}
