//! Bar below the picture that draws faces one after the other.

use egui::{Align, DragValue, Frame, Label, Layout, Margin, RichText, Slider, Ui};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::Command;
use crate::app::ui::speed::choose_speed;
use crate::app::ui::{Ctx, GRID, ROW, Theme, command_button, icon_button, theme};

/// Height of a line of words.
const LINE: f32 = 4.0 * GRID;

/// Content of the bar.
pub struct Steps<'a> {
    pub id: &'static str,
    /// The speed can be chosen.
    pub has_speed: bool,
    /// Description of the last drawn face, below the slider.
    pub words: String,
    /// Number of lines for the words.
    pub lines: f32,
    /// Tooltip and command of the button that closes the bar.
    pub close: Option<(&'a str, Command)>,
    /// Buttons before the slider, and their visibility.
    pub buttons: &'a [(MaterialIcon, Command, bool)],
    /// Number of drawn faces.
    pub drawn: usize,
    /// Number of all faces.
    pub most: usize,
}

/// Draws the bar with `controls` in its first row. Returns the new number of drawn faces if it was
/// changed.
pub fn show(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    steps: Steps,
    controls: impl FnOnce(&mut Ui, &mut Ctx<'_>),
) -> Option<usize> {
    let frame = Frame::new().fill(Theme::of(ui).bar()).inner_margin(Margin::symmetric(8, 2));
    let height = 2.0 * ROW + 6.0 * GRID + steps.lines * LINE;
    let bar = egui::Panel::bottom(steps.id).frame(frame).exact_size(height);
    let shown = bar.show_separator_line(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(ROW + GRID);
            controls(ui, cx);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some((tip, command)) = &steps.close
                    && icon_button(ui, icons::ICON_CLOSE, tip, false).clicked()
                {
                    cx.push(command.clone());
                }
            });
        });
        let moved = ui.horizontal(|ui| slider(ui, cx, &steps)).inner;
        let text = RichText::new(&steps.words).size(theme::SMALL).color(Theme::of(ui).weak);
        ui.add(Label::new(text).wrap());
        moved
    });
    shown.inner
}

/// Buttons and the slider.
fn slider(ui: &mut Ui, cx: &mut Ctx<'_>, steps: &Steps) -> Option<usize> {
    for (icon, command, _) in steps.buttons.iter().filter(|(_, _, visible)| *visible) {
        command_button(ui, cx, *icon, command);
    }
    if steps.has_speed {
        choose_speed(ui, cx);
    }
    let (most, mut drawn) = (steps.most, steps.drawn);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let value = DragValue::new(&mut drawn).range(0..=most).suffix(format!(" of {most}"));
        let mut changed = ui.add(value).on_hover_text("Number of drawn faces").changed();
        ui.spacing_mut().slider_width = (ui.available_width() - 2.0 * GRID).max(24.0);
        let slider = Slider::new(&mut drawn, 0..=most).show_value(false);
        changed |= ui.add(slider).accessible_name("Number of drawn faces").changed();
        changed.then_some(drawn)
    })
    .inner
}
