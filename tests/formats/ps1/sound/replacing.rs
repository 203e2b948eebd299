use gouraud::container::Context;
use gouraud::formats::Document;
use gouraud::scene::{CodingUse, LoopPart, Recording, Replacement, Samples};

use super::{alone, fixture};

fn tone(rate: u32, frames: usize) -> Recording {
    let wave = |i: usize| ((i as f32 * 0.05).sin() * 8000.0) as i16;
    let samples = Samples::I16((0..frames).map(wave).collect());
    Recording { channels: 1, rate, samples, coding: CodingUse::Keep }
}

fn replaced(document: &Document, path: &str, new: Recording) -> Result<Vec<u8>, String> {
    let new = Replacement::Recording(new);
    document.content.editable().with_asset(Context::ALONE, path, &new).map_err(|refusal| refusal.0)
}

fn sounds(document: &Document) -> Vec<(u64, Option<LoopPart>, Samples)> {
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    scene.sounds.iter().map(|s| (s.frames, s.looped, s.data.decode())).collect()
}

/// Signal-to-noise ratio of a sound against the original.
fn signal_to_noise(is: &Samples, was: &Samples) -> f64 {
    let (Samples::I16(is), Samples::I16(was)) = (is, was) else { panic!("16 bits") };
    let square = |value: i32| f64::from(value).powi(2);
    let error: f64 = is.iter().zip(was).map(|(a, b)| square(i32::from(*a) - i32::from(*b))).sum();
    was.iter().map(|sample| square((*sample).into())).sum::<f64>() / error
}

#[test]
fn replacing_with_equal_samples_changes_nothing() {
    for name in ["bell.vag", "drone.vag", "blocks.vag", "bank.vab", "bank.kat", "two2336.xa"] {
        let document = alone(name, fixture(name));
        let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
        for sound in &scene.sounds {
            let (channels, rate) = (sound.channels, sound.rate);
            let same =
                Recording { channels, rate, samples: sound.data.decode(), coding: CodingUse::Keep };
            let written = replaced(&document, &sound.origin.path, same).unwrap();
            assert_eq!(written, fixture(name), "{name} {}", sound.origin.path);
        }
    }
}

#[test]
fn single_sound_takes_any_length_and_keeps_its_loop() {
    let document = alone("drone.vag", fixture("drone.vag"));
    let new = tone(11025, 5600);
    let after = alone("drone.vag", replaced(&document, "", new.clone()).unwrap());
    let [(frames, looped, samples)] = &sounds(&after)[..] else { panic!("one sound") };
    assert_eq!((*frames, *looped), (5600, Some(LoopPart { first: 588, last: 5599 })));
    assert!(
        signal_to_noise(samples, &new.samples) > 2000.0,
        "{}",
        signal_to_noise(samples, &new.samples)
    );
    assert_eq!(after.problems.total(), 0, "{:?}", after.problems);
}

#[test]
fn growing_sound_moves_the_others_of_its_bank() {
    let document = alone("bank.vab", fixture("bank.vab"));
    let before = sounds(&document);
    let after = alone("bank.vab", replaced(&document, "vags[1]", tone(14761, 2800)).unwrap());
    let now = sounds(&after);
    assert_eq!((now[1].0, now[1].1), (2800, Some(LoopPart { first: 476, last: 2799 })));
    for other in [0, 2, 3, 4] {
        assert_eq!(now[other], before[other], "sound {other}");
    }
    assert_eq!(after.problems.total(), 0, "{:?}", after.problems);
}

#[test]
fn replaces_sounds_in_each_coding_of_a_port_bank() {
    let document = alone("bank.kat", fixture("bank.kat"));
    let before = sounds(&document);
    let after = alone("bank.kat", replaced(&document, "sounds[0]", tone(22050, 4000)).unwrap());
    let now = sounds(&after);
    assert_eq!((now[0].0, &now[1..]), (4000, &before[1..]));
    let was = tone(22050, 4000).samples;
    assert!(signal_to_noise(&now[0].2, &was) > 300.0, "{}", signal_to_noise(&now[0].2, &was));
    assert_eq!(after.problems.total(), 0);
}

#[test]
fn replacement_keeps_the_sectors_of_a_stream() {
    let document = alone("two2352.xa", fixture("two2352.xa"));
    let before = sounds(&document);
    // Half as long as the sectors can store; the rest is silence.
    let new = tone(18900, 6000);
    let after = alone("a.xa", replaced(&document, "sectors[1]", new.clone()).unwrap());
    let now = sounds(&after);
    assert_eq!((&now[0], now[1].0), (&before[0], 12096));
    assert!(
        signal_to_noise(&now[1].2, &new.samples) > 2000.0,
        "{}",
        signal_to_noise(&now[1].2, &new.samples)
    );
    let long = replaced(&document, "sectors[1]", tone(18900, 13000)).unwrap_err();
    assert!(long.contains("space for 12096 frames"), "{long}");
    let stereo = replaced(&document, "sectors[0]", tone(37800, 100)).unwrap_err();
    assert!(stereo.contains("expected 2 and 37800 Hz, found 1"), "{stereo}");
}
