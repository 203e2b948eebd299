//! `palettes`: list, distances, pictures, and the edit that applies one.

use gouraud::formats::Records;
use gouraud::formats::neversoft::psx::records::Palette;
use gouraud::formats::ps1::vram::Depth;
use gouraud_testing::build::tim;
use serde_json::{Value, json};

use crate::support::{Place, level_with};

const BLUE: u16 = 0x7C00;

/// A level whose texture has a second palette, all blue.
fn place() -> Place {
    let place = Place::empty();
    place.put("level.psx", &with_blue(0x1234_5678));
    place
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
    let place = place();
    for texture in ["textures[0]", "texture 0"] {
        let run = place.run_with(&["palettes", "level.psx", texture, "--json"]).ends_with(0);
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
    let list = place.run("palettes level.psx textures[0]").ends_with(0).out;
    assert!(list.contains("    0    0.0   16 colours     0 faces  palettes16[0]"), "{list}");
    assert!(list.lines().next().unwrap().ends_with(", current"), "{list}");
}

#[test]
fn applies_palette_of_the_file() {
    let place = place();
    place.run("palettes level.psx textures[0] --apply 1 -o new.psx").ends_with(0);
    let report = place.run("palettes new.psx textures[0] --json").ends_with(0).object();
    assert_eq!(report["palette"], "palettes16[1]");
    let dry = place.run("palettes level.psx textures[0] --apply 1 --dry-run --json").ends_with(0);
    assert_eq!(dry.json()[0]["path"], "textures[0].palette");
    place.run("palettes level.psx textures[0] --apply 1").ends_with(2).says("requires --output");
    place
        .run("palettes level.psx textures[0] --apply 0 -o x.psx")
        .ends_with(1)
        .says("already uses");
    place.run("palettes level.psx textures[0] --apply 9 -o x.psx").ends_with(2).says("below 2");
}

#[test]
fn copies_colours_of_palettes_in_folders() {
    let place = Place::new();
    place.put("more/one.psx", &with_blue(1));
    place.put("more/two.psx", &with_blue(2));
    let arguments =
        ["palettes", "level.psx", "textures[0]", "--from", "more", "--sort", "distance"];
    let report = place.run_with(&[&arguments[..], &["--json"]].concat()).ends_with(0).object();
    assert_eq!(column(&report, "number"), [json!(0), json!(1)], "each colours once");
    assert_eq!(column(&report, "file"), [Value::Null, json!("more/one.psx")]);
    let apply = ["--apply", "1", "-o", "new.psx"];
    place.run_with(&[&arguments[..], &apply].concat()).ends_with(0);
    let report = place.run("palettes new.psx textures[0] --from more --json").ends_with(0).object();
    assert_eq!(column(&report, "file"), [Value::Null, json!("more/one.psx")]);
    assert_eq!(column(&report, "distance")[0], 0.0);
    assert_eq!(column(&report, "name")[1], "aabbccdd", "the colours before");
}

#[test]
fn writes_pictures() {
    let place = place();
    place.run("palettes level.psx textures[0] --export out").ends_with(0);
    let files = std::fs::read_dir(place.path("out")).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["aabbccdd 0000 aabbccdd.png", "aabbccdd 0001 12345678.png"]);
    let picture = image::open(place.path(&format!("out/{}", names[1]))).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (4, 4));
    assert!(picture.pixels().all(|pixel| pixel.0 == [0, 0, 255, 255]));
    place.run("palettes level.psx textures[0] --export out").ends_with(1).says("--force");
}

#[test]
fn explains_what_cannot_be_compared_or_applied() {
    let place = place();
    place.run("palettes level.psx nothing").ends_with(1).quiet_and("no texture of this name");
    let direct = tim::direct((0, 0), 1, &[1]).write().unwrap();
    place.put("direct.tim", &direct);
    let run = place.run_with(&["palettes", "direct.tim", "texture 0"]).ends_with(1);
    run.quiet_and("not palette indices");
    let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/rider.big//textures/rider.ssh");
    place.run_with(&["palettes", sheet, "texture 0"]).ends_with(1).quiet_and("24-bit colours");
    let palettes = [vec![1; 16], vec![2; 16]];
    let indexed = tim::indexed(Depth::Four, (0, 0), 4, &[0; 4], (0, 480), &palettes).unwrap();
    place.put("two.tim", &indexed.write().unwrap());
    let run = place.run_with(&["palettes", "two.tim", "texture 0", "--apply", "1", "-o", "x.tim"]);
    run.ends_with(1).quiet_and("stores no choice of a palette");
    assert!(!place.has("x.tim"));
}
