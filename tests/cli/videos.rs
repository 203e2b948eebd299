//! Videos: the section "Video" of docs/cli.md, on the files of the format document and the demo's own.

use image::RgbaImage;
use serde_json::{Value, json};

use crate::support::Sandbox;

/// The ring frame, both kinds of doubled rows, two tracks, one of them uncompressed.
const RING: &[u8] = include_bytes!("../fixtures/smacker/v4ring.smk");
const ISLAND: &[u8] = include_bytes!("../../assets/demo/island.smk");

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.put("ring.smk", RING);
    sandbox.put("island.smk", ISLAND);
    sandbox
}

fn picture(sandbox: &Sandbox, name: &str) -> RgbaImage {
    let picture = image::load_from_memory(&sandbox.read(name)).unwrap();
    assert_eq!(picture.color(), image::ColorType::Rgba8, "{name}");
    picture.to_rgba8()
}

#[test]
fn info_describes_a_video() {
    let object = sandbox().run("info ring.smk --json").ends_with(0).object();
    let video = json!({"width": 20, "height": 12, "shown_height": 24, "frames": 3,
        "frame_us": 66_670, "ring": true});
    assert_eq!(object["video"], video);
    // Decoded sizes of the tracks from the format document (smacker.md, 11).
    let audio = json!([
        {"track": 0, "rate": 22_050, "channels": 1, "bits": 8, "bytes": 55, "packed": true},
        {"track": 2, "rate": 8_000, "channels": 1, "bits": 16, "bytes": 26, "packed": false}
    ]);
    assert_eq!(object["audio"], audio);
    let sandbox = Sandbox::new();
    let level = sandbox.run("info level.psx --json").ends_with(0).object();
    assert!(level.get("video").is_none() && level.get("audio").is_none());
}

#[test]
fn exports_frames_and_tracks_named_after_the_video() {
    let sandbox = sandbox();
    let run = sandbox.run("export ring.smk -o out").ends_with(0);
    let mut names: Vec<&str> = run.out.lines().collect();
    names.sort_unstable();
    let frames = ["out/ring_0000.png", "out/ring_0001.png", "out/ring_0002.png"];
    let others = ["out/ring.json", "out/ring_track0.wav", "out/ring_track2.wav"];
    let mut expected = [frames, others].concat();
    expected.sort_unstable();
    assert_eq!(names, expected);
    let stored = picture(&sandbox, frames[0]);
    assert_eq!(stored.dimensions(), (20, 12), "it has its stored height");
    assert!(stored.pixels().all(|pixel| pixel[3] == 255));
    let some = sandbox.run("export island.smk -o some --only island_001?").ends_with(0);
    let tens: Vec<String> = (10..20).map(|n| format!("some/island_00{n}.png")).collect();
    assert_eq!(some.out.lines().collect::<Vec<_>>(), tens);
}

#[test]
fn json_has_the_spans_of_every_frame() {
    let sandbox = sandbox();
    sandbox.run("export ring.smk -o out --to json").ends_with(0);
    let facts: Value = serde_json::from_slice(&sandbox.read("out/ring.json")).unwrap();
    let parts = facts["films"][0]["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 3);
    let tree = sandbox.run("tree ring.smk --at frames --json").ends_with(0).object();
    for (part, field) in parts.iter().zip(tree["children"].as_array().unwrap()) {
        assert_eq!(part["offset"], field["offset"]);
        assert_eq!(part["bytes"], field["length"]);
        let sounds = part["sounds"].as_array().into_iter().flatten();
        let inner = [&part["palette"], &part["video"]].into_iter().filter(|part| !part.is_null());
        let total: u64 = sounds.chain(inner).map(|part| part["bytes"].as_u64().unwrap()).sum();
        assert_eq!(Some(total), part["bytes"].as_u64(), "every byte belongs to one part");
    }
}

#[test]
fn renders_a_frame_pixel_by_pixel_or_in_the_requested_size() {
    let sandbox = sandbox();
    sandbox.run("export ring.smk -o out --to png").ends_with(0);
    let stored = ["out/ring_0000.png", "out/ring_0001.png", "out/ring_0002.png"];
    for (time, frame) in [("0", 0), ("0.06", 0), ("0.07", 1), ("99", 2)] {
        sandbox.run(&format!("render ring.smk -o f.png --time {time}")).ends_with(0);
        let (shown, stored) = (picture(&sandbox, "f.png"), picture(&sandbox, stored[frame]));
        assert_eq!(shown.dimensions(), (20, 24));
        let twice = |x: u32, y: u32| shown.get_pixel(x, y) == stored.get_pixel(x, y / 2);
        assert!((0..24).all(|y| (0..20).all(|x| twice(x, y))), "at {time}");
    }
    sandbox.run("render ring.smk -o f.png").ends_with(0);
    let first = picture(&sandbox, "f.png");
    sandbox.run("render ring.smk -o f.png --time 0").ends_with(0);
    assert!(first == picture(&sandbox, "f.png"));
    sandbox.run("render ring.smk -o f.png --size 200x100").ends_with(0);
    assert_eq!(picture(&sandbox, "f.png").dimensions(), (200, 100));
}

#[test]
fn damaged_video_exports_every_frame_and_exits_with_3() {
    let sandbox = sandbox();
    let mut damaged = ISLAND.to_vec();
    let len = damaged.len();
    damaged.truncate(len - 3000);
    sandbox.put("cut.smk", &damaged);
    let run = sandbox.run("export cut.smk -o out --to png").ends_with(3);
    assert!(run.out.lines().count() >= 40, "{}", run.out);
    assert!(sandbox.has("out/cut_0000.png"));
}
