//! Query syntax.

use gouraud::bytes::Severity;
use gouraud::index::{Extent, FaceWord, KEYS, Kind, Number, Predicate, Query, Size, Term};

fn parsed(text: &str) -> Vec<Vec<(bool, Predicate)>> {
    let query = Query::parse(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    let plain = |term: Term| (term.negated, term.what);
    query.all.into_iter().map(|any| any.into_iter().map(plain).collect()).collect()
}

fn one(text: &str) -> Predicate {
    let [any] = <[_; 1]>::try_from(parsed(text)).unwrap();
    let [(false, what)] = <[_; 1]>::try_from(any).unwrap() else { panic!("{text} is negated") };
    what
}

fn word(text: &str) -> Predicate {
    Predicate::Word(text.to_owned())
}

#[test]
fn spaces_separate_words_and_filters() {
    assert_eq!(parsed(""), [] as [Vec<_>; 0]);
    assert_eq!(
        parsed("  Brick  kind:texture\t-old "),
        [
            vec![(false, word("brick"))],
            vec![(false, Predicate::Kind(Kind::Texture))],
            vec![(true, word("old"))],
        ]
    );
}

#[test]
fn bar_binds_tighter_than_space() {
    let expected = [
        vec![(false, word("a"))],
        vec![(false, word("b")), (true, word("c")), (false, Predicate::Depth(Number::Is(4.0)))],
        vec![(false, word("d"))],
    ];
    assert_eq!(parsed("a b | -c|depth:4 d"), expected);
}

#[test]
fn quotes_protect_spaces_bars_and_colons() {
    assert_eq!(one("\"Help me | now\""), word("help me | now"));
    assert_eq!(one("caption:\"Help Me\""), Predicate::Caption("help me".into()));
    assert_eq!(one("\"kind:texture\""), word("kind:texture"));
    assert_eq!(parsed("-\"a b\""), [vec![(true, word("a b"))]]);
    assert_eq!(one("-"), word("-"));
}

#[test]
fn every_filter_reads_its_value() {
    for (text, expected) in [
        ("kind:SOUND", Predicate::Kind(Kind::Sound)),
        ("Format:neversoft.psx", Predicate::Format("neversoft.psx".into())),
        ("game:THPS2", Predicate::Game("thps2".into())),
        ("path:Levels/", Predicate::Path("levels/".into())),
        ("name:Brick", Predicate::Name("brick".into())),
        ("hash:003fa09b", Predicate::Hash(0x3f_a09b)),
        ("crc:0xDEADBEEF", Predicate::Crc(0xdead_beef)),
        ("size:128x64", Predicate::Size(Size::Both(128, 64))),
        ("size:128", Predicate::Size(Size::Side(Number::Is(128.0)))),
        ("size:>64", Predicate::Size(Size::Side(Number::Above(64.0)))),
        ("depth:<16", Predicate::Depth(Number::Below(16.0))),
        ("faces:>1000", Predicate::Faces(Number::Above(1000.0))),
        ("box:10x2.5X10", Predicate::Extent(Extent::All([10.0, 2.5, 10.0]))),
        ("box:>3", Predicate::Extent(Extent::Side(Number::Above(3.0)))),
        ("codec:IMA", Predicate::Codec("ima".into())),
        ("seconds:1.5", Predicate::Seconds(Number::Is(1.5))),
        ("bytes-long:<10", Predicate::BytesLong(Number::Below(10.0))),
        ("flag:0x0400", Predicate::Faced(FaceWord::Flags, 0x400)),
        ("flag:12", Predicate::Faced(FaceWord::Flags, 12)),
        ("surface:c0", Predicate::Faced(FaceWord::Surface, 0xc0)),
        ("material:16", Predicate::Faced(FaceWord::Material, 16)),
        ("caption:help", Predicate::Caption("help".into())),
        ("where:\"flags & 1\"", Predicate::Where("flags & 1".into())),
        ("bytes:\"de ad BE ef\"", Predicate::Bytes(vec![0xde, 0xad, 0xbe, 0xef])),
        ("problem:warning", Predicate::Problem(Severity::Warning)),
        (
            "same-as:Disc.cue//A.PSX//textures[3]",
            Predicate::SameAs("Disc.cue//A.PSX//textures[3]".into()),
        ),
    ] {
        assert_eq!(one(text), expected, "{text}");
    }
}

#[test]
fn reports_invalid_terms_with_expected_values() {
    for (text, marked, says) in [
        ("a sise:3 b", "sise:3", "unknown filter sise:"),
        ("kind:x", "kind:x", "kind: takes file, model,"),
        ("size:", "size:", "size: takes 128x64"),
        ("size:12x", "size:12x", "size: takes"),
        ("box:1x2", "box:1x2", "box: takes 10x2.5x10"),
        ("box:1x>2x3", "box:1x>2x3", "box: takes"),
        ("codec:", "codec:", "codec: takes part"),
        ("depth:-1", "depth:-1", "depth: takes a number"),
        ("faces:many", "faces:many", "not \"many\""),
        ("seconds:inf", "seconds:inf", "seconds: takes"),
        ("hash:123456789", "hash:123456789", "hash: takes eight hex digits"),
        ("crc:3fa09b", "crc:3fa09b", "crc: takes eight hex digits"),
        ("hash:+1", "hash:+1", "hash: takes"),
        ("flag:0", "flag:0", "flag: takes a mask"),
        ("bytes:abc", "bytes:abc", "bytes: takes bytes in hex"),
        ("bytes:\"\"", "bytes:\"\"", "bytes: takes"),
        ("where:\"flags &\"", "\"", "where: expected"),
        ("a -where:\"flags & && 1\"", "&", "where: expected"),
        ("where:flags==", "where:flags==", "where: expected"),
        ("where:fl\"ags = 1\"", "where:fl\"ags = 1\"", "where:"),
        ("problem:bad", "problem:bad", "error, warning or note"),
        ("a | | b", "|", "between two terms"),
        ("| a", "|", "between two terms"),
        ("a |", "|", "between two terms"),
        ("b \"a", "\"a", "missing closing quote"),
        ("\"\"", "\"\"", "quotes are empty"),
    ] {
        let mistake = Query::parse(text).unwrap_err();
        assert_eq!(&text[mistake.at.clone()], marked, "{text}: {mistake}");
        assert!(mistake.message.contains(says), "{text}: {mistake}");
    }
    let many = "a ".repeat(101);
    assert!(Query::parse(&many).unwrap_err().message.contains("at most 100 terms"));
    assert!(Query::parse(&"a".repeat(1001)).is_err());
    assert!(Query::parse(&format!("faces:{}", "9".repeat(400))).is_err());
    let unknown = Query::parse("x:y").unwrap_err().message;
    assert!(KEYS.iter().all(|key| unknown.contains(key.name)), "{unknown}");
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_parsed(text in ".{0,60}") {
        if let Err(mistake) = Query::parse(&text) {
            proptest::prop_assert!(text.get(mistake.at).is_some());
        }
    }
}
