//! What a file leaves open about how it is to be read.

/// Something that neither a file nor what is known of its format decides, with the answers there are.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadOption {
    /// Short name, by which it is answered.
    pub name: &'static str,
    /// What is asked, for people.
    pub title: &'static str,
    /// Short names of the answers, and what each means. The first is taken unless another is given.
    pub answers: &'static [(&'static str, &'static str)],
}

/// A question about a scene, as it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppliedOption {
    /// What is left open.
    pub question: &'static ReadOption,
    /// Index in [`ReadOption::answers`].
    pub taken: usize,
}

impl ReadOption {
    /// The answer of this name.
    pub fn answer(&self, name: &str) -> Option<usize> {
        self.answers.iter().position(|(known, _)| *known == name)
    }
}
