//! What every format says about itself.

/// What can be done with a file of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// Has a scene to look at.
    View,
    /// Has sounds to play.
    Sound,
    /// Can be taken out as standard files.
    Export,
    /// Can be written back from its records.
    Write,
}

impl Ability {
    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Ability::View => "view",
            Ability::Sound => "sound",
            Ability::Export => "export",
            Ability::Write => "write",
        }
    }
}

/// A row of the registry.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// `family.format`, as in the command-line contract.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual extensions, lower case, without the dot. A hint only.
    pub extensions: &'static [&'static str],
    /// The versions that are read; empty where there is only one.
    pub versions: &'static [&'static str],
    /// What can be done with such a file.
    pub can: &'static [Ability],
}

impl FormatInfo {
    /// The engine or maker it belongs to: the first part of its id.
    pub fn family(&self) -> &'static str {
        self.id.split('.').next().unwrap_or(self.id)
    }
}
