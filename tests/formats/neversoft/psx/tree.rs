//! Field tree of a small file.

use super::fixture::{bytes, open};
use gouraud_testing::fields;

#[test]
fn level_field_tree() {
    insta::assert_snapshot!(fields::text(&open(&bytes()).tree));
}
