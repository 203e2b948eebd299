//! What stands beside the names of elements.

use super::lines::{Group, elements};
use crate::app::model::grouped;
use crate::app::panels::sounds::clock;
use crate::scene::{Element, Mesh, Scene, full_label};
pub use crate::scene::{label_of, name_of};

/// What stands at the right of an element's row: how much there is of it.
pub fn detail_of(scene: &Scene, element: Element) -> String {
    let faces = |mesh: Option<&Mesh>| {
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
            format!("{}×{}, {}", t.width, t.height, t.format.words())
        }),
        Element::Palette(i) => scene
            .palettes
            .get(i as usize)
            .map_or_else(String::new, |p| format!("{} colours", p.stored.len())),
        Element::ColourTable(i) => scene
            .colour_tables
            .get(i as usize)
            .map_or_else(String::new, |t| format!("{} colours", t.colours.len())),
        Element::Row { table, .. } => {
            scene.tables.get(table as usize).map_or_else(String::new, |t| match t.rows.len() {
                1 => "1 row".to_owned(),
                rows => format!("{} rows", grouped(rows as u64)),
            })
        }
        Element::Sound(i) => scene.sounds.get(i as usize).map_or_else(String::new, |sound| {
            let length = clock(sound.duration_ms() as f64 / 1000.0);
            let captions = if sound.captions.is_empty() { "" } else { ", captions" };
            format!("{length}, {}{captions}", sound.codec)
        }),
        _ => String::new(),
    }
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
            .map(move |(name, element)| (full_label(element, &name), kind, element))
    })
}
