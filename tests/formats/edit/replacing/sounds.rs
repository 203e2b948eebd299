//! Replacing sounds by recordings.

use gouraud::edit::asset::AssetFile;
use gouraud::edit::{EditError, EditOp, apply};
use gouraud::formats::Document;
use gouraud::formats::neversoft::kat::Kat;
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::BankFile;
use gouraud::scene::{CodingUse, PaletteUse, Recording, Replacement, Samples};
use gouraud_testing::build::tpa;

use super::{fidelity, open, scene};

fn bank() -> Document {
    let tone = |n: usize| -> Vec<i16> {
        (0..n).map(|i| ((i as f32 * 0.1).sin() * 8000.0) as i16).collect()
    };
    let sounds = vec![
        tpa::pcm8(11025, 1, &[0x80, 0xFF, 0x80, 0x00]),
        tpa::with_captions(tpa::pcm16(22050, 2, &tone(44100)), &[(400, "Hello"), (600, "again")]),
        tpa::adpcm(22050, 1, &tone(3000)),
    ];
    let names = ["ONE", r"VO\TWO", "THREE"];
    let mut ids: Vec<_> =
        names.iter().enumerate().map(|(at, name)| tpa::id(name_hash(name), at)).collect();
    ids.push(tpa::id(name_hash("ALIAS"), 1));
    open::<BankFile>("voices.tpa", tpa::bank(ids, sounds, Vec::new()).write().unwrap())
}

fn play(document: &Document, asset: &str, recording: Recording) -> Result<Document, EditError> {
    play_as(document, asset, recording, CodingUse::Keep)
}

fn play_as(
    document: &Document,
    asset: &str,
    recording: Recording,
    coding: CodingUse,
) -> Result<Document, EditError> {
    let with = AssetFile::content("new.wav", Replacement::Recording(recording));
    let palette = PaletteUse::Keep;
    let (replace, resize) = (asset.to_owned(), false);
    apply(document, &[EditOp::Replace { replace, with, bump: None, palette, coding, resize }])
}

#[test]
fn stores_pcm_samples_exactly() {
    let document = bank();
    let samples = Samples::I16((0..45000i32).map(|n| (n * 7919 % 65536 - 32768) as i16).collect());
    let recording =
        Recording { channels: 2, rate: 22050, samples: samples.clone(), coding: CodingUse::Keep };
    let changed = play(&document, "sounds[1]", recording).unwrap();
    let (now, was) = (scene(&changed), scene(&document));
    assert_eq!(now.sounds[1].data.decode(), samples);
    assert_eq!(now.sounds[1].captions.len(), 2);
    assert_eq!(now.sounds[1].expected_frames, 22500);
    assert_eq!(now.sounds[1].ids.len(), 2);
    for index in [0, 2] {
        assert_eq!(now.sounds[index].data.decode(), was.sounds[index].data.decode());
    }
    let messages = |document: &Document| -> Vec<String> {
        document.problems.iter().map(|problem| problem.to_string()).collect()
    };
    assert_eq!(messages(&changed), messages(&document));
    assert_eq!(changed.content.write().unwrap(), changed.source.bytes());
    let eight = Samples::U8(vec![0, 1, 128, 255, 254, 3, 9]);
    let recording =
        Recording { channels: 1, rate: 11025, samples: eight.clone(), coding: CodingUse::Keep };
    let changed = play(&document, "sounds[0]", recording).unwrap();
    assert_eq!(scene(&changed).sounds[0].data.decode(), eight);
}

#[test]
fn replacing_sound_by_its_samples_keeps_bytes() {
    let document = bank();
    for (index, sound) in scene(&document).sounds.iter().enumerate() {
        let (channels, rate, samples) = (sound.channels, sound.rate, sound.data.decode());
        let recording = Recording { channels, rate, samples, coding: CodingUse::Keep };
        let changed = play(&document, &format!("sounds[{index}]"), recording).unwrap();
        assert!(changed.source.bytes() == document.source.bytes(), "sound {index}");
    }
}

#[test]
fn encodes_adpcm_like_the_codec() {
    let document = bank();
    let samples: Vec<i16> = (0..4000).map(|n| ((n as f32 * 0.05).sin() * 9000.0) as i16).collect();
    let recording = Recording {
        channels: 1,
        rate: 22050,
        samples: Samples::I16(samples.clone()),
        coding: CodingUse::Keep,
    };
    let changed = play(&document, "sounds[2]", recording).unwrap();
    let expected = tpa::adpcm(22050, 1, &samples);
    let scene = scene(&changed);
    let sound = &scene.sounds[2];
    assert_eq!((sound.codec, sound.stored_bytes), ("IMA ADPCM", expected.data.len()));
    assert!(changed.source.bytes().windows(64).any(|part| part == &expected.data.bytes()[..64]));
}

/// A second of 440 Hz.
fn tone(rate: u32) -> Vec<i16> {
    let turn = 440.0 * std::f32::consts::TAU / rate as f32;
    (0..rate).map(|n| ((n as f32 * turn).sin() * 12000.0) as i16).collect()
}

#[test]
fn resampling_removes_frequencies_above_those_of_the_lower_rate() {
    let bytes = gouraud_testing::fixtures::read("ps1-sound/bank.kat");
    let document = open::<Kat>("bank.kat", bytes);
    let sound = &scene(&document).sounds[1];
    let (path, highest) = (sound.origin.path.clone(), sound.rate as f32 / 2.0);
    assert!(highest * 4.0 < 44100.0 / 2.0 * 1.1, "{highest} Hz is not much lower");
    let level = |part: f32| {
        let turn = part * highest * std::f32::consts::TAU / 44100.0;
        let samples = (0..44100).map(|n| ((n as f32 * turn).sin() * 12000.0) as i16).collect();
        let samples = Samples::I16(samples);
        let recording = Recording { channels: 1, rate: 44100, samples, coding: CodingUse::Keep };
        let changed = play(&document, &path, recording).unwrap();
        let made = scene(&changed).sounds[1].data.decode().to_i16();
        let inner = &made[made.len() / 10..made.len() * 9 / 10];
        let power: f32 = inner.iter().map(|sample| f32::from(*sample).powi(2)).sum();
        (power / inner.len() as f32).sqrt() * std::f32::consts::SQRT_2
    };
    for kept in [0.1, 0.8] {
        assert!((level(kept) - 12000.0).abs() < 600.0, "{kept}: {}", level(kept));
    }
    for removed in [1.05, 1.2, 1.7] {
        assert!(level(removed) < 60.0, "{removed}: {}", level(removed));
    }
}

#[test]
fn takes_rate_and_channels_of_recording() {
    let document = bank();
    let recording = |channels, rate, samples: Vec<i16>| Recording {
        channels,
        rate,
        samples: Samples::I16(samples),
        coding: CodingUse::Keep,
    };
    let one = recording(1, 44100, tone(44100));
    let changed = play(&document, "sounds[1]", one.clone()).unwrap();
    let sound = &scene(&changed).sounds[1];
    assert_eq!((sound.rate, sound.channels), (44100, 1));
    assert_eq!(sound.data.decode(), one.samples);
    assert_eq!(sound.captions.len(), 2);
    assert_eq!(changed.problems.iter().count(), document.problems.iter().count());
    let with = AssetFile { file: "new.wav".to_owned(), content: None };
    let report = fidelity(&changed, "sounds[1]", &with);
    assert_eq!(report, None, "nothing to compare with");
    // Stored in blocks that hold equally much of each channel; the excess is reported.
    let two = recording(2, 11025, vec![100; 5000]);
    let changed = play(&document, "sounds[2]", two.clone()).unwrap();
    let sound = &scene(&changed).sounds[2];
    assert_eq!((sound.codec, sound.rate, sound.channels), ("IMA ADPCM", 11025, 2));
    let with = AssetFile::content("new.wav", Replacement::Recording(two));
    let report = fidelity(&changed, "sounds[2]", &with).unwrap();
    let lost = 5000 - sound.data.decode().to_i16().len();
    assert!(
        report.remark.unwrap_or_default().contains(&format!("last {lost} samples")) || lost == 0
    );
    // 8 bits lose precision, which is reported.
    let changed = play(&document, "sounds[0]", one.clone()).unwrap();
    let with = AssetFile::content("new.wav", Replacement::Recording(one));
    let report = fidelity(&changed, "sounds[0]", &with).unwrap();
    assert_eq!((report.count, report.made), (44100, None));
    assert!(report.differ > 40000 && report.most <= 256, "{} by {}", report.differ, report.most);
}

#[test]
fn converts_recording_for_sound_without_rate_and_reports_it() {
    let bytes = gouraud_testing::fixtures::read("ps1-sound/bank.kat");
    let document = open::<Kat>("bank.kat", bytes);
    let rate = scene(&document).sounds[1].rate;
    let samples = tone(44100).into_iter().flat_map(|sample| [sample; 2]).collect();
    let (channels, coding) = (2, CodingUse::Keep);
    let recording = Recording { channels, rate: 44100, samples: Samples::I16(samples), coding };
    let path = scene(&document).sounds[1].origin.path.clone();
    let changed = play(&document, &path, recording.clone()).unwrap();
    let scene = scene(&changed);
    let sound = &scene.sounds[1];
    assert_eq!((sound.rate, sound.channels), (rate, 1));
    let left = sound.data.decode().to_i16();
    assert!(left.len().abs_diff(rate as usize) <= 64, "{}", left.len());
    let rises = left.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count();
    assert!(rises.abs_diff(440) <= 2, "{rises} periods of 440");
    let with = AssetFile::content("new.wav", Replacement::Recording(recording));
    let report = fidelity(&changed, &path, &with).unwrap();
    let made = format!("mixed to one channel and resampled from 44100 to {rate} Hz");
    assert_eq!(report.made, Some(made));
}

#[test]
fn reports_captions_after_end_of_new_sound() {
    let samples = Samples::I16(vec![100; 2000]);
    let recording = Recording { channels: 2, rate: 22050, samples, coding: CodingUse::Keep };
    let changed = play(&bank(), r"VO\TWO", recording.clone());
    assert!(changed.is_err(), "names from other files are unknown here");
    let changed =
        play(&bank(), &format!("{:08X}", name_hash(r"VO\TWO")), recording.clone()).unwrap();
    let with = AssetFile::content("new.wav", Replacement::Recording(recording));
    let report = fidelity(&changed, "sounds[1]", &with).unwrap();
    assert_eq!((report.differ, report.is_sound), (0, true));
    assert_eq!(report.remark.as_deref(), Some("its captions last 1000 ms, but the sound 45 ms"));
}

/// A tone that fades, and noise on top: neither is easy to follow in four bits.
fn take(frames: usize) -> Recording {
    let mut noise = 1u32;
    let sample = |at: usize| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let hiss = (noise >> 24) as f32 - 128.0;
        let fade = 1.0 - at as f32 / frames as f32;
        ((at as f32 * 0.07).sin() * 9000.0 * fade + hiss) as i16
    };
    let samples = Samples::I16((0..frames).map(sample).collect());
    Recording { channels: 1, rate: 22050, samples, coding: CodingUse::Keep }
}

#[test]
fn changes_coding_on_request() {
    let document = bank();
    // 8 bits, plain: compressed it has 16-bit samples, in blocks like those of the game.
    let recording = Recording { rate: 11025, ..take(5000) };
    let packed = play_as(&document, "sounds[0]", recording.clone(), CodingUse::Adpcm).unwrap();
    let sound = &scene(&packed).sounds[0];
    assert_eq!((sound.codec, sound.bits, sound.rate), ("IMA ADPCM", 16, 11025));
    // Two blocks of 2049 frames; of the 902 left one is the header's and 900 fill bytes.
    assert_eq!((sound.frames, sound.stored_bytes), (2049 * 2 + 901, 1028 * 2 + 4 + 450));
    assert_eq!(sound.expected_frames, 5000);
    let header = packed.tree.find("ids[0].header.block_size").unwrap();
    assert_eq!(packed.tree.field(&header).unwrap().value.as_f64(), Some(1028.0));
    assert_eq!(packed.problems.iter().count(), document.problems.iter().count());

    // And back: the compressed sound becomes plain, sample by sample.
    let plain = play_as(&packed, "sounds[0]", recording.clone(), CodingUse::Pcm).unwrap();
    let sound = &scene(&plain).sounds[0];
    assert_eq!((sound.codec, sound.bits, sound.stored_bytes), ("PCM", 16, 10000));
    assert_eq!(sound.data.decode(), recording.samples);
    let kept = play(&plain, "sounds[0]", recording.clone()).unwrap();
    assert_eq!(kept.source.bytes(), plain.source.bytes());
    let eight = play_as(&document, "sounds[0]", recording, CodingUse::Pcm).unwrap();
    assert_eq!(scene(&eight).sounds[0].bits, 8, "it was already plain");
}

#[test]
fn encodes_two_channels_in_shared_blocks() {
    let Samples::I16(one) = take(8000).samples else { panic!() };
    let recording = Recording { channels: 2, ..take(8000) };
    let changed = play_as(&bank(), "sounds[1]", recording, CodingUse::Adpcm).unwrap();
    let sound = &scene(&changed).sounds[1];
    assert_eq!((sound.codec, sound.channels, sound.expected_frames), ("IMA ADPCM", 2, 4000));
    // A block of 2049 frames; of 1951 one is in the header and 1944 are in 243 groups of eight.
    assert_eq!((sound.frames, sound.stored_bytes), (2049 + 1945, 2056 + 8 + 243 * 8));
    assert_eq!(sound.captions.len(), 2);
    let Samples::I16(heard) = sound.data.decode() else { panic!() };
    let miss = heard.iter().zip(&one).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum::<f64>();
    assert!((miss / heard.len() as f64).sqrt() < 500.0, "left and right are separate");
}

#[test]
fn recipe_selects_coding_of_recording() {
    let with = AssetFile { file: "new.wav".to_owned(), content: None };
    let (replace, palette, coding) = ("sound 1".to_owned(), PaletteUse::Keep, CodingUse::Adpcm);
    let order = EditOp::Replace { replace, with, bump: None, palette, coding, resize: false };
    let line = r#"{"replace":"sound 1","file":"new.wav","coding":"adpcm"}"#;
    assert_eq!(serde_json::to_string(&order).unwrap(), line);
    assert_eq!(serde_json::from_str::<EditOp>(line).unwrap(), order);
    assert!(serde_json::from_str::<EditOp>(&line.replace("adpcm", "mp3")).is_err());
}
