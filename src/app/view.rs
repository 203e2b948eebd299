//! How the scene is shown: what is kept with a document, and what a state string holds.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// What the faces are coloured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ColourBy {
    /// A per-face field by its index in [`Scene::face_fields`](crate::scene::Scene::face_fields):
    /// every value its own colour.
    Field(usize),
    /// The faces in which any of these bits of the field is set.
    Bits {
        field: usize,
        mask: u32,
    },
    Texture,
    Model,
    Blend,
    Layer,
}

/// Which faces are like another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    Texture,
    Palette,
    Model,
    /// The same number in this per-face field.
    Value {
        field: usize,
    },
    /// The same bits of this per-face field, under the mask.
    Bits {
        field: usize,
        mask: u32,
    },
}

/// The rules of the PlayStation, each with its own switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    pub affine: bool,
    pub snap: bool,
    pub dither: bool,
    pub colour15: bool,
    pub blending: bool,
    pub draw_order: bool,
}

/// View options of the open document.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct View {
    pub colour_by: Option<ColourBy>,
    /// Draw ids that are hidden by hand.
    pub hidden: BTreeSet<u32>,
}
