//! `info`.

use serde_json::json;

use gouraud_testing::fixtures;

use crate::support::Sandbox;

#[test]
fn prints_one_object_per_file() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("info --json level.psx").ends_with(0).quietly();
    assert_eq!(
        run.object(),
        json!({
            "path": "level.psx", "size": 256, "crc32": "2eb1055a",
            "format": "neversoft.psx", "version": "4", "wrapped": [],
            "counts": {
                "objects": 1, "models": 1, "vertices": 3, "faces": 1, "triangles": 1,
                "textures": 1, "palettes": 1
            },
            "coverage": {"fields": 256, "padding": 0, "unread": 0, "overlap": 0},
            "problems": []
        })
    );
    let order = ["path", "size", "crc32", "format", "version", "wrapped", "counts", "coverage"];
    let at = |key: &str| run.out.find(&format!("\"{key}\":")).unwrap();
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{}", run.out);
}

#[test]
fn prints_readable_text() {
    let sandbox = Sandbox::new();
    insta::assert_snapshot!(sandbox.run("info level.psx").out, @r"
    level.psx
      format    neversoft.psx (Neversoft level or model, version 4)
      size      256 bytes, CRC-32 2eb1055a
      counts    objects 1 · models 1 · vertices 3 · faces 1 · triangles 1 · textures 1 · palettes 1
      coverage  fields 256 · padding 0 · unread 0 · overlap 0
      problems  none
    ");
}

#[test]
fn describes_the_readable_part_of_a_truncated_file() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("info --json cut.psx").ends_with(3);
    let object = run.object();
    assert_eq!((&object["format"], &object["size"]), (&json!("neversoft.psx"), &json!(248)));
    let coverage = &object["coverage"];
    let sum = ["fields", "padding", "unread"].map(|key| coverage[key].as_u64().unwrap());
    assert_eq!(sum.iter().sum::<u64>(), 248);
    let problems = object["problems"].as_array().unwrap();
    let worst = problems.iter().find(|problem| problem["severity"] == "error").unwrap();
    assert!(worst["field"].as_str().unwrap().contains("textures[0]"), "{worst}");
    assert!(worst["offset"].as_u64().unwrap() <= 248, "{worst}");
    assert!(worst["length"].is_u64() && worst["message"].is_string(), "{worst}");
}

#[test]
fn unknown_file_has_no_format_and_exits_with_1() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("info --json note.txt").ends_with(1).reports("unknown format");
    assert_eq!(run.object()["format"], json!(null));
    assert_eq!(run.object()["crc32"].as_str().unwrap().len(), 8);
    assert_eq!(sandbox.run("info note.txt").ends_with(1).out, "");
}

#[test]
fn folder_includes_known_files_below_it() {
    let sandbox = Sandbox::new();
    sandbox.put("more/level2.psx", &crate::support::level());
    let run = sandbox.run("info --json .").ends_with(3);
    let paths: Vec<String> =
        run.json().iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect();
    assert_eq!(paths, ["./more/level2.psx", "./cut.psx", "./level.psx"]);
    run.reports("1 files of unknown formats skipped");

    sandbox.put("empty/note.txt", b"no");
    sandbox.run("info empty").ends_with(1).reports("no file of a known format in this folder");
}

#[test]
fn escapes_control_characters_in_names() {
    let sandbox = Sandbox::empty();
    sandbox.put("a\u{1b}[2Jb.psx", &crate::support::level());
    let run = sandbox.run_with(&["info", "a\u{1b}[2Jb.psx"]).ends_with(0);
    assert!(!run.out.contains('\u{1b}'), "{run:?}");
}

#[test]
fn as_overrides_detection() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("info --json note.txt --as neversoft.psx");
    assert_eq!(run.object()["format"], "neversoft.psx");
    assert!(matches!(run.status, 1 | 3), "{run:?}");
}

#[test]
fn reads_the_sample_of_another_exporter_completely() {
    let path = fixtures::path("neversoft/gm_sample1.psx");
    let run = Sandbox::empty().run_with(&["info", "--json", path.to_str().unwrap()]).ends_with(0);
    let object = run.object();
    assert_eq!(
        object["counts"],
        json!({
            "objects": 2, "models": 2, "vertices": 9, "faces": 5, "triangles": 8,
            "textures": 2, "palettes": 2
        })
    );
    assert_eq!(
        object["coverage"],
        json!({"fields": 9432, "padding": 0, "unread": 0, "overlap": 0})
    );
}
