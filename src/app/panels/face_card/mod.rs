//! What is selected, on one card: for a face every flag by name, its corners, its texture with its
//! coordinates on it, its palette, and the faces that are like it.

mod about;
pub mod bone;
pub mod facts;
mod flags;
mod moves;
mod properties;
mod surface;

use egui::{RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use crate::app::command::{Command, Commands};
use crate::app::panel::{Panel, PanelKind, empty_state, grouped, icon_button, offset};
use crate::app::panels::notes;
use crate::app::selection::Target;
use crate::app::shortcuts;
use crate::app::state::{DocScene, State};
use crate::app::theme::{self, GRID, Theme};
use crate::app::view::Like;
use crate::app::widgets::cells;
use crate::scene::{CornerRefs, Element, Face, FaceRef, Mesh};

/// See the [module](self).
#[derive(Default)]
pub struct CardPanel {
    /// Faces like the one on the card, counted once for each card.
    likes: Option<Likes>,
    /// Bits that are off are left out.
    set_only: bool,
}

/// How many faces are like one, in each way.
struct Likes {
    generation: u64,
    face: FaceRef,
    counts: Vec<(String, Like, usize)>,
}

impl Panel for CardPanel {
    fn kind(&self) -> PanelKind {
        PanelKind::Card
    }

    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        if state.selection.is_none() {
            let hint = "Click a face in the scene, a field or a byte.";
            empty_state(ui, icons::ICON_CENTER_FOCUS_STRONG, "Nothing selected", hint);
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            egui::Frame::new().inner_margin(2.0 * GRID).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = GRID;
                head(ui, state, commands);
                let (Some(scene), Some(selection)) = (state.scene(), &state.selection) else {
                    return;
                };
                match selection.element {
                    Some(Element::Face(face)) => self.face(ui, state, scene, face, commands),
                    Some(element) => {
                        let bone = scene.scene.as_bone(element);
                        about::ui(ui, &scene.scene, bone.unwrap_or(element));
                        bone::ui(ui, state, &scene.scene, bone.unwrap_or(element), commands);
                        if let Some(node) = scene.scene.node_of(element) {
                            properties::ui(ui, &scene.scene, node, commands);
                            properties::textures(ui, &scene.scene, node, commands);
                        }
                    }
                    None => {}
                }
            });
        });
    }
}

/// The name of a part of the card.
fn heading(ui: &mut Ui, text: &str) {
    let theme = Theme::of(ui);
    ui.add_space(GRID);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 0.0, theme.line);
    ui.label(RichText::new(text).size(theme::SMALL).color(theme.weak));
}

/// A fact: its name, then its value in monospaced digits.
fn fact(ui: &mut Ui, name: &str, value: &str) {
    let theme = Theme::of(ui);
    ui.label(RichText::new(name).color(theme.weak));
    ui.add(egui::Label::new(RichText::new(value).font(theme::mono())).truncate());
    ui.end_row();
}

fn facts_grid(ui: &mut Ui, id: &str, add: impl FnOnce(&mut Ui)) {
    egui::Grid::new(id).num_columns(2).spacing(vec2(3.0 * GRID, 2.0)).show(ui, add);
}

/// Path, offset and length, with buttons that copy them.
fn head(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let Some(selection) = &state.selection else { return };
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        let copy = 3.0 * (theme::ROW + 3.0 * GRID);
        let width = (ui.available_width() - copy).max(40.0);
        let path = if selection.path.is_empty() { "the file" } else { &selection.path };
        let path = RichText::new(path).font(theme::mono()).color(theme.accent);
        ui.allocate_ui_with_layout(
            vec2(width, theme::ROW),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(width);
                ui.add(egui::Label::new(path).truncate());
            },
        );
        let mut copy = |ui: &mut Ui, icon, tip, what, text: String| {
            if icon_button(ui, icon, tip, false).clicked() {
                commands.push(Command::Copy { what, text });
            }
        };
        copy(ui, icons::ICON_CONTENT_COPY, "Copy the path", "path", selection.path.clone());
        let start = offset(selection.span.start);
        copy(ui, icons::ICON_TAG, "Copy the offset", "offset", start);
        let noted = state.notes.about(selection).next().is_some();
        let tip = shortcuts::tip(&Command::Bookmark);
        ui.add_enabled_ui(shortcuts::is_enabled(&Command::Bookmark, state), |ui| {
            if icon_button(ui, icons::ICON_BOOKMARK_ADD, &tip, noted).clicked() {
                commands.push(Command::Bookmark);
            }
        });
    });
    for note in state.notes.about(selection).filter(|note| !note.is_bookmark()) {
        ui.horizontal_wrapped(|ui| {
            ui.label(notes::icon(note).rich_text().size(theme::ICON).color(theme.note));
            ui.label(&note.text);
        });
    }
    let long = selection.span.len;
    let unit = if long == 1 { "byte" } else { "bytes" };
    let place = format!("{} · {} {unit}", offset(selection.span.start), grouped(long));
    ui.label(RichText::new(place).font(theme::mono()).color(theme.weak));
    let more = selection.also.len() as u64;
    if more > 0 {
        let text = format!("and {} more selected", grouped(more));
        ui.label(RichText::new(text).color(theme.accent));
    }
}

impl CardPanel {
    fn face(
        &mut self,
        ui: &mut Ui,
        state: &State,
        scene: &DocScene,
        at: FaceRef,
        commands: &mut Commands,
    ) {
        let Some((mesh, face)) = scene.face(at) else { return };
        let theme = Theme::of(ui);
        let material = scene.scene.materials.get(face.material as usize);
        if let Some(material) = material {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(facts::in_words(face, material)).strong());
                if let Some((word, tip)) = facts::stand_in(&scene.scene, material) {
                    cells::badge(ui, word, tip);
                }
            });
            for warning in facts::warnings(material) {
                ui.horizontal_wrapped(|ui| {
                    let icon = icons::ICON_WARNING.rich_text().size(theme::ICON);
                    ui.label(icon.color(theme.warning));
                    ui.label(RichText::new(warning).color(theme.warning));
                });
            }
        }
        // In a level, what stands there counts for more than the face that was hit.
        properties::ui(ui, &scene.scene, at.node, commands);
        flags::ui(ui, &scene.scene, mesh, at.face, &mut self.set_only, commands);
        if let Some(material) = material {
            surface::ui(ui, state, &scene.scene, face, material, commands);
        }
        moves::ui(ui, state, &scene.scene, mesh, at.face, commands);
        heading(ui, "Corners");
        corners(ui, state, scene, at, mesh, face, commands);
        heading(ui, "Place and shape");
        facts_grid(ui, "face", |ui| place(ui, state, scene, at, mesh, face));
        flags::numbers(ui, &scene.scene, mesh, at.face);
        self.alike(ui, state, scene, at, commands);
    }

    fn alike(
        &mut self,
        ui: &mut Ui,
        state: &State,
        scene: &DocScene,
        at: FaceRef,
        commands: &mut Commands,
    ) {
        let generation = state.doc.as_ref().map_or(0, |doc| doc.generation);
        let known = self.likes.as_ref();
        if known.is_none_or(|likes| (likes.generation, likes.face) != (generation, at)) {
            let counts = facts::likes(scene, at);
            self.likes = Some(Likes { generation, face: at, counts });
        }
        let Some(likes) = &self.likes else { return };
        heading(ui, "Select all faces like this");
        ui.horizontal_wrapped(|ui| {
            for (name, like, count) in &likes.counts {
                let text = format!("{name}  {}", grouped(*count as u64));
                if ui.button(text).clicked() {
                    commands.push(Command::SelectLike(*like));
                }
            }
        });
    }
}

/// Where the face is and what shape it has.
fn place(ui: &mut Ui, state: &State, scene: &DocScene, at: FaceRef, mesh: &Mesh, face: &Face) {
    let of_file = &scene.scene;
    let node = of_file.nodes.get(at.node as usize);
    let named = |name: &str, index: u32| match name {
        "" => format!("#{index}"),
        name => format!("{name} (#{index})"),
    };
    fact(ui, "Model", &named(&mesh.name, node.and_then(|node| node.mesh).unwrap_or(0)));
    fact(ui, "Object", &named(node.map_or("", |node| &node.name), at.node));
    if let Some(layer) = of_file.layers.get(usize::from(face.layer)) {
        fact(ui, "Layer", &layer.name);
    }
    let bones = crate::app::weights::of_face(of_file, at.node, mesh, face);
    let bones = bones.iter().filter_map(|(node, share)| {
        let name = &of_file.nodes.get(*node as usize)?.name;
        Some(if *share < 1.0 { format!("{name} {:.0} %", share * 100.0) } else { name.clone() })
    });
    let bones: Vec<String> = bones.collect();
    if !bones.is_empty() {
        fact(ui, "Bone", &bones.join(", "));
    }
    let Some(shape) = facts::shape(&facts::corners(scene, state.motion.posed(), at)) else {
        return;
    };
    let [x, y, z] = shape.normal.to_array();
    fact(ui, "Normal", &format!("{x:.3} {y:.3} {z:.3}"));
    let area = shape.area;
    let area = match of_file.metres_per_unit {
        // A unit is a metre: once is enough.
        Some(1.0) => format!("{area:.2} m²"),
        Some(metres) => format!("{area:.1} units² ({:.2} m²)", area * metres * metres),
        None => format!("{area:.1} units²"),
    };
    fact(ui, "Area", &area);
    if shape.warp > 0.01 {
        fact(ui, "Not flat", &format!("the fourth corner is {:.2} units off", shape.warp));
    }
}

/// One line a corner: vertex, colour with its table entry, texture coordinate.
fn corners(
    ui: &mut Ui,
    state: &State,
    scene: &DocScene,
    at: FaceRef,
    mesh: &Mesh,
    face: &Face,
    commands: &mut Commands,
) {
    let theme = Theme::of(ui);
    let positions = facts::corners(scene, state.motion.posed(), at);
    let mono = |text: String, colour| RichText::new(text).font(theme::mono()).color(colour);
    egui::Grid::new("corners").num_columns(4).spacing(vec2(3.0 * GRID, 2.0)).show(ui, |ui| {
        for name in ["vertex", "colour", "u v", "x y z"] {
            ui.label(RichText::new(name).size(theme::SMALL).color(theme.faint));
        }
        ui.end_row();
        for corner in 0..face.sides() {
            let vertex = face.corners[corner];
            let link = egui::Label::new(mono(format!("{vertex}"), theme.accent));
            let link = ui.add(link.sense(egui::Sense::CLICK)).on_hover_text("Select the vertex");
            let node = scene.scene.nodes.get(at.node as usize);
            if let (true, Some(mesh)) = (link.clicked(), node.and_then(|node| node.mesh)) {
                commands.select(Target::Element(Element::Vertex { mesh, vertex }));
            }
            ui.horizontal(|ui| {
                let [r, g, b] = face.colours[corner];
                let size = vec2(4.0 * GRID, theme::ROW);
                let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                cells::swatch(ui, rect, egui::Color32::from_rgb(r, g, b));
                ui.label(mono(format!("{r:3} {g:3} {b:3}"), theme.text));
                if let (CornerRefs::Table(refs), Some(table)) =
                    (face.colour_refs, mesh.colour_table)
                {
                    let entry = u32::from(refs[corner]);
                    let text = mono(format!("[{entry}]"), theme.accent);
                    let response = ui.add(egui::Label::new(text).sense(egui::Sense::CLICK));
                    if response.on_hover_text("Select the colour in its table").clicked() {
                        commands.select(Target::Element(Element::ColourEntry { table, entry }));
                    }
                }
            });
            let [u, v] = face.uvs[corner];
            ui.label(mono(format!("{u} {v}"), theme.text));
            let place = positions.get(corner).copied().unwrap_or_default();
            let text = format!("{:.1} {:.1} {:.1}", place.x, place.y, place.z);
            ui.add(egui::Label::new(mono(text, theme.weak)).truncate());
            ui.end_row();
        }
    });
}
