//! The fields of a small file, all of them, as text.

use super::fixture::{bytes, open};
use gouraud_testing::fields;

#[test]
fn every_field_of_a_small_level() {
    insta::assert_snapshot!(fields::text(&open(&bytes()).tree));
}
