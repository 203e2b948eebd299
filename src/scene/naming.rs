//! What elements are called, in lists and by those who ask for them.

use super::{Collision, Element, Scene};

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

/// What stands in a list for an element called `name`, and what stands smaller beside it. Names repeat and may
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

/// Both parts of a label, as one reads them in a list: `object 12 bca335af`.
pub fn full_label(element: Element, name: &str) -> String {
    let (title, rest) = label_of(element, name);
    if rest.is_empty() { title } else { format!("{title} {rest}") }
}

impl Scene {
    /// Everything that an element may be asked for by: how lists show it, its name, and its number,
    /// as in `model 3`, which no other has.
    pub fn names_of(&self, element: Element) -> Vec<String> {
        let name = name_of(self, element);
        let (title, _) = label_of(element, &name);
        let number = match element {
            Element::Node(i) => Some(format!("object {i}")),
            Element::Mesh(i) => Some(format!("model {i}")),
            _ => None,
        };
        let mut names = vec![full_label(element, &name), title, name];
        names.extend(number);
        names.dedup();
        names
    }
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
