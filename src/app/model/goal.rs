//! Where a hit is, and which thing of a scene is meant by it.

use std::collections::BTreeSet;

use crate::bytes::SourceId;
use crate::index::{FaceWord, Hit, Kind};
use crate::scene::{Element, FaceRef, Origin, Scene};

/// Where a hit is: a file, and what in it is to be selected.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    pub path: String,
    /// What of the file; `None` for the file as a whole.
    pub part: Option<Part>,
    /// First byte in the file as stored, and length.
    pub bytes: Option<(u64, u64)>,
    /// Of a model the faces that have all these bits.
    pub faces: Option<(FaceWord, u32)>,
}

/// A thing in a file that the index lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    pub kind: Kind,
    /// What it was when the file was indexed: several things may stand in one field.
    pub element: Option<Element>,
    /// Field that it stands in; `None` for what is made of all of the file.
    pub field: Option<String>,
}

impl Part {
    /// What a hit is of its file; `None` for the file itself.
    pub fn of(hit: &Hit) -> Option<Self> {
        let is_part = hit.kind != Kind::File;
        is_part.then(|| Self { kind: hit.kind, element: hit.element, field: hit.field.clone() })
    }

    /// The thing in a scene of these sources. Where the file is another since it was indexed: the
    /// first of its kind in the field, if there is one.
    pub fn element(&self, scene: &Scene, own: &[SourceId]) -> Option<Element> {
        let field = self.field.as_deref().unwrap_or_default();
        let stands = |element: &Element| {
            origin(scene, *element)
                .is_some_and(|at| at.path == field && own.contains(&at.span.source))
        };
        let others = things(scene, self.kind).filter(stands);
        self.element.filter(stands).or_else(|| others.into_iter().next())
    }
}

fn origin(scene: &Scene, element: Element) -> Option<&Origin> {
    Some(scene.thing(element)?.origin())
}

/// All things of a kind.
fn things(scene: &Scene, kind: Kind) -> Box<dyn Iterator<Item = Element> + '_> {
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

impl Goal {
    /// What it is.
    pub fn kind(&self) -> Kind {
        self.part.as_ref().map_or(Kind::File, |part| part.kind)
    }

    /// What of a scene is meant, among the things of these sources: the faces with the bits where those
    /// are asked for, else the thing itself. Nothing where the scene has no such thing.
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

/// The faces of a model, as its first object shows them, that have all bits of `mask`.
fn faces_with(scene: &Scene, model: Element, word: FaceWord, mask: u32) -> Vec<Element> {
    let Element::Mesh(id) = model else { return Vec::new() };
    let fields = scene.face_fields.iter().map(|field| FaceWord::of_field(field.name));
    let node = scene.nodes.find(|node| node.mesh == Some(id));
    let (Some(mesh), Some(node)) = (scene.meshes.get(id), node) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for (_, values) in fields.zip(&mesh.face_values).filter(|(field, _)| *field == Some(word)) {
        let faces = values.iter().take(mesh.faces.len()).zip(0..);
        found.extend(faces.filter(|(value, _)| value & mask == mask).map(|(_, face)| face));
    }
    found.into_iter().map(|face| Element::Face(FaceRef { node, face })).collect()
}
