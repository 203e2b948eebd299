//! Moving what is selected: what of it stands somewhere, and what is asked of the files that store
//! where.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::State;
use super::bounds::points_of;
use super::edits::Edit;
use super::held::Question;
use super::numbers::counted;
use crate::bytes::SourceId;
use crate::edit::Order;
use crate::scene::{Element, NodeId, Scene, Shown, Standing, Stands};

/// How many of what is selected are asked whether they can be moved.
const MOST_ASKED: usize = 8;

/// Things of one file that are to be shown otherwise, as one gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    /// Path of the file.
    pub path: String,
    /// What is done, in words: `move 3 objects`.
    pub name: String,
    /// Field paths, and how what is stored there is to be shown.
    pub shown: Vec<(String, Shown)>,
}

impl State {
    /// What of the selection stands somewhere, each once. What hangs on something else that is
    /// selected goes along with it.
    pub fn standing(&self) -> Arc<Vec<Standing>> {
        let now = (self.generation(), self.selection.clone());
        self.known.standing.get(now, || Arc::new(self.find_standing()))
    }

    fn find_standing(&self) -> Vec<Standing> {
        let Some(scene) = self.scene().map(|scene| &scene.scene) else { return Vec::new() };
        let world = scene.world_transforms();
        let mut asked = HashSet::new();
        let object = |element| match element {
            Element::Face(face) => Element::Node(face.node),
            other => other,
        };
        let elements = self.selected().map(object).filter(|element| asked.insert(*element));
        let mut known = HashSet::new();
        let mut all: Vec<Standing> = elements
            .filter_map(|element| scene.standing(element, &world))
            .filter(|standing| standing.origin.span.len > 0 && known.insert(standing.what))
            .collect();
        let nodes: BTreeSet<NodeId> = all.iter().filter_map(Standing::node).collect();
        all.retain(|standing| !standing.node().is_some_and(|node| hangs(scene, node, &nodes)));
        all
    }

    /// What is asked of each file, where everything that is selected moves by as much in the world.
    pub fn moved_by(&self, by: &Mat4) -> Vec<Placing> {
        let standing = self.standing();
        let moved = |of: &Standing| (of.origin.span.source, of.origin.path.clone(), of.moved(by));
        let is_turn = by.x_axis != glam::Vec4::X || by.y_axis != glam::Vec4::Y;
        let verb = if is_turn { "turn" } else { "move" };
        self.placings(standing.iter().map(moved), verb, &words_for(standing.iter()))
    }

    /// What is asked of each file; `verb` and `things` say what in words: `move`, `point`.
    pub fn placings(
        &self,
        all: impl Iterator<Item = (SourceId, String, Shown)>,
        verb: &str,
        things: &str,
    ) -> Vec<Placing> {
        let mut files: BTreeMap<SourceId, Vec<(String, Shown)>> = BTreeMap::new();
        for (source, path, shown) in all {
            files.entry(source).or_default().push((path, shown));
        }
        let of_file = |(source, shown): (SourceId, Vec<(String, Shown)>)| {
            let what = match (shown.as_slice(), things) {
                ([(path, _)], _) => path.clone(),
                (many, "vertex") => format!("{} vertices", many.len()),
                (many, things) => counted(many.len() as u64, things),
            };
            Some(Placing { path: self.file_path(source)?, name: format!("{verb} {what}"), shown })
        };
        files.into_iter().filter_map(of_file).collect()
    }

    /// The middle of what of the selection stands somewhere.
    pub fn middle_of_standing(&self) -> Option<Vec3> {
        let standing = self.standing();
        let sum: Vec3 = standing.iter().map(Standing::at).sum();
        (!standing.is_empty()).then(|| sum / standing.len() as f32)
    }

    /// Where it can be taken hold of: in the middle of what is seen, where the place that is stored is
    /// not in there.
    pub fn handle_of_standing(&self) -> Option<Vec3> {
        let now = (self.generation(), self.selection.clone());
        self.known.handle.get(now, || {
            let scene = self.scene()?;
            let standing = self.standing();
            let handle = |own: &Standing| {
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

    /// Why nothing of the selection is an object that can be there once more, or go.
    pub fn no_objects(&self) -> Option<&'static str> {
        let any = self.standing().iter().any(Standing::is_object);
        (!any).then_some("No object is selected")
    }

    /// Whether what is selected can be moved, or why it stays where it is; `None` until that is
    /// known for the first time. In between it is what it was of what was selected before, which
    /// after a change is the same thing.
    pub fn can_move(&self) -> Option<&Result<(), String>> {
        self.held.answer()
    }

    /// What is to be found out about what is selected, where that was not asked for yet.
    pub fn ask_whether_it_moves(&mut self) -> Option<Question> {
        let (generation, selection) = (self.generation(), self.selection.clone());
        if self.held.is_about(generation, selection.as_ref()) {
            return None;
        }
        let standing = self.standing();
        let places = standing.iter().take(MOST_ASKED).map(|own| {
            let file = self.file_of(own.origin.span.source)?.clone();
            Some((file, own.origin.path.clone(), own.moved(&Mat4::IDENTITY)))
        });
        // Companions that are not at hand are asked when something is moved.
        let places: Option<Vec<_>> = places.collect();
        self.held.ask(generation, selection, places.unwrap_or_default())
    }

    /// The selected records, once more or gone: an edit for each file that holds some.
    pub fn relist(&self, remove: bool) -> Vec<Edit> {
        let mut files: BTreeMap<SourceId, BTreeMap<String, BTreeSet<u32>>> = BTreeMap::new();
        let standing = self.standing();
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
                    super::changing::runs(&indices)
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
                true => Order::Remove { remove: paths },
                false => Order::Copy { copy: paths },
            };
            let (path, name) = (self.file_path(source)?, format!("{verb} {what}"));
            Some(Edit { path, name, orders: vec![order], ..Edit::default() })
        };
        files.into_iter().filter_map(edit).collect()
    }
}

/// Whether a node hangs below one of these.
fn hangs(scene: &Scene, node: NodeId, below: &BTreeSet<NodeId>) -> bool {
    let mut above = scene.nodes.get(node).and_then(|node| node.parent);
    while let Some(parent) = above {
        if below.contains(&parent) {
            return true;
        }
        // Parents come before their children, so that this ends.
        above = scene.nodes.get(parent).and_then(|node| node.parent).filter(|next| *next < parent);
    }
    false
}

/// What several of them are called.
fn words_for<'a>(all: impl Iterator<Item = &'a Standing>) -> String {
    let word = |of: &Standing| match of.what {
        Stands::Node(_) => "object",
        Stands::Helper(_) => "point",
        Stands::Vertex { .. } => "vertex",
    };
    let mut words: Vec<&str> = all.map(word).collect();
    words.dedup();
    match words.as_slice() {
        [one] => (*one).to_owned(),
        _ => "thing".to_owned(),
    }
}
