//! A box for the name of a layout.

use egui::{Context, Key, RichText, TextEdit};

use super::top_modal;
use crate::app::model::Command;
use crate::app::ui::{Ctx, GRID, Theme, theme};

/// The open box.
#[derive(Default)]
pub struct LayoutName {
    typed: String,
}

impl LayoutName {
    /// Draws the box. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        top_modal(ctx, "Save layout", 80.0 * GRID, true, |ui| {
            ui.label(RichText::new("Save layout").strong());
            let edit = TextEdit::singleline(&mut self.typed)
                .hint_text("Name")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 6));
            ui.add(edit).accessible_name("Name of the layout").request_focus();
            let name = self.typed.trim();
            let theme = Theme::of(ui);
            let is_known = cx.state.layout_names.iter().any(|known| known == name);
            let (text, colour) = match (name.is_empty(), is_known) {
                (true, _) => ("Enter confirms, Escape closes", theme.weak),
                (false, true) => ("Enter replaces the layout with this name", theme.warning),
                (false, false) => ("Enter saves the layout", theme.success),
            };
            ui.label(RichText::new(text).color(colour).size(theme::SMALL));
            let enter = ui.input(|input| input.key_pressed(Key::Enter)) && !name.is_empty();
            if enter {
                cx.push(Command::SaveLayout(name.to_owned()));
            }
            enter
        })
    }
}
