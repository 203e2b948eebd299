//! Notes on the open file and its companions; a click selects the subject.

use egui::{Key, Rect, RichText, Role, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::document::notes;
use crate::app::model::{Command, Note, PanelId, State, document::paths, numbers::offset};
use crate::app::ui::input::{key_area, row_after, take_list_presses, takes_keys};
use crate::app::ui::menus::{self, Item, item_menu};
use crate::app::ui::named::Named;
use crate::app::ui::shortcuts::with_keys;
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Panel, PanelInfo, ROW, RowScroll, Theme, Words, cells,
    empty_state, lit_button, row, shorten, theme, tips, toolbar,
};
use crate::bytes::SourceId;
use crate::library::timestamp;

/// Below this width, rows show the text of the note and omit the path.
const WIDE: f32 = 120.0 * GRID;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::NOTES,
    title: "Notes",
    icon: icons::ICON_BOOKMARKS,
    home: DefaultPosition::LeftBottom,
    is_searched: true,
    count,
    make: Some(|| Box::<NotesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct NotesPanel {
    filter: Filter,
    lines: Vec<Line>,
    made_for: Option<(u64, Words)>,
    scroll: RowScroll,
    /// The note at the keyboard cursor.
    cursor: Option<(notes::Key, Note)>,
    /// The menu of that note opens in this frame.
    opens_menu: bool,
}

/// One row.
struct Line {
    source: SourceId,
    file: notes::Key,
    note: Note,
    /// Path of the subject, preceded by the file if it is in a companion.
    subject: String,
}

/// Icon of a note, with or without text.
pub fn icon(note: &Note) -> MaterialIcon {
    if note.is_bookmark() { icons::ICON_BOOKMARK } else { icons::ICON_STICKY_NOTE_2 }
}

/// Shows the text of a note as a tooltip.
pub fn tooltip(ui: &mut Ui, note: &Note) {
    let theme = Theme::of(ui);
    let text = if note.is_bookmark() { "Bookmark" } else { &note.text };
    ui.label(RichText::new(text).color(theme.note));
    ui.label(
        RichText::new(timestamp::for_display(&note.when)).color(theme.weak).size(theme::SMALL),
    );
}

fn count(state: &State) -> Option<u64> {
    Some(state.notes.len() as u64).filter(|count| *count > 0)
}

impl Panel for NotesPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let icon = icons::ICON_BOOKMARKS;
        if cx.state.doc.is_none() {
            return empty_state(ui, icon, "No file is shown", "Open a file to add notes");
        }
        if cx.state.notes.is_empty() {
            let hint = with_keys("Select something, then Notes › Bookmark", &Command::Bookmark);
            return empty_state(ui, icon, "No notes", &hint);
        }
        let id = egui::Id::unique("notes list");
        // The focus is read before the filter box is drawn, because the box gives it up when Enter is
        // pressed.
        let keyed = takes_keys(ui, id, cx.state.focus == PanelId::NOTES);
        self.bar(ui, cx);
        self.make_lines(cx.state);
        let below = ui.available_rect_before_wrap();
        key_area(ui, id, below, Role::List, "Notes");
        if self.lines.is_empty() {
            let hint = "A note matches if its text, path or offset contains every word";
            return empty_state(ui, icons::ICON_SEARCH, "No note matches", hint);
        }
        if keyed {
            let page = (ui.available_height() / ROW) as u64;
            self.keys(ui, cx, page.max(1));
        }
        let shown = self.scroll.show(ui, "Notes", self.lines.len() as u64, ROW);
        shown.each(ui, |ui, row, rect| self.row(ui, cx, rect, row));
        self.opens_menu = false;
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Find if state.focus == PanelId::NOTES => self.filter.focus(),
            // The keyboard cursor moves to the new note.
            Command::SetNote { file, after: Some(note), .. } => {
                self.cursor = Some((*file, (**note).clone()));
            }
            _ => {}
        }
    }
}

impl NotesPanel {
    fn bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        toolbar::from_right(ui, |ui| {
            lit_button(ui, cx, icons::ICON_BOOKMARK_ADD, &Command::Bookmark, false);
            let width = ui.available_width() - 2.0 * GRID;
            self.filter.show(ui, "Filter notes", "Filter", width);
        });
        if self.filter.take_change() {
            self.scroll.jump(0);
        }
        ui.add_space(GRID);
    }

    fn make_lines(&mut self, state: &State) {
        let key = (state.notes.changes(), self.filter.words());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let own = state.own_source();
        let lines = state.notes.iter().map(|(entry, note)| Line {
            source: entry.source,
            file: entry.key,
            note: note.clone(),
            subject: match Some(entry.source) == own {
                true => note.subject().to_owned(),
                false => format!("{}: {}", paths::name(&entry.path), note.subject()),
            },
        });
        let matches = |line: &Line| {
            let text = format!("{} {} {}", line.note.text, line.subject, offset(line.note.offset));
            key.1.are_in(&text)
        };
        self.lines = lines.filter(matches).collect();
        self.made_for = Some(key);
    }

    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, page: u64) {
        for key in take_list_presses(ui, &[Key::Enter, Key::Delete]) {
            let here = self.lines.iter().position(|line| self.is_at(line));
            let count = self.lines.len() as u64;
            if let Some(next) = row_after(key, here.map(|at| at as u64), count, page) {
                self.go(next, cx);
            } else if let Some(line) = here.and_then(|at| self.lines.get(at)) {
                cx.push(if key == Key::Enter { line.edit() } else { line.delete() });
            }
        }
        if self.cursor.is_some()
            && menus::key_pressed(ui.ctx())
            && let Some(row) = self.lines.iter().position(|line| self.is_at(line))
        {
            self.scroll.reveal(row as u64);
            self.opens_menu = true;
        }
    }

    fn is_at(&self, line: &Line) -> bool {
        let cursor = self.cursor.as_ref();
        cursor.is_some_and(|(file, note)| *file == line.file && *note == line.note)
    }

    /// Puts the cursor on a row and selects the subject of the note.
    fn go(&mut self, at: u64, cx: &mut Ctx<'_>) {
        let Some(line) = usize::try_from(at).ok().and_then(|at| self.lines.get(at)) else { return };
        self.scroll.reveal(at);
        self.cursor = Some((line.file, line.note.clone()));
        match cx.state.target_of(line.source, &line.note) {
            Some(target) => cx.select(target),
            None => cx.push(Command::info("The subject of this note is not in the file.")),
        }
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, at: u64) {
        let Some(line) = usize::try_from(at).ok().and_then(|at| self.lines.get(at)) else { return };
        let (theme, note) = (Theme::of(ui), &line.note);
        let id = ui.scope_id().with(("note", line.source, at));
        let response = ui.interact(rect, id, egui::Sense::CLICK);
        let about = |other: Option<&crate::app::model::Selection>| {
            other.is_some_and(|other| other.source == line.source && note.is_about(other))
        };
        let selected = about(cx.state.selection.as_ref());
        let hovered = response.hovered() || about(cx.state.hover.as_ref());
        row::fill(ui, rect, selected, hovered);
        let target = cx.state.target_of(line.source, note);
        line.paint(ui, rect, &theme, target.is_some());
        let label = format!("{} {} {}", offset(note.offset), line.subject, note.text);
        response.named_on(Role::ListItem, selected, label.trim_end());
        if let (true, Some(target)) = (response.hovered(), &target) {
            cx.hover(target.clone());
        }
        let opens_menu = self.opens_menu && self.is_at(line);
        menus::context(&response, opens_menu, |ui| line.menu(ui, cx));
        let response = tips::beside(response, |ui| {
            ui.label(RichText::new(&line.subject).font(theme::mono()));
            tooltip(ui, note);
        });
        if response.double_clicked()
            && let Some(target) = target
        {
            cx.push(Command::FrameTarget(target));
        } else if response.clicked() || response.secondary_clicked() {
            self.go(at, cx);
        }
    }
}

impl Line {
    /// Draws icon, offset and text; if there is room, the path between them.
    fn paint(&self, ui: &Ui, rect: Rect, theme: &Theme, is_there: bool) {
        let inner = rect.shrink2(vec2(2.0 * GRID, 0.0));
        let colour = if is_there { theme.note } else { theme.weak };
        let mark = inner.with_max_x(inner.left() + theme::ICON);
        cells::icon(ui, mark, icon(&self.note), 14.0, colour);
        // Draws a cell and returns where the next one begins.
        let cell = |left: f32, right: f32, text: &str, font, colour| {
            row::row_text(ui, inner, left, right, text, font, colour);
            right + 2.0 * GRID
        };
        let (mono, body) = (theme::mono(), theme::body());
        let digit = cells::mono_width(ui, &mono);
        let start_offset = offset(self.note.offset);
        let (start, width) = (mark.right() + GRID, digit * (start_offset.len() as f32 + 0.5));
        let mut left = cell(start, start + width, &start_offset, mono.clone(), theme.weak);
        let right = inner.right();
        let shade = if is_there { theme.text } else { theme.weak };
        let words = self.note.text.replace('\n', " · ");
        if inner.width() > WIDE {
            let middle = inner.left() + inner.width() * 0.5;
            left = cell(left, middle, &self.subject, mono, theme.weak);
            cell(left, right, &words, body, shade);
        } else if words.is_empty() {
            let room = ((right - left) / digit) as usize;
            cell(left, right, &shorten::tail(&self.subject, room), mono, shade);
        } else {
            cell(left, right, &words, body, shade);
        }
    }

    fn menu(&self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let note = &self.note;
        let (value, path) = (note.text.clone(), note.path.clone());
        item_menu(ui, cx, &Item { value, path, offset: Some(note.offset), like: None });
        ui.separator();
        for (name, command) in [("Edit note…", self.edit()), ("Delete", self.delete())] {
            menus::entry(ui, cx, name, command);
        }
    }

    fn edit(&self) -> Command {
        Command::EditNote { source: self.source, note: Box::new(self.note.clone()) }
    }

    fn delete(&self) -> Command {
        let before = Some(Box::new(self.note.clone()));
        Command::SetNote { file: self.file, before, after: None }
    }
}
