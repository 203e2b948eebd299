//! `index` and `find`.

use serde_json::Value;

use crate::support::{Run, Sandbox, level};

/// Runs the command with a separate index.
fn run(sandbox: &Sandbox, arguments: &[&str]) -> Run {
    let mut all = arguments.to_vec();
    let cache = sandbox.path("cache");
    let cache = cache.to_string_lossy().into_owned();
    all.extend(["--cache", &cache]);
    sandbox.run_with(&all)
}

/// Results, and the line with the totals.
fn found(run: &Run) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let totals = lines.pop().unwrap();
    (lines, totals)
}

#[test]
fn indexes_a_root_once() {
    let sandbox = Sandbox::new();
    sandbox.put("games/deep/level.psx", &level());
    let first = run(&sandbox, &["index", "games", "--json"]);
    let row: Value = serde_json::from_str(&first.out).unwrap();
    assert_eq!(
        (first.status, &row["files"], &row["read"], &row["path"]),
        (0, &1.into(), &1.into(), &"games".into())
    );
    let again: Value =
        serde_json::from_str(&run(&sandbox, &["index", "games", "--json"]).out).unwrap();
    assert_eq!((&again["unchanged"], &again["read"]), (&1.into(), &0.into()));
    assert_eq!(row["assets"], again["assets"]);
    let (hits, totals) = found(&run(&sandbox, &["find", "kind:texture", "--json"]));
    assert_eq!((hits.len(), &totals["total"], &totals["shown"]), (1, &1.into(), &1.into()));
    assert_eq!(totals["assets"], row["assets"]);
    // The path and the field open the same element.
    let (path, field) = (hits[0]["path"].as_str().unwrap(), hits[0]["field"].as_str().unwrap());
    let tree = sandbox.run_with(&["tree", path, "--at", field, "--depth", "0", "--json"]);
    let tree: Value = serde_json::from_str(tree.out.lines().next().unwrap()).unwrap();
    assert_eq!(tree["offset"], hits[0]["offset"]);
    assert_eq!(hits[0]["format"], "neversoft.psx");
    assert_eq!(hits[0]["crc"].as_str().unwrap().len(), 8);
    assert_eq!(hits[0].get("count"), None);
}

#[test]
fn results_have_paths_relative_to_the_given_root() {
    let sandbox = Sandbox::new();
    let paths = |root: &str, query: &str| -> Vec<String> {
        let run = run(&sandbox, &["find", query, "--root", root, "--json"]);
        found(&run).0.iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(paths(".", "kind:file format:neversoft.psx"), ["./cut.psx", "./level.psx"]);
    let whole = sandbox.path("level.psx").to_string_lossy().into_owned();
    assert_eq!(paths(&whole, "kind:file"), [whole.as_str()]);
    // The folder's own name is not part of the paths below `.`.
    let folder =
        sandbox.path("").parent().unwrap().file_name().map(|n| n.to_string_lossy().into_owned());
    assert_eq!(paths(".", &format!("path:\"{}\"", folder.unwrap())), [] as [&str; 0]);
    assert_eq!(paths("./level.psx", "path:./level -kind:file kind:model"), ["./level.psx"]);
}

#[test]
fn finds_flags_bytes_and_problems() {
    let sandbox = Sandbox::new();
    let find = |query: &[&str]| {
        let all = [&["find"], query, &["--root", ".", "--json"]].concat();
        let run = run(&sandbox, &all);
        (run.status, found(&run).0)
    };
    // The face of the level has the flags 0x13.
    let (code, hits) = find(&["flag:0x12", "path:level"]);
    assert_eq!(
        (code, hits.len(), &hits[0]["kind"], &hits[0]["count"]),
        (0, 1, &"model".into(), &1.into())
    );
    assert_eq!(find(&["flag:0x0c"]), (1, Vec::new()));
    // The shell removed the quotes.
    let (_, hits) = find(&["bytes:52 47 42 73"]);
    let at: Vec<_> = hits.iter().map(|hit| (&hit["path"], &hit["offset"], &hit["count"])).collect();
    assert_eq!(at.len(), 2, "{hits:?}");
    assert_eq!((at[0].1, at[0].2), (at[1].1, &1.into()));
    assert_eq!(find(&["bytes:52 47", "level"]).1.len(), 1);
    let (_, hits) = find(&["problem:error", "kind:file"]);
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0]["path"], "./cut.psx");
    let (_, hits) = find(&["same-as:./level.psx//textures[0]"]);
    assert!(hits.iter().all(|hit| hit["path"] == "./cut.psx"), "{hits:?}");
    let (_, hits) = find(&["-kind:model", "-kind:file", "-kind:texture", "path:level"]);
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit["kind"] != "texture"));
}

#[test]
fn finds_surface_materials_by_number_and_sounds_once() {
    let sandbox = Sandbox::empty();
    for name in ["island.grf", "voices.tpa"] {
        let demo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo").join(name);
        sandbox.put(name, &std::fs::read(demo).unwrap());
    }
    let find = |query: &str| found(&run(&sandbox, &["find", query, "--root", ".", "--json"])).0;
    assert_eq!(find("surface:1"), [] as [Value; 0], "materials are not flags");
    let materials = find("material:1");
    assert!(!materials.is_empty());
    assert!(materials.iter().all(|hit| hit["count"].as_u64() > Some(0)), "{materials:?}");
    assert_eq!(find("material:3"), [] as [Value; 0]);
    let sounds = find("kind:sound");
    let is_listed = |hit: &Value| hit["field"].as_str().unwrap_or_default().starts_with("sounds[");
    assert!(sounds.len() == 12 && sounds.iter().all(is_listed), "{sounds:?}");
    assert_eq!(find("kind:file format:trespasser.cau").len(), 12);
}

#[test]
fn counts_faces_with_a_bad_corner() {
    let sandbox = Sandbox::empty();
    let mut bytes = level();
    assert_eq!(bytes[0x79], 1);
    bytes[0x79] = 9;
    sandbox.put("level.psx", &bytes);
    let find = |query: &str| found(&run(&sandbox, &["find", query, "--root", ".", "--json"])).0;
    assert_eq!(find("faces:1").len(), 1);
    assert_eq!(find("flag:0x12")[0]["count"], 1);
}

#[test]
fn finds_textures_by_stored_depth() {
    let sandbox = Sandbox::empty();
    for name in ["tim16_stp.tim", "tim24_3px.tim", "tim4_2clut.tim", "tim8_2clut.tim"] {
        sandbox.put(name, &gouraud_testing::fixtures::read(&format!("tim/{name}")));
    }
    for (depth, name) in
        [(4, "tim4_2clut.tim"), (8, "tim8_2clut.tim"), (16, "tim16_stp.tim"), (24, "tim24_3px.tim")]
    {
        let query = format!("kind:texture depth:{depth}");
        let hits = found(&run(&sandbox, &["find", &query, "--root", ".", "--json"])).0;
        assert_eq!(hits.len(), 1, "{query}");
        assert_eq!(hits[0]["path"], format!("./{name}"));
        sandbox.run_with(&["export", name, "--to", "json", "-o", "out", "--force"]).ends_with(0);
        let json = sandbox.read(&format!("out/{}.json", name.trim_end_matches(".tim")));
        let json: Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json["textures"][0]["bits"], depth);
    }
    let run = run(&sandbox, &["find", "depth:15|depth:32", "--root", ".", "--json"]);
    assert_eq!(run.status, 1);
}

/// The field of a result starts at the result's offset.
#[test]
fn result_offsets_match_their_fields() {
    let sandbox = Sandbox::new();
    let hits = found(&run(&sandbox, &["find", "path:level", "--root", ".", "--json"])).0;
    let hits: Vec<&Value> =
        hits.iter().filter(|hit| hit["field"].as_str().is_some_and(|f| !f.is_empty())).collect();
    assert!(hits.iter().any(|hit| hit["field"] == "chunks[0].colours"), "{hits:?}");
    for hit in hits {
        let field = hit["field"].as_str().unwrap();
        let tree =
            sandbox.run_with(&["tree", "level.psx", "--at", field, "--depth", "0", "--json"]);
        assert_eq!(tree.ends_with(0).object()["offset"], hit["offset"], "{field}");
    }
}

#[test]
fn results_have_boxes_codings_and_counts() {
    let sandbox = Sandbox::new();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
    let bank = format!("{demo}/voices.tpa");
    let find = |query: &str, root: &str| {
        found(&run(&sandbox, &["find", query, "--root", root, "--json"])).0
    };
    let sounds = find("codec:ima path:\"voices.tpa\" -path:cau", &bank);
    assert!(!sounds.is_empty() && sounds.iter().all(|sound| sound["codec"] == "IMA ADPCM"));
    let number = sounds[0]["number"].as_u64().unwrap();
    assert_eq!(sounds[0]["field"], format!("sounds[{number}]"));
    // The checksum is computed over the stored bytes.
    let tree = sandbox.run_with(&[
        "tree",
        &bank,
        "--at",
        &format!("sounds[{number}]"),
        "--depth",
        "0",
        "--json",
    ]);
    let tree: Value = serde_json::from_str(tree.out.lines().next().unwrap()).unwrap();
    let at = |key: &str| usize::try_from(tree[key].as_u64().unwrap()).unwrap();
    let bytes = std::fs::read(&bank).unwrap();
    let crc = crc32fast::hash(&bytes[at("offset")..at("offset") + at("length")]);
    assert_eq!(sounds[0]["crc"], format!("{crc:08x}"));
    let models = find("box:3920x126x3920", &format!("{demo}/arena.lzs"));
    assert_eq!(models.len(), 1, "{models:?}");
    assert_eq!(
        models[0]["box"][1][0].as_f64().unwrap() - models[0]["box"][0][0].as_f64().unwrap(),
        3920.0
    );
    assert!(find("box:>3919 kind:model", &format!("{demo}/arena.lzs")).contains(&models[0]));
}

#[test]
fn shows_the_matching_line_of_a_text() {
    let sandbox = Sandbox::new();
    let bank = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/voices.tpa");
    let shown = |query: &str| run(&sandbox, &["find", query, "--root", bank]).out;
    let first = shown("kind:sound name:welcome");
    let other = shown("kind:sound name:welcome caption:lights");
    assert!(first.contains("\"Every sound of a bank"), "{first}");
    assert!(other.contains("Its caption lights") && !other.contains("Every sound"), "{other}");
}

#[test]
fn limit_cuts_results_but_not_the_total() {
    let sandbox = Sandbox::new();
    let run = run(&sandbox, &["find", "level", "--root", ".", "--json", "--limit", "2"]);
    let (hits, totals) = found(&run);
    assert_eq!((hits.len(), &totals["shown"]), (2, &2.into()));
    assert!(totals["total"].as_u64().unwrap() > 2, "{totals}");
    assert_eq!(hits[0]["path"], "./level.psx");
}

#[test]
fn marks_invalid_queries() {
    let sandbox = Sandbox::new();
    let wrong = run(&sandbox, &["find", "wall sise:3", "--root", "."]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("unknown filter sise:"), "{}", wrong.err);
    assert!(
        wrong.err.contains("  wall sise:3\n") && wrong.err.contains("       ^^^^^^\n"),
        "{}",
        wrong.err
    );
    let nowhere = run(&sandbox, &["find", "a", "--root", "nowhere"]);
    assert_eq!((nowhere.status, nowhere.out.as_str()), (1, ""));
    let unknown = run(&sandbox, &["find", "same-as:nothing", "--root", "."]);
    assert_eq!(unknown.status, 2);
    let empty = run(&sandbox, &["find", "nothing-is-called-so"]);
    assert_eq!(empty.status, 1);
}

#[test]
fn reports_an_unusable_index_and_searches_anyway() {
    let sandbox = Sandbox::new();
    sandbox.put("cache", b"a file where a folder should be");
    let without = run(&sandbox, &["find", "kind:model"]);
    assert_eq!(without.status, 1);
    let with = run(&sandbox, &["find", "kind:model", "--root", ".", "--json"]);
    assert_eq!((with.status, !found(&with).0.is_empty()), (0, true));
    assert!(with.err.contains("the index") && with.err.contains("cannot be used"), "{}", with.err);
    let index = run(&sandbox, &["index", "."]);
    assert_eq!(index.status, 1);
}

#[test]
fn clears_the_index_on_request() {
    let sandbox = Sandbox::new();
    assert_eq!(run(&sandbox, &["index", "."]).status, 0);
    assert_eq!(run(&sandbox, &["find", "level"]).status, 0);
    assert_eq!(run(&sandbox, &["index", "--clear"]).status, 0);
    assert_eq!(run(&sandbox, &["find", "level"]).status, 1);
    assert_eq!(run(&sandbox, &["index"]).status, 2);
}

#[test]
fn catalogue_is_a_static_site() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_with(&["catalogue", ".", "-o", "site", "--no-models"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let data = |name: &str| -> Value {
        let script = String::from_utf8(sandbox.read(&format!("site/data/{name}.js"))).unwrap();
        let (head, json) = script.trim_end().split_once(['[', '{']).unwrap();
        assert!(head.starts_with("catalogue.take("), "{head}");
        let start = script.find(json).unwrap() - 1;
        serde_json::from_str(script[start..].trim_end().strip_suffix(");").unwrap()).unwrap()
    };
    let lists = data("lists");
    assert_eq!(lists["lists"]["file"]["rows"], 3);
    assert_eq!(lists["roots"][0], ".");
    let files = data("file-0");
    let paths: Vec<_> =
        files.as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["./cut.psx", "./level.psx", "./note.txt"]);
    let textures = data("texture-0");
    let picture = textures[0]["picture"].as_str().unwrap();
    let picture = image::load_from_memory(&sandbox.read(&format!("site/{picture}"))).unwrap();
    assert_eq!((picture.width(), picture.height()), (4, 4));
    // No page refers to another site.
    for page in ["index.html", "style.css", "script.js"] {
        let text = String::from_utf8(sandbox.read(&format!("site/{page}"))).unwrap();
        assert!(!text.contains("http:") && !text.contains("https:"), "{page}");
    }
    let census = data("census");
    let row =
        census.as_array().unwrap().iter().find(|row| row["format"] == "neversoft.psx").unwrap();
    assert_eq!((&row["files"], &row["status"]["ok"]), (&2.into(), &1.into()));
    // Of several messages that differ in their numbers, the first stands for all.
    for problem in row["problems"].as_array().unwrap() {
        let message = problem[1].as_str().unwrap();
        assert!(!message.contains('#') && !message.contains('…'), "{message}");
    }
    // The absolute path of the root is not published.
    let whole = sandbox.path("games");
    sandbox.put("games/deep/level.psx", &level());
    let whole = whole.to_string_lossy();
    assert_eq!(sandbox.run_with(&["catalogue", &whole, "-o", "site", "--no-models"]).status, 0);
    assert_eq!(data("lists")["roots"][0], "games");
    assert_eq!(data("file-0")[0]["path"], "games/deep/level.psx");
    std::fs::remove_dir_all(sandbox.path("games")).unwrap();
    // `catalogue` replaces its own output, and nothing else.
    assert_eq!(
        sandbox.run_with(&["catalogue", "level.psx", "-o", "site", "--no-models"]).status,
        0
    );
    assert_eq!(data("lists")["lists"]["file"]["rows"], 1);
    sandbox.put("other/mine.txt", b"mine");
    sandbox.put("other/data/lists.js", b"var mine = 1;");
    let refused = sandbox.run_with(&["catalogue", ".", "-o", "other"]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.err.contains("other than a catalogue") && sandbox.has("other/mine.txt"),
        "{}",
        refused.err
    );
    // Files below two roots are listed once.
    assert_eq!(
        sandbox.run_with(&["catalogue", "level.psx", ".", "-o", "site", "--no-models"]).status,
        0
    );
    assert_eq!(data("lists")["lists"]["file"]["rows"], 5);
}
