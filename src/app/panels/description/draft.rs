//! The text of a description that is being edited, with its mistakes.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::app::model::document::description::{Checked, DescriptionFile};
use crate::app::panels::editor::LineProblem;
use crate::bytes::Severity;
use crate::ksy::{Description, Diagnostic, Level};

/// A text that is being edited.
pub struct Draft {
    pub file: Arc<DescriptionFile>,
    pub text: String,
    /// Text as on disk.
    pub stored: String,
    /// Text that was last sent to be checked.
    pub sent: Option<String>,
    pub typed_at: f64,
    pub problems: Vec<LineProblem>,
    /// Bytes of mistakes.
    pub mistakes: Vec<(Range<usize>, Level)>,
    /// The text as it was last loaded with its types.
    pub loaded: Arc<Description>,
    /// The check that the mistakes come from.
    checked: Option<Arc<Checked>>,
}

impl Draft {
    /// A description that is opened, with its unsaved text, if any.
    pub fn new(file: Arc<DescriptionFile>, unsaved: Option<&str>) -> Self {
        let stored = if file.is_stored { file.text.clone() } else { String::new() };
        Self {
            text: unsaved.unwrap_or(&file.text).to_owned(),
            stored,
            file,
            sent: None,
            typed_at: f64::NEG_INFINITY,
            problems: Vec::new(),
            mistakes: Vec::new(),
            loaded: Arc::default(),
            checked: None,
        }
    }

    /// The text, after its file was opened again.
    pub fn of_file(self, file: Arc<DescriptionFile>) -> Self {
        Self { file, sent: None, ..self }
    }

    pub fn path(&self) -> &Path {
        &self.file.path
    }

    pub fn is_changed(&self) -> bool {
        self.text != self.stored
    }

    /// `true` if the text was checked, so that the lines of declarations are those of the text.
    pub fn is_checked(&self) -> bool {
        self.checked.as_ref().is_some_and(|checked| checked.text == self.text)
    }

    /// Takes over the mistakes of a check of this text, and its types.
    pub fn take_check(&mut self, checked: Option<&Arc<Checked>>) {
        let Some(checked) = checked else { return };
        if self.checked.as_ref().is_some_and(|known| Arc::ptr_eq(known, checked)) {
            return;
        }
        if checked.description.has_types() {
            self.loaded = checked.description.clone();
        }
        if checked.text == self.text {
            let all = &checked.description.diagnostics;
            let own = || all.iter().filter(|found| found.file == 0);
            self.problems = own().map(line_problem).collect();
            let starts = line_starts(&self.text);
            let range = |found: &Diagnostic| range_of(&self.text, &starts, found);
            self.mistakes = own().map(|found| (range(found), found.level)).collect();
            self.checked = Some(checked.clone());
        }
    }
}

fn line_problem(found: &Diagnostic) -> LineProblem {
    let severity = severity_of(found.level);
    let [line, column] =
        [found.at.line, found.at.column].map(|number| (number as usize).saturating_sub(1));
    LineProblem { line, column, severity, message: found.message.clone() }
}

pub fn severity_of(level: Level) -> Severity {
    if level == Level::Error { Severity::Error } else { Severity::Warning }
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Bytes of the word at a mistake.
fn range_of(text: &str, starts: &[usize], found: &Diagnostic) -> Range<usize> {
    let line = (found.at.line as usize).saturating_sub(1);
    let start = starts.get(line).copied().unwrap_or(text.len());
    let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let column = (found.at.column as usize).saturating_sub(1);
    let at = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let rest = line.get(at..).unwrap_or_default();
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    start + at..start + at + word.max(first)
}
