//! Caches a result for as long as its input is the same.

use std::cell::RefCell;

/// The result for the last input.
pub struct AsyncCache<Q, A>(RefCell<Option<(Q, A)>>);

impl<Q, A> Default for AsyncCache<Q, A> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Q: PartialEq, A: Clone> AsyncCache<Q, A> {
    /// The result of `find`, which is called only if `question` differs from the last one.
    pub fn get(&self, question: Q, find: impl FnOnce() -> A) -> A {
        if let Some((known, answer)) = &mut *self.0.borrow_mut()
            && *known == question
        {
            // Keeps the newer of two equal questions: it is more likely to share data with the next
            // one, which makes comparing them fast.
            *known = question;
            return answer.clone();
        }
        let answer = find();
        self.0.replace(Some((question, answer.clone())));
        answer
    }
}
