//! Checks if the selection can be moved.

use std::sync::Arc;

use crate::app::model::Selection;
use crate::library::{Library, Opened};
use crate::scene::ElementState;

/// Answer for the current selection. The format has to find the fields, even in companions, which
/// takes too long for the window's thread.
#[derive(Debug, Default)]
pub struct CanMove {
    generation: u64,
    selection: Option<Selection>,
    answer: Option<Result<(), String>>,
    number: u64,
}

impl CanMove {
    pub(crate) fn is_about(&self, generation: u64, selection: Option<&Selection>) -> bool {
        self.number > 0 && self.generation == generation && self.selection.as_ref() == selection
    }

    /// The last known answer, also while a new one is pending.
    pub(crate) fn answer(&self) -> Option<&Result<(), String>> {
        self.answer.as_ref()
    }

    /// Starts a check of a selection. Returns the request for a job, unless there is nothing to check.
    pub(crate) fn start_check(
        &mut self,
        generation: u64,
        selection: Option<Selection>,
        places: Vec<MovableElement>,
    ) -> Option<Question> {
        let answer = if places.is_empty() { Some(Ok(())) } else { self.answer.take() };
        *self = Self { generation, selection, answer, number: self.number + 1 };
        (!places.is_empty()).then_some(Question { number: self.number, places })
    }

    /// Takes an answer, unless a newer check was started.
    pub fn take(&mut self, number: u64, answer: Result<(), String>) {
        if self.number == number {
            self.answer = Some(answer);
        }
    }
}

/// A file, the field path of an element in it, and its displayed state.
pub type MovableElement = (Arc<Opened>, String, ElementState);

/// A check for a job.
pub struct Question {
    pub number: u64,
    places: Vec<MovableElement>,
}

impl Question {
    /// `Ok` if any of the elements can be moved; otherwise the reason for the last one.
    pub fn answer(&self, library: &Library) -> Result<(), String> {
        let mut why = Ok(());
        for (file, path, shown) in &self.places {
            let content = &file.document.content;
            let stored =
                file.beside(library, |around| content.editable().stored_as(around, path, shown));
            let Err(refusal) = stored else { return Ok(()) };
            why = Err(refusal.to_string());
        }
        why
    }
}
