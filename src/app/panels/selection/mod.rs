//! Card of the selection. The most useful sections come first: the element, its texture with texture
//! coordinates, its values, its sounds and targets; then flags and similar faces; last the cells that
//! contain it. Sections stay expanded. With several elements selected, the card shows their common and
//! differing values.

pub mod bone;
mod cell_links;
mod corners;
pub mod facts;
mod flags;
mod header;
mod links;
pub mod measures;
mod position;
mod properties;
mod saved;
mod sections;
mod sounds;
pub mod summary;
mod surface;
mod surface_animations;
mod texture_coverage;

use egui::{Frame, RichText, ScrollArea, Ui};
use egui_material_icons::icons;

use self::measures::{MEASURE_HINT, Measure, Measures};
use self::saved::SavedSelections;
use self::sections::part;
use self::summary::Summary;
use crate::app::model::{
    Command, DocScene, PanelId, Selection, State, grouped, numbers, settings::CardPart,
};
use crate::app::ui::input::scroll_pages;
use crate::app::ui::shorten::capitalized;
use crate::app::ui::{Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, empty_state, theme};
use crate::scene::{Element, Face, FaceRef, NodeId, Surface};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::CARD,
    title: "Selection",
    icon: icons::ICON_CENTER_FOCUS_STRONG,
    home: DefaultPosition::RightTop,
    make: Some(|| Box::<CardPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct CardPanel {
    /// Cached counts of the selected faces.
    counted: Option<Counted>,
    /// Bits that are off are hidden.
    set_only: bool,
    saved: SavedSelections,
}

struct Counted {
    generation: u64,
    selection: Selection,
    summary: Summary,
    measures: Measures,
    /// Number of the pose that was measured.
    pose: u64,
}

impl Panel for CardPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(selection) = &cx.state.selection else {
            if cx.state.saved_selections().is_some_and(|all| !all.is_empty()) {
                let area = ScrollArea::vertical().id_salt("saved selections");
                area.max_height(ui.available_height() / 2.0).show(ui, |ui| {
                    Frame::new().inner_margin(8).show(ui, |ui| self.saved.section(ui, cx));
                });
            }
            let hint = "Click a face in the scene, a field or a byte.";
            empty_state(ui, icons::ICON_CENTER_FOCUS_STRONG, "Nothing selected", hint);
            return;
        };
        let margin = egui::Margin::symmetric(8, 4);
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            header::ui(ui, cx, selection);
        });
        let (Some(scene), Some(first)) = (cx.state.scene(), selection.element) else { return };
        self.count(cx.state, scene, selection);
        // Cards of the same kind keep their scroll position, so that faces can be compared.
        let kind = std::mem::discriminant(&first);
        let area = ScrollArea::vertical().id_salt(kind).auto_shrink(false);
        area.show(ui, |ui| {
            scroll_pages(ui, cx.state.focus == PanelId::CARD);
            Frame::new().inner_margin(egui::Margin { top: 0, ..margin }).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = GRID;
                self.card(ui, cx, scene, selection, first);
            });
        });
    }

    fn command(&mut self, command: &Command, _: &State) {
        if *command == Command::NameSelection {
            self.saved.focus();
        }
    }
}

impl CardPanel {
    fn count(&mut self, state: &State, scene: &DocScene, selection: &Selection) {
        let generation = state.generation();
        let known = self.counted.as_ref();
        let fresh = known.is_some_and(|c| c.generation == generation && c.selection == *selection);
        if !fresh {
            let summary = Summary::of(scene, state.faces_of_selection());
            let selection = selection.clone();
            let (measures, pose) = (Measures::default(), u64::MAX);
            self.counted = Some(Counted { generation, selection, summary, measures, pose });
        }
        // Not for every pose of an animation that plays.
        let pose = state.motion.changes;
        let is_old = |counted: &&mut Counted| {
            counted.pose == u64::MAX || counted.pose != pose && !state.view.playing
        };
        if let Some(counted) = self.counted.as_mut().filter(is_old) {
            counted.measures = Measures::of(state, scene, selection, &counted.summary.faces);
            counted.pose = pose;
        }
    }

    fn card(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        selection: &Selection,
        first: Element,
    ) {
        let Some(Counted { summary, measures, .. }) = &self.counted else { return };
        let one_face = match (first, selection.also.is_empty()) {
            (Element::Face(face), true) => Some(face),
            _ => None,
        };
        if let Some(face) = one_face {
            warnings(ui, scene, face);
        } else {
            element_sections(ui, cx, scene, selection, first, summary);
            let measures = measures.in_words(scene.scene.metres_per_unit);
            let row = |measure: &Measure| {
                let Measure { heading, value, tip } = measure;
                (*heading, value.clone(), format!("{tip}\n{MEASURE_HINT}"))
            };
            sections::explained_facts(ui, &measures.iter().map(row).collect::<Vec<_>>());
        }
        position::ui(ui, cx, first);
        textures(ui, cx, scene, summary);
        let node = one_face.map(|face| face.node).or_else(|| scene.scene.node_of(first));
        if let Some(node) = node {
            values(ui, cx, scene, node);
        }
        sounds::ui(ui, cx, scene, first);
        links::ui(ui, cx, &scene.scene, first);
        for (index, field) in flags::flagged(&scene.scene) {
            let Some(values) = summary.fields.get(index).filter(|values| !values.is_empty()) else {
                continue;
            };
            let set_only = &mut self.set_only;
            let title = capitalized(field.name);
            part(ui, cx, CardPart::Flags, &title, |ui, cx| {
                flags::ui(ui, cx, field, index, values, set_only);
            });
        }
        similar(ui, cx, summary);
        if let Some(face) = one_face {
            rest_of_face(ui, cx, scene, face, summary);
        }
        cell_links::ui(ui, cx, &scene.scene, first);
        self.saved.section(ui, cx);
    }
}

/// Warnings about surprising properties.
fn warnings(ui: &mut Ui, scene: &DocScene, at: FaceRef) {
    let theme = Theme::of(ui);
    let material = scene.face(at).map(|(_, face)| face.material);
    let material = material.and_then(|index| scene.scene.materials.get(index));
    for warning in material.map(facts::warnings).unwrap_or_default() {
        ui.horizontal_wrapped(|ui| {
            let icon = icons::ICON_WARNING.rich_text().size(theme::ICON);
            ui.label(icon.color(theme.warning));
            ui.label(RichText::new(warning).color(theme.warning));
        });
    }
}

/// Sections for anything other than a single face.
fn element_sections(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &DocScene,
    selection: &Selection,
    first: Element,
    summary: &Summary,
) {
    let mut is_counted = false;
    if selection.also.is_empty() {
        let element = scene.scene.as_bone(first).unwrap_or(first);
        let facts = scene.scene.facts(element).into_iter();
        let facts: Vec<(&str, String)> =
            facts.map(|(heading, value)| (heading, value.in_words(grouped))).collect();
        is_counted = facts.iter().any(|(heading, _)| *heading == "Faces");
        sections::facts(ui, &facts);
        bone::ui(ui, cx, &scene.scene, element);
    }
    if summary.faces.is_empty() {
        return;
    }
    let counted = |count: usize| grouped(count as u64);
    let mut list = Vec::new();
    if !is_counted {
        list.push(("Faces", counted(summary.faces.len())));
    }
    let looks = summary.looks_in_words();
    let named = looks.iter().take(3).map(|(look, count)| match looks.len() {
        1 => look.clone(),
        _ => format!("{look} ×{}", counted(*count)),
    });
    let mut named: Vec<String> = named.collect();
    if looks.len() > named.len() {
        let more = (looks.len() - named.len()) as u64;
        named.push(numbers::counted(more, "other kind"));
    }
    list.extend(named.into_iter().map(|look| ("", look)));
    sections::facts(ui, &list);
}

/// The texture that all faces share, or a list of their textures.
fn textures(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, summary: &Summary) {
    let materials = &scene.scene.materials;
    let shared = summary.materials.keys().next().filter(|_| summary.materials.len() == 1);
    let shared = shared.and_then(|index| materials.get(*index));
    if let Some(material) = shared.filter(|m| matches!(m.surface, Surface::Textured { .. })) {
        let faces = summary.faces.iter().filter_map(|at| scene.face(*at));
        let faces: Vec<Face> = faces.map(|(_, face)| face).take(surface::MAX_FACES).collect();
        part(ui, cx, CardPart::Texture, "Texture", |ui, cx| {
            surface::ui(ui, cx, &scene.scene, &faces, material);
        });
    // The card of a single face already reports its missing texture.
    } else if !summary.textures.is_empty() || summary.missing > 0 && summary.faces.len() > 1 {
        let title = match summary.textures.len() {
            0 => "Textures".to_owned(),
            1 => "Texture".to_owned(),
            count => format!("{} textures", grouped(count as u64)),
        };
        part(ui, cx, CardPart::Texture, &title, |ui, cx| {
            texture_coverage::ui(ui, cx, scene, summary);
        });
    }
}

/// Buttons that select similar faces, with their number.
fn similar(ui: &mut Ui, cx: &mut Ctx<'_>, summary: &Summary) {
    if summary.likes.is_empty() {
        return;
    }
    part(ui, cx, CardPart::Like, "Select similar faces", |ui, cx| {
        ui.horizontal_wrapped(|ui| {
            for (name, like, count) in &summary.likes {
                let text = format!("Same {name}  {}", grouped(*count as u64));
                if ui.button(text).clicked() {
                    cx.push(Command::SelectLike(*like));
                }
            }
        });
    });
}

/// Sections that are needed less often.
fn rest_of_face(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, at: FaceRef, summary: &Summary) {
    let Some((mesh, _)) = scene.face(at) else { return };
    if surface_animations::any(&scene.scene, mesh, at.face) {
        part(ui, cx, CardPart::Moves, "Surface animation", |ui, cx| {
            surface_animations::ui(ui, cx, &scene.scene, mesh, at.face);
        });
    }
    part(ui, cx, CardPart::Corners, "Corners", |ui, cx| {
        corners::ui(ui, cx, scene, at);
    });
    part(ui, cx, CardPart::Place, "Position and shape", |ui, _| {
        corners::shape(ui, cx.state, scene, at);
    });
    if scene.scene.face_fields.iter().any(|field| field.flags.is_empty()) {
        part(ui, cx, CardPart::Numbers, "Other fields", |ui, _| {
            flags::numbers(ui, &scene.scene, summary);
        });
    }
}

/// Properties of an instance: class, sound, targets.
fn values(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, node: NodeId) {
    let Some((table, ..)) = properties::rows(&scene.scene, node) else { return };
    part(ui, cx, CardPart::Values, &table.name, |ui, cx| {
        properties::ui(ui, cx, &scene.scene, node);
    });
}
