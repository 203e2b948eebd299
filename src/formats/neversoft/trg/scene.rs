//! Records to the neutral model: points for positions, lines for rails and links.
//!
//! The file's axes are X right, Y down, Z forward in 20.12; the scene's are +Y up in world units,
//! so a position becomes (x, −y, −z) / 4096 (format document, section 14).

use glam::Vec3;

use super::node::Node;
use super::{Body, Trg, tables};
use crate::container::{Names, NoNames};
use crate::formats::Loaded;
use crate::scene::{Helper, HelperShape, LayerKind, Scene, Start};

/// World units from the ground to the eyes of a person: there are 34 to the foot (section 14).
const EYE_HEIGHT: f32 = 185.0;

/// What is known outside the file.
pub struct Surroundings<'a> {
    pub names: &'a dyn Names,
    /// Where the level has the object with this model name, in scene units: the position of crates,
    /// goals and command points, which store none.
    pub model_at: &'a dyn Fn(u32) -> Option<Vec3>,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Self { names: &NoNames, model_at: &|_| None }
    }
}

/// Adds the nodes of a trigger file to a scene: helpers in layers by type, and tables. In a scene
/// that has geometry the new layers start hidden: the picture is what the game draws.
pub fn add_helpers(file: &Loaded<Trg>, scene: &mut Scene, around: &Surroundings<'_>) {
    let nodes = &file.records.nodes;
    let locations: Vec<_> = nodes.iter().map(|node| location(node, around)).collect();
    let at = |index: u16| locations.get(usize::from(index)).copied().flatten();
    let shown = scene.meshes.is_empty();
    for ((index, node), from) in nodes.iter().enumerate().zip(&locations) {
        let Some(from) = *from else { continue };
        let layer = scene.layer(layer_of(node), LayerKind::Helper, shown);
        let heading = node.angles().map(|angles| angles.heading());
        scene.helpers.push(Helper {
            name: tables::node_name(index, node),
            layer,
            shape: HelperShape::Point { at: from, heading },
            origin: file.origin(format!("nodes[{index}]")),
        });
        for (i, link) in node.links().iter().enumerate() {
            let (Some(to), Some(other)) = (at(*link), nodes.get(usize::from(*link))) else {
                continue;
            };
            let rail = is_rail(node) && is_rail(other);
            let layer = if rail { "Rails" } else { "Links" };
            // Links cross the whole level: they start hidden everywhere.
            let layer = scene.layer(layer, LayerKind::Helper, shown && rail);
            scene.helpers.push(Helper {
                name: format!("{index} → {link}"),
                layer,
                shape: HelperShape::Line(vec![from, to]),
                origin: file.origin(format!("nodes[{index}].links[{i}]")),
            });
        }
    }
    scene.starts.extend(starts(file));
    scene.tables.extend(tables::tables(file, around.names));
}

/// The restarts, the one that the level begins at first.
fn starts(file: &Loaded<Trg>) -> Vec<Start> {
    let restarts = file.records.nodes.iter().enumerate().filter_map(|(index, node)| {
        let Body::Restart(restart) = &node.body else { return None };
        let (at, angles) = (node.position()?.to_scene(), node.angles().unwrap_or_default());
        let name = restart.name.as_str().into_owned();
        let origin = file.origin(format!("nodes[{index}]"));
        Some(Start::new(name, at, angles.heading(), EYE_HEIGHT, origin))
    });
    let mut starts: Vec<Start> = restarts.collect();
    if let Some(first) = file.records.first_restart() {
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

fn is_rail(node: &Node) -> bool {
    matches!(node.body, Body::Rail(_))
}

fn layer_of(node: &Node) -> &'static str {
    match (&node.body, node.kind) {
        (Body::Rail(_), _) => "Rails",
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
