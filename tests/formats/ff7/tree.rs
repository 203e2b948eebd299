//! Every field of a small model, as text.

use gouraud::formats::Records;

use gouraud_testing::build::ff7::lgp::lgp;
use gouraud_testing::build::tim;

use super::{fixtures, open_as};

fn text(format: &str, bytes: Vec<u8>) -> String {
    gouraud_testing::fields::text(&open_as(format, bytes).tree)
}

#[test]
fn lists_fields_of_model() {
    let mut character = fixtures::character();
    // Two frames are enough.
    character.animations.truncate(1);
    character.animations[0].truncate(2);
    character.picture = tim::stub();
    let bytes = character.finish().unwrap().write().unwrap();
    insta::assert_snapshot!(text("ff7.battle", bytes));
}

#[test]
fn lists_fields_of_archive() {
    let files: [(&str, &[u8]); 2] = [("one/same", b"a"), ("two/same", b"b")];
    let bytes = lgp(&files).unwrap().write().unwrap();
    let text = text("ff7.lgp", bytes);
    let lines = text.lines().filter(|line| !line.contains(" lookup["));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}
