//! Read options: choices that a file leaves open.

/// A choice that neither a file nor its format determines, with the possible answers.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadOption {
    /// Short name of the option.
    pub name: &'static str,
    /// Displayed title.
    pub title: &'static str,
    /// Short names of the answers, and their meanings. The first one is the default.
    pub answers: &'static [(&'static str, &'static str)],
}

/// A read option of a scene, with its current answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppliedOption {
    /// The option.
    pub question: &'static ReadOption,
    /// Index in [`ReadOption::answers`].
    pub taken: usize,
}

impl ReadOption {
    /// Index of the answer with this name.
    pub fn answer(&self, name: &str) -> Option<usize> {
        self.answers.iter().position(|(known, _)| *known == name)
    }
}
