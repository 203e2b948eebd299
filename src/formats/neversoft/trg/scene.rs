//! Records to the neutral model: points for positions, lines for rails and links.
//!
//! The file's axes are X right, Y down, Z forward in 20.12; the scene's are +Y up in world units,
//! so a position becomes (x, −y, −z) / 4096 (format document, section 14).

use std::sync::Arc;

use glam::Vec3;

use super::listing::listing;
use super::node::Node;
use super::orders::Players;
use super::shapes::{rail_layer, reaches, tint};
use super::{Body, Trg, tables};
use crate::container::{Names, NoNames};
use crate::formats::Loaded;
use crate::scene::{Backdrop, Fog, Helper, HelperShape, LayerKind, Scene, Start};

/// World units from the ground to the eyes of a person: there are 34 to the foot (section 14).
const EYE_HEIGHT: f32 = 185.0;

/// Which layers of helpers are shown at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shows {
    /// None: the picture is what the game draws.
    Nothing,
    /// Points and rails, in a level.
    Points,
    /// All but links, where there is nothing else to see.
    #[default]
    Everything,
}

/// What is known outside the file.
pub struct Surroundings<'a> {
    pub names: &'a dyn Names,
    /// Where the level has the object with this model name, in scene units: the position of crates,
    /// goals and command points, which store none.
    pub model_at: &'a dyn Fn(u32) -> Option<Vec3>,
    pub shows: Shows,
    /// Whose commands count.
    pub players: Players,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        let (shows, players) = (Shows::default(), Players::One);
        Self { names: &NoNames, model_at: &|_| None, shows, players }
    }
}

/// Adds the nodes of a trigger file to a scene: helpers in layers by type, starts, air, and tables.
pub fn add_helpers(file: &Loaded<Trg>, scene: &mut Scene, around: &Surroundings<'_>) {
    let nodes = &file.records.nodes;
    let at: Vec<_> = nodes.iter().map(|node| location(node, around)).collect();
    let mut draft = Draft { file, scene, at, shows: around.shows };
    for (index, node) in nodes.iter().enumerate() {
        draft.node(index, node);
    }
    scene.starts.extend(starts(file, around.players));
    add_air(file, scene, around.players);
    scene.tables.extend(tables::tables(file, around.names));
    scene.listing = Some(Arc::new(listing(file, around.names)));
}

/// Helpers as they are made.
struct Draft<'a> {
    file: &'a Loaded<Trg>,
    scene: &'a mut Scene,
    /// Where each node is.
    at: Vec<Option<Vec3>>,
    shows: Shows,
}

impl Draft<'_> {
    fn node(&mut self, index: usize, node: &Node) {
        let path = format!("nodes[{index}]");
        if let Some(from) = self.at.get(index).copied().flatten() {
            let heading = node.angles().map(|angles| angles.heading());
            let shape = HelperShape::Point { at: from, heading };
            let name = tables::node_name(index, node);
            self.push(name, (layer_of(node), Shows::Points), shape, &path, tint(node));
            for (i, link) in node.links().iter().enumerate() {
                self.link((index, node, from), *link, &format!("{path}.links[{i}]"));
            }
        }
        // Boxes are where they say, whether their node is anywhere or not.
        for reach in reaches(node) {
            let name = format!("{} {index}: {}", node.kind_name(), reach.name);
            let layer = (reach.layer, Shows::Everything);
            self.push(name, layer, reach.shape, &format!("{path}{}", reach.path), reach.tint);
        }
    }

    /// A line to another node: along a rail where both are of one. Links cross the whole level: they
    /// start hidden everywhere.
    fn link(&mut self, (index, node, from): (usize, &Node, Vec3), link: u16, path: &str) {
        let to = self.at.get(usize::from(link)).copied().flatten();
        let other = self.file.records.nodes.get(usize::from(link));
        let (Some(to), Some(other)) = (to, other) else { return };
        let rail = matches!((&node.body, &other.body), (Body::Rail(_), Body::Rail(_)));
        let shape = HelperShape::Line(vec![from, to]);
        let name = format!("{index} → {link}");
        if rail {
            self.push(name, (layer_of(node), Shows::Points), shape, path, tint(node));
        } else {
            let layer = self.scene.layer("Links", LayerKind::Helper, false);
            let origin = self.file.origin(path);
            self.scene.helpers.push(Helper { name, layer, shape, origin });
        }
    }

    /// In a layer that is shown at first where at least so much is.
    fn push(
        &mut self,
        name: String,
        (layer, least): (&str, Shows),
        shape: HelperShape,
        path: &str,
        tint: Option<[u8; 3]>,
    ) {
        let shown = match self.shows {
            Shows::Nothing => false,
            Shows::Points => least == Shows::Points,
            Shows::Everything => true,
        };
        let layer = self.scene.layer(layer, LayerKind::Helper, shown);
        let origin = self.file.origin(path);
        let id = self.scene.helpers.push(Helper { name, layer, shape, origin });
        self.scene.tints.extend(tint.map(|tint| (id, tint)));
    }
}

/// Fog and the colour behind everything, as they are when the level begins (section 15).
fn add_air(file: &Loaded<Trg>, scene: &mut Scene, players: Players) {
    let orders = file.records.orders(players);
    let fade = orders.fade_colour();
    let fog = orders.fog().filter(|([_, range], _)| *range > 0);
    scene.fog = fog.map(|([start, range], path)| Fog {
        start: start.into(),
        range: range.into(),
        colour: fade.map(|(colour, _)| colour),
        origin: file.origin(path),
    });
    let sky = orders.sky_colour();
    scene.backdrop = sky.map(|(colour, path)| Backdrop { colour, origin: file.origin(path) });
}

/// The restarts, the one that the level begins at first.
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
        // The others keep their order.
        starts.sort_by_key(|start| !start.name.eq_ignore_ascii_case(&first));
    }
    starts
}

fn location(node: &Node, around: &Surroundings<'_>) -> Option<Vec3> {
    match node.position() {
        Some(position) => Some(position.to_scene()),
        None => node.model().and_then(around.model_at),
    }
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
