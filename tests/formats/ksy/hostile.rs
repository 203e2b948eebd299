//! Descriptions and files that are made to take much time, memory or stack: each ends with one sentence.

use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::formats::Format;
use gouraud::formats::user::UserFormat;
use gouraud::ksy::{self, Data, Description, Imports, Reader};

use super::{load, mistakes, problems};

/// Number of steps in which each of these files is read, or ends with an error.
const STEPS: u64 = 200_000;

/// The first mistake of the description, otherwise the first problem of the file.
fn outcome(text: &str, bytes: &[u8]) -> String {
    let found = mistakes(text);
    if let Some(first) = found.first() {
        return first.clone();
    }
    let data = Data::new(bytes.to_vec());
    let mut reader = Reader::read_within(STEPS, Arc::new(load(text)), data);
    reader.evaluate_all();
    problems(&reader).first().cloned().unwrap_or_default()
}

/// Checks that the outcome contains these words, and is short.
fn ends(text: &str, bytes: &[u8], expected: &str) {
    let found = outcome(text, bytes);
    assert!(found.contains(expected), "expected {expected:?}, found {found:?}");
    assert!(found.len() < 2000, "{} bytes: {found:.200}", found.len());
}

/// Opens a file completely: fields, names, scene.
fn open(text: &str, bytes: &[u8]) -> String {
    assert_eq!(mistakes(text), [""; 0]);
    let source = Source::from_bytes("file", bytes.to_vec());
    let document = UserFormat::new(load(text), "test.ksy").open(&source).expect("opens");
    let scene = document.content.displayed().scene(gouraud::container::Context::ALONE);
    let reported = scene.map(|(_, problems)| problems).unwrap_or_default();
    let all = document.problems.iter().chain(reported.iter());
    all.map(|problem| problem.message.clone()).next().unwrap_or_default()
}

#[test]
fn endless_repetitions_end_with_the_file() {
    let until = "meta: {id: x}\nseq: [{id: a, type: u1, repeat: until, repeat-until: false}]";
    ends(until, &[0; 1000], "a[1000] @0x3e8: EndOfStreamError: needs 1 bytes, 0 left");
    let many = "meta: {id: x}
seq: [{id: a, type: none, repeat: expr, repeat-expr: 0x1000000000000000}]
types: {none: {}}";
    ends(many, &[0], "65536 elements that take no space");
    let bits = "meta: {id: x}\nseq: [{id: a, type: b1, repeat: until, repeat-until: '_index < 0'}]";
    ends(bits, &[0; 100], "EndOfStreamError");
}

#[test]
fn types_inside_themselves_end() {
    let params = "meta: {id: x}
seq: [{id: a, type: rec(1)}]
types: {rec: {params: [{id: n, type: u8}], seq: [{id: a, type: rec(n + 1)}]}}";
    ends(params, &[], "LimitError: ");
    let mutual = "meta: {id: x}
seq: [{id: a, type: one}]
types:
  one: {seq: [{id: b, type: two}]}
  two: {instances: {c: {type: one}}, seq: [{id: d, size: c.b.d.size}]}";
    ends(mutual, &[0; 10], "LimitError: ");
    let switch = "meta: {id: x}
seq: [{id: a, type: {switch-on: 1, cases: {1: x}}}]";
    ends(switch, &[0; 10], "512 nested objects");
    let streams = "meta: {id: x}
seq: [{id: a, type: x, size-eos: true}]";
    ends(streams, &[0; 10_000], "512 nested objects");
}

#[test]
fn instances_inside_themselves_end_with_the_first_limit() {
    let text = "meta: {id: x}
seq: [{id: head, type: node, size: 1}]
types: {node: {instances: {a: {pos: 0, type: node}, b: {pos: 0, type: node}}}}";
    let mut reader = Reader::read(Arc::new(load(text)), [0; 100].into());
    reader.evaluate_all();
    let found = problems(&reader);
    assert!(found.iter().all(|problem| problem.contains("LimitError: ")), "{found:?}");
    assert!((1..4).contains(&found.len()), "{} problems", found.len());
}

#[test]
fn cases_with_constant_keys_are_found_at_once() {
    let cases: Vec<String> = (0..20_000).map(|case| format!("{case}: u2")).collect();
    let text = format!(
        "meta: {{id: x, endian: le}}\nseq: [{{id: a, repeat: eos, type: {{switch-on: _index + 10_000, cases: {{{}}}}}}}]",
        cases.join(", ")
    );
    let mut reader = Reader::read_within(STEPS, Arc::new(load(&text)), Data::new(vec![1; 20_000]));
    reader.evaluate_all();
    assert_eq!(problems(&reader), [""; 0]);
}

#[test]
fn sizes_of_nested_types_are_computed_once() {
    let mut text =
        "meta: {id: x}\nseq: [{id: a, type: t50, repeat: eos}]\ntypes:\n  t0: {}\n".to_owned();
    for level in 1..=50 {
        let below = level - 1;
        text += &format!(
            "  t{level}: {{seq: [{{id: a, type: t{below}}}, {{id: b, type: t{below}}}]}}\n"
        );
    }
    ends(&text, &[0], "LimitError: ");
    let sized = text.replace("t0: {}", "t0: {seq: [{id: a, type: u1}]}");
    ends(&sized, &[0], "EndOfStreamError");
    let source = Source::from_bytes("file", vec![0]);
    assert!(UserFormat::new(load(&sized), "x.ksy").open(&source).is_ok());
}

#[test]
fn chains_of_types_end() {
    let mut text = "meta: {id: x}\nseq: [{id: a, type: t5000}]\ntypes:\n  t0: {}\n".to_owned();
    for level in 1..=5000 {
        text += &format!("  t{level}: {{seq: [{{id: a, type: t{}}}]}}\n", level - 1);
    }
    ends(&text, &[0], "512 nested objects");
    assert_eq!(load(&text).magic(), []);
}

/// Imports everything under any name, each from the one before it.
struct Endless;

impl Imports for Endless {
    fn find(&self, _: &str, import: &str) -> Result<(String, String), String> {
        let number: usize = import.trim_start_matches('x').parse().unwrap_or(0);
        let text = format!("meta: {{id: {import}, imports: [x{}, x0]}}", number + 1);
        Ok((format!("{import}.ksy"), text))
    }
}

#[test]
fn imports_end() {
    let load = |text: &str| -> Description { ksy::load("test.ksy", text, &Endless) };
    let found = load("meta: {id: test, imports: [x0]}").diagnostics;
    let first = found.first().map(ToString::to_string).unwrap_or_default();
    assert!(first.contains("64"), "{first}");
}

#[test]
fn cycles_of_instances_are_listed() {
    let text = "meta: {id: x}
instances:
  a: {value: b + 1}
  b: {value: part.c}
  part: {pos: 0, type: part}
types: {part: {instances: {c: {value: _root.a}}}}";
    ends(text, &[], "`a` depends on itself: a → b → c → a");
    let itself = "meta: {id: x}\nseq: [{id: a, size: b}]\ninstances: {b: {value: b}}";
    ends(itself, &[], "`b` depends on itself: b → b");
}

#[test]
fn texts_that_are_read_again_take_steps() {
    let text = "meta: {id: x, encoding: ASCII}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq: [{id: a, type: u1}]
    instances: {all: {pos: 0, type: str, size-eos: true}}";
    ends(text, &[b'a'; 20_000], "LimitError: ");
    let compared = "meta: {id: x}
seq: [{id: rows, type: u1, repeat: eos, valid: {expr: _root.all == _root.other}}]
instances:
  all: {pos: 0, size-eos: true}
  other: {pos: 0, size-eos: true}";
    ends(compared, &[b'a'; 20_000], "LimitError: expected at most 200000 steps");
}

#[test]
fn lists_inside_lists_are_bounded() {
    let mut text = "meta: {id: x}\ninstances:\n  a0: {value: '[1000, 2]'}\n".to_owned();
    for level in 1..40 {
        let below = level - 1;
        text += &format!("  a{level}: {{value: '[a{below}, a{below}]'}}\n");
    }
    ends(&text, &[], "LimitError: expected at most 16777216 computed bytes");
    for level in 40..100 {
        text += &format!("  a{level}: {{value: '[a{}]'}}\n", level - 1);
    }
    ends(&text, &[], "expected at most 64 levels of nested lists");
}

#[test]
fn copies_of_a_growing_array_take_steps() {
    let text = "meta: {id: x}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq: [{id: a, size: 1 + known.size * 0}]
    instances: {known: {value: _parent.as<x>.rows}}";
    ends(text, &[0; 20_000], "LimitError: ");
}

#[test]
fn unpacked_parts_are_bounded() {
    let bomb = [120, 218, 237, 193, 1, 13, 0, 0, 0, 194, 160, 247, 79, 109, 15, 7, 20];
    let text = "meta: {id: x}
seq: [{id: a, size: 1000, repeat: eos, process: gouraud.inflate(0x7fffffffffff)}]";
    ends(text, &[&bomb[..], &[0; 983]].concat(), "ProcessError: ");
    let key = "meta: {id: x}\nseq: [{id: a, size-eos: true, process: 'xor([].as<bytes>)'}]";
    ends(key, &[1], "ProcessError: the key is empty");
    let rotated = "meta: {id: x}
seq: [{id: a, size: 20000, type: inner}]
types:
  inner: {seq: [{id: b, size-eos: true, process: rol(1), type: inner}]}";
    ends(rotated, &[1; 20_000], "LimitError: ");
}

#[test]
fn long_names_are_shortened_in_messages() {
    let name = "a".repeat(1 << 20);
    for text in [
        format!("meta: {{id: x}}\n{name}: 1"),
        format!("meta: {{id: x}}\nseq: [{{id: {name}}}]"),
        format!("meta: {{id: x}}\nseq: [{{id: a, type: {name}}}]"),
        format!("meta: {{id: x, imports: [{name}]}}"),
        format!("meta: {{id: x, endian: {name}}}"),
        format!("meta: {{id: x}}\nseq: [{{id: a, type: str, size: 1, encoding: {name}}}]"),
        format!("meta: {{id: {name}}}\nseq: [{{id: a, type: u1, enum: b}}]"),
        format!("meta: {{id: x}}\nseq: [{{id: a, size: 1, process: {name}}}]"),
        format!("meta: {{id: x}}\n-gouraud: {{up: {name}}}"),
        format!("meta: {{id: x}}\n-gouraud: {{{name}: 1}}"),
        format!("meta: {{id: x}}\nenums: {{e: {{1: {name}, 2: {name}}}}}"),
    ] {
        let found: Vec<usize> =
            load(&text).diagnostics.iter().map(|found| found.to_string().len()).collect();
        assert!(found.iter().all(|len| *len < 2500), "{text:.60}: {found:?}");
    }
}

#[test]
fn long_expressions_end() {
    let long =
        format!("meta: {{id: x}}\ninstances: {{a: {{value: '{}1'}}}}", "1 + ".repeat(1 << 18));
    assert!(mistakes(&long)[0].contains("16384 characters"), "{:?}", mistakes(&long));
    let text =
        format!("meta: {{id: x}}\ninstances: {{a: {{value: '\"{}\"'}}}}", "(a+)+".repeat(1 << 18));
    assert!(mistakes(&text)[0].contains("16384 characters"), "{:?}", mistakes(&text));
    for deep in ["not ", "-", "~", "(", "[", "a[", "a ? a : "] {
        let text =
            format!("meta: {{id: x}}\ninstances: {{a: {{value: '{}1'}}}}", deep.repeat(1000));
        assert!(!mistakes(&text).is_empty(), "{deep}");
    }
}

#[test]
fn numbers_without_bounds_end() {
    let value = |value: &str, expected: &str| {
        ends(&format!("meta: {{id: x}}\ninstances: {{a: {{value: '{value}'}}}}"), &[0], expected);
    };
    value(&"9".repeat(60), "2:");
    value("0x7fffffffffffffff * 0x7fffffffffffffff * 8", "OverflowError: ");
    value("1 << 1000", "OverflowError: ");
    value("1 << -1", "OverflowError: ");
    value("(1.5e308 * 10).to_i", "OverflowError: ");
    value("1 / (1 - 1)", "DivisionByZeroError: ");
    value("7 % (1 - 1)", "DivisionByZeroError: ");
    value("[1, 2][0x7fffffffffffffff]", "IndexError: ");
    value("\"a\".substring(-5, 0x7fffffffffffffff).to_i", "ConversionError: ");
    value("\"9\".to_i(99)", "ConversionError: ");
}

#[test]
fn sizes_and_positions_without_bounds_end() {
    for size in ["-1", "0 - 0x7fffffffffffffff", "_io.size - _io.pos - 100"] {
        ends(&format!("meta: {{id: x}}\nseq: [{{id: a, size: {size}}}]"), &[0; 9], "SizeError: ");
        let text = format!("meta: {{id: x}}\ninstances: {{a: {{pos: {size}, size: 1}}}}");
        ends(&text, &[0; 9], "SizeError: ");
    }
    for size in ["0x8000000000000000", "0x7fffffffffffffff * 4", "_io.size + 1"] {
        ends(
            &format!("meta: {{id: x}}\nseq: [{{id: a, size: {size}}}]"),
            &[0; 9],
            "EndOfStreamError: ",
        );
        let text = format!("meta: {{id: x}}\ninstances: {{a: {{pos: {size}, size: 1}}}}");
        ends(&text, &[0; 9], "EndOfStreamError: ");
        let text = format!("meta: {{id: x}}\ninstances: {{a: {{pos: {size}, type: b7}}}}");
        ends(&text, &[0; 9], "EndOfStreamError: ");
    }
}

#[test]
fn unknown_encodings_keep_the_bytes() {
    let text = "meta: {id: x}\nseq: [{id: a, type: str, size: 2, encoding: EBCDIC-XX}]";
    ends(text, b"ab", "UnknownEncodingError: ");
}

#[test]
fn huge_descriptions_end() {
    let mut enums = "meta: {id: x}\nenums:\n  e:\n".to_owned();
    (0..150_000).for_each(|value| enums += &format!("    {value}: n{value}\n"));
    assert!(mistakes(&enums)[0].contains("200000 nodes"), "{:?}", mistakes(&enums).first());
    let doc =
        format!("meta: {{id: x}}\ndoc: {}\nseq: [{{id: a, type: u1}}]", "word ".repeat(1 << 19));
    ends(&doc, &[], "EndOfStreamError");
    let large = format!("meta: {{id: x}}\ndoc: {}", "word ".repeat(1 << 20));
    assert!(mistakes(&large)[0].contains("4194304"), "{:.100}", mistakes(&large)[0]);
}

#[test]
fn tests_of_values_take_steps() {
    let text = "meta: {id: x, encoding: ASCII}
seq:
  - {id: long, type: str, size: 4000}
  - {id: a, type: u1, repeat: eos, valid: {expr: long.reverse.length > 0}}";
    ends(text, &[b'a'; 8000], "LimitError: expected at most 200000 steps");
}

#[test]
fn deep_chains_in_views_end() {
    let mut text = "meta: {id: x}
seq: [{id: a, type: u1, repeat: eos}]
instances:
"
    .to_owned();
    (0..3000).for_each(|level| text += &format!("  a{level}: {{value: a{} + 1}}\n", level + 1));
    text += "  a3000: {value: 1}\n-gouraud: {points: {each: a, at: '[_outer.a0, _, _]'}}";
    let found = open(&text, &[1; 3]);
    assert!(found.contains("expected at most 8192 nested evaluations"), "{found}");
}

#[test]
fn scenes_end_with_their_memory() {
    let text = "meta: {id: x}
seq: [{id: a, type: u1, repeat: eos}]
-gouraud:
  meshes: {each: a, faces: {each: _root.a, corners: {position: '[0, 1, 2]'}}}";
    let source = Source::from_bytes("file", vec![1; 3000]);
    let document = UserFormat::new(load(text), "test.ksy").open(&source).expect("opens");
    let scene = document.content.displayed().scene(gouraud::container::Context::ALONE);
    let (scene, problems) = scene.expect("it has a scene");
    assert!(scene.meshes.len() < 300, "{} meshes", scene.meshes.len());
    let is_limit = |message: &str| message.contains("the scene takes too much memory");
    assert!(problems.iter().any(|problem| is_limit(&problem.message)), "{problems:?}");
}

#[test]
fn tables_end_with_their_memory() {
    let columns: String = (0..64).map(|column| format!("c{column}: _, ")).collect();
    let text = format!(
        "meta: {{id: x}}
seq: [{{id: a, type: u1, repeat: eos}}]
-gouraud:
  tables:
{}",
        format!("    - {{each: a, columns: {{{columns}}}}}\n").repeat(12)
    );
    let source = Source::from_bytes("file", vec![1; 3000]);
    let document = UserFormat::new(load(&text), "test.ksy").open(&source).expect("opens");
    let scene = document.content.displayed().scene(gouraud::container::Context::ALONE);
    let (scene, problems) = scene.expect("it has a scene");
    let rows: usize = scene.tables.iter().map(|table| table.rows.len()).sum();
    // 16 MB and 128 bytes per byte of the file, at more than 24 bytes per cell.
    assert!((4_000..11_000).contains(&rows), "{rows} rows");
    let is_limit = |message: &str| message.contains("the scene takes too much memory");
    assert!(problems.iter().any(|problem| is_limit(&problem.message)), "{problems:?}");
}

/// Problems and scene of a file with 60 000 elements without bytes.
fn scene_of_many(views: &str) -> (gouraud::scene::Scene, Vec<String>) {
    let text = format!(
        "meta: {{id: x}}
seq: [{{id: b, size-eos: true}}, {{id: a, type: n, repeat: expr, repeat-expr: 60000}}]
types: {{n: {{}}}}
instances:
  long: {{value: line + line + line + line + line + line + line + line}}
  line: {{value: '\"{}\"'}}
-gouraud: {{{views}}}",
        "a".repeat(200)
    );
    let source = Source::from_bytes("file", vec![0x55; 4000]);
    let document = UserFormat::new(load(&text), "test.ksy").open(&source).expect("opens");
    let scene = document.content.displayed().scene(gouraud::container::Context::ALONE);
    let (scene, problems) = scene.expect("it has a scene");
    (scene, problems.iter().map(|problem| problem.message.clone()).collect())
}

#[test]
fn every_view_ends_with_its_memory() {
    let views = [
        "palettes: {each: a, data: _root.b, coding: r5g5b5x1}",
        "tables: {each: a, columns: {c: _root.long}}",
        "texts: {each: a, text: _root.long}",
        "points: {each: a, name: _root.long, at: '[_index, 0, 0]'}",
        "nodes: {each: a, name: _root.long}",
        "meshes: {each: a, name: _root.long}",
        "lines: {each: a, points: {each: _root.a, xyz: '[_index, 0, 0]'}}",
        "sounds: {each: a, name: _root.long, data: _root.b, coding: pcm-u8, rate: 8000}",
        "pictures: {each: a, width: 4, height: 4, coding: l8, data: '_root.long.to_b(\"ASCII\")'}",
    ];
    for text in views {
        let (_, problems) = scene_of_many(text);
        let found: Vec<&String> =
            problems.iter().filter(|found| found.contains("too much memory")).collect();
        assert_eq!(found.len(), 1, "{text}: {problems:?}");
        assert!(found[0].ends_with("(line 7 of the description)"), "{text}: {found:?}");
    }
}

#[test]
fn fields_can_be_read_after_a_view_took_its_memory() {
    let text = "meta: {id: x}
seq: [{id: a, type: n, repeat: expr, repeat-expr: 60000}]
types: {n: {}}
instances: {line: {value: '\"a line\"'}}
-gouraud:
  names:
    - {each: a, hash: _index, name: _root.line}
    - {each: a, hash: _index, name: _root.line}
    - {each: a, hash: _index, name: _root.line}
    - {each: a, hash: _index, name: _root.line}";
    let source = Source::from_bytes("file", vec![0; 8]);
    let document = UserFormat::new(load(text), "test.ksy").open(&source).expect("opens");
    let mut count = 0;
    document.content.named().names(&mut |_, _| count += 1);
    assert!(count > 1000);
    assert!(document.tree.find("a[59999]").is_ok());
}

#[test]
fn strips_of_many_corners_take_little_memory() {
    let (scene, problems) = scene_of_many(
        "meshes: {positions: {each: b, xyz: '[_index, _, 0]'}, faces: {shape: strip, corners: {position: b}}}",
    );
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(scene.meshes.len(), 1);
}

#[test]
fn a_limit_is_listed_once() {
    let text = "meta: {id: x}
seq: [{id: a, type: n, repeat: expr, repeat-expr: 60000}]
types: {n: {seq: [{id: b, type: m, repeat: expr, repeat-expr: 60000}]}, m: {}}";
    let source = Source::from_bytes("file", vec![0; 8]);
    let document = UserFormat::new(load(text), "test.ksy").open(&source).expect("opens");
    let messages: Vec<String> =
        document.problems.iter().map(|problem| problem.message.clone()).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].ends_with(" more fields)"), "{messages:?}");
}

#[test]
fn repeated_searches_for_the_largest_value_end() {
    let text = "meta: {id: x}
seq:
  - {id: a, type: u1, repeat: eos}
  - {id: b, size: 0, repeat: expr, repeat-expr: 60000, valid: {expr: a.max < 500}}";
    ends(text, &[b'x'; 10_000], "LimitError: expected at most 200000 steps");
}

#[test]
fn finds_extremes_of_large_arrays() {
    let text = "meta: {id: x}
seq: [{id: a, type: s2be, repeat: eos}]
instances:
  low: {value: a.min}
  high: {value: a.max}";
    let mut bytes = vec![0; 2 << 20];
    bytes[2000..2004].copy_from_slice(&[0x7F, 0xFE, 0x80, 0x01]);
    let mut reader = Reader::read(Arc::new(load(text)), bytes.into());
    reader.evaluate_all();
    let values = reader.members(0).into_iter().map(|member| member.value.brief());
    assert_eq!(values.collect::<Vec<_>>(), ["an array", "-32767", "32766"]);
}

#[test]
fn objects_take_little_memory_per_byte() {
    let text = "meta: {id: x}
seq: [{id: rows, type: row, repeat: eos}]
types: {row: {seq: [{id: len, type: u1}, {id: rest, size: len}], instances: {all: {pos: 0, type: u1}}}}";
    let mut reader = Reader::read(Arc::new(load(text)), vec![0; 2 << 20].into());
    reader.evaluate_all();
    let first = problems(&reader).first().cloned().unwrap_or_default();
    let limit = (36 << 20) + 4 * (2 << 20);
    let expected = format!("LimitError: expected at most {limit} bytes of objects and values");
    assert!(first.contains(&expected), "{first}");
}
