//! Silence and noise.

use std::sync::Arc;

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
        promised_frames: samples.len() as u64,
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

/// Evenly spread numbers.
fn noise() -> Vec<i16> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i16
    };
    (0..11_025).map(|_| next()).collect()
}

#[test]
fn a_loud_tone_is_neither_silence_nor_noise() {
    let scene = sounds([tone()]);
    assert_eq!(checked(&scene, "silent_sounds").broken, 0);
    assert_eq!(checked(&scene, "noise").broken, 0);
}

#[test]
fn noise_at_full_scale_breaks_the_rule() {
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

#[test]
fn what_is_too_short_to_judge_is_not_counted() {
    assert!(outcome(&sounds([vec![0; 100]]), "silent_sounds").is_none());
}
