//! Hostile descriptions and files: one sentence, bounded time and memory.

use proptest::prelude::*;

use super::{eval, load, mistakes, problems, read};

#[test]
fn nesting_of_expressions_and_nodes_is_bounded() {
    let deep = format!("{}1{}", "(".repeat(300), ")".repeat(300));
    let text = format!("meta: {{id: deep}}\ninstances: {{v: {{value: '{deep}'}}}}");
    assert!(mistakes(&text)[0].contains("200 levels"), "{:?}", mistakes(&text));
    let text = format!("meta: {}", "[".repeat(5000));
    assert_eq!(mistakes(&text).len(), 1);
}

#[test]
fn aliases_count_as_copies() {
    let mut text = "meta: {id: bomb}\n-a0: &a0 [x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let before = level - 1;
        let items = vec![format!("*a{before}"); 8].join(", ");
        text.push_str(&format!("-a{level}: &a{level} [{items}]\n"));
    }
    assert!(mistakes(&text)[0].contains("200000 nodes"), "{:?}", mistakes(&text));
}

#[test]
fn long_chains_of_instances_end() {
    let mut text = "meta: {id: chain}\ninstances:\n  a0: {value: 1}\n".to_owned();
    for index in 1..5_000 {
        text += &format!("  a{index}: {{value: a{} + 1}}\n", index - 1);
    }
    let mut reader = read(&text, &[]);
    assert_eq!(eval(&mut reader, "a900"), "901");
    assert_eq!(eval(&mut reader, "a4999"), "LimitError");
}

#[test]
fn the_largest_element_is_found_once() {
    let text = "meta: {id: largest}
seq:
  - {id: all, type: u1, repeat: expr, repeat-expr: 100000}
  - {id: rest, size: 0, repeat: expr, repeat-expr: 50000, valid: {expr: all.max - all.min < 9}}
";
    let mut bytes = vec![3; 100_000];
    bytes[70_000] = 11;
    assert_eq!(problems(&read(text, &bytes)), [""; 0]);
}

#[test]
fn objects_inside_themselves_end() {
    let reader = read("meta: {id: self}\nseq: [{id: again, type: self}]", &[]);
    assert!(problems(&reader)[0].contains("LimitError: expected at most 512 nested objects"));
}

#[test]
fn elements_without_space_end() {
    let text = "meta: {id: empty}\nseq: [{id: all, size: 0, repeat: until, repeat-until: false}]";
    let reader = read(text, &[1]);
    assert!(problems(&reader)[0].contains("65536 elements that take no space"));
}

#[test]
fn huge_counts_end_with_the_file() {
    let text = "meta: {id: huge}
seq:
  - {id: all, type: u1, repeat: expr, repeat-expr: 0x7fffffffffffffff}
instances:
  there: {pos: 0x7fffffffffffffff, type: u1}
  many: {pos: 0, size: 0x7fffffffffffffff}
  before: {pos: -1, type: u1}
";
    let mut reader = read(text, &[1, 2]);
    assert_eq!(eval(&mut reader, "all"), "[1, 2]");
    assert_eq!(eval(&mut reader, "there"), "EndOfStreamError");
    assert_eq!(eval(&mut reader, "many"), "EndOfStreamError");
    assert_eq!(eval(&mut reader, "before"), "SizeError");
}

const FIELDS: &str = "
meta: {id: any, endian: le, encoding: UTF-8}
seq:
  - {id: len, type: u1}
  - {id: bits, type: b5}
  - {id: name, type: strz}
  - {id: part, size: len, type: part}
  - {id: rest, type: part, repeat: eos}
types:
  part:
    seq:
      - {id: kind, type: u1}
      - id: body
        type: {switch-on: kind % 3, cases: {0: u4, 1: part, 2: strz}}
    instances:
      there: {pos: kind, type: u2, if: kind > 100}
";

proptest! {
    #[test]
    fn any_text_is_a_description_or_has_mistakes(text in "[ -~\n]{0,200}") {
        let description = load(&text);
        prop_assert!(description.has_errors() || !description.files.is_empty());
    }

    #[test]
    fn changed_descriptions_do_not_panic(at in 0..FIELDS.len(), with in "[ -~\n]{0,3}") {
        let text = format!("{}{with}{}", &FIELDS[..at], &FIELDS[(at + with.len()).min(FIELDS.len())..]);
        let description = load(&text);
        if !description.has_errors() {
            gouraud::ksy::Reader::read(description.into(), [7; 64].into()).evaluate_all();
        }
    }

    #[test]
    fn any_bytes_are_read_in_part(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut reader = read(FIELDS, &bytes);
        reader.evaluate_all();
        for problem in reader.problems() {
            prop_assert!(problem.span.start + problem.span.len <= bytes.len(), "{problem:?}");
        }
    }
}
