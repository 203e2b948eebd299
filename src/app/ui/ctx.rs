//! Context of drawing functions.

use crate::app::model::{Command, Commands, SelectionTarget, State};
use crate::scene::Element;

/// State that drawing functions may read, and the commands they push.
pub struct Ctx<'a> {
    pub state: &'a State,
    pub commands: &'a mut Commands,
}

impl<'a> Ctx<'a> {
    pub fn new(state: &'a State, commands: &'a mut Commands) -> Self {
        Self { state, commands }
    }

    pub fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    pub fn extend(&mut self, commands: impl IntoIterator<Item = Command>) {
        self.commands.extend(commands);
    }

    pub fn select(&mut self, target: SelectionTarget) {
        self.push(Command::Select(target));
    }

    /// Selects an element of the scene, unless it is already part of the selection.
    pub fn select_unless_selected(&mut self, element: Element) {
        if !self.state.selection.as_ref().is_some_and(|selection| selection.contains(element)) {
            self.select(SelectionTarget::Element(element));
        }
    }

    pub fn hover(&mut self, target: SelectionTarget) {
        self.push(Command::Hover(target));
    }
}
