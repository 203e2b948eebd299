//! What a panel is, and the small pieces that look the same in all of them.

use egui::Ui;

use crate::app::model::command::{Command, Commands};
use crate::app::model::panel_id::PanelKind;
use crate::app::model::state::State;

/// One panel of the window. It reads the [`State`], never changes it, and asks for changes by
/// pushing commands, which are applied before the next frame. What only it cares about (scroll
/// position, open nodes, a filter) it keeps itself.
pub trait Panel {
    fn kind(&self) -> PanelKind;

    /// Draws the panel into all of `ui`, which has the panel's size and no margin.
    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands);

    /// Told of every command, after the state has taken it: to scroll to a new selection, to open
    /// the go-to box when it has the focus ([`State::focus`]) …
    fn command(&mut self, command: &Command, state: &State) {
        let _ = (command, state);
    }
}
