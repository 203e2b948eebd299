//! A box to type a path into, for systems without a file dialog.

use egui::{Context, Key, RichText, TextEdit};

use super::top_modal;
use crate::app::jobs::file_dialog::Pick;
use crate::app::model::document::paths;
use crate::app::ui::{Ctx, GRID, Theme, theme};
use crate::container::disk_path;
use crate::library::demo;

/// The open box.
pub struct PathBox {
    title: &'static str,
    typed: String,
    /// True for a file to write, false for one to read.
    writes: bool,
    pick: Pick,
}

impl PathBox {
    pub fn new(pick: Pick) -> Self {
        let new = pick.new_path();
        let writes = new.is_some();
        let typed = new.unwrap_or_default().to_string_lossy().into_owned();
        Self { title: pick.title().unwrap_or_default(), typed, writes, pick }
    }

    /// Draws the box. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        top_modal(ctx, self.title, 160.0 * GRID, true, |ui| {
            ui.label(RichText::new(self.title).strong());
            let edit = TextEdit::singleline(&mut self.typed)
                .hint_text("/path/to/file, a folder, or container.bin//inner/path")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 6))
                .font(egui::FontId::monospace(14.0));
            ui.add(edit).accessible_name("Path").request_focus();
            let path = expand(self.typed.trim());
            let exists = disk_path(paths::on_disk(&path)).exists() || demo::is_demo(&path);
            let theme = Theme::of(ui);
            let (text, colour) = match (path.is_empty(), self.writes, exists) {
                (true, ..) => ("Enter confirms, Escape closes", theme.weak),
                (_, true, true) => ("This file exists: Enter overwrites it", theme.warning),
                (_, true, false) => ("Enter writes this file", theme.success),
                (_, false, true) => ("Enter opens it", theme.success),
                (_, false, false) => ("Not found", theme.weak),
            };
            ui.label(RichText::new(text).color(colour).size(theme::SMALL));
            let enter = ui.input(|input| input.key_pressed(Key::Enter));
            // A mistyped path can be corrected.
            if enter && !path.is_empty() && (exists || self.writes) {
                let path = disk_path(&paths::absolute(&path)).into_owned();
                self.pick.commands(vec![path]).into_iter().for_each(|command| cx.push(command));
                return true;
            }
            false
        })
    }
}

/// Expands `~` to the home folder.
fn expand(path: &str) -> String {
    let rest = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'));
    match (rest, std::env::var("HOME")) {
        (Some(rest), Ok(home)) => format!("{home}{rest}"),
        _ => path.to_owned(),
    }
}
