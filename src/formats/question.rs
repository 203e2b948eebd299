//! How what files leave open is taken.

use crate::container::Context;
use crate::scene::{Asked, Question};

/// The answer to a question; the first where none was given.
pub fn taken(question: &Question, context: Context<'_>) -> usize {
    let given = context.siblings.answer(question.name);
    given.and_then(|answer| question.answer(&answer)).unwrap_or(0)
}

/// A question as it is answered.
pub fn asked(question: &'static Question, context: Context<'_>) -> Asked {
    Asked { question, taken: taken(question, context) }
}
