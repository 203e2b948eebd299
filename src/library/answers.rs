//! What the user says where files leave something open.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::lock;

/// Answers by the short names of questions.
#[derive(Default)]
pub struct Answers {
    given: Mutex<BTreeMap<String, String>>,
    revision: AtomicU64,
}

impl Answers {
    /// The answer to a question, if one was given.
    pub fn get(&self, question: &str) -> Option<String> {
        lock(&self.given).get(question).cloned()
    }

    /// Answers a question from now on. Scenes that it is about are made anew when they are asked for.
    pub fn give(&self, question: &str, answer: &str) {
        lock(&self.given).insert(question.to_owned(), answer.to_owned());
        self.revision.fetch_add(1, Ordering::SeqCst);
    }

    /// Grows with every answer.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::SeqCst)
    }
}
