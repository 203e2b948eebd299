//! What the properties of things lead to: other things, sounds, scripted animations, and what is
//! heard when their material is hit. The things that triggers act on have lines to them.

use std::collections::{HashMap, HashSet};

use super::super::grf::values::{Value, Values};
use super::draft::{Draft, helper};
use super::level::{Level, Thing};
use super::nodes::Placed;
use super::scripted::{SCRIPTED, Scripts};
use super::sounds::Sounds;
use crate::scene::{Element, HelperShape, Link, NodeId};

/// How deep groups are followed.
const MAX_DEPTH: usize = 16;
/// Links of one thing, and of all together: many times as many as the largest level has.
const MAX_OF_ONE: usize = 512;
const MAX_LINKS: usize = 1 << 16;

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

/// Adds the links of all things, and the lines of triggers.
pub fn add(
    level: &Level<'_>,
    texts: &Texts,
    placed: &[Placed],
    sounds: &Sounds,
    scripts: &Scripts,
    draft: &mut Draft<'_>,
) {
    let mut links = Links { level, placed, all: Vec::new() };
    for (index, thing) in level.things.iter().enumerate() {
        let Some(from) = links.node(index) else { continue };
        let is_trigger = level.facts(thing).is_trigger();
        let start = links.all.len();
        for said in texts.of_thing(thing) {
            if links.all.len() >= MAX_LINKS || links.all.len() - start >= MAX_OF_ONE {
                break;
            }
            match said.name.as_str() {
                "Sample" => sounds
                    .named(&said.text, said.action)
                    .for_each(|(sound, by)| links.push(from, Element::Sound(sound), said, by)),
                "SoundMaterial" => sounds
                    .heard_of(&said.text)
                    .into_iter()
                    .for_each(|meets| links.push(from, Element::Collision(meets), said, "")),
                "AnimationName" if said.action == Some(SCRIPTED) => scripts
                    .named(&said.text)
                    .into_iter()
                    .for_each(|script| links.push(from, Element::Animation(script), said, "")),
                _ if is_trigger => links.target(from, thing, said, draft),
                _ => {}
            }
        }
    }
    draft.scene.links = links.all;
}

struct Links<'a, 'b> {
    level: &'a Level<'b>,
    placed: &'a [Placed],
    all: Vec<Link>,
}

impl Links<'_, '_> {
    /// The node that shows a thing.
    fn node(&self, thing: usize) -> Option<NodeId> {
        self.placed.get(thing)?.own.first().copied()
    }

    fn push(&mut self, from: NodeId, to: Element, said: &Said, more: &str) {
        let link = Link { from, to, by: format!("{}{more}", said.path) };
        if self.all.last() != Some(&link) {
            self.all.push(link);
        }
    }

    /// The thing that a trigger acts on, and a line to it.
    fn target(&mut self, from: NodeId, trigger: &Thing, said: &Said, draft: &mut Draft<'_>) {
        let Some(index) = instance_of(self.level, &said.name, &said.text) else { return };
        let (Some(to), Some(target)) = (self.node(index), self.level.thing(index)) else { return };
        self.push(from, Element::Node(to), said, "");
        let ends = [trigger, target].map(|thing| thing.transform.map(|t| t.w_axis.truncate()));
        if let [Some(a), Some(b)] = ends
            && a != b
        {
            let name = format!("{} → {} ({})", trigger.name, target.name, said.path);
            let shape = HelperShape::Line(vec![a, b]);
            let line = draft.scene.helpers.next_id();
            helper(&mut draft.scene, "Targets", name, trigger.origin.clone(), shape);
            draft.scene.held.insert(line, vec![from, to]);
        }
    }
}
