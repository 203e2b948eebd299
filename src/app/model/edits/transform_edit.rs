//! Moves the selection: finds the selected elements that have a stored transform, and builds the
//! edits of their files.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use glam::{Mat4, Vec3};

use crate::app::model::State;
use crate::app::model::edits::Edit;
use crate::app::model::numbers::counted;
use crate::app::model::selection::can_move::Question;
use crate::app::model::view::bounds::points_of;
use crate::bytes::SourceId;
use crate::edit::EditOp;
use crate::scene::{Element, ElementState, NodeId, Placement, PlacementTarget, Scene};

/// Number of selected elements for which it is checked in advance whether they can be moved.
const MAX_ASKED: usize = 8;

/// New placements of elements of one file, as one gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct TransformEdit {
    /// Path of the file.
    pub path: String,
    /// Title of the edit, such as `move 3 objects`.
    pub name: String,
    /// Field paths and new placements of the elements stored there.
    pub shown: Vec<(String, ElementState)>,
}

impl State {
    /// Selected elements with a stored transform, without duplicates. Descendants of other selected
    /// elements are left out, since they move along.
    pub fn movable(&self) -> Arc<Vec<Placement>> {
        let now = (self.generation(), self.selection.clone());
        self.known.standing.get(now, || Arc::new(self.find_movable()))
    }

    fn find_movable(&self) -> Vec<Placement> {
        let Some(scene) = self.scene().map(|scene| &scene.scene) else { return Vec::new() };
        let world = scene.world_transforms();
        let mut asked = HashSet::new();
        let object = |element| match element {
            Element::Face(face) => Element::Node(face.node),
            other => other,
        };
        let elements = self.selected().map(object).filter(|element| asked.insert(*element));
        let mut known = HashSet::new();
        let mut all: Vec<Placement> = elements
            .filter_map(|element| scene.placement_of(element, &world))
            .filter(|standing| standing.origin.span.len > 0 && known.insert(standing.what))
            .collect();
        let nodes: BTreeSet<NodeId> = all.iter().filter_map(Placement::node).collect();
        all.retain(|standing| !standing.node().is_some_and(|node| hangs(scene, node, &nodes)));
        all
    }

    /// The placements of each file that move the whole selection by the same transform in the world.
    pub fn moved_by(&self, by: &Mat4) -> Vec<TransformEdit> {
        let standing = self.movable();
        let moved = |of: &Placement| (of.origin.span.source, of.origin.path.clone(), of.moved(by));
        let is_turn = by.x_axis != glam::Vec4::X || by.y_axis != glam::Vec4::Y;
        let verb = if is_turn { "turn" } else { "move" };
        self.placings(standing.iter().map(moved), verb, &words_for(standing.iter()))
    }

    /// The placements of each file; `verb` and `things` form the title: `move`, `point`.
    pub fn placings(
        &self,
        all: impl Iterator<Item = (SourceId, String, ElementState)>,
        verb: &str,
        things: &str,
    ) -> Vec<TransformEdit> {
        let mut files: BTreeMap<SourceId, Vec<(String, ElementState)>> = BTreeMap::new();
        for (source, path, shown) in all {
            files.entry(source).or_default().push((path, shown));
        }
        let of_file = |(source, shown): (SourceId, Vec<(String, ElementState)>)| {
            let what = match (shown.as_slice(), things) {
                ([(path, _)], _) => path.clone(),
                (many, "vertex") => format!("{} vertices", many.len()),
                (many, things) => counted(many.len() as u64, things),
            };
            Some(TransformEdit {
                path: self.file_path(source)?,
                name: format!("{verb} {what}"),
                shown,
            })
        };
        files.into_iter().filter_map(of_file).collect()
    }

    /// Centre of the selected elements with a transform.
    pub fn centre_of_movable(&self) -> Option<Vec3> {
        let standing = self.movable();
        let sum: Vec3 = standing.iter().map(Placement::at).sum();
        (!standing.is_empty()).then(|| sum / standing.len() as f32)
    }

    /// Position of the transform handles: the stored position, or the centre of the visible extent for
    /// elements whose stored position is outside it.
    pub fn handle_of_movable(&self) -> Option<Vec3> {
        let now = (self.generation(), self.selection.clone());
        self.known.handle.get(now, || {
            let scene = self.scene()?;
            let standing = self.movable();
            let handle = |own: &Placement| {
                let at = own.at();
                let Some(node) = own.node() else { return at };
                let points = points_of(scene, &self.motion.posed, Element::Node(node));
                let low = points.iter().copied().reduce(Vec3::min);
                let high = points.iter().copied().reduce(Vec3::max);
                let Some((low, high)) = low.zip(high) else { return at };
                let room = (high - low) * 0.1;
                let is_inside = at.cmpge(low - room).all() && at.cmple(high + room).all();
                if is_inside { at } else { low.midpoint(high) }
            };
            let sum: Vec3 = standing.iter().map(handle).sum();
            (!standing.is_empty()).then(|| sum / standing.len() as f32)
        })
    }

    /// Reason why the selection contains no object that can be duplicated or deleted.
    pub fn no_objects(&self) -> Option<&'static str> {
        let any = self.movable().iter().any(Placement::is_object);
        (!any).then_some("No object is selected")
    }

    /// `Ok` if the selection can be moved, or the reason; `None` before the first check. While a check is
    /// pending, this is the answer for the previous selection, which is usually the same element before its
    /// last edit.
    pub fn can_move(&self) -> Option<&Result<(), String>> {
        self.held.answer()
    }

    /// The check to run for the current selection, unless it was already started.
    pub fn ask_whether_it_moves(&mut self) -> Option<Question> {
        let (generation, selection) = (self.generation(), self.selection.clone());
        if self.held.is_about(generation, selection.as_ref()) {
            return None;
        }
        let standing = self.movable();
        let places = standing.iter().take(MAX_ASKED).map(|own| {
            let file = self.file_of(own.origin.span.source)?.clone();
            Some((file, own.origin.path.clone(), own.moved(&Mat4::IDENTITY)))
        });
        // Companions that are not open are checked only when something is moved.
        let places: Option<Vec<_>> = places.collect();
        self.held.start_check(generation, selection, places.unwrap_or_default())
    }

    /// Duplicates or removes the selected records: one edit for each file.
    pub fn relist(&self, remove: bool) -> Vec<Edit> {
        let mut files: BTreeMap<SourceId, BTreeMap<String, BTreeSet<u32>>> = BTreeMap::new();
        let standing = self.movable();
        let objects = || standing.iter().filter(|standing| standing.is_object());
        for standing in objects() {
            let path = standing.origin.path.strip_suffix(']').and_then(|p| p.rsplit_once('['));
            let Some((list, index)) = path else { continue };
            let Ok(index) = index.parse() else { continue };
            let lists = files.entry(standing.origin.span.source).or_default();
            lists.entry(list.to_owned()).or_default().insert(index);
        }
        let things = words_for(objects());
        let edit = |(source, lists): (SourceId, BTreeMap<String, BTreeSet<u32>>)| {
            let count: usize = lists.values().map(BTreeSet::len).sum();
            let patterns: Vec<String> = lists
                .into_iter()
                .flat_map(|(list, indices)| {
                    crate::app::model::edits::edit_state::runs(&indices)
                        .into_iter()
                        .map(move |run| format!("{list}{run}"))
                })
                .collect();
            let what = match patterns.as_slice() {
                [path] if count == 1 => path.clone(),
                _ => counted(count as u64, &things),
            };
            let verb = if remove { "delete" } else { "duplicate" };
            let paths = patterns.into_iter().collect();
            let order = match remove {
                true => EditOp::Remove { remove: paths },
                false => EditOp::Copy { copy: paths },
            };
            let (path, name) = (self.file_path(source)?, format!("{verb} {what}"));
            Some(Edit { path, name, orders: vec![order], ..Edit::default() })
        };
        files.into_iter().filter_map(edit).collect()
    }
}

/// `true` if a node is a descendant of one of `below`.
fn hangs(scene: &Scene, node: NodeId, below: &BTreeSet<NodeId>) -> bool {
    let mut above = scene.nodes.get(node).and_then(|node| node.parent);
    while let Some(parent) = above {
        if below.contains(&parent) {
            return true;
        }
        // Parents precede their children, so this terminates.
        above = scene.nodes.get(parent).and_then(|node| node.parent).filter(|next| *next < parent);
    }
    false
}

/// Plural name of the elements.
fn words_for<'a>(all: impl Iterator<Item = &'a Placement>) -> String {
    let word = |of: &Placement| match of.what {
        PlacementTarget::Node(_) => "object",
        PlacementTarget::Helper(_) => "point",
        PlacementTarget::Vertex { .. } => "vertex",
    };
    let mut words: Vec<&str> = all.map(word).collect();
    words.dedup();
    match words.as_slice() {
        [one] => (*one).to_owned(),
        _ => "element".to_owned(),
    }
}
