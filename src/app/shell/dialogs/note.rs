//! The note editor.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Context, Key, KeyboardShortcut, Modifiers, RichText, TextEdit};
use egui_material_icons::icons;

use super::top_modal;
use crate::app::model::document::notes;
use crate::app::model::{Command, Note, SelectionTarget, State, numbers::offset};
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, icon_button, theme};
use crate::bytes::SourceId;
use crate::library::timestamp;

/// The open box.
pub struct NoteBox {
    /// The file of the note, identified by its content, which survives reloads.
    file: notes::Key,
    /// The existing note; `None` for a new one.
    before: Option<Note>,
    note: Note,
    /// The box has had the focus.
    started: bool,
    /// The text is confirmed: the box stays open until it is stored.
    done: bool,
}

impl NoteBox {
    /// Dialog that changes a note.
    pub fn edit(source: SourceId, note: &Note, state: &State) -> Option<Self> {
        let file = state.notes.entry(source)?.key;
        let (before, note) = (Some(note.clone()), note.clone());
        Some(Self { file, before, note, started: false, done: false })
    }

    /// Dialog that writes a new note on `target`, otherwise on the selection. If the target has a bookmark
    /// without text, the note is added to it.
    pub fn on(target: Option<&SelectionTarget>, state: &State) -> Option<Self> {
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

    /// Draws the box. Returns `true` to close it and store the note.
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
                // Place the cursor after the existing text.
                let end = CCursor::new(self.note.text.chars().count());
                let mut cursor = TextEditState::default();
                cursor.cursor.set_char_range(Some(CCursorRange::one(end)));
                cursor.store(ctx, id);
                // The focus is requested at once, so that text typed in this frame goes into the box.
                ctx.memory_mut(|memory| memory.request_focus(id));
            }
            let edit = TextEdit::multiline(&mut self.note.text)
                .id(id)
                .hint_text("Describe it")
                .desired_rows(1)
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 6))
                .return_key(KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter));
            let written = ui.add_enabled(!self.done, edit).accessible_name("Note text");
            written.request_focus();
            if written.changed() {
                self.draft(cx);
            }
            let hint = match self.before {
                Some(_) => {
                    "Bookmarked. Enter saves the text, Shift+Enter adds a line, Escape discards it"
                }
                None => "Enter saves, Shift+Enter adds a line, Escape cancels",
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
            // A click outside the box saves as well, so that no text is lost.
            self.done = true;
            if delete { self.set(None, cx) } else { self.keep(cx) }
        }
        false
    }

    /// The edited note, unless it is unchanged.
    fn changed(&self) -> Option<Note> {
        let text = self.note.text.trim().to_owned();
        let unchanged = match &self.before {
            Some(before) => before.text == text,
            None => text.is_empty(),
        };
        (!unchanged).then(|| Note { text, when: timestamp::now(), ..self.note.clone() })
    }

    /// Called when another dialog replaces this one; the text is stored.
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

    /// Stores the unfinished text, so that it survives a crash.
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
