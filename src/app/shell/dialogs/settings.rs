//! The settings. Every change is applied and stored immediately.

use egui::{ComboBox, Context, DragValue, Grid, RichText, Slider, ThemePreference, Ui};

use super::modal;
use crate::app::model::{Command, Settings, settings::MousePreset};
use crate::app::panels::sounds::output_menu;
use crate::app::ui::{Ctx, GRID};

/// Draws the dialog; true when it is to be closed.
pub fn show(ctx: &Context, cx: &mut Ctx<'_>) -> bool {
    let mut settings = cx.state.settings.clone();
    let close = modal(ctx, "Settings", 120.0 * GRID, |ui| {
        let grid = Grid::new("settings").num_columns(2).spacing([6.0 * GRID, 2.0 * GRID]);
        grid.show(ui, |ui| {
            rows(ui, &mut settings);
            ui.label("Sound");
            let route = egui::RichText::new(cx.state.settings.route.title());
            output_menu(ui, cx, route, "Sound output");
            ui.end_row();
        });
        ui.add_space(3.0 * GRID);
        ui.weak(RichText::new("Settings are saved automatically.").small());
        false
    });
    if settings != cx.state.settings {
        cx.push(Command::SetSettings(Box::new(settings)));
    }
    close
}

fn rows(ui: &mut Ui, settings: &mut Settings) {
    ui.label("Theme");
    ui.horizontal(|ui| {
        for (value, text) in [
            (ThemePreference::System, "System"),
            (ThemePreference::Dark, "Dark"),
            (ThemePreference::Light, "Light"),
        ] {
            ui.selectable_value(&mut settings.theme, value, text);
        }
    });
    ui.end_row();

    let label = ui.label("Interface scale");
    let mut percent = (settings.ui_scale * 100.0).round();
    let value = DragValue::new(&mut percent).range(75.0..=300.0).suffix(" %").speed(1.0);
    ui.add(value).labelled_by(label.id).on_hover_text("Ctrl+= and Ctrl+−");
    settings.ui_scale = percent / 100.0;
    ui.end_row();

    let label = ui.label("Text size in Bytes");
    let slider = Slider::new(&mut settings.hex_size, 8.0..=32.0).step_by(1.0).suffix(" pt");
    ui.add(slider).labelled_by(label.id);
    ui.end_row();

    let label = ui.label("Mouse controls");
    let combo = ComboBox::from_id_salt("mouse").selected_text(settings.mouse.title());
    let response = combo.show_ui(ui, |ui| {
        for preset in MousePreset::ALL {
            ui.selectable_value(&mut settings.mouse, preset, preset.title())
                .on_hover_text(preset.meaning());
        }
    });
    response.response.labelled_by(label.id).on_hover_text(settings.mouse.meaning());
    ui.end_row();

    let label = ui.label("Cache size");
    let value = DragValue::new(&mut settings.memory).range(64..=65_536).suffix(" MiB").speed(8.0);
    let tip = "Memory for decoded files; the least recently used are dropped first";
    ui.add(value).labelled_by(label.id).on_hover_text(tip);
    ui.end_row();

    ui.label("");
    ui.checkbox(&mut settings.reduce_motion, "Reduce motion").on_hover_text(
        "The camera jumps instead of gliding; no automatic rotation or pulsing colours",
    );
    ui.end_row();

    ui.label("");
    ui.checkbox(&mut settings.limit_flashes, "Limit flashing to 3 times a second")
        .on_hover_text("Slows down colours that flash faster in the game");
    ui.end_row();

    ui.label("");
    ui.checkbox(&mut settings.sync, "Panels follow the selection")
        .on_hover_text("Fields and Bytes scroll to the selected element");
    ui.end_row();

    ui.label("");
    ui.checkbox(&mut settings.watch, "Reload files that change on disk")
        .on_hover_text("Keeps camera, selection and palettes");
    ui.end_row();

    ui.label("");
    ui.checkbox(&mut settings.keep_original, "Keep originals when saving")
        .on_hover_text("Copies the file before its first save, with .orig after its name");
    ui.end_row();

    ui.label("");
    ui.checkbox(&mut settings.index, "Index opened files")
        .on_hover_text("Reads folders, discs and archives in the background for Find");
    ui.end_row();
}
