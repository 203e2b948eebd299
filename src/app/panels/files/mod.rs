//! Tree of folders, containers and files.

mod lines;
mod marks;
mod reveal;
mod rows;

use std::collections::BTreeSet;
use std::ops::Range;

use egui::{Id, Key, Modifiers, Role, ScrollArea, Ui};
use egui_material_icons::icons;

use self::lines::Line;
use self::reveal::Reveal;
use crate::app::model::{Command, PanelId, State, document::paths};
use crate::app::ui::type_ahead::TypeAhead;
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Keys, Panel, PanelInfo, ROW, Theme, Words, input, menus,
    row, theme, tips,
};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::FILES,
    title: "Files",
    icon: icons::ICON_FOLDER,
    home: DefaultPosition::LeftTop,
    is_searched: true,
    make: Some(|| Box::<FilesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct FilesPanel {
    filter: Filter,
    open: BTreeSet<String>,
    /// Collapsed roots and containers; all others are expanded.
    closed: BTreeSet<String>,
    cursor: Option<String>,
    typed: TypeAhead,
    /// First row of a range of marks.
    anchor: Option<String>,
    /// Keyboard commands since the last frame.
    asked: Vec<Command>,
    /// The context menu of the cursor's row was requested.
    menu: bool,
    /// The rows, and the listings, names and filter that they were computed for.
    lines: Vec<Line>,
    made_for: Option<(u64, u64, Words)>,
    scroll_to_cursor: bool,
    /// Shows the row of the opened document.
    reveal: Reveal,
    /// The document that the cursor last followed, and the visible rows.
    document: Option<String>,
    shown: Range<usize>,
}

impl Panel for FilesPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        if cx.state.files.roots.is_empty() {
            return nothing(ui, cx);
        }
        let keys = Id::unique("files list");
        // The focus is read before the filter box is drawn, because the box gives it up when Enter is
        // pressed.
        let keyed = input::takes_keys(ui, keys, cx.state.focus == PanelId::FILES);
        self.filter.above(ui, "Filter files");
        self.follow_document(cx.state);
        let names = cx.state.library.names.revision();
        let key = (cx.state.files.changes, names, self.filter.words());
        if self.made_for.as_ref() != Some(&key) {
            if self.made_for.as_ref().is_some_and(|(.., words)| *words != key.2) {
                self.reveal.release();
            }
            self.lines = self.make_lines(cx.state);
            self.made_for = Some(key);
        }
        let lines = std::mem::take(&mut self.lines);
        if keyed {
            self.keys(ui, cx, &lines);
        }
        self.mark_as_asked(cx, &lines);
        marks::bar(ui, cx);
        ui.spacing_mut().item_spacing.y = 0.0;
        let below = ui.available_rect_before_wrap();
        // Files in collapsed folders are not searched.
        let is_hidden = |line: &Line| line.is_root && self.is_open(line);
        if !self.filter.words().is_empty() && lines.iter().all(is_hidden) {
            let hint = "Only open folders and archives are searched; Find searches all files.";
            tips::empty_state(ui, icons::ICON_SEARCH_OFF, "No file matches", hint);
            input::key_area(ui, keys, below, Role::List, "Files");
            (self.menu, self.lines) = (false, lines);
            return;
        }
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        let size = (lines.len(), below.height());
        let row = |path: &str| lines.iter().position(|line| line.path == path);
        if let Some(offset) = self.reveal.offset(size, row) {
            area = area.vertical_scroll_offset(offset);
        }
        area = self.filter.scrolled(area);
        let at_cursor = |line: &Line| Some(&line.path) == self.cursor.as_ref();
        // Does not scroll if the row is already visible.
        if self.scroll_to_cursor
            && let Some(at) = lines.iter().position(at_cursor)
            && !(self.shown.start + 1..self.shown.end.saturating_sub(1)).contains(&at)
        {
            let offset = at as f32 * ROW - ui.available_height() * 0.4;
            area = area.vertical_scroll_offset(offset.max(0.0).min(reveal::end(size.0, size.1)));
        }
        // The row of the cursor does not exist until its folder is listed.
        self.scroll_to_cursor = self.scroll_to_cursor && !lines.iter().any(at_cursor);
        let output = area.show_rows(ui, ROW, lines.len(), |ui, range| {
            self.shown = range.clone();
            self.rows(ui, cx, range, &lines);
        });
        self.reveal.laid_out(ui, output.state.clamped_offset().y, size);
        self.reveal.release_by_pointer(ui, below);
        input::key_area(ui, keys, below, Role::List, "Files");
        self.menu = false;
        self.lines = lines;
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Find if state.focus == PanelId::FILES => self.filter.focus(),
            Command::SelectAll | Command::ExtendSelection { .. } | Command::OpenInNewTab
                if state.focus == PanelId::FILES =>
            {
                self.asked.push(command.clone());
            }
            Command::Open(path) => {
                self.cursor = Some(path.clone());
                self.reveal.follow(path);
            }
            _ => {}
        }
    }
}

impl FilesPanel {
    /// Moves the cursor to the open document, wherever it was opened from.
    fn follow_document(&mut self, state: &State) {
        let path = state.doc.as_ref().map(|doc| &doc.opened.path);
        if path != self.document.as_ref() {
            self.document = path.cloned();
            if let Some(path) = path
                && let Some(root) = state.files.root_of(path)
            {
                let holders = paths::holders(root, path);
                self.closed.retain(|closed| closed != root && !holders.contains(closed));
                self.open.extend(holders);
            }
            self.made_for = None;
            match path {
                Some(path) => self.reveal.follow(path),
                None => self.reveal.release(),
            }
            self.cursor = path.cloned().or(self.cursor.take());
        }
    }

    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, lines: &[Line]) {
        let at = lines.iter().position(|line| Some(&line.path) == self.cursor.as_ref());
        if at.is_some() && menus::key_pressed(ui.ctx()) {
            self.menu = true;
            self.scroll_to_cursor = true;
        }
        let (count, page) = (lines.len() as u64, self.shown.len().saturating_sub(2).max(1) as u64);
        let line_at = |row: u64| lines.get(usize::try_from(row).ok()?);
        let mut here = at.map(|at| at as u64);
        let presses = input::take_list_presses(ui, &[]);
        let mut moves = !presses.is_empty();
        for key in presses {
            self.typed.clear();
            here = input::row_after(key, here, count, page);
        }
        if self.typed.take(ui).is_some() {
            let name = |row| line_at(row).map(|line| line.name.clone());
            let found = self.typed.row(here, (count, count), name);
            (here, moves) = (found.or(here), moves | found.is_some());
        }
        if moves {
            self.cursor = here.and_then(line_at).map(|line| line.path.clone());
            self.scroll_to_cursor = true;
            self.reveal.release();
        }
        let (left, right, enter) = ui.input_mut(|input| {
            let mut take = |key| Keys(Modifiers::NONE, key).take(input);
            (take(Key::ArrowLeft), take(Key::ArrowRight), take(Key::Enter))
        });
        let Some(line) = here.and_then(line_at) else { return };
        if enter {
            self.activate(line, cx);
        } else if right && !self.is_open(line) || left && self.is_open(line) {
            self.toggle(line, cx);
        }
    }

    fn is_open(&self, line: &Line) -> bool {
        if line.opens_itself {
            !self.closed.contains(&line.path)
        } else {
            self.open.contains(&line.path)
        }
    }

    fn toggle(&mut self, line: &Line, cx: &mut Ctx<'_>) {
        let set = if line.opens_itself { &mut self.closed } else { &mut self.open };
        if !set.remove(&line.path) {
            set.insert(line.path.clone());
        }
        self.made_for = None;
        self.reveal.release();
        if !cx.state.files.listings.contains_key(&line.path) {
            cx.push(Command::List(line.path.clone()));
        }
    }

    fn activate(&mut self, line: &Line, cx: &mut Ctx<'_>) {
        if line.note.is_some() {
            return;
        }
        // Containers are files too: one that is not displayed yet is opened.
        let on_show = cx.state.doc.as_ref().is_some_and(|doc| doc.opened.path == line.path);
        if line.is_folder && (on_show || !line.is_container) {
            self.toggle(line, cx);
        } else {
            cx.push(Command::Open(line.path.clone()));
        }
    }
}

fn nothing(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let hint = "Drop files or folders here, or open them from the File menu";
    tips::empty_state(ui, icons::ICON_FOLDER_OPEN, "No folder is open", hint);
    if cx.state.files.recent.is_empty() {
        return;
    }
    ui.add_space(4.0 * GRID);
    ui.vertical_centered(|ui| ui.label("Recent"));
    ui.spacing_mut().item_spacing.y = 0.0;
    for recent in cx.state.files.recent.iter().take(10) {
        let missing = cx.state.files.missing.contains(&recent.path);
        let theme = Theme::of(ui);
        let response = row::row(ui, false, false);
        let rect = response.rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
        let colour = if missing { theme.weak } else { theme.text };
        let name = paths::name(&recent.path);
        let end = row::row_text(ui, rect, rect.left(), rect.right(), name, theme::body(), colour);
        // Files of the same name are distinguished by their folders.
        if let Some(folder) = paths::parent(&recent.path) {
            let left = end + 2.0 * GRID;
            row::row_text(ui, rect, left, rect.right(), folder, theme::small(), theme.weak);
        }
        if response.on_hover_text(&recent.path).clicked() && !missing {
            cx.push(Command::Open(recent.path.clone()));
        }
    }
}
