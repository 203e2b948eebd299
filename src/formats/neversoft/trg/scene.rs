//! Records to the neutral model: points for places, lines for rails and links.
//!
//! The file's axes are X right, Y down, Z forward in 20.12; the scene's are +Y up in world units,
//! so a place becomes (x, −y, −z) / 4096 (format document, section 14).

use glam::Vec3;

use super::node::Node;
use super::{Body, Trg, tables};
use crate::bytes::{SourceId, Span};
use crate::container::{Names, NoNames};
use crate::scene::{Helper, HelperShape, LayerKind, Origin, Scene, Start};

/// World units from the ground to the eyes of a person: there are 34 to the foot (section 14).
const EYE_HEIGHT: f32 = 185.0;

/// What is known outside the file.
pub struct Surroundings<'a> {
    pub names: &'a dyn Names,
    /// Where the level has the object with this model name, in scene units: the place of crates,
    /// goals and command points, which store none.
    pub model_at: &'a dyn Fn(u32) -> Option<Vec3>,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Self { names: &NoNames, model_at: &|_| None }
    }
}

/// Adds the nodes of `trg`, read from `source`, to a scene: helpers in layers by type, and tables.
pub fn add_helpers(trg: &Trg, source: SourceId, scene: &mut Scene) {
    add_helpers_in(trg, source, scene, &Surroundings::default());
}

/// Like [`add_helpers`], with what is known outside the file. In a scene that has geometry the new
/// layers start hidden: the picture is what the game draws.
pub fn add_helpers_in(trg: &Trg, source: SourceId, scene: &mut Scene, around: &Surroundings<'_>) {
    let places: Vec<_> = trg.nodes.iter().map(|node| place(node, around)).collect();
    let at = |index: u16| places.get(usize::from(index)).copied().flatten();
    let shown = scene.meshes.is_empty();
    for ((index, node), from) in trg.nodes.iter().enumerate().zip(&places) {
        let Some(from) = *from else { continue };
        let layer = scene.layer(layer_of(node), LayerKind::Helper, shown);
        let heading = node.angles().map(|angles| angles.heading());
        scene.helpers.push(Helper {
            name: tables::node_name(index, node),
            layer,
            shape: HelperShape::Point { at: from, heading },
            origin: node_origin(source, index, node),
        });
        for (i, link) in node.links().iter().flat_map(|links| &links.to).enumerate() {
            let (Some(to), Some(other)) = (at(*link), trg.nodes.get(usize::from(*link))) else {
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
                origin: link_origin(source, index, node, i),
            });
        }
    }
    scene.starts.extend(starts(trg, source));
    scene.tables.extend(tables::tables(trg, source, around.names));
}

/// The restarts, the one that the level begins at first.
fn starts(trg: &Trg, source: SourceId) -> Vec<Start> {
    let restarts = trg.nodes.iter().enumerate().filter_map(|(index, node)| {
        let Body::Restart(restart) = &node.body else { return None };
        let (at, angles) = (node.position()?.to_scene(), node.angles().unwrap_or_default());
        let name = restart.name.as_str().into_owned();
        let origin = node_origin(source, index, node);
        Some(Start::new(name, at, angles.heading(), EYE_HEIGHT, origin))
    });
    let mut starts: Vec<Start> = restarts.collect();
    if let Some(first) = trg.first_restart() {
        // The others keep their order.
        starts.sort_by_key(|start| !start.name.eq_ignore_ascii_case(&first));
    }
    starts
}

/// The bytes and the path of a node.
pub(super) fn node_origin(source: SourceId, index: usize, node: &Node) -> Origin {
    Origin::new(Span::new(source, node.at.start, node.at.len), format!("nodes[{index}]"))
}

fn link_origin(source: SourceId, index: usize, node: &Node, link: usize) -> Origin {
    let start = node.links().map_or(0, |links| links.at.start);
    let span = Span::new(source, start + 2 * link as u64, 2);
    Origin::new(span, format!("nodes[{index}].links[{link}]"))
}

fn place(node: &Node, around: &Surroundings<'_>) -> Option<Vec3> {
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
