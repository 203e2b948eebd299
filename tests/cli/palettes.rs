//! `palettes`: list, distances, pictures, and the edit that applies one.

use gouraud::formats::Records;
use gouraud::formats::neversoft::psx::records::Palette;
use gouraud::formats::ps1::vram::Depth;
use gouraud_testing::build::tim;
use serde_json::{Value, json};

use crate::support::{Sandbox, level_with};

const BLUE: u16 = 0x7C00;

/// A level whose texture has a second palette, all blue.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.put("level.psx", &with_blue(0x1234_5678));
    sandbox
}

fn with_blue(name: u32) -> Vec<u8> {
    level_with(|file| {
        let library = file.library.as_mut().unwrap();
        library.palettes16.push(Palette { name, colours: vec![BLUE; 16] });
    })
}

fn column(report: &Value, key: &str) -> Vec<Value> {
    let rows = report["candidates"].as_array().unwrap();
    rows.iter().map(|row| row[key].clone()).collect()
}

#[test]
fn lists_palettes_with_distances() {
    let sandbox = sandbox();
    for texture in ["textures[0]", "texture 0"] {
        let run = sandbox.run_with(&["palettes", "level.psx", texture, "--json"]).ends_with(0);
        let report = run.object();
        assert_eq!(report["texture"], "textures[0]");
        assert_eq!(report["palette"], "palettes16[0]");
        assert_eq!(column(&report, "path"), [json!("palettes16[0]"), json!("palettes16[1]")]);
        assert_eq!(column(&report, "current"), [json!(true), json!(false)]);
        assert_eq!(column(&report, "faces"), [json!(0), json!(1)]);
        let distances = column(&report, "distance");
        assert_eq!(distances[0], 0.0);
        assert!(distances[1].as_f64().unwrap() > 50.0);
    }
    let list = sandbox.run("palettes level.psx textures[0]").ends_with(0).out;
    assert!(list.contains("    0    0.0   16 colours     0 faces  palettes16[0]"), "{list}");
    assert!(list.lines().next().unwrap().ends_with(", current"), "{list}");
}

#[test]
fn applies_palette_of_the_file() {
    let sandbox = sandbox();
    sandbox.run("palettes level.psx textures[0] --apply 1 -o new.psx").ends_with(0);
    let report = sandbox.run("palettes new.psx textures[0] --json").ends_with(0).object();
    assert_eq!(report["palette"], "palettes16[1]");
    let dry = sandbox.run("palettes level.psx textures[0] --apply 1 --dry-run --json").ends_with(0);
    assert_eq!(dry.json()[0]["path"], "textures[0].palette");
    sandbox
        .run("palettes level.psx textures[0] --apply 1")
        .ends_with(2)
        .reports("requires --output");
    sandbox
        .run("palettes level.psx textures[0] --apply 0 -o x.psx")
        .ends_with(1)
        .reports("already uses");
    sandbox
        .run("palettes level.psx textures[0] --apply 9 -o x.psx")
        .ends_with(2)
        .reports("below 2");
}

#[test]
fn copies_colours_of_palettes_in_folders() {
    let sandbox = Sandbox::new();
    sandbox.put("more/one.psx", &with_blue(1));
    sandbox.put("more/two.psx", &with_blue(2));
    let arguments =
        ["palettes", "level.psx", "textures[0]", "--from", "more", "--sort", "distance"];
    let report = sandbox.run_with(&[&arguments[..], &["--json"]].concat()).ends_with(0).object();
    assert_eq!(column(&report, "number"), [json!(0), json!(1)], "each colours once");
    assert_eq!(column(&report, "file"), [Value::Null, json!("more/one.psx")]);
    let apply = ["--apply", "1", "-o", "new.psx"];
    sandbox.run_with(&[&arguments[..], &apply].concat()).ends_with(0);
    let report =
        sandbox.run("palettes new.psx textures[0] --from more --json").ends_with(0).object();
    assert_eq!(column(&report, "file"), [Value::Null, json!("more/one.psx")]);
    assert_eq!(column(&report, "distance")[0], 0.0);
    assert_eq!(column(&report, "name")[1], "aabbccdd", "the colours before");
}

#[test]
fn writes_pictures() {
    let sandbox = sandbox();
    sandbox.run("palettes level.psx textures[0] --export out").ends_with(0);
    let files = std::fs::read_dir(sandbox.path("out")).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["aabbccdd 0000 aabbccdd.png", "aabbccdd 0001 12345678.png"]);
    let picture = image::open(sandbox.path(&format!("out/{}", names[1]))).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (4, 4));
    assert!(picture.pixels().all(|pixel| pixel.0 == [0, 0, 255, 255]));
    sandbox.run("palettes level.psx textures[0] --export out").ends_with(1).reports("--force");
}

#[test]
fn explains_what_cannot_be_compared_or_applied() {
    let sandbox = sandbox();
    sandbox.run("palettes level.psx nothing").ends_with(1).quiet_and("no texture of this name");
    let direct = tim::direct((0, 0), 1, &[1]).write().unwrap();
    sandbox.put("direct.tim", &direct);
    let run = sandbox.run_with(&["palettes", "direct.tim", "texture 0"]).ends_with(1);
    run.quiet_and("not palette indices");
    let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/rider.big//textures/rider.ssh");
    sandbox.run_with(&["palettes", sheet, "texture 0"]).ends_with(1).quiet_and("24-bit colours");
    let palettes = [vec![1; 16], vec![2; 16]];
    let indexed = tim::indexed(Depth::Four, (0, 0), 4, &[0; 4], (0, 480), &palettes).unwrap();
    sandbox.put("two.tim", &indexed.write().unwrap());
    let run =
        sandbox.run_with(&["palettes", "two.tim", "texture 0", "--apply", "1", "-o", "x.tim"]);
    run.ends_with(1).quiet_and("stores no choice of a palette");
    assert!(!sandbox.has("x.tim"));
}
