//! `check`.

use serde_json::{Value, json};

use crate::support::{Sandbox, level, level_with};

fn statuses(rows: &[Value]) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rows.iter().map(|row| (text(&row["path"]), text(&row["status"]))).collect()
}

#[test]
fn prints_one_line_per_file_and_totals() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("check --jsonl .").ends_with(3);
    let mut rows = run.json();
    let totals = rows.pop().unwrap();
    let expected = [("./cut.psx", "partial"), ("./level.psx", "ok"), ("./note.txt", "unknown")];
    let expected = expected.map(|(path, status)| (path.to_owned(), status.to_owned()));
    assert_eq!(statuses(&rows), expected);
    assert!(totals["seconds"].is_f64());
    let counted = ["total", "ok", "partial", "failed", "unknown"].map(|key| &totals[key]);
    assert_eq!(counted.map(|n| n.as_u64().unwrap()), [3, 1, 1, 0, 1]);
    // The object of `info`, plus the duration.
    let info = sandbox.run("info --json ./level.psx").object();
    for (key, value) in info.as_object().unwrap() {
        assert_eq!(&rows[1][key], value, "{key}");
    }
    assert!(rows[1]["ms"].is_f64());
}

#[test]
fn info_and_check_report_the_same_problems() {
    let sandbox = Sandbox::empty();
    let mut bytes = level();
    let radius = place_of_radius(&bytes);
    bytes[radius..radius + 4].copy_from_slice(&[0; 4]);
    sandbox.put("small.psx", &bytes);
    let checked = sandbox.run("check --jsonl small.psx").json().swap_remove(0);
    let info = sandbox.run("info --json small.psx").object();
    assert_eq!(checked["problems"], info["problems"]);
    let said = info["problems"].as_array().unwrap();
    let is_radius = |problem: &&Value| problem["field"] == "models[0].radius";
    let radius = said.iter().find(is_radius).expect("a note reports the radius");
    assert_eq!(radius["severity"], "note");
}

/// Offset of the first model's radius, after its flags and counts.
fn place_of_radius(bytes: &[u8]) -> usize {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let models = 12 + 36 * word(8);
    word(models + 4) + 8
}

#[test]
fn ignores_unknown_files() {
    let sandbox = Sandbox::empty();
    sandbox.put("a.txt", b"no");
    sandbox.put("b.psx", &level());
    let run = sandbox.run("check .").ends_with(0).quietly();
    let totals = run.out.lines().last().unwrap();
    assert!(totals.starts_with("2 files: 1 ok, 0 partial, 0 failed, 1 unknown"), "{totals}");
    sandbox.run("check nowhere").ends_with(1).reports("no such file or folder");
}

#[test]
fn order_does_not_depend_on_jobs() {
    let sandbox = Sandbox::empty();
    for i in 0..40 {
        let whole = level();
        let cut = if i % 3 == 0 { &whole[..0xF8] } else { &whole[..] };
        sandbox.put(&format!("{i:02}.psx"), cut);
    }
    let rows = |jobs: u32| {
        let run = sandbox.run(&format!("check --jsonl --jobs {jobs} .")).ends_with(3);
        let mut rows = run.json();
        rows.pop();
        statuses(&rows)
    };
    let one = rows(1);
    assert_eq!(one.len(), 40);
    assert_eq!(one[3], ("./03.psx".to_owned(), "partial".to_owned()));
    assert_eq!(one, rows(4));
}

#[test]
fn prints_a_line_for_every_truncation() {
    let sandbox = Sandbox::empty();
    let whole = level();
    for cut in 0..whole.len() {
        sandbox.put(&format!("{cut:03}.psx"), &whole[..cut]);
    }
    let run = sandbox.run("check --jsonl .");
    let totals = run.json().pop().unwrap();
    assert_eq!(totals["total"], json!(256));
    assert_eq!(totals["ok"], json!(1), "the models alone, up to the tag offset, are a file too");
}

#[test]
fn does_not_count_level_sections_as_unknown_files() {
    use gouraud_testing::build::groff::{InstanceTransform as At, Level, Model, Triangles};
    let sandbox = Sandbox::empty();
    let mut level = Level::default();
    let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let (faces, colour) = (vec![[0, 1, 2]], [128; 3]);
    let shape = Triangles { points, faces, colour, surfaces: Vec::new(), mapping: Vec::new() };
    let model = level.model("Thing", Model::Triangles(shape));
    level.instance("Thing", model, At::at(0.0, 0.0, 0.0), 0);
    sandbox.put("mini.grf", &level.finish().write().unwrap());
    let mut rows = sandbox.run("check --jsonl .").ends_with(0).json();
    let totals = rows.pop().unwrap();
    assert_eq!(statuses(&rows), [("./mini.grf".to_owned(), "ok".to_owned())]);
    assert_eq!((&totals["total"], &totals["unknown"]), (&json!(1), &json!(0)));
    // `list` still lists them.
    let listed = sandbox.run("list mini.grf").ends_with(0);
    assert!(listed.out.contains("_.region"), "{}", listed.out);
}

#[test]
fn members_follow_their_archive_for_any_number_of_jobs() {
    use gouraud_testing::build::ff7::lgp::lgp;
    let sandbox = Sandbox::empty();
    let whole = level();
    let names: Vec<String> = (0..70).map(|at| format!("{at:02}.psx")).collect();
    for (name, count) in [("a", 2), ("b", 70), ("c", 1), ("d", 3)] {
        let files: Vec<(&str, &[u8])> =
            names.iter().take(count).map(|name| (name.as_str(), whole.as_slice())).collect();
        sandbox.put(&format!("{name}.lgp"), &lgp(&files).unwrap().write().unwrap());
    }
    let paths = |jobs: u32| {
        let run = sandbox.run(&format!("check --jsonl --jobs {jobs} .")).ends_with(0).quietly();
        let mut rows = run.json();
        assert_eq!(rows.pop().unwrap()["total"], json!(4 + 2 + 70 + 1 + 3));
        rows.iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let one = paths(1);
    assert_eq!(one[..4], ["./a.lgp", "./a.lgp//00.psx", "./a.lgp//01.psx", "./b.lgp"]);
    assert_eq!(one[74..77], ["./c.lgp", "./c.lgp//00.psx", "./d.lgp"]);
    assert_eq!(one, paths(3));
}

#[test]
fn lists_and_sums_violated_plausibility_rules() {
    let sandbox = Sandbox::empty();
    sandbox.put("a.psx", &level_with(|file| file.models[0].radius = 1));
    sandbox.put("b.psx", &level());
    let mut rows = sandbox.run("check --jsonl --plausibility .").ends_with(0).json();
    let sums = rows.pop().unwrap()["plausibility"].clone();
    let rule = |list: &Value, key: &str| {
        let all = list.as_array().unwrap();
        all.iter().find(|row| row["rule"] == key).unwrap_or_else(|| panic!("{key}: {list}")).clone()
    };
    let own = rule(&rows[0]["plausibility"], "recompute");
    assert_eq!(
        (&own["checked"], &own["broken"], &own["plausible"]),
        (&json!(1), &json!(1), &json!(false))
    );
    let worst = &own["worst"];
    assert_eq!((&worst["value"], &worst["unit"]), (&json!(1.0), &json!("fields")));
    assert_eq!(worst["field"], "models[0].radius");
    let shown = sandbox.run("tree a.psx --at models[0].radius --json").ends_with(0).object();
    assert_eq!(worst["offset"], shown["offset"]);
    assert_eq!(rule(&rows[1]["plausibility"], "recompute")["plausible"], json!(true));
    let sum = rule(&sums, "recompute");
    assert_eq!((&sum["files"], &sum["broken_files"]), (&json!(2), &json!(1)));
    assert_eq!(sum["path"], "./a.psx");
    let text = sandbox.run("check --plausibility .").ends_with(0).out;
    assert!(
        text.contains("  recompute: 1 of 1 file, worst 1 field, models[0].radius at 0x"),
        "{text}"
    );
    assert!(text.contains("\nrecompute: 1 of 2 files, worst 1 field in ./a.psx\n"), "{text}");
}

#[test]
fn checks_plausibility_only_on_request() {
    let sandbox = Sandbox::new();
    let rows = sandbox.run("check --jsonl .").json();
    assert!(rows.iter().all(|row| row.get("plausibility").is_none()));
}
