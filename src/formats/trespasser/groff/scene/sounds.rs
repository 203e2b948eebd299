//! Sounds that a level names and the collision sounds of its materials, from the companion banks.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::level::Level;
use super::scene_builder::Draft;
use super::text_properties::Texts;
use crate::bytes::{Severity, Span};
use crate::container::Context;
use crate::formats::trespasser::tpa::BankFile;
use crate::formats::trespasser::{SPREAD, name_hash};
use crate::formats::{Displayed, FilesByHash, Loaded};
use crate::scene::{Collision, CollisionId, CollisionSound, RecordingId, Scene};

/// The ground material: the collision with it is the most characteristic one.
const GROUND: &str = "TERRAIN";

/// The sounds of a level's banks, by identifier.
#[derive(Default)]
pub struct Sounds {
    /// Sounds of each identifier, and the names of their banks.
    by_id: HashMap<u32, Vec<(RecordingId, String)>>,
    /// The collision that represents each material.
    materials: HashMap<u32, CollisionId>,
}

impl Sounds {
    /// The sounds with this name: first those of the bank from which an action of this type plays, then
    /// those of other banks, with a remark.
    pub fn named(
        &self,
        name: &str,
        action: Option<i32>,
    ) -> impl Iterator<Item = (RecordingId, &str)> {
        let all = self.by_id.get(&name_hash(name)).map_or(&[][..], Vec::as_slice);
        let wanted = action.and_then(bank_of);
        let is_wanted =
            |bank: &str| wanted.is_some_and(|stem| bank.to_ascii_lowercase().starts_with(stem));
        let (own, others): (Vec<_>, Vec<_>) = all.iter().partition(|(_, bank)| is_wanted(bank));
        let is_known = !own.is_empty();
        let more = if is_known { ", in another bank" } else { "" };
        let own = own.into_iter().map(|(sound, _)| (*sound, ""));
        own.chain(others.into_iter().map(move |(sound, _)| (*sound, more)))
    }

    /// The collision sounds of this material.
    pub fn heard_of(&self, material: &str) -> Option<CollisionId> {
        self.materials.get(&name_hash(material)).copied()
    }
}

/// The bank from which an action plays (format document `trespasser-tpa.md`, section 6).
fn bank_of(action: i32) -> Option<&'static str> {
    match action {
        0 | 2 => Some("stream"),
        1 => Some("ambient"),
        23 => Some("effects"),
        _ => None,
    }
}

/// Adds every sound of the companion banks that a property `Sample` names, and the collisions of the
/// materials of the level's objects, with their sounds.
pub fn add(level: &Level<'_>, texts: &Texts, draft: &mut Draft<'_>) -> Sounds {
    let named = |wanted: &str| -> BTreeSet<u32> {
        let property = level.instances.iter().flat_map(|instance| texts.of_instance(instance));
        property
            .filter(|property| property.name == wanted)
            .map(|property| name_hash(&property.text))
            .collect()
    };
    let (wanted, materials) = (named("Sample"), named("SoundMaterial"));
    let mut sounds = Sounds::default();
    if wanted.is_empty() && materials.is_empty() {
        return sounds;
    }
    let banks = banks(draft.context);
    for name in banks.with_any(wanted.union(&materials).copied()) {
        let Ok(source) = draft.context.siblings.open(name) else { continue };
        let Ok(bank) = Loaded::<BankFile>::companion(&source, draft.context) else { continue };
        let Some((bank, _)) = bank.scene(draft.context) else { continue };
        take(bank, name, &wanted, &materials, &mut sounds, &mut draft.scene);
    }
    let ground = name_hash(GROUND);
    for (at, collision) in draft.scene.collisions.pairs() {
        let [a, b] = [0, 1].map(|side: usize| collision.materials[side].hash);
        for (own, other) in [(a, b), (b, a)] {
            if other == ground {
                sounds.materials.insert(own, at);
            } else {
                sounds.materials.entry(own).or_insert(at);
            }
        }
    }
    if !wanted.is_empty() {
        let there = wanted.iter().filter(|id| sounds.by_id.contains_key(id)).count();
        let message = found_message(there, wanted.len(), banks.files());
        draft.report(Severity::Note, Span::default(), message);
    }
    sounds
}

/// Banks of the game, by their sounds and materials.
fn banks(context: Context<'_>) -> Arc<FilesByHash> {
    let made = context.siblings.of_game("sounds and materials of banks", &SPREAD, &|| {
        let mut all = FilesByHash::default();
        for name in context.siblings.names_elsewhere(&SPREAD, &["tpa"]).iter() {
            let source = context.siblings.open(name).ok();
            let bank = source.and_then(|source| Loaded::companion(&source, context).ok());
            if let Some(bank) = bank {
                let bank: &Loaded<BankFile> = &bank;
                all.push(name, bank.records.bank.hashes());
            }
        }
        Arc::new(all.finish())
    });
    made.downcast().unwrap_or_default()
}

/// Adds the needed sounds and collisions of a bank to the scene.
fn take(
    mut bank: Scene,
    name: &str,
    wanted: &BTreeSet<u32>,
    materials: &BTreeSet<u32>,
    sounds: &mut Sounds,
    scene: &mut Scene,
) {
    let is_met = |collision: &Collision| {
        collision.materials.iter().any(|material| materials.contains(&material.hash))
    };
    let met: Vec<Collision> = bank.collisions.drain(..).filter(is_met).collect();
    let heard: BTreeSet<RecordingId> =
        met.iter().flat_map(|met| met.sounds()).filter_map(|heard| heard.sound).collect();
    let mut taken: HashMap<RecordingId, RecordingId> = HashMap::new();
    for (at, sound) in bank.sounds.ids().collect::<Vec<_>>().into_iter().zip(bank.sounds.drain(..))
    {
        let ids: Vec<u32> = sound.ids.iter().map(|id| id.name.hash).collect();
        let is_named = ids.iter().any(|id| wanted.contains(id));
        if !is_named && !heard.contains(&at) {
            continue;
        }
        let own = scene.sounds.push(sound);
        taken.insert(at, own);
        if is_named {
            for id in ids {
                sounds.by_id.entry(id).or_default().push((own, name.to_owned()));
            }
        }
    }
    let moved = |heard: CollisionSound| CollisionSound {
        sound: heard.sound.and_then(|sound| taken.get(&sound).copied()),
        ..heard
    };
    scene.collisions.extend(met.into_iter().map(|met| Collision {
        hits: met.hits.into_iter().map(moved).collect(),
        slide: met.slide.map(moved),
        ..met
    }));
}

/// Message about how many of the sounds that triggers name were found.
fn found_message(there: usize, all: usize, banks: &[String]) -> String {
    let names = banks.join(", ");
    let sounds = |count: usize| match count {
        1 => "1 sound".to_owned(),
        count => format!("{count} sounds"),
    };
    if banks.is_empty() {
        return format!("triggers name {}, but there is no sound bank", sounds(all));
    }
    match there {
        0 => format!("triggers name {}; none of them is in {names}", sounds(all)),
        there if there < all => {
            let are = if there == 1 { "is" } else { "are" };
            format!("triggers name {}; {there} of them {are} in {names}", sounds(all))
        }
        1 => format!("the only sound that triggers name is in {names}"),
        _ => format!("all {all} sounds that triggers name are in {names}"),
    }
}
