//! Menu that overrides the recognised format of a file.

use egui::Ui;

use crate::app::model::Command;
use crate::app::ui::Ctx;
use crate::app::ui::menus;
use crate::formats::{self, Format, FormatInfo};
use crate::library::{Candidate, Described, edited_path, plain};

/// Menu entries that open the file at `path` as another format.
pub fn menu(ui: &mut Ui, cx: &mut Ctx<'_>, path: &str) {
    menus::scrolled(ui, |ui| rows(ui, cx, path));
}

fn rows(ui: &mut Ui, cx: &mut Ctx<'_>, path: &str) {
    let opened = cx.state.doc.as_ref().map(|doc| doc.opened.clone());
    let opened = opened.filter(|opened| opened.path == path);
    let chosen = opened.as_ref().filter(|opened| opened.chosen);
    let now = chosen.map(|opened| opened.stored_format().id);
    let entry = |ui: &mut Ui, cx: &mut Ctx<'_>, info: &'static FormatInfo, tip: &str| {
        let response = ui.selectable_label(now == Some(info.id), info.name).on_hover_text(tip);
        if response.clicked() {
            open_as(ui, cx, path, Some(info.id));
        }
    };
    let recognised = ui.selectable_label(now.is_none(), "As recognised");
    if recognised.on_hover_text("Recognised by content").clicked() {
        open_as(ui, cx, path, None);
    }
    let others: Vec<&Candidate> = opened.iter().flat_map(|opened| opened.candidates()).collect();
    if !others.is_empty() {
        heading(ui, "Also possible");
    }
    for found in others {
        let tip = format!("{}: {}", found.format.id, found.probe.reason);
        entry(ui, cx, found.format, &tip);
    }
    let described = cx.state.library.descriptions.loaded();
    if !described.is_empty() {
        heading(ui, "Descriptions");
    }
    for found in described.iter() {
        match &found.format {
            Ok(format) => {
                let info = format.info();
                entry(ui, cx, info, &format!("{}: {}", info.id, found.file));
            }
            Err(mistakes) => mistaken(ui, cx, found, mistakes),
        }
    }
    heading(ui, "Formats");
    for info in formats::all().iter().map(|format| format.info()) {
        entry(ui, cx, info, info.id);
    }
    ui.separator();
    for info in [&plain::TEXT, &plain::BYTES] {
        entry(ui, cx, info, info.id);
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.separator();
    ui.weak(text);
}

fn open_as(ui: &Ui, cx: &mut Ctx<'_>, path: &str, format: Option<&'static str>) {
    cx.push(Command::OpenAs { path: path.to_owned(), format });
    ui.close();
}

/// A description that cannot be used; a click opens it.
fn mistaken(ui: &mut Ui, cx: &mut Ctx<'_>, found: &Described, mistakes: &[String]) {
    let text = egui::RichText::new(format!("{} (has errors)", found.id)).weak();
    if ui.selectable_label(false, text).on_hover_text(mistakes.join("\n")).clicked() {
        cx.push(Command::OpenDescription(edited_path(&found.file)));
        ui.close();
    }
}
