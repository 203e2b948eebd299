//! Inputs in the built-in demo or under hashed names, and outputs whose path is already in use.

use gouraud_testing::build::neversoft::{hed_hashed, wad};
use gouraud_testing::fixtures;

use crate::support::{Sandbox, level};

#[test]
fn edits_demo_files_without_overwriting_them() {
    let sandbox = Sandbox::empty();
    let set = "set demo//plaza.psx models[0].vertices[0].x=5";
    sandbox.run(&format!("{set} -o d.psx")).ends_with(0);
    let rows = sandbox.run("diff demo//plaza.psx d.psx --json").ends_with(3).json();
    assert_eq!(rows.len(), 1, "{rows:?}");
    sandbox.run(&format!("{set} --in-place")).ends_with(1).reports("is built into the program");
    sandbox.run("remove demo//plaza.psx objects[3] -o r.psx").ends_with(0);
    sandbox.run("recompute demo//plaza.psx -o c.psx").ends_with(0);
    let member = "demo//rider.big//models/board.mpf";
    sandbox.run(&format!("set {member} models[0].materials[0].main=abcd -o d.big")).ends_with(0);
    let rows = sandbox.run(&format!("diff {member} d.big//models/board.mpf --json")).json();
    assert_eq!(rows.len(), 1, "{rows:?}");
    sandbox.run("list d.big").ends_with(0).quietly();
}

#[test]
fn edits_members_by_resolved_name() {
    use gouraud::formats::neversoft::hed::hash_of;
    let files: [(&str, &[u8]); 2] = [("town.psx", &level()), ("note.txt", b"as it was")];
    let sandbox = Sandbox::empty();
    sandbox.put("CD.HED", &hed_hashed(&files, |name| hash_of(name.as_bytes())));
    sandbox.put("CD.WAD", &wad(&files));
    let set = "set CD.HED//town.psx models[0].faces[0].flags|=0x8000 --json";
    sandbox.run(&format!("{set} -o new.HED")).ends_with(0);
    sandbox.run("diff CD.HED//town.psx new.HED//town.psx").ends_with(3);
    let other = "set CD.HED//city.psx models[0].faces[0].flags=1 -o x.HED";
    sandbox.run(other).ends_with(1);
    // The report matches the result.
    sandbox.put("x.WAD", b"in the way");
    sandbox.run(&format!("{set} -o x.HED")).ends_with(1).quiet_and("exists");
}

#[cfg(unix)]
#[test]
fn does_not_replace_folders_or_the_input() {
    let sandbox = Sandbox::new();
    let set = "set level.psx models[0].faces[0].flags|=0x8000 --force -o";
    let made = std::process::Command::new("mkfifo").arg(sandbox.path("pipe")).status().unwrap();
    assert!(made.success());
    sandbox.run(&format!("{set} pipe")).ends_with(1).reports("a device or a pipe");
    std::fs::hard_link(sandbox.path("level.psx"), sandbox.path("same.psx")).unwrap();
    sandbox.run(&format!("{set} same.psx")).ends_with(1).reports("is the input");
    assert!(sandbox.read("same.psx") == level());
}

/// In any spelling, the demo is a folder like others.
#[test]
fn treats_the_demo_as_a_folder() {
    let sandbox = Sandbox::empty();
    let files = sandbox.run("list demo").ends_with(0).out;
    assert!(files.contains("demo//plaza.psx"));
    for written in ["demo//", "demo/"] {
        assert_eq!(sandbox.run(&format!("list {written}")).ends_with(0).out, files, "{written}");
    }
    let info = sandbox.run("info demo").ends_with(0);
    assert!(info.out.contains("demo//plaza.psx") && info.out.contains("demo//voices.tpa"));
    sandbox.run("info demo//nothing.psx").ends_with(1).reports("nothing.psx");
    let members = sandbox.run("list demo//rider.big").ends_with(0).out;
    assert_eq!(sandbox.run("list demo//rider.big//").ends_with(0).out, members);
}

/// A problem of a member names the member.
#[test]
fn problems_name_their_member() {
    let sandbox = Sandbox::empty();
    for half in ["broken.DGC", "broken.NGC"] {
        sandbox.put(half, &fixtures::read(&format!("totem-level/{half}")));
    }
    let info = sandbox.run("info --json broken.DGC").ends_with(0).object();
    let problems = info["problems"].as_array().unwrap();
    let of = |field: &str| problems.iter().find(|problem| problem["field"] == field).unwrap();
    let source = of("parent")["source"].as_str().unwrap();
    assert!(source.contains("broken.DGC//"), "{source}");
    sandbox.run(&format!("tree {source} --at parent")).ends_with(0);
}

/// Content of a companion is not shown twice.
#[test]
fn does_not_add_companions_twice() {
    let sandbox = Sandbox::empty();
    for name in ["rider_body", "rider_head", "board"] {
        sandbox.run(&format!("extract demo//rider.big//models/{name}.mpf -o .")).ends_with(0);
    }
    sandbox
        .run("export rider_body.mpf --to glb -o out --with rider_head.mpf")
        .ends_with(1)
        .reports("rider_head.mpf: already part of the scene");
}
