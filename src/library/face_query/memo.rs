//! Results of a query, shared by faces that it cannot distinguish.

use std::collections::HashMap;

use super::columns::Column;
use crate::scene::Face;

/// Results of a query on the faces of one placed mesh.
pub struct Memo<'q> {
    inputs: Vec<Input<'q>>,
    /// Inputs of the current face.
    key: Vec<u32>,
    results: HashMap<Box<[u32]>, bool>,
}

/// A number of a face that affects the result.
#[derive(Clone, Copy)]
enum Input<'q> {
    Column(&'q Column<'q>),
    Corners,
    Layer,
    Material,
}

impl<'q> Memo<'q> {
    /// `None` if faces rarely have equal properties, such as areas.
    pub fn new<'p>(
        properties: impl Iterator<Item = &'p str>,
        columns: &'q [Column<'q>],
    ) -> Option<Self> {
        let mut inputs: Vec<Input<'q>> = columns.iter().map(Input::Column).collect();
        for property in properties {
            match property.split('.').next()? {
                "corners" => inputs.push(Input::Corners),
                "layer" => inputs.push(Input::Layer),
                "material" | "texture" => inputs.push(Input::Material),
                // The same for all faces.
                "model" | "object" => {}
                _ => return None,
            }
        }
        Some(Self { inputs, key: Vec::new(), results: HashMap::new() })
    }

    /// The result for a face; `holds` is called for the first of several equal faces.
    pub fn result(&mut self, at: usize, face: &Face, holds: impl FnOnce() -> bool) -> bool {
        self.key.clear();
        self.key.extend(self.inputs.iter().map(|input| match input {
            Input::Column(column) => column.number(at),
            Input::Corners => u32::from(face.is_triangle()),
            Input::Layer => face.layer.into(),
            Input::Material => face.material.number(),
        }));
        if let Some(known) = self.results.get(&*self.key) {
            return *known;
        }
        let result = holds();
        if self.results.len() < MAX_RESULTS {
            self.results.insert(self.key.as_slice().into(), result);
        }
        result
    }
}

/// Maximum number of stored results.
const MAX_RESULTS: usize = 4096;
