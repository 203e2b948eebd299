//! Visibility of elements, computed once after each change.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;

use crate::app::model::async_cache::AsyncCache;
use crate::app::model::view::bone_faces::whole;
use crate::app::model::view::element_faces::unseen_run;
use crate::app::model::{DocScene, InvisibleReason, Selection, View};
use crate::render::Visibility;
use crate::scene::{Element, Placement};

/// Cached facts about the current scene and selection.
#[derive(Default)]
pub struct VisibilityCache {
    pub(crate) in_sight: AsyncCache<VisibilityKey, Arc<VisibleElements>>,
    pub(crate) selection_is_unseen: AsyncCache<(VisibilityKey, Option<Selection>), bool>,
    pub(crate) standing: AsyncCache<(u64, Option<Selection>), Arc<Vec<Placement>>>,
    pub(crate) handle: AsyncCache<(u64, Option<Selection>), Option<Vec3>>,
    pub(crate) surfaces: AsyncCache<(u64, Option<Selection>), Arc<BTreeSet<Element>>>,
}

/// Everything that affects visibility; the key of the cache.
#[derive(Clone, PartialEq)]
pub struct VisibilityKey {
    pub(crate) generation: u64,
    pub(crate) hidden: Arc<BTreeSet<u32>>,
    pub(crate) visibility: Visibility,
}

/// Visibility of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VisibleSet {
    /// The element has no faces.
    #[default]
    Nothing,
    /// Partly or fully visible.
    Shown,
    Unseen(InvisibleReason),
}

impl VisibleSet {
    /// Combined visibility of two elements: visible if either is, otherwise the first reason.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shown, _) | (_, Self::Shown) => Self::Shown,
            (Self::Nothing, other) => other,
            (own, _) => own,
        }
    }
}

/// Visibility of each object with its descendants, and of each model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisibleElements {
    nodes: Vec<VisibleSet>,
    meshes: Vec<VisibleSet>,
}

impl VisibleElements {
    pub(crate) fn of(view: &View, scene: &DocScene) -> Self {
        let of_file = &scene.scene;
        let mut nodes = vec![VisibleSet::Nothing; of_file.nodes.len()];
        let mut meshes = vec![VisibleSet::Nothing; of_file.meshes.len()];
        // Parents precede their children, so in reverse order all descendants are done before an object.
        // The first reason wins, so it is combined last.
        for (index, node) in of_file.nodes.pairs().rev() {
            let own = whole(of_file, index).map_or(VisibleSet::Nothing, |run| {
                unseen_run(view, scene, &run).map_or(VisibleSet::Shown, VisibleSet::Unseen)
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

    /// Visibility of an object or model.
    pub fn get(&self, element: Element) -> VisibleSet {
        let found = match element {
            Element::Node(node) => self.nodes.get(node.index()),
            Element::Mesh(mesh) => self.meshes.get(mesh.index()),
            _ => None,
        };
        found.copied().unwrap_or_default()
    }
}
