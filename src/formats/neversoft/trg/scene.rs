//! Builds helpers: points for positions, lines for rails and links.
//!
//! The file's axes are X right, Y down, Z forward in whole world units; the scene has +Y up, so a
//! position becomes (x, −y, −z) (format document, sections 14 and 18).

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;

use super::listing::listing;
use super::node::Node;
use super::requests::Players;
use super::shapes::{rail_layer, reaches, tint};
use super::{Body, Trg, tables};
use crate::container::{Names, NoNames};
use crate::formats::Loaded;
use crate::scene::{
    Atmosphere, Backdrop, Fog, Growth, Helper, HelperId, HelperShape, LayerKind, Scene, Start,
};

/// Eye height of a person in world units; 34 units are one foot (section 14).
const EYE_HEIGHT: f32 = 185.0;

/// Layers of helpers that are initially visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VisibleLayers {
    /// No helpers: the picture shows what the game draws.
    Nothing,
    /// Points and rails, in a level.
    Points,
    /// All but links, if there is nothing else to display.
    #[default]
    Everything,
}

/// Context from outside the file.
pub struct Surroundings<'a> {
    pub names: &'a dyn Names,
    pub shows: VisibleLayers,
    /// Game modes, the usual one first.
    pub ways: Vec<GameMode>,
}

/// Game mode: one of the sets of files of a level.
pub struct GameMode {
    /// Number of players, which selects the commands.
    pub players: Players,
    /// Scene position of each model by name hash: crates, goals and command points do not store a
    /// position.
    pub models: HashMap<u32, Vec3>,
}

/// Elements that are specific to one game mode.
pub struct ModeElements {
    /// Helpers that are not common to all modes.
    pub helpers: Vec<HelperId>,
    pub air: Atmosphere,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        let way = GameMode { players: Players::One, models: HashMap::new() };
        Self { names: &NoNames, shows: VisibleLayers::default(), ways: vec![way] }
    }
}

/// Adds the nodes of a trigger file to a scene: helpers in layers by type, starts, fog and colours, and
/// tables. Returns the elements specific to each game mode.
pub fn add_helpers(
    file: &Loaded<Trg>,
    scene: &mut Scene,
    around: &Surroundings<'_>,
) -> Vec<ModeElements> {
    let own = |way: &GameMode| ModeElements { helpers: Vec::new(), air: air(file, way.players) };
    let mut own: Vec<ModeElements> = around.ways.iter().map(own).collect();
    let drafts = around.ways.iter().map(|way| Draft::of(file, way));
    let drafts: Vec<Draft<'_>> = drafts.collect();
    for (index, node) in file.records.nodes.iter().enumerate() {
        let made = drafts.iter().map(|draft| draft.node(index, node));
        for (part, ways) in joined(made) {
            let id = part.add(file, scene, around.shows);
            if ways.len() < drafts.len() {
                for way in ways {
                    own.get_mut(way).into_iter().for_each(|own| own.helpers.push(id));
                }
            }
        }
    }
    if let (Some(way), Some(own)) = (around.ways.first(), own.first()) {
        scene.starts.extend(starts(file, way.players));
        scene.air = own.air.clone();
    }
    scene.tables.extend(tables::tables(file, around.names));
    scene.listing = Some(Arc::new(listing(file, around.names)));
    own
}

/// Merges equal parts of several game modes, with the list of modes for each.
fn joined(made: impl Iterator<Item = Vec<NewHelper>>) -> Vec<(NewHelper, Vec<usize>)> {
    let mut all: Vec<(NewHelper, Vec<usize>)> = Vec::new();
    // A node may have thousands of links, each with a separate path.
    let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
    for (way, parts) in made.enumerate() {
        for part in parts {
            let known = by_path.entry(part.path.clone()).or_default();
            let same = known.iter().find(|at| all.get(**at).is_some_and(|(own, _)| *own == part));
            match same.and_then(|at| all.get_mut(*at)) {
                Some((_, ways)) => ways.push(way),
                None => {
                    known.push(all.len());
                    all.push((part, vec![way]));
                }
            }
        }
    }
    all
}

/// A helper before it is added.
#[derive(PartialEq)]
struct NewHelper {
    name: String,
    layer: &'static str,
    /// Lowest `VisibleLayers` with which it is initially visible; `None` if it is always hidden at first.
    least: Option<VisibleLayers>,
    shape: HelperShape,
    path: String,
    tint: Option<[u8; 3]>,
}

impl NewHelper {
    fn add(self, file: &Loaded<Trg>, scene: &mut Scene, shows: VisibleLayers) -> HelperId {
        let Self { name, layer, least, shape, path, tint } = self;
        let shown = match shows {
            VisibleLayers::Nothing => false,
            VisibleLayers::Points => least == Some(VisibleLayers::Points),
            VisibleLayers::Everything => least.is_some(),
        };
        let layer = scene.layer(layer, LayerKind::Helper, shown);
        let id = scene.helpers.push(Helper { name, layer, shape, origin: file.origin(path) });
        scene.tints.extend(tint.map(|tint| (id, tint)));
        id
    }
}

/// Nodes as they apply in one game mode.
struct Draft<'a> {
    way: &'a GameMode,
    nodes: &'a [Node],
    /// Position of each node.
    at: Vec<Option<Vec3>>,
}

impl<'a> Draft<'a> {
    fn of(file: &'a Loaded<Trg>, way: &'a GameMode) -> Self {
        let nodes = &file.records.nodes;
        Self { way, nodes, at: nodes.iter().map(|node| location(node, way)).collect() }
    }

    fn node(&self, index: usize, node: &Node) -> Vec<NewHelper> {
        let mut parts = Vec::new();
        let path = format!("nodes[{index}]");
        if let Some(from) = self.at.get(index).copied().flatten() {
            let heading = node.angles().map(|angles| angles.heading());
            parts.push(NewHelper {
                name: tables::node_name(index, node),
                layer: layer_of(node),
                least: Some(VisibleLayers::Points),
                shape: HelperShape::Point { at: from, heading },
                path: path.clone(),
                tint: tint(node),
            });
            let links = node.links().iter().enumerate();
            parts.extend(links.filter_map(|(i, link)| {
                self.link((index, node, from), *link, format!("{path}.links[{i}]"))
            }));
            parts.extend(self.members(index, node, from));
        }
        // Boxes have absolute positions, even if their node has none.
        parts.extend(reaches(node).into_iter().map(|reach| NewHelper {
            name: format!("{} {index}: {}", node.kind_name(), reach.name),
            layer: reach.layer,
            least: Some(VisibleLayers::Everything),
            shape: reach.shape,
            path: format!("{path}{}", reach.path),
            tint: reach.tint,
        }));
        parts
    }

    /// Lines from the centre of a cluster to each of its objects.
    fn members(&self, index: usize, node: &Node, from: Vec3) -> Vec<NewHelper> {
        let Body::Cluster(cluster) = &node.body else { return Vec::new() };
        let member = |(i, model): (usize, &u32)| {
            let to = *self.way.models.get(model)?;
            Some(NewHelper {
                name: format!("{index} → {model:08x}"),
                layer: layer_of(node),
                least: Some(VisibleLayers::Points),
                shape: HelperShape::Line(vec![from, to]),
                path: format!("nodes[{index}].models[{i}]"),
                tint: None,
            })
        };
        cluster.models.iter().enumerate().filter_map(member).collect()
    }

    /// Line to another node, along a rail if both nodes belong to one. Links cross the whole level, so
    /// they are hidden initially.
    fn link(
        &self,
        (index, node, from): (usize, &Node, Vec3),
        link: u16,
        path: String,
    ) -> Option<NewHelper> {
        let to = self.at.get(usize::from(link)).copied().flatten()?;
        let other = self.nodes.get(usize::from(link))?;
        let rail = matches!((&node.body, &other.body), (Body::Rail(_), Body::Rail(_)));
        let shape = HelperShape::Line(vec![from, to]);
        let name = format!("{index} → {link}");
        Some(match rail {
            true => {
                let (layer, least) = (layer_of(node), Some(VisibleLayers::Points));
                NewHelper { name, layer, least, shape, path, tint: tint(node) }
            }
            false => NewHelper { name, layer: "Links", least: None, shape, path, tint: None },
        })
    }
}

/// Fog and background colour at the start of the level (section 15).
fn air(file: &Loaded<Trg>, players: Players) -> Atmosphere {
    let orders = file.records.orders(players);
    let fade = orders.fade_colour();
    let fog = orders.fog().filter(|([_, range], _)| *range > 0);
    let fog = fog.map(|([start, range], path)| Fog {
        start: start.into(),
        range: range.into(),
        growth: Growth::Even,
        colour: fade.map(|(colour, _)| colour),
        origin: file.origin(path),
    });
    let sky = orders.sky_colour();
    let backdrop = sky.map(|(colour, path)| Backdrop { colour, origin: file.origin(path) });
    Atmosphere { fog, backdrop }
}

/// Restarts, with the start of the level first.
fn starts(file: &Loaded<Trg>, players: Players) -> Vec<Start> {
    let restarts = file.records.nodes.iter().enumerate().filter_map(|(index, node)| {
        let Body::Restart(restart) = &node.body else { return None };
        let (at, angles) = (node.position()?.to_scene(), node.angles().unwrap_or_default());
        let name = restart.name.as_str().into_owned();
        let origin = file.origin(format!("nodes[{index}]"));
        Some(Start::new(name, at, angles.heading(), EYE_HEIGHT, origin))
    });
    let mut starts: Vec<Start> = restarts.collect();
    if let Some(first) = file.records.orders(players).first_restart() {
        // Stable sort: the others keep their order.
        starts.sort_by_key(|start| !start.name.eq_ignore_ascii_case(&first));
    }
    starts
}

/// Position of a node; for one without a position, the centre of its models.
fn location(node: &Node, way: &GameMode) -> Option<Vec3> {
    if let Some(position) = node.position() {
        return Some(position.to_scene());
    }
    let places = node.models().iter().filter_map(|model| way.models.get(model));
    let (sum, count) = places.fold((Vec3::ZERO, 0.0), |(sum, count), at| (sum + at, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

fn layer_of(node: &Node) -> &'static str {
    match (&node.body, node.kind) {
        (Body::Rail(rail), _) => rail_layer(rail.flags),
        (Body::Restart(_), _) => "Restarts",
        (Body::Powerup(_), _) => "Pickups",
        (Body::Model(_), 2 | 9) => "Crates",
        (Body::Model(_) | Body::Cluster(_), _) => "Trick objects",
        (Body::Camera(_), _) | (Body::Script(_), 1001) => "Cameras",
        (Body::Baddy(_) | Body::Spawn(_), _) => "Baddies",
        (Body::Light(_), _) => "Lights",
        (Body::Script(_), _) => "Scripts",
        (Body::CommandPoint(_), _) => "Command points",
        _ => "Points",
    }
}
