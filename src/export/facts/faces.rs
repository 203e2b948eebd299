//! Histograms of the per-face fields.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::scene::{FaceField, FlagBit, MeshId, Origin, Scene};

/// Frequency of each value, and of each flag, of a per-face field. Faces of a model with several
/// instances count once.
#[derive(Serialize)]
pub(super) struct FieldFacts<'a> {
    name: &'a str,
    bits: u8,
    values: Vec<ValueFacts>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<FlagFacts<'a>>,
}

#[derive(Serialize)]
struct ValueFacts {
    value: u32,
    faces: u64,
    first: Origin,
}

#[derive(Serialize)]
struct FlagFacts<'a> {
    bit: u32,
    #[serde(flatten)]
    known: Option<&'a FlagBit>,
    faces: u64,
    first: Origin,
}

/// Number of faces, and the first of them as mesh and index.
type Count = (u64, (MeshId, usize));

pub(super) fn histograms(scene: &Scene) -> Vec<FieldFacts<'_>> {
    let fields = scene.face_fields.iter().enumerate();
    fields.map(|(number, field)| histogram(scene, number, field)).collect()
}

fn histogram<'a>(scene: &Scene, number: usize, field: &'a FaceField) -> FieldFacts<'a> {
    let mut values: BTreeMap<u32, Count> = BTreeMap::new();
    for (m, mesh) in scene.meshes.pairs() {
        let Some(stored) = mesh.face_values.get(number) else { continue };
        for (f, value) in stored.iter().take(mesh.faces.len()).enumerate() {
            values.entry(value).or_insert((0, (m, f))).0 += 1;
        }
    }
    let flags = if field.flags.is_empty() { Vec::new() } else { flags(scene, field, &values) };
    let values = values.into_iter().map(|(value, (faces, first))| ValueFacts {
        value,
        faces,
        first: face_origin(scene, first),
    });
    FieldFacts { name: field.name, bits: field.bits, values: values.collect(), flags }
}

/// Bits that are set in at least one face or have a name.
fn flags<'a>(
    scene: &Scene,
    field: &'a FaceField,
    values: &BTreeMap<u32, Count>,
) -> Vec<FlagFacts<'a>> {
    let bit_facts = |bit: u32| {
        let with_bit = values.iter().filter(|(value, _)| **value >> bit & 1 == 1);
        let counts = with_bit.map(|(_, count)| *count);
        let (faces, first) = counts.reduce(|a, b| (a.0 + b.0, a.1.min(b.1)))?;
        let known = field.flags.iter().find(|flag| flag.mask >> bit & 1 == 1);
        Some(FlagFacts { bit, known, faces, first: face_origin(scene, first) })
    };
    (0..32).filter_map(bit_facts).collect()
}

fn face_origin(scene: &Scene, (mesh, face): (MeshId, usize)) -> Origin {
    let origin = scene.meshes.get(mesh).and_then(|mesh| {
        let stored = usize::try_from(mesh.faces.get(face)?.index).ok()?;
        Some(mesh.face_spans.origin(stored))
    });
    origin.unwrap_or_default()
}
