//! Files of a container as tiles, displayed when there is no scene.

mod tile;

use std::sync::Arc;

use egui::{Key, Modifiers, Rect, RichText, Ui, UiBuilder};
use egui_material_icons::icons;

use crate::app::model::{
    Command, Listing, PanelId, State, document::paths, grouped, numbers::counted,
};
use crate::app::panels::{file_item, file_menu};
use crate::app::ui::{
    Ctx, Filter, GRID, ROW, Theme, TileGrid, Words, icon_button, input, menus, spinner,
    tile_grid::MOVES, tips,
};
use crate::library::Entry;

/// Width of the filter box.
const FILTER: f32 = 50.0 * GRID;

/// Below this width, the number of files is only in the tooltip.
const MIN_AMOUNT: f32 = 70.0 * GRID;

/// State of the gallery.
#[derive(Default)]
pub struct Gallery {
    /// The document, and the displayed folder in it.
    document: String,
    folder: String,
    filter: Filter,
    grid: TileGrid,
    cursor: Option<String>,
    /// First tile of a range of marks.
    anchor: Option<String>,
    all: bool,
    /// The files that pass the filter, and the inputs they were computed from.
    shown: Arc<Vec<Entry>>,
    made_for: Option<(u64, String, Words)>,
}

impl Gallery {
    /// Handles a command; called for every command.
    pub fn command(&mut self, command: &Command, state: &State) {
        let here = state.focus == PanelId::SCENE && state.gallery().is_some();
        match command {
            Command::SelectAll if here => self.all = true,
            Command::Find if here => self.filter.focus(),
            _ => {}
        }
    }

    /// Draws the members of the open container into `rect`.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect) {
        let Some(document) = cx.state.gallery() else { return };
        if self.document != document {
            *self = Self { document: document.to_owned(), ..Self::default() };
            self.folder.clone_from(&self.document);
        }
        ui.painter().rect_filled(rect, 0.0, Theme::of(ui).panel);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(rect));
        let listing = cx.state.files.listings.get(&self.folder).cloned();
        match &listing {
            Some(Listing::Entries(entries)) => self.choose(cx.state, entries),
            // The cached list belongs to the previous folder.
            _ => (self.shown, self.made_for) = Default::default(),
        }
        self.head(&mut ui, cx);
        match &listing {
            Some(Listing::Entries(_)) => {}
            Some(Listing::Failed(why)) => {
                let headline = "The files could not be listed";
                return tips::empty_state(&mut ui, icons::ICON_ERROR, headline, why);
            }
            Some(Listing::Loading) => {
                spinner(&mut ui, ROW);
                return;
            }
            None => return cx.push(Command::List(self.folder.clone())),
        }
        if self.shown.is_empty() {
            let headline = "No files here";
            return tips::empty_state(&mut ui, icons::ICON_FOLDER_OPEN, headline, "");
        }
        self.tiles(&mut ui, cx);
    }

    /// Computes the entries that pass the filter.
    fn choose(&mut self, state: &State, entries: &[Entry]) {
        let words = self.filter.words();
        let key = (state.files.changes, self.folder.clone(), words);
        if self.made_for.as_ref() != Some(&key) {
            let found = entries.iter().filter(|entry| key.2.are_in(&entry.name));
            self.shown = Arc::new(found.cloned().collect());
            self.made_for = Some(key);
        }
    }

    /// Header: the folder, the number of files, and the marks, which have priority.
    fn head(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    let width = FILTER.min(ui.available_width() * 0.3);
                    if self.filter.show(ui, "Filter gallery", "Filter", width) {
                        self.grid.to_start();
                    }
                    marked(ui, cx);
                    let left = egui::Layout::left_to_right(egui::Align::Center);
                    ui.with_layout(left, |ui| self.place(ui));
                });
            });
        });
    }

    fn place(&mut self, ui: &mut Ui) {
        ui.add_enabled_ui(self.folder != self.document, |ui| {
            let tip = "Parent folder (Backspace)";
            if icon_button(ui, icons::ICON_ARROW_UPWARD, tip, false).clicked() {
                self.up();
            }
        });
        let inner = self.folder.strip_prefix(&self.document).unwrap_or_default();
        let name = format!("{}{}", paths::name(&self.document), inner.replace("//", "/"));
        let amount = self.amount();
        let wide = ui.available_width() > MIN_AMOUNT;
        ui.add(egui::Label::new(RichText::new(name).strong()).truncate()).on_hover_text(&amount);
        if wide {
            ui.add(egui::Label::new(RichText::new(amount).weak()).truncate());
        }
    }

    /// Formats the number of entries: `2 folders, 14 files`.
    fn amount(&self) -> String {
        let folders = self.shown.iter().filter(|entry| entry.is_folder).count();
        let files = (self.shown.len() - folders) as u64;
        let parts = [(folders as u64, "folder"), (files, "file")];
        let there = parts.iter().filter(|(count, _)| *count > 0);
        there.map(|(count, thing)| counted(*count, thing)).collect::<Vec<_>>().join(", ")
    }

    fn tiles(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let shown = self.shown.clone();
        let menu = self.keys(ui, cx, &shown);
        let tiles = self.grid.show(ui, "Gallery", shown.len(), tile::SIZE);
        // Thumbnails requested last are drawn first, so the topmost row is requested last.
        for entry in shown.get(tiles.range()).unwrap_or_default().iter().rev() {
            tile::want(entry, cx);
        }
        tiles.each(ui, |ui, number, rect| {
            if let Some(entry) = shown.get(number) {
                self.tile(ui, cx, entry, rect, menu);
            }
        });
    }

    fn tile(&mut self, ui: &Ui, cx: &mut Ctx<'_>, entry: &Entry, rect: Rect, menu: bool) {
        let at_cursor = self.cursor.as_ref() == Some(&entry.path);
        let response = tile::draw(ui, entry, rect, at_cursor, cx.state);
        if response.double_clicked() {
            self.open(entry, cx);
        } else if response.clicked() {
            self.click(entry, input::click_modifiers(ui), cx);
        }
        let place =
            file_menu::MenuTarget { path: &entry.path, is_folder: entry.is_folder, is_root: false };
        file_menu::show(&response, cx, place, menu && at_cursor);
        tips::beside(response, |ui| {
            file_item::tip(ui, &entry.path, entry.is_folder, cx.state);
            file_item::more(ui, entry.named_by.as_deref(), &entry.channels);
        });
    }

    /// A click moves the cursor; Ctrl+click marks; Shift+click marks all tiles up to here.
    fn click(&mut self, entry: &Entry, modifiers: Modifiers, cx: &mut Ctx<'_>) {
        let own = entry.path.clone();
        let mut marked = Vec::new();
        if modifiers.shift {
            let from = self.anchor.clone().or(self.cursor.clone());
            self.anchor = from.clone();
            marked = self.range(from.as_deref(), &own);
        } else {
            if modifiers.command {
                marked.extend(cx.state.files.marked.iter().cloned());
                match marked.iter().position(|path| *path == own) {
                    Some(at) => _ = marked.remove(at),
                    None => marked.push(own.clone()),
                }
            }
            self.anchor = Some(own.clone());
        }
        self.cursor = Some(own);
        let before = cx.state.files.marked.iter();
        if !before.eq(marked.iter()) {
            cx.push(Command::MarkFiles(marked));
        }
    }

    fn range(&self, from: Option<&str>, to: &str) -> Vec<String> {
        let at = |path: &str| self.shown.iter().position(|entry| entry.path == path);
        let Some(to) = at(to) else { return Vec::new() };
        let from = from.and_then(at).unwrap_or(to);
        let range = self.shown.get(from.min(to)..=from.max(to)).unwrap_or_default();
        range.iter().map(|entry| entry.path.clone()).collect()
    }

    fn open(&mut self, entry: &Entry, cx: &mut Ctx<'_>) {
        if entry.is_folder {
            self.enter(entry.path.clone(), None);
        } else {
            cx.push(Command::Open(entry.path.clone()));
        }
    }

    fn up(&mut self) {
        if self.folder == self.document {
            return;
        }
        let below = self.folder.clone();
        let above = below.rsplit_once('/').map_or("", |(above, _)| above);
        self.enter(above.trim_end_matches('/').to_owned(), Some(below));
    }

    fn enter(&mut self, folder: String, cursor: Option<String>) {
        self.folder = folder;
        self.cursor = cursor;
        self.anchor = None;
        self.grid = TileGrid::default();
    }

    /// Handles keys; returns `true` if the context menu of the cursor's tile was requested.
    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, shown: &[Entry]) -> bool {
        if std::mem::take(&mut self.all) {
            let all = shown.iter().map(|entry| entry.path.clone()).collect();
            cx.push(Command::MarkFiles(all));
        }
        let typing = ui.ctx().text_edit_focused();
        if cx.state.focus != PanelId::SCENE || typing || input::is_covered(ui.ctx()) {
            return false;
        }
        let at = shown.iter().position(|entry| Some(&entry.path) == self.cursor.as_ref());
        let reached = ui.memory(|memory| memory.focused().is_some());
        let mut next = at;
        for (key, modifiers) in input::take_presses(ui, if reached { &[] } else { &MOVES }) {
            next = self.grid.tile_after(key, next, shown.len());
            if let Some(entry) = next.and_then(|next| shown.get(next)) {
                let modifiers = Modifiers { command: false, ..modifiers };
                self.click(entry, modifiers, cx);
            }
        }
        next.filter(|_| next != at).into_iter().for_each(|next| self.grid.reveal(next));
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if !reached && pressed(Key::Enter) {
            at.and_then(|at| shown.get(at)).into_iter().for_each(|entry| self.open(entry, cx));
        }
        if pressed(Key::Backspace) {
            self.up();
        }
        at.is_some() && menus::key_pressed(ui.ctx())
    }
}

/// Number of marked files and actions on them, laid out from the right.
fn marked(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let count = cx.state.files.marked.len();
    if count == 0 {
        return;
    }
    for (icon, tip, command) in [
        (icons::ICON_FILE_EXPORT, "Export selected files…", Command::ExportMarked),
        (icons::ICON_UNARCHIVE, "Extract selected files…", Command::ExtractMarked),
    ] {
        if icon_button(ui, icon, tip, false).clicked() {
            cx.push(command);
        }
    }
    ui.label(format!("{} marked", grouped(count as u64)));
}
