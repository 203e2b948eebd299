//! `select`: faces and records for which a query holds.

use serde_json::Value;

use crate::support::{Run, Sandbox};

/// Paths that `select` prints for a file of the demo, without those in companions.
fn selected(file: &str, query: &str) -> Vec<String> {
    let run = select(file, &[query]).ends_with(0);
    run.out.lines().filter(|path| !path.contains("//")).map(str::to_owned).collect()
}

fn select(file: &str, arguments: &[&str]) -> Run {
    let file = format!("demo//{file}");
    let arguments: Vec<&str> = ["select", &file].into_iter().chain(arguments.to_vec()).collect();
    Sandbox::empty().run_with(&arguments)
}

/// The faces of all models of `plaza_o.psx` as `tree` shows them.
fn faces() -> Vec<Value> {
    let models =
        Sandbox::empty().run("tree demo//plaza_o.psx --at models --json").ends_with(0).object();
    let models = models["children"].as_array().unwrap().clone();
    let faces = |model: &Value| {
        let list = field(model, "faces").clone();
        list["children"].as_array().cloned().unwrap_or_default()
    };
    models.iter().flat_map(faces).collect()
}

fn field<'v>(record: &'v Value, name: &str) -> &'v Value {
    let children = record["children"].as_array().unwrap();
    children.iter().find(|child| child["name"] == name).unwrap_or(&Value::Null)
}

/// Paths of the faces that fulfil a condition on their fields, by a plain search.
fn expected(condition: impl Fn(&dyn Fn(&str) -> Option<u64>) -> bool) -> Vec<String> {
    let holds = |face: &&Value| condition(&|name| field(face, name)["value"].as_u64());
    let faces = faces();
    let mut paths: Vec<String> =
        faces.iter().filter(holds).map(|face| face["path"].as_str().unwrap().to_owned()).collect();
    paths.sort();
    paths
}

fn sorted(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths
}

#[test]
fn agrees_with_a_search_through_all_faces() {
    let gouraud = expected(|field| field("flags").is_some_and(|flags| flags & 0x800 != 0));
    assert!(gouraud.len() > 100);
    assert!(sorted(selected("plaza_o.psx", "flags.gouraud")) == gouraud);
    assert!(sorted(selected("plaza_o.psx", "flags & 0x800 != 0")) == gouraud);

    let both = expected(|field| {
        field("flags").is_some_and(|flags| flags & 0x800 == 0) && field("texture") == Some(0)
    });
    assert_eq!(sorted(selected("plaza_o.psx", "not flags.gouraud and texture == 0")), both);
}

#[test]
fn knows_properties_of_faces_in_the_scene() {
    let textured = expected(|field| field("flags").is_some_and(|flags| flags & 3 == 3));
    assert_eq!(sorted(selected("plaza_o.psx", "texture.width > 0 or texture.missing")), textured);
    let wide = selected("plaza_o.psx", "texture.width > 32").len();
    assert!(wide > 0 && wide <= textured.len(), "{wide}");
    let triangles = selected("plaza_o.psx", "corners == 3").len();
    let quads = selected("plaza_o.psx", "corners == 4").len();
    assert_eq!(triangles, selected("plaza_o.psx", "flags.triangle").len());
    assert!(quads > triangles);
}

#[test]
fn selects_other_records() {
    let run = select("plaza_o.psx", &["vertex_count > 20", "--at", "models[*]", "--json"]);
    let mut rows = run.ends_with(0).json();
    let totals = rows.pop().unwrap();
    assert_eq!(totals["total"], rows.len());
    assert!(totals["of"].as_u64().unwrap() > rows.len() as u64);
    assert!(rows.iter().all(|row| row["path"].as_str().unwrap().starts_with("models[")));
}

/// The part of the query above the marks.
fn marked(run: &Run) -> &str {
    let lines: Vec<&str> = run.err.lines().collect();
    let [.., query, marks] = lines[..] else { panic!("{}", run.err) };
    let (start, end) = (marks.find('^').unwrap(), marks.rfind('^').unwrap());
    &query[start..=end]
}

#[test]
fn marks_operands_of_the_wrong_type() {
    for (query, word, message) in [
        ("area == \"x\"", "\"x\"", "expected a number, found the text \"x\""),
        ("object.name > 5", "5", "expected a text, found 5"),
        ("flags.textured == \"yes\"", "\"yes\"", "expected a boolean, found the text \"yes\""),
        ("texture.width == \"a\"", "\"a\"", "expected a number, found the text \"a\""),
        ("flags.gouraud and model.name.lenght > 3", "lenght", "a text has no `lenght`"),
        // Also if there are faces for which the query holds.
        ("flags.gouraud or area == \"x\"", "\"x\"", "expected a number, found the text \"x\""),
    ] {
        let run = select("plaza_o.psx", &[query]).ends_with(2);
        assert_eq!(marked(&run), word, "{query}");
        run.quiet_and(message);
    }
    let run = select("plaza_o.psx", &["faces.size == 'x'", "--at", "models[*]"]).ends_with(2);
    assert_eq!(marked(&run), "'x'");
    // A face without a texture has no width, which is not a mistake.
    select("plaza_o.psx", &["texture.width > 0 and not flags.textured"]).ends_with(1);
}

#[test]
fn marks_names_that_no_face_has() {
    let run = select("plaza_o.psx", &["flags.gouraud and flgas == 3"]).ends_with(2);
    let run = run.quiet_and("unknown name \"flgas\"");
    assert_eq!(marked(&run), "flgas");
    let run = select("plaza_o.psx", &["flags.gourad"]).ends_with(2);
    assert_eq!(marked(&run.quiet_and("flags.gourad")), "gourad");
    // Properties have the methods of their values.
    select("plaza_o.psx", &["model.name.length > 0 and area.to_i >= 0"]).ends_with(0);
    // Also if there are faces for which the query holds.
    let run = select("plaza_o.psx", &["texture.widht > 64 or flags.gouraud"]);
    run.ends_with(2).quiet_and("texture.widht");
    select("plaza_o.psx", &["flags &"]).ends_with(2).quiet_and("^");
}

#[test]
fn exits_with_1_if_nothing_is_selected() {
    select("plaza_o.psx", &["texture.width > 4096"]).ends_with(1).quietly();
    select("plaza.vab", &["_index == 0"]).ends_with(1).quiet_and("--at");
    select("plaza_o.psx", &["x == 0", "--at", "nowhere[*]"]).ends_with(1).quiet_and("nowhere[*]");
}
