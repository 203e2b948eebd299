//! Names for screen readers: without the letters of the icon font, which they would read as unknown letters.

use egui::accesskit::{Node, Role};
use egui::{Context, FullOutput, Plugin};

/// Removes icons from the names of all elements, and names the window and its menus.
#[derive(Debug)]
pub struct AccessibleNames;

impl Plugin for AccessibleNames {
    fn debug_name(&self) -> &'static str {
        "accessible names"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let update = output.platform_output.accesskit_update.as_mut();
        for (_, node) in update.into_iter().flat_map(|update| &mut update.nodes) {
            name(node);
        }
    }
}

fn name(node: &mut Node) {
    if let Some(label) = node.label().and_then(without_icons) {
        node.set_label(label);
    }
    // A label has its text as value; one with only an icon decorates the text next to it.
    if node.role() == Role::Label
        && let Some(value) = node.value().and_then(without_icons)
    {
        if value.is_empty() {
            node.set_hidden();
        }
        node.set_value(value);
    }
    let missing = match node.role() {
        Role::Window => "Gouraud",
        Role::Menu | Role::MenuBar => "Menu",
        _ => return,
    };
    if node.label().is_none() {
        node.set_label(missing);
    }
}

/// `text` without icons; `None` if it has none.
fn without_icons(text: &str) -> Option<String> {
    let is_icon = |letter: char| ('\u{e000}'..='\u{f8ff}').contains(&letter);
    text.contains(is_icon).then(|| text.replace(is_icon, "").trim().to_owned())
}
