//! Commands of a frame.

use super::Command;

/// Commands of this frame.
#[derive(Debug, Default)]
pub struct Commands(Vec<Command>);

impl Commands {
    pub fn push(&mut self, command: Command) {
        self.0.push(command);
    }

    pub fn extend(&mut self, commands: impl IntoIterator<Item = Command>) {
        self.0.extend(commands);
    }

    pub fn take(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.0)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Command> {
        self.0.iter()
    }

    /// `true` if a command changes anything: the element under a resting pointer is reported in every frame.
    pub fn are_pending(&self) -> bool {
        self.0.iter().any(|command| !matches!(command, Command::Hover(_)))
    }
}
