//! Invalid or ambiguous requests are reported, and nothing is written.

use serde_json::json;

use gouraud::formats::trespasser::name_hash;
use gouraud_testing::build::tpa;
use gouraud_testing::fixtures;

use crate::support::{Sandbox, level_with};

#[test]
fn malformed_paths_and_unknown_words_are_usage_errors() {
    let sandbox = Sandbox::new();
    for set in [
        "models[0]..x=5",
        "models[0.vertices[0].x=5",
        "models[x].vertices[0].x=5",
        "x?=5",
        ".x=5",
        "models[0].=5",
    ] {
        let run = sandbox.run_with(&["set", "level.psx", set, "-o", "new.psx"]);
        run.ends_with(2).reports("is not a field path");
    }
    sandbox.run("remove level.psx models[ -o new.psx").ends_with(2);
    let set = "set level.psx models[*].faces[*].flags=1 -o new.psx --where";
    let words = |condition: &str| {
        let mut words: Vec<&str> = set.split(' ').collect();
        words.push(condition);
        sandbox.run_with(&words)
    };
    words("flags & 'bogus'").ends_with(2).reports("invalid condition for flags");
    words("surface != 'bogus'").ends_with(2).reports("invalid condition for surface");
    assert!(!sandbox.has("new.psx"));
    // `!` binds to the next operand, as in C.
    words("!flags & 1").ends_with(1).reports("the condition holds for none");
    words("!(flags & 0x4000)").ends_with(0);
}

#[test]
fn requires_one_complete_value_per_field() {
    let sandbox = Sandbox::new();
    let refused = |set: &[&str], why: &str| {
        let words = [&["set", "level.psx"], set, &["-o", "new.psx"]].concat();
        sandbox.run_with(&words).ends_with(1).reports(why);
        assert!(!sandbox.has("new.psx"));
    };
    refused(&["textures[0].pixels=00"], "textures[0].pixels: expected 8 bytes, found 1");
    refused(&["textures[0].pixels="], "found 0");
    let x = "models[0].vertices[0].x+=1";
    refused(&[x, x], "models[0].vertices[0].x is set twice");
    refused(&["models[*].faces[*].surface=1", "models[0].faces[0].surface=2"], "is set twice");
    sandbox
        .run("set level.psx models[0].faces[0].flags=textured+gouraud+0x10 -o f.psx")
        .ends_with(0);
    let flags = sandbox.run("tree f.psx --at models[0].faces[0].flags --json").object();
    assert!(flags["meaning"].as_str().unwrap().contains("gouraud"), "{flags}");
}

#[test]
fn reports_the_field_whose_value_changes_the_format() {
    let sandbox = Sandbox::empty();
    sandbox.put("weapon.bin", &fixtures::read("ff7/enemy_weapon_min.bin"));
    let run = sandbox.run("set weapon.bin sections[0].bones[0].parent=1 -o new.bin");
    run.ends_with(1).reports("sections[0].bones[0].parent: ");
}

#[test]
fn moved_problems_are_not_new() {
    let sandbox = Sandbox::empty();
    let odd = level_with(|file| {
        file.models[0].faces[0].flags |= 0x8000;
        let object = file.objects[0];
        file.objects.insert(0, object);
    });
    sandbox.put("odd.psx", &odd);
    let run = sandbox.run("remove odd.psx objects[0] --dry-run").ends_with(0);
    assert!(!run.err.contains("unknown base flag"), "{}", run.err);
}

#[test]
fn edits_the_header_of_a_sound_wherever_it_is_stored() {
    let sandbox = Sandbox::empty();
    let sounds = vec![tpa::pcm8(11025, 1, &[1; 64]), tpa::pcm8(8000, 1, &[2; 64])];
    let id = |name: &str, sound| tpa::id(name_hash(name), sound);
    let ids = vec![id("ONE", 0), id("TWO", 1), id("ALIAS", 0)];
    sandbox.put("bank.tpa", &tpa::bank(ids, sounds, Vec::new()).write().unwrap());
    let all = ["ids[0].header.rate", "ids[2].header.rate", "sounds[0].header.rate"];
    for path in all {
        let set = format!("set bank.tpa {path}=22050 -o new.tpa --json");
        let mut rows = sandbox.run(&set).ends_with(0).json();
        assert_eq!(rows.pop(), Some(json!({"matched": 1, "changed": 3, "written": "new.tpa"})));
        let mut changed: Vec<_> = rows.iter().map(|row| row["path"].as_str().unwrap()).collect();
        changed.sort_unstable();
        assert_eq!(changed, all, "{path}");
    }
}

#[test]
fn empty_recipe_matches_nothing() {
    let sandbox = Sandbox::new();
    sandbox.put("r.jsonl", b"{\"recipe\":1}\n");
    sandbox.run("apply r.jsonl level.psx -o new.psx").ends_with(1).reports("the recipe is empty");
    assert!(!sandbox.has("new.psx"));
}
