//! Text properties of models, which may name other instances.

use std::collections::{HashMap, HashSet};

use super::super::grf::values::{Value, Values};
use super::level::{Level, LevelInstance};

/// Maximum depth of nested groups.
const MAX_DEPTH: usize = 16;

/// A text property of a model.
pub struct TextProperty {
    /// Names of the surrounding groups and the property: `Action00.Sample`.
    pub path: String,
    pub name: String,
    pub text: String,
    /// `ActionType` of the property's group.
    pub action: Option<i32>,
}

/// The text properties of all models, by the ID of their group.
pub struct Texts(HashMap<u32, Vec<TextProperty>>);

impl Texts {
    /// Collects the text properties of all instances. A group inside several others is read only for the
    /// first one, so that crafted files cannot multiply their texts; in real levels no group is shared.
    pub fn of(level: &Level<'_>) -> Self {
        let mut all = HashMap::new();
        let Some(values) = &level.values else { return Self(all) };
        let mut seen = HashSet::new();
        for instance in level.instances.iter().filter(|instance| instance.group != 0) {
            all.entry(instance.group).or_insert_with(|| {
                let mut texts = Vec::new();
                collect(values, instance.group, "", MAX_DEPTH, &mut seen, &mut texts);
                texts
            });
        }
        Self(all)
    }

    pub fn of_instance(&self, instance: &LevelInstance) -> &[TextProperty] {
        self.0.get(&instance.group).filter(|_| instance.group != 0).map_or(&[], Vec::as_slice)
    }
}

fn collect(
    values: &Values<'_>,
    group: u32,
    above: &str,
    depth: usize,
    seen: &mut HashSet<usize>,
    texts: &mut Vec<TextProperty>,
) {
    let action = values.int(group, "ActionType");
    for (index, entry) in values.properties(group) {
        let name = values.name(entry);
        match &entry.value {
            Value::Text(_) => {
                let (path, text) = (format!("{above}{name}"), entry.value.text());
                texts.push(TextProperty { path, name, text, action });
            }
            Value::Group(_) if depth > 0 && seen.insert(index) => {
                let inner = format!("{above}{name}.");
                collect(values, entry.key.id, &inner, depth - 1, seen, texts);
            }
            _ => {}
        }
    }
}

/// The instance with this text as its exact name, unless the property is known to be something else.
pub fn instance_of(level: &Level<'_>, name: &str, text: &str) -> Option<usize> {
    let is_other = matches!(name, "Class" | "Type" | "Sample" | "SoundMaterial" | "AnimationName");
    level.named(text).filter(|_| !is_other)
}
