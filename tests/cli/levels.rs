//! Levels and scenes of Trespasser: properties, planes, nested boxes, and scenes without them.

use serde_json::Value;

use crate::support::Sandbox;

/// The demo's island with its scene.
fn island() -> Sandbox {
    let sandbox = Sandbox::empty();
    for name in ["island.grf", "island.scn"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        sandbox.put(name, &std::fs::read(format!("{demo}{name}")).unwrap());
    }
    sandbox
}

/// The value of a field.
fn value(sandbox: &Sandbox, file: &str, path: &str) -> Value {
    let tree = sandbox.run(&format!("tree {file} --at {path} --json")).ends_with(0);
    tree.object()["value"].clone()
}

/// Messages of the notes of a file that contain `part`.
fn notes(sandbox: &Sandbox, file: &str, part: &str) -> Vec<String> {
    let info = sandbox.run(&format!("info {file} --json"));
    let problems = info.object()["problems"].as_array().unwrap().clone();
    let text = |one: &Value| format!("{}: {}", one["field"], one["message"]);
    problems.iter().map(text).filter(|text| text.contains(part)).collect()
}

#[test]
fn adds_a_property_to_a_group_and_removes_it() {
    let sandbox = island();
    // The hut: Class, SoundMaterial, Frozen.
    sandbox
        .run("add island.grf sections[84].entries[51] --name Moveable=true -o more.grf")
        .ends_with(0);
    assert_eq!(value(&sandbox, "more.grf", "sections[84].entries[131].value"), 1);
    let id = value(&sandbox, "more.grf", "sections[84].entries[131].key.id");
    assert_eq!(id, 132);
    assert_eq!(value(&sandbox, "more.grf", "sections[84].entry_manager.next"), 133);
    assert_eq!(value(&sandbox, "more.grf", "sections[84].entries[51].children[3].id"), id);
    // The string is known, so only the entry and its handle are new: 27 bytes, a value and 8 bytes.
    let len = |name: &str| sandbox.read(name).len();
    assert_eq!(len("more.grf") - len("island.grf"), 27 + 1 + 8 + 8);
    sandbox.run("check more.grf").ends_with(0);
    sandbox.run("remove more.grf sections[84].entries[131] -o less.grf").ends_with(0);
    assert!(sandbox.read("less.grf") == sandbox.read("island.grf"));
}

#[test]
fn a_new_property_has_the_type_of_others_with_its_name() {
    let sandbox = island();
    let add = |text: &str| {
        let group = "sections[84].entries[27]";
        sandbox.run_with(&["add", "island.grf", group, "--name", text, "-o", "x.grf"]).ends_with(0);
        value(&sandbox, "x.grf", "sections[84].entries[131].kind")
    };
    assert_eq!(add("Mass=3"), 4, "a float like the other masses");
    assert_eq!(add("Mass:int=3"), 3, "the requested type");
    assert_eq!(add("Strength=3"), 3);
    assert_eq!(add("Strength=0.5"), 4);
    assert_eq!(add("Strength=high"), 5);
    assert_eq!(add("Action00"), 6, "a group");
    let refuse = |path: &str, text: &str, why: &str| {
        let run = sandbox.run_with(&["add", "island.grf", path, "--name", text, "-o", "no.grf"]);
        run.ends_with(1).reports(why);
    };
    let group = "sections[84].entries[27]";
    refuse(group, "Mass=much", "expected the float Mass, found much");
    refuse(group, "AlwaysFace=false", "it already has the bool AlwaysFace");
    refuse(group, "=1", "needs a name");
    refuse("sections[84].entries[26]", "Mass=1", "only a group can have properties");
    refuse("sections[84].entries", "Mass=1", "is added to a group");
    refuse("sections[84].entries[999]", "Mass=1", "sections[84].entries[999]");
    assert!(!sandbox.has("no.grf"));
}

#[test]
fn a_property_of_an_instance_leaves_its_copies_unchanged() {
    let sandbox = island();
    let group = |file: &str, index: usize| {
        value(&sandbox, file, &format!("sections[1].instances[{index}].values.id"))
    };
    // Six crates share a group of seven values; one of them gets its own.
    assert_eq!(group("island.grf", 97), group("island.grf", 96));
    let run = sandbox.run("add island.grf sections[1].instances[97] --name Density=3 -o x.grf");
    run.ends_with(0).reports("takes all but the transform of Crate-03 from Crate-00 (instances[");
    assert_eq!(group("x.grf", 96), group("island.grf", 96));
    assert_eq!(group("x.grf", 97), 139);
    let children = |file: &str, entry: usize| {
        value(&sandbox, file, &format!("sections[84].entries[{entry}].count"))
    };
    assert_eq!((children("x.grf", 73), children("x.grf", 138)), (7.into(), 8.into()));
    assert!(notes(&sandbox, "x.grf", "also belongs to").is_empty());
    // The group of the crates is not copied for a property that it has.
    let refused =
        sandbox.run("add island.grf sections[1].instances[97] --name Mass:float=3 -o z.grf");
    let refused = refused.ends_with(1);
    let named = refused.err.split("entries[").nth(1).and_then(|rest| rest.split(']').next());
    let entry: usize = named.unwrap().parse().unwrap();
    assert!(entry < 131, "an entry of the file: {entry}");
    // The physics box has no properties.
    sandbox.run("add island.grf sections[1].instances[99] --name Density=3 -o y.grf").ends_with(0);
    assert_eq!(group("y.grf", 99), 132);
    assert_eq!(children("y.grf", 131), 1);
}

#[test]
fn a_copied_action_gets_the_next_number_and_its_own_values() {
    let sandbox = island();
    // Action01 of the hut's trigger: three values.
    sandbox.run("copy island.grf sections[84].entries[109] -o more.grf").ends_with(0);
    let name = |entry: usize| {
        let id = value(&sandbox, "more.grf", &format!("sections[84].entries[{entry}].name.id"));
        let strings = sandbox.run("tree more.grf --at sections[84].strings --json").object();
        let all = strings["children"].as_array().unwrap().clone();
        let field = |string: &Value, name: &str| {
            let fields = string["children"].as_array().unwrap();
            fields.iter().find(|field| field["name"] == name).unwrap()["value"].clone()
        };
        field(all.iter().find(|string| field(string, "id") == id).unwrap(), "text")
    };
    assert_eq!(name(134), "Action02");
    assert_eq!(value(&sandbox, "more.grf", "sections[84].entries[134].children[2].id"), 134);
    assert_eq!(value(&sandbox, "more.grf", "sections[84].entries[110].children[5].id"), 135);
    sandbox.run("remove more.grf sections[84].entries[134] -o less.grf").ends_with(0);
    assert!(sandbox.read("less.grf") == sandbox.read("island.grf"));
    sandbox
        .run("remove island.grf sections[84].entries[73] -o no.grf")
        .ends_with(1)
        .reports("has sections[84].entries[73]");
}

#[test]
fn reports_and_recomputes_planes_that_do_not_match_their_points() {
    let sandbox = island();
    let recompute = |file: &str| {
        sandbox.run(&format!("recompute {file} -o out.grf")).ends_with(0);
        let again = sandbox.run("recompute out.grf -o again.grf").ends_with(0);
        assert!(again.err.contains("up to date"), "{}", again.err);
        sandbox.read("out.grf")
    };
    sandbox.run("recompute island.grf -o same.grf").ends_with(0).reports("up to date");
    let spoil = |change: &str| {
        sandbox.run_with(&["set", "island.grf", change, "-o", "x.grf"]).ends_with(0);
    };
    // Only the plane changes; everything else is as before.
    spoil("sections[35].polygons[0].distance=500");
    assert_eq!(notes(&sandbox, "x.grf", "no point of the polygon is on its plane").len(), 1);
    let near = |bytes: &[u8]| {
        let original = sandbox.read("island.grf");
        assert_eq!(bytes.len(), original.len());
        original.chunks(4).zip(bytes.chunks(4)).filter(|(a, b)| a != b).count()
    };
    assert!(near(&recompute("x.grf")) <= 1, "only rounding of the distance may differ");
    spoil("sections[35].polygons[0].normal.x=0.5");
    assert_eq!(notes(&sandbox, "x.grf", "not the unit normal of the polygon").len(), 1);
    assert!(near(&recompute("x.grf")) <= 4);
    // A moved point: planes, normals of vertices and the hull follow.
    spoil("sections[35].points[0].z=50");
    assert_eq!(notes(&sandbox, "x.grf", "the hull does not enclose").len(), 1);
    recompute("x.grf");
    assert!(notes(&sandbox, "out.grf", "sections[35]").is_empty());
    assert_eq!(value(&sandbox, "out.grf", "sections[35].wrap[7].z"), 50.0);
}

#[test]
fn boxes_of_a_scene_grow_around_a_moved_instance() {
    let sandbox = island();
    let outside = "the node is outside the box above it";
    sandbox.run("recompute island.scn -o start.scn").ends_with(0);
    assert!(notes(&sandbox, "start.scn", outside).is_empty());
    // The block of an instance of the first list.
    let change = "sections[6].place.position.x=900";
    sandbox.run_with(&["set", "start.scn", change, "-o", "x.scn"]).ends_with(0);
    assert_eq!(notes(&sandbox, "x.scn", outside).len(), 1);
    sandbox.run("recompute x.scn -o out.scn").ends_with(0);
    assert!(notes(&sandbox, "out.scn", outside).is_empty());
    assert!(notes(&sandbox, "out.scn", "neither an instance nor a box").is_empty());
    sandbox.run("recompute out.scn -o again.scn").ends_with(0).reports("up to date");
    let end = |file: &str| {
        let of = |name: &str| {
            let path = format!("sections[1].list[0].extent.{name}.x");
            value(&sandbox, file, &path).as_f64().unwrap()
        };
        of("centre") + of("half")
    };
    assert!(
        end("start.scn") < 900.0 && end("out.scn") > 900.0,
        "the root's box encloses the moved object, too"
    );
}

#[test]
fn nodes_follow_a_changed_box() {
    let sandbox = island();
    sandbox.run("recompute island.scn -o start.scn").ends_with(0);
    let change = "sections[1].list[0].extent.half.z=77";
    sandbox.run_with(&["set", "start.scn", change, "-o", "x.scn"]).ends_with(0);
    let lost = "the node is neither an instance nor a box";
    assert_eq!(notes(&sandbox, "x.scn", lost).len(), 1);
    sandbox.run("recompute x.scn -o out.scn").ends_with(0);
    assert!(notes(&sandbox, "out.scn", lost).is_empty());
    assert_eq!(value(&sandbox, "out.scn", "sections[1].list[0].extent.half.z"), 77.0);
    let node = |file: &str| value(&sandbox, file, "sections[2].pairs[0].node");
    assert_ne!(node("start.scn"), node("out.scn"));
    assert_eq!(value(&sandbox, "out.scn", "sections[2].pairs[1].parent"), node("out.scn"));
}

#[test]
fn a_copied_instance_is_placed_below_the_box_of_its_original() {
    let sandbox = island();
    std::fs::create_dir(sandbox.path("out")).unwrap();
    // Crate-03.
    sandbox.run("copy island.grf sections[1].instances[97] -o out").ends_with(0);
    let hash = u64::from(crc32fast::hash(b"Crate-03"));
    let pairs = |file: &str| {
        let tree = sandbox.run(&format!("tree {file} --at sections[2].pairs --json")).object();
        let field = |pair: &Value, at: usize| pair["children"][at]["value"].as_u64().unwrap();
        let pairs = tree["children"].as_array().unwrap().clone();
        pairs.iter().map(|pair| (field(pair, 0), field(pair, 1))).collect::<Vec<_>>()
    };
    let (before, after) = (pairs("island.scn"), pairs("out/island.scn"));
    assert_eq!(after.len(), before.len() + 1);
    let original = before.iter().find(|(node, _)| *node == hash).unwrap();
    let (node, parent) = *after.last().unwrap();
    assert_eq!(parent, original.1);
    assert_eq!(node, u64::from(crc32fast::hash(b"Crate-05")));
}

#[test]
fn scenes_with_other_names_change_with_their_level() {
    let sandbox = island();
    let scene = sandbox.read("island.scn");
    std::fs::remove_file(sandbox.path("island.scn")).unwrap();
    sandbox.put("night.scn", &scene);
    sandbox.run("rewrite night.scn --wrap szdd -o day.scn").ends_with(0);
    // A scene of another level, and files that are not scenes.
    sandbox
        .run("set night.scn sections[0].paths[0].text=C:\\data\\other.grf -o other.scn")
        .ends_with(0);
    sandbox.put("cut.scn", &scene[..100]);
    sandbox.put("empty.scn", b"");
    std::fs::create_dir(sandbox.path("out")).unwrap();
    sandbox
        .run("set island.grf sections[1].instances[97].place.position.x=50 -o out")
        .ends_with(0)
        .reports("day.scn stores this too")
        .reports("night.scn stores this too");
    let mut written: Vec<_> = std::fs::read_dir(sandbox.path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    assert_eq!(written, ["day.scn", "island.grf", "night.scn"]);
    for name in ["out/day.scn", "out/night.scn"] {
        assert_eq!(value(&sandbox, name, "sections[6].place.position.x"), 50.0, "{name}");
    }
    sandbox
        .run("remove island.grf sections[1].instances[97] -o out --force")
        .ends_with(0)
        .reports("night.scn stores this too");
}

#[test]
fn scenes_in_a_root_change_unless_it_has_the_level_too() {
    let sandbox = island();
    std::fs::create_dir(sandbox.path("root")).unwrap();
    std::fs::rename(sandbox.path("island.scn"), sandbox.path("root/night.scn")).unwrap();
    let set = "set island.grf sections[1].instances[97].place.position.x=50 --root root --dry-run";
    sandbox.run(set).ends_with(0).reports("night.scn stores this too");
    sandbox.put("root/island.grf", &sandbox.read("island.grf"));
    sandbox.run(set).ends_with(0).quietly();
}

#[test]
fn a_scene_can_be_stripped_to_its_header() {
    let sandbox = island();
    sandbox.run_with(&["remove", "island.scn", "sections[1..10]", "-o", "bare.scn"]).ends_with(0);
    let info = |file: &str| sandbox.run(&format!("info {file} --json")).object();
    assert_eq!(info("bare.scn")["format"], "trespasser.groff.scn");
    assert_eq!(info("bare.scn")["counts"]["sections"], 1);
    sandbox.run("check bare.scn").ends_with(0);
    let refuse = |paths: &str, why: &str| {
        sandbox.run(&format!("remove island.scn {paths} -o no.scn")).ends_with(1).reports(why);
    };
    refuse("sections[0]", "is the header, without which the game loads no scene");
    refuse("sections[1]", "refers to a box of sections[1]");
    refuse("sections[6]", "refers to the instance of sections[6]");
    sandbox.run("remove island.scn sections[1] sections[2..5] -o x.scn").ends_with(0);
    sandbox.run("remove island.grf sections[2] -o no.grf").ends_with(1);
    assert!(!sandbox.has("no.scn") && !sandbox.has("no.grf"));
}

#[test]
fn makes_a_new_scene_for_a_level() {
    let sandbox = island();
    std::fs::remove_file(sandbox.path("island.scn")).unwrap();
    sandbox.run("new island.grf -o island.scn").ends_with(0).quietly();
    let info = sandbox.run("info island.scn --json").object();
    assert_eq!((&info["version"], &info["counts"]["sections"]), (&"22".into(), &1.into()));
    // The header, a directory entry, 1348 bytes, and a name of six letters.
    assert_eq!(sandbox.read("island.scn").len(), 48 + 32 + 1348 + 12 + 7);
    let path = value(&sandbox, "island.scn", "sections[0].paths[0].text");
    assert_eq!(path, r"C:\Trespasser\data\island.grf");
    sandbox.run("check island.scn").ends_with(0);
    sandbox
        .run_with(&["new", "island.grf", "--folder", "data", "-o", "x.scn"])
        .ends_with(1)
        .reports("needs a drive and a folder");
    sandbox.run("new island.scn -o x.scn").ends_with(1).reports("expected a Trespasser level");
    sandbox.run("new island.grf -o island.grf").ends_with(1).reports("is the input");
    assert!(!sandbox.has("x.scn"));
}

#[test]
fn displayed_words_of_a_property_group_can_be_set() {
    let sandbox = island();
    // Crate-03; its group has the name of another crate.
    let path = "sections[1].instances[97].values.id";
    let group = value(&sandbox, "island.grf", path);
    sandbox.run_with(&["set", "island.grf", &format!("{path}=none"), "-o", "x.grf"]).ends_with(0);
    assert_eq!(value(&sandbox, "x.grf", path), 0);
    for word in ["entries[73]", "entries[73] Crate-00", "\"Crate-00\""] {
        sandbox
            .run_with(&["set", "x.grf", &format!("{path}={word}"), "-o", "y.grf", "--force"])
            .ends_with(0);
        assert_eq!(value(&sandbox, "y.grf", path), group, "{word}");
    }
    let change = format!("{path}=Mass");
    sandbox
        .run_with(&["set", "x.grf", &change, "--dry-run"])
        .ends_with(1)
        .reports("elements are called");
}

#[test]
fn hashes_of_boxes_and_blocks_lead_to_them() {
    let sandbox = island();
    let users = |path: &str| sandbox.run(&format!("tree island.scn --at {path} --used-by")).out;
    let of_box = users("sections[1].list[2]");
    assert!(of_box.contains("sections[2].pairs[2].node") && of_box.contains("pairs[9].parent"));
    // The block of Crate-03.
    assert!(users("sections[6]").contains("sections[2].pairs[8].node"));
    let hash = value(&sandbox, "island.scn", "sections[2].pairs[2].node");
    for word in ["sections[1].list[2]", "partition sections[1].list[2]"] {
        let change = format!("sections[2].pairs[5].parent={word}");
        sandbox.run_with(&["set", "island.scn", &change, "-o", "x.scn", "--force"]).ends_with(0);
        assert_eq!(value(&sandbox, "x.scn", "sections[2].pairs[5].parent"), hash);
    }
    // The list is in another section.
    let refused = sandbox.run("set island.scn sections[2].pairs[5].parent=list[2] -o y.scn");
    refused.ends_with(1).reports("list[2]: no element that this field can refer to has this path");
    let quoted = "sections[2].pairs[5].parent=\"list[2]\"";
    sandbox.run_with(&["set", "island.scn", quoted, "-o", "y.scn"]).ends_with(0);
}

#[test]
fn recomputes_how_often_names_are_used() {
    let sandbox = island();
    let change = "sections[75].colour_maps[0]=\"Map\\island\\Barkt2.bmp\"";
    sandbox.run_with(&["set", "island.grf", change, "-o", "x.grf"]).ends_with(0);
    assert_eq!(notes(&sandbox, "x.grf", "references to this name").len(), 1);
    sandbox.run("recompute x.grf -o out.grf").ends_with(0);
    assert!(notes(&sandbox, "out.grf", "references to this name").is_empty());
}
