//! The line that declares the selected field, and the field that is declared at the caret.

use egui::Response;
use egui::text_edit::TextEditOutput;

use super::draft::Draft;
use crate::app::model::document::description::place_of;
use crate::app::model::{SelectionTarget, State};
use crate::app::ui::Ctx;
use crate::formats::{Document, described};
use crate::library::edited_path;

/// Follows the selection and the caret.
#[derive(Default)]
pub struct Declared {
    /// The selected field of a version of the file, and its line, from 0.
    selected: Option<(u64, String, usize)>,
    /// Line to scroll to after the selection changed elsewhere.
    arrived: Option<usize>,
    /// Character at the caret.
    caret: Option<usize>,
    /// Field that was selected by the caret.
    chosen: Option<String>,
}

impl Declared {
    /// Line, from 0, that declares the selected field.
    pub fn line(&mut self, state: &State, draft: &Draft) -> Option<usize> {
        let document = read_by(state, draft)?;
        let generation = state.doc.as_ref().map_or(0, |doc| doc.generation);
        let selection = state.selection.as_ref();
        let selection = selection.filter(|s| s.source == document.source.id());
        let path = selection.map(|selection| &selection.path).filter(|path| !path.is_empty())?;
        if let Some((of, known, line)) = &self.selected
            && (*of, known) == (generation, path)
        {
            return Some(*line);
        }
        let place = place_of(document, path).filter(|place| place.file == draft.path())?;
        let line = place.line.saturating_sub(1);
        self.selected = Some((generation, path.clone(), line));
        if state.settings.sync && self.chosen.as_ref() != Some(path) {
            self.arrived = Some(line);
        }
        Some(line)
    }

    /// Line to scroll to, unless the user is typing.
    pub fn followed(&mut self, response: &Response) -> Option<usize> {
        // The focus may leave the text one frame after the selection has changed.
        if response.has_focus() { None } else { self.arrived.take() }
    }

    /// Selects the field that is declared at the caret after it was moved.
    pub fn follow_caret(&mut self, cx: &mut Ctx<'_>, draft: &Draft, shown: &TextEditOutput) {
        let response = &shown.response.response;
        let caret = shown.cursor_range.filter(|_| response.has_focus());
        let caret = caret.map(|range| range.primary.index.0);
        let is_moved = caret != self.caret && !response.changed();
        self.caret = caret;
        let Some(caret) = caret.filter(|_| is_moved && cx.state.settings.sync) else { return };
        let above = draft.text.chars().take(caret).filter(|letter| *letter == '\n').count();
        let Ok(line) = u32::try_from(above + 1) else { return };
        let Some(document) = read_by(cx.state, draft) else { return };
        let source = document.source.id();
        let selection = cx.state.selection.as_ref().filter(|selection| selection.source == source);
        let near = selection.map_or("", |selection| &selection.path);
        let path = described(document)
            .and_then(|content| content.path_declared_at(&draft.text, line, near))
            .filter(|path| path != near && document.tree.find(path).is_ok());
        if let Some(path) = path {
            (self.chosen, self.arrived) = (Some(path.clone()), None);
            cx.select(SelectionTarget::Path { source, path });
        }
    }
}

/// The displayed document, if it was read with this text.
fn read_by<'a>(state: &'a State, draft: &Draft) -> Option<&'a Document> {
    let document = &state.shown.as_ref()?.document;
    let content = described(document).filter(|_| draft.is_checked())?;
    (edited_path(content.file()) == draft.path()).then_some(document)
}
