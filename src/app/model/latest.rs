//! Answers that take a while to find, kept for as long as they are true.

use std::cell::RefCell;

/// The answer to the question that was asked last.
pub struct Latest<Q, A>(RefCell<Option<(Q, A)>>);

impl<Q, A> Default for Latest<Q, A> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Q: PartialEq, A: Clone> Latest<Q, A> {
    /// What `find` says, which is asked only when the question is another than before.
    pub fn get(&self, question: Q, find: impl FnOnce() -> A) -> A {
        if let Some((known, answer)) = &mut *self.0.borrow_mut()
            && *known == question
        {
            // What is shared with the newest question is compared fastest.
            *known = question;
            return answer.clone();
        }
        let answer = find();
        self.0.replace(Some((question, answer.clone())));
        answer
    }
}
