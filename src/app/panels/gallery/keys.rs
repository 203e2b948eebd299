//! Keyboard control of the gallery: moves the cursor, opens, turns and plays tiles, and zooms.

use egui::{Key, Modifiers, Ui};

use super::Gallery;
use crate::app::model::document::thumbnails::Item;
use crate::app::model::search::SearchResults;
use crate::app::model::{Command, PanelId};
use crate::app::panels::find::hit_item;
use crate::app::ui::tile_grid::MOVES;
use crate::app::ui::{Ctx, input, menus};
use crate::index::Kind;

/// Zoom factor per key press.
const ZOOM: f32 = 1.25;

impl Gallery {
    pub(super) fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, found: &SearchResults) {
        let typing = ui.ctx().text_edit_focused();
        if cx.state.focus != PanelId::GALLERY || typing || input::is_covered(ui.ctx()) {
            return;
        }
        // A widget that has the focus handles some keys itself.
        let is_free = ui.memory(|memory| memory.focused().is_none());
        for (key, _) in input::take_presses(ui, if is_free { &MOVES } else { &[] }) {
            self.go(key);
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        // A slow frame may contain several presses.
        let often = |key| {
            let times = ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
            i32::try_from(times).unwrap_or(0)
        };
        let times = often(Key::Plus) + often(Key::Equals) - often(Key::Minus);
        self.resize(self.side * ZOOM.powi(times));
        if !is_free {
            return;
        }
        let Some((at, hit)) = self.cursor.and_then(|at| Some((at, self.hit(found, at)?))) else {
            return;
        };
        if menus::key_pressed(ui.ctx()) {
            self.grid.reveal(at);
            self.opens_menu = true;
        }
        if pressed(Key::Enter) {
            hit_item::open(cx, found, hit);
        }
        if matches!(hit.kind, Kind::Model | Kind::Sound) && pressed(Key::Space) {
            let this = (hit.kind, Item::of(hit));
            let plays = cx.state.gallery.tries(&this.1) && cx.state.sound.is_playing();
            let goes = match hit.kind {
                Kind::Sound => plays,
                _ => cx.state.gallery.turns() == Some(&this.1),
            };
            self.rest.ignore_hit();
            self.keyed = (!goes).then_some(this);
            if goes || hit.kind == Kind::Sound {
                // Plays from the start, even if it was played before.
                cx.push(Command::TrySound(None));
            }
        }
    }

    /// Moves the cursor.
    fn go(&mut self, key: Key) {
        let Some(next) = self.grid.tile_after(key, self.cursor, self.shown.len()) else { return };
        if self.cursor != Some(next) {
            self.keyed = None;
        }
        self.cursor = Some(next);
        self.grid.reveal(next);
    }
}
