use super::{eval, read};

/// Checks expressions over the bytes 50 41 43 4B 2D.
fn check(cases: &[(&str, &str)]) {
    let mut reader = read(
        "
meta: {id: pack, endian: le, encoding: ASCII}
seq:
  - {id: one, type: u1}
  - {id: name, type: str, size: 3}
  - {id: kind, type: u1, enum: kinds}
enums:
  kinds: {45: minus, 46: {id: dot, doc: A point}}
instances:
  list: {value: '[3, -1, 1000]'}
  data: {pos: 1, size: 4}
",
        b"PACK-",
    );
    for (expression, expected) in cases {
        assert_eq!(eval(&mut reader, expression), *expected, "{expression}");
    }
}

#[test]
fn division_and_remainder_round_down() {
    check(&[
        ("-7 / 2", "-4"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("7 / 2", "3"),
        ("7 / 2.0", "3.5"),
        ("1 / 0", "DivisionByZeroError"),
    ]);
}

#[test]
fn integers_are_exact_up_to_127_bits() {
    check(&[
        ("0xffff_ffff_ffff_ffff + 1", "18446744073709551616"),
        ("1 << 126", "85070591730234615865843651857942052864"),
        ("1 << 127", "OverflowError"),
        ("-1 >> 200", "-1"),
        ("~0", "-1"),
        ("0b1010 ^ 0o7", "13"),
    ]);
}

#[test]
fn operators_bind_as_in_the_user_guide() {
    check(&[
        ("1 | 2 ^ 3 & 4 << 1", "3"),
        ("1 + 2 * 3 - 4 / 2", "5"),
        ("5 & 4 == 4", "true"),
        ("not false and false or true", "true"),
        ("true ? 1 : false ? 2 : 3", "1"),
        ("-2.5.to_i", "-2"),
    ]);
}

#[test]
fn texts_count_code_points() {
    check(&[
        (r#""ab" + 'c'"#, r#""abc""#),
        (r#""\x""#, "SyntaxError"),
        (r#""\u00e4\101\n".length"#, "3"),
        ("'müde'.reverse", "\"edüm\""),
        ("'müde'.substring(1, 3)", "\"üd\""),
        ("'-2a'.to_i(16)", "-42"),
        ("'12 '.to_i", "ConversionError"),
        ("f\"{name}: {one + 1}\"", "\"ACK: 81\""),
        ("'a' 'b' == 'ab'", "true"),
        ("name < 'AD'", "true"),
        ("'ä'.to_b('UTF-16BE')", "[00, e4]"),
    ]);
}

#[test]
fn lists_of_bytes_are_bytes() {
    check(&[
        ("[0x41, 0x43]", "[41, 43]"),
        ("[one, 1]", "[50, 01]"),
        ("[300, 1]", "[300, 1]"),
        ("data == [0x41, 0x43, 0x4b, 0x2d]", "true"),
        ("[1, 2] < [1, 2, 0]", "true"),
        ("data.to_s('ASCII')", "\"ACK-\""),
        ("data.index_of(0x4b)", "2"),
        ("data[4]", "IndexError"),
        ("list.max + list.min + list.first + list.last + list.size", "2005"),
    ]);
}

#[test]
fn enums_have_names_and_numbers() {
    check(&[
        ("kind", "minus"),
        ("kind == kinds::minus", "true"),
        ("kind.to_i", "45"),
        ("kind == 45", "TypeError"),
        ("kind == kinds::plus", "TypeError"),
    ]);
}

#[test]
fn types_are_checked_before_evaluating() {
    check(&[
        ("nane", "TypeError"),
        ("name + 1", "TypeError"),
        ("one.length", "TypeError"),
        ("one ? 1 : 2", "TypeError"),
        ("name.to_s", "TypeError"),
        ("1 +", "SyntaxError"),
    ]);
}
