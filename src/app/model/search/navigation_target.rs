//! Navigation targets: the position of a hit, and the scene element it means.

use std::collections::BTreeSet;

use crate::bytes::SourceId;
use crate::index::{FaceWord, Hit, Kind};
use crate::scene::{Element, FaceRef, Origin, Scene};

/// A navigation target: a file, and the element or bytes to select in it.
#[derive(Clone, Debug, PartialEq)]
pub struct NavigationTarget {
    pub path: String,
    /// Element in the file; `None` for the whole file.
    pub part: Option<IndexedElement>,
    /// First byte in the stored file, and length.
    pub bytes: Option<(u64, u64)>,
    /// Select the faces of the model that have all these bits.
    pub faces: Option<(FaceWord, u32)>,
}

/// An indexed element of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexedElement {
    pub kind: Kind,
    /// The element at the time of indexing, since one field may contain several.
    pub element: Option<Element>,
    /// Field path; `None` for an element made from the whole file.
    pub field: Option<String>,
}

impl IndexedElement {
    /// The element that a hit refers to in its file; `None` if the hit is the file itself.
    pub fn of(hit: &Hit) -> Option<Self> {
        let is_part = hit.kind != Kind::File;
        is_part.then(|| Self { kind: hit.kind, element: hit.element, field: hit.field.clone() })
    }

    /// The element in a scene of these sources. If the file has changed since it was indexed, the first
    /// element of its kind in the field.
    pub fn element(&self, scene: &Scene, own: &[SourceId]) -> Option<Element> {
        let field = self.field.as_deref().unwrap_or_default();
        let stands = |element: &Element| {
            origin(scene, *element)
                .is_some_and(|at| at.path == field && own.contains(&at.span.source))
        };
        let others = elements_of(scene, self.kind).filter(stands);
        self.element.filter(stands).or_else(|| others.into_iter().next())
    }
}

fn origin(scene: &Scene, element: Element) -> Option<&Origin> {
    Some(scene.info(element)?.origin())
}

/// All elements of a kind.
fn elements_of(scene: &Scene, kind: Kind) -> Box<dyn Iterator<Item = Element> + '_> {
    match kind {
        Kind::File => Box::new(std::iter::empty()),
        Kind::Model => Box::new(scene.meshes.ids().map(Element::Mesh)),
        Kind::Texture => Box::new(scene.textures.ids().map(Element::Texture)),
        Kind::Palette => {
            let tables = scene.colour_tables.ids().map(Element::ColourTable);
            Box::new(scene.palettes.ids().map(Element::Palette).chain(tables))
        }
        Kind::Sound => Box::new(scene.sounds.ids().map(Element::Sound)),
        Kind::Animation => Box::new(scene.animations.ids().map(Element::Animation)),
        Kind::Instance => Box::new(scene.nodes.ids().map(Element::Node)),
        Kind::Text => Box::new(scene.tables.pairs().flat_map(|(table, stored)| {
            (0u32..).take(stored.rows.len()).map(move |row| Element::Row { table, row })
        })),
    }
}

impl NavigationTarget {
    /// Kind of the target.
    pub fn kind(&self) -> Kind {
        self.part.as_ref().map_or(Kind::File, |part| part.kind)
    }

    /// The target elements in a scene, of these sources: the faces with the bits if requested, otherwise the
    /// element itself. Empty if the scene does not have it.
    pub fn elements(&self, scene: &Scene, own: &[SourceId]) -> Vec<Element> {
        let element = self.part.as_ref().and_then(|part| part.element(scene, own));
        let Some(element) = element else { return Vec::new() };
        match (element, self.faces) {
            (Element::Mesh(_), Some((word, mask))) => {
                let faces = faces_with(scene, element, word, mask);
                if faces.is_empty() { vec![element] } else { faces }
            }
            _ => vec![element],
        }
    }
}

/// Faces of a model, in its first instance, whose field matches `number`.
fn faces_with(scene: &Scene, model: Element, word: FaceWord, number: u32) -> Vec<Element> {
    let Element::Mesh(id) = model else { return Vec::new() };
    let fields = scene.face_fields.iter().map(FaceWord::of_field);
    let node = scene.nodes.find(|node| node.mesh == Some(id));
    let (Some(mesh), Some(node)) = (scene.meshes.get(id), node) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for (_, values) in fields.zip(&mesh.face_values).filter(|(field, _)| *field == Some(word)) {
        let faces = values.iter().take(mesh.faces.len()).zip(0..);
        found.extend(faces.filter(|(value, _)| word.matches(*value, number)).map(|(_, face)| face));
    }
    found.into_iter().map(|face| Element::Face(FaceRef { node, face })).collect()
}
