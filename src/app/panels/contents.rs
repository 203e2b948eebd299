//! What is in the open document: objects, models, textures, palettes, helpers by layer.

use std::collections::BTreeSet;
use std::ops::Range;

use egui::{ScrollArea, Sense, TextEdit, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::command::{Command, Commands};
use crate::app::panel::{self, Item, Panel, PanelKind, grouped};
use crate::app::selection::Target;
use crate::app::state::State;
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::widgets::rows::escaped;
use crate::scene::{Collision, Element, LayerKind, Scene};

/// The groups, in order. Helpers come once for each of their layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Group {
    Nodes,
    Meshes,
    Sky,
    Bones,
    Animations,
    Morphs,
    Textures,
    Palettes,
    Colours,
    Tables,
    Sounds,
    Collisions,
    Helpers(u16),
}

#[derive(Clone, Debug)]
enum Line {
    Group { group: Group, count: usize },
    Thing { element: Element, depth: u16 },
}

/// The panel.
#[derive(Default)]
pub struct ContentsPanel {
    filter: String,
    closed: BTreeSet<Group>,
    lines: Vec<Line>,
    /// What the lines were made for: document, filter, closed groups.
    made_for: Option<(u64, bool, String, usize)>,
    scroll_to: Option<usize>,
    /// The selection came from here: stay where we are.
    mine: bool,
    want_focus: bool,
}

impl Panel for ContentsPanel {
    fn kind(&self) -> PanelKind {
        PanelKind::Contents
    }

    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        let Some(scene) = state.scene() else {
            return self.without_scene(ui, state);
        };
        let scene = scene.scene.clone();
        self.filter_box(ui);
        self.make_lines(state, &scene);
        if self.lines.is_empty() {
            let hint = "Nothing matches the filter";
            return panel::empty_state(ui, icons::ICON_SEARCH_OFF, hint, "Escape clears it");
        }
        self.keys(ui, state, commands);
        ui.spacing_mut().item_spacing.y = 0.0;
        // Every document is scrolled on its own.
        let document = state.doc.as_ref().map(|doc| doc.opened.path.clone());
        let mut area = ScrollArea::vertical().id_salt(document).auto_shrink([false, false]);
        if let Some(line) = self.scroll_to.take() {
            let offset = line as f32 * ROW - ui.available_height() * 0.4;
            area = area.vertical_scroll_offset(offset.max(0.0));
        }
        area.show_rows(ui, ROW, self.lines.len(), |ui, range| {
            self.rows(ui, range, state, &scene, commands);
        });
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Select(_) | Command::Back | Command::Forward if !self.mine => {
                self.scroll_to_selection(state);
            }
            Command::Find if state.focus == PanelKind::Contents => self.want_focus = true,
            _ => {}
        }
        if matches!(command, Command::Select(_)) {
            self.mine = false;
        }
    }
}

impl ContentsPanel {
    fn without_scene(&self, ui: &mut Ui, state: &State) {
        let (headline, hint) = match (&state.doc, state.loading) {
            (_, true) => return,
            (None, _) => ("Nothing is open", "Open a file to see what is in it"),
            (Some(_), _) => ("Nothing to look at", "Fields and Bytes show what is stored"),
        };
        panel::empty_state(ui, icons::ICON_LIST, headline, hint);
    }

    fn filter_box(&mut self, ui: &mut Ui) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            let edit = TextEdit::singleline(&mut self.filter)
                .hint_text("Filter")
                .desired_width(f32::INFINITY);
            let response = ui.add(edit).accessible_name("Filter the contents");
            if std::mem::take(&mut self.want_focus) {
                response.request_focus();
            }
            if escaped(ui, &response) {
                self.filter.clear();
                response.surrender_focus();
            }
        });
    }

    fn make_lines(&mut self, state: &State, scene: &Scene) {
        let generation = state.doc.as_ref().map_or(0, |doc| doc.generation);
        let key = (generation, true, self.filter.clone(), self.closed.len());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        self.made_for = Some(key);
        self.lines.clear();
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        for group in groups(scene) {
            let elements: Vec<(Element, u16)> = elements(scene, group)
                .filter(|(element, _)| {
                    let (title, rest) = label_of(*element, &name_of(scene, *element));
                    let name = format!("{title} {rest}").to_lowercase();
                    words.iter().all(|word| name.contains(word.as_str()))
                })
                .collect();
            if elements.is_empty() {
                continue;
            }
            self.lines.push(Line::Group { group, count: elements.len() });
            if !self.closed.contains(&group) {
                let things = elements.into_iter();
                self.lines.extend(things.map(|(element, depth)| Line::Thing { element, depth }));
            }
        }
    }

    fn scroll_to_selection(&mut self, state: &State) {
        let Some(wanted) = shown_element(state) else { return };
        let is_wanted =
            |line: &Line| matches!(line, Line::Thing { element, .. } if *element == wanted);
        self.scroll_to = self.lines.iter().position(is_wanted);
    }

    /// Up and down walk through the list.
    fn keys(&mut self, ui: &Ui, state: &State, commands: &mut Commands) {
        if state.focus != PanelKind::Contents || ui.ctx().text_edit_focused() {
            return;
        }
        let step = ui.input(|input| {
            let down = i32::from(input.key_pressed(egui::Key::ArrowDown));
            let up = i32::from(input.key_pressed(egui::Key::ArrowUp));
            down - up
        });
        if step == 0 {
            return;
        }
        let wanted = shown_element(state);
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
        let next = match at {
            Some(at) => (at as i32 + step).clamp(0, things.len() as i32 - 1) as usize,
            None => 0,
        };
        if let Some((line, element)) = things.get(next) {
            commands.select(Target::Element(*element));
            self.scroll_to = Some(*line);
            self.mine = true;
        }
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        range: Range<usize>,
        state: &State,
        scene: &Scene,
        commands: &mut Commands,
    ) {
        let selected = shown_element(state);
        let hovered = state.hover.as_ref().and_then(|hover| hover.element);
        for at in range {
            match self.lines.get(at).cloned() {
                Some(Line::Group { group, count }) => {
                    self.group_row(ui, group, count, state, scene, commands);
                }
                Some(Line::Thing { element, depth }) => {
                    let is_selected = selected == Some(element);
                    let row = panel::row(ui, is_selected, hovered == Some(element));
                    self.thing_row(ui, &row, element, depth, state, scene, commands);
                }
                None => {}
            }
        }
    }

    fn group_row(
        &mut self,
        ui: &mut Ui,
        group: Group,
        count: usize,
        state: &State,
        scene: &Scene,
        commands: &mut Commands,
    ) {
        let theme = Theme::of(ui);
        let response = panel::row(ui, false, false);
        let closed = self.closed.contains(&group);
        if response.clicked() {
            if !self.closed.remove(&group) {
                self.closed.insert(group);
            }
            self.made_for = None;
        }
        let rect = response.rect;
        let arrow = if closed { icons::ICON_CHEVRON_RIGHT } else { icons::ICON_EXPAND_MORE };
        icon(ui, rect, rect.left() + GRID, arrow, theme.weak);
        let title = title_of(scene, group);
        let left = rect.left() + 6.0 * GRID;
        let end = panel::row_text(
            ui,
            rect,
            left,
            rect.right(),
            title.as_str(),
            theme::body(),
            theme.text,
        );
        let number = grouped(count as u64);
        panel::row_text(
            ui,
            rect,
            end + 2.0 * GRID,
            rect.right(),
            number,
            theme::small(),
            theme.weak,
        );
        if let Group::Helpers(layer) = group {
            let shown = state.view.visibility.layer(layer);
            if eye(ui, rect, shown, true) {
                commands.push(Command::ShowLayer { layer, shown: !shown });
            }
        }
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, true, !closed, title.clone())
        });
    }

    #[expect(clippy::too_many_arguments, reason = "a row needs all there is to know about it")]
    fn thing_row(
        &mut self,
        ui: &mut Ui,
        response: &egui::Response,
        element: Element,
        depth: u16,
        state: &State,
        scene: &Scene,
        commands: &mut Commands,
    ) {
        let theme = Theme::of(ui);
        let rect = response.rect;
        let left = rect.left() + (4.0 + 3.0 * f32::from(depth.min(8))) * GRID;
        icon(ui, rect, left, icon_of(scene, element), theme.weak);
        let mut right = rect.right() - 2.0 * GRID;
        if let Some((shown, toggle)) = toggle_of(element, state, scene) {
            if eye(ui, rect, shown, response.hovered()) {
                commands.push(toggle);
            }
            right -= 5.0 * GRID;
        }
        let name = name_of(scene, element);
        let (title, rest) = label_of(element, &name);
        let text_left = left + 5.0 * GRID;
        let mut text_right = right;
        let wide = |text: &str, font| {
            ui.painter().layout_no_wrap(text.to_owned(), font, theme.text).size().x
        };
        let detail = detail_of(scene, element);
        let detail_left = right - wide(&detail, theme::small());
        // Deep in a tree there is room for the name alone.
        if text_left + wide(&title, theme::body()) <= detail_left - 2.0 * GRID {
            panel::row_text(ui, rect, detail_left, right, detail, theme::small(), theme.weak);
            text_right = detail_left - 2.0 * GRID;
        }
        let end =
            panel::row_text(ui, rect, text_left, text_right, title, theme::body(), theme.text);
        let rest_left = end + 1.5 * GRID;
        // Where it would be little more than dots, the room is better left free.
        if text_right - rest_left > 5.0 * GRID {
            panel::row_text(ui, rect, rest_left, text_right, rest, theme::small(), theme.weak);
        }
        if response.hovered() {
            commands.hover(Target::Element(element));
        }
        if response.double_clicked() {
            let panel = match element {
                Element::Texture(_) => Some(PanelKind::Texture),
                Element::Palette(_) => Some(PanelKind::Palette),
                _ => None,
            };
            commands.push(match panel {
                Some(panel) => Command::ShowPanel(panel),
                None if matches!(element, Element::Animation(_)) => Command::PlayAnimation,
                None => Command::FrameTarget(Target::Element(element)),
            });
        } else if response.clicked() {
            self.mine = true;
            let ctrl = panel::click_modifiers(ui).command;
            let target = Target::Element(element);
            commands.push(if ctrl { Command::SelectAlso(target) } else { Command::Select(target) });
        }
        panel::context_menu(response, commands, || {
            let origin = scene.origin(element).unwrap_or_default();
            Item {
                value: name.clone(),
                offset: (origin.span.len > 0).then_some(origin.span.start),
                path: origin.path,
                like: None,
            }
        });
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name.clone()));
    }
}

/// Whether an element is shown, for those that can be hidden alone, and what turns that around.
fn toggle_of(element: Element, state: &State, scene: &Scene) -> Option<(bool, Command)> {
    let visibility = &state.view.visibility;
    match element {
        Element::Node(node) => {
            let shown = visibility.nodes.get(node as usize).copied().unwrap_or(true);
            Some((shown, Command::ShowNode { node, shown: !shown }))
        }
        Element::Sky => {
            let layer = scene.sky.as_ref()?.layer;
            let shown = visibility.layer(layer);
            Some((shown, Command::ShowLayer { layer, shown: !shown }))
        }
        _ => None,
    }
}

/// The element whose row stands for the selection: a face stands for its node.
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

fn groups(scene: &Scene) -> Vec<Group> {
    let mut groups = vec![Group::Nodes, Group::Meshes, Group::Sky, Group::Bones];
    groups.extend([
        Group::Animations,
        Group::Morphs,
        Group::Textures,
        Group::Palettes,
        Group::Colours,
    ]);
    groups.extend([Group::Tables, Group::Sounds, Group::Collisions]);
    groups.extend((0u16..).take(scene.layers.len()).map(Group::Helpers));
    groups
}

/// The elements of a group, with how deep they hang.
fn elements(scene: &Scene, group: Group) -> Box<dyn Iterator<Item = (Element, u16)> + '_> {
    fn count(list: usize) -> Range<u32> {
        0..u32::try_from(list).unwrap_or(u32::MAX)
    }
    fn flat(list: usize, f: fn(u32) -> Element) -> Box<dyn Iterator<Item = (Element, u16)>> {
        Box::new(count(list).map(move |i| (f(i), 1)))
    }
    match group {
        Group::Nodes => {
            let mut depths: Vec<u16> = Vec::with_capacity(scene.nodes.len());
            for node in &scene.nodes {
                let parent = node.parent.and_then(|p| depths.get(p as usize)).copied();
                depths.push(parent.map_or(1, |depth| depth.saturating_add(1)));
            }
            Box::new(count(scene.nodes.len()).map(Element::Node).zip(depths))
        }
        Group::Meshes => flat(scene.meshes.len(), Element::Mesh),
        Group::Sky => Box::new(scene.sky.iter().map(|_| (Element::Sky, 1))),
        Group::Bones => Box::new((0u32..).zip(&scene.skeletons).flat_map(|(skeleton, stored)| {
            let mut depths: Vec<u16> = Vec::with_capacity(stored.bones.len());
            for bone in &stored.bones {
                let parent = bone.parent.and_then(|p| depths.get(p as usize)).copied();
                depths.push(parent.map_or(1, |depth| depth.saturating_add(1)));
            }
            (0u32..).map(move |bone| Element::Bone { skeleton, bone }).zip(depths)
        })),
        Group::Animations => flat(scene.animations.len(), Element::Animation),
        Group::Morphs => Box::new((0u32..).zip(&scene.meshes).flat_map(|(mesh, stored)| {
            count(stored.morphs.len()).map(move |morph| (Element::Morph { mesh, morph }, 1))
        })),
        Group::Textures => flat(scene.textures.len(), Element::Texture),
        Group::Palettes => flat(scene.palettes.len(), Element::Palette),
        Group::Colours => flat(scene.colour_tables.len(), Element::ColourTable),
        Group::Tables => flat(scene.tables.len(), |table| Element::Row { table, row: 0 }),
        Group::Sounds => flat(scene.sounds.len(), Element::Sound),
        Group::Collisions => flat(scene.collisions.len(), Element::Collision),
        Group::Helpers(layer) => Box::new(
            (0u32..)
                .zip(&scene.helpers)
                .filter(move |(_, helper)| helper.layer == layer)
                .map(|(i, _)| (Element::Helper(i), 1)),
        ),
    }
}

fn title_of(scene: &Scene, group: Group) -> String {
    match group {
        Group::Nodes => "Objects".to_owned(),
        Group::Meshes => "Models".to_owned(),
        Group::Sky => "Sky".to_owned(),
        Group::Bones => "Bones".to_owned(),
        Group::Animations => "Animations".to_owned(),
        Group::Morphs => "Morph targets".to_owned(),
        Group::Textures => "Textures".to_owned(),
        Group::Palettes => "Palettes".to_owned(),
        Group::Colours => "Colour tables".to_owned(),
        Group::Tables => "Tables".to_owned(),
        Group::Sounds => "Sounds".to_owned(),
        Group::Collisions => "Collisions".to_owned(),
        Group::Helpers(layer) => scene
            .layers
            .get(usize::from(layer))
            .map_or_else(|| "Helpers".to_owned(), |layer| layer.name.clone()),
    }
}

/// What an element is called; `#3` where it has no name.
pub fn name_of(scene: &Scene, element: Element) -> String {
    let (name, index) = match element {
        Element::Node(i) => (scene.nodes.get(i as usize).map(|n| &n.name), i),
        Element::Mesh(i) => (scene.meshes.get(i as usize).map(|m| &m.name), i),
        Element::Bone { skeleton, bone } => {
            let bones = scene.skeletons.get(skeleton as usize).map(|skeleton| &skeleton.bones);
            (bones.and_then(|bones| bones.get(bone as usize)).map(|b| &b.name), bone)
        }
        Element::Animation(i) => (scene.animations.get(i as usize).map(|a| &a.name), i),
        Element::Morph { mesh, morph } => {
            let morphs = scene.meshes.get(mesh as usize).map(|mesh| &mesh.morphs);
            (morphs.and_then(|morphs| morphs.get(morph as usize)).map(|m| &m.name), morph)
        }
        Element::Texture(i) => (scene.textures.get(i as usize).map(|t| &t.name), i),
        Element::Palette(i) => (scene.palettes.get(i as usize).map(|p| &p.name), i),
        Element::ColourTable(i) => (scene.colour_tables.get(i as usize).map(|t| &t.name), i),
        Element::Helper(i) => (scene.helpers.get(i as usize).map(|h| &h.name), i),
        Element::Sky => (scene.sky.as_ref().map(|sky| &sky.name), 0),
        Element::Row { table, .. } => (scene.tables.get(table as usize).map(|t| &t.name), table),
        Element::Sound(i) => (scene.sounds.get(i as usize).map(|sound| &sound.name), i),
        Element::SoundId { sound, id } => {
            let ids = scene.sounds.get(sound as usize).map(|sound| &sound.ids);
            let id = ids.and_then(|ids| ids.get(id as usize));
            return id.map_or_else(String::new, |id| id.name.to_string());
        }
        Element::Caption { caption, .. } => return format!("caption {caption}"),
        Element::Collision(i) => {
            let collision = scene.collisions.get(i as usize);
            return collision.map_or_else(String::new, Collision::title);
        }
        Element::Face(face) => return format!("face {}", face.face),
        Element::Vertex { vertex, .. } => return format!("vertex {vertex}"),
        Element::PaletteEntry { entry, .. } | Element::ColourEntry { entry, .. } => {
            return format!("colour {entry}");
        }
    };
    match name {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("#{index}"),
    }
}

/// What stands in the row of an element, and what stands smaller beside it. Names repeat and may
/// be bare hashes, so that objects and models are told apart by their numbers.
fn label_of(element: Element, name: &str) -> (String, String) {
    let (kind, number) = match element {
        Element::Node(i) => ("object", i),
        Element::Mesh(i) => ("model", i),
        _ => return (name.to_owned(), String::new()),
    };
    let numbered = format!("{kind} {number}");
    let is_hash = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    // An object is called by its model, which may have no name either.
    let is_number = name.strip_prefix("model ").is_some_and(|rest| rest.parse::<u32>().is_ok());
    if name == numbered {
        (numbered, String::new())
    } else if is_hash || is_number {
        (numbered, name.to_owned())
    } else {
        (name.to_owned(), number.to_string())
    }
}

fn detail_of(scene: &Scene, element: Element) -> String {
    let faces = |mesh: Option<&crate::scene::Mesh>| {
        mesh.map_or_else(String::new, |mesh| match mesh.faces.len() {
            1 => "1 face".to_owned(),
            n => format!("{} faces", grouped(n as u64)),
        })
    };
    match element {
        Element::Node(i) => faces(scene.nodes.get(i as usize).and_then(|n| scene.mesh_of(n))),
        Element::Mesh(i) => faces(scene.meshes.get(i as usize)),
        Element::Animation(i) => scene
            .animations
            .get(i as usize)
            .map_or_else(String::new, |a| format!("{} frames", grouped(u64::from(a.frames)))),
        Element::Morph { mesh, .. } => name_of(scene, Element::Mesh(mesh)),
        Element::Sky => scene
            .sky
            .as_ref()
            .and_then(|sky| sky.texture)
            .map_or_else(String::new, |texture| name_of(scene, Element::Texture(texture))),
        Element::Texture(i) => scene.textures.get(i as usize).map_or_else(String::new, |t| {
            format!("{}×{}, {} bit", t.width, t.height, t.format.bits())
        }),
        Element::Palette(i) => scene
            .palettes
            .get(i as usize)
            .map_or_else(String::new, |p| format!("{} colours", p.stored.len())),
        Element::ColourTable(i) => scene
            .colour_tables
            .get(i as usize)
            .map_or_else(String::new, |t| format!("{} colours", t.colours.len())),
        Element::Row { table, .. } => scene
            .tables
            .get(table as usize)
            .map_or_else(String::new, |t| format!("{} rows", grouped(t.rows.len() as u64))),
        Element::Sound(i) => scene.sounds.get(i as usize).map_or_else(String::new, |sound| {
            let seconds = sound.duration_ms() as f64 / 1000.0;
            let captions = if sound.captions.is_empty() { "" } else { ", captions" };
            format!("{seconds:.1} s, {}{captions}", sound.codec)
        }),
        _ => String::new(),
    }
}

fn icon_of(scene: &Scene, element: Element) -> MaterialIcon {
    let layer_kind = |layer: u16| scene.layers.get(usize::from(layer)).map(|l| l.kind);
    match element {
        Element::Node(i) => {
            let node = scene.nodes.get(i as usize);
            match node.map(|node| (node.mesh, layer_kind(node.layer))) {
                Some((None, _)) => icons::ICON_FOLDER,
                Some((_, Some(LayerKind::Invisible))) => icons::ICON_VISIBILITY_OFF,
                Some((_, Some(LayerKind::Sky))) => icons::ICON_CLOUD,
                _ => icons::ICON_DEPLOYED_CODE,
            }
        }
        Element::Mesh(_) => icons::ICON_CATEGORY,
        Element::Sky => icons::ICON_CLOUD,
        Element::Bone { .. } => icons::ICON_ACCOUNT_TREE,
        Element::Animation(_) => icons::ICON_ANIMATION,
        Element::Morph { .. } => icons::ICON_FACE,
        Element::Texture(_) => icons::ICON_TEXTURE,
        Element::Palette(_) | Element::ColourTable(_) => icons::ICON_PALETTE,
        Element::Row { .. } => icons::ICON_TABLE,
        Element::Sound(_) => icons::ICON_GRAPHIC_EQ,
        Element::Collision(_) => icons::ICON_JOIN_INNER,
        _ => icons::ICON_LOCATION_ON,
    }
}

fn icon(ui: &Ui, row: egui::Rect, left: f32, icon: MaterialIcon, colour: egui::Color32) {
    let font = egui::FontId::new(theme::BODY + 1.0, icon.font_family());
    panel::row_text(ui, row, left, left + 5.0 * GRID, icon.codepoint, font, colour);
}

/// The switch at the right of a row; true when it was clicked.
fn eye(ui: &Ui, row: egui::Rect, shown: bool, visible: bool) -> bool {
    let size = vec2(5.0 * GRID, ROW);
    let rect = egui::Rect::from_min_size(row.right_top() - vec2(size.x + GRID, 0.0), size);
    let id = ui.scope_id().with(("eye", row.top() as i32));
    let response = ui.interact(rect, id, Sense::click());
    if !visible && shown && !response.hovered() {
        return false;
    }
    let theme = Theme::of(ui);
    let symbol = if shown { icons::ICON_VISIBILITY } else { icons::ICON_VISIBILITY_OFF };
    let colour = if response.hovered() { theme.text } else { theme.faint };
    icon(ui, rect, rect.left() + 2.0, symbol, colour);
    let tip = if shown { "Hide" } else { "Show" };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, shown, tip));
    response.on_hover_text(tip).clicked()
}

/// Everything with a name, for the finder: name, kind, element.
pub fn named_things(scene: &Scene) -> impl Iterator<Item = (String, &'static str, Element)> + '_ {
    let kinds = [
        (Group::Nodes, "object"),
        (Group::Meshes, "model"),
        (Group::Sky, "sky"),
        (Group::Bones, "bone"),
        (Group::Animations, "animation"),
        (Group::Textures, "texture"),
        (Group::Palettes, "palette"),
    ];
    kinds.into_iter().flat_map(move |(group, kind)| {
        elements(scene, group)
            .map(move |(element, _)| (name_of(scene, element), element))
            .filter(|(name, _)| !name.starts_with('#'))
            .map(move |(name, element)| {
                let (title, rest) = label_of(element, &name);
                (format!("{title} {rest}").trim_end().to_owned(), kind, element)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_equal_names_are_told_apart_by_their_numbers() {
        let label = |element, name| label_of(element, name);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(label(Element::Node(12), "bca335af"), pair("object 12", "bca335af"));
        assert_eq!(label(Element::Mesh(3), "pavement"), pair("pavement", "3"));
        assert_eq!(label(Element::Mesh(3), "model 3"), pair("model 3", ""));
        assert_eq!(label(Element::Node(1), "model 3"), pair("object 1", "model 3"));
        assert_eq!(label(Element::Texture(3), "brick"), pair("brick", ""));
    }
}
