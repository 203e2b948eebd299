//! Meshes: pools, and faces of corners.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::builder::SceneBuilder;
use super::corners::Pools;
use super::entry::Entry;
use super::faces::{MAX_FACES, MeshFaces};
use super::values::whole;
use super::walk::{Element, Walk};
use crate::ksy::description::Code;
use crate::ksy::value::Value;
use crate::scene::{FaceField, Mesh, PackedInts, Winding};

/// Maximum number of positions in a scene: corners of as many triangles as there may be faces.
const MAX_POSITIONS: usize = 3 * MAX_FACES;

impl SceneBuilder {
    pub(super) fn meshes(&mut self, walk: &mut Walk<'_>, entry: &Entry, root: &Element) {
        walk.each(entry, root, &mut |walk, element| {
            if self.has_room(walk, entry, element, self.scene.meshes.len()) {
                let mesh = self.mesh(walk, entry, element);
                self.scene.meshes.push(mesh);
            }
        });
    }

    fn mesh(&mut self, walk: &mut Walk<'_>, entry: &Entry, element: &Element) -> Mesh {
        let is_clockwise =
            walk.word(entry, "front", element).is_some_and(|front| &*front == "clockwise");
        let mut mesh = Mesh {
            name: walk.name(entry, element),
            origin: walk.origin(element),
            winding: if is_clockwise { Winding::Clockwise } else { Winding::CounterClockwise },
            face_values: vec![PackedInts::default(); self.scene.face_fields.len()],
            ..Mesh::default()
        };
        walk.take_memory(2 * self.scene.face_fields.len() * size_of::<PackedInts>());
        let room = MAX_POSITIONS.saturating_sub(self.positions);
        let pools = Pools::read(walk, entry, element, self.axes, &mut mesh, room);
        let mut faces = MeshFaces::new(mesh, pools);
        for own in entry.entries("faces") {
            let fields = self.fields(own);
            for corners in own.entries("corners") {
                walk.each(own, element, &mut |walk, face| {
                    let values = field_values(walk, &fields, face);
                    faces.add(self, walk, (own, corners), face, &values);
                });
            }
        }
        let mesh = faces.finish(walk);
        self.positions += mesh.positions.len();
        mesh
    }

    /// Expressions of the scene's fields; `None` for those of other faces.
    fn fields<'e>(&self, faces: &'e Entry) -> Vec<Option<&'e Code>> {
        let columns = faces.columns("fields");
        let own = |field: &FaceField| columns.iter().find(|(name, _)| **name == *field.name);
        self.scene.face_fields.iter().map(|field| own(field).map(|(_, code)| code)).collect()
    }

    /// Collects the fields of all faces.
    pub(super) fn face_fields(&mut self, meshes: &[Entry]) {
        for faces in meshes.iter().flat_map(|mesh| mesh.entries("faces")) {
            for (name, _) in faces.columns("fields") {
                if self.scene.face_field(name).is_none() {
                    let field = FaceField { name: interned(name), bits: 32, flags: Vec::new() };
                    self.scene.face_fields.push(field);
                }
            }
        }
    }
}

fn field_values(walk: &mut Walk<'_>, fields: &[Option<&Code>], face: &Element) -> Vec<u32> {
    let mut value = |code: &Option<&Code>| {
        let value = walk.value_of((*code)?, face)?;
        stored_number(&value)
    };
    fields.iter().map(|code| value(code).unwrap_or_default()).collect()
}

/// The low bits of a number, as stored.
fn stored_number(value: &Value) -> Option<u32> {
    let number = match value {
        Value::Bool(flag) => i128::from(*flag),
        other => whole(other).ok()?,
    };
    u32::try_from(number & i128::from(u32::MAX)).ok()
}

/// A name with the lifetime of the program, as names of face fields require; each is stored once.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let own: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.insert(own);
    own
}
