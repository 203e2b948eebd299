//! Editor of a palette entry: the stored value, the loaded colour, and a new colour.

use egui::{Rect, RichText, Sense, Slider, Ui, vec2};

use super::swatches::{self, Cell};
use crate::app::ui::{GRID, Theme, theme};
use crate::bytes::Colour15;

/// Shows entry `index`; returns the word that the user set. `file` is the word in the file.
pub fn ui(
    ui: &mut Ui,
    index: u32,
    stored: Colour15,
    loaded: Colour15,
    file: Option<Colour15>,
) -> Option<Colour15> {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Entry {index}")).strong());
        ui.label(RichText::new(format!("0x{index:02x}")).font(theme::mono()).color(theme.weak));
    });
    egui::Grid::new("entry").num_columns(3).spacing(vec2(3.0 * GRID, GRID)).show(ui, |ui| {
        match file.filter(|file| *file != stored) {
            Some(file) => {
                line(ui, "in the file", file);
                line(ui, "changed to", stored);
            }
            None => line(ui, "stored", stored),
        }
        line(ui, "loaded", loaded);
    });
    ui.add_space(GRID);
    let mut channels = stored.channels();
    let mut stp = stored.stp();
    let names = ["red", "green", "blue"];
    egui::Grid::new("channels").num_columns(2).spacing(vec2(3.0 * GRID, GRID)).show(ui, |ui| {
        for (name, channel) in names.into_iter().zip(&mut channels) {
            ui.weak(name);
            let slider = Slider::new(channel, 0..=31).step_by(1.0);
            let response = ui.add(slider).accessible_name(format!("{name}, 0 to 31"));
            response.on_hover_text("5 bits, as the PlayStation stores them");
            ui.end_row();
        }
        ui.weak("STP");
        let tip = "Bit 15: this colour is blended where the face is semi-transparent";
        ui.checkbox(&mut stp, "semi-transparent").on_hover_text(tip);
        ui.end_row();
    });
    let mut made = Colour15::new(channels, stp);
    ui.horizontal(|ui| {
        if let Some(file) = file.filter(|file| *file != stored)
            && ui.button("Restore the file's colour").clicked()
        {
            made = file;
        }
    });
    (made != stored).then_some(made)
}

fn line(ui: &mut Ui, name: &str, word: Colour15) {
    ui.weak(name);
    let (rect, _) = ui.allocate_exact_size(vec2(8.0 * GRID, 4.0 * GRID), Sense::hover());
    swatches::swatch(
        ui,
        Rect::from_center_size(rect.center(), rect.size()),
        Cell::of_word(word),
        false,
        false,
    );
    let [r, g, b] = word.channels();
    let text = format!("0x{:04x}   {r:2} {g:2} {b:2}   {}", word.0, word.words());
    ui.label(RichText::new(text).font(theme::mono()));
    ui.end_row();
}
