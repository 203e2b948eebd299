//! The descriptions in `assets/formats`, read by small files that are built here byte by byte.

mod archives;
mod media;
mod models;
mod records;

use std::path::Path;
use std::sync::Arc;

use glam::Vec3;

use gouraud::bytes::Source;
use gouraud::formats::user::UserFormat;
use gouraud::formats::{Document, Format};
use gouraud::ksy::{self, Description, Imports, Reader};
use gouraud::scene::{Mesh, Scene, Table};
use gouraud_testing::document;

use super::{eval, problems};

/// Imports from the folder.
struct Shipped;

impl Imports for Shipped {
    fn find(&self, _from: &str, import: &str) -> Result<(String, String), String> {
        let name = format!("{import}.ksy");
        Ok((name.clone(), description(&name)))
    }
}

/// A description of the folder.
fn description(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/formats").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn load(name: &str) -> Description {
    ksy::load(name, &description(name), &Shipped)
}

#[test]
fn descriptions_have_no_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/formats");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let found = load(&name).diagnostics;
        let found: Vec<&str> = found.iter().map(|mistake| &*mistake.message).collect();
        assert_eq!(found, [""; 0], "{name}");
        count += 1;
    }
    assert!(count > 10, "{count} descriptions");
}

/// Reads bytes, and compares expressions. There are no problems.
fn check(name: &str, bytes: &[u8], cases: &[(&str, &str)]) {
    let mut reader = Reader::read(Arc::new(load(name)), bytes.into());
    for (expression, expected) in cases {
        assert_eq!(eval(&mut reader, expression), *expected, "{name}: {expression}");
    }
    assert_eq!(problems(&reader), [""; 0], "{name}");
}

/// Opens bytes by a description.
fn open(name: &str, bytes: &[u8]) -> Document {
    let format = UserFormat::new(load(name), name);
    format.open(&Source::from_bytes("file", bytes.to_vec())).unwrap()
}

/// The scene of a file without companions.
fn scene(name: &str, bytes: &[u8]) -> Scene {
    document::scene(&open(name, bytes))
}

/// The only mesh of a scene.
fn only(scene: &Scene) -> &Mesh {
    assert_eq!(scene.meshes.len(), 1);
    scene.meshes.iter().next().unwrap()
}

/// Positions of the corners of a face.
fn corners(mesh: &Mesh, face: usize) -> Vec<Vec3> {
    let face = mesh.faces.get(face).unwrap();
    let corners = face.corners.iter().filter_map(|at| mesh.positions.get(*at as usize));
    corners.copied().collect()
}

/// Cells of a table.
fn cells(table: &Table) -> Vec<&[String]> {
    table.rows.iter().map(|row| &*row.cells).collect()
}

fn words(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn longs(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A text, filled with zeros.
fn text(text: &str, size: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(size, 0);
    bytes
}
