//! `vram`: the picture and the list of rectangles.

use gouraud::formats::Records;
use gouraud_testing::build::tim;

use crate::support::{Sandbox, level_with};

#[test]
fn draws_words_of_a_picture_at_its_position() {
    let sandbox = Sandbox::empty();
    let words = [0x001F, 0x03E0, 0x7C00, 0x7FFF];
    sandbox.put("four.tim", &tim::direct((640, 3), 2, &words).write().unwrap());
    sandbox.run("vram four.tim -o memory.png").ends_with(0);
    let picture = image::open(sandbox.path("memory.png")).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (1024, 512));
    let drawn = picture.enumerate_pixels().filter(|(_, _, colour)| colour.0 != [0; 3]);
    let drawn: Vec<_> = drawn.map(|(x, y, colour)| (x, y, colour.0)).collect();
    let expected = [
        (640, 3, [255, 0, 0]),
        (641, 3, [0, 255, 0]),
        (640, 4, [0, 0, 255]),
        (641, 4, [255, 255, 255]),
    ];
    assert_eq!(drawn, expected);
    let report = sandbox.run("vram four.tim --json").ends_with(0).object();
    assert_eq!(report["positions"], "stored");
    assert_eq!((&report["used"], &report["free"]), (&4.into(), &(1024 * 512 - 4).into()));
    let rectangle = &report["rectangles"][0];
    assert_eq!((&rectangle["kind"], &rectangle["path"]), (&"texture".into(), &"image".into()));
    let sides = ["x", "y", "width", "height", "bits"].map(|key| rectangle[key].as_u64().unwrap());
    assert_eq!(sides, [640, 3, 2, 2, 16]);
    assert_eq!(rectangle["pages"], serde_json::json!([10]));
    let list = sandbox.run("vram four.tim").ends_with(0).out;
    assert!(list.contains(" 640,3      2×2   16 bit      0 faces  image four"), "{list}");
}

#[test]
fn packs_textures_without_positions() {
    let sandbox = Sandbox::new();
    let report = sandbox.run("vram level.psx --json").ends_with(0).object();
    assert_eq!(
        (&report["positions"], &report["unplaced"]),
        (&"packed".into(), &serde_json::json!([]))
    );
    // 4 × 4 texels of 4 bits are one word by four rows; the palette has 16 words.
    assert_eq!(report["used"], 4 + 16);
    let [texture, palette] = &report["rectangles"].as_array().unwrap()[..] else {
        panic!("{report}")
    };
    assert_eq!((&texture["path"], &texture["faces"]), (&"textures[0]".into(), &1.into()));
    assert_eq!(texture["models"][0]["path"], "models[0]");
    assert_eq!(palette["textures"], serde_json::json!(["textures[0]"]));
    assert_eq!(
        (&texture["overlaps"], &palette["overlaps"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
}

#[test]
fn refuses_files_without_textures_for_the_playstation() {
    let sandbox = Sandbox::empty();
    sandbox.put("plain.psx", &level_with(|file| file.library = None));
    let run = sandbox.run("vram plain.psx").ends_with(1);
    run.quiet_and("no PlayStation texture or palette");
    sandbox.put("one.tim", &tim::direct((0, 0), 1, &[1]).write().unwrap());
    sandbox.run("vram one.tim -o one.tim").ends_with(1).quiet_and("is the input");
}
