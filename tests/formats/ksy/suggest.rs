//! Drafts of descriptions.

use gouraud::ksy::{NewField, skeleton, with_field};
use proptest::prelude::*;

use super::{eval, mistakes, read};

/// A file with a magic, the number of its records, and records of three floats, a number and four bytes.
fn points(count: u32) -> Vec<u8> {
    let mut bytes = b"PNT1".to_vec();
    bytes.extend(7u32.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    for index in 0..count {
        let angle = index as f32 * 0.1;
        for value in [angle.cos() * 5.0, angle.sin() * 3.0, angle] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend((index % 7).to_le_bytes());
        bytes.extend([200, (index % 256) as u8, 30, 255]);
    }
    bytes
}

#[test]
fn finds_magic_count_and_records() {
    let bytes = points(300);
    let text = skeleton("folder/shapes.PNT", &bytes, bytes.len() as u64);
    let mut reader = read(&text, &bytes);
    assert!(reader.problems().is_empty());
    assert_eq!(eval(&mut reader, "magic.length"), "4");
    assert_eq!(eval(&mut reader, "num_records"), "300");
    assert_eq!(eval(&mut reader, "records.size"), "300");
    assert_eq!(eval(&mut reader, "records[0].x"), "5.0");
    assert_eq!(eval(&mut reader, "records[9].field_c"), "2");
    assert_eq!(eval(&mut reader, "rest.length"), "0");
    assert!(text.contains("file-extension: 'pnt'"));
    assert!(text.contains("points: {each: records"));
}

#[test]
fn finds_records_after_a_header_of_any_size() {
    for (header, count) in [
        (&b"KNOT\x02\x2c\x01\0\0\x07\0\0\0"[..], "num_records"),
        (b"KNOT_with_word", "(_io.size - 14) / 20"),
    ] {
        let bytes = [header, &points(300)[12..]].concat();
        let text = skeleton("shapes.knt", &bytes, bytes.len() as u64);
        let mut reader = read(&text, &bytes);
        assert!(reader.problems().is_empty());
        assert!(text.contains(&format!("repeat-expr: {count}\n")), "{text}");
        for (expression, expected) in [
            ("records.size", "300"),
            ("records[0].x", "5.0"),
            ("records[9].field_c", "2"),
            ("rest.length", "0"),
        ] {
            assert_eq!(eval(&mut reader, expression), expected, "{expression}\n{text}");
        }
    }
}

#[test]
fn numbers_inside_the_records_are_not_their_count() {
    let mut bytes = b"QX\x02\xf0\0\xe0\x01\x07\0\0\0\x80\x39".to_vec();
    for index in 0..610u32 {
        for value in [index % 4, index * 4001, 0x400 + index, 0xFFFF_0000 | index] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend([(index % 200) as u8, 0x80, 0x40, 255]);
    }
    let text = skeleton("ring.qx", &bytes, bytes.len() as u64);
    assert!(text.contains("repeat-expr: (_io.size - 13) / 20\n"), "{text}");
}

#[test]
fn finds_records_without_a_count() {
    let mut bytes = Vec::new();
    for index in 0..40u32 {
        let name = format!("texture_{index}.tga");
        bytes.extend(name.bytes().chain(std::iter::repeat(0)).take(16));
        for value in [index * 100, 50, index, 0] {
            bytes.extend(value.to_le_bytes());
        }
    }
    let text = skeleton("list", &bytes, bytes.len() as u64);
    let mut reader = read(&text, &bytes);
    assert_eq!(eval(&mut reader, "records.size"), "40");
    assert_eq!(eval(&mut reader, "records[3].field_10"), "300");
    assert!(text.contains("# Text at 0x0: texture_0.tga"));
}

/// Vertices with positions and colours, followed by triangles.
fn model(is_counted: bool) -> Vec<u8> {
    let (rows, columns) = (10u16, 20u16);
    let mut bytes = b"GEM1".to_vec();
    bytes.extend(u32::from(rows * columns).to_le_bytes());
    for index in 0..rows * columns {
        let (row, column) = (index / columns, index % columns);
        let (tilt, turn) = (f32::from(row) * 0.3, f32::from(column) * 0.31);
        for value in [tilt.sin() * turn.cos(), tilt.cos(), tilt.sin() * turn.sin()] {
            bytes.extend((40.0 * value + 0.25).to_le_bytes());
        }
        bytes.extend([(row * 25) as u8, (column * 12) as u8, 200 - row as u8, 255]);
        bytes.extend((row % 2).to_le_bytes());
        bytes.extend(index.to_le_bytes());
    }
    let corners: Vec<u16> = (0..(rows - 1) * columns - 1)
        .flat_map(|at| [at, at + 1, at + columns, at + 1, at + columns + 1, at + columns])
        .collect();
    if is_counted {
        bytes.extend((corners.len() as u32 / 3).to_le_bytes());
    }
    bytes.extend(corners.iter().flat_map(|corner| corner.to_le_bytes()));
    bytes
}

#[test]
fn finds_vertices_with_colours_and_the_faces_behind_them() {
    for is_counted in [true, false] {
        let bytes = model(is_counted);
        let text = skeleton("ball.gem", &bytes, bytes.len() as u64);
        let mut reader = read(&text, &bytes);
        assert!(reader.problems().is_empty(), "{text}");
        assert_eq!(eval(&mut reader, "num_vertices"), "200", "{text}");
        assert_eq!(eval(&mut reader, "vertices[21].colour"), "[19, 0c, c7, ff]", "{text}");
        assert_eq!(eval(&mut reader, "faces.size"), "358", "{text}");
        assert_eq!(eval(&mut reader, "faces[1].corners.last"), "20", "{text}");
        assert!(text.contains("xyz: '[x, y, z]'"), "{text}");
    }
}

/// A header with numbers of two bytes, then the vertices and faces of [`model`].
#[test]
fn finds_counts_of_two_bytes_and_the_records_in_front_of_faces() {
    let model = model(false);
    let faces = (model.len() - 8 - 200 * 20) / 6;
    let mut bytes = b"TERR\x03\0\xC8\0".to_vec();
    bytes.extend((faces as u16).to_le_bytes());
    bytes.extend([0, 0, 0, 0, 0xC0, 0x3F, 20, 0, 0, 0]);
    bytes.extend(&model[8..]);
    let text = skeleton("hill.ter", &bytes, bytes.len() as u64);
    let mut reader = read(&text, &bytes);
    assert!(reader.problems().is_empty(), "{text}");
    assert_eq!(eval(&mut reader, "vertices.size"), "200", "{text}");
    assert_eq!(eval(&mut reader, "faces.size"), faces.to_string(), "{text}");
    assert_eq!(eval(&mut reader, "vertices[21].colour"), "[19, 0c, c7, ff]", "{text}");
}

/// Vertices and faces of 20 bytes each. A face has flags, three corners, a float and a number.
#[test]
fn finds_faces_with_other_values_beside_their_corners() {
    let model = model(false);
    let corners = &model[8 + 200 * 20..];
    let mut bytes = b"RING\x03\0\0\0\xC8\0\0\0".to_vec();
    bytes.extend((corners.len() as u32 / 6).to_le_bytes());
    bytes.extend(&model[8..8 + 200 * 20]);
    for (index, face) in (0u32..).zip(corners.chunks_exact(6)) {
        bytes.extend((index % 3).to_le_bytes());
        bytes.extend(face);
        bytes.extend([0, 0]);
        bytes.extend(1.5f32.to_le_bytes());
        bytes.extend((index % 4).to_le_bytes());
    }
    let text = skeleton("ring.mdx", &bytes, bytes.len() as u64);
    let mut reader = read(&text, &bytes);
    assert!(reader.problems().is_empty(), "{text}");
    assert_eq!(eval(&mut reader, "vertices.size"), "200", "{text}");
    assert_eq!(eval(&mut reader, "num_faces"), "358", "{text}");
    assert_eq!(eval(&mut reader, "faces[1].corners.last"), "20", "{text}");
    assert_eq!(eval(&mut reader, "faces[5].field_0"), "2", "{text}");
    assert_eq!(eval(&mut reader, "faces[5].field_c"), "1.5", "{text}");
    assert!(text.contains("corners: {position: corners"), "{text}");
}

proptest! {
    #[test]
    fn starts_a_usable_description_of_any_file(
        name in "[a-zA-Z0-9._ '-]{0,12}",
        bytes in proptest::collection::vec(any::<u8>(), 0..600),
    ) {
        let text = skeleton(&name, &bytes, bytes.len() as u64);
        prop_assert_eq!(mistakes(&text), [""; 0]);
        let reader = read(&text, &bytes);
        prop_assert!(reader.problems().is_empty(), "{text}");
    }
}

const SHORT: &str = "meta:\n  id: a\n  endian: le\nseq:\n  - id: first\n    type: u4\n\n# Types\ntypes:\n  b:\n    seq: []\n";

#[test]
fn adds_the_next_field_to_the_sequence() {
    let new = NewField { offset: 4, len: 2, is_next: true };
    let (text, line) = with_field(SHORT, new).unwrap();
    assert_eq!(mistakes(&text), [""; 0]);
    assert_eq!(text.lines().nth(line - 1), Some("  - id: field_4"));
    let mut reader = read(&text, &[1, 0, 0, 0, 2, 1]);
    assert_eq!(eval(&mut reader, "field_4"), "258");
    // Comments in front of the next section stay there.
    assert!(text.contains("type: u2\n\n# Types\ntypes:"));
}

#[test]
fn adds_other_bytes_as_an_instance() {
    let new = NewField { offset: 0x10, len: 3, is_next: false };
    let (text, line) = with_field(SHORT, new).unwrap();
    assert_eq!(text.lines().nth(line - 1), Some("  field_10:"));
    assert!(text.contains("  size: 3\n\n# Types\ntypes:"), "{text}");
    let (text, line) = with_field(&text, new).unwrap();
    assert_eq!(text.lines().nth(line - 1), Some("  field_10_2:"));
    assert_eq!(mistakes(&text), [""; 0]);
    let bytes: Vec<u8> = (0..32).collect();
    assert_eq!(eval(&mut read(&text, &bytes), "field_10_2"), "[10, 11, 12]");
}

#[test]
fn refuses_sections_in_braces() {
    let text = "meta: {id: a}\nseq: [{id: b, size: 1}]\n";
    let refused = with_field(text, NewField { offset: 1, len: 1, is_next: true });
    assert!(refused.unwrap_err().contains("on separate lines"));
}
