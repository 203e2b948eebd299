//! Formatted text: numbers, names and colours.

use gouraud::cli::out::{Clean, Paint, grouped};

#[test]
fn groups_digits_by_three() {
    assert_eq!(grouped(7), "7");
    assert_eq!(grouped(1000), "1,000");
    assert_eq!(grouped(1_234_567), "1,234,567");
}

#[test]
fn escapes_control_characters_in_names() {
    assert_eq!(Clean("a\u{1b}[2Jb").to_string(), "a\\u{1b}[2Jb");
    assert_eq!(format!("{:4}|", Clean("a")), "a   |");
}

#[test]
fn colours_keep_the_width_of_the_text() {
    assert_eq!(format!("{:>4}", Paint { on: true }.red("ab")), "\u{1b}[31m  ab\u{1b}[0m");
    assert_eq!(format!("{:<4}|", Paint { on: false }.red("ab")), "ab  |");
}
