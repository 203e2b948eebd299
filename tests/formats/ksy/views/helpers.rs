//! Points, lines, boxes, tables, texts and members.

use glam::Vec3;
use gouraud::ksy::views;
use gouraud::scene::HelperShape;

use super::super::read;
use super::{FILE, points, scene, sound_scene, three_points};

#[test]
fn reads_points_lines_and_boxes() {
    let text = points(
        "
  unit: 0.5
  points:
    - {each: points, if: _index == 1, name: '\"lamp\"', at: '[x, y, z]', radius: x, colour: '[x, y, z]'}
    - {at: '[0, 0, 0]', heading: '[0, 0, 2]'}
  lines:
    - {points: {each: points, xyz: '[x, y, z]'}, closed: true}
    - {points: '[0, 0, 0, 1, 1, 1]'}
  boxes: {min: '[1, 0, 3]', max: '[0, 2, 1]'}
",
    );
    let scene = sound_scene(&text, &three_points(&[]));
    assert_eq!(scene.metres_per_unit, Some(0.5));
    let shapes: Vec<&HelperShape> = scene.helpers.iter().map(|helper| &helper.shape).collect();
    let centre = Vec3::new(4.0, 5.0, 6.0);
    let a = Vec3::new(1.0, 2.0, 3.0);
    let wanted = [
        &HelperShape::Sphere { centre, radius: 4.0 },
        &HelperShape::Point { at: Vec3::ZERO, heading: Some(Vec3::Z) },
        &HelperShape::Line(vec![a, centre, Vec3::new(7.0, 8.0, 10.0), a]),
        &HelperShape::Line(vec![Vec3::ZERO, Vec3::ONE]),
        &HelperShape::Box { min: Vec3::new(0.0, 0.0, 1.0), max: Vec3::new(1.0, 2.0, 3.0) },
    ];
    assert_eq!(shapes, wanted);
    assert_eq!(scene.helpers[0].name, "lamp");
    assert_eq!(scene.helpers[0].origin.path, "points[1]");
    assert_eq!(scene.tints.values().collect::<Vec<_>>(), [&[4, 5, 6]]);
}

#[test]
fn reads_tables_and_texts() {
    let text = "
meta: {id: test, encoding: ASCII}
seq:
  - {id: rows, type: row, repeat: eos}
types:
  row:
    seq:
      - {id: kind, type: u1, enum: kinds}
      - {id: name, type: str, size: 2}
enums:
  kinds: {1: bulb}
-gouraud:
  tables:
    each: rows
    columns: {kind: kind, half: kind.to_i / 2.0, is bulb: 'kind == kinds::bulb', text: name}
  texts: {each: rows, name: '\"row \" + _index.to_s', text: name}
";
    let scene = sound_scene(text, b"\x01ab\x02cd");
    let table = &scene.tables[0];
    assert_eq!(table.name, "rows");
    assert_eq!(table.columns, ["kind", "half", "is bulb", "text"]);
    assert_eq!(table.rows[0].cells, ["bulb", "0.5", "true", "ab"]);
    assert_eq!(table.rows[1].cells, ["2", "1.0", "false", "cd"]);
    assert_eq!(table.rows[1].origin.path, "rows[1]");
    let lines = &scene.listing.as_ref().unwrap().lines;
    let lines: Vec<String> = lines.iter().map(|line| line.text()).collect();
    assert_eq!(lines, ["row 0", "ab", "row 1", "cd"]);
}

#[test]
fn lists_members_with_their_bytes() {
    let text = "
meta: {id: test}
seq:
  - {id: files, type: file, repeat: eos}
types:
  file:
    seq:
      - {id: len, type: u1}
      - {id: body, size: len}
-gouraud:
  members: {each: files, name: '\"file \" + _index.to_s', data: body}
";
    let mut reader = read(text, &[1, 65, 2, 66, 67]);
    let (members, problems) = views::members(&mut reader, FILE, "lamp");
    assert!(problems.is_empty());
    let members: Vec<_> = members
        .iter()
        .map(|member| {
            (member.name.as_str(), member.place.map(|(_, offset)| offset), member.data.bytes())
        })
        .collect();
    assert_eq!(members, [("file 0", Some(1), &b"A"[..]), ("file 1", Some(3), b"BC")]);
}

#[test]
fn reports_failed_values_once() {
    let text = points("\n  points: {each: points, at: '[x / (y - y), y, z]'}");
    let (scene, problems) = scene(&text, &three_points(&[]));
    assert_eq!(problems, ["points[0]: DivisionByZeroError: division by zero (and 2 more)"]);
    assert!(scene.helpers.is_empty());
}

#[test]
fn limits_the_memory_of_elements() {
    let text = "
meta: {id: test}
seq:
  - {id: data, size-eos: true}
-gouraud:
  points: {each: data, at: '[_, 0, 0]'}
";
    let (scene, problems) = scene(text, &vec![1; (1 << 20) + 2]);
    assert!((100_000..400_000).contains(&scene.helpers.len()), "{}", scene.helpers.len());
    let wanted = ": LimitError: the scene takes too much memory (line 6 of the description)";
    assert_eq!(problems, [wanted]);
}
