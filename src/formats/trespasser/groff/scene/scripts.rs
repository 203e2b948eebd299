//! Table of the actions of triggers.

use std::collections::HashSet;

use super::super::grf::values::{Entry, Value, Values};
use super::level::Level;
use super::scene_builder::Draft;
use crate::scene::Table;

/// Names of the actions, by `ActionType`.
const ACTIONS: [&str; 36] = [
    "voice-over",
    "ambient sound",
    "music",
    "fade music",
    "overlay",
    "fog",
    "renderer",
    "terrain",
    "image cache",
    "AI",
    "physics",
    "substitute mesh",
    "depth sort",
    "sky",
    "alpha water",
    "enable water",
    "load level",
    "animate properties",
    "teleport",
    "save",
    "magnet",
    "animate texture",
    "hide or show",
    "sound effect",
    "wake AI",
    "delay",
    "scripted animation",
    "set variable",
    "hint",
    "audio environment",
    "substitute AI",
    "end game",
    "control player",
    "AI system",
    "text",
    "water disturbance",
];

/// The name of an action type.
pub fn action_name(number: i32) -> &'static str {
    let known = usize::try_from(number).ok().and_then(|at| ACTIONS.get(at));
    known.copied().unwrap_or("unknown action")
}

/// Adds the table of actions, in the order of the triggers.
pub fn add(level: &Level<'_>, draft: &mut Draft<'_>) {
    let Some(values) = &level.values else { return };
    let mut list = Table::new("Scripts", &["trigger", "class", "when", "action", "with"]);
    let mut seen = HashSet::new();
    let triggers = level.instances.iter().filter(|instance| level.facts(instance).is_trigger());
    for instance in triggers.filter(|instance| seen.insert(instance.group)) {
        let class = level.facts(instance).class.clone().unwrap_or_default();
        let condition = values.text(instance.group, "FireExpression").unwrap_or_default();
        let head = [instance.name.clone(), class, condition];
        for (index, entry) in actions(values, instance.group) {
            action(level, values, &head, index, entry, &mut list);
        }
    }
    draft.table(list);
}

/// The actions of a trigger: the trigger itself, which may be one without groups, then its groups.
pub fn actions<'a>(values: &Values<'a>, group: u32) -> Vec<(usize, &'a Entry)> {
    let own = values.index(group).filter(|_| values.int(group, "ActionType").is_some());
    let own = own.and_then(|index| Some((index, values.entry(index)?)));
    let is_action = |(_, entry): &(usize, &Entry)| {
        values.name(entry).starts_with("Action") && matches!(entry.value, Value::Group(_))
    };
    own.into_iter().chain(values.properties(group).filter(is_action)).collect()
}

/// Properties of a trigger that are not part of its action.
const OF_TRIGGERS: [&str; 4] = ["Class", "BoundVol", "FireExpression", "ActionType"];

fn action(
    level: &Level<'_>,
    values: &Values<'_>,
    [trigger, class, condition]: &[String; 3],
    index: usize,
    group: &Entry,
    list: &mut Table,
) {
    let id = group.key.id;
    let kind = values.int(id, "ActionType");
    let mut operands = Vec::new();
    for (_, entry) in values.properties(id) {
        let name = values.name(entry);
        if !matches!(entry.value, Value::Group(_)) && !OF_TRIGGERS.contains(&name.as_str()) {
            operands.push(format!("{name} = {}", entry.value.text()));
        }
    }
    let cells = [
        trigger.clone(),
        class.clone(),
        condition.clone(),
        kind.map_or("no action", action_name).to_owned(),
        operands.join(", "),
    ];
    list.row(level.entry_origin(index), cells);
}
