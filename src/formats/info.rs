//! Registry information about a format.

/// Capability of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capability {
    /// Has a scene.
    View,
    /// Has sounds.
    Sound,
    /// Exports to standard files.
    Export,
    /// Writes files back from their records.
    Write,
}

impl Capability {
    /// The word used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Capability::View => "view",
            Capability::Sound => "sound",
            Capability::Export => "export",
            Capability::Write => "write",
        }
    }
}

/// A row of the registry.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// `family.format`, as in the command-line contract.
    pub id: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Usual extensions, lower case, without the dot. A hint only.
    pub extensions: &'static [&'static str],
    /// The supported versions; empty if there is only one.
    pub versions: &'static [&'static str],
    /// Capabilities.
    pub can: &'static [Capability],
}

impl FormatInfo {
    /// The engine or maker that the format belongs to: the first part of its id.
    pub fn family(&self) -> &'static str {
        self.id.split('.').next().unwrap_or(self.id)
    }
}
