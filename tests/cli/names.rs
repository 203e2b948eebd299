//! Names of sounds: a bank stores only hashes; levels and lists next to it contain the names.

use gouraud::formats::trespasser::name_hash;
use gouraud_testing::build::groff::{InstanceTransform as At, Level, Model, Polygons, Property};
use gouraud_testing::build::tpa;

use crate::support::Sandbox;

/// A bank of sounds with these names.
fn bank(names: &[&str]) -> Vec<u8> {
    let ids = names.iter().enumerate().map(|(at, name)| tpa::id(name_hash(name), at)).collect();
    let sound = |at: usize| tpa::pcm8(11_025, 1, &[at as u8; 64]);
    tpa::bank(ids, (0..names.len()).map(sound).collect(), Vec::new()).write().unwrap()
}

/// A level in which a trigger plays each of these sounds.
fn level(samples: &[&str]) -> Vec<u8> {
    let mut level = Level::default();
    let empty = Polygons {
        points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        faces: Vec::new(),
        surfaces: Vec::new(),
        default_colour: 0,
    };
    let model = level.model("Entrance", Model::Polygons(empty));
    for (at, sample) in samples.iter().enumerate() {
        let name = format!("Entrance-{at:02}");
        let values = vec![
            ("Class", Property::text("CLocationTrigger")),
            ("ActionType", Property::Int(6)),
            ("Sample", Property::text(sample)),
        ];
        let group = level.values(&name, values);
        level.instance(&name, model, At::at(at as f32, 0.0, 0.0), group);
    }
    level.finish().write().unwrap()
}

const NAMES: [&str; 2] = ["VA56", "VH54"];

/// Names of the sounds in an `export` of the bank in `folder`.
fn exported(sandbox: &Sandbox, arguments: &str) -> Vec<String> {
    let run = sandbox.run(&format!("export {arguments} -o out --to wav --force")).ends_with(0);
    run.out.lines().map(|line| line.trim_start_matches("out/").to_owned()).collect()
}

fn expected() -> Vec<String> {
    let file = |(at, name): (usize, &&str)| format!("{at:03}_{:08X}_{name}.wav", name_hash(name));
    NAMES.iter().enumerate().map(file).collect()
}

#[test]
fn names_sounds_from_a_sibling_level_or_text() {
    let script = format!("play({:?});\n{}", NAMES[0], NAMES[1]);
    for (file, holder) in [
        ("demo.grf", level(&NAMES)),
        ("Sounds.EEL", script.clone().into_bytes()),
        ("names.txt", NAMES.join("\r\n").into_bytes()),
        ("DATA/demo.grf", level(&NAMES)),
        ("../elsewhere/list.txt", Vec::new()),
    ] {
        let sandbox = Sandbox::empty();
        sandbox.put("Stream.tpa", &bank(&NAMES));
        if holder.is_empty() {
            assert_ne!(exported(&sandbox, "Stream.tpa"), expected(), "no name is known");
            continue;
        }
        sandbox.put(file, &holder);
        assert_eq!(exported(&sandbox, "Stream.tpa"), expected(), "{file}");
        sandbox.run("export Stream.tpa -o only --to wav --only VH*").ends_with(0);
        assert!(sandbox.has(&format!("only/{}", expected()[1])), "{file}");
        sandbox.run("play Stream.tpa va56 --silent").ends_with(0).reports("0 VA56");
        sandbox.run("play Stream.tpa --silent").ends_with(0).reports("1 VH54");
        let name = file.rsplit('/').next().unwrap();
        let run = sandbox.run("info Stream.tpa").ends_with(0);
        let row = format!("2 of 2 known ({name}): VA56, VH54\n");
        assert!(run.out.contains(&row), "{}", run.out);
    }
}

#[test]
fn names_do_not_depend_on_argument_order() {
    let sandbox = Sandbox::empty();
    sandbox.put("one/Stream.tpa", &bank(&NAMES));
    sandbox.put("other/demo.grf", &level(&NAMES));
    sandbox.put("third/list.txt", NAMES.join("\n").as_bytes());
    for paths in [
        "one/Stream.tpa other/demo.grf",
        "other/demo.grf one/Stream.tpa",
        "one/Stream.tpa third/list.txt",
        "one other",
    ] {
        let run = sandbox.run(&format!("export {paths} -o out --to wav --force"));
        assert!(run.out.contains(&expected()[1]), "{paths}: {}", run.out);
        let run = sandbox.run(&format!("info {paths}"));
        assert!(run.out.contains("2 of 2 known"), "{paths}: {}", run.out);
    }
}

#[test]
fn plays_a_sound_of_bank_and_level_once() {
    let sandbox = Sandbox::empty();
    for name in ["a.grf", "z.grf"] {
        sandbox.put(name, &level(&NAMES));
    }
    sandbox.put("Stream.tpa", &bank(&NAMES));
    let run = sandbox.run("play . VH54 --silent").ends_with(0);
    assert_eq!(run.err.matches("VH54").count(), 1, "{}", run.err);
    let run = sandbox.run("play . --silent").ends_with(0);
    assert_eq!(run.err.matches("VA56").count(), 1, "{}", run.err);
}
