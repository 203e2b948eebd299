//! The other file of a comparison, the buttons next to it, and the numbers of differences.

use egui::{RichText, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::names;
use crate::app::model::document::comparison::{ComparedFile, Comparison};
use crate::app::model::document::paths;
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{ColourBy, Command, PanelId, State, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, icon_button, row, theme};

/// Minimum width of a name after other words.
const LEAST: f32 = 20.0 * GRID;

/// Name of the file that is compared with, in a line. The tooltip has its path.
pub fn title(ui: &mut Ui, state: &State, other: &ComparedFile) {
    let name = match other {
        ComparedFile::Saved => "the saved file".to_owned(),
        ComparedFile::File(path) => {
            let [name, _] =
                names::of_files(state, [path, state.document_path().unwrap_or_default()]);
            name
        }
        ComparedFile::Folders { before, .. } => paths::name(before).to_owned(),
    };
    let paths = match other {
        ComparedFile::Saved => state.document_path().unwrap_or_default().to_owned(),
        ComparedFile::File(path) => path.clone(),
        ComparedFile::Folders { before, after } => format!("{before}\n{after}"),
    };
    let text = format!("Compared with {name}");
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let inner = rect.shrink2(vec2(2.0 * GRID, 0.0));
    let font = theme::body();
    let start = "Compared with ";
    let room = inner.width() - cells::width(ui, start, font.clone());
    let shown = match cells::width(ui, &name, font.clone()) {
        width if width <= room => text.clone(),
        width if width <= inner.width() || room < LEAST => {
            cells::cut_inside(ui, &name, &font, inner.width())
        }
        _ => format!("{start}{}", cells::cut_inside(ui, &name, &font, room)),
    };
    row::row_text(ui, inner, inner.left(), inner.right(), shown, font, Theme::of(ui).text);
    response.named(Role::Label, text);
    response.on_hover_text(paths);
}

/// Buttons that show the comparison in other panels.
pub fn view_buttons(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let comparison = cx.state.comparing.comparison();
    let has_faces = comparison.is_some_and(|c| !c.scenes.b.is_empty());
    let has_bytes = comparison.is_some_and(|c| c.other_file.is_some());
    if cx.state.has_second(SecondScene::Compared) {
        let second = cx.state.second.shown.map(|shown| shown.scene);
        let on = second == Some(SecondScene::Compared);
        let tip = "Show the other file over the picture";
        if icon_button(ui, icons::ICON_COMPARE, tip, on).clicked() {
            cx.push(match on {
                true => Command::ToggleSecond,
                false => Command::ShowSecond(SecondScene::Compared),
            });
        }
    }
    if has_bytes {
        let tip = "Show bytes, textures and sounds side by side";
        if icon_button(ui, icons::ICON_VIEW_COLUMN_2, tip, false).clicked() {
            cx.push(Command::ShowPanel(PanelId::SIDE_BY_SIDE));
        }
    }
    let colours = cx.state.view.colour_by == Some(ColourBy::Changes);
    let tip = "Colour faces by differences";
    if has_faces && icon_button(ui, icons::ICON_FORMAT_COLOR_FILL, tip, colours).clicked() {
        cx.push(Command::ColourBy((!colours).then_some(ColourBy::Changes)));
    }
}

/// Line with the numbers of differences; that of sounds is 0 while it is not known.
pub fn totals(ui: &mut Ui, comparison: &Comparison, sounds: usize) {
    let mut parts = vec![format!(
        "{} changed, {} added, {} removed",
        grouped(comparison.changed as u64),
        grouped(comparison.added as u64),
        grouped(comparison.removed as u64)
    )];
    let mut also = |count: u64, one: &str, more: &str| {
        if count > 0 {
            parts.push(format!("{} {}", grouped(count), if count == 1 { one } else { more }));
        }
    };
    also(comparison.removed_faces as u64, "removed face", "removed faces");
    also(comparison.scenes.textures.len() as u64, "texture", "textures");
    also(comparison.scenes.palettes.len() as u64, "palette", "palettes");
    also(sounds as u64, "sound", "sounds");
    also(comparison.renamed as u64, "renamed file", "renamed files");
    also(comparison.derived, "dependent number", "dependent numbers");
    let margin = egui::Margin::symmetric(8, 0);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        let weak = Theme::of(ui).weak;
        let text = RichText::new(parts.join(" · ")).color(weak).size(theme::SMALL);
        ui.add(egui::Label::new(text).wrap());
    });
    ui.add_space(GRID);
}
