//! Compares an exported and edited GLB with the scene it came from.
//!
//! Faces and nodes are identified by data that the export wrote: offsets and corner numbers as
//! attributes, field paths as extras of nodes. Changes that every editor makes (other indices,
//! another order, primitives joined or split, a copy of a mesh for each of its nodes) make no
//! difference.

mod corners;
mod faces;
mod file;
mod ids;
mod nodes;
mod skin;
mod stored_integer;
mod stored_triangle;
mod unmerged;

use serde::Deserialize;

use crate::bytes::SourceId;
use crate::scene::{ElementState, Origin, Scene};

/// Differences between an edited GLB and the scene it came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited {
    /// Changed nodes, helpers, vertices and faces with their new state.
    pub shown: Vec<(Origin, ElementState)>,
    /// Changed face fields: face, number of the field in [`Scene::face_fields`], new value.
    pub fields: Vec<(Origin, usize, u32)>,
    /// Sentences about changes that cannot be merged.
    pub left: Vec<String>,
    /// Sentences about values that do not fit into a field.
    pub unfit: Vec<String>,
    /// CRC-32 of the source file as recorded in the GLB.
    pub crc32: Option<u32>,
}

/// Source file as recorded in the root.
#[derive(Deserialize)]
struct RecordedSource {
    crc32: String,
}

impl Edited {
    /// Reads a GLB that was exported from `scene`. Only elements stored in `source` are compared.
    ///
    /// # Errors
    /// A message, if it is not a GLB, is broken, or comes from another file.
    pub fn read(scene: &Scene, source: SourceId, glb: &[u8]) -> Result<Self, String> {
        let file = file::File::read(glb)?;
        let extras = file.root.asset.extras.as_ref();
        let extras =
            extras.and_then(|extras| serde_json::from_str::<RecordedSource>(extras.get()).ok());
        let crc32 = extras.and_then(|from| u32::from_str_radix(&from.crc32, 16).ok());
        let mut edited = Self { crc32, ..Self::default() };
        let tie = nodes::is_exported_from((scene, source), &file);
        if tie == Some(false) {
            return Err(
                "it was exported from another file, or before elements were added or removed: \
                        the offsets differ"
                    .to_owned(),
            );
        }
        let faces = faces::compare((scene, source), &file, &mut edited)?;
        let nodes = nodes::compare((scene, source), &file, &mut edited);
        let elsewhere = "created elsewhere, or exported without attributes and custom properties";
        if !nodes && faces.known == 0 {
            return Err(format!("nothing in the GLB comes from this file: it was {elsewhere}"));
        }
        if faces.known == 0 && faces.strange > 0 && edited.shown.is_empty() {
            return Err(format!(
                "no match: its faces have no _OFFSET from this file; it was {elsewhere}"
            ));
        }
        // Without the record in the root, the offsets are the only evidence, so all of them must match.
        if tie.is_none() && faces.strange > 0 {
            return Err(format!(
                "its source file is not recorded, and not everything matches: {elsewhere}"
            ));
        }
        Ok(edited)
    }
}

impl Edited {
    /// Reports that a number of elements are not merged.
    fn leave(&mut self, count: usize, what: &str, why: &str) {
        match count {
            0 => {}
            1 => self.left.push(format!("1 {what} is {why}")),
            _ if what == "vertex" => self.left.push(format!("{count} vertices are {why}")),
            _ => self.left.push(format!("{count} {what}s are {why}")),
        }
    }
}

/// `true` if a number is unchanged apart from an editor's rounding errors.
fn is_near(was: f32, now: f32, unit: f32) -> bool {
    (was - now).abs() <= 1e-5 * unit.max(was.abs())
}
