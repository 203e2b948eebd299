//! Builds trigger nodes and files from scratch.

use gouraud::bytes::Arrangement;
use gouraud::formats::neversoft::trg::command::{Command, Operand};
use gouraud::formats::neversoft::trg::node::{
    Baddy, Body, Camera, CommandNode, CommandPoint, ModelNode, Node, Point, Powerup, Rail, Restart,
    ScriptPoint,
};
use gouraud::formats::neversoft::trg::pieces::{Angles, Links, Position, Text};
use gouraud::formats::neversoft::trg::script::{self, OperandValue, ScriptItem};
use gouraud::formats::neversoft::trg::{Trg, opcodes};

/// A THPS file with these nodes and a terminator.
pub fn file(mut nodes: Vec<Node>) -> Trg {
    nodes.push(node(255, Body::Terminator));
    Trg { major: 2, minor: 0, nodes, pieces: Arrangement::default() }
}

/// Adds a node before the terminator and returns its index.
pub fn add(file: &mut Trg, node: Node) -> u16 {
    let ended = file.nodes.last().is_some_and(|n| matches!(n.body, Body::Terminator));
    let index = file.nodes.len() - usize::from(ended);
    file.nodes.insert(index, node);
    for moved in file.pieces.order.iter_mut().filter(|moved| **moved >= index) {
        *moved += 1;
    }
    u16::try_from(index).unwrap_or(u16::MAX)
}

/// A node whose `body` must have the layout of `kind`.
pub fn node(kind: u16, body: impl Into<Body>) -> Node {
    Node { kind, body: body.into(), ..Node::default() }
}

pub fn autoexec(commands: Vec<Command>) -> Node {
    node(4, CommandNode { commands: commands.into() })
}

pub fn point(position: Position, links: impl Into<Links>) -> Node {
    let (links, position) = (links.into(), position.into());
    node(3, Point { links, position, ..Point::default() })
}

/// A crate, by its model's name hash; `kind` is 2, or 9, 12, 14 for other kinds of the same layout.
pub fn object(kind: u16, model: u32, links: impl Into<Links>) -> Node {
    let links = links.into();
    node(kind, ModelNode { links, model, ..ModelNode::default() })
}

/// A pickup that keeps its height and reappears.
pub fn powerup(kind: u16, position: Position) -> Node {
    let (position, ground, respawn, number) = (position.into(), 1, 1, u16::MAX);
    node(5, Powerup { kind, position, ground, respawn, number, ..Powerup::default() })
}

pub fn command_point(model: u32, links: impl Into<Links>, commands: Vec<Command>) -> Node {
    let (links, commands) = (links.into(), commands.into());
    let body = CommandPoint { links, model, commands, ..CommandPoint::default() };
    node(6, body)
}

pub fn restart(
    name: &str,
    position: Position,
    angles: Angles,
    links: impl Into<Links>,
    commands: Vec<Command>,
) -> Node {
    let (links, name, commands) = (links.into(), name.into(), commands.into());
    let position = position.into();
    let body = Restart { links, position, angles, name, commands, ..Restart::default() };
    node(8, body)
}

/// The first node of a rail; links lead to the next ones.
pub fn rail_def(position: Position, flags: u16, links: impl Into<Links>) -> Node {
    rail(10, position, flags, links.into())
}

pub fn rail_point(position: Position, flags: u16, links: impl Into<Links>) -> Node {
    rail(11, position, flags, links.into())
}

fn rail(kind: u16, position: Position, flags: u16, links: Links) -> Node {
    node(kind, Rail { links, position: position.into(), flags, ..Rail::default() })
}

pub fn camera(position: Position, kind: u16, mode: u16, links: impl Into<Links>) -> Node {
    let (links, position) = (links.into(), position.into());
    node(13, Camera { links, position, kind, mode, ..Camera::default() })
}

/// A baddy of priority 0x1000 that is active at the start.
pub fn baddy(
    kind: u16,
    position: Position,
    angles: Angles,
    links: impl Into<Links>,
    script: Vec<ScriptItem>,
) -> Node {
    let flags = vec![2, 0, 0];
    let (links, position) = (links.into(), position.into());
    let (priority, script) = (0x1000, script.into());
    let body = Baddy { kind, priority, links, flags, position, angles, script, ..Baddy::default() };
    node(1, body)
}

pub fn script_point(
    position: Position,
    angles: Angles,
    links: impl Into<Links>,
    script: Vec<ScriptItem>,
) -> Node {
    let (links, position, script) = (links.into(), position.into(), script.into());
    let body = ScriptPoint { links, position, angles, script, ..ScriptPoint::default() };
    node(1000, body)
}

/// A command that loads the level's geometry, by name without extension.
pub fn spool_env(name: &str) -> Command {
    text(opcodes::SPOOL_ENV, name)
}

/// A command that loads a further file.
pub fn spool_in(name: &str) -> Command {
    text(opcodes::SPOOL_IN, name)
}

/// A command that names the object bank.
pub fn set_obj_file(name: &str) -> Command {
    text(opcodes::SET_OBJ_FILE, name)
}

pub fn command(opcode: u16, operands: Vec<Operand>) -> Command {
    Command { opcode, operands }
}

/// A command whose operands are all words.
pub fn words(opcode: u16, words: &[u16]) -> Command {
    command(opcode, words.iter().map(|word| Operand::Word(*word)).collect())
}

/// A command that takes a text.
pub fn text(opcode: u16, text: &str) -> Command {
    command(opcode, vec![Operand::Text(text.into())])
}

/// A command that draws the model called `model` as a layer of the sky.
pub fn background(model: u32, words: [u16; 3]) -> Command {
    let mut operands = vec![Operand::Name { pad: Vec::new(), hash: model }];
    operands.extend(words.map(Operand::Word));
    command(opcodes::BACKGROUND_CREATE, operands)
}

/// A command with the restarts that a cheat cycles through.
pub fn cheat_restarts(names: &[&str]) -> Command {
    let texts = names.iter().copied().chain([""]).map(Text::from).collect();
    command(opcodes::SET_CHEAT_RESTARTS, vec![Operand::Texts(texts)])
}

/// A command with a fade or sky colour, `0x00RRGGBB`; the fade colour is stored with red lowest.
pub fn colour(opcode: u16, rgb: u32) -> Command {
    let [_, r, g, b] = rgb.to_be_bytes();
    let stored = if opcode == opcodes::SET_FADE_COLOUR { [0, b, g, r] } else { [0, r, g, b] };
    let [high, low] = [[stored[0], stored[1]], [stored[2], stored[3]]].map(u16::from_be_bytes);
    words(opcode, &[high, low])
}

/// A word of a script with its operand.
pub fn taking(word: u16, operand: OperandValue) -> ScriptItem {
    ScriptItem { word, operand }
}

/// A word of a script without operands.
pub fn word(word: u16) -> ScriptItem {
    taking(word, OperandValue::Nothing)
}

/// The script word that places the model with this name hash.
pub fn places(hash: u32) -> ScriptItem {
    taking(script::MODEL, OperandValue::Model { pad: Vec::new(), hash })
}
