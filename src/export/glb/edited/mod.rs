//! A GLB that was exported and edited, held against the scene it came from: what is shown otherwise.
//!
//! The way back is what the export put in: offsets and corners of faces as attributes, field paths
//! as extras of nodes. What an editor does to a mesh without meaning to (other indices, another
//! order, primitives joined or split, one copy of a mesh for each of its nodes) changes nothing.

mod corners;
mod faces;
mod file;
mod nodes;
mod skin;
mod whole;

use serde::Deserialize;

use crate::bytes::SourceId;
use crate::scene::{Origin, Scene, Shown};

/// What an edited GLB shows otherwise than the scene it came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited {
    /// Nodes, helpers, vertices and faces, and how they are shown.
    pub shown: Vec<(Origin, Shown)>,
    /// Faces, numbers of their fields in [`Scene::face_fields`], and the values of these.
    pub fields: Vec<(Origin, usize, u32)>,
    /// Sentences about what cannot be taken.
    pub left: Vec<String>,
    /// Sentences about numbers that no field has room for.
    pub unfit: Vec<String>,
    /// What it says of the file that it was made of.
    pub crc32: Option<u32>,
}

/// What the root says of the file that it was made of.
#[derive(Deserialize)]
struct From {
    crc32: String,
}

impl Edited {
    /// Reads a GLB that was made of `scene`. Only what is stored in `source` is looked at.
    ///
    /// # Errors
    /// A sentence, where it is no GLB, is broken, or comes from elsewhere.
    pub fn read(scene: &Scene, source: SourceId, glb: &[u8]) -> Result<Self, String> {
        let file = file::File::read(glb)?;
        let said = file.root.asset.extras.as_ref();
        let said = said.and_then(|said| serde_json::from_str::<From>(said.get()).ok());
        let crc32 = said.and_then(|from| u32::from_str_radix(&from.crc32, 16).ok());
        let mut edited = Self { crc32, ..Self::default() };
        let tie = nodes::tie((scene, source), &file);
        if tie == Some(false) {
            return Err(
                "it was exported from another file, or before something was added to this \
                        one or taken away: offsets are not the same"
                    .to_owned(),
            );
        }
        let faces = faces::compare((scene, source), &file, &mut edited)?;
        let nodes = nodes::compare((scene, source), &file, &mut edited);
        let elsewhere = "made elsewhere, or exported without attributes and custom properties";
        if !nodes && faces.known == 0 {
            return Err(format!("nothing in it comes from this file: it was {elsewhere}"));
        }
        if faces.known == 0 && faces.strange > 0 && edited.shown.is_empty() {
            return Err(format!(
                "nothing matched: its faces have no _OFFSET of this file: {elsewhere}"
            ));
        }
        // Without what the root said, numbers that fit are all there is to go by.
        if tie.is_none() && faces.strange > 0 {
            return Err(format!(
                "it does not say what it comes from, and not all fits: {elsewhere}"
            ));
        }
        Ok(edited)
    }
}

impl Edited {
    /// Says of some things why they are not taken.
    fn leave(&mut self, count: usize, what: &str, why: &str) {
        match count {
            0 => {}
            1 => self.left.push(format!("1 {what} is {why}")),
            _ if what == "vertex" => self.left.push(format!("{count} vertices are {why}")),
            _ => self.left.push(format!("{count} {what}s are {why}")),
        }
    }
}

/// Whether a number is what it was, but for what an editor's own arithmetic does to it.
fn is_near(was: f32, now: f32, unit: f32) -> bool {
    (was - now).abs() <= 1e-5 * unit.max(was.abs())
}
