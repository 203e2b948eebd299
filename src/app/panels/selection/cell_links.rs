//! Objects of a cell, and cells of an object, as links.

use egui::Ui;

use super::sections::{link, part};
use crate::app::model::{Command, SelectionTarget, grouped, settings::CardPart};
use crate::app::ui::Ctx;
use crate::scene::{Element, NodeId, Scene};

/// Maximum number of links that are drawn; a button selects all of them.
const MAX_LINKS: usize = 200;

/// Lists the objects of the selected cell, or the cells of the selected object.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, first: Element) {
    let held: Vec<Element> = scene.contents_of(first).iter().copied().map(Element::Node).collect();
    list(ui, cx, scene, &held, ["Contains", "object", "objects"]);
    let node = match first {
        Element::Face(face) => Some(face.node),
        _ => scene.node_of(first),
    };
    let cells = node.map(|node| holders(scene, node)).unwrap_or_default();
    list(ui, cx, scene, &cells, ["In", "cell", "cells"]);
}

fn holders(scene: &Scene, node: NodeId) -> Vec<Element> {
    scene.holders(node).map(Element::Helper).collect()
}

fn list(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &Scene,
    all: &[Element],
    [verb, one, many]: [&str; 3],
) {
    if all.is_empty() {
        return;
    }
    let things = if all.len() == 1 { one } else { many };
    let title = format!("{verb} {} {things}", grouped(all.len() as u64));
    part(ui, cx, CardPart::Held, &title, |ui, cx| {
        if all.len() > 1 && ui.button(format!("Select all {many}")).clicked() {
            cx.push(Command::SelectThese(all.to_vec()));
        }
        ui.horizontal_wrapped(|ui| {
            for element in all.iter().take(MAX_LINKS) {
                let name = scene.info(*element).map(|thing| thing.name(scene, *element));
                let tip = format!("Select this {}", element.kind());
                if link(ui, &name.unwrap_or_default(), &tip) {
                    cx.select(SelectionTarget::Element(*element));
                }
            }
        });
    });
}
