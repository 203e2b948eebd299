//! Silence and noise.

use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::library::Library;
use gouraud::plausibility::{Outcome, Subject};
use gouraud::scene::{Origin, Samples, Scene, Sound, SoundData};

use super::{checked, outcome, worst};

struct Recorded(Vec<i16>);

impl SoundData for Recorded {
    fn decode(&self) -> Samples {
        Samples::I16(self.0.clone())
    }
}

fn sounds(all: impl IntoIterator<Item = Vec<i16>>) -> Scene {
    let sound = |samples: Vec<i16>| Sound {
        name: "bell".to_owned(),
        origin: Origin::default(),
        ids: Vec::new(),
        codec: "PCM",
        channels: 1,
        rate: 11_025,
        bits: 16,
        frames: samples.len() as u64,
        expected_frames: samples.len() as u64,
        stored_bytes: samples.len() as u64 * 2,
        looped: None,
        data: Arc::new(Recorded(samples)),
        captions: Vec::new(),
    };
    Scene { sounds: all.into_iter().map(sound).collect(), ..Scene::default() }
}

/// A loud tone.
fn tone() -> Vec<i16> {
    (0..11_025).map(|at| ((at as f32 * 0.3).sin() * 32_000.0) as i16).collect()
}

/// Uniformly distributed samples.
fn noise() -> Vec<i16> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i16
    };
    (0..11_025).map(|_| next()).collect()
}

#[test]
fn loud_tone_is_neither_silence_nor_noise() {
    let scene = sounds([tone()]);
    assert_eq!(checked(&scene, "silent_sounds").broken, 0);
    assert_eq!(checked(&scene, "noise").broken, 0);
}

#[test]
fn full_scale_noise_breaks_the_rule() {
    let found = checked(&sounds([noise()]), "noise");
    assert!(found.is_broken());
    assert!((50.0..65.0).contains(&worst(&found)));
    let quiet = noise().iter().map(|sample| sample / 8).collect();
    assert_eq!(checked(&sounds([quiet]), "noise").broken, 0, "wind and water are quieter");
}

#[test]
fn silence_breaks_the_rule() {
    let found = checked(&sounds([vec![0; 11_025]]), "silent_sounds");
    assert!(found.is_broken());
    assert_eq!(worst(&found), 1.0);
    assert_eq!(found.worst.as_ref().unwrap().name, "bell");
}

/// Outcome for a sound file with these bytes whose samples all decode to 0.
fn decoded_to_silence(sample: impl Fn(u8) -> u8) -> Outcome {
    let blocks = (0..64u8).flat_map(|block| {
        let data = (0..14).map(move |at| block.wrapping_mul(14).wrapping_add(at));
        [0x0C, 0x00].into_iter().chain(data.map(&sample))
    });
    let blocks: Vec<u8> = blocks.collect();
    let mut file = b"VAGp\0\0\0\x20\0\0\0\0".to_vec();
    file.extend((blocks.len() as u32).to_be_bytes());
    file.extend(22_050u32.to_be_bytes());
    file.resize(0x30, 0);
    file.extend(blocks);
    let library = Library::new();
    let opened = library.open_source(&Source::from_bytes("bell.vag", file), None).unwrap();
    let mut scene = (*opened.scene(&library).unwrap()).clone();
    scene.sounds[0].data = Arc::new(Recorded(vec![0; 2048]));
    let all = Subject::new(Some(&opened.document), Some(&scene)).outcomes();
    all.into_iter().find(|outcome| outcome.rule.key == "silent_sounds").unwrap()
}

#[test]
fn stored_silence_is_plausible() {
    assert_eq!(decoded_to_silence(|_| 0).broken, 0);
    assert_eq!(decoded_to_silence(|at| at).broken, 1, "stored samples are not silent");
}

#[test]
fn recorded_silence_has_nonzero_samples() {
    let recorded = (0..11_025).map(|at| i16::from(at % 7 == 0)).collect();
    assert_eq!(checked(&sounds([recorded]), "silent_sounds").broken, 0);
}

#[test]
fn short_sounds_are_not_checked() {
    assert!(outcome(&sounds([vec![0; 100]]), "silent_sounds").is_none());
}
