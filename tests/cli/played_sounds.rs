//! The sounds that a name or number selects.

use std::sync::Arc;

use gouraud::cli::{ChosenSound, choose};
use gouraud::scene::{NameHash, Origin, Samples, Scene, Sound, SoundData, SoundId};

struct Nothing;

impl SoundData for Nothing {
    fn decode(&self) -> Samples {
        Samples::U8(Vec::new())
    }
}

fn sound(hash: u32) -> Sound {
    let name = NameHash { hash, known: Vec::new() };
    let origin = Origin::default();
    Sound {
        name: name.to_string(),
        ids: vec![SoundId { name, attenuation: 0.0, volume_db: 0.0, origin: origin.clone() }],
        channels: 1,
        rate: 11025,
        bits: 8,
        frames: 0,
        expected_frames: 0,
        codec: "PCM",
        stored_bytes: 0,
        looped: None,
        data: Arc::new(Nothing),
        captions: Vec::new(),
        origin,
    }
}

#[test]
fn finds_sounds_by_id_index_or_name() {
    let sounds = vec![
        sound(0xF0A0_7BD9),
        sound(gouraud::formats::trespasser::name_hash("BIRD 01")),
        sound(0x1234_5678),
    ];
    let scene = Scene { sounds: sounds.into(), ..Scene::default() };
    let chosen = |wanted: Option<&str>| -> Vec<u32> {
        choose(&scene, wanted).into_iter().map(|chosen| chosen.index.number()).collect()
    };
    assert_eq!(chosen(None), [0, 1, 2]);
    assert_eq!(chosen(Some("f0a07bd9")), [0]);
    assert_eq!(chosen(Some("0x12345678")), [2]);
    assert_eq!(chosen(Some("12345678")), [2]);
    assert_eq!(chosen(Some("1")), [1]);
    assert_eq!(chosen(Some("bird 01")), [1]);
    assert_eq!(chosen(Some("3")), [0; 0]);
    assert_eq!(chosen(Some("MOON")), [0; 0]);
}

#[test]
fn plays_a_shared_sound_under_the_requested_id() {
    let mut shared = sound(0x1234_5678);
    let other = sound(gouraud::formats::trespasser::name_hash("BIRD 03"));
    let quiet = other.ids.into_iter().map(|id| SoundId { attenuation: 0.5, volume_db: -3.0, ..id });
    shared.ids.extend(quiet);
    let scene = Scene { sounds: vec![shared].into(), ..Scene::default() };
    let heard = |wanted: &str| {
        let all = choose(&scene, Some(wanted)).into_iter();
        all.map(|ChosenSound { sound, id, .. }| (sound.volume_db(id), sound.attenuation(id))).next()
    };
    assert_eq!(heard("0"), Some((0.0, 0.0)));
    assert_eq!(heard("12345678"), Some((0.0, 0.0)));
    assert_eq!(heard("bird 03"), Some((-3.0, 0.5)));
}
