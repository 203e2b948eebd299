//! Menu that overrides the recognised format of a file.

use egui::{ScrollArea, Ui};

use crate::app::model::Command;
use crate::app::ui::Ctx;
use crate::formats;
use crate::library::plain;

/// Greatest height of the menu, in points.
const TALLEST: f32 = 480.0;

/// Menu entries that open the file at `path` as another format; `now` is the format chosen before.
pub fn menu(ui: &mut Ui, cx: &mut Ctx<'_>, path: &str, now: Option<&str>) {
    let entry = |ui: &mut Ui, cx: &mut Ctx<'_>, name: &str, id: Option<&'static str>| {
        let response = ui.selectable_label(now == id, name);
        let response = response.on_hover_text(id.unwrap_or("Recognised by content"));
        if response.clicked() {
            cx.push(Command::OpenAs { path: path.to_owned(), format: id });
            ui.close();
        }
    };
    entry(ui, cx, "As recognised", None);
    ui.separator();
    for info in cx.state.library.descriptions.known() {
        entry(ui, cx, info.name, Some(info.id));
    }
    ScrollArea::vertical().max_height(TALLEST).show(ui, |ui| {
        for info in formats::all().iter().map(|format| format.info()) {
            entry(ui, cx, info.name, Some(info.id));
        }
    });
    ui.separator();
    for info in [&plain::TEXT, &plain::BYTES] {
        entry(ui, cx, info.name, Some(info.id));
    }
}
