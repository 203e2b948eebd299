//! What is known of an instance beyond its place: its values, each a click away from its bytes.

use egui::{RichText, Sense, Ui, vec2};

use super::heading;
use crate::app::command::Commands;
use crate::app::selection::Target;
use crate::app::theme::{self, GRID, Theme};
use crate::scene::{Element, Rows, Scene, TableRow};

/// The rows of the node with this index, under a link to the node itself.
pub fn ui(ui: &mut Ui, scene: &Scene, node: u32, commands: &mut Commands) {
    let Some(stored) = scene.nodes.get(node as usize) else { return };
    let (Some((table, rows)), Some(Rows { table: number, rows: range })) =
        (scene.rows_of(stored), &stored.rows)
    else {
        return;
    };
    heading(ui, &table.name);
    let theme = Theme::of(ui);
    let name = egui::Label::new(RichText::new(&stored.name).color(theme.accent));
    if ui.add(name.sense(Sense::CLICK)).on_hover_text("Select the instance").clicked() {
        commands.select(Target::Element(Element::Node(node)));
    }
    egui::Grid::new("properties").num_columns(3).spacing(vec2(3.0 * GRID, 2.0)).show(ui, |ui| {
        for (row, index) in rows.iter().zip(range.clone()) {
            let Some([property, value, meaning]) = parts(row) else { continue };
            let element = Target::Element(Element::Row { table: *number, row: index });
            // What lies inside a group stands further to the right.
            let depth = property.matches('.').count();
            let short = property.rsplit('.').next().unwrap_or(property);
            let label = format!("{}{short}", "   ".repeat(depth));
            let property = egui::Label::new(RichText::new(label).color(theme.weak));
            let response = ui.add(property.sense(Sense::CLICK));
            let value = RichText::new(value).font(theme::mono());
            let value = ui.add(egui::Label::new(value).truncate().sense(Sense::CLICK));
            ui.label(RichText::new(meaning).size(theme::SMALL).color(theme.faint));
            ui.end_row();
            let both = response.union(value);
            if both.hovered() {
                commands.hover(element.clone());
            }
            if both.clicked() {
                commands.select(element);
            }
        }
    });
}

/// Property, value and meaning: the second, and the last two columns of a table of values.
fn parts(row: &TableRow) -> Option<[&str; 3]> {
    let at = |index: usize| row.cells.get(index).map(String::as_str);
    Some([at(1).filter(|name| !name.is_empty())?, at(3)?, at(4).unwrap_or("")])
}
