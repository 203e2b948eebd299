//! Bytes and sounds of a comparison side by side: the other file on the left, the open file on the right.

mod bytes;
mod row;
mod sounds;

use egui::Ui;
use egui_material_icons::icons;

use self::bytes::BytesView;
use self::sounds::SoundsView;
use crate::app::model::{Command, PanelId, State};
use crate::app::ui::{Ctx, DefaultPosition, GRID, Panel, PanelInfo, empty_state};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::SIDE_BY_SIDE,
    title: "Side by side",
    icon: icons::ICON_VIEW_COLUMN_2,
    home: DefaultPosition::Centre,
    make: Some(|| Box::<SideBySidePanel>::default()),
    ..PanelInfo::EMPTY
};

/// The displayed view.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum View {
    #[default]
    Bytes,
    Sounds,
}

/// See the [module](self).
#[derive(Default)]
pub struct SideBySidePanel {
    view: View,
    bytes: BytesView,
    sounds: SoundsView,
    /// Number of the last result of a comparison.
    known: u64,
}

impl Panel for SideBySidePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let icon = icons::ICON_VIEW_COLUMN_2;
        if cx.state.comparing.other().is_none() {
            let hint = "File › Compare › Compare with file… selects the other file";
            return empty_state(ui, icon, "Nothing to compare with", hint);
        }
        let comparison = match cx.state.comparing.result() {
            None => return empty_state(ui, icon, "Comparing…", ""),
            Some(Err(error)) => {
                return empty_state(ui, icon, "The files cannot be compared", error);
            }
            Some(Ok(comparison)) => comparison.clone(),
        };
        if self.known != cx.state.comparing.changes {
            self.known = cx.state.comparing.changes;
            self.bytes.reset();
        }
        let Some((other, pairs)) = &comparison.bytes else {
            let hint = "A double click on a file in Compare shows its differences";
            return empty_state(ui, icon, "No file is selected", hint);
        };
        let has_sounds = !comparison.sounds.is_empty();
        if has_sounds {
            ui.horizontal(|ui| {
                ui.add_space(2.0 * GRID);
                ui.selectable_value(&mut self.view, View::Bytes, "Bytes");
                ui.selectable_value(&mut self.view, View::Sounds, "Sounds");
            });
        }
        match (self.view, pairs) {
            (View::Sounds, _) if has_sounds => self.sounds.ui(ui, cx, &comparison.sounds),
            (_, Err(why)) => empty_state(ui, icon, "The bytes are not compared", why),
            (_, Ok(pairs)) => self.bytes.ui(ui, cx, other, pairs),
        }
    }

    fn command(&mut self, command: &Command, state: &State) {
        let is_focused = state.focus == PanelId::SIDE_BY_SIDE;
        match command {
            Command::FindNext if is_focused => self.bytes.step(true),
            Command::FindPrevious if is_focused => self.bytes.step(false),
            _ => {}
        }
    }
}
