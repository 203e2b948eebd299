//! Compares the nested boxes of a scene with their contents (format document, sections 9.2 and 9.3):
//! every node is inside the box above it, or near the instance above it, and is an instance or a
//! box.
//!
//! In the 1998 demo level all 1 159 instances of two lists are inside their boxes. Those of the
//! terrain are inside in X and Y only, because the game lays them on the ground. Boxes exceed the box
//! above by at most 0.07.

use std::collections::{HashMap, HashSet};

use glam::{DVec3, Mat4};

use super::super::grf::Point;
use super::super::names::instance_hash;
use super::super::read::Parsed;
use super::super::scn::block::Block;
use super::super::scn::kind::{hash_of_name, subsystem};
use super::super::scn::saved::{Hierarchy, PartitionBox, Partitions};
use super::companion;
use super::extent::{Extent, MARGIN, vector};
use super::level::Level;
use super::transform;
use crate::bytes::{Severity, Value};
use crate::container::Context;
use crate::formats::trespasser::Game;
use crate::formats::{Loaded, Report};

/// Number of points of instances that are compared one by one.
const MAX_POINTS: usize = 1 << 24;
/// Number of nested nodes that are searched for a new parent.
const MAX_DEPTH: usize = 64;

/// Adds notes for boxes that do not enclose their contents, and for nodes that are neither an instance
/// nor a box; also adds the computed values.
pub fn audit(file: &Loaded<&Parsed>, context: Context<'_>, report: &mut Report<'_>) {
    if file.records.groff.first::<Hierarchy>().is_none() {
        return;
    }
    let game = Game::of(context);
    let level = companion::find_level(file.records, game.context(context)).ok();
    let level = level.as_ref().map(|level| Level::new(level.parsed()));
    let mut boxes = Boxes::of(file.records, level.as_ref());
    boxes.find_lost(report);
    for (section, hierarchy) in file.records.groff.all::<Hierarchy>() {
        boxes.enclose(section, hierarchy, report);
    }
    boxes.compute(file.records, report);
}

/// The extents of an instance: of its vertices, and of the turned box around its model, which is used for
/// new boxes because the game's own are not smaller.
#[derive(Clone, Copy)]
struct InstanceExtent {
    exact: Extent,
    turned: Extent,
}

/// A stored box.
struct StoredBox {
    path: String,
    stored: PartitionBox,
    /// The new box, if it differs.
    computed: Option<PartitionBox>,
}

/// Contents of a box, found so far.
#[derive(Default)]
struct Contents {
    union: Option<Extent>,
    /// Some contents have no known extent.
    is_incomplete: bool,
    is_exceeded: bool,
}

/// The boxes of a scene, by the IDs with which the lists name them.
struct Boxes {
    boxes: HashMap<u32, StoredBox>,
    instances: HashMap<u32, Option<InstanceExtent>>,
    /// Hashes of blocks, body parts and game subsystems.
    others: HashSet<u32>,
    /// Nodes of every list: section, node, parent.
    nodes: Vec<(usize, u32, u32)>,
    terrain: HashSet<usize>,
    has_level: bool,
    /// New parents of nodes, by section and number.
    moved: HashMap<(usize, usize), u32>,
}

impl Boxes {
    fn of(file: &Parsed, level: Option<&Level<'_>>) -> Self {
        let mut boxes = HashMap::new();
        for (section, partitions) in file.groff.all::<Partitions>() {
            let of = if partitions.with_flags { ".extent" } else { "" };
            for (index, partition) in partitions.list.iter().enumerate() {
                let path = format!("sections[{section}].list[{index}]{of}");
                let stored = partition.extent;
                let entry = boxes.entry(stored.id());
                entry.or_insert(StoredBox { path, stored, computed: None });
            }
        }
        let mut moved: HashMap<u32, Option<Mat4>> = HashMap::new();
        let mut others = HashSet::new();
        for (section, block) in file.groff.all::<Block>() {
            let name = file.groff.sections.get(section).map_or(0, |section| section.name);
            let Some(hash) = hash_of_name(file.texts.get(name)) else { continue };
            others.insert(hash);
            if let Some((place, _)) = block.place() {
                moved.insert(hash, transform::of_block(&place));
            }
        }
        let parts = level.into_iter().flat_map(Level::body_parts);
        others.extend(parts.map(|name| instance_hash(&name)));
        let mut nodes = Vec::new();
        let mut terrain = HashSet::new();
        for (section, hierarchy) in file.groff.all::<Hierarchy>() {
            let name = file.groff.sections.get(section).map_or(0, |section| section.name);
            if file.texts.get(name) == "TerrainHierarchy" {
                terrain.insert(section);
            }
            nodes.extend(hierarchy.pairs.iter().map(|pair| (section, pair.node, pair.parent)));
        }
        let mut instances = HashMap::new();
        let mut models = HashMap::new();
        let mut left = MAX_POINTS;
        for instance in level.into_iter().flat_map(|level| &level.instances) {
            let at = moved.get(&instance.hash).copied().unwrap_or(instance.transform);
            let extent = level.zip(at).and_then(|(level, at)| {
                let (model, body) = level.geometry(instance)?;
                let points = body.points()?;
                let around = models
                    .entry(model)
                    .or_insert_with(|| Extent::around(points.iter().map(|point| vector(*point))));
                let corner = |v: DVec3| placed(at, Point::new(v.x as f32, v.y as f32, v.z as f32));
                let turned = Extent::around((*around)?.corners().map(corner))?;
                // Many instances of a large model are compared by its box.
                left = left.saturating_sub(points.len());
                let exact = match left {
                    0 => turned,
                    _ => Extent::around(points.iter().map(|point| placed(at, *point)))?,
                };
                Some(InstanceExtent { exact, turned })
            });
            instances.entry(instance.hash).or_insert(extent);
        }
        let (has_level, moved) = (level.is_some(), HashMap::new());
        Self { boxes, instances, others, nodes, terrain, has_level, moved }
    }

    fn is_known(&self, node: u32) -> bool {
        self.boxes.contains_key(&node)
            || self.instances.contains_key(&node)
            || self.others.contains(&node)
            || subsystem(node).is_some()
    }

    /// Reports nodes that are neither an instance nor a box, and boxes in no list. A box that was
    /// changed has a different ID from its node: if there are as many such nodes with children as
    /// boxes in no list, the two are matched in the order in which they are stored.
    fn find_lost(&mut self, report: &mut Report<'_>) {
        let parents: HashSet<u32> = self.nodes.iter().map(|(_, _, parent)| *parent).collect();
        let used: HashSet<u32> = self.nodes.iter().map(|(_, node, _)| *node).collect();
        let mut unused: Vec<(u32, String)> = self
            .boxes
            .iter()
            .filter(|(id, _)| !used.contains(id))
            .map(|(id, stored)| (*id, stored.path.clone()))
            .collect();
        unused.sort_by_cached_key(|(_, path)| (path.len(), path.clone()));
        let mut seen = HashSet::new();
        let mut lost: Vec<u32> = Vec::new();
        let mut paths = Vec::new();
        let mut index = HashMap::new();
        for (section, node, _) in &self.nodes {
            let number = index.entry(*section).or_insert(0_usize);
            let has_children = parents.contains(node);
            // Without the level, any node without children may be an instance.
            if !self.is_known(*node) && (self.has_level || has_children) {
                paths.push(format!("sections[{section}].pairs[{number}].node"));
                if has_children && seen.insert(*node) {
                    lost.push(*node);
                }
            }
            *number += 1;
        }
        report.first(Severity::Note, paths, "the node is neither an instance nor a box");
        if lost.len() == unused.len() {
            for (node, (id, _)) in lost.into_iter().zip(&unused) {
                let Some(found) = self.boxes.remove(id) else { continue };
                let computed = Some(found.stored);
                self.boxes.insert(node, StoredBox { computed, ..found });
            }
        } else {
            let paths = unused.into_iter().map(|(_, path)| path);
            report.first(Severity::Note, paths, "no list contains the box");
        }
    }

    /// Compares the boxes and instances of a list with the nodes below them, from the leaves to the
    /// roots.
    fn enclose(&mut self, section: usize, hierarchy: &Hierarchy, report: &mut Report<'_>) {
        let is_terrain = self.terrain.contains(&section);
        let parents: HashMap<u32, u32> =
            hierarchy.pairs.iter().map(|pair| (pair.node, pair.parent)).collect();
        let mut contents: HashMap<u32, Contents> = HashMap::new();
        let (mut outside, mut far) = (Vec::new(), Vec::new());
        // Parents precede their children.
        for (number, pair) in hierarchy.pairs.iter().enumerate().rev() {
            if let Some(found) = contents.remove(&pair.node) {
                self.grow(pair.node, found, is_terrain);
            }
            if pair.parent == pair.node {
                continue;
            }
            let path = || format!("sections[{section}].pairs[{number}]");
            let is_flat = is_terrain && !self.boxes.contains_key(&pair.node);
            let extent = self.extent(pair.node);
            let mut above = pair.parent;
            if let Some((inner, outer)) = extent.zip(self.instance(pair.parent))
                && inner.exact.is_far_from(outer.turned, is_flat)
            {
                far.push(path());
                let Some(around) = self.ancestor(&parents, pair.parent, inner.exact, is_flat)
                else {
                    continue;
                };
                self.moved.insert((section, number), around);
                above = around;
            }
            let Some(parent) = self.boxes.get(&above) else { continue };
            let outer = Extent::of(&parent.stored);
            let below = contents.entry(above).or_default();
            let Some(InstanceExtent { exact, mut turned }) = extent else {
                below.is_incomplete = true;
                continue;
            };
            if is_flat {
                (turned.low.z, turned.high.z) = (outer.low.z + MARGIN, outer.high.z - MARGIN);
            }
            if exact.exceeds(outer, is_flat) {
                below.is_exceeded = true;
                if above == pair.parent {
                    outside.push(path());
                }
            }
            below.union = Some(below.union.map_or(turned, |union| union.union(turned)));
        }
        let rest: Vec<(u32, Contents)> = contents.drain().collect();
        for (node, found) in rest {
            self.grow(node, found, is_terrain);
        }
        let messages = [
            (outside, "the node is outside the box above it"),
            (far, "the node is far from the instance above it"),
        ];
        for (paths, message) in messages {
            report.first(Severity::Note, paths.into_iter().rev(), message);
        }
    }

    fn instance(&self, node: u32) -> Option<InstanceExtent> {
        let is_box = self.boxes.contains_key(&node);
        self.instances.get(&node).copied().flatten().filter(|_| !is_box)
    }

    /// The extent of an instance, or of a box with its new size.
    fn extent(&self, node: u32) -> Option<InstanceExtent> {
        let Some(inner) = self.boxes.get(&node) else { return self.instance(node) };
        let inner = Extent::of(&inner.computed.unwrap_or(inner.stored));
        Some(InstanceExtent { exact: inner, turned: inner })
    }

    /// The nearest box above a node, or the nearest instance above it that `inner` is not far from.
    fn ancestor(
        &self,
        parents: &HashMap<u32, u32>,
        node: u32,
        inner: Extent,
        is_flat: bool,
    ) -> Option<u32> {
        let above = std::iter::successors(parents.get(&node), |node| parents.get(node));
        above.take(MAX_DEPTH).copied().find(|node| {
            let is_near = |outer: InstanceExtent| !inner.is_far_from(outer.turned, is_flat);
            self.boxes.contains_key(node) || self.instance(*node).is_some_and(is_near)
        })
    }

    /// Sets the box around its contents, if they exceed it.
    fn grow(&mut self, node: u32, found: Contents, is_terrain: bool) {
        let Contents { union: Some(union), is_exceeded: true, is_incomplete } = found else {
            return;
        };
        if let Some(of) = self.boxes.get_mut(&node) {
            let before = Extent::of(&of.stored);
            let mut to = if is_incomplete { union.union(before) } else { union };
            if is_terrain {
                to.low.z = to.low.z.min(before.low.z + MARGIN);
                to.high.z = to.high.z.max(before.high.z - MARGIN);
            }
            of.computed = Some(to.stored());
        }
    }

    /// Adds the computed boxes, the IDs that change with them, and new parents.
    fn compute(&self, file: &Parsed, report: &mut Report<'_>) {
        let mut ids: HashMap<u32, u32> = HashMap::new();
        for (node, StoredBox { path, stored, computed }) in &self.boxes {
            let Some(computed) = computed else { continue };
            if *node != computed.id() {
                ids.insert(*node, computed.id());
            }
            let points =
                [("centre", stored.centre, computed.centre), ("half", stored.half, computed.half)];
            for (name, was, to) in points.into_iter().filter(|(_, was, to)| was != to) {
                let axes = [("x", was.x, to.x), ("y", was.y, to.y), ("z", was.z, to.z)];
                for (axis, _, to) in axes.into_iter().filter(|(_, was, to)| was != to) {
                    report.compute(format!("{path}.{name}.{axis}"), Value::Float(to.into()));
                }
            }
        }
        for (section, hierarchy) in file.groff.all::<Hierarchy>() {
            for (number, pair) in hierarchy.pairs.iter().enumerate() {
                let parent = self.moved.get(&(section, number)).copied().unwrap_or(pair.parent);
                for (name, was, to) in
                    [("node", pair.node, pair.node), ("parent", pair.parent, parent)]
                {
                    let to = ids.get(&to).copied().unwrap_or(to);
                    if to != was {
                        let path = format!("sections[{section}].pairs[{number}].{name}");
                        report.compute(path, Value::Uint(to.into()));
                    }
                }
            }
        }
    }
}

/// A point of a model at a transform of the scene, in the axes of the file.
fn placed(at: Mat4, point: Point) -> DVec3 {
    let at = at.transform_point3(transform::turn(point)).as_dvec3();
    DVec3::new(at.x, -at.z, at.y)
}
