//! What is known of an instance beyond its place: its values, each a click away from its bytes.

use std::collections::BTreeSet;

use egui::{RichText, Sense, Ui, vec2};

use super::heading;
use crate::app::command::Commands;
use crate::app::selection::Target;
use crate::app::theme::{self, GRID, Theme};
use crate::scene::{Element, Rows, Scene, Surface, TableRow};

/// The textures on the model of the node with this index, each a click away.
pub fn textures(ui: &mut Ui, scene: &Scene, node: u32, commands: &mut Commands) {
    let mesh = scene.nodes.get(node as usize).and_then(|node| scene.mesh_of(node));
    let used: BTreeSet<u32> = mesh
        .iter()
        .flat_map(|mesh| &mesh.faces)
        .filter_map(|face| match scene.materials.get(face.material as usize)?.surface {
            Surface::Textured { texture, .. } => Some(texture),
            _ => None,
        })
        .collect();
    if used.is_empty() {
        return;
    }
    heading(ui, "Textures");
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        for index in used {
            let Some(texture) = scene.textures.get(index as usize) else { continue };
            let name = egui::Label::new(RichText::new(&texture.name).color(theme.accent));
            if ui.add(name.sense(Sense::CLICK)).on_hover_text("Select the texture").clicked() {
                commands.select(Target::Element(Element::Texture(index)));
            }
        }
    });
}

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
    egui::Grid::new("properties").num_columns(2).spacing(vec2(3.0 * GRID, 2.0)).show(ui, |ui| {
        for (row, index) in rows.iter().zip(range.clone()) {
            let Some([property, value_text, meaning, instance]) = parts(row) else { continue };
            let element = Target::Element(Element::Row { table: *number, row: index });
            // What lies inside a group stands further to the right.
            let depth = property.matches('.').count();
            let short = property.rsplit('.').next().unwrap_or(property);
            let label = format!("{}{short}", "   ".repeat(depth));
            let property = egui::Label::new(RichText::new(label).color(theme.weak));
            let response = ui.add(property.sense(Sense::CLICK));
            // Texts may be whole scripts: they wrap, with what they mean behind them.
            let value = ui.horizontal_wrapped(|ui| {
                let value = RichText::new(value_text).font(theme::mono());
                let value = ui.add(egui::Label::new(value).wrap().sense(Sense::CLICK));
                // A value that is the instance's name needs it no second time.
                let (said, link) =
                    if value_text == instance { ("", meaning) } else { (meaning, instance) };
                ui.label(RichText::new(said).size(theme::SMALL).color(theme.weak));
                leads_to(ui, scene, instance, link, commands);
                value
            });
            let value = value.inner;
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

/// The instance that a value leads to, a click away.
fn leads_to(ui: &mut Ui, scene: &Scene, instance: &str, link: &str, commands: &mut Commands) {
    let node = scene.nodes.iter().position(|node| !instance.is_empty() && node.name == instance);
    let Some(node) = node.and_then(|node| u32::try_from(node).ok()) else { return };
    let name = RichText::new(link).size(theme::SMALL).color(Theme::of(ui).accent);
    let link = ui.add(egui::Label::new(name).sense(Sense::CLICK));
    if link.on_hover_text("Select the instance").clicked() {
        commands.select(Target::Element(Element::Node(node)));
    }
}

/// Property, value, meaning and the instance it leads to: the second, and the last three columns
/// of a table of values.
fn parts(row: &TableRow) -> Option<[&str; 4]> {
    let at = |index: usize| row.cells.get(index).map(String::as_str);
    let property = at(1).filter(|name| !name.is_empty())?;
    Some([property, at(3)?, at(4).unwrap_or(""), at(5).unwrap_or("")])
}
