//! Search results as a grid of pictures.

mod keys;
mod pointer;
mod tile;

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Slider, Ui, vec2};
use egui_material_icons::icons;

use self::pointer::HoveredHit;
use super::find::hit_item;
use crate::app::model::document::thumbnails::Item;
use crate::app::model::search::{SearchResults, TO_SEE, forget};
use crate::app::model::{Command, PanelId, grouped};
use crate::app::ui::{
    Ctx, GRID, Panel, PanelInfo, ROW, Theme, TileGrid, icon_button, menus, theme, tips,
};
use crate::index::{Hit, Kind};

/// Below this width, the toolbar has two lines.
const NARROW: f32 = 90.0 * GRID;
/// Range of picture sizes.
const SIDES: std::ops::RangeInclusive<f32> = 48.0..=256.0;
const SIDE: f32 = 104.0;
/// Kinds that can be seen or heard.
const KINDS: [Kind; 5] = [Kind::Texture, Kind::Model, Kind::Palette, Kind::Sound, Kind::File];

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::GALLERY,
    title: "Gallery",
    icon: icons::ICON_GRID_VIEW,
    make: Some(|| Box::<Gallery>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
pub struct Gallery {
    side: f32,
    /// Only this kind is listed.
    kind: Option<Kind>,
    grid: TileGrid,
    /// Index of the tile at the cursor, among the visible ones.
    cursor: Option<usize>,
    /// Hover state of the pointer.
    rest: HoveredHit,
    /// The hit that rotates or plays because a key was pressed.
    keyed: Option<(Kind, Item)>,
    /// The menu of the tile at the cursor opens in this frame.
    opens_menu: bool,
    /// Indices of the listed hits.
    shown: Vec<u32>,
    /// Kinds among the results.
    kinds: Vec<Kind>,
    made_for: Option<(Arc<SearchResults>, Option<Kind>)>,
}

impl Default for Gallery {
    fn default() -> Self {
        let (grid, shown, kinds, rest) = Default::default();
        let (kind, cursor, keyed, opens_menu, made_for) = (None, None, None, false, None);
        Self { side: SIDE, kind, grid, cursor, rest, keyed, opens_menu, shown, kinds, made_for }
    }
}

impl Panel for Gallery {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        ui.painter().rect_filled(ui.max_rect(), 0.0, Theme::of(ui).panel);
        let mut pointed = None;
        match cx.state.finding.found.clone() {
            Some(found) => {
                self.choose(&found);
                self.bar(ui, cx);
                if self.shown.is_empty() {
                    nothing_to_show(ui, cx, &found);
                } else {
                    pointed = self.tiles(ui, cx, &found);
                }
            }
            None => {
                forget(self.made_for.take().map(|(found, _)| found));
                nothing_asked(ui, cx);
            }
        }
        self.move_and_play(ui, cx, pointed);
    }
}

/// Explains how to fill the gallery.
fn nothing_asked(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let icon = icons::ICON_GRID_VIEW;
    if cx.state.finding.is_looking && !cx.state.finding.asked.query.is_empty() {
        return tips::empty_state(ui, icons::ICON_HOURGLASS_EMPTY, "Searching …", "");
    }
    let hint = "Results of Find appear here as pictures";
    tips::empty_state(ui, icon, "No search yet", hint);
    let has_entries = cx.state.finding.entries.is_some_and(|entries| entries > 0);
    let is_indexed = has_entries || !cx.state.finding.indexed.is_empty();
    let link = |ui: &mut Ui| ui.link("Show every texture, model and sound").clicked();
    if is_indexed && ui.vertical_centered(link).inner {
        cx.push(Command::ShowGallery(TO_SEE.to_owned()));
    }
}

fn nothing_to_show(ui: &mut Ui, cx: &Ctx<'_>, found: &SearchResults) {
    let (headline, hint) = match (found.hits.is_empty(), cx.state.finding.is_looking) {
        (true, true) => ("Searching …", ""),
        (true, false) => ("No results", "Change the query in Find"),
        (false, _) => ("Nothing to show", "The results have no pictures or sounds"),
    };
    tips::empty_state(ui, icons::ICON_GRID_VIEW, headline, hint);
}

/// `true` if the hit can be seen or heard.
fn is_shown(hit: &Hit) -> bool {
    match hit.kind {
        Kind::File => hit_item::is_pictured(hit),
        kind => KINDS.contains(&kind),
    }
}

impl Gallery {
    fn choose(&mut self, found: &Arc<SearchResults>) {
        let key = (found.clone(), self.kind);
        let is_same = self
            .made_for
            .as_ref()
            .is_some_and(|(own, kind)| Arc::ptr_eq(own, found) && *kind == self.kind);
        if is_same {
            return;
        }
        let before = self.made_for.replace(key);
        let is_other = before
            .as_ref()
            .is_none_or(|(own, kind)| own.query != found.query || *kind != self.kind);
        if is_other {
            (self.cursor, self.keyed, self.grid) = (None, None, TileGrid::default());
        }
        forget(before.map(|(found, _)| found));
        self.shown.clear();
        let mut there = HashSet::new();
        for (at, hit) in (0u32..).zip(&found.hits).filter(|(_, hit)| is_shown(hit)) {
            there.insert(hit.kind);
            if self.kind.is_none_or(|kind| hit.kind == kind) {
                self.shown.push(at);
            }
        }
        self.kinds = KINDS.into_iter().filter(|kind| there.contains(kind)).collect();
        if self.shown.is_empty() && self.kind.is_some() {
            // There are no results of the chosen kind.
            (self.kind, self.made_for) = (None, None);
        }
    }

    /// Toolbar: choice of kinds, number of tiles, size, and sound on hover; in two lines if it is narrow.
    fn bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            let is_narrow = ui.available_width() < NARROW;
            ui.horizontal_wrapped(|ui| {
                ui.selectable_value(&mut self.kind, None, "All");
                for kind in &self.kinds {
                    let title = hit_item::title_of(kind.name());
                    ui.selectable_value(&mut self.kind, Some(*kind), title);
                }
                ui.weak(grouped(self.shown.len() as u64));
                if !is_narrow {
                    self.size_bar(ui, cx);
                }
            });
            if is_narrow {
                ui.horizontal(|ui| self.size_bar(ui, cx));
            }
        });
    }

    /// Right part of the toolbar: size of the pictures, and sound on hover.
    fn size_bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if self.kinds.contains(&Kind::Sound) {
                plays(ui, cx);
            }
            ui.spacing_mut().slider_width =
                (ui.available_width() - 8.0 * GRID).clamp(0.0, 24.0 * GRID);
            let mut side = self.side;
            let slider = Slider::new(&mut side, SIDES).show_value(false);
            ui.add(slider).accessible_name("Size of pictures");
            self.resize(side);
            let icon = icons::ICON_PHOTO_SIZE_SELECT_LARGE.rich_text();
            ui.label(icon.color(Theme::of(ui).weak).size(theme::ICON));
        });
    }

    /// Changes the size of the pictures.
    fn resize(&mut self, side: f32) {
        self.side = side.clamp(*SIDES.start(), *SIDES.end());
    }

    /// Size of picture, name, facts, and margins.
    fn tile_size(&self) -> egui::Vec2 {
        vec2(self.side + 4.0 * GRID, self.side + 2.0 * GRID + 2.0 * ROW)
    }

    /// Draws the visible tiles, and returns the one under the pointer.
    fn tiles(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        found: &SearchResults,
    ) -> Option<(Kind, Item)> {
        if ui.rect_contains_pointer(ui.available_rect_before_wrap()) {
            self.resize(self.side * ui.input(egui::InputState::zoom_delta));
        }
        self.keys(ui, cx, found);
        let before = self.grid.clone();
        let size = self.tile_size();
        let tiles = self.grid.show(ui, "Gallery of hits", self.shown.len(), size);
        self.rest.scrolled(self.grid != before);
        // Thumbnails requested last are drawn first, so the topmost row is requested last.
        for number in tiles.range().rev() {
            if let Some(hit) = self.hit(found, number) {
                hit_item::want_picture(cx, hit);
            }
        }
        let mut pointed = None;
        tiles.each(ui, |ui, number, rect| {
            let Some(hit) = self.hit(found, number) else { return };
            let rect = rect.shrink(GRID / 2.0);
            let response = tile::show(ui, cx.state, hit, rect, self.cursor == Some(number));
            if response.hovered() {
                pointed = Some((hit.kind, Item::of(hit)));
            }
            if response.clicked() || response.secondary_clicked() {
                self.cursor = Some(number);
            }
            if response.double_clicked() {
                hit_item::open(cx, found, hit);
            }
            let opens_menu = self.opens_menu && self.cursor == Some(number);
            menus::context(&response, opens_menu, |ui| hit_item::menu_of(ui, cx, found, hit));
            tips::beside(response, |ui| hit_item::tip_words(ui, hit));
        });
        self.opens_menu = false;
        pointed
    }

    fn hit<'a>(&self, found: &'a SearchResults, number: usize) -> Option<&'a Hit> {
        found.hits.get(*self.shown.get(number)? as usize)
    }
}

/// Switch for playing sounds under the pointer.
fn plays(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let plays = cx.state.settings.gallery_plays;
    let icon = if plays { icons::ICON_VOLUME_UP } else { icons::ICON_VOLUME_OFF };
    if icon_button(ui, icon, "Play sounds on hover", plays).clicked() {
        let mut settings = cx.state.settings.clone();
        settings.gallery_plays = !plays;
        cx.push(Command::SetSettings(Box::new(settings)));
    }
}
