//! Trespasser's scenes: read with their levels, and changed together with them.

use super::support::{Run, Sandbox};

/// The demo's island with its scene, and a folder for output.
fn island() -> Sandbox {
    let sandbox = Sandbox::empty();
    for name in ["island.grf", "island.scn"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        sandbox.put(name, &std::fs::read(format!("{demo}{name}")).unwrap());
    }
    std::fs::create_dir(sandbox.path("out")).unwrap();
    sandbox
}

/// A field of a file.
fn field(sandbox: &Sandbox, file: &str, path: &str) -> serde_json::Value {
    sandbox.run(&format!("tree {file} --at {path} --json")).ends_with(0).object()
}

/// The number in a field.
fn number(sandbox: &Sandbox, file: &str, path: &str) -> f64 {
    field(sandbox, file, path)["value"].as_f64().unwrap()
}

/// The paths of fields that differ, and their new values.
fn differences(run: Run) -> Vec<(String, serde_json::Value)> {
    let all = run.json().into_iter().filter(|row| row.get("path").is_some());
    all.map(|row| (row["path"].as_str().unwrap().to_owned(), row["b"].clone())).collect()
}

/// The start trigger of the island; a sequence trigger would have the same length.
const TRIGGER: &str = "sections[8]";

#[test]
fn blocks_of_a_scene_are_read_with_its_level() {
    let sandbox = island();
    let with_level = field(&sandbox, "island.scn", TRIGGER);
    assert_eq!(with_level["type"], "Block, start trigger");
    assert_eq!(with_level["meaning"], "720A3A53 TrigSea");
    sandbox.run(&format!("set island.scn {TRIGGER}.state.fires_left=1 -o out")).ends_with(0);
    let rows = sandbox.run("diff island.scn out/island.scn --json --root .").ends_with(3);
    let rows = differences(rows);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(rows[0].0, format!("{TRIGGER}.state.fires_left"));
}

#[test]
fn guessed_blocks_are_marked_and_not_set() {
    let sandbox = Sandbox::empty();
    // Zeros fit a start trigger as well as a sequence trigger.
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.scn");
    let mut scene = std::fs::read(demo).unwrap();
    scene[0x96d..0x98d].fill(0);
    sandbox.put("alone.scn", &scene);
    let trigger = field(&sandbox, "alone.scn", TRIGGER);
    let meaning = trigger["meaning"].as_str().unwrap();
    assert!(meaning.contains("guessed: start trigger or sequence trigger"), "{meaning}");
    sandbox
        .run(&format!("set alone.scn {TRIGGER}.state.fires_left=1 --dry-run"))
        .ends_with(1)
        .quiet_and("only its level island.grf determines it");
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.grf");
    sandbox.put("island.grf", &std::fs::read(level).unwrap());
    sandbox.run(&format!("set alone.scn {TRIGGER}.state.fires_left=1 --dry-run")).ends_with(0);
}

#[test]
fn transform_that_the_scene_stores_too_is_set_in_both() {
    let sandbox = island();
    // The scene stores this crate at another position, y −8.
    let position = "sections[1].instances[97].place.position";
    sandbox
        .run(&format!("set island.grf {position}.x=50 -o out"))
        .ends_with(0)
        .reports("island.scn stores this too");
    assert_eq!(number(&sandbox, "out/island.grf", &format!("{position}.x")), 50.0);
    let saved =
        |file: &str, field: &str| number(&sandbox, file, &format!("sections[6].place.{field}"));
    assert_eq!(saved("out/island.scn", "position.x"), 50.0);
    assert_eq!(saved("out/island.scn", "position.y"), -8.0);
    // An addition is added in both files.
    let sandbox = island();
    sandbox.run(&format!("set island.grf {position}.y+=2 -o out")).ends_with(0);
    let y = number(&sandbox, "out/island.scn", "sections[6].place.position.y");
    assert_eq!(y, -6.0);
    // A quarter turn about Z.
    let sandbox = island();
    let angle = "sections[1].instances[97].place.angles.z=1.5707964";
    sandbox.run(&format!("set island.grf {angle} -o out")).ends_with(0);
    let part = |part: &str| {
        number(&sandbox, "out/island.scn", &format!("sections[6].place.rotation.{part}"))
    };
    let [w, x, y, z] = ["w", "x", "y", "z"].map(part);
    assert!((w - 0.5f64.sqrt()).abs() < 1e-6 && (z - w).abs() < 1e-6, "{w} {x} {y} {z}");
    // An instance without a block changes only the level.
    let other = "sections[1].instances[98].place.position.x=9";
    let run =
        sandbox.run(&format!("set island.grf {other} --dry-run --json")).ends_with(0).quietly();
    assert_eq!(differences(run).len(), 1);
}

#[test]
fn helpers_follow_their_prototype() {
    let sandbox = island();
    let rows = |arguments: &str| {
        let run = sandbox.run(&format!("{arguments} --dry-run --json")).ends_with(0);
        differences(run).into_iter().map(|(path, _)| path).collect::<Vec<_>>()
    };
    let [own, helper, block] = [
        "sections[1].instances[94].place.position",
        "sections[1].instances[99].place.position",
        "sections[9].place.position",
    ];
    let all = |axis: &str| [own, helper, block].map(|of| format!("{of}.{axis}"));
    assert_eq!(rows(&format!("set island.grf {own}.z+=1")), all("z"));
    let moved = rows("move island.grf sections[1].instances[94] --by 0,0,1");
    assert_eq!(moved, all("z"));
    let moved = rows("move island.grf sections[1].instances[94] --by=-2,0,0");
    assert_eq!(moved, all("x"));
    // A helper whose own field is set keeps that value, and a copy has no helpers.
    let both = format!("set island.grf {own}.z+=1 {helper}.x=7");
    assert_eq!(rows(&both), [format!("{own}.z"), format!("{helper}.x"), format!("{block}.z")]);
    let copy = rows("move island.grf sections[1].instances[95] --by 0,0,1");
    assert_eq!(copy, ["sections[1].instances[95].place.position.z"]);
}

#[test]
fn moves_by_a_distance_along_the_axes_of_the_file() {
    let sandbox = island();
    sandbox
        .run("move island.grf sections[1].instances[97] --by 1,2,-3 -o out --recipe move.json")
        .ends_with(0)
        .reports("island.scn stores this too");
    for (file, path) in
        [("island.grf", "sections[1].instances[97].place"), ("island.scn", "sections[6].place")]
    {
        for (axis, by) in [("x", 1.0), ("y", 2.0), ("z", -3.0)] {
            let path = format!("{path}.position.{axis}");
            let [was, now] =
                [file.to_owned(), format!("out/{file}")].map(|file| number(&sandbox, &file, &path));
            assert!((now - was - by).abs() < 1e-5, "{file} {path}: {was} {now}");
        }
    }
    let recipe = String::from_utf8(sandbox.read("move.json")).unwrap();
    assert!(recipe.contains("+="), "{recipe}");
    sandbox
        .run("move island.grf sections[1].count --by 1,0,0 --dry-run")
        .ends_with(1)
        .quiet_and("sections[1].count has no position");
    sandbox
        .run("move island.grf sections[1].instances[97] --by 1,0 --dry-run")
        .ends_with(2)
        .reports("is not X,Y,Z");
}

#[test]
fn renaming_an_instance_reaches_scene_and_values() {
    let sandbox = island();
    assert_eq!(field(&sandbox, "island.grf", "names[19].text")["value"], "Crate-03");
    sandbox.run("set island.grf names[19].text=Crate-77 -o out").ends_with(0);
    let hash = crc32fast::hash(b"Crate-77");
    let blocks = sandbox.run("tree out/island.scn").ends_with(0).out;
    assert!(blocks.contains(&format!("{hash:X}")) && !blocks.contains("2AC6C4F2"));
    let node = field(&sandbox, "out/island.scn", "sections[2].pairs[8].node");
    assert_eq!(node["value"], hash);
    // With the old scene, both files have a block that belongs to no instance.
    let orphan = "belong to no instance of island.grf: 2AC6C4F2";
    let is_affected = |file: &str| {
        let run = sandbox.run(&format!("info {file} --json")).ends_with(0);
        run.out.contains(orphan)
    };
    assert!(!is_affected("out/island.grf") && !is_affected("out/island.scn"));
    std::fs::copy(sandbox.path("island.scn"), sandbox.path("out/island.scn")).unwrap();
    assert!(is_affected("out/island.grf") && is_affected("out/island.scn"));
    // A trigger names this crate, and another trigger's expression names a trigger.
    let rows = |index: usize, name: &str| {
        let run = format!("set island.grf names[{index}].text={name} --dry-run --json");
        differences(sandbox.run(&run).ends_with(0))
    };
    let is_named = |rows: Vec<(String, serde_json::Value)>, name: &str| {
        let mut values = rows.iter().filter(|(path, _)| path.ends_with(".value"));
        values.any(|(_, new)| new.as_str().is_some_and(|new| new.contains(name)))
    };
    assert!(is_named(rows(18, "Crate-78"), "Crate-78"));
    assert!(is_named(rows(124, "TrigHello"), "#Anne & #TrigHello"));
}
