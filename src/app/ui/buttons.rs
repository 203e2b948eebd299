//! The buttons of dialogs.

use egui::{Button, Response, RichText, Ui};

use super::theme::Theme;

/// The one button of a dialog that does what the dialog is for: what Enter would press.
pub fn primary(ui: &mut Ui, text: &str, enabled: bool) -> Response {
    let theme = Theme::of(ui);
    let text = RichText::new(text).color(Theme::on(theme.accent));
    ui.add_enabled(enabled, Button::new(text).fill(theme.accent))
}
