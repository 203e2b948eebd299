//! The colour of a pixel of the picture: the faces that cover it, and the steps of their colours.
//!
//! `magnifier` draws the pixels around it, `list` the faces with their steps, `steps` one row, and
//! `colours` finds the colours of the steps.

mod colours;
mod line;
mod list;
mod magnifier;
mod steps;

use egui::{Color32, FocusDirection, Key, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, Vec2};
use egui_material_icons::icons;

use self::list::FaceList;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, PixelReport, SelectionTarget, State};
use crate::app::ui::{
    Ctx, DefaultPosition, GRID, Panel, PanelInfo, ROW, Theme, empty_state, icon_button,
    input::scroll_pages, theme,
};
use crate::render::{Explanation, Mark};
use crate::scene::Element;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::PIXEL,
    title: "Pixel",
    icon: icons::ICON_COLORIZE,
    home: DefaultPosition::RightTop,
    is_tall: true,
    make: Some(|| Box::<PixelPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct PixelPanel {
    list: FaceList,
    /// The next keys move the pixel.
    starts: bool,
}

impl Panel for PixelPanel {
    fn command(&mut self, command: &Command, _: &State) {
        self.starts |= matches!(command, Command::ExplainPixel);
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let starts = std::mem::take(&mut self.starts);
        if starts {
            // Without another focused widget, the keys of the panel move the pixel.
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
        let pixel = ui.scope_id().with("explained pixel");
        let tabs = cx.state.focus == PanelId::PIXEL
            && ui.input(|input| input.key_pressed(Key::Tab) && !input.modifiers.any())
            && ui.memory(|memory| memory.focused().is_none());
        let Some(report) = cx.state.pixel.clone().filter(|_| cx.state.scene().is_some()) else {
            if tabs && cx.state.explaining {
                ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            }
            let (headline, hint) = match cx.state.explaining {
                true => ("Explaining the pixel …", ""),
                false => (
                    "No pixel",
                    "Press E over the picture, or choose Explain pixel in its context menu.",
                ),
            };
            return empty_state(ui, icons::ICON_COLORIZE, headline, hint);
        };
        if tabs {
            // The keys already move the pixel: Tab goes on to the list.
            ui.memory_mut(|memory| memory.request_focus(pixel));
        }
        let mut area = ScrollArea::vertical().auto_shrink(false);
        if starts {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            scroll_pages(ui, cx.state.focus == PanelId::PIXEL);
            let margin = egui::Margin::symmetric(8, 4);
            egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                let width = ui.available_width();
                let close = ui.horizontal_top(|ui| {
                    magnifier::show(ui, cx, pixel, &report);
                    ui.add_space(2.0 * GRID);
                    ui.vertical(|ui| colour(ui, cx, &report)).inner
                });
                ui.set_max_width(width);
                self.list.show(ui, cx, &report);
                marks(ui, cx, &report.explanation.marks);
                // Drawn last, so that Tab goes from the pixel to the list.
                let mut corner = ui.new_child(UiBuilder::new().max_rect(close.inner));
                let tip = "Stop explaining pixels";
                if icon_button(&mut corner, icons::ICON_CLOSE, tip, false).clicked() {
                    cx.push(Command::ForgetPixel);
                }
            });
        });
    }
}

/// Lines and paint over the faces; a click selects the helper of a line.
fn marks(ui: &mut Ui, cx: &mut Ctx<'_>, marks: &[Mark]) {
    let Some(scene) = cx.state.scene().filter(|_| !marks.is_empty()) else { return };
    list::heading(ui, "Over the faces");
    for mark in marks {
        let text = mark.text(&scene.scene);
        match mark {
            Mark::Paint(_) => _ = ui.label(text),
            Mark::Line(helper) => {
                let response = ui.link(text);
                let helper = SelectionTarget::Element(Element::Helper(*helper));
                if response.hovered() || response.has_focus() {
                    cx.hover(helper.clone());
                }
                if response.clicked() {
                    cx.select(helper);
                }
            }
        }
    }
}

/// Draws position and colour of the pixel; returns the space of the close button.
fn colour(ui: &mut Ui, cx: &Ctx<'_>, report: &PixelReport) -> Rect {
    let theme = Theme::of(ui);
    let Explanation { pixel: (x, y), colour: [r, g, b], background, layers, .. } =
        &report.explanation;
    let close = ui.horizontal(|ui| {
        ui.label(RichText::new(format!("x {x}  y {y}")).font(theme::mono()));
        ui.allocate_exact_size(Vec2::splat(ROW + GRID), Sense::hover()).0
    });
    ui.horizontal(|ui| {
        let (swatch, _) = ui.allocate_exact_size(Vec2::splat(4.0 * GRID), Sense::hover());
        colours::swatch(ui, swatch, Color32::from_rgb(*r, *g, *b));
        let word = report.explanation.word().map(|word| format!("  word 0x{word:04x}"));
        let text = format!("#{r:02x}{g:02x}{b:02x}{}", word.unwrap_or_default());
        ui.label(RichText::new(text).font(theme::mono()).strong());
    });
    if let Some(scene) = cx.state.scene() {
        ui.label(colours::summary(&report.explanation, scene, report.explanation.top()));
    }
    let below = report.explanation.colour_text(*background);
    let faces = counted(layers.len() as u64, "face");
    let text = RichText::new(format!("{faces}, background {below}"));
    ui.label(text.size(theme::SMALL).color(theme.weak));
    close.inner
}
