//! Corners, shape and position of a face.

use egui::{RichText, Ui, vec2};

use super::measures::area_in_words;
use super::{facts, sections};
use crate::app::model::numbers::{columns, decimal, grouped};
use crate::app::model::{DocScene, SelectionTarget, State};
use crate::app::ui::{Ctx, GRID, Theme, cells, theme};
use crate::scene::{CornerRefs, Element, FaceRef, Id};

/// Position and shape of the face.
pub fn shape(ui: &mut Ui, state: &State, scene: &DocScene, at: FaceRef) {
    let Some((mesh, face)) = scene.face(at) else { return };
    let of_file = &scene.scene;
    let node = of_file.nodes.get(at.node);
    let named = |name: &str, index: u32| match name {
        "" => format!("#{index}"),
        name => format!("{name} (#{index})"),
    };
    let mut list = vec![
        ("Model", named(&mesh.name, node.and_then(|node| node.mesh).map_or(0, Id::number))),
        ("Object", named(node.map_or("", |node| &node.name), at.node.number())),
    ];
    let layer = of_file.layers.get(usize::from(face.layer));
    list.extend(layer.map(|layer| ("Layer", layer.name.clone())));
    let bones = crate::app::model::view::bone_faces::of_face(of_file, at.node, mesh, &face);
    let bones = bones.iter().filter_map(|(node, share)| {
        let name = &of_file.nodes.get(*node)?.name;
        Some(if *share < 1.0 { format!("{name} {:.0} %", share * 100.0) } else { name.clone() })
    });
    let bones: Vec<String> = bones.collect();
    if !bones.is_empty() {
        list.push(("Bone", bones.join(", ")));
    }
    if let Some(shape) = facts::shape(&facts::corners(scene, &state.motion.posed, at)) {
        list.extend(shape_facts(&shape, of_file.metres_per_unit));
    }
    sections::facts(ui, &list);
}

fn shape_facts(shape: &facts::Shape, metres_per_unit: Option<f32>) -> Vec<(&'static str, String)> {
    let [x, y, z] = shape.normal.to_array();
    let area = area_in_words(shape.area, metres_per_unit);
    let mut list = vec![("Normal", format!("{x:.3} {y:.3} {z:.3}")), ("Area", area)];
    if shape.warp > 0.01 {
        let warp = decimal(shape.warp, 2);
        list.push(("Not flat", format!("fourth corner {warp} units off the plane")));
    }
    list
}

/// One line per corner: vertex, colour with its table entry, texture coordinate.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, at: FaceRef) {
    let Some((mesh, face)) = scene.face(at) else { return };
    let theme = Theme::of(ui);
    let positions = facts::corners(scene, &cx.state.motion.posed, at);
    let mono = |text: String, colour| RichText::new(text).font(theme::mono()).color(colour);
    let of_corners = 0..face.sides();
    let vertices: Vec<_> =
        of_corners.clone().map(|at| [grouped(u64::from(face.corners[at]))]).collect();
    let uvs: Vec<_> =
        of_corners.clone().map(|at| face.uvs[at].map(|part| part.to_string())).collect();
    let places = of_corners.map(|at| positions.get(at).copied().unwrap_or_default().to_array());
    let places: Vec<_> = places.map(|at| at.map(|part| decimal(part, 1))).collect();
    let (vertices, uvs, places) = (columns(&vertices), columns(&uvs), columns(&places));
    egui::Grid::new("corners").num_columns(4).spacing(vec2(3.0 * GRID, 2.0)).show(ui, |ui| {
        for name in ["vertex", "colour", "u v", "x y z"] {
            ui.label(RichText::new(name).size(theme::SMALL).color(theme.weak));
        }
        ui.end_row();
        let texts = vertices.into_iter().zip(uvs).zip(places);
        for (corner, ((number, uv), place)) in texts.enumerate() {
            let vertex = face.corners[corner];
            let link = egui::Label::new(mono(number, theme.accent));
            let link = ui.add(link.sense(egui::Sense::CLICK)).on_hover_text("Select the vertex");
            let node = scene.scene.nodes.get(at.node);
            if let (true, Some(mesh)) = (link.clicked(), node.and_then(|node| node.mesh)) {
                cx.select(SelectionTarget::Element(Element::Vertex { mesh, vertex }));
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
                        cx.select(SelectionTarget::Element(Element::ColourEntry { table, entry }));
                    }
                }
            });
            ui.label(mono(uv, theme.text));
            ui.add(egui::Label::new(mono(place, theme.weak)).truncate());
            ui.end_row();
        }
    });
}
