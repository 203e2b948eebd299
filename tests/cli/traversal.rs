//! Traversal of discs next to their sheets, containers in containers, and containers that contain
//! themselves.

use std::collections::BTreeSet;

use gouraud_testing::build::disc::{IsoFile, iso, zip};
use gouraud_testing::build::groff::{
    Corner, Face, InstanceTransform as At, Level, Model, Polygons,
};
use gouraud_testing::build::neversoft::{hed_plain, wad};
use serde_json::Value;

use crate::support::{Run, Sandbox, level};

/// Files of a disc that are companions: the two files of an archive, and its members.
fn cd() -> Vec<(String, Vec<u8>)> {
    let demo = |name: &str| {
        let path = format!("{}/assets/demo/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).unwrap()
    };
    let names = ["plaza.psx", "plaza_l.psx", "plaza_t.trg", "plaza_o.psx"];
    let files = names.map(|name| (name.to_uppercase(), demo(name)));
    // More files than are read with their archive in one batch.
    let others = (0..70).map(|number| (format!("L{number:02}.PSX"), level()));
    let files: Vec<(String, Vec<u8>)> = files.into_iter().chain(others).collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let halves = [("CD.HED", hed_plain(&files, &[0xFF])), ("CD.WAD", wad(&files))];
    let spare = (0..66).map(|number| (format!("SPARE{number:02}.PSX"), level()));
    halves.map(|(name, bytes)| (name.to_owned(), bytes)).into_iter().chain(spare).collect()
}

/// A raw image of these files, with its sheet.
fn put_disc(sandbox: &Sandbox, name: &str, files: &[(String, Vec<u8>)]) {
    let files: Vec<IsoFile<'_>> =
        files.iter().map(|(name, bytes)| IsoFile::new(name, bytes)).collect();
    let sheet =
        format!("FILE \"{name}.bin\" BINARY\r\n  TRACK 01 MODE1/2352\r\n    INDEX 01 00:00:00\r\n");
    sandbox.put(&format!("{name}.cue"), sheet.as_bytes());
    iso("WALKS", &files).write_raw(&sandbox.path(&format!("{name}.bin"))).unwrap();
}

/// The rows of a check, without durations and totals.
fn rows(run: &Run) -> Vec<Value> {
    let mut rows = run.json();
    rows.pop();
    for row in &mut rows {
        row.as_object_mut().unwrap().remove("ms");
    }
    rows
}

#[test]
fn reads_a_disc_next_to_its_sheet_deterministically() {
    let sandbox = Sandbox::empty();
    for name in ["one", "two"] {
        put_disc(&sandbox, name, &cd());
    }
    let one = rows(&sandbox.run("check --jsonl --jobs 1 ."));
    // Twice: sheet, image, HED and WAD, 66 files next to them and 74 inside.
    assert_eq!(one.len(), 2 * (4 + 66 + 74));
    let is_wad = |row: &&Value| row["path"].as_str().is_some_and(|path| path.ends_with("CD.WAD"));
    assert!(one.iter().filter(is_wad).all(|row| row["format"] == "neversoft.hed"));
    for _ in 0..10 {
        assert_eq!(rows(&sandbox.run("check --jsonl --jobs 2 .")), one);
    }
}

#[test]
fn indexes_a_disc_deterministically() {
    let sandbox = Sandbox::empty();
    put_disc(&sandbox, "one", &cd());
    let find = || {
        sandbox.run("index . --cache cache --clear");
        sandbox.run("index . --cache cache").ends_with(0);
        let query = "find kind:texture --root . --cache cache --json --limit 5000";
        let mut rows = sandbox.run(query).ends_with(0).json();
        // The last line contains the duration.
        rows.pop();
        rows
    };
    let first = find();
    let is_library = |row: &Value| row["path"].to_string().contains("PLAZA_L.PSX");
    assert!(first.iter().any(is_library), "{} rows", first.len());
    for _ in 0..4 {
        assert!(find() == first, "other textures than the first time");
    }
}

#[test]
fn exports_a_member_like_a_loose_file() {
    let sandbox = Sandbox::empty();
    cd_files(&sandbox);
    let names = |folder: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(sandbox.path(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    sandbox.run("export loose/PLAZA.PSX --to png -o out").ends_with(0);
    sandbox.run("export CD.WAD//PLAZA.PSX --to png -o inside").ends_with(0);
    assert_eq!(names("inside"), names("out"));
}

/// The archive, and next to it its members.
fn cd_files(sandbox: &Sandbox) {
    for (name, bytes) in cd().iter().take(2) {
        sandbox.put(name, bytes);
    }
    sandbox.run("extract CD.WAD -o loose").ends_with(0);
}

#[test]
fn fields_of_a_member_refer_to_that_member() {
    let sandbox = Sandbox::empty();
    cd_files(&sandbox);
    let run = sandbox.run("tree CD.WAD//PLAZA_T.TRG --json --at nodes[0]").ends_with(0);
    assert!(!run.out.contains("\"source\""), "{}", run.out);
}

/// A level of `count` models.
fn pieces(count: usize) -> Vec<u8> {
    let mut level = Level::default();
    let corner = |point| Corner { point, uv: [0.0; 2], normal: None };
    for number in 0..count {
        let name = format!("Rock{number:03}");
        let model = Model::Polygons(Polygons {
            points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            faces: vec![Face { corners: (0..3).map(corner).collect(), surface: 0, flags: 0 }],
            surfaces: Vec::new(),
            default_colour: 0x0080_8080,
        });
        let own = level.model(&name, model);
        level.instance(&name, own, At::at(number as f32, 0.0, 0.0), 0);
    }
    level.finish().write().unwrap()
}

#[test]
fn lists_a_nested_level_like_a_loose_one() {
    let sandbox = Sandbox::empty();
    let bytes = pieces(300);
    sandbox.put("level.grf", &bytes);
    let inner = zip(&[("level.grf", &bytes)]);
    sandbox.put("outer.zip", &zip(&[("inner.zip", &inner)]));
    let names = |path: &str| -> Vec<Value> {
        let rows = sandbox.run(&format!("list --json {path}")).ends_with(0).json();
        rows.into_iter().map(|row| row["name"].clone()).collect()
    };
    assert_eq!(names("outer.zip//inner.zip//level.grf"), names("level.grf"));
}

/// An entry of a plain HED.
fn entry(out: &mut Vec<u8>, name: &str, start: usize, size: usize) {
    out.extend(name.as_bytes());
    out.push(0);
    out.resize(out.len().next_multiple_of(4), 0);
    for number in [start, size] {
        out.extend(u32::try_from(number).unwrap().to_le_bytes());
    }
}

/// An archive with `pairs` entries that refer to the archive itself, each `less` bytes shorter.
fn holds_itself(sandbox: &Sandbox, pairs: usize, less: usize) {
    let table = |table: usize, wad: usize| {
        let mut out = Vec::new();
        for pair in 0..pairs {
            entry(&mut out, &format!("X{pair}.HED"), 0, table);
            entry(&mut out, &format!("X{pair}.WAD"), 0, wad - pair * less);
        }
        out.push(0xFF);
        out
    };
    let len = table(0, 4096).len();
    let table = table(len, 4096);
    let mut wad = table.clone();
    wad.resize(4096, 0x11);
    sandbox.put("cd/CD.HED", &table);
    sandbox.put("cd/CD.WAD", &wad);
}

#[test]
fn does_not_enter_an_archive_that_contains_itself() {
    let sandbox = Sandbox::empty();
    holds_itself(&sandbox, 6, 0);
    let rows = rows(&sandbox.run("check --jsonl cd"));
    assert_eq!(rows.len(), 2 + 12);
    let said =
        |row: &Value| row["problems"].to_string().contains("not entered: it has the same bytes");
    assert_eq!(rows.iter().filter(|row| said(row)).count(), 6);
    let list = sandbox.run("list -r --json cd").ends_with(0).reports("X0.WAD: not entered");
    assert_eq!(list.json().len(), 2 + 12);
    sandbox.run("export -r cd --to csv -o out").reports("not entered");
    sandbox.run("catalogue cd -o site --no-models");
    sandbox.run("index cd --cache cache").ends_with(0);
    let found = sandbox.run("find kind:file --root cd --cache cache --json").ends_with(0);
    // The last line has the totals.
    assert_eq!(found.json().len(), 2 + 12 + 1);
}

#[test]
fn limits_entering_containers_that_share_bytes() {
    let sandbox = Sandbox::empty();
    holds_itself(&sandbox, 12, 1);
    let rows = rows(&sandbox.run("check --jsonl cd"));
    let said = |row: &&Value| row["problems"].to_string().contains("share their bytes");
    assert!(rows.iter().any(|row| said(&row)), "{} rows", rows.len());
    assert!(rows.len() < 10_000, "{} rows", rows.len());
}

#[test]
fn enters_a_disc_with_records_of_the_whole_disc_once() {
    let sandbox = Sandbox::empty();
    let names: Vec<String> = (0..20).map(|number| format!("SELF{number:02}.ISO")).collect();
    let files: Vec<IsoFile<'_>> = names.iter().map(|name| IsoFile::new(name, b"x")).collect();
    let mut bytes = iso("WALKS", &files).bytes();
    for name in &names {
        let at = bytes.windows(name.len()).position(|found| found == name.as_bytes()).unwrap();
        // A record stores its sector and size before its name, in both byte orders.
        bytes[at - 31..at - 23].fill(0);
        bytes[at - 23..at - 15].fill(0xFF);
    }
    sandbox.put("self.iso", &bytes);
    let rows = rows(&sandbox.run("check --jsonl ."));
    assert_eq!(rows.len(), 1 + 20);
}
