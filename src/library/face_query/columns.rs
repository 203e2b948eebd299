//! Fields of faces whose numbers the scene holds, so that the records need not be read.

use super::Runs;
use super::instance::Instance;
use crate::bytes::Value::Uint;
use crate::bytes::{self, FieldContent, FieldId};
use crate::scene::PackedInts;

/// A field of all faces of a mesh, as stored in the scene.
pub struct Column<'a> {
    pub name: &'static str,
    values: &'a PackedInts,
    /// The field of the first face.
    first: (FieldId, FieldContent),
}

impl<'a> Column<'a> {
    /// `None` if the numbers in the scene are not those of the records of the faces.
    pub fn new(
        instance: &Instance<'a>,
        name: &'static str,
        values: &'a PackedInts,
    ) -> Option<Self> {
        let mut runs = Runs::default();
        let count = instance.mesh.faces.len();
        let mut first = None;
        for at in [0, count / 2, count.checked_sub(1)?] {
            let fields = runs.fields(instance, &instance.mesh.faces.get(at)?);
            let (id, content) = fields.find(name)?;
            if number(&content.value)? != values.get(at)? {
                return None;
            }
            first.get_or_insert((id, content));
        }
        Some(Self { name, values, first: first? })
    }

    /// The number of the face at a position; [`u32::MAX`] if it has none.
    pub fn number(&self, position: usize) -> u32 {
        self.values.get(position).unwrap_or(u32::MAX)
    }

    /// The field of the face at a position.
    pub fn at(&self, position: usize) -> Option<(FieldId, FieldContent)> {
        let (id, content) = &self.first;
        let value = Uint(self.values.get(position)?.into());
        Some((id.clone(), FieldContent { value, ..content.clone() }))
    }
}

fn number(value: &bytes::Value) -> Option<u32> {
    match value {
        Uint(number) => u32::try_from(*number).ok(),
        _ => None,
    }
}
