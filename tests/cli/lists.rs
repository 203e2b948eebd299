//! `add`, `copy` and `remove`, and texts of a different length.

use serde_json::json;

use crate::support::Sandbox;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");

/// A folder with this demo file.
fn with(name: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.put(name, &std::fs::read(format!("{DEMO}{name}")).unwrap());
    sandbox
}

#[test]
fn adds_and_removes_a_sound() {
    let sandbox = with("voices.tpa");
    let wav = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/voices/step_1.wav");
    sandbox.put("step.wav", &std::fs::read(wav).unwrap());
    let added = ["add", "voices.tpa", "sounds=step.wav", "--name", r"VO\CREAK", "-o", "more.tpa"];
    sandbox.run_with(&[&added[..], &["--recipe", "r.jsonl"]].concat()).ends_with(0);
    let info =
        |name: &str| sandbox.run(&format!("info {name} --json")).ends_with(0).json()[0].clone();
    let sounds = |name: &str| info(name)["counts"]["sounds"].as_u64().unwrap();
    let before = sounds("voices.tpa");
    assert_eq!(sounds("more.tpa"), before + 1);
    let recipe = String::from_utf8(sandbox.read("r.jsonl")).unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(recipe.lines().nth(1).unwrap()).unwrap(),
        json!({"add": "sounds", "name": r"VO\CREAK", "file": "step.wav"})
    );
    sandbox.run("apply r.jsonl voices.tpa -o again.tpa").ends_with(0);
    assert!(sandbox.read("again.tpa") == sandbox.read("more.tpa"));
    sandbox.run(&format!("remove more.tpa sounds[{before}] -o less.tpa")).ends_with(0);
    assert!(sandbox.read("less.tpa") == sandbox.read("voices.tpa"));
    let refused = sandbox.run("add voices.tpa sounds=none.wav --name x -o x.tpa").ends_with(1);
    assert!(refused.err.contains("none.wav"), "{}", refused.err);
    let refused = sandbox.run("add voices.tpa sounds=step.wav -o x.tpa").ends_with(1);
    assert!(refused.err.contains("sounds: the new sound needs a name"), "{}", refused.err);
    assert!(!sandbox.has("x.tpa"));
}

#[test]
fn adds_and_extends_a_caption() {
    let sandbox = with("voices.tpa");
    let list = "sounds[0].captions.sections";
    sandbox.run_with(&["add", "voices.tpa", list, "--name", "Who?", "-o", "a.tpa"]).ends_with(0);
    let rows = sandbox.run("tree voices.tpa --at sounds[0].captions.count --json");
    let count = if rows.status == 0 { rows.json()[0]["value"].as_u64().unwrap() } else { 0 };
    let text = format!("{list}[{count}].text");
    let longer = format!("{text}=Who is there at this hour?");
    sandbox.run_with(&["set", "a.tpa", &longer, "-o", "b.tpa"]).ends_with(0);
    assert_eq!(sandbox.read("b.tpa").len(), sandbox.read("a.tpa").len() + 22);
    sandbox.run_with(&["remove", "b.tpa", &format!("{list}[{count}]"), "-o", "c.tpa"]).ends_with(0);
    assert!(sandbox.read("c.tpa") == sandbox.read("voices.tpa"));
}

#[test]
fn removes_several_elements_by_original_paths() {
    let sandbox = with("plaza.psx");
    let count = |name: &str| {
        let row = sandbox.run(&format!("info {name} --json")).ends_with(0).json()[0].clone();
        row["counts"]["objects"].as_u64().unwrap()
    };
    let before = count("plaza.psx");
    sandbox.run("copy plaza.psx objects[0] objects[2] objects[1] -o more.psx").ends_with(0);
    assert_eq!(count("more.psx"), before + 3);
    sandbox
        .run(&format!(
            "remove more.psx objects[{}] objects[{before}..{}] -o less.psx",
            before + 2,
            before + 2
        ))
        .ends_with(0);
    assert!(sandbox.read("less.psx") == sandbox.read("plaza.psx"));
    let told = sandbox.run("copy plaza.psx objects[0] --dry-run --json").ends_with(0).json();
    assert!(told.iter().any(|row| row["path"] == json!("header.object_count")), "{told:?}");
    let refused = sandbox.run("remove plaza.psx models[0] -o x.psx").ends_with(1);
    assert!(refused.err.contains("uses models[0]"), "{}", refused.err);
    sandbox.run("copy plaza.psx -o x.psx").ends_with(2);
    assert!(!sandbox.has("x.psx"));
}

#[test]
fn copied_rails_are_linked_to_each_other() {
    let sandbox = Sandbox::empty();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza_t.trg");
    let bytes = std::fs::read(demo).unwrap();
    sandbox.put("plaza_t.trg", &bytes);
    let end = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize - 1;
    let links = |file: &str, node: usize| -> Vec<u64> {
        let tree = sandbox.run(&format!("tree {file} --at nodes[{node}] --json --depth 9"));
        let mut found = Vec::new();
        let mut waiting = vec![tree.ends_with(0).object()];
        while let Some(field) = waiting.pop() {
            waiting.extend(field["children"].as_array().cloned().unwrap_or_default());
            if field["name"].as_str().is_some_and(|name| name.starts_with("links[")) {
                found.extend(field["value"].as_u64());
            }
        }
        found
    };
    assert_eq!(links("plaza_t.trg", 4), [5], "a rail and the next point of it");
    sandbox.run("copy plaza_t.trg nodes[4] nodes[5] -o more.trg").ends_with(0);
    // The copies precede the node that ends the list.
    assert_eq!(links("more.trg", end), [end as u64 + 1]);
    assert_eq!(links("more.trg", 4), [5]);
    sandbox.run("copy plaza_t.trg nodes[4] -o one.trg").ends_with(0);
    assert_eq!(links("one.trg", end), [5], "elements that are not copied keep their links");
}
