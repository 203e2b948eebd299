//! Whether what is selected can be moved.

use std::sync::Arc;

use super::Selection;
use crate::library::{Library, Opened};
use crate::scene::Shown;

/// What is known of whether the selection can be moved: a format tells by looking for the fields,
/// in companions too, which takes too long for the window's thread.
#[derive(Debug, Default)]
pub struct Held {
    generation: u64,
    selection: Option<Selection>,
    answer: Option<Result<(), String>>,
    number: u64,
}

impl Held {
    pub(super) fn is_about(&self, generation: u64, selection: Option<&Selection>) -> bool {
        self.number > 0 && self.generation == generation && self.selection.as_ref() == selection
    }

    /// What is known; in between two questions what was known before.
    pub(super) fn answer(&self) -> Option<&Result<(), String>> {
        self.answer.as_ref()
    }

    /// Asks about a selection: the question, unless it is answered by there being nothing to ask.
    pub(super) fn ask(
        &mut self,
        generation: u64,
        selection: Option<Selection>,
        places: Vec<Place>,
    ) -> Option<Question> {
        let answer = if places.is_empty() { Some(Ok(())) } else { self.answer.take() };
        *self = Self { generation, selection, answer, number: self.number + 1 };
        (!places.is_empty()).then_some(Question { number: self.number, places })
    }

    /// Takes what came of a question, unless another was asked since.
    pub fn take(&mut self, number: u64, answer: Result<(), String>) {
        if self.number == number {
            self.answer = Some(answer);
        }
    }
}

/// A file, the field path of something in it, and how that is shown.
pub type Place = (Arc<Opened>, String, Shown);

/// Whether these can be moved.
pub struct Question {
    pub number: u64,
    places: Vec<Place>,
}

impl Question {
    /// Whether any can be moved, or why the last one stays where it is.
    pub fn answer(&self, library: &Library) -> Result<(), String> {
        let mut why = Ok(());
        for (file, path, shown) in &self.places {
            let content = &file.document.content;
            let stored = file.beside(library, |around| content.stored_as(around, path, shown));
            let Err(refusal) = stored else { return Ok(()) };
            why = Err(refusal.to_string());
        }
        why
    }
}
