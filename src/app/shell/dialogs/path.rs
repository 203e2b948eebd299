//! A box to type a path in: works where there is no file dialog.

use std::path::Path;

use egui::{Context, Key, RichText, TextEdit};

use super::top_modal;
use crate::app::model::{Command, paths};
use crate::app::ui::{Ctx, GRID, Theme, theme};

/// The open box.
#[derive(Default)]
pub struct PathBox {
    typed: String,
}

impl PathBox {
    /// Draws the box; true when it is to be closed.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        top_modal(ctx, "Open a path", 160.0 * GRID, true, |ui| {
            let edit = TextEdit::singleline(&mut self.typed)
                .hint_text("/path/to/file, a folder, or container.bin//inner/path")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 6))
                .font(egui::FontId::monospace(14.0));
            ui.add(edit).accessible_name("Path to open").request_focus();
            let path = expand(self.typed.trim());
            let there = Path::new(paths::on_disk(&path)).exists();
            let theme = Theme::of(ui);
            let (text, colour) = match (path.is_empty(), there) {
                (true, _) => ("Enter opens it, Escape closes this box", theme.weak),
                (false, true) => ("Enter opens it", theme.success),
                (false, false) => ("There is nothing at this path yet", theme.weak),
            };
            ui.label(RichText::new(text).color(colour).size(theme::SMALL));
            let enter = ui.input(|input| input.key_pressed(Key::Enter));
            if enter && !path.is_empty() {
                cx.push(Command::Open(paths::absolute(&path)));
                return true;
            }
            false
        })
    }
}

/// `~` is the home folder.
fn expand(path: &str) -> String {
    let rest = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'));
    match (rest, std::env::var("HOME")) {
        (Some(rest), Ok(home)) => format!("{home}{rest}"),
        _ => path.to_owned(),
    }
}
