//! The trait of panels.

use egui::Ui;
use egui_material_icons::{MaterialIcon, icons};

use super::Keys;
use crate::app::model::{Command, PanelId, State};
use crate::app::ui::Ctx;

/// Description of a panel.
pub struct PanelInfo {
    pub id: PanelId,
    pub title: &'static str,
    pub icon: MaterialIcon,
    pub home: Home,
    /// Keys that bring it to the front.
    pub keys: &'static [Keys],
    /// Whether Find works in it.
    pub is_searched: bool,
    /// How much there is in it, beside its title.
    pub count: fn(&State) -> Option<u64>,
    /// Makes the panel; `None` for the scene, which the window makes with its device.
    pub make: Option<fn() -> Box<dyn Panel>>,
}

/// Where a panel stands in a new layout. The numbers of two homes differ least within a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    LeftTop = 0,
    LeftBottom = 1,
    Centre = 10,
    RightTop = 20,
    RightMiddle = 21,
    RightBottom = 22,
}

impl PanelInfo {
    /// Defaults that most panels keep.
    pub const EMPTY: Self = Self {
        id: PanelId(""),
        title: "",
        icon: icons::ICON_TAB,
        home: Home::Centre,
        keys: &[],
        is_searched: false,
        count: |_| None,
        make: None,
    };

    /// `Fields (Ctrl+Shift+D)`: for tooltips.
    pub fn tip(&self) -> String {
        Keys::beside(self.title, self.keys)
    }
}

/// One panel of the window. It reads the [`State`], never changes it, and asks for changes by
/// pushing commands, which are applied before the next frame. What only it cares about (scroll
/// position, open nodes, a filter) it keeps itself.
pub trait Panel {
    /// Draws the panel into all of `ui`, which has the panel's size and no margin.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>);

    /// Told of every command, after the state has taken it: to scroll to a new selection, to open
    /// the go-to box when it has the focus ([`State::focus`]) …
    fn command(&mut self, command: &Command, state: &State) {
        let _ = (command, state);
    }

    /// Lets go of what is held with the pointer, where it was; false when nothing is.
    fn let_go(&mut self) -> bool {
        false
    }
}
