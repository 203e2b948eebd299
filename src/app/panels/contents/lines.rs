//! Lines of the contents list: groups and their elements.

use std::collections::BTreeSet;

use super::names::{label_of, name_of};
use crate::app::ui::Words;
use crate::scene::{Element, ElementGroup, Scene};

/// A row of the list.
#[derive(Clone, Debug)]
pub enum Line {
    Group { group: ElementGroup, count: usize },
    Thing { element: Element, depth: u16 },
}

/// The lines of all elements that match every word, without those in collapsed groups.
pub fn lines(scene: &Scene, words: &Words, closed: &BTreeSet<ElementGroup>) -> Vec<Line> {
    let mut lines = Vec::new();
    for group in ElementGroup::all(scene) {
        let things: Vec<Line> = group
            .elements(scene)
            .filter(|(element, _)| {
                let (title, rest) = label_of(*element, &name_of(scene, *element));
                words.are_in(&format!("{title} {rest}"))
            })
            .map(|(element, depth)| Line::Thing { element, depth })
            .collect();
        if things.is_empty() {
            continue;
        }
        lines.push(Line::Group { group, count: things.len() });
        if !closed.contains(&group) {
            lines.extend(things);
        }
    }
    lines
}
