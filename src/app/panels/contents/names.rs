//! What elements are called, and what stands beside their names.

use super::lines::{Group, elements};
use crate::app::panel::grouped;
use crate::app::panels::sounds::clock;
use crate::scene::{Collision, Element, Mesh, Scene};

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
        Element::Sky => (scene.sky.as_ref().map(|sky| &sky.name), 0),
        Element::Helper(i) => (scene.helpers.get(i as usize).map(|h| &h.name), i),
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
pub fn label_of(element: Element, name: &str) -> (String, String) {
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
        Element::Row { table, .. } => scene
            .tables
            .get(table as usize)
            .map_or_else(String::new, |t| format!("{} rows", grouped(t.rows.len() as u64))),
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
            .map(move |(name, element)| {
                let (title, rest) = label_of(element, &name);
                (format!("{title} {rest}").trim_end().to_owned(), kind, element)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::label_of;
    use crate::scene::Element;

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
