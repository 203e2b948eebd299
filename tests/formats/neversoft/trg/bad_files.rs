//! Robustness (format document, section 23), and the problems reported for damaged files.

use gouraud::bytes::{Severity, Source};
use gouraud::formats::neversoft::trg::{Node, Players, Trg};
use gouraud::formats::{Format, Records, format_of};
use gouraud_testing::build::trg;
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::fixtures::{at, every_node, raw, sample, words};
use super::{assert_covered, field, meaning, open, problems, records};

const END: [u8; 2] = [255, 0];
const TRG: &dyn Format = format_of::<Trg>();

/// Checks the only problem of a file: severity, offset, field, and a part of its message.
#[track_caller]
fn assert_one(bytes: Vec<u8>, severity: Severity, offset: u64, path: &str, part: &str) {
    let document = open(bytes);
    let [(s, o, p, message)] = problems(&document).try_into().expect("exactly one problem");
    assert_eq!((s, o, p.as_str()), (severity, offset, path));
    assert!(message.contains(part), "{message}");
    assert_covered(&document);
}

#[test]
fn reports_unknown_commands_and_keeps_the_rest_undecoded() {
    let file = raw(1, &[&words(&[4, 3, 0xB9, 1, 2, 0xFFFF]), &END]);
    let document = open(file.clone());
    assert_eq!(field(&document, "nodes[0].commands[1].opcode").meaning, "unknown value");
    assert_eq!(field(&document, "nodes[0].commands[1].undecoded").span.len, 6);
    assert_one(file, Severity::Note, 24, "nodes[0].commands[1]", "command 0xb9 is unknown");
}

#[test]
fn uncertain_operands_are_used_if_the_next_command_is_valid() {
    let file = raw(1, &[&words(&[4, 0xA0, 3, 3, 0xFFFF]), &END]);
    assert_eq!(meaning(&open(file.clone()), "nodes[0].commands[0].mode"), "demo");
    let path = "nodes[0].commands[0]";
    assert_one(
        file,
        Severity::Note,
        22,
        path,
        "the operands of command 0xa0 are known from one source only",
    );
    // Five words would exceed the node.
    let file = raw(1, &[&words(&[4, 0xB4, 1, 2, 0xFFFF]), &END]);
    let document = open(file.clone());
    assert_eq!(field(&document, "nodes[0].commands[0].opcode").meaning, "SetSpideyCamValue");
    assert_eq!(field(&document, "nodes[0].commands[0].undecoded").span.len, 6);
    assert_one(file, Severity::Note, 22, path, "SetSpideyCamValue has unknown operands");
    // Only the name of this command is known.
    let file = raw(1, &[&words(&[4, 0xC1, 0xFFFF]), &END]);
    assert_eq!(field(&open(file), "nodes[0].commands[0].undecoded").span.len, 2);
}

#[test]
fn unknown_nodes_stay_raw() {
    let file = raw(0, &[&words(&[77, 1, 2]), &END]);
    assert_eq!(field(&open(file.clone()), "nodes[0].raw").span.len, 4);
    assert_one(file, Severity::Note, 20, "nodes[0].type", "unknown node type 77");
}

#[test]
fn reports_self_links_and_invalid_links() {
    let object = |link| [words(&[2, 1, link]), words(&[0, 0, 0])].concat();
    let path = "nodes[0].links[0]";
    assert_one(raw(0, &[&object(0), &END]), Severity::Note, 24, path, "links to itself");
    assert_one(
        raw(0, &[&object(2), &END]),
        Severity::Warning,
        24,
        path,
        "unknown node 2; the file has 2",
    );
}

#[test]
fn excess_link_count_leaves_the_rest_undecoded() {
    let file = raw(0, &[&words(&[3, 500, 1, 2]), &END]);
    assert_eq!(field(&open(file.clone()), "nodes[0].undecoded").span.len, 6);
    assert_one(file, Severity::Error, 22, "nodes[0].link_count", "500 links do not fit");
}

#[test]
fn node_with_only_a_type_is_a_warning() {
    let document = open(raw(0, &[&words(&[3]), &END]));
    let [(severity, _, _, _)] = problems(&document).try_into().expect("one problem");
    assert_eq!(severity, Severity::Warning);
    assert_eq!(meaning(&document, "nodes[0]"), "POINT");
    assert_eq!(document.counts.get("instances"), Some(0), "the position was not read");
}

#[test]
fn node_truncated_in_its_position_keeps_earlier_fields() {
    let file = raw(0, &[&words(&[5, 16, 0, 0, 1, 0, 2]), &END]);
    let document = open(file.clone());
    assert_eq!(meaning(&document, "nodes[0].kind"), "tape");
    assert_eq!(document.counts.get("instances"), Some(0));
    assert_eq!(document.content.write().expect("the records are complete"), file);
    assert_covered(&document);
}

#[test]
fn reports_unterminated_commands() {
    let file = raw(0, &[&words(&[4, 3, 0x93, 2]), &END]);
    assert_eq!(meaning(&open(file.clone()), "nodes[0]"), "AUTOEXEC, 2 commands");
    assert_one(file, Severity::Error, 28, "nodes[0].end", "ends before the end of this field");
}

#[test]
fn reports_unterminated_text() {
    let file = raw(0, &[&[words(&[4, 0x7E]), vec![b'x'; 5]].concat(), &END]);
    let document = open(file.clone());
    assert_eq!(field(&document, "nodes[0].undecoded").span.len, 5);
    assert_covered(&document);
    assert_eq!(document.content.write().expect("the records are complete"), file);
    assert!(records(&file).orders(Players::One).spool_in().is_empty());
}

#[test]
fn missing_terminator_is_a_warning() {
    let point = words(&[3, 0, 0, 0, 0, 0, 0, 0]);
    let file = raw(0, &[&point]);
    assert_one(file, Severity::Warning, 32, "nodes", "not of type TERMINATOR");
}

#[test]
fn bytes_after_the_terminator_are_shown() {
    let zeros = open(raw(0, &[&[END.to_vec(), vec![0; 100]].concat()]));
    assert_eq!(field(&zeros, "nodes[0].padding").span.len, 100);
    assert!(zeros.problems.is_empty());
    let file = raw(0, &[&[END.to_vec(), vec![1; 5]].concat()]);
    assert_one(file, Severity::Note, 18, "nodes[0].trailing", "5 bytes after the terminator");
}

#[test]
fn surplus_words_are_shown() {
    let node = Node { rest: words(&[0xFFFF, 8, 9]), ..trg::powerup(4, at(0, 0, 0)) };
    let file = trg::file(vec![node]).write().unwrap();
    let document = open(file.clone());
    let surplus = field(&document, "nodes[0].surplus");
    assert_eq!(surplus.meaning, "65535, 8, 9");
    assert_one(
        file,
        Severity::Note,
        surplus.span.start,
        "nodes[0].surplus",
        "6 bytes after the last known field",
    );
}

#[test]
fn odd_offsets_are_followed() {
    let file = raw(0, &[&[16, 0, 5], &words(&[3, 0, 0, 0, 0, 0, 0, 0, 0]), &END]);
    let document = open(file.clone());
    assert_covered(&document);
    assert_eq!(field(&document, "nodes[1].position").span.start % 4, 0);
    assert_eq!(document.content.write().expect("the records are complete"), file);
}

#[test]
fn count_beyond_the_file_reads_existing_nodes() {
    let mut file = raw(0, &[&END]);
    file[8] = 200;
    let document = open(file);
    assert!(problems(&document).iter().any(|(severity, offset, path, _)| {
        (*severity, *offset, path.as_str()) == (Severity::Error, 12, "offsets")
    }));
    assert_eq!(document.counts.get("objects"), Some(1));
}

#[test]
fn refuses_other_formats() {
    let open = |bytes: &[u8]| TRG.open(&Source::from_bytes("x", bytes.to_vec())).is_err();
    assert!(open(b""));
    assert!(open(b"_TR"));
    assert!(open(b"_TRG\x02\0\0\0\0\0\0"), "the header is truncated");
    assert!(open(&[0; 100]));
}

/// Checks that a file opens if and only if it has a header, that every byte is covered, and that it is
/// written unchanged or refused.
fn survives(bytes: Vec<u8>) {
    exercise(&[TRG], "any.trg", &bytes);
    let source = Source::from_bytes("any.trg", bytes.clone());
    let opened = TRG.open(&source);
    let has_header = bytes.starts_with(b"_TRG") && bytes.len() >= 12;
    assert_eq!(opened.is_ok(), has_header, "a file opens if and only if its header is complete");
    if let Ok(document) = opened {
        assert_covered(&document);
        if let Ok(again) = document.content.write() {
            assert_eq!(again, bytes);
        }
    }
}

/// Overwrites some bytes of a file that has everything, then truncates it.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let files = vec![every_node().write().unwrap(), sample()];
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12);
    (prop::sample::select(files), edits, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(mut file, edits, cut, cuts)| {
            for (at, byte) in edits {
                let at = at.index(file.len());
                file[at] = byte;
            }
            if cuts {
                file.truncate(cut.index(file.len()));
            }
            file
        },
    )
}

/// A file of nodes with arbitrary content, often of a known type.
fn any_nodes() -> impl Strategy<Value = Vec<u8>> {
    let kinds = prop::sample::select(vec![1u16, 2, 3, 4, 5, 6, 8, 10, 13, 16, 17, 255, 500, 1000]);
    let word = prop_oneof![
        0u16..8,
        any::<u16>(),
        prop::sample::select(vec![0xFFFFu16, 0xFF, 0x212F, 0x85, 0x8D, 0xAB, 0x02, 0x69, 0x4100]),
    ];
    let node =
        (kinds, prop::collection::vec(word, 0..30), any::<bool>()).prop_map(|(kind, tail, odd)| {
            let mut node = words(&[kind]);
            node.extend(words(&tail));
            if odd {
                node.push(1);
            }
            node
        });
    (0u16..2, prop::collection::vec(node, 0..8))
        .prop_map(|(minor, nodes)| raw(minor, &nodes.iter().map(Vec::as_slice).collect::<Vec<_>>()))
}

proptest! {
    #[test]
    fn survives_any_bytes(tail in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(tail.clone());
        survives([b"_TRG\x02\0\0\0".to_vec(), tail.clone()].concat());
        // With a count that probably fits.
        survives([b"_TRG\x02\0\x01\0\x04\0\0\0".to_vec(), tail].concat());
    }

    #[test]
    fn survives_changed_files(file in mutated()) {
        survives(file);
    }

    #[test]
    fn survives_any_nodes(file in any_nodes()) {
        survives(file);
    }

    #[test]
    fn survives_any_offsets(offsets in prop::collection::vec(0u32..70, 0..12)) {
        let mut file = raw(0, &vec![&[][..]; offsets.len()]);
        for (slot, offset) in file[12..].chunks_mut(4).zip(&offsets) {
            slot.copy_from_slice(&offset.to_le_bytes());
        }
        file.extend((0u8..40).map(|i| i % 12));
        survives(file);
    }
}

#[test]
fn notes_unknown_values_once_per_kind() {
    let trg = trg::file(vec![
        trg::powerup(9, at(0, 0, 0)),
        trg::powerup(99, at(0, 0, 0)),
        trg::powerup(98, at(0, 0, 0)),
        trg::camera(at(0, 0, 0), 2, 77, []),
        trg::rail_def(at(0, 0, 0), 0x47, []),
        trg::baddy(1, at(0, 0, 0), Default::default(), [], vec![trg::word(0x2FFF)]),
    ]);
    let reported: Vec<_> = problems(&open(trg.write().unwrap()))
        .into_iter()
        .map(|(severity, _, field, message)| {
            assert_eq!(severity, Severity::Note);
            format!("{field}: {message}")
        })
        .collect();
    assert_eq!(
        reported,
        [
            "nodes[3].mode: unknown camera mode",
            "nodes[4].flags: unknown flag of a rail",
            "nodes[5].kind: unknown kind of baddy",
            "nodes[0].kind: unknown kind of pickup (3 like this)",
            "nodes[4].flags: unknown surface of a rail",
            "nodes[5].script[0].word: unknown word of a script",
        ]
    );
}

#[test]
fn surplus_of_the_first_game_is_recognised_before_padding() {
    let mut pickup = trg::powerup(5, at(0, 0, 0));
    pickup.rest = vec![0xFF, 0xFF, 0, 0];
    assert_eq!(problems(&open(trg::file(vec![pickup]).write().unwrap())), []);
}
