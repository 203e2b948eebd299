//! Captions of a sound in large type; the current one is highlighted during playback.

use egui::{FontId, RichText, Role, ScrollArea, Sense, Ui};
use egui_material_icons::icons;

use super::caption_edit::{self, CaptionEdit};
use super::clock;
use crate::app::model::{Command, SelectionTarget, sound::Key};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, theme};
use crate::scene::{Caption, Element, Sound, caption_at};

/// Font size of the captions.
const LARGE: f32 = 17.0;

/// The last highlighted line, to scroll when it changes.
#[derive(Default)]
pub struct Captions {
    lit: Option<(Key, usize)>,
}

impl Captions {
    /// Fills `ui` with the captions of a sound.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        (key, sound): (Key, &Sound),
        words: &mut CaptionEdit,
    ) {
        let theme = Theme::of(ui);
        if sound.captions.is_empty() {
            // A small gap, because little space is left below the waveform.
            ui.add_space(GRID);
            ui.horizontal(|ui| {
                ui.add_space(2.0 * GRID);
                ui.label(RichText::new("No captions").color(theme.weak));
                if caption_edit::can_have(cx) {
                    add_button(ui, cx, sound, words);
                }
            });
            return;
        }
        let at = cx.state.sound.position_in(key);
        let lit = at.and_then(|at| caption_at(&sound.captions, (at * 1000.0) as u64));
        let now = lit.map(|lit| (key, lit));
        let follow = now != self.lit;
        self.lit = now;
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, caption) in sound.captions.iter().enumerate() {
                let is_lit = lit == Some(index);
                if words.is_of(caption) {
                    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 3));
                    frame.show(ui, |ui| {
                        ui.horizontal_top(|ui| {
                            time(ui, caption, &theme);
                            words.ui(ui, cx, caption, LARGE);
                        });
                    });
                    continue;
                }
                let response = line(ui, caption, is_lit, &theme);
                if is_lit && follow {
                    response.scroll_to_me(Some(egui::Align::Center));
                }
                let element = Element::Caption { sound: key.sound, caption: index as u32 };
                if response.hovered() {
                    cx.hover(SelectionTarget::Element(element));
                }
                if response.double_clicked() {
                    words.begin(caption);
                } else if response.clicked() {
                    cx.push(Command::PlaySound(key.sound));
                    cx.push(Command::SeekTo(caption.start_ms as f64 / 1000.0));
                }
                words.menu(&response, cx, caption);
            }
            ui.add_space(GRID);
            add_button(ui, cx, sound, words);
        });
    }
}

/// Shows the start time of a caption.
fn time(ui: &mut Ui, caption: &Caption, theme: &Theme) {
    let time = RichText::new(clock(caption.start_ms as f64 / 1000.0));
    ui.label(time.font(theme::mono()).color(theme.weak));
}

fn add_button(ui: &mut Ui, cx: &mut Ctx<'_>, sound: &Sound, words: &mut CaptionEdit) {
    let text = RichText::new("Add caption").size(theme::SMALL);
    let icon = icons::ICON_ADD.rich_text().size(theme::ICON);
    let tip =
        "Add a caption at the end. Double-click a caption to edit it; drag its end on the waveform";
    let button = egui::Button::new((icon, text)).frame_when_inactive(false);
    if ui.add(button).on_hover_text(tip).clicked() {
        words.add(cx, sound);
    }
}

fn line(ui: &mut Ui, caption: &Caption, lit: bool, theme: &Theme) -> egui::Response {
    let fill = if lit { theme.accent_fill } else { egui::Color32::TRANSPARENT };
    let frame = egui::Frame::new().fill(fill).inner_margin(egui::Margin::symmetric(8, 3));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            time(ui, caption, theme);
            let (text, colour) = match (caption.is_pause(), lit) {
                (true, _) => ("–", theme.weak),
                (false, true) => (caption.text.as_str(), theme.text),
                (false, false) => (caption.text.as_str(), theme.weak),
            };
            let text = RichText::new(text).font(FontId::proportional(LARGE)).color(colour);
            ui.add(egui::Label::new(text).wrap());
        });
    });
    let response = shown.response.interact(Sense::click());
    let state = if lit { "Current caption" } else { "Caption" };
    response.named_on(Role::Button, lit, format!("{state}: {}", caption.text));
    response
}
