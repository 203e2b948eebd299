//! A box to write a note in.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Context, Key, KeyboardShortcut, Modifiers, RichText, TextEdit};
use egui_material_icons::icons;

use super::top_modal;
use crate::app::model::notes;
use crate::app::model::{Command, Note, State, Target, numbers::offset};
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, icon_button, theme};
use crate::bytes::SourceId;
use crate::library::when;

/// The open box.
pub struct NoteBox {
    /// The file it is about: its content, which outlasts every reload.
    file: notes::Key,
    /// What is there already; `None` for a new note.
    before: Option<Note>,
    note: Note,
    /// The box has had the focus.
    started: bool,
    /// All is said: the box stays until it is kept.
    done: bool,
}

impl NoteBox {
    /// Dialog that changes a note.
    pub fn edit(source: SourceId, note: &Note, state: &State) -> Option<Self> {
        let file = state.notes.entry(source)?.key;
        let (before, note) = (Some(note.clone()), note.clone());
        Some(Self { file, before, note, started: false, done: false })
    }

    /// To write a new note on `target`, else on what is selected. A bookmark without words is
    /// where they go.
    pub fn on(target: Option<&Target>, state: &State) -> Option<Self> {
        let (source, new) = state.note_on(target)?;
        let file = state.notes.entry(source)?.key;
        let same_field = |note: &&Note| {
            note.is_bookmark()
                && note.path == new.path
                && (note.offset, note.length) == (new.offset, new.length)
        };
        let before = state.notes.of(source).iter().find(same_field).cloned();
        let note = before.clone().unwrap_or(new);
        Some(Self { file, before, note, started: false, done: false })
    }

    /// Draws the box; true when it is to be closed, with what was written in the store.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        if self.done && cx.state.notes.are_saved() {
            return true;
        }
        let escape = ctx.input(|input| input.key_pressed(Key::Escape));
        let mut delete = false;
        let closed = top_modal(ctx, "Note", 140.0 * GRID, false, |ui| {
            let theme = Theme::of(ui);
            ui.horizontal(|ui| {
                let icon = match self.before {
                    Some(_) => icons::ICON_BOOKMARK_ADDED,
                    None => icons::ICON_NOTE_ADD,
                };
                ui.label(icon.rich_text().size(theme::ICON).color(theme.note));
                let at = offset(self.note.offset);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if self.before.is_some() {
                        delete = icon_button(ui, icons::ICON_DELETE, "Delete", false).clicked();
                    }
                    ui.label(RichText::new(at).font(theme::mono()).color(theme.weak));
                    let (rect, response) = ui.allocate_exact_size(
                        egui::vec2(ui.available_width(), ROW),
                        egui::Sense::hover(),
                    );
                    let path = self.note.subject();
                    cells::text(ui, rect, Side::Left, path, theme::mono(), theme.text);
                    response.on_hover_text(path);
                });
            });
            let id = egui::Id::unique("note text");
            if !std::mem::replace(&mut self.started, true) {
                // What is there goes on at its end.
                let end = CCursor::new(self.note.text.chars().count());
                let mut cursor = TextEditState::default();
                cursor.cursor.set_char_range(Some(CCursorRange::one(end)));
                cursor.store(ctx, id);
                // At once: what is typed in this very frame is meant for the box.
                ctx.memory_mut(|memory| memory.request_focus(id));
            }
            let edit = TextEdit::multiline(&mut self.note.text)
                .id(id)
                .hint_text("What is it?")
                .desired_rows(1)
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 6))
                .return_key(KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter));
            let written = ui.add_enabled(!self.done, edit).accessible_name("Text of the note");
            written.request_focus();
            if written.changed() {
                self.draft(cx);
            }
            let hint = match self.before {
                Some(_) => {
                    "Bookmarked. Enter keeps the text, Shift+Enter starts a line, Escape leaves it"
                }
                None => "Enter keeps it, Shift+Enter starts a line, Escape closes this box",
            };
            ui.weak(RichText::new(hint).small());
            let enter = ui.input_mut(|input| {
                [Modifiers::NONE, Modifiers::COMMAND]
                    .into_iter()
                    .any(|modifiers| input.consume_key(modifiers, Key::Enter))
            });
            enter || delete
        });
        if escape {
            let (file, before, after) = (self.file, None, None);
            cx.push(Command::DraftNote { file, before, after });
            return true;
        }
        if closed && !self.done {
            // Also by a click beside the box, which is no way to lose words.
            self.done = true;
            if delete { self.set(None, cx) } else { self.keep(cx) }
        }
        false
    }

    /// The note as it stands, unless it is as it was.
    fn changed(&self) -> Option<Note> {
        let text = self.note.text.trim().to_owned();
        let unchanged = match &self.before {
            Some(before) => before.text == text,
            None => text.is_empty(),
        };
        (!unchanged).then(|| Note { text, when: when::now(), ..self.note.clone() })
    }

    /// Something else takes its place: what is written stays.
    pub fn leave(&self, cx: &mut Ctx<'_>) {
        if !self.done {
            self.keep(cx);
        }
    }

    fn keep(&self, cx: &mut Ctx<'_>) {
        match self.changed() {
            Some(note) => self.set(Some(note), cx),
            None => self.draft(cx),
        }
    }

    /// What is written so far is not lost, whatever happens.
    fn draft(&self, cx: &mut Ctx<'_>) {
        cx.push(Command::DraftNote {
            file: self.file,
            before: self.before.clone().map(Box::new),
            after: self.changed().map(Box::new),
        });
    }

    fn set(&self, after: Option<Note>, cx: &mut Ctx<'_>) {
        cx.push(Command::SetNote {
            file: self.file,
            before: self.before.clone().map(Box::new),
            after: after.map(Box::new),
        });
    }
}
