//! Bytes and field paths of elements.

use super::{FILE, points, sound_scene, three_points};

#[test]
fn vertices_and_faces_lead_to_their_records() {
    let text = points(
        "
  meshes:
    positions: {each: points, if: _index != 1, xyz: '[x, y, z]'}
    faces: {each: rest, corners: {position: '[0, 1, 0]'}}
",
    );
    let scene = sound_scene(&text, &three_points(&[9, 9]));
    let mesh = &scene.meshes[0];
    let vertex = mesh.position_spans.origin(1);
    assert_eq!((vertex.path.as_str(), vertex.span.start, vertex.span.len), ("points[2]", 7, 3));
    assert_eq!(mesh.position_spans.index_at(FILE, 8), Some(1));
    assert_eq!(mesh.position_spans.index_at(FILE, 5), None);
    let face = mesh.face_spans.origin(1);
    assert_eq!((face.path.as_str(), face.span.start, face.span.len), ("rest[1]", 11, 1));
    assert_eq!((mesh.origin.path.as_str(), mesh.origin.span.len), ("", 12));
}

#[test]
fn corners_lead_to_their_elements() {
    let text = "
meta: {id: test}
seq:
  - {id: triangles, type: triangle, repeat: eos}
types:
  triangle:
    seq:
      - {id: kind, type: u1}
      - {id: corners, type: corner, repeat: expr, repeat-expr: 3}
  corner: {seq: [{id: x, type: u1}]}
-gouraud:
  meshes: {faces: {each: triangles, corners: {each: corners, xyz: '[x, _index, 0]'}}}
";
    let scene = sound_scene(text, &[0, 1, 2, 3, 0, 4, 5, 6]);
    let spans = &scene.meshes[0].position_spans;
    let corner = spans.origin(4);
    assert_eq!((corner.path.as_str(), corner.span.start), ("triangles[1].corners[1]", 6));
    assert_eq!(spans.index_at(FILE, 6), Some(4));
}

#[test]
fn elements_of_packed_parts_have_the_bytes_of_the_packed_field() {
    let text = "
meta: {id: test}
seq:
  - {id: len, type: u1}
  - {id: packed, type: list, size: len, process: xor(1)}
types:
  list: {seq: [{id: points, type: point, repeat: eos}]}
  point: {seq: [{id: x, type: u1}]}
-gouraud:
  points: {each: packed.points, at: '[x, 0, 0]'}
";
    let scene = sound_scene(text, &[2, 5, 7]);
    let second = &scene.helpers[1];
    assert_eq!(second.shape.position().x, 6.0);
    assert_eq!(second.origin.path, "packed.points[1]");
    assert_eq!((second.origin.span.start, second.origin.span.len), (1, 2));
}

#[test]
fn an_entry_may_name_another_origin() {
    let text = points("\n  points: {each: points, at: '[x, y, z]', origin: _root.num}");
    let scene = sound_scene(&text, &three_points(&[]));
    let origin = &scene.helpers[2].origin;
    assert_eq!((origin.path.as_str(), origin.span.start, origin.span.len), ("num", 0, 1));
}

#[test]
fn releases_records_that_were_visited() {
    let text = "
meta: {id: test}
seq:
  - {id: points, type: point, repeat: eos}
instances:
  first: {value: 'points[0]'}
types:
  point: {seq: [{id: x, type: u1}]}
-gouraud:
  points: {each: points, at: '[x, _root.first.x, _root.points[x].x]'}
";
    let bytes: Vec<u8> = (0..200).map(|at| 199 - at).collect();
    let scene = sound_scene(text, &bytes);
    let at = scene.helpers[150].shape.position().to_array();
    assert_eq!(at, [49.0, 199.0, 150.0]);
}
