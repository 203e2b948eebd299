//! Editor of a colour table entry.

use egui::{RichText, Slider, Ui, vec2};

use crate::app::ui::{GRID, Theme, theme};
use crate::scene::ColourTable;

/// Shows entry `index`, whose colour is `rgba`; returns the colour that the user set.
pub fn ui(ui: &mut Ui, table: &ColourTable, index: u32, rgba: [u8; 4]) -> Option<[u8; 4]> {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Entry {index}")).strong());
        ui.label(RichText::new(format!("0x{index:02x}")).font(theme::mono()).color(theme.weak));
    });
    if table.entries.get(index as usize).len == 0 {
        ui.weak("Not stored separately; cannot be edited.");
        return None;
    }
    let mut made = rgba;
    let shown = if table.alphas.is_empty() { 3 } else { 4 };
    egui::Grid::new("channels").num_columns(2).spacing(vec2(3.0 * GRID, GRID)).show(ui, |ui| {
        for (name, channel) in
            ["red", "green", "blue", "alpha"].into_iter().zip(&mut made).take(shown)
        {
            ui.weak(name);
            let slider = Slider::new(channel, 0..=255).step_by(1.0);
            let response = ui.add(slider).accessible_name(format!("{name}, 0 to 255"));
            response.on_hover_text("Stored as the nearest possible value");
            ui.end_row();
        }
    });
    (made != rgba).then_some(made)
}

/// Tooltip of an entry.
pub fn describe(table: &ColourTable, at: usize) -> Vec<String> {
    let [r, g, b, a] = table.rgba(at);
    let end = match (table.textures.is_some(), table.alphas.is_empty()) {
        (false, _) => "  (128 is neutral on a texture)".to_owned(),
        (true, true) => String::new(),
        (true, false) => format!("  alpha {a}"),
    };
    vec![format!("{at} (0x{at:02x})"), format!("{r} {g} {b}{end}")]
}
