//! The card of anything but a face.

use egui::Ui;

use super::parts;
use crate::app::model::grouped;
use crate::scene::{Element, Scene};

/// What there is to say about anything but a face.
pub fn ui(ui: &mut Ui, scene: &Scene, element: Element) {
    let facts = scene.facts(element).into_iter();
    let facts: Vec<(&str, String)> =
        facts.map(|(heading, value)| (heading, value.in_words(grouped))).collect();
    parts::facts(ui, &facts);
}
