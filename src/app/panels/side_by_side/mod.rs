//! Bytes, textures and sounds of a comparison side by side: the other file on the left, the open file on the right.

mod bytes;
mod pair_list;
mod palettes;
mod pictures;
mod row;
mod sounds;
mod textures;

use egui::Ui;
use egui_material_icons::icons;

use self::bytes::BytesView;
use self::sounds::SoundsView;
use self::textures::TexturesView;
use crate::app::model::{Command, PanelId, State};
use crate::app::panels::compare;
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
    Textures,
    Sounds,
}

/// See the [module](self).
#[derive(Default)]
pub struct SideBySidePanel {
    view: View,
    bytes: BytesView,
    sounds: SoundsView,
    textures: TexturesView,
    /// Number of the comparison.
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
        if self.known != cx.state.comparing.number {
            self.known = cx.state.comparing.number;
            self.bytes.reset();
        }
        if comparison.other_file.is_none() {
            let hint = "A double click on a file in Compare shows its differences";
            return empty_state(ui, icon, "No file is selected", hint);
        }
        let contents = cx.state.comparing.contents().cloned();
        let failure = cx.state.comparing.contents_failure();
        ui.add_space(GRID);
        if cx.state.comparing.is_outdated() {
            compare::problems(ui, cx.state);
        } else if let Some(why) = failure.filter(|_| contents.is_some()) {
            compare::warning(ui, format!("{why}{}", compare::LAST_KNOWN));
        }
        let sounds =
            contents.as_ref().map(|found| &found.sounds).filter(|sounds| !sounds.is_empty());
        let has_textures = textures::has_any(&comparison);
        if has_textures || sounds.is_some() {
            ui.horizontal(|ui| {
                ui.add_space(2.0 * GRID);
                ui.selectable_value(&mut self.view, View::Bytes, "Bytes");
                if has_textures {
                    ui.selectable_value(&mut self.view, View::Textures, "Textures");
                }
                if sounds.is_some() {
                    ui.selectable_value(&mut self.view, View::Sounds, "Sounds");
                }
            });
        }
        let refused = "The bytes are not compared";
        match (self.view, &contents, sounds) {
            (View::Textures, ..) if has_textures => self.textures.ui(ui, cx, &comparison),
            (View::Sounds, _, Some(sounds)) => self.sounds.ui(ui, cx, sounds),
            (_, Some(found), _) => match &found.bytes {
                Ok(pairs) => self.bytes.ui(ui, cx, [&found.other, &found.own.opened], pairs),
                Err(why) => empty_state(ui, icon, refused, why),
            },
            (_, None, _) => match cx.state.comparing.contents_failure() {
                Some(why) => empty_state(ui, icon, refused, why),
                None => empty_state(ui, icon, "Comparing bytes and sounds…", ""),
            },
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
