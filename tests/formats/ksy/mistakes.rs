use super::{load, mistakes};

#[test]
fn mistakes_have_line_and_column() {
    let text = "meta:
  id: bad
seq:
  - id: size
    type: u4
  - id: name
    type: u1
    if: name + 1
  - id: two
    type: unknown
  - id: three
    size: 'name +
      nane'
  - {id: four, typ: u1}
  - {id: Five, type: u1}
enums:
  kinds: {1: a, 2: a}
";
    assert_eq!(
        mistakes(text),
        [
            "5:11 expected a byte order: `u4le`, `u4be` or `meta/endian`",
            "8:14 expected a boolean, found an integer",
            "10:11 unknown type `unknown`",
            "13:7 `bad` has no member `nane`; did you mean `name`?",
            "14:5 expected one of `size`, `size-eos: true` or `terminator`",
            "14:16 unknown key `typ`; did you mean `type`?",
            "15:10 expected a name of an attribute in lower case (`[a-z][a-z0-9_]*`), found `Five`",
            "17:20 duplicate name `a`; it is also the name of 1",
        ]
    );
}

#[test]
fn typical_mistakes_get_advice() {
    let with = |value: &str| {
        let text = format!(
            "meta: {{id: advice}}\nseq: [{{id: num_points, type: u1}}]\ninstances:\n  v: {{value: '{value}'}}\n"
        );
        mistakes(&text).join("; ")
    };
    assert_eq!(
        with("num_points == 1 && true"),
        "4:31 expected the end of the expression, found `&&`; use `and`"
    );
    assert!(with("FALSE").ends_with("use `false`"), "{}", with("FALSE"));
    assert!(with("num_point + 1").ends_with("did you mean `num_points`?"));
}

#[test]
fn yaml_errors_and_duplicate_keys_are_mistakes() {
    assert_eq!(
        mistakes("meta: {id: a}\nseq: []\nseq: []\n"),
        ["3:1 duplicate key `seq`; the first is on line 2"]
    );
    assert_eq!(mistakes("meta: [\n").len(), 1);
    assert_eq!(mistakes("just a text"), ["1:1 expected a map, found `just a text`"]);
}

#[test]
fn unknown_encodings_are_warnings() {
    let text =
        "meta: {id: text, encoding: SJIS}\nseq: [{id: a, type: str, size: 1, encoding: nope}]";
    let found: Vec<String> = load(text).diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "1:28: warning: use the name `Shift_JIS` instead of `SJIS` (/meta/encoding)",
            "2:45: warning: unknown encoding `nope` (/seq/0/encoding)",
        ]
    );
}

#[test]
fn misspelt_and_misplaced_views_are_warnings() {
    let text = "meta: {id: views, -gouraud: {}}
seq: [{id: a, type: u1, -gourad: {show: hex}}, {id: b, type: part, -webide-parse-mode: eager}]
types: {part: {seq: [{id: c, type: u1, -gouraud: {show: hex}}], -gouraud: {up: y}}}
-gouraud-meshes: {}
";
    let found: Vec<String> = load(text).diagnostics.iter().map(ToString::to_string).collect();
    let misplaced = "`-gouraud` has no effect here; expected it at the top of the file, or in an \
                     attribute, instance or parameter";
    assert_eq!(
        found,
        [
            format!("1:19: warning: {misplaced} (/meta/-gouraud)"),
            "2:25: warning: unknown key `-gourad`; did you mean `-gouraud`? (/seq/0/-gourad)".into(),
            format!("3:65: warning: {misplaced} (/types/part/-gouraud)"),
            "4:1: warning: unknown key `-gouraud-meshes`; did you mean `-gouraud`? (/-gouraud-meshes)"
                .into(),
        ]
    );
    assert_eq!(
        mistakes("meta: {id: a}\ngouraud: {}\n"),
        ["2:1 unknown key `gouraud`; did you mean `-gouraud`?"]
    );
}

#[test]
fn style_rules_are_warnings() {
    let text = "meta: {endian: le, id: style}
types:
  piece: {seq: [{type: u1, id: a}]}
seq:
  - {id: count, type: u1}
  - {id: length, type: u1}
  - {id: num_all, type: u1}
  - {doc: The points, id: points, type: u1, repeat: expr, repeat-expr: count}
  - {id: name, size: length}
  - {id: all, type: u1, repeat: expr, repeat-expr: num_all}
instances:
  body: {pos: start, size: num_all}
  start: {value: 4}
";
    let description = load(text);
    assert!(!description.has_errors());
    let found: Vec<String> = description.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "1:20: warning: the style guide places `id` before `endian` (/meta/id)",
            "3:28: warning: the style guide places `id` before `type` (/types/piece/seq/0/id)",
            "4:1: warning: the style guide places `seq` before `types` (/seq)",
            "5:5: warning: `count` is the number of `points`; the style guide suggests `num_points` (/seq/0)",
            "6:5: warning: `length` is the size of `name`; the style guide suggests `len_name` (/seq/1)",
            "8:23: warning: the style guide places `id` before `doc` (/seq/3/id)",
            "13:3: warning: `start` is the position of `body`; the style guide suggests `ofs_body` (/instances/start)",
        ]
    );
}

#[test]
fn arguments_must_fit_their_parameters() {
    let text = "meta: {id: call}
seq:
  - {id: a, type: 'sized(1, true)'}
  - {id: b, type: sized(1)}
  - {id: c, type: sized}
types:
  sized: {params: [{id: n, type: bool}]}
";
    assert_eq!(
        mistakes(text),
        [
            "3:26 expected 1 argument for `call::sized`, found 2",
            "4:25 expected a boolean for the parameter `n`, found an integer",
            "5:19 expected 1 argument for `call::sized`, found 0",
        ]
    );
}

#[test]
fn mistakes_of_the_text_name_expected_and_found() {
    let found = |text: &str| mistakes(text).into_iter().next().unwrap_or_default();
    for (text, expected) in [
        ("meta: {id: x", "1:13 expected `,` or `}`, found the end of the file"),
        ("meta: {id: x}\nseq: [{id: a b: c}]", "2:15 expected `,` or `}`, found `:`"),
        (
            "meta: {id: x}\ndoc: a: b",
            "2:7 expected one key per line, and quotes around texts with `: `, found `:`",
        ),
        (
            "meta:\n  id: x\n title: y",
            "3:2 expected a key with the same indentation as the others in its map, found `title:`",
        ),
        ("meta: {id: x}\ndoc: 'a", "2:6 expected a quote at the end of the text, found `'a`"),
        ("meta: {id: x}\nseq: *a", "2:6 expected an anchor before its alias, found `*a`"),
    ] {
        assert_eq!(found(text), expected);
    }
}

#[test]
fn mistakes_of_expressions_name_expected_and_found() {
    for (code, expected) in [
        ("'a", "expected `'` at the end of the text, found the end"),
        ("0x", "expected a digit after `0x`, found the end"),
        ("0b2", "expected a digit after `0b`, found `2`"),
        ("1 = 2", "expected an operator or a value, found `=`; use `==`"),
        ("\"\\q\"", "expected an escape such as `\\n`, `\\\"`, `\\101` or `\\u00e4`, found `\\q`"),
    ] {
        let text = format!("meta: {{id: x}}\ninstances:\n  v:\n    value: |-\n      {code}");
        let found = mistakes(&text);
        assert!(found.first().is_some_and(|found| found.ends_with(expected)), "{found:?}");
    }
}

#[test]
fn a_view_outside_of_its_key_gets_advice() {
    let found = mistakes("meta: {id: x}\nmeshes: {faces: {each: a}}");
    assert_eq!(found, ["2:1 unknown key `meshes`; expected it below `-gouraud:`"]);
}

#[test]
fn other_documents_and_control_characters_are_mistakes() {
    let first = "meta: {id: x}\nseq: [{id: a, size: 1}]\n";
    assert_eq!(mistakes(&format!("%YAML 1.2\n---\n{first}...\n")), [""; 0]);
    let second = mistakes(&format!("{first}---\nmeta: {{id: y}}\n"));
    assert_eq!(second, ["3:1 expected one document, found another one"]);
    let control = mistakes(&first.replace("a, ", "a\0, "));
    assert_eq!(control, ["2:13 expected text, found the control character U+0000"]);
}
