//! A saved scene: transforms of the level's instances, and nested boxes.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use glam::{Mat4, Vec3};

use super::super::grf::Point;
use super::super::names::instance_hash;
use super::super::read::Parsed;
use super::super::scn::block::{Block, TriggerBlock, TriggerMore};
use super::super::scn::kind::{BlockKind, hash_of_name, subsystem};
use super::super::scn::saved::{Hierarchy, PartitionBox, Partitions, VISIBLE};
use super::block_kinds::{ExpectedKinds, save_version};
use super::companion::label;
use super::level::Level;
use super::scene_builder::{Draft, helper};
use super::transform;
use crate::bytes::layout::Reading;
use crate::bytes::{Cursor, Endian, NoRecorder, Severity};
use crate::formats::Loaded;
use crate::formats::ms::bmp::{self, Bmp, MAGIC};
use crate::scene::{HelperShape, LayerKind, Node, Origin, Scene, Table};

/// Maximum number of blocks that are listed in a message.
const MAX_LISTED: usize = 4;

/// A saved scene, by hash.
pub struct Saved<'a> {
    file: Loaded<&'a Parsed>,
    /// Section and content of each block. If the level is known, the type follows from the class of the
    /// block's instance.
    blocks: HashMap<u32, (usize, Cow<'a, Block>)>,
}

impl<'a> Saved<'a> {
    /// Reads blocks again if the class of their instance determines their type better than their size.
    pub fn new(file: Loaded<&'a Parsed>, level: Option<&Level<'_>>, draft: &mut Draft<'_>) -> Self {
        let mut blocks = HashMap::new();
        let reader = Retyper::of(&file, level);
        for (section, block) in file.records.groff.all::<Block>() {
            if let Some(hash) = hash_of_name(name_of(file.records, section))
                && let Entry::Vacant(free) = blocks.entry(hash)
            {
                free.insert((section, reader.typed(section, hash, block, draft)));
            }
        }
        Self { file, blocks }
    }

    pub fn file_name(&self) -> &str {
        self.file.source.file_name()
    }

    /// The transform (`None` if invalid) and flags of the instance with this hash.
    pub fn transform_of(&self, hash: u32) -> Option<(Option<Mat4>, Option<u32>)> {
        let (_, block) = self.blocks.get(&hash)?;
        let (place, flags) = block.place()?;
        Some((transform::of_block(&place), flags))
    }

    /// The origin of the block with the transform of this instance.
    pub fn origin_of(&self, hash: u32) -> Option<Origin> {
        self.blocks.get(&hash).map(|(section, _)| self.origin(*section))
    }

    /// Adds what can be shown without the level: a point for every block with a transform, and the boxes.
    pub fn alone(&self, draft: &mut Draft<'_>) {
        let layer = draft.scene.layer("Blocks", LayerKind::Helper, true);
        let names = HashResolver::of(None, draft);
        let mut sorted: Vec<_> = self.blocks.iter().collect();
        sorted.sort_by_key(|(_, (section, _))| *section);
        for (hash, (section, block)) in sorted {
            let stored = block.place().map(|(place, _)| place);
            let Some(local) = stored.as_ref().and_then(transform::of_block) else { continue };
            let (name, origin) = (names.get(*hash), self.origin(*section));
            draft.scene.nodes.push(Node {
                name: name.clone(),
                local,
                layer,
                origin: origin.clone(),
                ..Node::default()
            });
            let shape = HelperShape::Point { at: local.w_axis.truncate(), heading: None };
            helper(&mut draft.scene, "Blocks", name, origin, shape);
        }
        self.add_hierarchies(None, draft);
    }

    fn origin(&self, section: usize) -> Origin {
        self.file.origin(format!("sections[{section}]"))
    }

    /// Reports blocks that belong to nothing in the level, for example after an instance was
    /// renamed in only one file.
    pub fn report_unowned(&self, level: &Level<'_>, draft: &mut Draft<'_>) {
        let parts: HashSet<u32> =
            level.body_parts().iter().map(|name| instance_hash(name)).collect();
        let is_owned = |hash: &u32| {
            level.by_hash(*hash).is_some() || subsystem(*hash).is_some() || parts.contains(hash)
        };
        let unowned = self.blocks.iter().filter(|(hash, _)| !is_owned(hash));
        let mut unowned: Vec<(usize, u32)> =
            unowned.map(|(hash, (section, _))| (*section, *hash)).collect();
        unowned.sort_unstable();
        let Some((first, _)) = unowned.first() else { return };
        let names: Vec<String> =
            unowned.iter().take(MAX_LISTED).map(|(_, hash)| format!("{hash:X}")).collect();
        let more = if unowned.len() > names.len() { " …" } else { "" };
        let message = format!(
            "{} of {} blocks of {} belong to no instance of {}: {}{more}",
            unowned.len(),
            self.blocks.len(),
            self.file_name(),
            level.file.source.file_name(),
            names.join(", ")
        );
        let span = self.file.span(&format!("sections[{first}]"));
        draft.report(Severity::Note, span, message);
    }

    /// Adds the tables of blocks and hierarchies, and the boxes of the partitions, one layer per list.
    pub fn add_hierarchies(&self, level: Option<&Level<'_>>, draft: &mut Draft<'_>) {
        let names = HashResolver::of(level, draft);
        self.add_blocks(level, &names, draft);
        let partitions = self.partitions();
        let mut list = Table::new("Hierarchies", &["list", "node", "parent", "depth"]);
        for (section, hierarchy) in self.file.records.groff.all::<Hierarchy>() {
            let name = name_of(self.file.records, section);
            let layer = match name {
                "TerrainHierarchy" => "Terrain boxes",
                "TriggerHierarchy" => "Trigger boxes",
                _ => "Object boxes",
            };
            let spans = self.file.spans(&format!("sections[{section}].pairs"));
            let depths = Depths::of(hierarchy.pairs.iter().map(|pair| (pair.node, pair.parent)));
            for (index, pair) in hierarchy.pairs.iter().enumerate() {
                let partition = partitions.get(&pair.node);
                let show = |id: u32| match partitions.contains_key(&id) {
                    true => format!("partition {id:08X}"),
                    false => names.get(id),
                };
                let parent = if pair.parent == 0 { String::new() } else { show(pair.parent) };
                let depth = depths.of_node(pair.node).to_string();
                let cells = [name.to_owned(), show(pair.node), parent, depth];
                list.row(spans.origin(index), cells);
                let bounds = partition.map(|(extent, _)| bounds(extent)).or_else(|| {
                    let level = level.filter(|_| depths.is_parent(pair.node))?;
                    instance_bounds(level, pair.node)
                });
                if let Some((min, max)) = bounds {
                    let origin = partition.map(|(_, origin)| origin.clone());
                    let origin = origin.unwrap_or(Origin::new(spans.get(index), String::new()));
                    let shape = HelperShape::Box { min, max };
                    helper(&mut draft.scene, layer, show(pair.node), origin, shape);
                }
            }
        }
        draft.table(list);
    }

    fn add_blocks(
        &self,
        level: Option<&Level<'_>>,
        names: &HashResolver<'_>,
        draft: &mut Draft<'_>,
    ) {
        let columns = ["block", "of", "class", "kind", "place", "visible", "state"];
        let mut list = Table::new("Blocks", &columns);
        for (section, block) in self.file.records.groff.all::<Block>() {
            let text = name_of(self.file.records, section);
            let hash = hash_of_name(text);
            let typed = hash.and_then(|hash| self.blocks.get(&hash));
            let block = typed.filter(|(at, _)| *at == section).map_or(block, |(_, block)| block);
            let instance = level.zip(hash).and_then(|(level, hash)| level.by_hash(hash));
            let class = level
                .zip(instance)
                .and_then(|(level, instance)| level.facts(instance).class.clone());
            let place = block.place();
            let flags = place.and_then(|(_, flags)| flags);
            let kind = match hash.and_then(subsystem) {
                Some(_) if matches!(block, Block::Opaque(_)) => BlockKind::Subsystem,
                _ => block.kind(),
            };
            let position = place.map_or_else(String::new, |(place, _)| {
                let Point { x, y, z } = place.position;
                format!("{x:.3} {y:.3} {z:.3}")
            });
            let cells = [
                text.to_owned(),
                hash.map_or_else(String::new, |hash| names.get(hash)),
                class.unwrap_or_default(),
                kind.to_string(),
                position,
                flags.map_or("", |f| if f & VISIBLE != 0 { "yes" } else { "no" }).to_owned(),
                state_of(block, names),
            ];
            list.row(self.origin(section), cells);
        }
        draft.table(list);
    }

    /// The boxes by ID.
    fn partitions(&self) -> HashMap<u32, (PartitionBox, Origin)> {
        let mut boxes = HashMap::new();
        for (section, partitions) in self.file.records.groff.all::<Partitions>() {
            let spans = self.file.spans(&format!("sections[{section}].list"));
            for (index, partition) in partitions.list.iter().enumerate() {
                let entry = boxes.entry(partition.extent.id());
                entry.or_insert_with(|| (partition.extent, spans.origin(index)));
            }
        }
        boxes
    }
}

/// The name of a section.
fn name_of(file: &Parsed, section: usize) -> &str {
    file.groff.sections.get(section).map_or("", |section| file.texts.get(section.name))
}

/// Reads blocks according to the classes of their instances.
struct Retyper<'f, 'a, 'b> {
    file: &'f Loaded<&'a Parsed>,
    expected: Option<ExpectedKinds<'b>>,
}

impl<'f, 'a, 'b> Retyper<'f, 'a, 'b> {
    fn of(file: &'f Loaded<&'a Parsed>, level: Option<&'b Level<'_>>) -> Self {
        let version = save_version(file.records);
        Self { file, expected: level.map(|level| ExpectedKinds::of(level, version)) }
    }

    /// The block in section `index`; typed by its size if that does not match its class.
    fn typed(
        &self,
        index: usize,
        hash: u32,
        block: &'a Block,
        draft: &mut Draft<'_>,
    ) -> Cow<'a, Block> {
        let expected = self.expected.as_ref().and_then(|expected| expected.kind(hash));
        let Some((kind, name, class)) = expected else { return Cow::Borrowed(block) };
        if kind == block.kind() {
            return Cow::Borrowed(block);
        }
        let span = self.file.span(&format!("sections[{index}]"));
        let len = span.len;
        let size = kind.size().unwrap_or(len);
        if size != len {
            let class = if class.is_empty() { "no class" } else { class };
            let message = format!(
                "the block of {name} ({class}) has {len} bytes, but a {kind} has {size}; it is \
                 read as a {}, by its size",
                block.kind()
            );
            draft.report(Severity::Warning, span, message);
            return Cow::Borrowed(block);
        }
        let mut cur = Cursor::new(&self.file.source, Endian::Little, NoRecorder);
        let mut typed = Block::of_kind(kind);
        let read = cur.within(span.start, span.end(), |cur| typed.pass(&mut Reading { cur }));
        read.map_or(Cow::Borrowed(block), |()| Cow::Owned(typed))
    }
}

fn state_of(block: &Block, names: &HashResolver<'_>) -> String {
    match block {
        Block::Gun { ammo, .. } => format!("{ammo} shots"),
        Block::Trigger(trigger) => trigger_state(trigger, names),
        Block::Opaque(bytes) => format!("{} bytes", bytes.len()),
        _ => String::new(),
    }
}

fn trigger_state(trigger: &TriggerBlock, names: &HashResolver<'_>) -> String {
    let mut words = trigger.state.in_words();
    if let TriggerMore::Location(inside) = &trigger.more {
        let contents = inside.contents.iter().filter(|hash| **hash != 0);
        let contents: Vec<String> = contents.map(|hash| names.get(*hash)).collect();
        if !contents.is_empty() {
            words.push_str(&format!(", in it {}", contents.join(", ")));
        }
    }
    words
}

fn bounds(extent: &PartitionBox) -> (Vec3, Vec3) {
    let centre = transform::position(extent.centre);
    let half = transform::position(extent.half).abs();
    (centre - half, centre + half)
}

/// The bounding box of an instance, at the level's transform.
fn instance_bounds(level: &Level<'_>, hash: u32) -> Option<(Vec3, Vec3)> {
    let instance = level.by_hash(hash)?;
    let transform = instance.transform?;
    let points = level.geometry(instance)?.1.points()?;
    let placed = points.iter().map(|point| transform.transform_point3(transform::position(*point)));
    placed.map(|at| (at, at)).reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
}

/// Depth of the nodes of a list.
struct Depths {
    parents: HashMap<u32, u32>,
    with_children: HashSet<u32>,
    depths: HashMap<u32, usize>,
}

impl Depths {
    fn of(pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut depths =
            Self { parents: HashMap::new(), with_children: HashSet::new(), depths: HashMap::new() };
        for (node, parent) in pairs.filter(|(node, parent)| node != parent) {
            depths.parents.entry(node).or_insert(parent);
            depths.with_children.insert(parent);
            // Parents precede their children; otherwise the node counts as a root.
            let above = depths.depths.get(&parent).copied();
            depths.depths.entry(node).or_insert(above.map_or(0, |above| above + 1));
        }
        depths
    }

    fn of_node(&self, node: u32) -> usize {
        self.depths.get(&node).copied().unwrap_or(0)
    }

    fn is_parent(&self, node: u32) -> bool {
        self.with_children.contains(&node) && self.parents.contains_key(&node)
    }
}

/// Resolves the hashes of a scene to names.
struct HashResolver<'a> {
    level: Option<&'a Level<'a>>,
    /// Names that the game builds for body parts.
    parts: HashMap<u32, String>,
    /// Names from other files, loaded beforehand.
    others: &'a dyn crate::container::Names,
}

impl<'a> HashResolver<'a> {
    fn of(level: Option<&'a Level<'a>>, draft: &Draft<'a>) -> Self {
        let parts = level.into_iter().flat_map(Level::body_parts);
        let parts = parts.map(|name| (instance_hash(&name), name)).collect();
        Self { level, parts, others: draft.context.names }
    }

    fn get(&self, hash: u32) -> String {
        let of_level = self.level.and_then(|level| level.by_hash(hash)).map(|t| t.name.clone());
        let part = || self.parts.get(&hash).cloned();
        let known = of_level.or_else(|| subsystem(hash).map(str::to_owned)).or_else(part);
        known.or_else(|| self.others.name(hash)).unwrap_or_else(|| format!("{hash:08X}"))
    }
}

/// Adds the picture of a savegame, named as in the game's own list.
pub fn picture(file: &Loaded<&Parsed>, scene: &mut Scene) {
    let name = label(file.records, "SaveGameName").unwrap_or_else(|| "picture".to_owned());
    for (section, bitmap) in file.records.groff.all::<Bmp>().filter(|(_, b)| b.magic == MAGIC) {
        let origin = |field: &str| {
            let dot = if field.is_empty() { "" } else { "." };
            file.origin(format!("sections[{section}]{dot}{field}"))
        };
        let picture = bmp::add(scene, (bitmap, name.clone()), &origin);
        scene.cover = scene.cover.or(picture);
    }
}
