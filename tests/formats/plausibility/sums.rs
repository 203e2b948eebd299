//! Sums over files, and the rule about dependent fields.

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud::formats::neversoft::psx;
use gouraud::plausibility::{RULES, Subject, Sums};
use gouraud::scene::Scene;
use gouraud_testing::puppet::puppet;

use super::checked;

#[test]
fn sums_count_files_and_name_the_worst() {
    let good = puppet();
    let stretched = |by: f32| {
        let mut scene: Scene = puppet();
        // The clips are unchanged, so that all bones are too short.
        for node in &mut scene.nodes {
            let translation = &mut node.local.w_axis;
            (translation.x, translation.y, translation.z) =
                (translation.x / by, translation.y / by, translation.z / by);
        }
        scene
    };
    let mut sums = Sums::default();
    for (path, scene) in [("good", good), ("bad", stretched(4.0)), ("worse", stretched(8.0))] {
        sums.add(path, &[checked(&scene, "bone_lengths")]);
    }
    let all: Vec<_> = sums.iter().collect();
    assert_eq!(all.len(), 1, "rules without anything to check are left out");
    let sum = all[0];
    assert_eq!((sum.files, sum.broken_files, sum.checked, sum.broken), (3, 2, 9, 6));
    let (value, path) = sum.worst.as_ref().unwrap();
    assert!((value - 8.0).abs() < 1e-3);
    assert_eq!(path, "worse");
}

#[test]
fn rules_have_unique_keys() {
    let mut keys: Vec<&str> = RULES.iter().map(|rule| rule.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), RULES.len());
}

#[test]
fn finds_stale_dependent_values() {
    let textures = gouraud_testing::level::Textures { count: 1, side: 16 };
    let source =
        Source::from_bytes("level.psx", gouraud_testing::level::bytes(60, textures).unwrap());
    let mut file: psx::File = gouraud_testing::records::of(&source).unwrap();
    file.models[0].radius = 1;
    let stale = Source::from_bytes("stale.psx", file.write().unwrap());
    let format = formats::by_id("neversoft.psx").unwrap();
    let document = format.open(&stale).unwrap();
    let outcomes = Subject::new(Some(&document), None).outcomes();
    let [recompute] = &outcomes[..] else { panic!("{outcomes:?}") };
    assert_eq!((recompute.rule.key, recompute.is_broken()), ("recompute", true));
    assert_eq!(recompute.worst.as_ref().unwrap().origin.path, "models[0].radius");
}

#[test]
fn files_without_dependent_values_are_not_checked() {
    let seed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/ps1.tim");
    let source = Source::from_bytes("a.tim", std::fs::read(seed).unwrap());
    let (format, _) = formats::identify(&source).unwrap();
    let document = format.open(&source).unwrap();
    assert_eq!(Subject::new(Some(&document), None).outcomes(), []);
}
