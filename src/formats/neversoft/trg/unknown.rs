//! Reports unknown values in nodes: a note for each kind of value, at its first node.

use std::collections::BTreeMap;

use super::command::{Command, Operand};
use super::kinds::{
    BADDY_FLAGS, BADDY_KINDS, CAMERA_KINDS, FOLLOW_MODES, GROUND, PICKUPS, PRIORITIES, RAIL_FLAGS,
    RAIL_SURFACE, SURFACES,
};
use super::node::{Body, Node};
use super::opcodes;
use crate::bytes::{Hint, Severity, Symbol};
use crate::formats::Report;

/// Reports each kind of unknown value with its number of occurrences.
pub(super) fn report(nodes: &[Node], report: &mut Report<'_>) {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.broken.is_none()) {
        for (what, field) in of_body(&node.body).into_iter().chain(of_lists(node)) {
            found.entry(what).or_default().push(format!("nodes[{index}].{field}"));
        }
    }
    for (what, paths) in found {
        report.first(Severity::Note, paths, &format!("unknown {what}"));
    }
}

/// Kind of value, and its field.
type UnknownValue = (&'static str, String);

fn is_known(symbols: &[Symbol], value: impl Into<u32>) -> bool {
    let value = value.into();
    symbols.iter().any(|symbol| symbol.value == value)
}

fn of_body(body: &Body) -> Vec<UnknownValue> {
    let mut found: Vec<UnknownValue> = Vec::new();
    let mut check = |is_known: bool, what, field: &str| {
        if !is_known {
            found.push((what, field.to_owned()));
        }
    };
    match body {
        Body::Baddy(baddy) => {
            check(is_known(BADDY_KINDS, baddy.kind), "kind of baddy", "kind");
            check(is_known(PRIORITIES, baddy.priority), "priority of a baddy", "priority");
            let flag = baddy.flags.iter().position(|flag| !is_known(BADDY_FLAGS, *flag));
            let field = flag.map_or_else(String::new, |at| format!("flags[{at}]"));
            check(flag.is_none(), "flag of a baddy", &field);
        }
        Body::Powerup(pickup) => {
            check(is_known(PICKUPS, pickup.kind), "kind of pickup", "kind");
            check(is_known(GROUND, pickup.ground), "placement of a pickup", "ground");
        }
        Body::Camera(camera) => {
            check(is_known(CAMERA_KINDS, camera.kind), "kind of camera", "kind");
            check(is_known(FOLLOW_MODES, camera.mode), "camera mode", "mode");
        }
        Body::Rail(rail) => {
            let named = RAIL_FLAGS.iter().fold(0, |all, bit| all | bit.mask);
            check(u32::from(rail.flags) & !named == 0, "flag of a rail", "flags");
            let surface = rail.flags & RAIL_SURFACE;
            check(is_known(SURFACES, surface), "surface of a rail", "flags");
        }
        _ => {}
    }
    found
}

/// Unknown values in the commands and in the script.
fn of_lists(node: &Node) -> impl Iterator<Item = UnknownValue> {
    let commands = node.commands().iter().enumerate();
    let operands = commands.flat_map(|(at, command)| of_command(at, command));
    let words = node.script().iter().enumerate();
    let words = words.filter(|(_, item)| !item.is_literal() && item.name().is_empty());
    operands.chain(words.map(|(at, _)| ("word of a script", format!("script[{at}].word"))))
}

fn of_command(at: usize, command: &Command) -> impl Iterator<Item = UnknownValue> {
    let specs = opcodes::named(command.opcode, command.operands.len());
    specs.iter().zip(&command.operands).filter_map(move |(spec, operand)| {
        let (Hint::Enum(symbols), Operand::Word(word)) = (spec.hint, operand) else { return None };
        let field = || format!("commands[{at}].{}", spec.name);
        (!is_known(symbols, *word)).then(|| ("operand of a command", field()))
    })
}
