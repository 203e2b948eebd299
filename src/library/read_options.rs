//! Read options: the user's answers to questions that files leave open.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::lock;

/// Answers, by the short names of questions.
#[derive(Default)]
pub struct ReadOptions {
    given: Mutex<BTreeMap<String, String>>,
    revision: AtomicU64,
}

impl ReadOptions {
    /// The answer to a question, if there is one.
    pub fn get(&self, question: &str) -> Option<String> {
        lock(&self.given).get(question).cloned()
    }

    /// Answers a question from now on. Scenes that depend on it are rebuilt when they are next requested.
    pub fn give(&self, question: &str, answer: &str) {
        lock(&self.given).insert(question.to_owned(), answer.to_owned());
        self.revision.fetch_add(1, Ordering::SeqCst);
    }

    /// Changes with every answer.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::SeqCst)
    }
}
