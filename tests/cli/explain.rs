//! `explain`: the faces of a pixel and the steps of their colours.

use crate::support::Sandbox;

const VIEW: &str = "--size 64x48 --style ps1 --adapter cpu";

#[test]
fn equals_the_drawn_picture() {
    let sandbox = Sandbox::new();
    sandbox.run(&format!("render level.psx -o drawn.png {VIEW}")).ends_with(0);
    let picture = image::open(sandbox.path("drawn.png")).unwrap().to_rgb8();
    for (x, y) in [(0, 0), (32, 24), (20, 30), (40, 20)] {
        let run = sandbox.run(&format!("explain level.psx --pixel {x},{y} --json {VIEW}"));
        let report = run.ends_with(0).object();
        let [r, g, b] = picture.get_pixel(x, y).0;
        assert_eq!(report["colour"], format!("#{r:02x}{g:02x}{b:02x}"), "{x},{y}: {report}");
        assert_eq!(report["pixel"], serde_json::json!([x, y]));
        let layers = report["layers"].as_array().unwrap();
        let last = layers.iter().rfind(|layer| layer["outcome"] == "drawn");
        let expected = last.map_or(&report["background"], |layer| &layer["result"]);
        assert_eq!(&report["word"], expected, "{report}");
    }
}

#[test]
fn names_faces_texels_and_palette_entries_with_their_bytes() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&format!("explain level.psx --pixel 32,24 --json {VIEW}"));
    let report = run.ends_with(0).object();
    let layer = &report["layers"][0];
    let tree = |path: &serde_json::Value| {
        let path = path.as_str().unwrap().to_owned();
        sandbox.run(&format!("tree level.psx --at {path} --json")).ends_with(0).object()
    };
    assert_eq!(tree(&layer["path"])["offset"], layer["offset"], "{report}");
    let weights: f64 =
        layer["weights"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).sum();
    assert!((weights - 1.0).abs() < 1e-4, "{report}");
}

#[test]
fn names_the_file_with_the_texels() {
    let sandbox = Sandbox::empty();
    let texels = |scene: &str, pixel: &str| {
        let run = sandbox.run(&format!("explain {scene} --pixel {pixel} --json {VIEW}"));
        let report = run.ends_with(0).object();
        let layers = report["layers"].as_array().unwrap().clone();
        layers.into_iter().map(|layer| layer["texel"].clone()).filter(|texel| !texel.is_null())
    };
    let level: Vec<_> = texels("demo//plaza.psx", "20,40").collect();
    let of = |name: &str| level.iter().any(|texel| texel["source"] == format!("demo//{name}"));
    assert!(of("plaza_l.psx"), "{level:?}");
    // The offsets count in the unpacked content of the packed files.
    for (scene, pixel, file) in [
        ("demo//island.scn", "32,30", "demo//island-130.spz"),
        ("demo//rider.big//models/rider_body.mpf", "32,24", "demo//rider.big//textures/rider.ssh"),
    ] {
        let found: Vec<_> = texels(scene, pixel).collect();
        assert!(found.iter().any(|texel| texel["index"].is_number()), "{scene}: {found:?}");
        for texel in found {
            assert_eq!(texel["source"], file, "{texel}");
        }
        let run = sandbox.run(&format!("explain {scene} --pixel {pixel} --json {VIEW}"));
        let report = run.ends_with(0).object();
        for layer in report["layers"].as_array().unwrap() {
            let palette = &layer["palette"];
            assert!(palette.is_null() || palette["offset"].is_number(), "{palette}");
        }
    }
}

#[test]
fn refuses_pixels_outside_of_the_picture() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&format!("explain level.psx --pixel 64,0 {VIEW}"));
    run.ends_with(2).quiet_and("outside the 64×48 picture");
    sandbox.run("explain level.psx --pixel -1,2").ends_with(2).quiet_and("outside the picture");
    sandbox.run("explain level.psx --pixel 1;2").ends_with(2).quiet_and("a column and a row");
}

#[test]
fn refuses_files_with_only_pictures() {
    let run = Sandbox::empty().run(&format!("explain demo//plaza_l.psx --pixel 3,4 {VIEW}"));
    run.ends_with(1).quiet_and("found only pictures");
}

#[test]
fn explains_each_pixel_on_a_line() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&format!("explain level.psx --pixel 3,4 --pixel 32,24 --json {VIEW}"));
    let pixels: Vec<_> =
        run.ends_with(0).json().iter().map(|report| report["pixel"].clone()).collect();
    assert_eq!(pixels, [serde_json::json!([3, 4]), serde_json::json!([32, 24])]);
    let run = sandbox.run(&format!("explain level.psx --pixel 3,4 --pixel 32,24 {VIEW}"));
    let text = run.ends_with(0).out;
    assert_eq!(text.lines().filter(|line| line.starts_with("pixel ")).count(), 2, "{text}");
    assert!(text.lines().any(|line| line.starts_with("  Corner weights ")), "{text}");
    let run = sandbox.run(&format!("explain level.psx --pixel 3,4 --pixel 3,48 {VIEW}"));
    run.ends_with(2).quiet_and("pixel 3,48 is outside the 64×48 picture");
    sandbox.run(&format!("explain level.psx {VIEW}")).ends_with(2);
}
