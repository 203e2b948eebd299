//! `set` and `apply`.

use serde_json::json;

use crate::support::{FLAGS, Place, level};

/// The face's flags in a file that was written, and whether all else is as it was.
fn flags_of(place: &Place, name: &str) -> u16 {
    let (new, mut old) = (place.read(name), level());
    let flags = [new[FLAGS], new[FLAGS + 1]];
    old[FLAGS..FLAGS + 2].copy_from_slice(&flags);
    assert!(new == old, "nothing else differs");
    u16::from_le_bytes(flags)
}

#[test]
fn set_writes_a_new_file_that_differs_in_what_was_asked_for() {
    let place = Place::new();
    let before = u16::from_le_bytes([level()[FLAGS], level()[FLAGS + 1]]);
    place.run("set level.psx models[0].faces[0].flags|=0x8000 -o new.psx").ends_with(0);
    assert_eq!(flags_of(&place, "new.psx"), before | 0x8000);
    place
        .run("set level.psx models[*].faces[*].flags^=semi-transparent -o toggled.psx")
        .ends_with(0);
    assert_eq!(flags_of(&place, "toggled.psx"), before ^ 0x40);
    assert!(place.read("level.psx") == level());
}

#[test]
fn a_dry_run_says_what_differs_and_writes_nothing() {
    let place = Place::new();
    let rows = place
        .run("set level.psx models[0].faces[0].flags|=0x8000 --dry-run --json -o new.psx")
        .ends_with(0)
        .json();
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (&rows[0]["path"], &rows[0]["kind"], &rows[0]["a_offset"]),
        (&json!("models[0].faces[0].flags"), &json!("changed"), &json!(FLAGS))
    );
    assert_eq!(rows[0]["b"].as_u64(), rows[0]["a"].as_u64().map(|flags| flags | 0x8000));
    assert!(!place.has("new.psx"));
    let told = place.run("set level.psx models[0].faces[0].flags|=0x8000 --dry-run").ends_with(0);
    assert!(told.out.starts_with("~ models[0].faces[0].flags"), "{}", told.out);
    place.run("set level.psx models[0].faces[0].flags=1").ends_with(2);
}

#[test]
fn a_recipe_that_was_written_does_the_same_again() {
    let place = Place::new();
    place
        .run("set level.psx models[*].faces[*].flags|=0x8000 --where flags&1 -o a.psx --recipe r.jsonl")
        .ends_with(0);
    let recipe = String::from_utf8(place.read("r.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        recipe.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], json!({"recipe": 1, "format": "neversoft.psx", "file": "level.psx"}));
    assert_eq!(
        lines[1],
        json!({"set": "models[*].faces[*].flags", "how": "|=", "to": "0x8000", "where": "flags&1"})
    );
    place.run("apply r.jsonl level.psx -o b.psx").ends_with(0);
    assert!(place.read("a.psx") == place.read("b.psx"));
    place.put("other.jsonl", b"{\"recipe\":1,\"format\":\"ssx.mpf\"}");
    let refused = place.run("apply other.jsonl level.psx -o c.psx").ends_with(1);
    assert!(refused.err.contains("level.psx is neversoft.psx, and the recipe is for ssx.mpf"));
    place.put("wrong.jsonl", b"{\"set\":\"a\",\"to\":1}\nnonsense\n");
    let refused = place.run("apply wrong.jsonl level.psx -o c.psx").ends_with(1);
    assert!(refused.err.contains("wrong.jsonl: line 2: this is no JSON"), "{}", refused.err);
    assert!(!place.has("c.psx"));
}

#[test]
fn what_cannot_be_done_ends_with_1_and_leaves_no_file() {
    let place = Place::new();
    let refused = |words: &str, why: &str| {
        let run = place.run(&format!("{words} -o new.psx")).ends_with(1);
        assert!(run.err.contains(why), "{words}: {}", run.err);
        assert!(!place.has("new.psx"));
    };
    refused(
        "set level.psx models[9].faces[0].flags=1",
        "the deepest part that exists is \"models\"",
    );
    refused("set level.psx models[*].faces[9].flags=1", "no field matches");
    refused("set level.psx header.object_count=2", "says how the file is laid out");
    refused("set level.psx models[0].faces[0].flags=70000", "can be from 0 to 65535");
    refused("set level.psx models[0].faces[0].flags=high", "is not a number or names of its bits");
    refused(
        "set level.psx models[*].faces[*].flags=1 --where flags&",
        "in the condition, at letter 7",
    );
    refused("set note.txt a=1", "no format claims this file");
    place.run("set level.psx models[0].faces[0].flags -o new.psx").ends_with(2);
    place.run("set level.psx -o new.psx").ends_with(2);
}

#[test]
fn no_file_is_written_over_that_was_not_meant() {
    let place = Place::new();
    let set = "set level.psx models[0].faces[0].flags|=0x8000 -o";
    let refused = place.run(&format!("{set} level.psx --force")).ends_with(1);
    assert!(refused.err.contains("level.psx is the file that is read"), "{}", refused.err);
    assert!(place.read("level.psx") == level());
    place.run(&format!("{set} note.txt")).ends_with(1);
    place.run(&format!("{set} note.txt --force")).ends_with(0);
    assert!(place.read("note.txt").len() == level().len());
    std::fs::create_dir(place.path("out")).unwrap();
    place.run(&format!("{set} out")).ends_with(0);
    assert!(place.has("out/level.psx"), "in a folder files keep their names");
    let missing = place.run(&format!("{set} none/new.psx")).ends_with(1);
    assert!(!missing.err.is_empty());
}

#[test]
fn a_packed_file_stays_packed() {
    use gouraud::formats::ms::szdd;
    let place = Place::new();
    place.put("level.ps_", &szdd::pack(&level(), b'x'));
    place.run("set level.ps_ models[0].faces[0].flags|=0x8000 -o new.ps_").ends_with(0);
    place.run("extract new.ps_ -o out").ends_with(0);
    let unpacked = std::fs::read_dir(place.path("out")).unwrap().next().unwrap().unwrap();
    let (new, old) = (std::fs::read(unpacked.path()).unwrap(), level());
    assert_eq!(new[FLAGS + 1], old[FLAGS + 1] | 0x80);
    assert_eq!(new.len(), old.len());
}
