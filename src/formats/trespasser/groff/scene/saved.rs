//! A scene: where it puts the instances of its level, and its nested boxes.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::super::body::Body;
use super::super::grf::Point;
use super::super::instance_hash;
use super::super::scn::block::{Block, TriggerBlock, TriggerMore};
use super::super::scn::kind::{BlockKind, hash_of_name, subsystem};
use super::super::scn::picture::Picture;
use super::super::scn::saved::{PartitionBox, VISIBLE};
use super::helpers::push_named;
use super::level::Level;
use super::tables::table;
use super::{Made, Part, place};
use crate::bytes::{Cursor, Endian, NoRecorder, Severity, Span};
use crate::scene::{
    HelperShape, LayerKind, Node, Origin, Scene, TableRow, TexelFormat, Texels, Texture,
    TextureData,
};

/// A scene, by hash.
pub struct Saved<'a> {
    part: Part<'a>,
    /// As the classes of the level's instances say, where the level is known.
    blocks: HashMap<u32, (usize, Cow<'a, Block>)>,
}

impl<'a> Saved<'a> {
    /// The blocks are read again where a class says more than their size did.
    pub fn new(part: Part<'a>, level: Option<&Level<'_>>, made: &mut Made<'_>) -> Self {
        let mut blocks = HashMap::new();
        let mut reader = Retyper::of(part, level);
        for (index, section) in part.file.sections.iter().enumerate() {
            if let Body::Block(block) = &section.body
                && let Some(hash) = hash_of_name(part.texts.get(section.name))
                && let Entry::Vacant(place) = blocks.entry(hash)
            {
                place.insert((index, reader.typed(index, hash, block, made)));
            }
        }
        Self { part, blocks }
    }

    pub fn file_name(&self) -> &str {
        self.part.source.file_name()
    }

    /// Where the scene puts the instance with this hash (`None`: nowhere), and its flags.
    pub fn place_of(&self, hash: u32) -> Option<(Option<Mat4>, Option<u32>)> {
        let (_, block) = self.blocks.get(&hash)?;
        let (place, flags) = block.place()?;
        Some((place::of_block(&place), flags))
    }

    /// What can be shown without the level: a point for every block that has a place, and the boxes.
    pub fn alone(&self, made: &mut Made<'_>) {
        let layer = made.scene.layer("Blocks", LayerKind::Helper, true);
        let names = Names::of(None, made);
        let mut sorted: Vec<_> = self.blocks.iter().collect();
        sorted.sort_by_key(|(_, (section, _))| *section);
        for (hash, (section, block)) in sorted {
            let Some((stored, _)) = block.place() else { continue };
            let Some(local) = place::of_block(&stored) else { continue };
            let name = names.get(*hash);
            let origin = self.origin(*section);
            made.scene.nodes.push(Node {
                name: name.clone(),
                local,
                layer,
                origin: origin.clone(),
                ..Node::default()
            });
            let shape = HelperShape::Point { at: local.w_axis.truncate(), heading: None };
            push_named(&mut made.scene, "Blocks", name, origin, shape);
        }
        self.add_hierarchies(None, made);
    }

    fn origin(&self, section: usize) -> Origin {
        let len = self.part.places.section(section).1;
        Origin::new(self.part.span(section, 0, len), format!("sections[{section}]"))
    }

    /// Adds the tables of blocks and hierarchies, and the boxes of the partitions, a layer a list.
    pub fn add_hierarchies(&self, level: Option<&Level<'_>>, made: &mut Made<'_>) {
        let names = Names::of(level, made);
        self.add_blocks(level, &names, made);
        let partitions = self.partitions();
        let mut list = table("Hierarchies", &["list", "node", "parent", "depth"]);
        for (section, stored) in self.part.file.sections.iter().enumerate() {
            let Body::Hierarchy(hierarchy) = &stored.body else { continue };
            let name = self.part.texts.get(stored.name);
            let layer = match name {
                "TerrainHierarchy" => "Terrain boxes",
                "TriggerHierarchy" => "Trigger boxes",
                _ => "Object boxes",
            };
            let depths = Depths::of(hierarchy.pairs.iter().map(|pair| (pair.node, pair.parent)));
            for (index, pair) in hierarchy.pairs.iter().enumerate() {
                let span = self.part.span(section, 8 * index as u64, 8);
                let path = format!("sections[{section}].pairs[{index}]");
                let partition = partitions.get(&pair.node);
                let show = |id: u32| match partitions.contains_key(&id) {
                    true => format!("partition {id:08X}"),
                    false => names.get(id),
                };
                let parent = if pair.parent == 0 { String::new() } else { show(pair.parent) };
                let depth = depths.of_node(pair.node);
                list.rows.push(TableRow {
                    cells: vec![name.to_owned(), show(pair.node), parent, depth.to_string()],
                    origin: Origin::new(span, path),
                });
                let thing = level.filter(|_| depths.is_parent(pair.node));
                let bounds = partition.map(|(extent, _)| bounds(extent)).or_else(|| {
                    let level = thing?;
                    instance_bounds(level, pair.node)
                });
                if let Some((min, max)) = bounds {
                    let origin = partition.map(|(_, origin)| origin.clone());
                    let origin = origin.unwrap_or(Origin::new(span, String::new()));
                    let shape = HelperShape::Box { min, max };
                    push_named(&mut made.scene, layer, show(pair.node), origin, shape);
                }
            }
        }
        if !list.rows.is_empty() {
            made.scene.tables.push(list);
        }
    }

    fn add_blocks(&self, level: Option<&Level<'_>>, names: &Names<'_>, made: &mut Made<'_>) {
        let columns = ["block", "of", "class", "kind", "place", "visible", "state"];
        let mut list = table("Blocks", &columns);
        for (section, stored) in self.part.file.sections.iter().enumerate() {
            let Body::Block(block) = &stored.body else { continue };
            let text = self.part.texts.get(stored.name);
            let hash = hash_of_name(text);
            let typed = hash.and_then(|hash| self.blocks.get(&hash));
            let block = typed.filter(|(at, _)| *at == section).map_or(block, |(_, block)| block);
            let thing = level.zip(hash).and_then(|(level, hash)| level.by_hash(hash));
            let class =
                level.zip(thing).and_then(|(level, thing)| level.facts(thing).class.clone());
            let place = block.place();
            let flags = place.and_then(|(_, flags)| flags);
            let kind = match hash.and_then(subsystem) {
                Some(_) if matches!(block, Block::Opaque(_)) => BlockKind::Subsystem,
                _ => block.kind(),
            };
            list.rows.push(TableRow {
                cells: vec![
                    text.to_owned(),
                    hash.map_or_else(String::new, |hash| names.get(hash)),
                    class.unwrap_or_default(),
                    kind.to_string(),
                    place.map_or_else(String::new, |(place, _)| {
                        let Point { x, y, z } = place.position;
                        format!("{x:.3} {y:.3} {z:.3}")
                    }),
                    flags.map_or("", |f| if f & VISIBLE != 0 { "yes" } else { "no" }).to_owned(),
                    state_of(block, names),
                ],
                origin: self.origin(section),
            });
        }
        if !list.rows.is_empty() {
            made.scene.tables.push(list);
        }
    }

    /// The boxes by their IDs.
    fn partitions(&self) -> HashMap<u32, (PartitionBox, Origin)> {
        let mut boxes = HashMap::new();
        for (section, stored) in self.part.file.sections.iter().enumerate() {
            let Body::Partitions(partitions) = &stored.body else { continue };
            let step = if partitions.with_flags { 28 } else { 24 };
            for (index, partition) in partitions.list.iter().enumerate() {
                let span = self.part.span(section, 1 + step * index as u64, step);
                let origin = Origin::new(span, format!("sections[{section}].list[{index}]"));
                boxes.entry(partition.extent.id()).or_insert((partition.extent, origin));
            }
        }
        boxes
    }
}

/// Reads blocks as the classes of their instances say.
struct Retyper<'a, 'b> {
    part: Part<'a>,
    level: Option<&'b Level<'b>>,
    version: i32,
    /// Hashes of body parts, which are placed like instances.
    parts: HashSet<u32>,
}

impl<'a, 'b> Retyper<'a, 'b> {
    fn of(part: Part<'a>, level: Option<&'b Level<'_>>) -> Self {
        let version = part.file.sections.iter().find_map(|section| match &section.body {
            Body::SaveHeader(header) => Some(header.version),
            _ => None,
        });
        let parts = level.into_iter().flat_map(Level::body_parts);
        let parts = parts.map(|name| instance_hash(&name)).collect();
        Self { part, level, version: version.unwrap_or(22), parts }
    }

    /// What the block of this hash must be.
    fn kind(&self, hash: u32) -> Option<(BlockKind, &'b str, &'b str)> {
        if subsystem(hash).is_some() {
            return None;
        }
        if self.parts.contains(&hash) {
            let kind = BlockKind::of_class("", false, self.version)?;
            return Some((kind, "a body part", ""));
        }
        let level = self.level?;
        let thing = level.by_hash(hash)?;
        let facts = level.facts(thing);
        let class = facts.class.as_deref().unwrap_or("");
        let kind = BlockKind::of_class(class, facts.has_expression, self.version)?;
        Some((kind, &thing.name, class))
    }

    /// The block in section `index`; as its size says where that does not fit its class.
    fn typed(
        &mut self,
        index: usize,
        hash: u32,
        block: &'a Block,
        made: &mut Made<'_>,
    ) -> Cow<'a, Block> {
        let Some((kind, name, class)) = self.kind(hash) else { return Cow::Borrowed(block) };
        if kind == block.kind() {
            return Cow::Borrowed(block);
        }
        let (start, len) = self.part.places.section(index);
        let size = kind.size().map_or(len, |size| size as u64);
        if size != len {
            let class = if class.is_empty() { "no class" } else { class };
            let message = format!(
                "the block of {name} ({class}) has {len} bytes, and a {kind} has {size}: it is \
                 read by its size, as a {}",
                block.kind()
            );
            made.say(Severity::Warning, self.part.span(index, 0, len), message);
            return Cow::Borrowed(block);
        }
        let mut cur = Cursor::new(self.part.source, Endian::Little, NoRecorder);
        let read = cur.within(start, start + len, |cur| Block::read(cur, kind));
        read.map_or(Cow::Borrowed(block), Cow::Owned)
    }
}

fn state_of(block: &Block, names: &Names<'_>) -> String {
    match block {
        Block::Gun { ammo, .. } => format!("{ammo} shots"),
        Block::Trigger(trigger) => trigger_state(trigger, names),
        Block::Opaque(bytes) => format!("{} bytes", bytes.len()),
        _ => String::new(),
    }
}

fn trigger_state(trigger: &TriggerBlock, names: &Names<'_>) -> String {
    let left = match trigger.state.fires_left {
        u32::MAX => "endless".to_owned(),
        left => format!("{left} times"),
    };
    let mut words = format!("{left}, {} %", trigger.state.probability);
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
    let centre = place::position(extent.centre);
    let half = place::position(extent.half).abs();
    (centre - half, centre + half)
}

/// The box around an instance where the level has it.
fn instance_bounds(level: &Level<'_>, hash: u32) -> Option<(Vec3, Vec3)> {
    let thing = level.by_hash(hash)?;
    let home = thing.home?;
    let (_, body) = level.geometry(level.object(thing.model?)?)?;
    let points = match body {
        Body::Geometry1(geometry) => &geometry.vertices,
        Body::Geometry2(geometry) => &geometry.points,
        _ => return None,
    };
    let placed = points.iter().map(|point| home.transform_point3(place::position(*point)));
    placed.map(|at| (at, at)).reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
}

/// How deep the nodes of a list lie.
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
            // A parent comes before its children; where it does not, the node counts as a root.
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

/// Names behind the hashes of a scene.
struct Names<'a> {
    level: Option<&'a Level<'a>>,
    /// Body parts: names that the game puts together.
    parts: HashMap<u32, String>,
    /// Names from elsewhere, looked up beforehand.
    others: &'a dyn crate::container::Names,
}

impl<'a> Names<'a> {
    fn of(level: Option<&'a Level<'a>>, made: &Made<'a>) -> Self {
        let parts = level.into_iter().flat_map(Level::body_parts);
        let parts = parts.map(|name| (instance_hash(&name), name)).collect();
        Self { level, parts, others: made.context.names }
    }

    fn get(&self, hash: u32) -> String {
        let of_level = self.level.and_then(|level| level.by_hash(hash)).map(|t| t.name.clone());
        let part = || self.parts.get(&hash).cloned();
        let known = of_level.or_else(|| subsystem(hash).map(str::to_owned)).or_else(part);
        known.or_else(|| self.others.name(hash)).unwrap_or_else(|| format!("{hash:08X}"))
    }
}

/// Adds the picture of a savegame, under the name it was saved with: what the game's own list shows.
pub fn picture(part: Part<'_>, scene: &mut Scene) {
    let label = part.file.sections.iter().find_map(|section| match &section.body {
        Body::Label(label) if part.texts.get(section.name) == "SaveGameName" => Some(label.text()),
        _ => None,
    });
    for (index, section) in part.file.sections.iter().enumerate() {
        let Body::Picture(picture) = &section.body else { continue };
        let Some((width, height)) = picture.size() else { continue };
        let (start, len) = part.places.section(index);
        scene.cover = scene.cover.or(u32::try_from(scene.textures.len()).ok());
        scene.textures.push(Texture {
            name: label.clone().unwrap_or_else(|| "picture".to_owned()),
            id: 0,
            width,
            height,
            format: TexelFormat::Rgba8,
            palette: None,
            pixels: Arc::new(Shown { picture: picture.clone(), width, height, start }),
            origin: Origin::new(
                Span::new(part.source.id(), start, len),
                format!("sections[{index}]"),
            ),
        });
    }
}

struct Shown {
    picture: Picture,
    width: u32,
    height: u32,
    start: u64,
}

impl TextureData for Shown {
    fn decode(&self) -> Texels {
        Texels::Rgba(self.picture.texels())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let row = u64::from(self.height - 1 - y) * Picture::row(self.width) as u64;
        Some(self.start + self.picture.first()? as u64 + row + 3 * u64::from(x))
    }
}
