//! Inputs in the built-in demo or under hashed names, and outputs whose path is already in use.

use gouraud_testing::build::neversoft::{hed_hashed, wad};
use gouraud_testing::fixtures;

use crate::support::{Place, level};

#[test]
fn edits_demo_files_without_overwriting_them() {
    let place = Place::empty();
    let set = "set demo//plaza.psx models[0].vertices[0].x=5";
    place.run(&format!("{set} -o d.psx")).ends_with(0);
    let rows = place.run("diff demo//plaza.psx d.psx --json").ends_with(3).json();
    assert_eq!(rows.len(), 1, "{rows:?}");
    place.run(&format!("{set} --in-place")).ends_with(1).says("is built into the program");
    place.run("remove demo//plaza.psx objects[3] -o r.psx").ends_with(0);
    place.run("recompute demo//plaza.psx -o c.psx").ends_with(0);
    let member = "demo//rider.big//models/board.mpf";
    place.run(&format!("set {member} models[0].materials[0].main=abcd -o d.big")).ends_with(0);
    let rows = place.run(&format!("diff {member} d.big//models/board.mpf --json")).json();
    assert_eq!(rows.len(), 1, "{rows:?}");
    place.run("list d.big").ends_with(0).quietly();
}

#[test]
fn edits_members_by_resolved_name() {
    use gouraud::formats::neversoft::hed::hash_of;
    let files: [(&str, &[u8]); 2] = [("town.psx", &level()), ("note.txt", b"as it was")];
    let place = Place::empty();
    place.put("CD.HED", &hed_hashed(&files, |name| hash_of(name.as_bytes())));
    place.put("CD.WAD", &wad(&files));
    let set = "set CD.HED//town.psx models[0].faces[0].flags|=0x8000 --json";
    place.run(&format!("{set} -o new.HED")).ends_with(0);
    place.run("diff CD.HED//town.psx new.HED//town.psx").ends_with(3);
    let other = "set CD.HED//city.psx models[0].faces[0].flags=1 -o x.HED";
    place.run(other).ends_with(1);
    // The report matches the result.
    place.put("x.WAD", b"in the way");
    place.run(&format!("{set} -o x.HED")).ends_with(1).quiet_and("exists");
}

#[cfg(unix)]
#[test]
fn does_not_replace_folders_or_the_input() {
    let place = Place::new();
    let set = "set level.psx models[0].faces[0].flags|=0x8000 --force -o";
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe")).status().unwrap();
    assert!(made.success());
    place.run(&format!("{set} pipe")).ends_with(1).says("a device or a pipe");
    std::fs::hard_link(place.path("level.psx"), place.path("same.psx")).unwrap();
    place.run(&format!("{set} same.psx")).ends_with(1).says("is the input");
    assert!(place.read("same.psx") == level());
}

/// In any spelling, the demo is a folder like others.
#[test]
fn treats_the_demo_as_a_folder() {
    let place = Place::empty();
    let files = place.run("list demo").ends_with(0).out;
    assert!(files.contains("demo//plaza.psx"));
    for written in ["demo//", "demo/"] {
        assert_eq!(place.run(&format!("list {written}")).ends_with(0).out, files, "{written}");
    }
    let info = place.run("info demo").ends_with(0);
    assert!(info.out.contains("demo//plaza.psx") && info.out.contains("demo//voices.tpa"));
    place.run("info demo//nothing.psx").ends_with(1).says("nothing.psx");
    let members = place.run("list demo//rider.big").ends_with(0).out;
    assert_eq!(place.run("list demo//rider.big//").ends_with(0).out, members);
}

/// A problem of a member names the member.
#[test]
fn problems_name_their_member() {
    let place = Place::empty();
    for half in ["broken.DGC", "broken.NGC"] {
        place.put(half, &fixtures::read(&format!("totem-level/{half}")));
    }
    let info = place.run("info --json broken.DGC").ends_with(0).object();
    let problems = info["problems"].as_array().unwrap();
    let of = |field: &str| problems.iter().find(|problem| problem["field"] == field).unwrap();
    let source = of("parent")["source"].as_str().unwrap();
    assert!(source.contains("broken.DGC//"), "{source}");
    place.run(&format!("tree {source} --at parent")).ends_with(0);
}

/// Content of a companion is not shown twice.
#[test]
fn does_not_add_companions_twice() {
    let place = Place::empty();
    for name in ["rider_body", "rider_head", "board"] {
        place.run(&format!("extract demo//rider.big//models/{name}.mpf -o .")).ends_with(0);
    }
    place
        .run("export rider_body.mpf --to glb -o out --with rider_head.mpf")
        .ends_with(1)
        .says("rider_head.mpf: already part of the scene");
}
