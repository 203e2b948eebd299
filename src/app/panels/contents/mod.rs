//! Contents of the open file by group: objects, models, textures, palettes, and helpers by layer.

mod lines;
mod members;
mod names;
mod rows;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Id, Role, ScrollArea, Ui};
use egui_material_icons::icons;

use self::lines::{Line, lines};
pub use self::names::{label_of, name_of, named_things};
use crate::app::model::{
    Command, Listing, PanelId, SelectionTarget, State, view::visible_set::VisibleElements,
};
use crate::app::ui::input::{key_area, row_after, take_list_presses, takes_keys};
use crate::app::ui::{Ctx, DefaultPosition, Filter, Panel, PanelInfo, ROW, Words, tips};
use crate::scene::{Element, ElementGroup, Scene};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::CONTENTS,
    title: "Contents",
    icon: icons::ICON_LIST,
    home: DefaultPosition::LeftBottom,
    is_searched: true,
    make: Some(|| Box::<ContentsPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct ContentsPanel {
    filter: Filter,
    closed: BTreeSet<ElementGroup>,
    lines: Vec<Line>,
    /// Document and filter that the lines were computed for.
    made_for: Option<(u64, Words)>,
    in_sight: Arc<VisibleElements>,
    scroll_to: Option<usize>,
    /// The selection was made here: do not scroll to it.
    mine: bool,
}

impl Panel for ContentsPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        self.filter.follow(cx.state.document_path());
        let Some(scene) = cx.state.scene() else {
            return self.without_scene(ui, cx);
        };
        let scene = &*scene.scene;
        let keys = Id::unique("contents list");
        // The focus is read before the filter box is drawn, because the box gives it up when Enter is
        // pressed.
        let keyed = takes_keys(ui, keys, cx.state.focus == PanelId::CONTENTS);
        self.filter.above(ui, "Filter contents");
        self.make_lines(cx.state, scene);
        self.in_sight = cx.state.in_sight();
        if self.lines.is_empty() {
            let hint = "Nothing matches the filter";
            return tips::empty_state(ui, icons::ICON_SEARCH_OFF, hint, "Esc clears the filter");
        }
        let below = ui.available_rect_before_wrap();
        if keyed {
            self.keys(ui, cx, (below.height() / ROW) as u64);
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        // Each document has its own scroll position.
        let document = cx.state.doc.as_ref().map(|doc| doc.opened.path.clone());
        let area = ScrollArea::vertical().id_salt(document).auto_shrink([false, false]);
        let mut area = self.filter.scrolled(area);
        if let Some(line) = self.scroll_to.take() {
            let offset = line as f32 * ROW - ui.available_height() * 0.4;
            area = area.vertical_scroll_offset(offset.max(0.0));
        }
        area.show_rows(ui, ROW, self.lines.len(), |ui, range| {
            for line in self.lines.get(range).unwrap_or_default().to_vec() {
                self.row(ui, cx, &line, scene);
            }
        });
        key_area(ui, keys, below, Role::List, "Contents");
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Select(_) | Command::Back | Command::Forward if !self.mine => {
                self.scroll_to_selection(state);
            }
            Command::Find if state.focus == PanelId::CONTENTS => self.filter.focus(),
            _ => {}
        }
        if matches!(command, Command::Select(_)) {
            self.mine = false;
        }
    }
}

impl ContentsPanel {
    fn without_scene(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let listing =
            cx.state.doc.as_ref().and_then(|doc| cx.state.files.listings.get(&doc.opened.path));
        if let Some(Listing::Entries(entries)) = listing.filter(|_| !cx.state.loading) {
            self.filter.above(ui, "Filter contents");
            return members::show(ui, cx, entries, &mut self.filter);
        }
        let (headline, hint) = match (&cx.state.doc, cx.state.loading) {
            (_, true) => return,
            (None, _) => ("No file is shown", "Click a file in Files to see its contents"),
            (Some(_), _) => ("No contents to list", "Fields and Bytes show the stored data"),
        };
        tips::empty_state(ui, icons::ICON_LIST, headline, hint);
    }

    fn make_lines(&mut self, state: &State, scene: &Scene) {
        let generation = state.generation();
        let key = (generation, self.filter.words());
        if self.made_for.as_ref() != Some(&key) {
            self.lines = lines(scene, &key.1, &self.closed);
            self.made_for = Some(key);
        }
    }

    fn scroll_to_selection(&mut self, state: &State) {
        let Some(wanted) = shown_element(state) else { return };
        let is_wanted =
            |line: &Line| matches!(line, Line::Thing { element, .. } if *element == wanted);
        self.scroll_to = self.lines.iter().position(is_wanted);
    }

    /// The arrow keys, Page Up, Page Down, Home and End move through the list; `page` is the number of rows
    /// that fit.
    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, page: u64) {
        let presses = take_list_presses(ui, &[]);
        if presses.is_empty() {
            return;
        }
        let wanted = shown_element(cx.state);
        let things: Vec<(usize, Element)> = self
            .lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| match line {
                Line::Thing { element, .. } => Some((at, *element)),
                Line::Group { .. } => None,
            })
            .collect();
        let at = things.iter().position(|(_, element)| Some(*element) == wanted);
        let count = things.len() as u64;
        let next = presses
            .iter()
            .fold(at.map(|at| at as u64), |at, key| row_after(*key, at, count, page.max(1)));
        let next = next.and_then(|next| things.get(usize::try_from(next).ok()?));
        if let Some((line, element)) = next {
            cx.select(SelectionTarget::Element(*element));
            self.scroll_to = Some(*line);
            self.mine = true;
        }
    }
}

/// The element whose row represents the selection; for a face, its node.
fn shown_element(state: &State) -> Option<Element> {
    match state.selection.as_ref()?.element? {
        Element::Face(face) => Some(Element::Node(face.node)),
        Element::Vertex { mesh, .. } => Some(Element::Mesh(mesh)),
        Element::PaletteEntry { palette, .. } => Some(Element::Palette(palette)),
        Element::ColourEntry { table, .. } => Some(Element::ColourTable(table)),
        Element::SoundId { sound, .. } | Element::Caption { sound, .. } => {
            Some(Element::Sound(sound))
        }
        other => Some(other),
    }
}
