//! A bank as the neutral model has it.

use super::BankFile;
use super::records::{Bank, CollisionEntry, Id, IdEntry, Line, Transfer};
use crate::bytes::{Shaped, Span};
use crate::container::Context;
use crate::formats::trespasser::cau::scene::sound;
use crate::scene::{self, Collision, CollisionSound, KnownName, NameHash, Origin, Scene, SoundId};

pub(super) fn build(file: &BankFile, context: Context<'_>) -> Scene {
    let (bank, source) = (&file.bank, &file.source);
    let mut scene = Scene { name: source.stem().to_owned(), ..Scene::default() };
    let stored = bank.sounds.iter().zip(&file.places.sounds).zip(bank.ids_of()).enumerate();
    for (index, ((cau, place), entries)) in stored {
        let ids: Vec<SoundId> = entries
            .into_iter()
            .filter_map(|entry| Some(sound_id(file, entry, bank.ids.get(entry)?, context)))
            .collect();
        let name = ids.first().map_or_else(String::new, |id| id.name.to_string());
        scene.sounds.push(sound(cau, place, source, &format!("sounds[{index}]"), name, ids));
    }
    let collisions = bank.collisions.iter().enumerate();
    scene.collisions = collisions.map(|(i, entry)| collision(file, i, entry, context)).collect();
    scene
}

fn name(hash: u32, context: Context<'_>) -> NameHash {
    let mut known = Vec::new();
    context.names.each(hash, &mut |name, from| {
        known.push(KnownName { name: name.to_owned(), from: from.to_owned() });
    });
    NameHash { hash, known }
}

fn sound_id(file: &BankFile, index: usize, id: &Id, context: Context<'_>) -> SoundId {
    let start = file.places.ids + (index * IdEntry::SIZE) as u64;
    let span = Span::new(file.source.id(), start, IdEntry::SIZE as u64);
    SoundId {
        name: name(id.id, context),
        attenuation: if id.attenuation >= 0.0 { id.attenuation } else { 0.0 },
        // The game keeps sums of volumes in these bounds.
        volume_db: if id.volume <= 0.0 { id.volume.max(-100.0) } else { 0.0 },
        origin: Origin::new(span, format!("ids[{index}]")),
    }
}

fn collision(
    file: &BankFile,
    index: usize,
    entry: &CollisionEntry,
    context: Context<'_>,
) -> Collision {
    let start = file.places.collisions + (index * CollisionEntry::SIZE) as u64;
    let span = Span::new(file.source.id(), start, CollisionEntry::SIZE as u64);
    let sound = |(id, used): (u32, Transfer)| collision_sound(&file.bank, id, used, context);
    Collision {
        materials: [entry.material_a, entry.material_b].map(|hash| name(hash, context)),
        min_delay: entry.min_delay,
        hits: entry.hits().into_iter().map(sound).collect(),
        slide: entry.slide().map(sound),
        origin: Origin::new(span, format!("collisions[{index}]")),
    }
}

fn collision_sound(
    bank: &Bank,
    id: u32,
    transfer: Transfer,
    context: Context<'_>,
) -> CollisionSound {
    let ramp = |Line { max, min, slope, zero }| scene::Ramp { max, min, slope, zero };
    CollisionSound {
        name: name(id, context),
        sound: bank.sound_of(id).and_then(|index| u32::try_from(index).ok()),
        transfer: scene::Transfer {
            volume: ramp(transfer.volume),
            pitch: ramp(transfer.pitch),
            attenuation: transfer.attenuation,
            min_velocity: transfer.min_velocity,
        },
    }
}
