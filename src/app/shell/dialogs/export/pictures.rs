//! Settings of pictures that are drawn for an animation or a turntable.

use egui::{DragValue, Ui};

use crate::app::model::export_as::Recorded;
use crate::app::ui::GRID;
use crate::scene::PictureSettings;

/// Rows for size, background and, of a turntable, frames and duration.
pub(super) fn rows(ui: &mut Ui, settings: &mut PictureSettings, recorded: Recorded) {
    let label = ui.label("Size");
    ui.horizontal(|ui| {
        let side = DragValue::new(&mut settings.side).range(32..=2048).suffix(" px").speed(4.0);
        ui.add(side).labelled_by(label.id);
        for side in [256, 480, 1024] {
            ui.selectable_value(&mut settings.side, side, side.to_string());
        }
    });
    ui.end_row();
    if recorded == Recorded::Turntable {
        turn(ui, settings);
    }
    let label = ui.label("Background");
    ui.color_edit_button_srgb(&mut settings.background).labelled_by(label.id);
    ui.end_row();
}

fn turn(ui: &mut Ui, settings: &mut PictureSettings) {
    let label = ui.label("Frames");
    let frames = DragValue::new(&mut settings.pictures).range(2..=720);
    ui.add(frames).labelled_by(label.id).on_hover_text("Pictures of one turn");
    ui.end_row();

    let label = ui.label("Duration");
    ui.horizontal(|ui| {
        let mut seconds = f64::from(settings.milliseconds) / 1e3;
        let value = DragValue::new(&mut seconds).range(0.2..=60.0).suffix(" s").speed(0.05);
        let response = ui.add(value.max_decimals(2)).labelled_by(label.id);
        if response.on_hover_text("Time of one turn").changed() {
            settings.milliseconds = (seconds * 1e3).round() as u32;
        }
        ui.add_space(GRID);
        ui.weak(format!("{:.1} fps", f64::from(settings.pictures) / seconds.max(0.2)));
    });
    ui.end_row();
}
