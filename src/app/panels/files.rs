//! Folders, containers and files, as they are on disk.

use std::collections::BTreeSet;
use std::ops::Range;

use egui::{ScrollArea, Ui};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::command::{Command, Commands};
use crate::app::panel::{self, Item, Panel, PanelKind};
use crate::app::paths;
use crate::app::state::{Listing, Sniff, State};
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::thumbnails::{self, Thumbnail};
use crate::app::widgets::filter::{Filter, Words};
use crate::bytes::Severity;

#[derive(Clone, Debug, PartialEq)]
struct Line {
    path: String,
    name: String,
    depth: u16,
    is_folder: bool,
    /// A root, or a container that was opened.
    opens_itself: bool,
    size: u64,
    /// Words instead of a file: loading, or why there is nothing.
    note: Option<String>,
}

/// The panel.
#[derive(Default)]
pub struct FilesPanel {
    filter: Filter,
    open: BTreeSet<String>,
    /// Roots and containers are open unless they are here.
    closed: BTreeSet<String>,
    cursor: Option<String>,
    /// The rows, and what they were made for.
    lines: Vec<Line>,
    made_for: Option<(u64, Words)>,
    scroll_to_cursor: bool,
}

impl Panel for FilesPanel {
    fn kind(&self) -> PanelKind {
        PanelKind::Files
    }

    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        if state.roots.is_empty() {
            return nothing(ui, state, commands);
        }
        self.filter.above(ui, "Filter the files");
        let key = (state.listed, self.filter.words());
        if self.made_for.as_ref() != Some(&key) {
            self.lines = self.make_lines(state);
            self.made_for = Some(key);
        }
        let lines = std::mem::take(&mut self.lines);
        self.keys(ui, state, &lines, commands);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        if std::mem::take(&mut self.scroll_to_cursor)
            && let Some(at) = lines.iter().position(|l| Some(&l.path) == self.cursor.as_ref())
        {
            let offset = at as f32 * ROW - ui.available_height() * 0.4;
            area = area.vertical_scroll_offset(offset.max(0.0));
        }
        area.show_rows(ui, ROW, lines.len(), |ui, range| {
            self.rows(ui, range, &lines, state, commands);
        });
        self.lines = lines;
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Find if state.focus == PanelKind::Files => self.filter.focus(),
            Command::Open(path) => {
                self.cursor = Some(path.clone());
                self.scroll_to_cursor = true;
            }
            _ => {}
        }
    }
}

impl FilesPanel {
    /// The rows: roots, with what is open below them.
    fn make_lines(&self, state: &State) -> Vec<Line> {
        let words = self.filter.words();
        let mut lines = Vec::new();
        for root in &state.roots {
            lines.push(Line {
                path: root.clone(),
                name: paths::name(root).to_owned(),
                depth: 0,
                is_folder: true,
                opens_itself: true,
                size: 0,
                note: None,
            });
            if !self.closed.contains(root) {
                self.below(root, 1, &words, state, &mut lines);
            }
        }
        lines
    }

    fn below(&self, folder: &str, depth: u16, words: &Words, state: &State, lines: &mut Vec<Line>) {
        let note = |note: String| Line {
            path: format!("{folder}\0note"),
            name: String::new(),
            depth,
            is_folder: false,
            opens_itself: false,
            size: 0,
            note: Some(note),
        };
        let entries = match state.listings.get(folder) {
            Some(Listing::Entries(entries)) => entries,
            Some(Listing::Failed(why)) => return lines.push(note(why.clone())),
            Some(Listing::Loading) | None => return lines.push(note("Loading …".to_owned())),
        };
        if entries.is_empty() {
            lines.push(note("Empty".to_owned()));
        }
        for entry in entries.iter() {
            let at = lines.len();
            let container = !entry.is_folder && state.listings.contains_key(&entry.path);
            lines.push(Line {
                path: entry.path.clone(),
                name: entry.name.clone(),
                depth,
                is_folder: entry.is_folder || container,
                opens_itself: container,
                size: entry.size,
                note: None,
            });
            let open = self.open.contains(&entry.path);
            if open || container && !self.closed.contains(&entry.path) {
                self.below(&entry.path, depth.saturating_add(1), words, state, lines);
            }
            // A folder stays in sight when something in it matches.
            if !words.are_in(&entry.name) && lines.len() == at + 1 {
                lines.truncate(at);
            }
        }
    }

    fn keys(&mut self, ui: &Ui, state: &State, lines: &[Line], commands: &mut Commands) {
        use egui::Key;
        if state.focus != PanelKind::Files || ui.ctx().text_edit_focused() {
            return;
        }
        let at = lines.iter().position(|line| Some(&line.path) == self.cursor.as_ref());
        let (down, up, left, right, enter) = ui.input(|i| {
            (
                i.key_pressed(Key::ArrowDown),
                i.key_pressed(Key::ArrowUp),
                i.key_pressed(Key::ArrowLeft),
                i.key_pressed(Key::ArrowRight),
                i.key_pressed(Key::Enter),
            )
        });
        if down || up {
            let next = match at {
                Some(at) if up => at.saturating_sub(1),
                Some(at) => (at + 1).min(lines.len().saturating_sub(1)),
                None => 0,
            };
            self.cursor = lines.get(next).map(|line| line.path.clone());
            self.scroll_to_cursor = true;
        }
        let Some(line) = at.and_then(|at| lines.get(at)) else { return };
        if enter {
            self.activate(line, state, commands);
        } else if right && !self.is_open(line) || left && self.is_open(line) {
            self.toggle(line, state, commands);
        }
    }

    fn is_open(&self, line: &Line) -> bool {
        if line.opens_itself {
            !self.closed.contains(&line.path)
        } else {
            self.open.contains(&line.path)
        }
    }

    fn toggle(&mut self, line: &Line, state: &State, commands: &mut Commands) {
        let set = if line.opens_itself { &mut self.closed } else { &mut self.open };
        if !set.remove(&line.path) {
            set.insert(line.path.clone());
        }
        self.made_for = None;
        if !state.listings.contains_key(&line.path) {
            commands.push(Command::List(line.path.clone()));
        }
    }

    fn activate(&mut self, line: &Line, state: &State, commands: &mut Commands) {
        if line.note.is_some() {
            return;
        }
        if line.is_folder {
            self.toggle(line, state, commands);
        } else {
            commands.push(Command::Open(line.path.clone()));
        }
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        range: Range<usize>,
        lines: &[Line],
        state: &State,
        commands: &mut Commands,
    ) {
        let open = state.doc.as_ref().map(|doc| doc.opened.path.as_str());
        let lines = lines.get(range).unwrap_or(&[]);
        // The last one asked for is drawn first: the topmost row.
        for line in lines.iter().rev() {
            want_thumbnail(line, state, commands);
        }
        for line in lines {
            let is_open = open == Some(line.path.as_str());
            let at_cursor = self.cursor.as_ref() == Some(&line.path);
            let response = panel::row(ui, is_open, at_cursor);
            self.draw_line(ui, response.rect, line, state);
            if line.note.is_some() {
                continue;
            }
            if response.clicked() {
                self.cursor = Some(line.path.clone());
                self.activate(line, state, commands);
            }
            panel::context_menu(&response, commands, || Item {
                value: line.name.clone(),
                offset: None,
                path: line.path.clone(),
                like: None,
            });
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::Button, true, is_open, line.name.clone())
            });
            response.on_hover_ui(|ui| tip(ui, line, state));
        }
    }

    fn draw_line(&self, ui: &Ui, rect: egui::Rect, line: &Line, state: &State) {
        let theme = Theme::of(ui);
        let left = rect.left() + (1.0 + 3.0 * f32::from(line.depth.min(12))) * GRID;
        if let Some(note) = &line.note {
            let left = left + 5.0 * GRID;
            let right = rect.right() - GRID;
            panel::row_text(ui, rect, left, right, note.as_str(), theme::body(), theme.faint);
            return;
        }
        let sniff = state.sniffs.get(&line.path);
        let icon = match (line.is_folder, self.is_open(line)) {
            (true, true) => icons::ICON_FOLDER_OPEN,
            (true, false) => icons::ICON_FOLDER,
            (false, _) => icon_of(sniff),
        };
        let known = line.is_folder || sniff != Some(&Sniff::Unknown);
        let colour = if known { theme.text } else { theme.faint };
        let font = egui::FontId::new(theme::BODY + 1.0, icon.font_family());
        let icon_right = left + 5.0 * GRID;
        if let Some(Thumbnail::Ready { small, .. }) = state.thumbnails.get(&line.path) {
            let place = egui::Rect::from_min_size(
                egui::pos2(left - GRID * 0.5, rect.top()),
                egui::Vec2::splat(ROW),
            );
            egui::Image::new(small).paint_at(ui, place);
        } else {
            panel::row_text(ui, rect, left, icon_right, icon.codepoint, font, theme.weak);
        }
        let mut right = rect.right() - 2.0 * GRID;
        if let Some(severity) = state.marks.get(&line.path).filter(|s| **s > Severity::Note) {
            let (symbol, colour) = match severity {
                Severity::Error => (icons::ICON_ERROR, theme.error),
                _ => (icons::ICON_WARNING, theme.warning),
            };
            let font = egui::FontId::new(theme::BODY, symbol.font_family());
            right -= 4.0 * GRID;
            panel::row_text(ui, rect, right, rect.right(), symbol.codepoint, font, colour);
        }
        if !line.is_folder {
            let size = panel::size(line.size);
            let galley = ui.painter().layout_no_wrap(size.clone(), theme::small(), theme.weak);
            right -= galley.size().x + GRID;
            let end = right + galley.size().x;
            panel::row_text(ui, rect, right, end + 1.0, size, theme::small(), theme.faint);
        }
        let name_right = right - GRID;
        // What a player called a savegame says more than its number.
        let name = match sniff {
            Some(Sniff::Known { title: Some(title), .. }) => format!("{} · {title}", line.name),
            _ => line.name.clone(),
        };
        panel::row_text(ui, rect, icon_right, name_right, name, theme::body(), colour);
    }
}

/// Asks once for the picture of a model or texture that is in sight.
fn want_thumbnail(line: &Line, state: &State, commands: &mut Commands) {
    let sniff = state.sniffs.get(&line.path);
    let icon = icon_of(sniff).codepoint;
    let is_seen = matches!(sniff, Some(Sniff::Known { .. }))
        && [MODEL, icons::ICON_TEXTURE].iter().any(|seen| seen.codepoint == icon);
    let small = line.size <= thumbnails::LARGEST_FILE;
    if is_seen && small && !line.is_folder && state.thumbnails.get(&line.path).is_none() {
        commands.push(Command::DrawThumbnail(line.path.clone()));
    }
}

fn tip(ui: &mut Ui, line: &Line, state: &State) {
    let sniff = state.sniffs.get(&line.path).filter(|_| !line.is_folder);
    if let Some(Sniff::Known { title: Some(title), .. }) = sniff {
        ui.label(format!("“{title}”"));
    }
    ui.label(&line.path);
    match sniff {
        Some(Sniff::Known { name, id, .. }) => _ = ui.label(format!("{name} ({id})")),
        Some(Sniff::Unknown) => _ = ui.label("No format claims this file"),
        None => {}
    }
    if let Some(Thumbnail::Ready { large, .. }) = state.thumbnails.get(&line.path) {
        ui.image(large);
    }
}

const MODEL: MaterialIcon = icons::ICON_DEPLOYED_CODE;

/// The icon of a file's family.
fn icon_of(sniff: Option<&Sniff>) -> MaterialIcon {
    let Some(Sniff::Known { id, .. }) = sniff else { return icons::ICON_DRAFT };
    let last = id.rsplit('.').next().unwrap_or(id);
    match last {
        "trg" => icons::ICON_FLAG,
        "tim" | "swp" | "ssh" | "bitmap" | "pid" => icons::ICON_TEXTURE,
        "tpa" | "cau" => icons::ICON_MUSIC_NOTE,
        "smk" => icons::ICON_MOVIE,
        "hed" | "pkr" | "pre" | "lgp" | "big" | "archive" => icons::ICON_FOLDER_ZIP,
        "iso9660" => icons::ICON_ALBUM,
        _ => MODEL,
    }
}

fn nothing(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let hint = "Drop files or folders here, or press Ctrl+O";
    panel::empty_state(ui, icons::ICON_FOLDER_OPEN, "No folder is open", hint);
    if state.recent.is_empty() {
        return;
    }
    ui.add_space(4.0 * GRID);
    ui.vertical_centered(|ui| ui.label("Recent"));
    ui.spacing_mut().item_spacing.y = 0.0;
    for recent in state.recent.iter().take(10) {
        let missing = state.missing.contains(&recent.path);
        let theme = Theme::of(ui);
        let response = panel::row(ui, false, false);
        let rect = response.rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
        let colour = if missing { theme.faint } else { theme.text };
        let name = paths::name(&recent.path);
        panel::row_text(ui, rect, rect.left(), rect.right(), name, theme::body(), colour);
        if response.on_hover_text(&recent.path).clicked() && !missing {
            commands.push(Command::Open(recent.path.clone()));
        }
    }
}
