//! The trait of panels.

use egui::Ui;
use egui_material_icons::{MaterialIcon, icons};

use super::Keys;
use crate::app::model::key_bindings::currently_assigned;
use crate::app::model::{Command, PanelId, State};
use crate::app::ui::Ctx;
use crate::app::ui::shortcuts::command_info::Menu;

/// Description of a panel.
pub struct PanelInfo {
    pub id: PanelId,
    pub title: &'static str,
    pub icon: MaterialIcon,
    pub home: DefaultPosition,
    /// Keys that show the panel.
    pub keys: &'static [Keys],
    /// Find works in this panel.
    pub is_searched: bool,
    /// A command that shows the panel makes it at least half as high as its column.
    pub is_tall: bool,
    /// Number of the panel's entries, shown next to its title.
    pub count: fn(&State) -> Option<u64>,
    /// Creates the panel; `None` for the scene, which the window creates with its device.
    pub make: Option<fn() -> Box<dyn Panel>>,
}

/// Default position of a panel in the layout. Positions in one column have adjacent numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultPosition {
    LeftTop = 0,
    LeftBottom = 1,
    Centre = 10,
    RightTop = 20,
    RightMiddle = 21,
    RightBottom = 22,
}

impl PanelInfo {
    /// Default values.
    pub const EMPTY: Self = Self {
        id: PanelId(""),
        title: "",
        icon: icons::ICON_TAB,
        home: DefaultPosition::Centre,
        keys: &[],
        is_searched: false,
        is_tall: false,
        count: |_| None,
        make: None,
    };

    /// Title with keys, for tooltips: `Fields (Ctrl+Shift+D)`.
    pub fn tip(&self) -> String {
        let assigned = currently_assigned(|| Menu::Panels.name_of(self.title));
        Keys::beside(self.title, &Keys::or_default(assigned.as_deref(), self.keys))
    }
}

/// A panel of the window. It reads the [`State`], never changes it, and requests changes by pushing
/// commands, which are applied before the next frame. State that only concerns the panel (scroll
/// position, open nodes, a filter) is stored in it.
pub trait Panel {
    /// Draws the panel into all of `ui`, which has the panel's size and no margin.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>);

    /// Called for every command after the state has handled it: to scroll to a new selection, to open the
    /// go-to box if the panel has the focus ([`State::focus`]) …
    fn command(&mut self, command: &Command, state: &State) {
        let _ = (command, state);
    }

    /// Ends a drag in progress at its current position; `false` if there is none.
    fn let_go(&mut self) -> bool {
        false
    }
}
