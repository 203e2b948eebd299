//! The settings. Every change is applied and stored immediately.

use egui::{
    ComboBox, Context, DragValue, Grid, Id, RichText, Slider, TextEdit, ThemePreference, Ui,
};

use super::modal;
use crate::app::model::settings::{CHECKS, HEX_SIZE, MEMORY, MousePreset, TAB_MEMORY, UI_SCALE};
use crate::app::model::{Command, Settings};
use crate::app::panels::sounds::output_menu;
use crate::app::ui::shortcuts::keys_of;
use crate::app::ui::{Ctx, GRID, Words};

/// The open dialog.
#[derive(Default)]
pub struct SettingsDialog {
    filter: String,
    /// The filter had the focus.
    is_focused: bool,
    /// Height with all rows, which the dialog keeps while it is filtered.
    height: f32,
}

impl SettingsDialog {
    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        let mut settings = cx.state.settings.clone();
        let close = modal(ctx, "Settings", 120.0 * GRID, |ui| {
            let top = ui.cursor().top();
            let edit = TextEdit::singleline(&mut self.filter).hint_text("Filter");
            let edit = ui.add(edit.desired_width(f32::INFINITY)).accessible_name("Filter settings");
            if !std::mem::replace(&mut self.is_focused, true) {
                edit.request_focus();
            }
            ui.add_space(2.0 * GRID);
            let grid = Grid::new("settings").num_columns(2).spacing([6.0 * GRID, 2.0 * GRID]);
            let shown = grid.show(ui, |ui| {
                let mut rows = Rows { ui, words: Words::new(&self.filter), shown: 0 };
                rows.all(&mut settings);
                rows.row("Sound", "Output device", |ui, _| {
                    let route = RichText::new(cx.state.settings.route.title());
                    output_menu(ui, cx, route, "Sound output");
                });
                rows.shown
            });
            if shown.inner == 0 {
                ui.weak("No setting has these words");
            }
            let height = ui.min_rect().bottom() - top;
            ui.add_space((self.height - height).max(0.0));
            self.height = self.height.max(height);
            ui.add_space(3.0 * GRID);
            ui.weak(RichText::new("Settings are saved automatically.").small());
            false
        });
        if settings != cx.state.settings {
            cx.push(Command::SetSettings(Box::new(settings)));
        }
        close
    }
}

/// The rows of the grid, reduced to those with the words of the filter.
struct Rows<'a> {
    ui: &'a mut Ui,
    words: Words,
    shown: usize,
}

impl Rows<'_> {
    /// Draws a row if its title or description has the words. `draw` gets the id of the label.
    fn row(&mut self, title: &str, description: &str, draw: impl FnOnce(&mut Ui, Id)) {
        if self.words.are_in(&format!("{title} {description}")) {
            let label = self.ui.label(title);
            draw(self.ui, label.id);
            self.ui.end_row();
            self.shown += 1;
        }
    }

    fn all(&mut self, settings: &mut Settings) {
        self.row("Theme", "System Dark Light", |ui, _| {
            ui.horizontal(|ui| {
                for (value, text) in [
                    (ThemePreference::System, "System"),
                    (ThemePreference::Dark, "Dark"),
                    (ThemePreference::Light, "Light"),
                ] {
                    ui.selectable_value(&mut settings.theme, value, text);
                }
            });
        });
        self.row("Interface scale", "Size Zoom", |ui, label| {
            let mut percent = (settings.ui_scale * 100.0).round();
            let value = DragValue::new(&mut percent)
                .range(UI_SCALE.start() * 100.0..=UI_SCALE.end() * 100.0)
                .suffix(" %")
                .speed(1.0);
            ui.add(value).labelled_by(label).on_hover_text(format!(
                "{} and {}",
                keys_of(&Command::ZoomIn),
                keys_of(&Command::ZoomOut)
            ));
            settings.ui_scale = percent / 100.0;
        });
        self.row("Text size in Bytes", "Font", |ui, label| {
            let slider = Slider::new(&mut settings.hex_size, HEX_SIZE).step_by(1.0).suffix(" pt");
            ui.add(slider).labelled_by(label);
        });
        let presets = MousePreset::ALL.map(MousePreset::title).join(" ");
        self.row("Mouse controls", &presets, |ui, label| {
            let combo = ComboBox::from_id_salt("mouse").selected_text(settings.mouse.title());
            let response = combo.show_ui(ui, |ui| {
                for preset in MousePreset::ALL {
                    ui.selectable_value(&mut settings.mouse, preset, preset.title())
                        .on_hover_text(preset.meaning());
                }
            });
            response.response.labelled_by(label).on_hover_text(settings.mouse.meaning());
        });
        let tip =
            "Memory for files that are no longer shown; the least recently used are dropped first";
        self.row("Cache size", tip, |ui, label| {
            let value =
                DragValue::new(&mut settings.memory).range(MEMORY).suffix(" MiB").speed(8.0);
            ui.add(value).labelled_by(label).on_hover_text(tip);
        });
        let tip =
            "Device memory for hidden tabs; tabs beyond this limit are uploaded again when shown";
        self.row("Memory for hidden tabs", tip, |ui, label| {
            let value = DragValue::new(&mut settings.tab_memory);
            let value = value.range(TAB_MEMORY).suffix(" MiB").speed(8.0);
            ui.add(value).labelled_by(label).on_hover_text(tip);
        });
        for check in &CHECKS {
            // The title is at the box, in the second column.
            let text = format!("{} {}", check.title, check.tip);
            self.row("", &text, |ui, _| {
                ui.checkbox((check.field)(settings), check.title).on_hover_text(check.tip);
            });
        }
    }
}
