//! Tables of a trigger file: its nodes, commands and scripts.

use super::Trg;
use super::command::{Command, Operand};
use super::kinds::{GROUND, RAIL_FLAGS};
use super::node::{Body, Node};
use super::pieces::{Angles, Rgb};
use super::requests::Players;
use super::script::{OperandValue, ScriptItem};
use crate::bytes::{Hint, Value};
use crate::container::Names;
use crate::formats::Loaded;
use crate::scene::Table;

/// Columns of the node table: common ones first, then those of specific types.
const NODE_COLUMNS: [&str; 18] = [
    "node",
    "type",
    "kind",
    "model",
    "position",
    "links",
    "angles",
    "range",
    "inner",
    "outer",
    "falloff",
    "first colour",
    "second colour",
    "flags",
    "ground",
    "respawn",
    "priority",
    "number",
];

/// Name of a node: `RESTART 1 "Start"`.
pub(super) fn node_name(index: usize, node: &Node) -> String {
    format!("{} {index} {}", node.kind_name(), node.detail()).trim_end().to_owned()
}

/// Tables "Nodes", "Commands" and "Scripts", without empty ones.
pub(super) fn tables(file: &Loaded<Trg>, names: &dyn Names) -> Vec<Table> {
    let nodes = file.records.nodes.iter().enumerate().filter(|(_, node)| node.is_stored());
    let mut all = Table::new("Nodes", &NODE_COLUMNS);
    let mut commands = Table::new("Commands", &["node", "command", "name", "operands"]);
    let mut scripts = Table::new("Scripts", &["node", "item", "word", "meaning"]);
    for (index, node) in nodes {
        all.row(file.origin(format!("nodes[{index}]")), node_cells(index, node, names));
        for (i, command) in node.commands().iter().enumerate() {
            let origin = file.origin(format!("nodes[{index}].commands[{i}]"));
            commands.row(origin, command_cells(index, i, command, names));
        }
        for (i, item) in node.script().iter().enumerate() {
            let origin = file.origin(format!("nodes[{index}].script[{i}]"));
            scripts.row(origin, script_cells(index, i, item, names));
        }
    }
    [all, commands, scripts, air(file)].into_iter().filter_map(Table::with_rows).collect()
}

/// Fog and colours at the start of the level, with the commands that set them.
fn air(file: &Loaded<Trg>) -> Table {
    let mut table = Table::new("Fog and colours", &["what", "value"]);
    add_air(file, Players::One, "", &mut table);
    if file.records.is_for_two() {
        add_air(file, Players::Two, " for two players", &mut table);
    }
    table
}

fn add_air(file: &Loaded<Trg>, players: Players, whose: &str, table: &mut Table) {
    let orders = file.records.orders(players);
    let mut row = |what: &str, value: String, path: String| {
        table.row(file.origin(path), vec![format!("{what}{whose}"), value]);
    };
    if let Some(([start, range], path)) = orders.fog() {
        let value =
            format!("from {start} units, complete at {}", u32::from(start) + u32::from(range));
        row("fog", value, path);
    }
    let words = |[r, g, b]: [u8; 3]| format!("red {r}, green {g}, blue {b}");
    if let Some((colour, path)) = orders.fade_colour() {
        row("fade colour", words(colour), path);
    }
    if let Some((colour, path)) = orders.sky_colour() {
        row("sky colour", words(colour), path);
    }
}

fn name_of(hash: u32, names: &dyn Names) -> String {
    names.name(hash).unwrap_or_else(|| format!("{hash:08x}"))
}

fn node_cells(index: usize, node: &Node, names: &dyn Names) -> Vec<String> {
    let links: Vec<_> = node.links().iter().map(u16::to_string).collect();
    vec![
        index.to_string(),
        node.kind_name(),
        node.detail(),
        named_models(node, names),
        node.position().map_or(String::new(), |position| position.to_string()),
        links.join(" "),
    ]
    .into_iter()
    .chain(own_values(node))
    .collect()
}

/// Values of the type-specific columns, in column order.
fn own_values(node: &Node) -> [String; 12] {
    let mut values: [String; 12] = Default::default();
    let [
        angles,
        reach,
        inner,
        outer,
        falloff,
        first,
        second,
        flags,
        ground,
        respawn,
        priority,
        word,
    ] = &mut values;
    if let Some(Angles { x, y, z }) = node.angles() {
        *angles = format!("{x} {y} {z}");
    }
    let meaning =
        |hint: Hint, value: u16| format!("{value:#x} {}", hint.meaning(&Value::Uint(value.into())));
    match &node.body {
        Body::Baddy(body) => {
            let set: Vec<_> = body.flags.iter().map(u8::to_string).collect();
            (*flags, *priority) = (set.join(" "), format!("{:#x}", body.priority));
        }
        Body::Powerup(body) => {
            let meant = Hint::Enum(GROUND).meaning(&Value::Uint(body.ground.into()));
            (*ground, *respawn) = (format!("{} {meant}", body.ground), body.respawn.to_string());
            *word = Some(body.number)
                .filter(|n| *n != u16::MAX)
                .map_or_else(String::new, |n| n.to_string());
        }
        Body::Rail(body) => *flags = meaning(Hint::Flags(RAIL_FLAGS), body.flags),
        Body::Light(body) => {
            let stored = [body.range, body.inner, body.outer, body.falloff];
            [*reach, *inner, *outer, *falloff] = stored.map(|value| value.to_string());
            let hex = |Rgb { r, g, b }: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
            (*first, *second) = (hex(body.colour_0), hex(body.colour_1));
        }
        Body::Spawn(body) => *word = body.unknown_02.to_string(),
        _ => {}
    }
    values
}

/// Models to which a node refers, by name.
pub(super) fn named_models(node: &Node, names: &dyn Names) -> String {
    let models: Vec<_> = node.models().iter().map(|model| name_of(*model, names)).collect();
    models.join(", ")
}

/// Operands as text, with model names.
pub(super) fn named_operands(command: &Command, names: &dyn Names) -> String {
    let mut operands = command.operand_text();
    for operand in &command.operands {
        if let Operand::Name { hash, .. } = operand
            && let Some(name) = names.name(*hash)
        {
            operands = operands.replace(&format!("{hash:08x}"), &name);
        }
    }
    operands
}

fn command_cells(node: usize, index: usize, command: &Command, names: &dyn Names) -> Vec<String> {
    let operands = named_operands(command, names);
    let known = command.name();
    let name = if known.is_empty() { format!("{:#x}", command.opcode) } else { known.to_owned() };
    vec![node.to_string(), index.to_string(), name, operands]
}

fn script_cells(node: usize, index: usize, item: &ScriptItem, names: &dyn Names) -> Vec<String> {
    let mut meaning = item.describe();
    if let OperandValue::Model { hash, .. } = item.operand
        && let Some(name) = names.name(hash)
    {
        meaning.push_str(&format!(" ({name})"));
    }
    vec![node.to_string(), index.to_string(), format!("{:#06x}", item.word), meaning]
}
