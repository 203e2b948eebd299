//! Names of elements, in lists and for lookup.

use super::{Element, FaceRef, Scene};

/// Name of an element; `#3` if it has none.
pub fn name_of(scene: &Scene, element: Element) -> String {
    let number = element.number();
    match scene.info(element).map(|thing| thing.name(scene, element)) {
        Some(name) if !name.is_empty() => name,
        None if element.is_part() => format!("{} {number}", element.kind()),
        _ => format!("#{number}"),
    }
}

/// Label of an element called `name` in a list: title, and secondary text. Names repeat and may be bare
/// hashes, so objects and models are distinguished by their numbers.
pub fn label_of(element: Element, name: &str) -> (String, String) {
    if !element.is_numbered() {
        return (name.to_owned(), String::new());
    }
    let (kind, number) = (element.kind(), element.number());
    let numbered = format!("{kind} {number}");
    let is_hash = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    // An object has the name of its model, which may be unnamed, too.
    let is_number = name.strip_prefix("model ").is_some_and(|rest| rest.parse::<u32>().is_ok());
    if name == numbered {
        (numbered, String::new())
    } else if is_hash || is_number {
        (numbered, name.to_owned())
    } else {
        (name.to_owned(), number.to_string())
    }
}

/// Both parts of a label as one text: `object 12 bca335af`.
pub fn full_label(element: Element, name: &str) -> String {
    let (title, rest) = label_of(element, name);
    if rest.is_empty() { title } else { format!("{title} {rest}") }
}

/// Label of a face: `face 3 of object 12`.
pub fn face_label(scene: &Scene, face: FaceRef) -> String {
    let node = Element::Node(face.node);
    let (object, _) = label_of(node, &name_of(scene, node));
    format!("face {} of {object}", face.face)
}

impl Scene {
    /// Name hash of an element, if the format has one; for an object that of its model.
    pub fn name_hash(&self, element: Element) -> Option<u32> {
        let hash = match element {
            Element::Node(node) => self.meshes.get(self.nodes.get(node)?.mesh?)?.id,
            Element::Mesh(mesh) => self.meshes.get(mesh)?.id,
            Element::Texture(texture) => self.textures.get(texture)?.id,
            Element::Palette(palette) => self.palettes.get(palette)?.id,
            _ => return None,
        };
        (hash != 0).then_some(hash)
    }

    /// All names by which an element can be looked up: its label, its name, and its kind and number, such
    /// as `model 3`, which is unique.
    pub fn names_of(&self, element: Element) -> Vec<String> {
        let name = name_of(self, element);
        let (title, _) = label_of(element, &name);
        let number = || format!("{} {}", element.kind(), element.number());
        let mut names = vec![full_label(element, &name), title, name];
        names.extend(element.is_numbered().then(number));
        names.dedup();
        names
    }
}
