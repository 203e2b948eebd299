//! Links from the properties of instances to other instances, sounds, scripted animations, and the
//! collision sounds of their material. Triggers have lines to the instances that they act on.

use super::level::{Level, LevelInstance};
use super::nodes::InstanceNodes;
use super::scene_builder::{Draft, helper};
use super::scripted::{SCRIPTED, Scripts};
use super::sounds::Sounds;
use super::text_properties::{TextProperty, Texts, instance_of};
use crate::scene::{Element, HelperShape, Link, NodeId};

/// Maximum number of links of one instance, and of all: many times those of the largest level.
const MAX_OF_ONE: usize = 512;
const MAX_LINKS: usize = 1 << 16;

/// Adds the links of all instances, and the lines of triggers.
pub fn add(
    level: &Level<'_>,
    texts: &Texts,
    placed: &[InstanceNodes],
    sounds: &Sounds,
    scripts: &Scripts,
    draft: &mut Draft<'_>,
) {
    let mut links = Links { level, placed, all: Vec::new() };
    for (index, instance) in level.instances.iter().enumerate() {
        let Some(from) = links.node(index) else { continue };
        let is_trigger = level.facts(instance).is_trigger();
        let start = links.all.len();
        for property in texts.of_instance(instance) {
            if links.all.len() >= MAX_LINKS || links.all.len() - start >= MAX_OF_ONE {
                break;
            }
            match property.name.as_str() {
                "Sample" => sounds
                    .named(&property.text, property.action)
                    .for_each(|(sound, by)| links.push(from, Element::Sound(sound), property, by)),
                "SoundMaterial" => sounds
                    .heard_of(&property.text)
                    .into_iter()
                    .for_each(|meets| links.push(from, Element::Collision(meets), property, "")),
                "AnimationName" if property.action == Some(SCRIPTED) => scripts
                    .named(&property.text)
                    .into_iter()
                    .for_each(|script| links.push(from, Element::Animation(script), property, "")),
                _ if is_trigger => links.target(from, instance, property, draft),
                _ => {}
            }
        }
    }
    draft.scene.links = links.all;
}

struct Links<'a, 'b> {
    level: &'a Level<'b>,
    placed: &'a [InstanceNodes],
    all: Vec<Link>,
}

impl Links<'_, '_> {
    /// The node of an instance.
    fn node(&self, instance: usize) -> Option<NodeId> {
        self.placed.get(instance)?.own.first().copied()
    }

    fn push(&mut self, from: NodeId, to: Element, property: &TextProperty, more: &str) {
        let link = Link { from, to, by: format!("{}{more}", property.path) };
        if self.all.last() != Some(&link) {
            self.all.push(link);
        }
    }

    /// Adds the instance that a trigger acts on, and a line to it.
    fn target(
        &mut self,
        from: NodeId,
        trigger: &LevelInstance,
        property: &TextProperty,
        draft: &mut Draft<'_>,
    ) {
        let Some(index) = instance_of(self.level, &property.name, &property.text) else { return };
        let (Some(to), Some(target)) = (self.node(index), self.level.instance(index)) else {
            return;
        };
        self.push(from, Element::Node(to), property, "");
        let ends =
            [trigger, target].map(|instance| instance.transform.map(|t| t.w_axis.truncate()));
        if let [Some(a), Some(b)] = ends
            && a != b
        {
            let name = format!("{} → {} ({})", trigger.name, target.name, property.path);
            let shape = HelperShape::Line(vec![a, b]);
            let line = draft.scene.helpers.next_id();
            helper(&mut draft.scene, "Targets", name, trigger.origin.clone(), shape);
            draft.scene.held.insert(line, vec![from, to]);
        }
    }
}
