//! Field trees of small files.

use gouraud::formats::Records;
use gouraud::formats::totem::Platform;

use super::fixture::{archive, bitmap, material, mesh, mesh_ps2, mesh_with_groups, open, skin};
use gouraud_testing::fields;

fn text(bytes: &[u8]) -> String {
    fields::text(&open("file", bytes).tree)
}

#[test]
fn mesh_field_trees() {
    insta::assert_snapshot!("mesh_gamecube", text(&mesh().write().unwrap()));
    insta::assert_snapshot!("mesh_with_groups", text(&mesh_with_groups().write().unwrap()));
    insta::assert_snapshot!("mesh_ps2", text(&mesh_ps2().write().unwrap()));
}

#[test]
fn material_and_bitmap_field_trees() {
    insta::assert_snapshot!("material", text(&material(Platform::PS2).write().unwrap()));
    insta::assert_snapshot!("bitmap", text(&bitmap(Platform::GAMECUBE).write().unwrap()));
}

#[test]
fn skin_field_tree() {
    insta::assert_snapshot!("skin", text(&skin(Platform::GAMECUBE).write().unwrap()));
}

#[test]
fn archive_field_trees() {
    let (data, names) = archive(Platform::PS2);
    insta::assert_snapshot!("data", text(&data.write().unwrap()));
    insta::assert_snapshot!("names", text(&names.write()));
}
