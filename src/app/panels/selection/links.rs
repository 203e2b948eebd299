//! Links to and from an element: a trigger and its targets, scripted animations, the sounds of a
//! material. Sounds have a separate section.

use egui::Ui;
use egui_material_icons::icons;

use super::sections::{link, part};
use crate::app::model::{Command, PanelId, SelectionTarget, grouped, settings::CardPart};
use crate::app::ui::{Ctx, icon_button};
use crate::scene::{Element, Link, Scene, name_of};

/// Maximum number of links that are drawn.
const MAX_LINKS: usize = 200;

/// Lists the links of the selection.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, first: Element) {
    let is_sound = |link: &&Link| matches!(link.to, Element::Sound(_));
    let to = scene.links_from(first).filter(|link| !is_sound(link));
    let to: Vec<(Element, &str)> = to.map(|link| (link.to, link.by.as_str())).collect();
    list(ui, cx, scene, &to, "Refers to");
    if matches!(first, Element::Sound(_)) {
        return;
    }
    let from = scene.links_to(first).map(|link| (Element::Node(link.from), link.by.as_str()));
    let from: Vec<(Element, &str)> = from.collect();
    list(ui, cx, scene, &from, "Referenced by");
}

fn list(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, all: &[(Element, &str)], verb: &str) {
    if all.is_empty() {
        return;
    }
    let things = if all.len() == 1 { "element" } else { "elements" };
    let title = format!("{verb} {} {things}", grouped(all.len() as u64));
    part(ui, cx, CardPart::Links, &title, |ui, cx| {
        for (element, by) in all.iter().take(MAX_LINKS) {
            line(ui, cx, scene, *element, by);
        }
        if all.len() > MAX_LINKS {
            ui.weak(format!("and {} more", grouped((all.len() - MAX_LINKS) as u64)));
        }
    });
}

/// Draws a link: the element, and the property that refers to it.
fn line(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, element: Element, by: &str) {
    ui.horizontal(|ui| {
        let name = name_of(scene, element);
        if let Element::Animation(animation) = element {
            let tip = format!("Play {name}");
            if icon_button(ui, icons::ICON_PLAY_ARROW, &tip, false).clicked() {
                cx.extend([Command::ShowAnimation(animation), Command::FirstFrame]);
                cx.push(Command::PlayAnimation);
            }
        }
        if link(ui, &name, &format!("Select this {}", element.kind())) {
            cx.select(SelectionTarget::Element(element));
            if matches!(element, Element::Collision(_)) {
                cx.push(Command::ShowPanel(PanelId::SOUNDS));
            }
        }
        ui.weak(by);
    });
}
