use gouraud::bytes::Source;
use gouraud::container::Names;
use gouraud::formats::trespasser;
use gouraud::library::{Library, NameBook};

fn all(book: &NameBook, hash: u32) -> Vec<(String, String)> {
    let mut all = Vec::new();
    book.each(hash, &mut |name, from| all.push((name.to_owned(), from.to_owned())));
    all
}

fn pair(name: &str, from: &str) -> (String, String) {
    (name.to_owned(), from.to_owned())
}

#[test]
fn keeps_all_names_of_a_hash_and_shows_the_first() {
    let book = NameBook::default();
    book.add(7, "wall", "a list");
    book.add(7, "WALL", "another list");
    book.add(7, "door", "typed");
    assert_eq!(book.name(7).as_deref(), Some("wall"));
    assert_eq!(all(&book, 7), [pair("wall", "a list"), pair("door", "typed")]);
    assert_eq!((book.name(8), all(&book, 8)), (None, Vec::new()));
}

#[test]
fn typed_names_are_replaced_and_words_of_a_text_stay() {
    let book = NameBook::default();
    let (bird, wolf) = (trespasser::name_hash("BIRD 77"), trespasser::name_hash("wolf"));
    assert_eq!(book.add_words("play(\"bird 77\");", "sounds.eel"), 6);
    book.set_typed(&["Bird 77".to_owned(), "WOLF".to_owned()]);
    assert_eq!(all(&book, bird), [pair("bird 77", "sounds.eel")]);
    assert_eq!(all(&book, wolf), [pair("WOLF", "typed")]);
    book.set_typed(&[]);
    assert_eq!(all(&book, wolf), []);
    assert_eq!(all(&book, bird).len(), 1);
}

#[test]
fn file_names_precede_typed_names_and_changes_are_reported() {
    let book = NameBook::default();
    let bird = trespasser::name_hash("bird 77");
    book.set_typed(&["bird 77".to_owned()]);
    let before = book.revision();
    assert!(!book.knows_all(&[bird]), "another list may have a better spelling");
    book.add(bird, "BIRD 77", "a level");
    assert_eq!(all(&book, bird), [pair("BIRD 77", "a level")]);
    assert!(book.knows_all(&[bird]) && book.revision() > before);
    let before = book.revision();
    book.add(bird, "bird 77", "another level");
    assert_eq!(book.revision(), before, "the name is already known");
}

#[test]
fn lists_contain_names_with_optional_hashes_and_comments() {
    let book = NameBook::default();
    let text = "# remark\n\n0x0000000A stored name\n bare name \n";
    assert_eq!(book.add_text(text, "list", |name| name.len() as u32), 2);
    assert_eq!(all(&book, 10), [pair("stored name", "list")]);
    assert_eq!(all(&book, 9), [pair("bare name", "list")]);
}

#[test]
fn fixed_trespasser_names_are_built_in() {
    let book = NameBook::built_in();
    assert_eq!(all(&book, 0xF0A0_7BD9), [pair("MISSING", "built-in list")]);
    assert_eq!(book.name(0xC876_53B1).as_deref(), Some("TERRAIN"));
}

#[test]
fn reads_names_from_texts_only() {
    let library = Library::default();
    let learn = |bytes: &[u8]| library.learn(&Source::from_bytes("list.txt", bytes.to_vec()));
    assert_eq!(learn(b"BIRD 01\r\nBIRD 02\r\n"), Some(5));
    assert_eq!(learn(b"caf\xe9"), Some(1));
    for none in [&b""[..], b"a\0b", b"\x01\x02\x03\x04abc"] {
        assert_eq!(learn(none), None, "{none:?}");
    }
}

#[test]
fn lines_quoted_strings_and_words_can_be_names() {
    let book = NameBook::default();
    let script = "sound.play(\"AMB - BE WIND\", 3); // see VO/AM01.\n  DINO - TREX FOOT  \n";
    book.add_words(script, "a script");
    for name in ["AMB - BE WIND", "VO/AM01", "DINO - TREX FOOT", "sound.play", "FOOT"] {
        assert!(!all(&book, trespasser::name_hash(name)).is_empty(), "{name}");
    }
    assert_eq!(book.add_words(&"x".repeat(2000), "no name"), 0);
}
