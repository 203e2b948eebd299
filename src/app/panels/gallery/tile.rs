//! Draws a tile: picture or icon, name, facts, and playback progress of a sound.

use egui::{Rect, Response, Role, Sense, Ui, Vec2, pos2, vec2};

use crate::app::model::State;
use crate::app::model::document::thumbnails::{Item, Thumbnail};
use crate::app::model::search::gallery::SampledSound;
use crate::app::panels::find::hit_item;
use crate::app::ui::named::Named;
use crate::app::ui::{GRID, ROW, Theme, cells, row, theme};
use crate::index::Hit;

/// Height of the playback progress bar.
const BAR: f32 = 3.0;

/// Draws a hit into `rect`.
pub fn show(ui: &Ui, state: &State, hit: &Hit, rect: Rect, at_cursor: bool) -> Response {
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(("tile", hit.id)), Sense::click());
    row::fill(ui, rect, at_cursor, response.hovered());
    let side = (rect.width() - 2.0 * GRID).max(0.0);
    let corner = pos2(rect.center().x - side / 2.0, rect.top() + GRID);
    let place = Rect::from_min_size(corner, Vec2::splat(side));
    let item = Item::of(hit);
    picture(ui, state, hit, &item, place);
    if let Some(tried) = state.gallery.tried.as_ref().filter(|tried| tried.item == item) {
        progress(ui, state, tried, place);
    }
    let line = |at: f32| {
        let top = place.bottom() + at * ROW * 0.8;
        Rect::from_min_size(pos2(place.left(), top), vec2(side, ROW * 0.8))
    };
    cells::centred(ui, line(0.0), &hit.name, theme::body(), theme.text);
    cells::centred(ui, line(1.0), &hit_item::facts(hit), theme::small(), theme.weak);
    response.named_on(Role::ListItem, at_cursor, hit_item::label(hit));
    response
}

/// Draws the turning model, otherwise the picture, otherwise the icon of the kind; fainter while the
/// picture is pending.
fn picture(ui: &Ui, state: &State, hit: &Hit, item: &Item, place: Rect) {
    if let Some(turned) = state.gallery.turned(item) {
        return egui::Image::new(turned).paint_at(ui, place);
    }
    let theme = Theme::of(ui);
    let known = state.files.thumbnails.get(item);
    let colour = match known {
        Some(Thumbnail::Ready { large, .. }) => {
            let tint = hit_item::tint(hit, &theme);
            let tint = if state.gallery.tries(item) { theme.accent } else { tint };
            return egui::Image::new(large).tint(tint).paint_at(ui, place);
        }
        Some(Thumbnail::Waiting) => theme.weak.gamma_multiply(0.4),
        Some(Thumbnail::Nothing) | None => theme.weak,
    };
    let colour = if state.gallery.tries(item) { theme.accent } else { colour };
    cells::icon(ui, place, hit_item::icon_of(hit), place.width() * 0.45, colour);
}

/// Draws the playback progress of a sound.
fn progress(ui: &Ui, state: &State, tried: &SampledSound, place: Rect) {
    let theme = Theme::of(ui);
    let bar = place.with_min_y(place.bottom() - BAR);
    ui.painter().rect_filled(bar, BAR / 2.0, theme.weak.gamma_multiply(0.3));
    let Some(key) = tried.key else { return };
    let Some(position) = state.sound.position_in(key) else { return };
    let Some(now) = state.sound.now() else { return };
    let part = (position / now.track.seconds().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) as f32;
    let played = bar.with_max_x(bar.left() + bar.width() * part);
    ui.painter().rect_filled(played, BAR / 2.0, theme.accent);
}
