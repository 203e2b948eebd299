//! Texts among the properties of models, which name what they lead to.

use std::collections::{HashMap, HashSet};

use super::super::grf::values::{Value, Values};
use super::level::{Level, Thing};

/// How deep groups are followed.
const MAX_DEPTH: usize = 16;

/// A text among the properties of a model.
pub struct Said {
    /// Names of the groups around it and its own: `Action00.Sample`.
    pub path: String,
    pub name: String,
    pub text: String,
    /// `ActionType` of the group that it is in.
    pub action: Option<i32>,
}

/// The texts of all models, by the IDs of their groups.
pub struct Texts(HashMap<u32, Vec<Said>>);

impl Texts {
    /// A group inside several others counts for the first of them: none is in real levels, and
    /// made-up ones cannot multiply theirs.
    pub fn of(level: &Level<'_>) -> Self {
        let mut all = HashMap::new();
        let Some(values) = &level.values else { return Self(all) };
        let mut seen = HashSet::new();
        for thing in level.things.iter().filter(|thing| thing.group != 0) {
            all.entry(thing.group).or_insert_with(|| {
                let mut said = Vec::new();
                collect(values, thing.group, "", MAX_DEPTH, &mut seen, &mut said);
                said
            });
        }
        Self(all)
    }

    pub fn of_thing(&self, thing: &Thing) -> &[Said] {
        self.0.get(&thing.group).filter(|_| thing.group != 0).map_or(&[], Vec::as_slice)
    }
}

fn collect(
    values: &Values<'_>,
    group: u32,
    above: &str,
    depth: usize,
    seen: &mut HashSet<usize>,
    said: &mut Vec<Said>,
) {
    let action = values.int(group, "ActionType");
    for (index, entry) in values.properties(group) {
        let name = values.name(entry);
        match &entry.value {
            Value::Text(_) => {
                let (path, text) = (format!("{above}{name}"), entry.value.text());
                said.push(Said { path, name, text, action });
            }
            Value::Group(_) if depth > 0 && seen.insert(index) => {
                let inner = format!("{above}{name}.");
                collect(values, entry.key.id, &inner, depth - 1, seen, said);
            }
            _ => {}
        }
    }
}

/// The instance that a text leads to: whatever has its exact name, unless the property is known to
/// be no name.
pub fn instance_of(level: &Level<'_>, name: &str, text: &str) -> Option<usize> {
    let is_other = matches!(name, "Class" | "Type" | "Sample" | "SoundMaterial" | "AnimationName");
    level.named(text).filter(|_| !is_other)
}
