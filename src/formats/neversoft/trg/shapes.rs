//! Shapes for nodes: the boxes of their commands, the range of a light.

use super::command::{Command, Operand, Region};
use super::kinds::{RAIL_PLAYERS, RAIL_SURFACE};
use super::node::{Body, Node};
use super::opcodes;
use super::pieces::Rgb;
use crate::scene::HelperShape;

/// Shape of a node, with its layer.
pub(super) struct NodeShape {
    pub name: String,
    pub layer: &'static str,
    pub shape: HelperShape,
    /// Relative to the node's field path.
    pub path: String,
    pub tint: Option<[u8; 3]>,
}

/// All shapes of a node.
pub(super) fn reaches(node: &Node) -> Vec<NodeShape> {
    let commands = node.commands().iter().enumerate();
    let boxes = commands.flat_map(|(at, command)| boxes(at, command));
    boxes.chain(range(node)).collect()
}

/// Boxes of a command, in world units.
fn boxes(at: usize, command: &Command) -> impl Iterator<Item = NodeShape> {
    let layer = match command.opcode {
        opcodes::KILL_IN_BOX => "Kill boxes",
        opcodes::SHOW_IN_BOX => "Visibility boxes",
        _ => "Command boxes",
    };
    let operands = command.operands.iter();
    let regions = operands.filter_map(|operand| match operand {
        Operand::Boxes(regions) => Some(regions),
        _ => None,
    });
    regions.flatten().enumerate().map(move |(index, region)| NodeShape {
        name: format!("{} {index}", command.name()),
        layer,
        shape: shape_of(region),
        path: format!(".commands[{at}].boxes[{index}]"),
        tint: None,
    })
}

/// Box in scene axes; the conversion swaps the lower and upper ends of Y and Z.
fn shape_of(region: &Region) -> HelperShape {
    let (a, b) = (region.min.to_scene(), region.max.to_scene());
    HelperShape::Box { min: a.min(b), max: a.max(b) }
}

/// Sphere of a light's range.
fn range(node: &Node) -> Option<NodeShape> {
    let Body::Light(light) = &node.body else { return None };
    let (centre, radius) = (node.position()?.to_scene(), f32::from(light.range));
    (radius > 0.0).then(|| NodeShape {
        name: format!("range {radius}"),
        layer: "Light ranges",
        shape: HelperShape::Sphere { centre, radius },
        path: ".range".to_owned(),
        tint: Some(rgb(light.colour_0)),
    })
}

fn rgb(colour: Rgb) -> [u8; 3] {
    [colour.r, colour.g, colour.b].map(|channel| u8::try_from(channel).unwrap_or(u8::MAX))
}

/// Colour of a node's point and rails: a light's second colour, a rail's material colour.
pub(super) fn tint(node: &Node) -> Option<[u8; 3]> {
    match &node.body {
        Body::Light(body) => Some(rgb(body.colour_1)),
        Body::Rail(body) => match body.flags & RAIL_SURFACE {
            0 => Some([206, 206, 196]),
            1 => Some([122, 178, 255]),
            2 => Some([222, 160, 92]),
            _ => None,
        },
        _ => None,
    }
}

/// Layer of a rail, by number of players.
pub(super) fn rail_layer(flags: u16) -> &'static str {
    match (flags & RAIL_PLAYERS) >> RAIL_PLAYERS.trailing_zeros() {
        0 => "Rails",
        1 => "Rails, players 1",
        2 => "Rails, players 2",
        _ => "Rails, players 3",
    }
}
