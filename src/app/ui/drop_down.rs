//! A button that opens a list below itself.

use egui::{Button, Popup, PopupCloseBehavior, RectAlign, RichText, Role, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use super::named::Named;
use super::{GRID, ROW, Theme, theme};

/// An icon, a fixed word (so that nothing next to it moves), and an arrow.
pub struct DropDown<'a> {
    icon: MaterialIcon,
    /// The fixed word; may be empty.
    text: &'a str,
    tip: &'a str,
    lit: bool,
    close: PopupCloseBehavior,
    at_right: bool,
}

impl<'a> DropDown<'a> {
    /// Drop-down whose list stays open when its entries are clicked.
    pub fn new(icon: MaterialIcon, text: &'a str, tip: &'a str) -> Self {
        let close = PopupCloseBehavior::CloseOnClickOutside;
        Self { icon, text, tip, lit: false, close, at_right: false }
    }

    /// Highlights the button if a setting in the list differs from its default.
    pub fn lit(self, lit: bool) -> Self {
        Self { lit, ..self }
    }

    /// Closes the list when an entry is chosen.
    pub fn closes_when_chosen(self) -> Self {
        Self { close: PopupCloseBehavior::CloseOnClick, ..self }
    }

    /// Aligns the list with the right edge of the panel.
    pub fn at_right(self) -> Self {
        Self { at_right: true, ..self }
    }

    /// Draws the button, and the list while it is open. The list is as wide as its text.
    pub fn show(self, ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
        let theme = Theme::of(ui);
        let colour = if self.lit { theme.accent } else { theme.text };
        let arrow = icons::ICON_ARROW_DROP_DOWN.rich_text().color(theme.weak);
        let icon = self.icon.rich_text().size(theme::ICON).color(colour);
        let button = if self.text.is_empty() {
            Button::new((icon, arrow))
        } else {
            Button::new((icon, RichText::new(self.text).color(colour), arrow))
        };
        let button = button.frame_when_inactive(false).min_size(vec2(0.0, ROW + GRID));
        let response = ui.add(button).on_hover_text(self.tip);
        response.named(Role::Button, self.tip.to_owned());
        let popup = Popup::menu(&response).close_behavior(self.close);
        let edge = response.rect.with_max_x(ui.max_rect().right());
        match self.at_right {
            true => popup.anchor(edge).align(RectAlign::BOTTOM_END).show(content),
            false => popup.show(content),
        };
    }
}
