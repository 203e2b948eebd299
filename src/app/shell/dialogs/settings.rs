//! The settings. Every change is applied and stored immediately.

use egui::{ComboBox, Context, DragValue, Grid, RichText, Slider, ThemePreference, Ui};

use super::modal;
use crate::app::model::settings::{CHECKS, HEX_SIZE, MEMORY, MousePreset, TAB_MEMORY, UI_SCALE};
use crate::app::model::{Command, Settings};
use crate::app::panels::sounds::output_menu;
use crate::app::ui::{Ctx, GRID};

/// Draws the dialog. Returns `true` to close it.
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
    let value = DragValue::new(&mut percent)
        .range(UI_SCALE.start() * 100.0..=UI_SCALE.end() * 100.0)
        .suffix(" %")
        .speed(1.0);
    ui.add(value).labelled_by(label.id).on_hover_text("Ctrl+= and Ctrl+−");
    settings.ui_scale = percent / 100.0;
    ui.end_row();

    let label = ui.label("Text size in Bytes");
    let slider = Slider::new(&mut settings.hex_size, HEX_SIZE).step_by(1.0).suffix(" pt");
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
    let value = DragValue::new(&mut settings.memory).range(MEMORY).suffix(" MiB").speed(8.0);
    let tip = "Memory for decoded files; the least recently used are dropped first";
    ui.add(value).labelled_by(label.id).on_hover_text(tip);
    ui.end_row();

    let label = ui.label("Memory for hidden tabs");
    let value =
        DragValue::new(&mut settings.tab_memory).range(TAB_MEMORY).suffix(" MiB").speed(8.0);
    let tip = "Device memory for hidden tabs; tabs beyond this limit are uploaded again when shown";
    ui.add(value).labelled_by(label.id).on_hover_text(tip);
    ui.end_row();

    for check in &CHECKS {
        ui.label("");
        ui.checkbox((check.field)(settings), check.title).on_hover_text(check.tip);
        ui.end_row();
    }
}
