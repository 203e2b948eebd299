use gouraud::bytes::{Bit, ColourWord, Endian, Field, FieldId, Hint, Source, Symbol, Tree, Value};
use gouraud::edit::{bytes, parse};

const BITS: &[Bit] = &[
    Bit::sure(0x0001, "textured", ""),
    Bit::sure(0x0040, "semi-transparent", ""),
    Bit::sure(0x0700, "blend", ""),
];
const NAMES: &[Symbol] =
    &[Symbol { value: 0, name: "none" }, Symbol { value: 7, name: "Wall ride" }];

const ENDLESS: &[Symbol] = &[Symbol { value: u32::MAX, name: "endless" }];

/// A field of each kind; all bytes are zero.
fn fields() -> Vec<Field> {
    let source = Source::from_bytes("t", vec![0; 64]);
    let (tree, ..) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.get::<u16>("plain")?;
        cur.get::<i16>("signed")?;
        cur.get_as::<u16>("flags", Hint::Flags(BITS))?;
        cur.get_as::<u8>("kind", Hint::Enum(NAMES))?;
        cur.get_as::<i32>("fixed", Hint::Fixed(12))?;
        cur.get_as::<u16>("angle", Hint::ANGLE)?;
        cur.get_as::<u16>("index", Hint::Index("faces"))?;
        cur.get_as::<u16>("colour", Hint::Colour(ColourWord::Stp15))?;
        cur.get::<f32>("float")?;
        cur.text("text", 8)?;
        cur.get_as::<u32>("count", Hint::Special(ENDLESS))?;
        cur.get_as::<u32>("chance", Hint::Percent).map(drop)
    });
    tree.children(&FieldId::root(), 0..20)
}

fn read(name: &str, text: &str) -> Result<Value, String> {
    let fields = fields();
    parse(fields.iter().find(|field| field.name == name).unwrap(), text)
}

#[test]
fn parses_common_number_notations() {
    let uint = |n| Ok(Value::Uint(n));
    assert_eq!(read("plain", "300"), uint(300));
    assert_eq!(read("plain", " 0x12C "), uint(300));
    assert_eq!(read("plain", "0b101"), uint(5));
    assert_eq!(read("signed", "-3"), Ok(Value::Int(-3)));
    assert_eq!(read("signed", "+3"), Ok(Value::Int(3)));
    assert_eq!(read("signed", "-0x10"), Ok(Value::Int(-16)));
    assert_eq!(read("float", "0.1"), Ok(Value::Float(f64::from(0.1f32))));
    assert_eq!(read("float", "-2e-3"), Ok(Value::Float(f64::from(-0.002f32))));
    assert_eq!(read("float", "inf"), Ok(Value::Float(f64::INFINITY)));
    for (name, text) in [("plain", ""), ("plain", "1.5"), ("plain", "--1"), ("plain", "0x")] {
        assert!(read(name, text).is_err(), "{text:?}");
    }
    assert_eq!(read("float", "1e39").unwrap_err(), "1e39 is too large for a 32-bit float");
}

#[test]
fn parses_names_of_flags_and_lists() {
    let uint = |n| Ok(Value::Uint(n));
    assert_eq!(read("flags", "textured | 0x8000"), uint(0x8001));
    assert_eq!(read("flags", "Semi Transparent,textured"), uint(0x41));
    assert_eq!(read("flags", "blend 5"), uint(0x500));
    assert_eq!(read("flags", "blend=5"), uint(0x500));
    assert_eq!(read("flags", "textured + 0x40"), read("flags", "textured|0x40"));
    assert_eq!(read("flags", "0x41"), uint(0x41));
    assert!(read("flags", "blend 8").is_err(), "three bits hold no 8");
    assert!(read("flags", "textures").is_err());
    assert_eq!(read("kind", "wall_ride"), uint(7));
    assert_eq!(read("kind", "9"), uint(9), "accepts a number without a name");
    assert!(read("kind", "ride").is_err());
}

#[test]
fn displayed_flags_can_be_parsed() {
    for raw in 0..0x1000u64 {
        let value = Value::Uint(raw);
        let meaning = Hint::Flags(BITS).meaning(&value);
        assert_eq!(read("flags", &meaning), Ok(value), "{meaning}");
    }
}

#[test]
fn parses_scaled_numbers_and_angles() {
    assert_eq!(read("fixed", "4096"), Ok(Value::Int(4096)), "in stored form");
    assert_eq!(read("fixed", "1.0"), Ok(Value::Int(4096)));
    assert_eq!(read("fixed", "-0.5"), Ok(Value::Int(-2048)));
    assert_eq!(read("angle", "1024"), Ok(Value::Uint(1024)));
    assert_eq!(read("angle", "90°"), Ok(Value::Uint(1024)));
    assert_eq!(read("angle", "45.0 deg"), Ok(Value::Uint(512)));
    assert_eq!(read("index", "faces[12]"), Ok(Value::Uint(12)));
    assert_eq!(read("index", "none"), Ok(Value::Uint(0xFFFF)));
    assert!(read("index", "models[12]").is_err());
}

#[test]
fn parses_percentages_and_special_values() {
    let uint = |n| Ok(Value::Uint(n));
    assert_eq!(read("count", "endless"), uint(0xFFFF_FFFF));
    assert_eq!(read("count", "3"), uint(3));
    assert!(read("count", "never").is_err());
    assert_eq!(read("chance", "50%"), uint(50 * (0xFFFF_FFFF / 100)));
    assert_eq!(read("chance", "12.5 %"), uint(0x2000_0000));
    assert_eq!(read("chance", "7"), uint(7), "as stored");
    assert!(read("chance", "101 %").is_err() && read("chance", "-1 %").is_err());
    for percent in 0..=100 {
        let text = format!("{percent} %");
        let value = read("chance", &text).unwrap();
        assert_eq!(Hint::Percent.meaning(&value), text);
    }
    assert_eq!(Hint::Special(ENDLESS).meaning(&Value::Uint(3)), "");
}

#[test]
fn parses_15_bit_colours_and_stp() {
    assert_eq!(read("colour", "#ff0000"), Ok(Value::Uint(0x001F)));
    assert_eq!(read("colour", "#0000ff STP"), Ok(Value::Uint(0xFC00)));
    assert_eq!(read("colour", "r 1 g 2 b 3"), Ok(Value::Uint(0x0C41)));
    // The nearest: 7 of 255 is nearer to 1 of 31 than to 0.
    assert_eq!(read("colour", "#070707"), Ok(Value::Uint(0x0421)));
    assert_eq!(read("colour", "#000000"), Ok(Value::Uint(0x8000)), "visible black");
    assert_eq!(
        read("colour", "#040404"),
        Ok(Value::Uint(0x8000)),
        "also if the colour rounds to black"
    );
    assert_eq!(read("colour", "r 0 g 0 b 0"), Ok(Value::Uint(0)), "a hole");
    assert_eq!(read("colour", "r 1 g 2 b 3 STP"), Ok(Value::Uint(0x8C41)));
    assert_eq!(read("colour", "0x7fff"), Ok(Value::Uint(0x7FFF)));
    for raw in (0..=0xFFFFu64).step_by(7) {
        let meaning = Hint::Colour(ColourWord::Stp15).meaning(&Value::Uint(raw));
        assert_eq!(read("colour", &meaning), Ok(Value::Uint(raw)), "{meaning}");
    }
    for wrong in ["#ff00", "r 32 g 0 b 0", "red"] {
        assert!(read("colour", wrong).is_err(), "{wrong}");
    }
}

#[test]
fn keeps_unspecified_alpha_of_colours() {
    let plain = fields().into_iter().find(|field| field.name == "plain").unwrap();
    let field = |hint, value| Field { hint, value: Value::Uint(value), ..plain.clone() };
    let rgba = field(Hint::Colour(ColourWord::Rgba8888), 0x0102_0380);
    assert_eq!(parse(&rgba, "#aabbcc"), Ok(Value::Uint(0xAABB_CC80)));
    assert_eq!(parse(&rgba, "#aabbccff"), Ok(Value::Uint(0xAABB_CCFF)));
    // Six bits of green; no alpha to write.
    let word = field(Hint::Colour(ColourWord::Rgb565), 0);
    assert_eq!(parse(&word, "#ff00ff"), Ok(Value::Uint(0xF81F)));
    assert_eq!(parse(&word, "#00ff00"), Ok(Value::Uint(0x07E0)));
    assert!(parse(&word, "#00ff0080").is_err());
    // Opaque colours have fifteen bits, others twelve and three of alpha.
    let mixed = field(Hint::Colour(ColourWord::Rgb5A3), 0x8000);
    assert_eq!(parse(&mixed, "#ff0000"), Ok(Value::Uint(0xFC00)));
    assert_eq!(parse(&mixed, "#ff000000"), Ok(Value::Uint(0x0F00)));
    // Unused bits are kept.
    let loose = field(Hint::Colour(ColourWord::Xrgb8888), 0x7F00_0000);
    assert_eq!(parse(&loose, "#102030"), Ok(Value::Uint(0x7F10_2030)));
    for word in [ColourWord::Rgb565, ColourWord::Rgb5A3] {
        for raw in (0..=0xFFFFu64).step_by(7) {
            let meaning = Hint::Colour(word).meaning(&Value::Uint(raw));
            assert_eq!(
                parse(&field(Hint::Colour(word), raw), &meaning),
                Ok(Value::Uint(raw)),
                "{meaning}"
            );
        }
    }
}

#[test]
fn parses_plain_and_quoted_texts() {
    let text = |text: &str| Ok(Value::Text(text.to_owned()));
    assert_eq!(read("text", "a b"), text("a b"));
    assert_eq!(read("text", r#""a\n\"b\"\\\u{e9}""#), text("a\n\"b\"\\é"));
    assert!(read("text", r#""a\q""#).is_err());
    assert!(read("text", r#""\u{110000}""#).is_err());
}

#[test]
fn parses_hexadecimal_bytes() {
    assert_eq!(bytes("de ad BE\tef"), Ok(vec![0xDE, 0xAD, 0xBE, 0xEF]));
    assert_eq!(bytes(""), Ok(vec![]));
}
