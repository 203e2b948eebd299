//! Settings of pictures that are drawn for an animation or a turntable.

use egui::{DragValue, Role, Ui, vec2};

use crate::app::model::Command;
use crate::app::model::export::choices::Choices;
use crate::app::model::export::preset::Recorded;
use crate::app::model::export::preview::{FirstPicture, Request};
use crate::app::model::numbers::{counted, size};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, spinner};
use crate::export::{Kind, Subject};
use crate::scene::{FrameSequence, PictureSettings};

/// Side of the preview, in points.
const SIDE: f32 = 48.0 * GRID;

/// The row of formats for a turntable: one that shows several frames, never the usual format of a model.
pub(super) fn kinds_row(ui: &mut Ui, kinds: &mut Vec<Kind>) {
    ui.label("Format");
    ui.horizontal(|ui| {
        for kind in Kind::ALL.iter().filter(|kind| matches!(kind.name(), "gif" | "apng")) {
            let label = ui.selectable_label(kinds.contains(kind), kind.name().to_uppercase());
            if label.on_hover_text(kind.meaning()).clicked() {
                *kinds = vec![*kind];
            }
        }
    });
    ui.end_row();
}

/// The choice of what a turntable shows: everything, or the selected models.
pub(super) fn subject_row(ui: &mut Ui, choices: &mut Choices) {
    ui.horizontal(|ui| {
        let is_whole = choices.these.as_deref() == Some(&[Subject::Scene]);
        if ui.radio(is_whole, "Everything").clicked() {
            choices.these = Some(vec![Subject::Scene]);
        }
        if !choices.models.is_empty() {
            let text = format!("Selection ({})", choices.models_in_words);
            if ui.radio(!is_whole, text).clicked() {
                choices.these = Some(choices.models.clone());
            }
        }
    });
    ui.end_row();
}

/// Rows for size and background; for a turntable also frames and duration.
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
    ui.add(frames).labelled_by(label.id).on_hover_text("Pictures per turn");
    ui.end_row();

    let label = ui.label("Duration");
    ui.horizontal(|ui| {
        let mut seconds = f64::from(settings.milliseconds) / 1e3;
        let value = DragValue::new(&mut seconds).range(0.2..=60.0).suffix(" s").speed(0.05);
        let response = ui.add(value.max_decimals(2)).labelled_by(label.id);
        if response.on_hover_text("Duration of one turn").changed() {
            settings.milliseconds = (seconds * 1e3).round() as u32;
        }
        ui.add_space(GRID);
        ui.weak(format!("{:.1} fps", f64::from(settings.pictures) / seconds.max(0.2)));
    });
    ui.end_row();
}

/// The first picture, and the properties of all of them.
pub(super) fn preview(ui: &mut Ui, cx: &mut Ctx<'_>, choices: &Choices) {
    let Some(reel) = choices.reel() else { return };
    let request = Request::new(cx.state.generation(), reel, choices.pictures);
    if choices.preview.needs(&request) {
        cx.push(Command::PreviewExport(request));
    }
    ui.add_space(2.0 * GRID);
    ui.vertical_centered(|ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), egui::Sense::hover());
        let first = choices.preview.first();
        match first {
            Some(first) => {
                egui::Image::new(&first.picture).paint_at(ui, rect);
                response.named(Role::Image, "Preview of the first frame");
            }
            None if choices.preview.is_drawing() => {
                ui.put(rect, |ui: &mut Ui| {
                    ui.centered_and_justified(|ui| spinner(ui, GRID * 8.0)).response
                });
            }
            None => {
                ui.put(rect, egui::Label::new("No preview"));
            }
        }
        ui.weak(facts(reel, choices.pictures, first));
    });
}

/// Properties of the pictures: `48 frames · 4.00 s · 480×480 · up to about 2.1 MiB`; the size is that of
/// PNGs, GIFs are smaller.
fn facts(reel: FrameSequence, settings: PictureSettings, first: Option<&FirstPicture>) -> String {
    let (count, seconds) = match (reel, first) {
        (FrameSequence::Turn(_, settings), _) => {
            (settings.pictures, f64::from(settings.milliseconds) / 1e3)
        }
        (FrameSequence::Animation(_), Some(first)) => {
            (first.count, f64::from(first.count) * first.seconds)
        }
        (FrameSequence::Animation(_), None) => return String::new(),
    };
    let side = settings.side;
    let mut text = counted(count.into(), "frame");
    text += &format!(" · {seconds:.2} s · {side}×{side}");
    if let Some(first) = first {
        let all = first.bytes.saturating_mul(count.into());
        text += &format!(" · up to about {}", size(all));
    }
    text
}
