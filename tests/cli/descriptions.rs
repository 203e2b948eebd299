//! Descriptions of formats: `eval`, `ksy check`, `ksy export`, and edits by them.

use crate::support::Sandbox;

const LAMPS: &str = "
meta: {id: lamps, endian: le}
seq:
  - {contents: LAMP}
  - {id: count, type: u2}
  - {id: lamps, type: lamp, repeat: expr, repeat-expr: count}
types:
  lamp: {seq: [{id: x, type: f4}, {id: kind, type: u1, enum: kinds}]}
enums:
  kinds: {0: bulb, 1: torch}
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.put("lamps.ksy", LAMPS.as_bytes());
    sandbox.put("two.lmp", b"LAMP\x02\0\0\0\x80\x3F\x01\0\0\0\x40\0");
    sandbox
}

#[test]
fn eval_prints_a_line_per_expression() {
    let sandbox = sandbox();
    let run =
        sandbox.run("eval two.lmp count lamps[0].kind lamps[1] -count --as lamps.ksy").ends_with(0);
    assert_eq!(run.out, "2\ntorch\nlamps::lamp at 0xb, 5 bytes\n-2\n");
}

#[test]
fn eval_reports_values_fields_and_errors_as_json() {
    let sandbox = sandbox();
    let run =
        sandbox.run("eval two.lmp lamps[1].x lamps[2].x nane --as lamps.ksy --json").ends_with(3);
    let expected = concat!(
        r#"{"expression":"lamps[1].x","value":2.0,"path":"lamps[1].x","offset":11,"length":4}"#,
        "\n",
        r#"{"expression":"lamps[2].x","error":"expected an index below 2, found 2","kind":"IndexError"}"#,
        "\n",
        r#"{"expression":"nane","error":"`lamps` has no member `nane`","kind":"TypeError"}"#,
        "\n",
    );
    assert_eq!(run.out, expected);
}

#[test]
fn eval_can_begin_at_an_object() {
    let run = sandbox().run("eval two.lmp x --at lamps[1] --as lamps.ksy").ends_with(0);
    assert_eq!(run.out, "2\n");
    let run = sandbox().run("eval two.lmp x --at count --as lamps.ksy").ends_with(1);
    assert!(run.err.contains("count is not an object"), "{}", run.err);
}

#[test]
fn descriptions_with_mistakes_are_not_used() {
    let sandbox = sandbox();
    sandbox.put("bad.ksy", b"meta: {id: bad}\nseq: [{id: a, type: u2}]\n");
    let run = sandbox.run("eval two.lmp a --as bad.ksy").ends_with(1);
    assert!(run.err.contains("bad.ksy:2:21: error: expected a byte order"), "{}", run.err);
}

#[test]
fn eval_reads_fields_of_known_formats() {
    let sandbox = Sandbox::new();
    let words = ["models[0].faces[0].flags", "models[0].faces.size", "models[0].faces[0].indices"];
    let run =
        sandbox.run_with(&[&["eval", "level.psx", "--json"], &words[..]].concat()).ends_with(0);
    let expected = concat!(
        r#"{"expression":"models[0].faces[0].flags","value":4115,"path":"models[0].faces[0].flags","offset":116,"length":2}"#,
        "\n",
        r#"{"expression":"models[0].faces.size","value":1}"#,
        "\n",
        r#"{"expression":"models[0].faces[0].indices","value":[0,1,2,0],"path":"models[0].faces[0].indices","offset":120,"length":4}"#,
        "\n",
    );
    assert_eq!(run.out, expected);
    let run =
        sandbox.run("eval level.psx flags&'gouraud'==0 nope --at models[0].faces[0]").ends_with(3);
    assert_eq!(run.out, "true\nNameError: unknown name `nope`\n");
    sandbox
        .run("eval level.psx flags --at models[0].faces")
        .ends_with(1)
        .reports("is not an object");
    sandbox.run("eval level.psx flags --as nope").ends_with(2).reports("unknown format");
}

#[test]
fn ksy_check_reports_mistakes_of_all_files() {
    let sandbox = sandbox();
    sandbox.put("bad.ksy", b"meta: {id: bad}\nseq: [{id: a, type: u2}]\n");
    let run = sandbox.run("ksy check lamps.ksy bad.ksy").ends_with(3);
    let lines: Vec<&str> = run.out.lines().collect();
    let [style, mistake] = lines.as_slice() else { panic!("{}", run.out) };
    assert!(
        style.starts_with("lamps.ksy:5:5: warning: `count` is the number of `lamps`"),
        "{style}"
    );
    assert!(mistake.starts_with("bad.ksy:2:21: error: expected a byte order"), "{mistake}");
    sandbox.run("ksy check lamps.ksy").ends_with(0);
    sandbox.run("ksy check missing.ksy").ends_with(1);
}

#[test]
fn imports_are_found_beside_the_file_and_in_folders() {
    let sandbox = sandbox();
    sandbox.put("outer.ksy", b"meta: {id: outer, imports: [lamps, /shared/mark]}\nseq: [{id: all, type: lamps}, {id: end, type: mark}]\n");
    sandbox.put("folder/shared/mark.ksy", b"meta: {id: mark}\nseq: [{id: m, type: u1}]\n");
    sandbox.put("more.lmp", b"LAMP\0\0\x07");
    let run = sandbox.run("eval more.lmp end.m --as outer.ksy --formats folder").ends_with(0);
    assert_eq!(run.out, "7\n");
    let run = sandbox.run("ksy check outer.ksy").ends_with(3);
    assert!(run.out.contains("outer.ksy:1:36: error: `/shared/mark` was not found"), "{}", run.out);
}

#[test]
fn commands_read_files_by_descriptions() {
    let sandbox = sandbox();
    let run = sandbox.run("info two.lmp --as lamps.ksy --json").ends_with(0);
    assert!(run.out.contains(r#""format":"user.lamps""#), "{}", run.out);
    assert!(run.out.contains(r#""coverage":{"fields":16,"padding":0,"unread":0,"overlap":0}"#));
    let run = sandbox.run("tree two.lmp --at lamps[1] --as lamps.ksy").ends_with(0);
    let rows: Vec<&str> = run.out.lines().skip(2).collect();
    assert!(rows[1].contains("x") && rows[1].contains("f32") && rows[1].ends_with('2'), "{rows:?}");
    assert!(rows[2].ends_with("bulb"), "{rows:?}");
    let run = sandbox.run("bytes two.lmp --at count --as lamps.ksy").ends_with(0);
    assert!(run.out.ends_with("count = 2\n"), "{}", run.out);
    sandbox.put("other.lmp", b"LAMP\x02\0\0\0\x80\x3F\x01\0\0\0\x40\x01");
    let run = sandbox.run("diff two.lmp other.lmp --as lamps.ksy --json").ends_with(3);
    assert!(
        run.out.contains(r#""path":"lamps[1].kind","kind":"changed","a":0,"b":1"#),
        "{}",
        run.out
    );
    sandbox.run("rewrite two.lmp -o new.lmp --as lamps.ksy").ends_with(1);
}

#[test]
fn problems_have_the_kind_of_the_error() {
    let sandbox = sandbox();
    sandbox.put("cut.lmp", b"LAMP\x02\0\0\0\x80\x3F\x01\0");
    let run = sandbox.run("info cut.lmp --as lamps.ksy --json").ends_with(3);
    let row = r#"{"severity":"error","offset":11,"length":1,"field":"lamps[1].x","message":"needs 4 bytes, 1 left","kind":"EndOfStreamError"}"#;
    assert!(run.out.contains(row), "{}", run.out);
}

#[test]
fn folders_of_descriptions_add_formats() {
    let sandbox = sandbox();
    sandbox.put("kinds/lamps.ksy", LAMPS.as_bytes());
    sandbox.put("kinds/bad.ksy", b"meta: {id: bad}\nseq: [{id: a, type: u2}]\n");
    let run = sandbox.run("formats --formats kinds --json").ends_with(0);
    let row = r#"{"id":"user.lamps","name":"lamps","family":"user","extensions":[],"versions":[],"can":[],"file":"kinds/lamps.ksy"}"#;
    assert!(run.out.contains(row), "{}", run.out);
    assert!(run.out.contains(r#""id":"user.bad""#), "{}", run.out);
    assert!(run.out.contains(r#""error":"kinds/bad.ksy:2:21: error: expected a byte order"#));
    let run = sandbox.run("check two.lmp --formats kinds --jsonl").ends_with(0);
    assert!(run.out.contains(r#""format":"user.lamps""#), "{}", run.out);
    let run = sandbox.run("info two.lmp --as user.lamps --formats kinds --json").ends_with(0);
    assert!(run.out.contains(r#""format":"user.lamps""#), "{}", run.out);
    sandbox.run("info two.lmp --formats kinds --as user.bad").ends_with(1);
}

#[test]
fn ksy_export_describes_fixed_layouts_and_refuses_others() {
    let sandbox = Sandbox::empty();
    sandbox.run("ksy export totem.camera -o camera.ksy --endian be").ends_with(0);
    let text = String::from_utf8(sandbox.read("camera.ksy")).unwrap();
    assert!(text.starts_with("meta:\n  id: totem_camera\n  title: TotemTech camera\n"), "{text}");
    assert!(text.contains("  endian: be\n"), "{text}");
    assert_eq!(sandbox.run("ksy check camera.ksy").ends_with(0).out, "");
    let run = sandbox.run("ksy export ms.bmp").ends_with(1);
    assert!(run.err.contains("ms.bmp cannot be exported: implemented in code"), "{}", run.err);
    let order = |command: &str| {
        let text = sandbox.run(command).ends_with(0).out;
        text.lines().find_map(|line| line.trim().strip_prefix("endian: ").map(str::to_owned))
    };
    assert_eq!(order("ksy export totem.camera").as_deref(), Some("be"));
    assert_eq!(order("ksy export totem.camera --endian le").as_deref(), Some("le"));
    assert_eq!(order("ksy export neversoft.fnt").as_deref(), Some("le"));
    sandbox.run("ksy export nothing").ends_with(1);
    let rows = sandbox.run("ksy export --list --json").ends_with(0).out;
    assert!(rows.contains("{\"id\":\"totem.camera\",\"exportable\":true}\n"), "{rows}");
}

const DOOR: &str = "
meta: {id: door, file-extension: dor, endian: le}
seq:
  - {contents: DOOR}
  - {id: flags, type: u1, -gouraud: {flags: bits}}
  - {id: angle, type: u2, -gouraud: {show: angle, turn: 4096}}
  - {id: scale, type: s2, -gouraud: {fixed: 8}}
  - {id: hinge, type: u1, -gouraud: {index: hinges}}
  - {id: hinges, type: u1, repeat: expr, repeat-expr: 3}
enums: {bits: {1: open, 2: locked}}
";

#[test]
fn hinted_fields_are_set_like_those_of_known_formats() {
    let sandbox = Sandbox::empty();
    sandbox.put("door.ksy", DOOR.as_bytes());
    sandbox.put("a.dor", b"DOOR\0\0\0\0\0\0\x05\x06\x07");
    let changes = ["flags=open|locked", "angle=90°", "scale=1.5", "hinge=hinges[2]"];
    let words = [&["set", "a.dor"], &changes[..], &["--as", "door.ksy", "-o", "b.dor"]].concat();
    sandbox.run_with(&words).ends_with(0);
    assert_eq!(sandbox.read("b.dor"), b"DOOR\x03\0\x04\x80\x01\x02\x05\x06\x07");
    let run = sandbox.run("tree b.dor --as door.ksy --at hinges[2] --used-by").ends_with(0);
    assert!(run.out.contains("hinge "), "{}", run.out);
    let run = sandbox.run("recompute a.dor --as door.ksy -o c.dor").ends_with(1);
    assert!(run.err.contains("described formats have no computed fields"), "{}", run.err);
}

#[test]
fn members_of_described_archives_are_changed_in_place() {
    let sandbox = Sandbox::empty();
    let pack = "
meta: {id: pack, file-extension: pck}
seq: [{contents: PACK}, {id: body, size: 13}, {id: end, size-eos: true}]
-gouraud: {members: {name: \"'front.dor'\", data: body}}
";
    sandbox.put("formats/pack.ksy", pack.as_bytes());
    sandbox.put("formats/door.ksy", DOOR.as_bytes());
    sandbox.put("a.pck", b"PACKDOOR\0\0\0\0\0\0\x05\x06\x07end");
    sandbox.run("set a.pck//front.dor flags=locked --formats formats -o b.pck").ends_with(0);
    assert_eq!(sandbox.read("b.pck"), b"PACKDOOR\x02\0\0\0\0\0\x05\x06\x07end");
}

#[test]
fn files_that_are_not_text_are_reported_with_a_position() {
    let sandbox = sandbox();
    sandbox.put("latin.ksy", b"meta: {id: x}\nseq: [] # caf\xe9\n");
    sandbox.put("wide.ksy", b"\xff\xfem\0e\0");
    let run = sandbox.run("ksy check latin.ksy wide.ksy").ends_with(1);
    let expected = [
        "latin.ksy:2:14: error: expected UTF-8, found the byte 0xe9",
        "wide.ksy:1:1: error: expected UTF-8, found UTF-16",
    ];
    for line in expected {
        assert!(run.err.contains(line), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn devices_and_loops_of_folders_are_not_read() {
    let sandbox = sandbox();
    sandbox.put("formats/lamps.ksy", LAMPS.as_bytes());
    let folder = sandbox.path("formats");
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.ksy")).expect("linked");
    std::os::unix::fs::symlink(".", folder.join("again")).expect("linked");
    let run = sandbox.run("formats --json --formats formats").ends_with(0);
    assert_eq!(run.out.matches("user.lamps").count(), 1, "{}", run.out);
    assert!(run.out.contains("zero.ksy: expected a file"), "{}", run.out);
}
