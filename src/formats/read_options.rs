//! Current values of read options.

use crate::container::Context;
use crate::scene::{AppliedOption, ReadOption};

/// The value of a read option; the first if none was chosen.
pub fn taken(question: &ReadOption, context: Context<'_>) -> usize {
    let given = context.siblings.answer(question.name);
    given.and_then(|answer| question.answer(&answer)).unwrap_or(0)
}

/// A read option with its current value.
pub fn applied(question: &'static ReadOption, context: Context<'_>) -> AppliedOption {
    AppliedOption { question, taken: taken(question, context) }
}
