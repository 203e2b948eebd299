//! Changing the length of texts: the data after them moves, and counts and offsets follow.

use gouraud::edit::{EditError, EditOp, apply};
use gouraud::formats::neversoft::trg::{Angles, Position, Trg};
use gouraud::formats::trespasser::asa::Asa;
use gouraud::formats::trespasser::ddf::Ddf;
use gouraud::formats::trespasser::groff::{self, Scn};
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::BankFile;
use gouraud::formats::trespasser::tpm::Tpm;
use gouraud::formats::{Document, Records};
use gouraud::scene::Samples;
use gouraud_testing::build::{tpa, trg};

use super::replacing::{open, scene};
use super::{set, shown};

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Result of setting the field to `text`.
fn with(document: &Document, path: &str, text: &str) -> Result<Document, EditError> {
    apply(document, &[EditOp::set(path, format!("{text:?}").as_str())])
}

fn text_of(document: &Document) -> String {
    String::from_utf8(document.source.bytes().to_vec()).unwrap()
}

/// Asserts that setting the old text again gives the old bytes.
#[track_caller]
fn assert_reversible(document: &Document, changed: &Document, path: &str, old: &str) {
    let back = with(changed, path, old).unwrap();
    assert_eq!(back.source.bytes(), document.source.bytes());
}

#[test]
fn offsets_after_node_name_follow_its_length() {
    let position = Position::new(4096, 0, 0);
    let restart =
        |name: &str| trg::restart(name, position, Angles::default(), [], vec![trg::words(3, &[])]);
    let file = trg::file(vec![restart("Start"), restart("Roof")]);
    let document = open::<Trg>("level_t.trg", file.write().unwrap());
    let bytes = document.source.bytes().to_vec();
    // Header of 12, three offsets: the first node is at 24.
    let offsets = [12, 16, 20].map(|at| word(&bytes, at));
    assert_eq!(offsets[0], 24);
    let path = "nodes[0].name";
    let changed = with(&document, path, "Start of the long way").unwrap();
    // "Start" and its NUL take 6 bytes, the new name and its own 22: 16 more.
    let now = changed.source.bytes();
    assert_eq!([12, 16, 20].map(|at| word(now, at)), [24, offsets[1] + 16, offsets[2] + 16]);
    assert_eq!(now.len(), bytes.len() + 16);
    // All bytes after the name are unchanged, and all before it but the offsets.
    let behind = bytes.windows(6).position(|part| part == b"Start\0").unwrap();
    assert_eq!(now[behind + 22..], bytes[behind + 6..]);
    assert_eq!(now[24..behind], bytes[24..behind]);
    assert_eq!(shown(&changed, "nodes[1].name"), shown(&document, "nodes[1].name"));
    assert_reversible(&document, &changed, path, "Start");
    let shorter = with(&document, path, "Up").unwrap();
    assert_eq!(word(shorter.source.bytes(), 16) + 2, offsets[1], "padded to an even offset");
    assert_reversible(&document, &shorter, path, "Start");
    // Spaces around the operator are not stored.
    let spaced = set(&document, &["nodes[0].name = \"Up\" "]).unwrap();
    assert_eq!(spaced.source.bytes(), shorter.source.bytes());
    assert_eq!(
        set(&document, &["nodes[0].name = Up"]).unwrap().source.bytes(),
        shorter.source.bytes()
    );
    // Both at once.
    let both = set(&document, &["nodes[*].name=\"Somewhere else\""]).unwrap();
    assert_eq!(shown(&both, "nodes[1].name"), "\"Somewhere else\"");
    assert_eq!(shown(&both, "nodes[1].position.x"), shown(&document, "nodes[1].position.x"));
}

fn captioned() -> Document {
    let tone = tpa::pcm16(22050, 1, &[5; 400]);
    let voice = tpa::with_captions(tone.clone(), &[(400, "Hello"), (600, "again")]);
    let ids = ["ONE", "TWO", "ALIAS"].iter().zip([0, 1, 0]);
    let ids = ids.map(|(name, sound)| tpa::id(name_hash(name), sound)).collect();
    let bank = tpa::bank(ids, vec![voice, tone], Vec::new());
    open::<BankFile>("voices.tpa", bank.write().unwrap())
}

#[test]
fn longer_caption_moves_samples_and_updates_header_copies() {
    let document = captioned();
    let path = "sounds[0].captions.sections[0].text";
    let changed = with(&document, path, "Hello out there").unwrap();
    let (old, new) = (document.source.bytes(), changed.source.bytes());
    assert_eq!(new.len(), old.len() + 10);
    // The table of IDs begins at 0x18 with 56 bytes for each: hash, offset, length, two numbers, and the
    // copy of the header, of which the data offset is the third word.
    for (id, more, moved) in [(0, 10, 0), (1, 0, 10), (2, 10, 0)] {
        let at = 0x18 + 56 * id;
        assert_eq!(word(new, at + 4), word(old, at + 4) + moved, "offset of {id}");
        assert_eq!(word(new, at + 8), word(old, at + 8) + more, "length of {id}");
        assert_eq!(word(new, at + 20 + 8), word(old, at + 20 + 8) + more, "its samples");
    }
    let first = word(new, 0x18 + 4) as usize;
    assert_eq!(word(new, first + 0x24), word(old, first + 0x24) + 10, "length of the captions");
    assert_eq!(&new[first + 0x30..][..16], b"Hello out there\0");
    let sounds = scene(&changed).sounds;
    assert_eq!(sounds[0].data.decode(), Samples::I16(vec![5; 400]));
    assert_eq!(changed.problems.iter().count(), document.problems.iter().count());
    assert_reversible(&document, &changed, path, "Hello");
    let silent = with(&document, path, "").unwrap();
    assert_eq!(silent.source.len() + 5, document.source.len());
}

#[test]
fn changes_menu_words_and_keeps_comments() {
    let menu = "; menu\r\nUICTRL STATIC, 1, 1, 100, 0, 0, 64, 32, 0, \"play\" ; go\r\n; end\r\n";
    let document = open::<Ddf>("main.ddf", menu.into());
    let path = "statements[0].image";
    let changed = with(&document, path, "\"play the game\"").unwrap();
    assert_eq!(text_of(&changed), menu.replace("play", "play the game"));
    assert_reversible(&document, &changed, path, "\"play\"");
    let moved = with(&document, "statements[0].right", "1024").unwrap();
    assert_eq!(text_of(&moved), menu.replace("64", "1024"));
    // Without quotes it would be three words.
    let refused = with(&document, path, "play the game").unwrap_err().to_string();
    assert!(refused.contains("cannot store this value"), "{refused}");
}

#[test]
fn script_numbers_take_as_many_digits_as_needed() {
    let script = "version 2\nobject Door\n\tframe 0 pos 0 0 0 rot 0 0 0 1 scale 1\nend_object\n";
    let document = open::<Asa>("door.asa", script.into());
    let path = "statements[1].frames[0].x";
    let changed = with(&document, path, "-12.375").unwrap();
    assert_eq!(text_of(&changed), script.replace("pos 0", "pos -12.375"));
    assert_reversible(&document, &changed, path, "0");
    let named = with(&document, "statements[1].name", "Gate").unwrap();
    assert_eq!(text_of(&named), script.replace("Door", "Gate"));
    let named = with(&document, "statements[1].name", "Lid").unwrap();
    assert_eq!(text_of(&named), script.replace("Door", "Lid"), "no NUL padding");
    assert!(with(&document, path, "far").is_err());
}

#[test]
fn lengthens_values_of_text_model() {
    let model =
        "fileinfo\n{\n\tformatversion = 1.0.1\n}\nmaterial \"bark\"\n{\n\ttex = \"a.bmp\"\n}\n";
    let document = open::<Tpm>("tree.tpm", model.into());
    let path = (0..8)
        .map(|line| format!("blocks[1].lines[{line}].value"))
        .find(|path| document.tree.find(path).is_ok())
        .unwrap();
    let changed = with(&document, &path, "\"a_long_name.bmp\"").unwrap();
    assert_eq!(text_of(&changed), model.replace("a.bmp", "a_long_name.bmp"));
    assert_reversible(&document, &changed, &path, "\"a.bmp\"");
}

#[test]
fn pads_short_fixed_length_text_and_refuses_long_one() {
    let mut file = super::replacing::library();
    let detail = gouraud::formats::neversoft::psx::records::EscapeName {
        name: *b"wall\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        value: 0,
    };
    file.library.as_mut().unwrap().escape =
        Some(gouraud::formats::neversoft::psx::records::ExtraLists {
            details: vec![detail],
            cube_maps: Vec::new(),
        });
    let bytes = file.write().unwrap();
    let document = open::<gouraud::formats::neversoft::psx::File>("wall_l.psx", bytes);
    let path = "escape.details[0].name";
    let path = if document.tree.find(path).is_ok() { path } else { "details[0].name" };
    let changed = with(&document, path, "a wall of stone").unwrap();
    assert_eq!(changed.source.len(), document.source.len());
    assert_reversible(&document, &changed, path, "wall");
    let refused = with(&document, path, &"x".repeat(33)).unwrap_err().to_string();
    assert_eq!(refused, format!("{path} can store up to 32 bytes of text"));
}

#[test]
fn pads_text_read_from_fixed_span() {
    let library = gouraud::library::Library::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/prop.DGC");
    let archive = library.open(path, None).unwrap();
    let changed = set(&archive.document, &["title=TotemTech Data v1.73 (c) 1999"]).unwrap();
    let bytes = changed.source.bytes();
    assert_eq!(&bytes[..29], b"TotemTech Data v1.73 (c) 1999");
    assert!(bytes[29..256].iter().all(|byte| *byte == 0));
    assert_eq!(&bytes[256..], &archive.document.source.bytes()[256..]);
}

#[test]
fn sets_growing_and_fixed_length_texts_in_one_call() {
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.scn");
    let document = open::<groff::File<Scn>>("island.scn", std::fs::read(scene).unwrap());
    // Names have any length; a path has 256 bytes, with leftover bytes after its end.
    let orders = [
        EditOp::set("names[0].text", "Abcdefghijklmnopqrstuvwxyz0123456789"),
        EditOp::set("sections[0].paths[0].text", "C:/a/x.grf"),
        EditOp::set("names[1].text", "B"),
        EditOp::set("sections[0].paths[1].text", "C:/a/island.grf"),
        EditOp::set("names[2].text", "Cd"),
    ];
    let changed = apply(&document, &orders).unwrap();
    let read = |path: &str| shown(&changed, path);
    for order in &orders {
        let EditOp::Set { set, to, .. } = order else { panic!() };
        assert!(read(set).contains(&to.to_string()), "{set}: {}", read(set));
    }
    let len = |of: &Document, path: &str| of.tree.span(path).unwrap().len;
    let less = |path: &str| len(&document, path) - len(&changed, path);
    assert_eq!(less("sections[0].paths[0].text"), 0);
    let names = ["names[1].text", "names[2].text"].map(less).iter().sum::<u64>();
    let more = len(&changed, "names[0].text") - len(&document, "names[0].text");
    assert_eq!(document.source.len() + more - names, changed.source.len());
}
