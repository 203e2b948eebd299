//! What was written down about the open file and its companions; a click goes there.

use egui::{Key, Rect, RichText, TextEdit, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::notes::{self, when};
use crate::app::model::{
    Command, Commands, Note, PanelId, State, enabled::is_enabled, numbers::offset, paths,
};
use crate::app::ui::input::{escaped, key_area, take_presses, takes_keys};
use crate::app::ui::menus::{Item, item_menu};
use crate::app::ui::{
    GRID, Home, Panel, PanelInfo, ROW, RowScroll, Theme, cells, empty_state, icon_button, row,
    shortcuts::tip, theme, tips,
};
use crate::bytes::SourceId;

/// Narrower than this, words stand in the place of the path.
const WIDE: f32 = 120.0 * GRID;

const KEYS: [Key; 6] = [Key::ArrowDown, Key::ArrowUp, Key::Home, Key::End, Key::Enter, Key::Delete];

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::NOTES,
    title: "Notes",
    icon: icons::ICON_BOOKMARKS,
    home: Home::LeftBottom,
    is_searched: true,
    count,
    make: Some(|| Box::<NotesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct NotesPanel {
    filter: String,
    lines: Vec<Line>,
    made_for: Option<(u64, String)>,
    scroll: RowScroll,
    /// The note the keyboard is at.
    cursor: Option<(notes::Key, Note)>,
    want_focus: bool,
}

/// One row.
struct Line {
    source: SourceId,
    file: notes::Key,
    note: Note,
    /// Path of what it is about, with the file where that is a companion.
    place: String,
}

/// The icon of a note: with words, or without.
pub fn icon(note: &Note) -> MaterialIcon {
    if note.is_bookmark() { icons::ICON_BOOKMARK } else { icons::ICON_STICKY_NOTE_2 }
}

/// The words of a note for a tooltip.
pub fn tooltip(ui: &mut Ui, note: &Note) {
    let theme = Theme::of(ui);
    let text = if note.is_bookmark() { "Bookmark" } else { &note.text };
    ui.label(RichText::new(text).color(theme.note));
    ui.label(RichText::new(when::shown(&note.when)).color(theme.faint).size(theme::SMALL));
}

fn count(state: &State) -> Option<u64> {
    Some(state.notes.len() as u64).filter(|count| *count > 0)
}

impl Panel for NotesPanel {
    fn info(&self) -> &'static PanelInfo {
        &INFO
    }

    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        let icon = icons::ICON_BOOKMARKS;
        if state.doc.is_none() {
            return empty_state(ui, icon, "Nothing is open", "Notes belong to a file");
        }
        if state.notes.is_empty() {
            let hint = "Select something and press Ctrl+B";
            return empty_state(ui, icon, "Nothing is written down", hint);
        }
        let id = egui::Id::unique("notes list");
        // Asked before the filter box, which gives the focus up when Enter is pressed in it.
        let keyed = takes_keys(ui, id, state.focus == PanelId::NOTES);
        self.bar(ui, state, commands);
        self.make_lines(state);
        let below = ui.available_rect_before_wrap();
        key_area(ui, id, below, egui::Role::List, "Notes");
        if self.lines.is_empty() {
            let hint = "Every word must be in its text, path or offset";
            return empty_state(ui, icons::ICON_SEARCH, "No note matches", hint);
        }
        if keyed {
            self.keys(ui, state, commands);
        }
        let shown = self.scroll.show(ui, "Notes", self.lines.len() as u64, ROW);
        let clip = ui.clip_rect();
        ui.set_clip_rect(clip.intersect(shown.rect));
        for row in shown.rows.clone() {
            self.row(ui, shown.row_rect(row), row, state, commands);
        }
        ui.set_clip_rect(clip);
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Find if state.focus == PanelId::NOTES => self.want_focus = true,
            // What was just written is where the keyboard goes on.
            Command::SetNote { file, after: Some(note), .. } => {
                self.cursor = Some((*file, (**note).clone()));
            }
            _ => {}
        }
    }
}

impl NotesPanel {
    fn bar(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        ui.add_space(GRID);
        let size = vec2(ui.available_width(), ROW + GRID);
        let from_right = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(size, from_right, |ui| {
            ui.spacing_mut().item_spacing.x = GRID;
            ui.add_space(GRID);
            let command = Command::Bookmark;
            ui.add_enabled_ui(is_enabled(&command, state), |ui| {
                if icon_button(ui, icons::ICON_BOOKMARK_ADD, &tip(&command), false).clicked() {
                    commands.push(command);
                }
            });
            let edit = TextEdit::singleline(&mut self.filter)
                .hint_text("Filter")
                .desired_width(ui.available_width() - 2.0 * GRID);
            let response = ui.add(edit).accessible_name("Filter the notes");
            if std::mem::take(&mut self.want_focus) {
                response.request_focus();
            }
            if escaped(ui, &response) {
                self.filter.clear();
                response.surrender_focus();
            }
        });
        ui.add_space(GRID);
    }

    fn make_lines(&mut self, state: &State) {
        let key = (state.notes.changes(), self.filter.clone());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let own = state.doc.as_ref().map(|doc| doc.opened.document.source.id());
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let lines = state.notes.iter().map(|(entry, note)| Line {
            source: entry.source,
            file: entry.key,
            note: note.clone(),
            place: match Some(entry.source) == own {
                true => note.place().to_owned(),
                false => format!("{}: {}", paths::name(&entry.path), note.place()),
            },
        });
        let matches = |line: &Line| {
            let text = format!("{} {} {}", line.note.text, line.place, offset(line.note.offset));
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        self.lines = lines.filter(matches).collect();
        self.made_for = Some(key);
    }

    fn keys(&mut self, ui: &Ui, state: &State, commands: &mut Commands) {
        let last = self.lines.len().saturating_sub(1);
        for (key, _) in take_presses(ui, &KEYS) {
            let is_here = |line: &Line| {
                self.cursor.as_ref().is_some_and(|(f, n)| *f == line.file && *n == line.note)
            };
            let here = self.lines.iter().position(is_here);
            let next = match key {
                Key::ArrowDown => here.map_or(0, |at| (at + 1).min(last)),
                Key::ArrowUp => here.map_or(0, |at| at.saturating_sub(1)),
                Key::Home => 0,
                Key::End => last,
                _ => {
                    if let Some(line) = here.and_then(|at| self.lines.get(at)) {
                        commands.push(match key {
                            Key::Enter => line.edit(),
                            _ => line.delete(),
                        });
                    }
                    continue;
                }
            };
            self.go(next, state, commands);
        }
    }

    /// Puts the cursor on a row and selects what it is about.
    fn go(&mut self, at: usize, state: &State, commands: &mut Commands) {
        let Some(line) = self.lines.get(at) else { return };
        self.scroll.reveal(at as u64);
        self.cursor = Some((line.file, line.note.clone()));
        match state.target_of(line.source, &line.note) {
            Some(target) => commands.select(target),
            None => commands.push(Command::info("What this is about is not in the file.")),
        }
    }

    fn row(&mut self, ui: &mut Ui, rect: Rect, at: u64, state: &State, commands: &mut Commands) {
        let Some(line) = usize::try_from(at).ok().and_then(|at| self.lines.get(at)) else { return };
        let (theme, note) = (Theme::of(ui), &line.note);
        let id = ui.scope_id().with(("note", line.source, at));
        let response = ui.interact(rect, id, egui::Sense::CLICK);
        let about = |other: Option<&crate::app::model::Selection>| {
            other.is_some_and(|other| other.source == line.source && note.is_about(other))
        };
        let selected = about(state.selection.as_ref());
        if selected {
            ui.painter().rect_filled(rect, 0.0, theme.accent_fill);
        } else if response.hovered() || about(state.hover.as_ref()) {
            ui.painter().rect_filled(rect, 0.0, theme.hover_fill);
        }
        let target = state.target_of(line.source, note);
        line.paint(ui, rect, &theme, target.is_some());
        let label = format!("{} {} {}", offset(note.offset), line.place, note.text);
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::ListItem, true, selected, label.trim_end())
        });
        if let (true, Some(target)) = (response.hovered(), &target) {
            commands.hover(target.clone());
        }
        response.context_menu(|ui| line.menu(ui, commands));
        let response = tips::beside(response, |ui| {
            ui.label(RichText::new(&line.place).font(theme::mono()));
            tooltip(ui, note);
        });
        if response.double_clicked()
            && let Some(target) = target
        {
            commands.push(Command::FrameTarget(target));
        } else if response.clicked() || response.secondary_clicked() {
            self.go(at as usize, state, commands);
        }
    }
}

/// The end of a path, which tells it from others, in so many characters.
fn tail(path: &str, room: usize) -> String {
    let cut = path.chars().count().saturating_sub(room);
    if cut == 0 {
        return path.to_owned();
    }
    std::iter::once('…').chain(path.chars().skip(cut + 1)).collect()
}

impl Line {
    /// Icon, offset, and the words; where there is room, the path between them.
    fn paint(&self, ui: &Ui, rect: Rect, theme: &Theme, is_there: bool) {
        let inner = rect.shrink2(vec2(2.0 * GRID, 0.0));
        let colour = if is_there { theme.note } else { theme.faint };
        let mark = inner.with_max_x(inner.left() + theme::ICON);
        cells::icon(ui, mark, icon(&self.note), 14.0, colour);
        // Returns where the next cell begins.
        let cell = |left: f32, right: f32, text: &str, font, colour| {
            row::row_text(ui, inner, left, right, text, font, colour);
            right + 2.0 * GRID
        };
        let (mono, body) = (theme::mono(), theme::body());
        let digit = cells::mono_width(ui, &mono);
        let place = offset(self.note.offset);
        let (start, width) = (mark.right() + GRID, digit * (place.len() as f32 + 0.5));
        let mut left = cell(start, start + width, &place, mono.clone(), theme.weak);
        let right = inner.right();
        let shade = if is_there { theme.text } else { theme.faint };
        let words = self.note.text.replace('\n', " · ");
        if inner.width() > WIDE {
            let middle = inner.left() + inner.width() * 0.5;
            left = cell(left, middle, &self.place, mono, theme.weak);
            cell(left, right, &words, body, shade);
        } else if words.is_empty() {
            let room = ((right - left) / digit) as usize;
            cell(left, right, &tail(&self.place, room), mono, shade);
        } else {
            cell(left, right, &words, body, shade);
        }
    }

    fn menu(&self, ui: &mut Ui, commands: &mut Commands) {
        let note = &self.note;
        let (value, path) = (note.text.clone(), note.path.clone());
        item_menu(ui, commands, &Item { value, path, offset: Some(note.offset), like: None });
        ui.separator();
        for (name, command) in [("Edit note…", self.edit()), ("Delete", self.delete())] {
            if ui.button(name).clicked() {
                commands.push(command);
                ui.close();
            }
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

#[cfg(test)]
mod tests {
    use super::tail;

    #[test]
    fn the_end_of_a_long_path_stays() {
        assert_eq!(tail("models[3].faces[7]", 18), "models[3].faces[7]");
        assert_eq!(tail("models[3].faces[7]", 9), "…faces[7]");
        assert_eq!(tail("ä[1].ö", 3), "….ö");
        assert_eq!(tail("abc", 0), "…");
    }
}
