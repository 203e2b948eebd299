//! Compares the nested boxes of a scene with their contents (format document, sections 9.2 and 9.3):
//! every instance is inside of the box above it, and every node is an instance or a box.
//!
//! In the 1998 demo level all 1 159 instances of two lists are inside of their boxes. Those of the
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
use super::level::Level;
use super::transform;
use crate::bytes::{Severity, Value};
use crate::container::Context;
use crate::formats::trespasser::Game;
use crate::formats::{Loaded, Report};

/// Distance in metres by which something may exceed its box.
const OUTSIDE: f64 = 0.1;
/// Distance in metres between a computed box and its contents.
const MARGIN: f64 = 0.01;
/// Number of points of instances that are compared one by one.
const MAX_POINTS: usize = 1 << 24;

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

/// A box in the axes of the file.
#[derive(Clone, Copy, Debug)]
struct Extent {
    low: DVec3,
    high: DVec3,
}

impl Extent {
    fn of(stored: &PartitionBox) -> Self {
        let (centre, half) = (vector(stored.centre), vector(stored.half).abs());
        Self { low: centre - half, high: centre + half }
    }

    fn around(points: impl Iterator<Item = DVec3>) -> Option<Self> {
        let both = points.map(|at| Self { low: at, high: at });
        both.reduce(Self::union).filter(|all| all.low.is_finite() && all.high.is_finite())
    }

    fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn corners(self) -> impl Iterator<Item = DVec3> {
        let Self { low, high } = self;
        let side = |corner: u8, bit: u8, low: f64, high: f64| {
            if corner >> bit & 1 == 1 { high } else { low }
        };
        (0..8).map(move |corner| {
            DVec3::new(
                side(corner, 0, low.x, high.x),
                side(corner, 1, low.y, high.y),
                side(corner, 2, low.z, high.z),
            )
        })
    }

    fn exceeds(self, outer: Self) -> bool {
        let over = (outer.low - self.low).max(self.high - outer.high).max_element();
        over > OUTSIDE
    }

    /// The box around this one, as it is stored.
    fn stored(self) -> PartitionBox {
        let point = |v: DVec3| {
            let v = v.as_vec3();
            Point::new(v.x, v.y, v.z)
        };
        let half = (self.high - self.low) / 2.0 + DVec3::splat(MARGIN);
        PartitionBox { centre: point((self.low + self.high) / 2.0), half: point(half) }
    }
}

fn vector(point: Point) -> DVec3 {
    DVec3::new(point.x.into(), point.y.into(), point.z.into())
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
        for thing in level.into_iter().flat_map(|level| &level.things) {
            let at = moved.get(&thing.hash).copied().unwrap_or(thing.transform);
            let extent = level.zip(at).and_then(|(level, at)| {
                let (model, body) = level.geometry(thing)?;
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
            instances.entry(thing.hash).or_insert(extent);
        }
        Self { boxes, instances, others, nodes, terrain, has_level: level.is_some() }
    }

    fn is_known(&self, node: u32) -> bool {
        self.boxes.contains_key(&node)
            || self.instances.contains_key(&node)
            || self.others.contains(&node)
            || subsystem(node).is_some()
    }

    /// Reports nodes that are neither an instance nor a box, and boxes in no list. A box that was changed
    /// has another ID than its node: if there are as many such nodes with children as boxes in no list,
    /// they belong together in the order in which they are stored.
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

    /// Compares the boxes of a list with their contents, from the leaves to the roots.
    fn enclose(&mut self, section: usize, hierarchy: &Hierarchy, report: &mut Report<'_>) {
        let is_terrain = self.terrain.contains(&section);
        let mut contents: HashMap<u32, Contents> = HashMap::new();
        let mut outside = Vec::new();
        // Parents precede their children.
        for (number, pair) in hierarchy.pairs.iter().enumerate().rev() {
            if let Some(found) = contents.remove(&pair.node) {
                self.grow(pair.node, found, is_terrain);
            }
            let Some(parent) = self.boxes.get(&pair.parent).filter(|_| pair.parent != pair.node)
            else {
                continue;
            };
            let outer = Extent::of(&parent.stored);
            let below = contents.entry(pair.parent).or_default();
            let extent = match self.boxes.get(&pair.node) {
                Some(inner) => {
                    let inner = Extent::of(&inner.computed.unwrap_or(inner.stored));
                    Some(InstanceExtent { exact: inner, turned: inner })
                }
                None => self.instances.get(&pair.node).copied().flatten(),
            };
            let Some(InstanceExtent { mut exact, mut turned }) = extent else {
                below.is_incomplete = true;
                continue;
            };
            if is_terrain && !self.boxes.contains_key(&pair.node) {
                for extent in [&mut exact, &mut turned] {
                    (extent.low.z, extent.high.z) = (outer.low.z + MARGIN, outer.high.z - MARGIN);
                }
            }
            if exact.exceeds(outer) {
                below.is_exceeded = true;
                outside.push(format!("sections[{section}].pairs[{number}]"));
            }
            below.union = Some(below.union.map_or(turned, |union| union.union(turned)));
        }
        let rest: Vec<(u32, Contents)> = contents.drain().collect();
        for (node, found) in rest {
            self.grow(node, found, is_terrain);
        }
        outside.reverse();
        report.first(Severity::Note, outside, "the node is outside of the box above it");
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

    /// Adds the computed boxes, and the IDs that change with them.
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
        if ids.is_empty() {
            return;
        }
        for (section, hierarchy) in file.groff.all::<Hierarchy>() {
            for (number, pair) in hierarchy.pairs.iter().enumerate() {
                for (name, was) in [("node", pair.node), ("parent", pair.parent)] {
                    if let Some(to) = ids.get(&was) {
                        let path = format!("sections[{section}].pairs[{number}].{name}");
                        report.compute(path, Value::Uint((*to).into()));
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
