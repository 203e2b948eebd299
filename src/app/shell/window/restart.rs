//! Closes the window if its graphics device stops working, and takes over the changes of such a window.

use super::Window;
use crate::app::model::Level;
use crate::app::model::document::tab_id::TabId;
use crate::app::model::edits::carried::Changes;

impl Window {
    /// Closes the window if its device is lost, without questions, so that it is opened again with the
    /// same session. Reports failed commands. Returns `true` if nothing can be drawn.
    pub(super) fn handle_device_faults(&mut self, ctx: &egui::Context) -> bool {
        if let Some(why) = self.faults.lost() {
            if !self.leaving {
                self.carry_changes(why.to_owned());
                self.quit_anyway(ctx);
            }
            return true;
        }
        if let Some(why) = self.faults.take_error() {
            self.notify(Level::Error, format!("A graphics command failed: {why}"));
        }
        false
    }

    fn carry_changes(&mut self, why: String) {
        let tabs: Vec<TabId> = self.state.all_tabs().map(|tab| tab.id).collect();
        for tab in tabs {
            self.in_tab(tab, |window| drop(window.aside.put(&mut window.state)));
        }
        let aside = std::mem::take(&mut self.aside);
        let drafts = std::mem::take(&mut self.state.description.drafts);
        self.carried.put(Changes { aside, drafts, why });
    }

    /// Takes over the changes of the window that this one replaces.
    pub(super) fn take_over(&mut self) {
        let Some(Changes { aside, drafts, why }) = self.carried.take() else { return };
        self.aside = aside;
        self.state.description.drafts = drafts;
        let text =
            format!("The graphics device stopped working ({why}); the window was opened again");
        self.notify(Level::Warning, text);
    }
}
