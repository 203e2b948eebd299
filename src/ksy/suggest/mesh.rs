//! Writes the fields of records, and the mesh of vertices and faces.

use std::fmt::Write;

use super::columns::{Column, Table};
use super::faces::{Count, Faces};

/// Writes the fields of a record from the offset `at` on; three of them may be a position.
pub fn fields(out: &mut String, columns: &[Column], mut at: usize, position: Option<usize>) {
    for (index, column) in columns.iter().enumerate() {
        let axis = position.and_then(|first| ["x", "y", "z"].get(index.checked_sub(first)?));
        let _ = match (axis, column) {
            (Some(axis), _) => writeln!(out, "      - id: {axis}"),
            (None, Column::Colour) if is_first(columns, index) => {
                writeln!(out, "      - id: colour")
            }
            _ => writeln!(out, "      - id: field_{at:x}"),
        };
        let _ = match column {
            Column::Colour => writeln!(out, "        size: 4"),
            Column::Text(size) => {
                writeln!(out, "        type: str\n        size: {size}\n        encoding: ASCII")
            }
            _ => writeln!(out, "        type: {}", column.type_name()),
        };
        at += column.size();
    }
}

fn is_first(columns: &[Column], index: usize) -> bool {
    columns.iter().position(|column| *column == Column::Colour) == Some(index)
}

/// Writes the array of faces.
pub fn list_of_faces(out: &mut String, faces: Faces) {
    if let Count::InFront(width) = faces.count {
        let _ = writeln!(out, "  - id: num_faces\n    type: u{width}");
    }
    out.push_str("  - id: faces\n    type: face\n");
    out.push_str(match faces.count {
        Count::ToEnd => "    repeat: eos\n",
        _ => "    repeat: expr\n    repeat-expr: num_faces\n",
    });
}

/// Writes the type of the faces, whose records are in `table`.
pub fn face(out: &mut String, table: Table<'_>, faces: Faces) {
    let Faces { corners, index_size, before, size, .. } = faces;
    out.push_str("  face:\n    seq:\n");
    fields(out, &table.columns(0..before), 0, None);
    let _ = writeln!(out, "      - id: corners\n        type: u{index_size}");
    let _ = writeln!(out, "        repeat: expr\n        repeat-expr: {corners}");
    let after = before + corners * index_size;
    fields(out, &table.columns(after..size), after, None);
}

/// Writes a mesh of the vertices in `list`, and of the faces.
pub fn mesh(out: &mut String, list: &str, has_colour: bool) {
    out.push_str("-gouraud:\n  meshes:\n");
    let _ = writeln!(out, "    positions: {{each: {list}, xyz: '[x, y, z]'}}");
    let colour = if has_colour { ", colour-index: corners" } else { "" };
    if has_colour {
        let _ = writeln!(out, "    colours: {{each: {list}, colour: colour}}");
    }
    let _ = writeln!(out, "    faces:\n      each: faces");
    let _ = writeln!(out, "      corners: {{position: corners{colour}}}");
}
