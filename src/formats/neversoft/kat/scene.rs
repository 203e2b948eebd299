//! Builds the scene of a bank.

use std::sync::Arc;

use super::data::LazySamples;
use super::records::{Entry, Kat};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ps1::sound_cues;
use crate::formats::ps1::spu::{USUAL_RATE, is_rate};
use crate::scene::{NameHash, Scene, Sound, SoundId};

pub(super) fn build(file: &Loaded<Kat>, context: Context<'_>) -> Scene {
    let kat = &file.records;
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    let origins = file.spans("entries");
    for (index, entries) in kat.distinct().iter().enumerate() {
        let first = entries.first().copied().unwrap_or(0);
        let Some(entry) = entries.first().and_then(|entry| kat.entries.get(*entry)) else {
            continue;
        };
        let id = |index: &usize| {
            let name = NameHash { hash: kat.entries.get(*index)?.id, known: Vec::new() };
            let origin = origins.origin(*index);
            Some(SoundId { name, attenuation: 0.0, volume_db: 0.0, origin })
        };
        let ids = entries.iter().filter_map(id).collect();
        // If the data are outside the file or shared with another entry, only the entry has a field.
        let path = format!("sounds[{index}]");
        let has_field = file.tree.span(&path).is_some();
        let path = if has_field { path } else { format!("entries[{first}]") };
        scene.sounds.push(sound(file, entry, path, ids));
    }
    sound_cues::add_beside(&mut scene, &file.source, &kat.recordings(), context);
    scene
}

fn sound(file: &Loaded<Kat>, entry: &Entry, path: String, ids: Vec<SoundId>) -> Sound {
    let (data, bits) = (file.records.data(entry), entry.stored());
    let frames = bits.map_or(0, |bits| bits.frames(data.len()));
    Sound {
        name: format!("sound {}", entry.id),
        origin: file.origin(path),
        ids,
        codec: bits.map_or("unknown", |bits| bits.codec()),
        channels: u16::from(bits.is_some()),
        rate: if is_rate(entry.rate) { entry.rate } else { USUAL_RATE },
        bits: bits.map_or(16, |bits| bits.decoded()),
        frames,
        expected_frames: bits.map_or(0, |bits| bits.frames(entry.size.into())),
        stored_bytes: data.len(),
        looped: entry.loop_part(frames),
        data: Arc::new(LazySamples { bits, data }),
        captions: Vec::new(),
    }
}
