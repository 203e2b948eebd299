//! Named selections of a file. Elements are stored by the paths of their fields, faces by their numbers in
//! an object.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::library::timestamp;
use crate::scene::{Element, ElementGroup, FaceRef, NodeId, Scene};

/// Selected elements. Cheap to clone, since there may be as many faces as the scene has.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SavedSelection(Arc<StoredSelection>);

/// A saved selection in its stored form.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
struct StoredSelection {
    #[serde(default)]
    when: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faces: Vec<ObjectFaces>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elements: Vec<StoredElement>,
    /// Number of selected elements when it was saved.
    #[serde(default)]
    count: u64,
}

/// Selected faces of one object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ObjectFaces {
    #[serde(flatten)]
    object: StoredElement,
    /// Ranges of face numbers: `0-3,7`.
    faces: String,
}

/// An element, by its kind and field path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct StoredElement {
    kind: String,
    #[serde(default)]
    path: String,
    /// Position among the elements of this kind with this path.
    #[serde(default, skip_serializing_if = "is_zero")]
    copy: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl SavedSelection {
    /// Saves elements of a scene; parts without records, such as vertices, are left out. `None` if
    /// nothing remains.
    pub fn of(scene: &Scene, selected: impl Iterator<Item = Element>) -> Option<Self> {
        let stored: HashMap<Element, StoredElement> =
            named(scene).map(|(stored, element)| (element, stored)).collect();
        let mut faces: BTreeMap<NodeId, Vec<u32>> = BTreeMap::new();
        let mut elements = Vec::new();
        for element in selected {
            match (element, stored.get(&element)) {
                (Element::Face(at), _) => faces.entry(at.node).or_default().push(at.face),
                (_, Some(stored)) => elements.push(stored.clone()),
                _ => {}
            }
        }
        let mut count = elements.len() as u64;
        let of_object = |(node, faces): (NodeId, Vec<u32>)| {
            let object = stored.get(&Element::Node(node))?.clone();
            count += faces.len() as u64;
            Some(ObjectFaces { object, faces: write_ranges(faces) })
        };
        let faces: Vec<ObjectFaces> = faces.into_iter().filter_map(of_object).collect();
        let is_empty = faces.is_empty() && elements.is_empty();
        let stored = StoredSelection { when: timestamp::now(), faces, elements, count };
        (!is_empty).then(|| Self(Arc::new(stored)))
    }

    /// Number of elements when it was saved.
    pub fn count(&self) -> u64 {
        self.0.count
    }

    /// Time of saving, in UTC.
    pub fn when(&self) -> &str {
        &self.0.when
    }

    /// The elements that exist in a scene.
    pub fn elements(&self, scene: &Scene) -> Vec<Element> {
        let known: HashMap<StoredElement, Element> = named(scene).collect();
        let mut found: Vec<Element> =
            self.0.elements.iter().filter_map(|stored| known.get(stored).copied()).collect();
        for of_object in &self.0.faces {
            let Some(Element::Node(node)) = known.get(&of_object.object) else { continue };
            let mesh = scene.nodes.get(*node).and_then(|node| scene.mesh_of(node));
            let count = mesh.map_or(0, |mesh| mesh.faces.len());
            let faces = read_ranges(&of_object.faces, count);
            found.extend(faces.map(|face| Element::Face(FaceRef { node: *node, face })));
        }
        found
    }
}

impl Serialize for SavedSelection {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for SavedSelection {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        StoredSelection::deserialize(from).map(|stored| Self(Arc::new(stored)))
    }
}

/// All elements that have records.
fn named(scene: &Scene) -> impl Iterator<Item = (StoredElement, Element)> + '_ {
    let groups = ElementGroup::all(scene).into_iter();
    // Helpers are in the lists of their layers, which may not exist.
    let groups = groups.filter(|group| !matches!(group, ElementGroup::Helpers(_)));
    let listed = groups.flat_map(|group| group.elements(scene)).map(|(element, _)| element);
    let all = listed.chain(scene.helpers.ids().map(Element::Helper));
    let mut copies: HashMap<(&'static str, String), usize> = HashMap::new();
    all.filter_map(move |element| {
        let (kind, path) = (element.kind(), scene.origin(element)?.path);
        let copies = copies.entry((kind, path.clone())).or_default();
        let copy = *copies;
        *copies += 1;
        Some((StoredElement { kind: kind.to_owned(), path, copy }, element))
    })
}

/// Writes numbers as ranges: `0-3,7`.
fn write_ranges(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let ranges = numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let range = |range: &[u32]| match range {
        [first, .., last] => format!("{first}-{last}"),
        one => one.iter().map(u32::to_string).collect(),
    };
    ranges.map(range).collect::<Vec<_>>().join(",")
}

/// The numbers in ranges that are less than `count`, each once.
fn read_ranges(text: &str, count: usize) -> impl Iterator<Item = u32> + use<> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let first: u32 = first.trim().parse().ok()?;
        let last: u32 = last.trim().parse().ok()?;
        Some(first..last.saturating_add(1).min(count))
    };
    let mut ranges: Vec<_> = text.split(',').filter_map(range).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut next = 0;
    ranges.into_iter().flat_map(move |range| {
        let rest = range.start.max(next)..range.end;
        next = next.max(range.end);
        rest
    })
}
