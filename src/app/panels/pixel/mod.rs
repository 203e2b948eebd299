//! The colour of a pixel of the picture: the faces that cover it, and the steps of their colours.

mod magnifier;
mod steps;

use egui::{Key, Modifiers, RichText, ScrollArea, Ui};
use egui_material_icons::icons;

use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, PixelReport};
use crate::app::ui::{
    Ctx, GRID, Home, Panel, PanelInfo, Theme, empty_state, icon_button, input::scroll_pages, theme,
};
use crate::render::{Explanation, Layer, Outcome};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::PIXEL,
    title: "Pixel",
    icon: icons::ICON_COLORIZE,
    home: Home::RightTop,
    make: Some(|| Box::<PixelPanel>::default()),
    ..PanelInfo::EMPTY
};

/// Keys that move the pixel, with their directions.
const KEYS: [(Key, [i32; 2]); 4] = [
    (Key::ArrowLeft, [-1, 0]),
    (Key::ArrowRight, [1, 0]),
    (Key::ArrowUp, [0, -1]),
    (Key::ArrowDown, [0, 1]),
];

/// Pixels that the keys move by with Shift.
const FAR: i32 = 8;

/// See the [module](self).
#[derive(Default)]
pub struct PixelPanel;

impl Panel for PixelPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(report) = cx.state.pixel.clone().filter(|_| cx.state.scene().is_some()) else {
            let hint = "Press E over the picture, or choose Explain pixel in its context menu.";
            return empty_state(ui, icons::ICON_COLORIZE, "No pixel", hint);
        };
        keys(ui, cx);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            scroll_pages(ui, cx.state.focus == PanelId::PIXEL);
            let margin = egui::Margin::symmetric(8, 4);
            egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                let width = ui.available_width();
                ui.horizontal_top(|ui| {
                    magnifier::show(ui, cx, &report);
                    ui.add_space(2.0 * GRID);
                    ui.vertical(|ui| colour(ui, cx, &report));
                });
                ui.set_max_width(width);
                layers(ui, cx, &report);
            });
        });
    }
}

/// Moves the pixel with the arrow keys while the panel has the focus.
fn keys(ui: &Ui, cx: &mut Ctx<'_>) {
    if cx.state.focus != PanelId::PIXEL || ui.ctx().text_edit_focused() {
        return;
    }
    for (key, [right, down]) in KEYS {
        for (modifiers, by) in [(Modifiers::SHIFT, FAR), (Modifiers::NONE, 1)] {
            if ui.input_mut(|input| input.consume_key(modifiers, key)) {
                cx.push(Command::StepPixel([right * by, down * by]));
            }
        }
    }
}

/// Position and colour of the pixel.
fn colour(ui: &mut Ui, cx: &mut Ctx<'_>, report: &PixelReport) {
    let theme = Theme::of(ui);
    let Explanation { pixel: (x, y), colour: [r, g, b], background, layers, .. } =
        &report.explanation;
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("x {x}  y {y}")).font(theme::mono()));
        let tip = "Stop explaining pixels";
        if icon_button(ui, icons::ICON_CLOSE, tip, false).clicked() {
            cx.push(Command::ForgetPixel);
        }
    });
    ui.label(RichText::new(format!("#{r:02x}{g:02x}{b:02x}")).font(theme::mono()).strong());
    if let Some(word) = report.explanation.word() {
        ui.label(RichText::new(format!("word 0x{word:04x}")).font(theme::mono()));
    }
    let below = report.explanation.colour_text(*background);
    let small = |text: String| RichText::new(text).size(theme::SMALL).color(theme.weak);
    ui.label(small(format!("background {below}")));
    ui.label(small(counted(layers.len() as u64, "face")));
}

/// The face that gives the colour, then all others in drawing order.
fn layers(ui: &mut Ui, cx: &mut Ctx<'_>, report: &PixelReport) {
    let of = &report.explanation;
    let top = of.layers.iter().rposition(|layer| layer.outcome == Outcome::Drawn);
    if let Some(layer) = top.and_then(|top| of.layers.get(top)) {
        face(ui, cx, of, layer, true);
    } else {
        ui.label("No face: this is the background.");
    }
    let others = of.layers.iter().enumerate().filter(|(at, _)| Some(*at) != top);
    let others: Vec<&Layer> = others.map(|(_, layer)| layer).collect();
    if !others.is_empty() {
        ui.add_space(GRID);
        let theme = Theme::of(ui);
        let title = "Other faces, in drawing order";
        ui.label(RichText::new(title).size(theme::SMALL).color(theme.weak));
    }
    for layer in others {
        face(ui, cx, of, layer, false);
    }
}

/// A face with its steps, which are shown at once if `is_open`.
fn face(ui: &mut Ui, cx: &mut Ctx<'_>, of: &Explanation, layer: &Layer, is_open: bool) {
    ui.push_id(layer.draw_id, |ui| steps::face(ui, cx, of, layer, is_open));
}
