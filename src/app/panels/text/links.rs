//! Links from words of a text to elements of the scene, such as textures, bones and objects. As in code
//! editors, Ctrl+click follows them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use egui::text::CharIndex;
use egui::{CursorIcon, Galley, Pos2, Rect, Response, Role, Sense, Ui};

use super::draft::Draft;
use crate::app::ui::Theme;
use crate::app::ui::named::Named;
use crate::bytes::SourceId;
use crate::scene::{Element, ElementGroup, Scene};

/// A word and the element that it names.
#[derive(Clone, Debug, PartialEq)]
struct Link {
    /// Range of characters in the text.
    letters: Range<usize>,
    element: Element,
}

/// The links of a text.
#[derive(Default)]
pub struct Links {
    made_for: Option<(SourceId, usize)>,
    all: Vec<Link>,
}

impl Links {
    /// Finds the links when the text or the scene changed. A text with unapplied changes has no links, as
    /// its offsets are not known.
    pub fn find(&mut self, draft: &Draft, scene: Option<&Arc<Scene>>) {
        let Some(scene) = scene.filter(|_| !draft.is_changed()) else {
            *self = Self::default();
            return;
        };
        let key = (draft.source, Arc::as_ptr(scene) as usize);
        if self.made_for != Some(key) {
            self.made_for = Some(key);
            self.all = links(&draft.text, &draft.starts(), draft.source, scene);
        }
    }

    /// Underlines the visible links; returns the element of the link that was followed.
    pub fn ui(
        &self,
        ui: &Ui,
        scene: &Scene,
        (at, galley): (Pos2, &Galley),
        text: &Response,
    ) -> Option<Element> {
        let theme = Theme::of(ui);
        let follows = ui.input(|input| input.modifiers.command);
        let mut followed = None;
        for (link, rect) in self.in_sight(ui, at, galley) {
            let colour = if follows { theme.accent } else { theme.accent.gamma_multiply(0.5) };
            ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, (1.0, colour));
            let Some(thing) = scene.info(link.element) else { continue };
            let what = format!("{} {}", link.element.kind(), thing.name(scene, link.element));
            if follows {
                let id = ui.scope_id().with(("link", link.letters.start));
                let response = ui.interact(rect, id, Sense::click());
                response.named(Role::Link, &what);
                let response = response.on_hover_cursor(CursorIcon::PointingHand);
                followed = followed.or(response.clicked().then_some(link.element));
            } else if text.hover_pos().is_some_and(|pointer| rect.contains(pointer)) {
                text.clone().on_hover_text_at_pointer(format!("Ctrl+click: {what}"));
            }
        }
        followed
    }

    fn in_sight(&self, ui: &Ui, at: Pos2, galley: &Galley) -> Vec<(&Link, Rect)> {
        let (mut first, mut found) = (0, Vec::new());
        for row in &galley.rows {
            let letters = first..first + row.char_count_including_newline().0;
            first = letters.end;
            let rect = row.rect().translate(at.to_vec2());
            if !ui.clip_rect().y_range().intersects(rect.y_range()) {
                continue;
            }
            let begins = self.all.partition_point(|link| link.letters.start < letters.start);
            let own = self.all.get(begins..).unwrap_or_default();
            let own = own.iter().take_while(|link| link.letters.start < letters.end);
            found.extend(own.map(|link| {
                let x =
                    |letter: usize| rect.left() + row.x_offset(CharIndex(letter - letters.start));
                // A word that is wrapped continues to the end of its row.
                let right = match link.letters.end < letters.end {
                    true => x(link.letters.end),
                    false => rect.right(),
                };
                (link, Rect::from_x_y_ranges(x(link.letters.start)..=right, rect.y_range()))
            }));
        }
        found
    }
}

/// Words that name an element stored elsewhere. `starts` are the file offsets of the lines.
fn links(text: &str, starts: &[u64], source: SourceId, scene: &Scene) -> Vec<Link> {
    let names = names(scene);
    let (mut found, mut first) = (Vec::new(), 0);
    for (line, start) in text.split('\n').zip(starts) {
        for (letters, word) in words(line) {
            let offset = start + letters.start as u64;
            let is_elsewhere = |element: &&Element| {
                let origin = scene.info(**element).map(|thing| thing.origin());
                origin.is_some_and(|origin| {
                    origin.span.source != source
                        || !(origin.span.start..origin.span.end()).contains(&offset)
                })
            };
            let named = names.get(&key(&word)).into_iter().flatten().find(is_elsewhere);
            if let Some(element) = named {
                let letters = first + letters.start..first + letters.end;
                found.push(Link { letters, element: *element });
            }
        }
        first += line.chars().count() + 1;
    }
    found
}

/// Elements by name.
fn names(scene: &Scene) -> HashMap<String, Vec<Element>> {
    let mut names: HashMap<String, Vec<Element>> = HashMap::new();
    let groups = [
        ElementGroup::Textures,
        ElementGroup::Nodes,
        ElementGroup::Bones,
        ElementGroup::Meshes,
        ElementGroup::Animations,
        ElementGroup::Sounds,
        ElementGroup::Films,
    ];
    for (element, _) in groups.into_iter().flat_map(|group| group.elements(scene)) {
        let Some(thing) = scene.info(element) else { continue };
        let key = key(&thing.name(scene, element));
        // Numbers would match too many elements.
        if key.len() > 1 && key.parse::<f64>().is_err() {
            names.entry(key).or_default().push(element);
        }
    }
    names
}

/// Names match regardless of case, and files without their folders.
pub fn key(name: &str) -> String {
    let leaf = name.rsplit(['\\', '/']).next().unwrap_or(name);
    leaf.to_lowercase()
}

/// Words of a line with their character ranges: quoted, or separated by whitespace and commas.
pub fn words(line: &str) -> Vec<(Range<usize>, String)> {
    let (mut found, mut word, mut start, mut is_quoted) = (Vec::new(), String::new(), 0, false);
    let mut end = |word: &mut String, start: usize, at: usize| {
        if !word.is_empty() {
            found.push((start..at, std::mem::take(word)));
        }
    };
    let mut at = 0;
    for letter in line.chars() {
        if letter == '"' || (!is_quoted && (letter.is_whitespace() || letter == ',')) {
            end(&mut word, start, at);
            is_quoted ^= letter == '"';
        } else {
            if word.is_empty() {
                start = at;
            }
            word.push(letter);
        }
        at += 1;
    }
    end(&mut word, start, at);
    found
}
