//! Sound of the PlayStation and of Neversoft's ports: VAG, VAB, XA, KAT and SFX. The files were made by
//! another program, which also computed the expected contents.

mod bad_files;
mod chunks;
mod notes;
mod replacing;

use std::sync::Arc;

use gouraud::bytes::{FieldKind, Source, Value};
use gouraud::library::{Library, Opened};
use gouraud::scene::{LoopPart, Samples, Scene, Sound};
use gouraud_testing::fixtures;
use serde_json::Value as Json;

fn open(name: &str) -> Arc<Opened> {
    let path = fixtures::path("ps1-sound").join(name);
    Library::default().open(path.to_str().unwrap(), None).unwrap()
}

/// Opens a file without a folder.
fn alone(name: &str, bytes: Vec<u8>) -> gouraud::formats::Document {
    let source = Source::from_bytes(name, bytes);
    gouraud::formats::identify(&source)
        .expect("a format recognises the file")
        .0
        .open(&source)
        .unwrap()
}

fn fixture(name: &str) -> Vec<u8> {
    fixtures::read(&format!("ps1-sound/{name}"))
}

/// Scene of a file with its companions.
fn scene(opened: &Opened) -> Scene {
    Scene::clone(&opened.scene(&Library::default()).unwrap())
}

/// CRC-32 of the samples as stored in a WAV file.
fn crc_of(sound: &Sound) -> u32 {
    let bytes = match sound.data.decode() {
        Samples::U8(all) => all,
        Samples::I16(all) => all.iter().flat_map(|sample| sample.to_le_bytes()).collect(),
    };
    Source::from_bytes("", bytes).crc32()
}

fn number(json: &Json) -> u64 {
    json.as_u64().unwrap()
}

fn expected() -> Json {
    serde_json::from_slice(&fixture("expected.json")).unwrap()
}

#[test]
fn files_match_their_generator() {
    for (name, is) in expected()["files"].as_object().unwrap() {
        let document = &open(name).document;
        assert_eq!(document.format.id, is["format"], "{name}");
        assert_eq!(document.version, is["version"].as_str().unwrap_or(""), "{name}");
        let sounds = is["sounds"].as_array().unwrap().len();
        assert_eq!(document.counts.get("sounds").unwrap_or(0), sounds as u64, "{name}");
        if let Some(ids) = is["ids"].as_u64() {
            assert_eq!(document.counts.get("ids"), Some(ids), "{name}");
        }
        assert_eq!(is["expect"], "clean");
        assert_eq!(document.problems.total(), 0, "{name}: {:?}", document.problems);
    }
}

#[test]
fn sounds_have_the_expected_rate_loop_and_samples() {
    for (name, is) in expected()["files"].as_object().unwrap() {
        let scene = scene(&open(name));
        for (sound, is) in scene.sounds.iter().zip(is["sounds"].as_array().unwrap()) {
            let loop_of = |part: &Json| {
                part.as_array()
                    .map(|ends| LoopPart { first: number(&ends[0]), last: number(&ends[1]) })
            };
            assert_eq!(u64::from(sound.rate), number(&is["rate"]), "{name} {sound:?}");
            assert_eq!(u64::from(sound.channels), number(&is["channels"]), "{name} {sound:?}");
            assert_eq!(u64::from(sound.bits), number(&is["bits"]), "{name} {sound:?}");
            assert_eq!(sound.frames, number(&is["frames"]), "{name} {sound:?}");
            assert_eq!(sound.looped, loop_of(&is["loop"]), "{name} {sound:?}");
            let crc = format!("{:08x}", crc_of(sound));
            assert_eq!(crc, is["crc32"], "{name} {sound:?}");
            let id = is["vag"].as_u64().or(is["id"].as_u64());
            let id = id.or(is["file"].as_u64().map(|file| file * 256 + number(&is["channel"])));
            assert_eq!(sound.id().map(u64::from), id, "{name} {sound:?}");
        }
    }
}

#[test]
fn field_offsets_match_the_generator() {
    for (name, is) in expected()["files"].as_object().unwrap() {
        let document = &open(name).document;
        for field in is["fields"].as_array().unwrap() {
            let (offset, len, value) = (number(&field[0]), number(&field[1]), number(&field[2]));
            let id = document.tree.deepest_at(offset).unwrap();
            let found = document.tree.field(&id).unwrap();
            assert!(matches!(found.kind, FieldKind::Scalar(_)), "{name} {}", found.path);
            assert_eq!((found.span.start, found.span.len), (offset, len), "{name} {}", found.path);
            let signed = Value::Int(value as i64);
            let is = found.value == Value::Uint(value) || found.value == signed;
            assert!(is, "{name} {}: {:?}, not {value}", found.path, found.value);
        }
    }
}

#[test]
fn every_byte_is_a_field_and_round_trips() {
    for name in expected()["files"].as_object().unwrap().keys() {
        let document = &open(name).document;
        assert_eq!(document.tree.coverage().unread, 0, "{name}");
        assert_eq!(document.content.write().unwrap(), fixture(name), "{name}");
    }
}

#[test]
fn programs_play_sounds_over_key_ranges() {
    let scene = scene(&open("bank.vab"));
    let programs: Vec<(u32, usize)> =
        scene.programs.iter().map(|program| (program.number, program.tones.len())).collect();
    assert_eq!(programs, [(0, 2), (1, 2), (4, 2)]);
    // The tones of program 4 are in the third table.
    let tone = &scene.programs[2].tones[0];
    assert_eq!(tone.origin.path, "tables[2].tones[0]");
    assert_eq!((tone.sound.unwrap().index(), tone.centre, tone.keys), (3, 72, [0, 127]));
    let [low, high] = &scene.programs[1].tones[..] else { panic!("two tones") };
    assert!(low.is_heard_at(59) && !low.is_heard_at(60) && high.is_heard_at(60));
    // Two tones use the second sound.
    assert_eq!(low.sound, high.sound);
}

#[test]
fn cues_reference_tones_of_the_companion_bank() {
    for name in ["bank.sfx", "bank.vab"] {
        let scene = scene(&open(name));
        let cues: Vec<_> =
            scene.cues.iter().map(|cue| (cue.alias, cue.note, cue.repeats)).collect();
        assert_eq!(cues, [(1, 60, false), (2, 48, true), (7, 60, false)], "{name}");
        let of = |cue: usize| {
            scene.cues[cue].sound.map(|sound| scene.sounds[sound.index()].name.clone())
        };
        assert_eq!(
            [of(0), of(1), of(2)].map(Option::unwrap),
            ["VAG 1", "VAG 2", "VAG 3"],
            "{name}"
        );
        let users = scene.sound_users();
        assert_eq!(users[0].iter().map(|user| user.kind()).collect::<Vec<_>>(), ["tone", "cue"]);
    }
}
