//! Fields, names, meanings, coverage.

use gouraud::bytes::{Hint, Severity, Source, Value};
use gouraud::formats::neversoft::trg::{Node, Trg};
use gouraud::formats::{Head, Records};
use gouraud_testing::build::trg;

use super::fixtures::{VECTOR, at, every_node, raw, sample, words};
use super::{assert_covered, field, meaning, open, problems};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

#[test]
fn vector_of_the_document_is_a_point_and_a_terminator() {
    let document = open(VECTOR.to_vec());
    assert_eq!(document.version, "2.0");
    assert_eq!(document.counts.get("objects"), Some(2));
    assert_eq!(document.counts.get("instances"), Some(1));
    assert!(document.problems.is_empty(), "{:?}", problems(&document));
    let x = field(&document, "nodes[0].position.x");
    assert_eq!((x.span.start, x.value, x.scaled), (0x18, Value::Int(4096), None));
    assert_eq!(meaning(&document, "nodes[0]"), "POINT at (4096, -4096, 2048)");
    assert_eq!(meaning(&document, "nodes[1]"), "TERMINATOR");
    assert_covered(&document);
}

#[test]
fn sample_matches_its_exporter() {
    let bytes = sample();
    let document = open(bytes);
    assert!(document.problems.is_empty(), "{:?}", problems(&document));
    assert_covered(&document);
    assert_eq!(document.counts.get("objects"), Some(7));
    assert_eq!(document.counts.get("instances"), Some(4));

    let node = |index: usize| meaning(&document, &format!("nodes[{index}]"));
    assert_eq!(node(0), "AUTOEXEC, 6 commands");
    assert_eq!(node(1), "RESTART \"Start\" at (51200, -409600, 28672), 1 link, 6 commands");
    assert_eq!(node(2), "RAILDEF concrete at (4096, 0, 8192), 1 link");
    assert_eq!(node(3), "RAILDEF metal at (409600, 0, 8192)");
    assert_eq!(node(4), "POWERUP letter S at (20480, -20480, 20480)");
    assert_eq!(node(5), "COMMANDPOINT of model beef0000, 1 link, 2 commands");
    assert_eq!(node(6), "TERMINATOR");
    assert_eq!(field(&document, "nodes[0].commands[4].name").value, text("gm_l"));
    assert_eq!(meaning(&document, "nodes[1].commands[1]"), "restarts \"Start\" \"Roof\"");
    assert_eq!(meaning(&document, "nodes[1].commands[2]"), "steps 10, start 5500, range 1024");
    assert_eq!(field(&document, "nodes[1].angles.y").scaled, Some(90.0));
}

#[test]
fn field_tree_of_every_node_and_command() {
    let document = open(every_node().write().unwrap());
    assert_covered(&document);
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}

#[test]
fn pickup_ends_with_a_number_not_with_commands() {
    // Kind, no links, position; ground, respawn, and the number that the fourth game stores.
    let front = [5, 4, 0, 0, 7, 0, 8, 0, 9, 0, 0, 1];
    for number in [12, 0xFFFF] {
        let pickup = [&words(&front)[..], &words(&[number])].concat();
        let document = open(raw(0, &[&pickup, &words(&[255])]));
        assert!(document.problems.is_empty(), "{:?}", problems(&document));
        assert_eq!(field(&document, "nodes[0].number").value, Value::Uint(number.into()));
        assert_eq!(meaning(&document, "nodes[0]"), "POWERUP letter K at (7, 8, 9)");
        assert_covered(&document);
    }
}

#[test]
fn links_reference_nodes() {
    let document = open(every_node().write().unwrap());
    let link = field(&document, "nodes[10].links[1]");
    assert_eq!((link.value, link.hint), (Value::Uint(3), Hint::Index("nodes")));
    assert_eq!(link.meaning, "nodes[3]");
}

#[test]
fn byte_offset_leads_to_a_field_in_a_lazy_run() {
    let document = open(VECTOR.to_vec());
    let id = document.tree.deepest_at(0x1D).expect("the byte belongs to a field");
    assert_eq!(document.tree.path(&id), "nodes[0].position.y");
}

#[test]
fn probe_requires_an_offset_table_that_fits() {
    let probe = |bytes: &[u8]| {
        let source = Source::from_bytes("any.bin", bytes.to_vec());
        Trg::probe(&Head::of(&source)).map(|probe| probe.score)
    };
    assert_eq!(probe(&VECTOR), Some(100));
    assert!(probe(&VECTOR[..16]).is_some_and(|score| score < 100), "the table is truncated");
    assert_eq!(probe(&VECTOR[..10]), None);
    assert_eq!(probe(b"TRG_\x02\0\0\0\0\0\0\0"), None);
    let mut other = VECTOR;
    other[4] = 3;
    assert!(probe(&other).is_some_and(|score| score < 50), "another major version");
}

#[test]
fn opcode_cc_has_more_operands_in_mat_hoffman() {
    let node = [words(&[4, 0xCC, 1, 2]), b"gap\0".to_vec(), words(&[0xFFFF])].concat();
    let end = words(&[255]);
    let hoffman = open(raw(1, &[&node, &end]));
    assert_eq!(meaning(&hoffman, "nodes[0].commands[0]"), "operand_1 1, operand_2 2, text \"gap\"");
    assert!(hoffman.problems.is_empty(), "{:?}", problems(&hoffman));
    // Spider-Man has the same minor version: without a text, there is only one word.
    let spider = open(raw(1, &[&words(&[4, 0xCC, 1, 3, 0xFFFF]), &end]));
    assert!(spider.problems.is_empty(), "{:?}", problems(&spider));
    let hawk = open(raw(0, &[&words(&[4, 0xCC, 1, 0xFFFF]), &end]));
    assert_eq!(meaning(&hawk, "nodes[0].commands[0]"), "flag 1");
    assert!(hawk.problems.is_empty(), "{:?}", problems(&hawk));
}

#[test]
fn disputed_opcodes_take_a_word_only_if_required() {
    let end = words(&[255]);
    let without = open(raw(0, &[&words(&[4, 0x69, 0x03, 0xFFFF]), &end]));
    assert_eq!(meaning(&without, "nodes[0]"), "AUTOEXEC, 2 commands");
    let with = open(raw(0, &[&words(&[4, 0x6A, 0x3333, 0xFFFF]), &end]));
    assert_eq!(meaning(&with, "nodes[0].commands[0]"), "sound 13107");
    let neither = open(raw(0, &[&words(&[4, 0x69, 0x3333, 0x3333]), &end]));
    assert_eq!(field(&neither, "nodes[0].commands[0].undecoded").span.len, 4);
    for document in [without, with, neither] {
        let [(severity, _, path, _)] = problems(&document).try_into().expect("one note");
        assert_eq!((severity, path.as_str()), (Severity::Note, "nodes[0].commands[0]"));
        assert_covered(&document);
    }
}

#[test]
fn surplus_of_thps1_is_shown_without_problems() {
    let with = |node: Node, rest: &[u16]| Node { rest: words(rest), ..node };
    let trg = trg::file(vec![
        with(trg::rail_def(at(0, 0, 0), 1, [1]), &[1, 2, 3, 0xFFFF]),
        with(trg::rail_point(at(1, 0, 0), 1, []), &[1, 2, 0xFFFF]),
        with(trg::powerup(4, at(2, 0, 0)), &[0xFFFF]),
        with(trg::object(12, 7, []), &[0xFFFF]),
    ]);
    let document = open(trg.write().unwrap());
    assert!(document.problems.is_empty(), "{:?}", problems(&document));
    let counts = [4, 3, 1, 1].map(|n| format!("u16[{n}]"));
    for (index, shown) in counts.iter().enumerate() {
        assert_eq!(&field(&document, &format!("nodes[{index}].surplus")).type_name, shown);
    }
    assert_covered(&document);
}

#[test]
fn script_words_have_meanings() {
    let document = open(every_node().write().unwrap());
    let item = |i: usize| meaning(&document, &format!("nodes[1].script[{i}]"));
    assert_eq!(item(0), "literal 5");
    assert_eq!(item(1), "variable 0x212f model cafef00d");
    assert_eq!(item(3), "command 0x42b0 text \"hello\"");
    assert_eq!(item(5), "command 0x4100 end of script");
}
