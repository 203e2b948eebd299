//! Scene of a bank.

use std::collections::HashMap;

use super::BankFile;
use super::records::{CollisionEntry, Id, Line, Transfer};
use super::tables;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::trespasser::cau::scene::sound;
use crate::scene::{self, Collision, CollisionSound, KnownName, NameHash, Origin, Scene, SoundId};

pub(super) fn build(file: &Loaded<BankFile>, context: Context<'_>) -> Scene {
    let bank = &file.records.bank;
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    let origins = file.spans("ids");
    for (index, (cau, entries)) in bank.sounds.iter().zip(bank.ids_of()).enumerate() {
        let id =
            |entry: usize| Some(sound_id(bank.ids.get(entry)?, origins.origin(entry), context));
        let ids: Vec<SoundId> = entries.into_iter().filter_map(id).collect();
        let name = ids.first().map_or_else(String::new, |id| id.name.to_string());
        scene.sounds.push(sound(cau, file, &format!("sounds[{index}]"), name, ids));
    }
    let origins = file.spans("collisions");
    let collisions = bank.collisions.iter().enumerate();
    let sounds = bank.sounds_by_id();
    scene.collisions = collisions
        .map(|(index, entry)| collision(&sounds, entry, origins.origin(index), context))
        .collect();
    scene.tables = tables::of(&scene);
    scene
}

fn name(hash: u32, context: Context<'_>) -> NameHash {
    let mut known = Vec::new();
    context.names.each(hash, &mut |name, from| {
        known.push(KnownName { name: name.to_owned(), from: from.to_owned() });
    });
    NameHash { hash, known }
}

fn sound_id(id: &Id, origin: Origin, context: Context<'_>) -> SoundId {
    SoundId {
        name: name(id.id, context),
        attenuation: if id.attenuation >= 0.0 { id.attenuation } else { 0.0 },
        // The game clamps sums of volumes to this range.
        volume_db: if id.volume <= 0.0 { id.volume.max(-100.0) } else { 0.0 },
        origin,
    }
}

fn collision(
    sounds: &HashMap<u32, usize>,
    entry: &CollisionEntry,
    origin: Origin,
    context: Context<'_>,
) -> Collision {
    let sound = |(id, used): (u32, Transfer)| collision_sound(sounds, id, used, context);
    Collision {
        materials: [entry.material_a, entry.material_b].map(|hash| name(hash, context)),
        min_delay: entry.min_delay,
        hits: entry.hits().into_iter().map(sound).collect(),
        slide: entry.slide().map(sound),
        origin,
    }
}

fn collision_sound(
    sounds: &HashMap<u32, usize>,
    id: u32,
    transfer: Transfer,
    context: Context<'_>,
) -> CollisionSound {
    let ramp = |Line { max, min, slope, zero }| scene::Ramp { max, min, slope, zero };
    CollisionSound {
        name: name(id, context),
        sound: sounds.get(&id).copied().map(scene::Id::at),
        transfer: scene::Transfer {
            volume: ramp(transfer.volume),
            pitch: ramp(transfer.pitch),
            attenuation: transfer.attenuation,
            min_velocity: transfer.min_velocity,
        },
    }
}
