//! Tables of a level: instances, and all values.

use std::collections::{HashMap, HashSet};

use super::super::grf::region::Region;
use super::super::grf::values::{Entry, Value};
use super::alpha::{self, Tints};
use super::level::{Level, LevelInstance};
use super::scene_builder::Draft;
use super::scripts::action_name;
use super::text_properties::instance_of;
use crate::bytes::count32;
use crate::formats::trespasser::name_hash;
use crate::scene::{Rows, Table};

/// The rows of each group of properties.
pub type Groups = HashMap<u32, Rows>;

/// Adds the tables to the scene.
pub fn add(level: &Level<'_>, tints: &Tints, draft: &mut Draft<'_>) -> Groups {
    instances(level, draft);
    values(level, tints, draft)
}

fn instances(level: &Level<'_>, draft: &mut Draft<'_>) {
    let columns = ["instance", "class", "model", "x", "y", "z", "turned", "scale", "values"];
    let mut list = Table::new("Instances", &columns);
    let region = level.groff().first::<Region>();
    let stored = region.map_or(&[][..], |region| &region.instances);
    for (instance, record) in level.instances.iter().zip(stored) {
        let place = &record.place;
        let degrees = [place.angles.x, place.angles.y, place.angles.z].map(f32::to_degrees);
        let group = if instance.group == 0 { String::new() } else { instance.group.to_string() };
        let cells = [
            instance.name.clone(),
            level.facts(instance).class.clone().unwrap_or_default(),
            level.model_name(instance).to_owned(),
            format!("{:.3}", place.position.x),
            format!("{:.3}", place.position.y),
            format!("{:.3}", place.position.z),
            degrees.map(|angle| format!("{angle:.1}°")).join(" "),
            place.scale.to_string(),
            group,
        ];
        list.row(instance.origin.clone(), cells);
    }
    draft.table(list);
}

fn values(level: &Level<'_>, tints: &Tints, draft: &mut Draft<'_>) -> Groups {
    let Some(values) = &level.values else { return Groups::new() };
    let number = draft.scene.tables.next_id();
    let mut writer = Writer {
        level,
        tints,
        table: Table::new("Values", &["of", "property", "type", "value", "meaning", "instance"]),
        above: Vec::new(),
    };
    let (mut groups, mut seen) = (Groups::new(), HashSet::new());
    let count = |table: &Table| count32(table.rows.len());
    for instance in level.instances.iter().filter(|instance| instance.group != 0) {
        let Some(index) =
            values.index(instance.group).filter(|_| !groups.contains_key(&instance.group))
        else {
            continue;
        };
        let Some(entry) = values.entry(index) else { continue };
        let start = count(&writer.table);
        // Groups may have no name; the name of the first instance identifies them.
        let own = values.name(entry);
        let label = if own.is_empty() { instance.name.clone() } else { own };
        if seen.insert(index) {
            writer.row(&label, 0, "", index, entry);
        }
        values.walk(instance.group, &mut seen, &mut |depth, index, entry| {
            writer.row(&label, depth, &values.name(entry), index, entry);
        });
        let rows = start..count(&writer.table);
        groups.insert(instance.group, Rows { table: number, rows });
    }
    let mut index = 0;
    while let Some(entry) = values.entry(index) {
        if seen.insert(index) {
            writer.row("", 0, &values.name(entry), index, entry);
        }
        index += 1;
    }
    draft.table(writer.table);
    groups
}

/// Builds the rows of the values.
struct Writer<'a, 'b> {
    level: &'a Level<'b>,
    tints: &'a Tints,
    table: Table,
    /// Names of the groups that contain the next row.
    above: Vec<String>,
}

impl Writer<'_, '_> {
    fn row(&mut self, of: &str, depth: usize, name: &str, index: usize, entry: &Entry) {
        self.above.truncate(depth);
        let mut path = self.above.join(".");
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
        if matches!(entry.value, Value::Group(_)) {
            self.above.push(name.to_owned());
        }
        let (meaning, instance) = self.meaning(name, &entry.value);
        let instance = instance.and_then(|at| self.level.instance(at));
        let cells = [
            of.to_owned(),
            path,
            entry.value.type_name().to_owned(),
            entry.value.text(),
            meaning,
            instance.map_or_else(String::new, |instance| instance.name.clone()),
        ];
        self.table.row(self.level.entry_origin(index), cells);
    }

    /// Describes a property, and finds the instance that it names.
    fn meaning(&self, name: &str, value: &Value) -> (String, Option<usize>) {
        let alone = |text: &str| (text.to_owned(), None);
        match (name, value) {
            ("ActionType", Value::Int(number)) => alone(action_name(*number)),
            ("AlphaChannel", Value::Int(number)) => self.tints.meaning(*number),
            ("AlwaysFace", Value::Bool(1..)) => alone("turns about the up axis towards the viewer"),
            (_, Value::Text(_)) => self.meaning_of_text(name, &value.text()),
            _ => alone(""),
        }
    }

    fn meaning_of_text(&self, name: &str, text: &str) -> (String, Option<usize>) {
        let alone = |text: String| (text, None);
        match name {
            "Sample" => alone(format!("sound {:08X}", name_hash(text))),
            "SoundMaterial" => alone(format!("sound material {:08X}", name_hash(text))),
            "Class" if text.eq_ignore_ascii_case("CEntityWater") => alone(alpha::water_meaning()),
            "AnimationName" => alone("a scripted animation".to_owned()),
            "Class" | "Type" => alone(String::new()),
            _ => match instance_of(self.level, name, text) {
                Some(index) => ("an instance".to_owned(), Some(index)),
                None if is_reference(name) => alone("no instance has this name".to_owned()),
                None => alone(String::new()),
            },
        }
    }
}

/// `true` for properties that name an instance.
fn is_reference(name: &str) -> bool {
    matches!(name, "Mesh" | "Physics" | "DetailShadow")
        || name.strip_prefix("Model").is_some_and(|rest| rest.parse::<u8>().is_ok())
        || name.strip_prefix("Detail").is_some_and(|rest| rest.parse::<u8>().is_ok())
}

/// The table rows of an instance, for the inspector.
pub fn rows_of(groups: &Groups, instance: &LevelInstance) -> Option<Rows> {
    groups.get(&instance.group).filter(|_| instance.group != 0).cloned()
}
