//! `render` of animations: a battle model made by the builders.

use gouraud::formats::Records;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::{Builder, Image, Motion, Polygon};
use image::RgbaImage;
use serde_json::Value;

use crate::support::Sandbox;
use gouraud_testing::small::ff7 as creature;

const BASE: &str = "--adapter cpu --size 96x96";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.put("creature.bin", &creature::player().write().unwrap());
    sandbox
}

fn picture(sandbox: &Sandbox, name: &str) -> RgbaImage {
    image::load_from_memory(&sandbox.read(name)).unwrap().to_rgba8()
}

#[test]
fn turntable_uses_size_frames_duration_and_background() {
    let sandbox = sandbox();
    let options = "--size 64 --frames 6 --seconds 1.2 --background ff0000";
    let line = format!("export creature.bin -o out --to gif --only creature {options}");
    sandbox.run(&line).ends_with(0);
    let file = sandbox.read("out/creature.gif");
    let mut reader = gif::DecodeOptions::new();
    reader.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = reader.read_info(file.as_slice()).unwrap();
    let (mut delays, mut corners) = (Vec::new(), Vec::new());
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height), (64, 64));
        delays.push(frame.delay);
        corners.push(frame.buffer[..3].to_vec());
    }
    assert_eq!(delays, [20; 6], "hundredths of a second");
    assert_eq!(corners, vec![vec![255, 0, 0]; 6]);
}

#[test]
fn rejects_turntable_settings_out_of_range() {
    let sandbox = sandbox();
    for options in ["--size 31", "--frames 1", "--seconds 0.1", "--seconds x", "--background red"] {
        sandbox.run(&format!("export creature.bin -o out --to gif {options}")).ends_with(2);
    }
}

#[test]
fn renders_animations_by_exported_name() {
    let sandbox = sandbox();
    sandbox.run("export creature.bin -o out --to json").ends_with(0);
    let facts: Value = serde_json::from_slice(&sandbox.read("out/creature.json")).unwrap();
    let names: Vec<&str> = facts["animations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["animation 0", "animation 2", "action 0 idle", "action 1"]);
    for name in &names {
        let arguments =
            ["render", "creature.bin", "-o", "n.png", "--anim", name, "--adapter", "cpu"];
        sandbox.run_with(&arguments).ends_with(0);
    }
    let run = sandbox.run_with(&["render", "creature.bin", "-o", "x.png", "--anim", "dance"]);
    run.ends_with(1).reports("there is no animation \"dance\"").reports(names[1]);
    assert!(!sandbox.has("x.png"));
}

#[test]
fn writes_glbs_with_chosen_animations_or_none() {
    let sandbox = sandbox();
    let animations = |more: &str| {
        sandbox.run(&format!("export creature.bin -o out --to glb --force{more}")).ends_with(0);
        let bytes = sandbox.read("out/creature.glb");
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        json["animations"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(animations(""), 4);
    assert_eq!(animations(" --no-animations"), 0);
    assert_eq!(animations(" --animation action*"), 2);
    assert_eq!(animations(" --animation action?1 --animation *2"), 2);
    let none = "export creature.bin -o out --to glb --force --animation dance";
    sandbox.run(none).ends_with(0).reports("no animation is named dance");
    assert_eq!(animations(" --animation dance"), 0);
    sandbox.run(&format!("{none} --no-animations")).ends_with(2);
}

#[test]
fn keys_are_held_and_times_differ_by_frame() {
    let sandbox = sandbox();
    let view = "--view 30,20,900";
    let at = |time: &str| {
        let arguments = format!("render creature.bin -o m.png {BASE} {view} --time {time} --anim");
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.push("animation 0");
        sandbox.run_with(&arguments).ends_with(0);
        picture(&sandbox, "m.png")
    };
    let [first, held, second] = ["0", "0.06", "0.0667"].map(at);
    assert!(first == held, "15 frames per second, not more");
    assert!(first != second);
    assert!(at("0.2667") == first, "four frames, then from the start");
}

#[test]
fn state_sets_time_weapon_and_interpolation() {
    let sandbox = sandbox();
    let camera = r#""camera":{"yaw":30,"pitch":20,"distance":1200,"target":[0,400,0]}"#;
    let of = |more: &str| {
        let state = format!(r#"{{"v":1,{camera}{more}}}"#);
        let arguments =
            ["render", "creature.bin", "-o", "m.png", "--adapter", "cpu", "--size", "96x96"];
        let run = sandbox.run_with(&[&arguments[..], &["--state", &state]].concat());
        run.ends_with(0);
        picture(&sandbox, "m.png")
    };
    let start = of(r#","anim":"animation 0","time":0"#);
    assert!(of("") == start, "a model has the pose of the first frame of its first animation");
    let half = r#","anim":"animation 0","time":0.0333"#;
    assert!(of(half) == start);
    assert!(of(&format!(r#"{half},"interpolate":true"#)) != start);
    assert!(of(r#","variants":{"Weapon":null}"#) != start);
    assert!(of(r#","variants":{"Weapon":"weapon 0"}"#) == start);
}

#[test]
fn character_has_the_first_pose_of_its_first_clip() {
    let sandbox = Sandbox::empty();
    sandbox.put("skater.psx", include_bytes!("../../assets/demo/skater.psx"));
    let of = |animation: &[&str]| {
        let arguments =
            ["render", "skater.psx", "-o", "m.png", "--adapter", "cpu", "--size", "96x96"];
        sandbox.run_with(&[&arguments[..], animation].concat()).ends_with(0);
        picture(&sandbox, "m.png")
    };
    let start = of(&[]);
    assert!(of(&["--anim", "clip 0"]) == start);
    assert!(of(&["--anim", "clip 2"]) != start);
}

#[test]
fn sheet_has_a_row_per_animation_and_lists_it() {
    let sandbox = sandbox();
    let sheet = "render creature.bin -o s.png --sheet 2 --size 40x30 --adapter cpu";
    let run = sandbox.run(sheet).ends_with(0);
    assert!(run.out.contains("row 1: animation 2, frames 0 2\n"), "{}", run.out);
    assert!(run.out.ends_with("row 3: action 1, frames 0 5\n"), "{}", run.out);
    let run = sandbox.run(&format!("{sheet} --json"));
    let rows = run.ends_with(0).json();
    assert_eq!(rows.len(), 4);
    assert_eq!((&rows[1]["row"], &rows[1]["frames"]), (&1.into(), &serde_json::json!([0, 2])));
    let sheet = picture(&sandbox, "s.png");
    assert_eq!(sheet.dimensions(), (80, 120));
    let cell =
        |x: u32, y: u32| image::imageops::crop_imm(&sheet, x * 40, y * 30, 40, 30).to_image();
    assert!(cell(0, 0) != cell(1, 0), "another frame has another picture");
    sandbox.run(&format!("render creature.bin -o m.png {BASE} --time 0 --state {{}}")).ends_with(2);
}

/// A square of water that scrolls by a quarter of its texture per second, in a file without bones.
fn water() -> Vec<u8> {
    let rows: Vec<u8> = (0..64).map(|at| at % 8).collect();
    let palette: Vec<u16> = (0..16).map(|step| step * 0x0842).collect();
    let mut builder = Builder::new(Version::V4);
    let image =
        Image { name: 1, palette: 1, width: 8, height: 8, indices: &rows, colours: &palette };
    let texture = builder.image(&image);
    let square = Polygon::quad([[0, -64, 0], [64, -64, 0], [0, 0, 0], [64, 0, 0]]);
    let square = square.texels(texture, [[0, 0], [8, 0], [0, 8], [8, 8]]).tiled().double_sided();
    let model = builder.model(2, &[square]);
    let object = builder.object(model, [0; 3]);
    let motion = Motion { u_speed: 2 * 4096 / 60, v_speed: 0, frequency: 0 };
    builder.wibble(object, motion, |_| [(0, 0); 2]);
    builder.finish().unwrap().write().unwrap()
}

#[test]
fn surface_animation_renders_like_others() {
    let sandbox = Sandbox::empty();
    sandbox.put("water.psx", &water());
    let at = |options: &str| {
        sandbox.run(&format!("render water.psx -o m.png {BASE} {options}")).ends_with(0);
        picture(&sandbox, "m.png")
    };
    let still = at("");
    assert!(at("--anim Surfaces --time 0") == still, "the start equals the stored state");
    let later = at("--anim Surfaces --time 1");
    assert!(later != still);
    assert!(at(r#"--state {"anim":"Surfaces","time":1}"#) == later);
    sandbox.run("export water.psx -o out --to json,glb").ends_with(0);
    let facts: Value = serde_json::from_slice(&sandbox.read("out/water.json")).unwrap();
    assert_eq!(facts["animations"][0]["name"], "Surfaces");
    let flow = &facts["models"][0]["flows"][0];
    assert_eq!((&flow["scroll"][1], &flow["path"]), (&0.0.into(), &"chunks[0].records[0]".into()));
    let rows = sandbox.run("render water.psx -o s.png --sheet 3 --size 40x30 --adapter cpu --json");
    assert_eq!(rows.ends_with(0).json()[0]["name"], "Surfaces");
    let sheet = picture(&sandbox, "s.png");
    let cell = |x: u32| image::imageops::crop_imm(&sheet, x * 40, 0, 40, 30).to_image();
    assert!(cell(0) != cell(1));
}

#[test]
fn selects_light_detail_and_read_options() {
    let sandbox = Sandbox::empty();
    let square =
        |r: i16| Polygon::quad([[-r, -r, 0], [r, -r, 0], [-r, r, 0], [r, r, 0]]).double_sided();
    let mut builder = Builder::new(Version::V4);
    let near = builder.model(1, &[square(64).lit()]);
    let far = builder.model(2, &[square(32).lit()]);
    builder.lower_detail(near, 200, far);
    builder.object(near, [0; 3]);
    sandbox.put("lamp.psx", &builder.finish().unwrap().write().unwrap());
    let of = |options: &str| {
        let view = "--style clean --view 0,0,300";
        sandbox.run(&format!("render lamp.psx -o l.png {BASE} {view} {options}")).ends_with(0);
        picture(&sandbox, "l.png")
    };
    let white = |image: &RgbaImage| image.pixels().filter(|p| p.0 == [255; 4]).count();
    let usual = of("");
    assert_eq!(white(&usual), 0, "an item, away from the light");
    let off = of("--light off");
    assert!(of("--light skater") != usual);
    assert!(of("--light item") == usual);
    // A square of 128 units, and of 64, from a distance of 300.
    let ratio = |other: &RgbaImage| white(&off) as f64 / white(other) as f64;
    for lower in ["1", "7", "distance"] {
        let ratio = ratio(&of(&format!("--light off --detail {lower}")));
        assert!((ratio - 4.0).abs() < 0.4, "{lower}: {ratio}");
    }
    let camera = r#""camera":{"yaw":0,"pitch":0,"distance":300}"#;
    let state = format!(r#"{{"light":"off","detail":"1","style":"clean",{camera}}}"#);
    sandbox.run(&format!("render lamp.psx -o l.png {BASE} --state {state}")).ends_with(0);
    assert!((ratio(&picture(&sandbox, "l.png")) - 4.0).abs() < 0.4);
    assert!(of("--light off --detail highest") == off);
    assert!((ratio(&of("--light off --take scale=sixteenths"))) > 100.0, "a sixteenth as wide");
    sandbox
        .run("render lamp.psx -o x.png --light sun")
        .ends_with(1)
        .reports("it has item, skater, off");
    sandbox
        .run("render lamp.psx -o x.png --detail near")
        .ends_with(2)
        .reports("unknown detail \"near\"");
    sandbox.run("info lamp.psx --take scale=half").ends_with(2).reports("kind, units, sixteenths");
    sandbox.run("info lamp.psx --take colour=half").ends_with(2).reports("known: scale, palettes");
}

#[test]
fn view_follows_an_animated_camera() {
    let sandbox = Sandbox::empty();
    sandbox.put("island.grf", include_bytes!("../../assets/demo/island.grf"));
    sandbox.put("arrival.asa", include_bytes!("../../assets/demo/arrival.asa"));
    let of = |options: &str| {
        sandbox.run(&format!("render island.grf -o m.png {BASE} {options}")).ends_with(0);
        picture(&sandbox, "m.png")
    };
    let still = of("");
    let begin = of("--anim arrival --ride");
    assert!(begin != still);
    assert!(of("--anim arrival --time 6 --ride") != begin, "the animation continues");
    let outside = "--view 30,30,150 --anim arrival";
    assert!(of(&format!("{outside} --time 6")) != of(outside), "so does the boat");
    assert!(of("--ride") == begin, "the one with a camera is found");
    sandbox.put("creature.bin", &creature::player().write().unwrap());
    let run = sandbox.run("render creature.bin -o x.png --ride --adapter cpu").ends_with(1);
    run.reports("no camera");

    sandbox.run("export island.grf -o out --to glb").ends_with(0);
    let bytes = sandbox.read("out/island.glb");
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let glb: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    assert_eq!(glb["animations"][0]["name"], "arrival");
    assert_eq!(glb["cameras"][0]["type"], "perspective");
    let nodes = glb["nodes"].as_array().unwrap();
    let camera = nodes.iter().position(|node| node["camera"] == 0).expect("a node has the camera");
    let channels = glb["animations"][0]["channels"].as_array().unwrap();
    assert!(
        channels.iter().any(|channel| channel["target"]["node"] == camera),
        "the animation moves the camera's node"
    );
}

#[test]
fn draws_and_exports_added_files() {
    let sandbox = sandbox();
    sandbox.put("stage.bin", &creature::stage().write().unwrap());
    sandbox.put("foe.bin", &creature::enemy().write().unwrap());
    let run = |options: &str| {
        sandbox.run(&format!("render stage.bin -o b.png {BASE} {options}")).ends_with(0);
        picture(&sandbox, "b.png")
    };
    let (alone, both) = (run(""), run("--with foe.bin --with creature.bin --with foe.bin"));
    assert!(alone != both);
    // A copied view keeps the added files, by their names relative to the file.
    assert!(run(r#"--state {"with":["foe.bin","creature.bin","foe.bin"]}"#) == both);
    // While one acts, the others continue.
    let arguments = ["render", "stage.bin", "-o", "c.png", "--adapter", "cpu", "--size", "96x96"];
    let around = ["--with", "foe.bin", "--with", "foe.bin", "--anim", "foe.bin 2: action 1 hurt"];
    sandbox.run_with(&[&arguments[..], &around].concat()).ends_with(0);
    sandbox.run("export stage.bin -o out --to glb --with foe.bin --with creature.bin").ends_with(0);
    let glb = sandbox.read("out/stage.glb");
    let len = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&glb[20..20 + len]).unwrap();
    let names = |key: &str| -> Vec<&str> {
        json[key].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect()
    };
    assert!(names("nodes").contains(&"foe.bin") && names("nodes").contains(&"creature.bin"));
    assert!(names("animations").contains(&"foe.bin: action 1 hurt"));
    sandbox.run("render stage.bin -o d.png --with none.bin").ends_with(1).reports("none.bin");
    assert!(!sandbox.has("d.png"));
}
