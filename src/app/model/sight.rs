//! What is in the picture, found once after each change instead of every time somebody looks.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;

use super::bone_faces::whole;
use super::faces_of::unseen_run;
use super::latest::Latest;
use super::{DocScene, Selection, Unseen, View};
use crate::render::Visibility;
use crate::scene::{Element, Standing};

/// What is known of the scene and the selection as they are now.
#[derive(Default)]
pub struct Known {
    pub(super) in_sight: Latest<Shown, Arc<InSight>>,
    pub(super) selection_is_unseen: Latest<(Shown, Option<Selection>), bool>,
    pub(super) standing: Latest<(u64, Option<Selection>), Arc<Vec<Standing>>>,
    pub(super) handle: Latest<(u64, Option<Selection>), Option<Vec3>>,
    pub(super) surfaces: Latest<(u64, Option<Selection>), Arc<BTreeSet<Element>>>,
}

/// All that says what is shown. As long as it stays the same, the same is in sight.
#[derive(Clone, PartialEq)]
pub struct Shown {
    pub(super) generation: u64,
    pub(super) hidden: Arc<BTreeSet<u32>>,
    pub(super) visibility: Visibility,
}

/// Whether a thing is in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// No faces.
    #[default]
    Nothing,
    /// Partly or wholly shown.
    Shown,
    Unseen(Unseen),
}

impl Sight {
    /// The sight of two things together: the first reason counts, none where something is shown.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shown, _) | (_, Self::Shown) => Self::Shown,
            (Self::Nothing, other) => other,
            (own, _) => own,
        }
    }
}

/// What of each object, with everything below it, and of each model is in sight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InSight {
    nodes: Vec<Sight>,
    meshes: Vec<Sight>,
}

impl InSight {
    pub(super) fn of(view: &View, scene: &DocScene) -> Self {
        let of_file = &scene.scene;
        let mut nodes = vec![Sight::Nothing; of_file.nodes.len()];
        let mut meshes = vec![Sight::Nothing; of_file.meshes.len()];
        // Parents come before their children, so that all below an object is known before it; what
        // comes first is put in front last.
        for (index, node) in of_file.nodes.pairs().rev() {
            let own = whole(of_file, index).map_or(Sight::Nothing, |run| {
                unseen_run(view, scene, &run).map_or(Sight::Shown, Sight::Unseen)
            });
            if let Some(mesh) = node.mesh.and_then(|mesh| meshes.get_mut(mesh.index())) {
                *mesh = own.and(*mesh);
            }
            let Some(all) = nodes.get_mut(index.index()) else { continue };
            *all = own.and(*all);
            let all = *all;
            let above = node.parent.filter(|parent| *parent < index);
            if let Some(above) = above.and_then(|parent| nodes.get_mut(parent.index())) {
                *above = all.and(*above);
            }
        }
        Self { nodes, meshes }
    }

    /// The sight of an object or a model.
    pub fn get(&self, element: Element) -> Sight {
        let found = match element {
            Element::Node(node) => self.nodes.get(node.index()),
            Element::Mesh(mesh) => self.meshes.get(mesh.index()),
            _ => None,
        };
        found.copied().unwrap_or_default()
    }
}
