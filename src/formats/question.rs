//! Current values of read options.

use crate::container::Context;
use crate::scene::{Asked, Question};

/// The value of a read option; the first if none was chosen.
pub fn taken(question: &Question, context: Context<'_>) -> usize {
    let given = context.siblings.answer(question.name);
    given.and_then(|answer| question.answer(&answer)).unwrap_or(0)
}

/// A read option with its current value.
pub fn asked(question: &'static Question, context: Context<'_>) -> Asked {
    Asked { question, taken: taken(question, context) }
}
