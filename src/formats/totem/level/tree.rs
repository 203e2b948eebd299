//! Hierarchy and transforms of nodes.

use std::collections::{HashMap, HashSet};

use glam::Mat4;

use super::scene_builder::{At, Stage};
use super::transform::NodeTransform;
use super::worlds::WorldFile;
use crate::bytes::{Severity, Source, Span};
use crate::formats::totem::class;
use crate::formats::totem::node::Node as Stored;
use crate::formats::totem::resource::read_quick;
use crate::scene::{Node, NodeId, Origin};

/// A node of a level.
pub struct Entry {
    pub hash: u32,
    pub name: String,
    pub source: Source,
    pub node: Stored,
    /// The node of the scene, once it exists.
    pub id: NodeId,
    pub world: Mat4,
}

impl Entry {
    /// The field that stores its transform.
    pub fn origin(&self) -> Origin {
        place_of(&self.source)
    }

    pub fn at(&self) -> At<'_> {
        At { node: self.id, world: self.world, stored: Some((&self.node, self.source.clone())) }
    }
}

/// Origin of the world matrix in a node file; its offset is relative to the end of the file.
pub fn place_of(source: &Source) -> Origin {
    let start = source.len().saturating_sub(128);
    Origin::new(Span::new(source.id(), start, source.len().min(64)), "world_matrix")
}

/// Reads the nodes that the worlds list, or without a world all nodes. Reports nodes that cannot be read.
pub fn read_all(stage: &mut Stage<'_>, worlds: &[WorldFile]) -> Vec<Entry> {
    let listed: HashSet<u32> =
        worlds.iter().flat_map(|world| &world.records.body.nodes).copied().collect();
    let mut entries = Vec::new();
    let mut known = HashSet::new();
    let mut left_out = 0usize;
    for hash in stage.looks.resources.of_class(class::NODE) {
        if !known.insert(hash) {
            continue;
        }
        if !listed.is_empty() && !listed.contains(&hash) {
            left_out += 1;
            continue;
        }
        let Some(source) = stage.looks.resources.open(hash) else { continue };
        let name = stage.name(hash);
        let Some(file) = read_quick::<Stored>(&source).filter(|_| source.len() >= Stored::BEHIND)
        else {
            let at = Origin::new(source.span(), "");
            stage.looks.warn(&at, format!("cannot read the node {name}"));
            continue;
        };
        let (node, id, world) = (file.body, NodeId::default(), Mat4::IDENTITY);
        entries.push(Entry { hash, name, source, node, id, world });
    }
    if left_out > 0 {
        let whole = entries.first().map_or_else(Span::default, |entry| entry.source.span());
        let message = format!("{left_out} nodes are not in the world and are not displayed");
        stage.looks.problems.report(Severity::Note, Span { len: 0, ..whole }, "", message);
    }
    entries
}

/// Parents of nodes, by index.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    /// Parent of each node; `None` for roots.
    pub parents: Vec<Option<usize>>,
    /// All nodes, parents before their children.
    pub order: Vec<usize>,
    /// Nodes that became roots because they are part of a cycle.
    pub cut: Vec<usize>,
}

impl Hierarchy {
    /// Builds the hierarchy. Every cycle is cut at one of its members.
    pub fn new(mut parents: Vec<Option<usize>>) -> Self {
        let count = parents.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, parent) in parents.iter_mut().enumerate() {
            *parent = parent.filter(|parent| *parent < count);
            if let Some(list) = parent.and_then(|parent| children.get_mut(parent)) {
                list.push(at);
            }
        }
        let mut hierarchy = Self { order: Vec::with_capacity(count), ..Self::default() };
        let mut seen = vec![false; count];
        let roots = (0..count).filter(|at| parents.get(*at) == Some(&None));
        let roots: Vec<usize> = roots.collect();
        roots.into_iter().for_each(|root| hierarchy.take(root, &children, &mut seen));
        for at in 0..count {
            if seen.get(at) == Some(&true) {
                continue;
            }
            // Going up from here leads into a cycle; it is cut at the first node that is reached twice.
            let mut met = HashSet::new();
            let mut round = at;
            while met.insert(round) {
                round = parents.get(round).copied().flatten().unwrap_or(round);
            }
            if let Some(parent) = parents.get_mut(round) {
                *parent = None;
            }
            hierarchy.cut.push(round);
            hierarchy.take(round, &children, &mut seen);
        }
        Self { parents, ..hierarchy }
    }

    /// Appends a root and all nodes below it.
    fn take(&mut self, root: usize, children: &[Vec<usize>], seen: &mut [bool]) {
        let mut next = self.order.len();
        let mut add = |order: &mut Vec<usize>, at: usize| {
            if let Some(seen) = seen.get_mut(at).filter(|seen| !**seen) {
                *seen = true;
                order.push(at);
            }
        };
        add(&mut self.order, root);
        while let Some(at) = self.order.get(next).copied() {
            next += 1;
            for child in children.get(at).into_iter().flatten() {
                add(&mut self.order, *child);
            }
        }
    }
}

/// Adds all nodes to the scene.
pub fn place(stage: &mut Stage<'_>, entries: &mut [Entry]) {
    let by_hash: HashMap<u32, usize> =
        entries.iter().enumerate().rev().map(|(at, entry)| (entry.hash, at)).collect();
    let mut absent = Vec::new();
    let parents = entries.iter().enumerate().map(|(at, entry)| {
        let parent = by_hash.get(&entry.node.parent).copied();
        if parent.is_none() && entry.node.parent != 0 {
            absent.push(at);
        }
        parent
    });
    let hierarchy = Hierarchy::new(parents.collect());
    let mut report = |list: &[usize], what: &str| {
        let Some(first) = list.first().and_then(|at| entries.get(*at)) else { return };
        let more = match list.len() {
            1 => String::new(),
            count => format!(" ({count} like this)"),
        };
        let message = format!("the node {} {what}{more}", first.name);
        let span = Span::new(first.source.id(), 0, 4);
        stage.looks.problems.report(Severity::Warning, span, "parent", message);
    };
    report(&absent, "has a parent outside the level and is placed at the top");
    report(&hierarchy.cut, "is its own ancestor and is placed at the top");
    // World matrices as the scene computes them: rounding errors are compensated at every step.
    let mut worlds: HashMap<usize, (NodeId, Mat4)> = HashMap::with_capacity(entries.len());
    for at in &hierarchy.order {
        let parent = hierarchy.parents.get(*at).copied().flatten();
        let parent = parent.and_then(|parent| worlds.get(&parent)).copied();
        let Some(entry) = entries.get_mut(*at) else { continue };
        let stands =
            NodeTransform::of(&entry.node, parent.map_or(Mat4::IDENTITY, |(_, world)| world));
        let parent = parent.filter(|_| !stands.is_apart);
        entry.id = stage.scene.nodes.push(Node {
            name: entry.name.clone(),
            parent: parent.map(|(id, _)| id),
            local: stands.local,
            facts: facts(&entry.node, stands.is_moved),
            origin: place_of(&entry.source),
            ..Node::default()
        });
        entry.world = parent.map_or(Mat4::IDENTITY, |(_, world)| world) * stands.local;
        worlds.insert(*at, (entry.id, entry.world));
    }
}

/// Additional properties of a node.
fn facts(node: &Stored, is_moved: bool) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if is_moved {
        let [x, y, z] = node.local_translation;
        let text = format!("differs from the local translation {x:.2} {y:.2} {z:.2}");
        facts.push(("World matrix", text));
    }
    facts
}
