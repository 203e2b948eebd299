//! Where a hit is, and which thing of a scene is meant by it.

use std::collections::BTreeSet;

use crate::bytes::SourceId;
use crate::index::{FaceWord, Hit, Kind};
use crate::scene::{Element, FaceRef, Origin, Scene};

/// Bits of the number of an entry that count within its file.
const NUMBER: i64 = 0xff_ffff;

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
    /// Number in the list of the file, from 1: several things may stand in one field.
    pub number: usize,
    /// Field that it stands in; `None` for what is made of all of the file.
    pub field: Option<String>,
}

impl Part {
    /// What a hit is of its file; `None` for the file itself.
    pub fn of(hit: &Hit) -> Option<Self> {
        let number = usize::try_from(hit.id & NUMBER).ok()?;
        let is_part = hit.kind != Kind::File;
        is_part.then(|| Self { kind: hit.kind, number, field: hit.field.clone() })
    }

    /// The thing in a scene of these sources. Where the file is another since it was indexed: the
    /// first of its kind in the field, if there is one.
    pub fn element(&self, scene: &Scene, own: &[SourceId]) -> Option<Element> {
        let is_it = |(kind, element): &(Kind, Element)| {
            let field = self.field.as_deref().unwrap_or_default();
            *kind == self.kind && origin(scene, *element).is_some_and(|own| own.path == field)
        };
        let at = self.number.checked_sub(1)?;
        let exact = listed(scene, own).nth(at).filter(is_it);
        exact.or_else(|| listed(scene, own).find(is_it)).map(|(_, element)| element)
    }
}

fn origin(scene: &Scene, element: Element) -> Option<&Origin> {
    Some(scene.thing(element)?.origin())
}

/// What the index lists of a scene, in its order: what is made of bytes of these sources.
fn listed<'a>(
    scene: &'a Scene,
    own: &'a [SourceId],
) -> impl Iterator<Item = (Kind, Element)> + use<'a> {
    let models = scene.meshes.ids().map(|id| (Kind::Model, Element::Mesh(id)));
    let textures = scene.textures.ids().map(|id| (Kind::Texture, Element::Texture(id)));
    let palettes = scene.palettes.ids().map(|id| (Kind::Palette, Element::Palette(id)));
    let tables = scene.colour_tables.ids().map(|id| (Kind::Palette, Element::ColourTable(id)));
    let sounds = scene.sounds.ids().map(|id| (Kind::Sound, Element::Sound(id)));
    let animations = scene.animations.ids().map(|id| (Kind::Animation, Element::Animation(id)));
    let nodes = scene.nodes.ids().map(|id| (Kind::Instance, Element::Node(id)));
    let rows = scene.tables.pairs().flat_map(|(table, stored)| {
        let is_word = |cell: &String| cell.chars().any(char::is_alphabetic);
        let rows = stored.rows.iter().zip(0..);
        let worded = rows.filter(move |(row, _)| row.cells.iter().any(is_word));
        worded.map(move |(_, row)| (Kind::Text, Element::Row { table, row }))
    });
    let all = models.chain(textures).chain(palettes).chain(tables).chain(sounds);
    all.chain(animations).chain(nodes).chain(rows).filter(|(_, element)| {
        let origin = origin(scene, *element);
        origin.is_some_and(|at| at.span.len > 0 && own.contains(&at.span.source))
    })
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
