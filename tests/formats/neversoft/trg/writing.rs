//! Writing records: unchanged files round-trip, changed ones read back as written.

use gouraud::formats::neversoft::trg::Body;
use gouraud::formats::{Document, Records};
use gouraud_testing::build::trg;

use super::fixtures::{VECTOR, at, every_node, raw, sample, words};
use super::{assert_covered, field, open, problems, records};

fn rewritten(document: &Document) -> Vec<u8> {
    document.content.write().expect("the file is complete")
}

#[test]
fn unchanged_file_round_trips() {
    for bytes in [VECTOR.to_vec(), every_node().write().unwrap(), sample()] {
        assert_eq!(rewritten(&open(bytes.clone())), bytes);
    }
}

#[test]
fn built_files_read_back() {
    let made = every_node();
    let read = records(&made.write().unwrap());
    for (index, (made, read)) in made.nodes.iter().zip(&read.nodes).enumerate() {
        assert_eq!(made, read, "node {index}");
    }
    assert_eq!(made.nodes.len(), read.nodes.len());
}

#[test]
fn added_node_reads_back_and_moves_the_others() {
    let mut trg = records(&every_node().write().unwrap());
    let before = trg.nodes.len();
    // Six bytes that shift all later nodes by half an alignment.
    trg.nodes[0] = trg::autoexec(vec![trg::spool_env("plaza")]);
    let rail = trg::add(&mut trg, trg::rail_point(at(20, -1, 3), 1, [9]));
    let document = open(trg.write().unwrap());
    assert_covered(&document);
    let again = records(&trg.write().unwrap());
    assert_eq!(again.nodes.len(), before + 1);
    assert_eq!(usize::from(rail), before - 1);
    assert_eq!(again.nodes, trg.nodes);
    assert!(matches!(again.nodes.last().map(|node| &node.body), Some(Body::Terminator)));
    assert_eq!(
        super::meaning(&document, &format!("nodes[{rail}]")),
        "RAILPOINT metal at (20, -1, 3), 1 link"
    );
}

#[test]
fn removed_node_leaves_no_trace() {
    let mut trg = records(&every_node().write().unwrap());
    let last = trg.nodes.len() - 2;
    trg.nodes.remove(last);
    let again = records(&trg.write().unwrap());
    assert_eq!(again.nodes, trg.nodes);
}

#[test]
fn keeps_padding_bytes() {
    // A point with one link: two bytes of padding, then its position.
    let point = [words(&[3, 1, 1, 0xAABB]), vec![7; 12]].concat();
    // A text of one letter: one byte of padding that is not zero.
    let auto = [words(&[4, 0x7E]), b"ab\0\xEE".to_vec(), words(&[0xFFFF])].concat();
    let file = raw(0, &[&words(&[255, 0]), &point, &auto, &words(&[255])]);
    let document = open(file.clone());
    assert_eq!(field(&document, "nodes[1].padding").span.len, 2);
    assert_eq!(rewritten(&document), file);
}

#[test]
fn nodes_out_of_order_keep_their_order() {
    let (a, b) = (words(&[3, 0, 1, 0, 2, 0, 3, 0]), words(&[255, 0]));
    let mut file = raw(0, &[&a, &b]);
    let table = file[12..20].to_vec();
    file[12..16].copy_from_slice(&table[4..]);
    file[16..20].copy_from_slice(&table[..4]);
    let document = open(file.clone());
    assert_eq!(field(&document, "nodes[1].type").span.start, 20);
    assert_eq!(field(&document, "nodes[0].type").span.start, 36);
    assert_covered(&document);
    assert_eq!(rewritten(&document), file);
    let mut trg = records(&file);
    assert_eq!(trg.pieces.order, [1, 0]);
    trg::add(&mut trg, trg::point(at(1, 1, 1), []));
    assert_eq!(records(&trg.write().unwrap()).nodes[2], trg::point(at(1, 1, 1), []));
}

#[test]
fn keeps_shared_and_invalid_offsets_and_gaps() {
    let point = words(&[3, 0, 1, 0, 2, 0, 3, 0]);
    // Four unreferenced bytes before the first node.
    let mut file = raw(0, &[&[], &[], &[], &[]]);
    let nodes = file.len() as u32 + 4;
    file.extend([9, 9, 9, 9]);
    file.extend(&point);
    file.extend(words(&[255]));
    for (slot, offset) in [(12, nodes), (16, nodes), (20, 4), (24, nodes + 16)] {
        file[slot..slot + 4].copy_from_slice(&u32::to_le_bytes(offset));
    }
    let document = open(file.clone());
    assert_eq!(super::meaning(&document, "nodes[1]"), "same bytes as nodes[0]");
    assert_eq!(field(&document, "gap").span.len, 4);
    assert_covered(&document);
    let trg = records(&file);
    assert!(matches!(trg.nodes[2].body, Body::Nowhere(4)));
    assert_eq!(rewritten(&document), file);
}

#[test]
fn refuses_to_write_truncated_files_with_a_reason() {
    let file = every_node().write().unwrap();
    for len in 12..file.len() {
        let document = open(file[..len].to_vec());
        let refusal = document.content.write().expect_err("a part is missing");
        assert!(!refusal.0.is_empty());
        assert!(!problems(&document).is_empty(), "truncated to {len} bytes");
    }
}

#[test]
fn empty_level_is_a_terminator() {
    let bytes = trg::file(Vec::new()).write().unwrap();
    assert_eq!(bytes, raw(0, &[&words(&[255])]));
    assert!(open(bytes).problems.is_empty());
}
