//! Shapes: faces of the corners of one element.

use super::{points, scene, sound_scene};

/// Corners of the faces of a shape, and its problems.
fn faces(shape: &str, corners: &[u8]) -> (Vec<Vec<u32>>, Vec<String>) {
    let text = points(&format!(
        "
  meshes:
    positions: {{each: points, xyz: '[x, y, z]'}}
    faces: {{corners: {{position: rest}}, shape: {shape}}}
"
    ));
    let mut bytes = vec![6];
    bytes.extend((0..18).map(|at| 7 * at));
    bytes.extend(corners);
    let (scene, problems) = scene(&text, &bytes);
    let corners = scene.meshes[0].faces.iter();
    (corners.map(|face| face.corners[..face.sides()].to_vec()).collect(), problems)
}

#[test]
fn makes_faces_of_all_shapes() {
    let made = |shape, corners: &[u8]| {
        let (faces, problems) = faces(shape, corners);
        assert_eq!(problems, [""; 0], "{shape}");
        faces
    };
    assert_eq!(made("polygon", &[0, 1, 2]), [[0, 1, 2]]);
    assert_eq!(made("polygon", &[0, 1, 2, 3, 4]), [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    assert_eq!(made("quad-strip", &[0, 1, 2, 3]), [[0, 1, 2, 3]]);
    assert_eq!(made("triangles", &[0, 1, 2, 3, 4, 5]), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(made("strip", &[0, 1, 2, 3, 4]), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!(made("fan", &[0, 1, 2, 3]), [[0, 1, 2], [0, 2, 3]]);
    // Around the edge, cut from the first corner.
    assert_eq!(made("quads", &[0, 1, 2, 3]), [[1, 2, 0, 3]]);
    assert_eq!(made("polygon", &[0, 1, 2, 3]), [[1, 2, 0, 3]]);
}

#[test]
fn leaves_out_stitches_of_strips() {
    let (faces, problems) = faces("strip", &[0, 1, 2, 2, 3, 3, 4, 5]);
    assert_eq!(faces, [[0, 1, 2], [4, 3, 5]]);
    assert_eq!(problems, [""; 0]);
}

#[test]
fn reports_numbers_of_corners_that_fit_no_face() {
    let one = |shape, corners: &[u8]| faces(shape, corners).1.join(", ");
    let left_out = ": face left out: expected";
    assert_eq!(one("polygon", &[0, 1]), format!("{left_out} at least 3 corners, found 2"));
    assert_eq!(one("quad-strip", &[0, 1, 2]), format!("{left_out} 4 corners, found 3"));
    let wanted = format!("{left_out} a multiple of 3 corners, found 4");
    assert_eq!(one("triangles", &[0, 1, 2, 3]), wanted);
}

#[test]
fn strips_lead_to_their_element() {
    let text = "
meta: {id: test}
seq:
  - {id: points, type: point, repeat: expr, repeat-expr: 4}
  - {id: strips, type: strip, repeat: eos}
types:
  point: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
  strip:
    seq:
      - {id: num, type: u1}
      - {id: indices, size: num}
-gouraud:
  meshes:
    positions: {each: points, xyz: '[x, y, 0]'}
    faces: {each: strips, shape: strip, corners: {position: indices}, fields: [num]}
";
    let bytes = [0, 0, 1, 0, 0, 1, 1, 1, 3, 0, 1, 2, 4, 0, 1, 2, 3];
    let scene = sound_scene(text, &bytes);
    let mesh = &scene.meshes[0];
    let origins = mesh.faces.iter().map(|face| mesh.face_spans.origin(face.index as usize));
    let origins = origins.map(|origin| (origin.path, origin.span.start, origin.span.len));
    let second = ("strips[1]".to_owned(), 12, 5);
    let wanted = [("strips[0]".to_owned(), 8, 4), second.clone(), second];
    assert_eq!(origins.collect::<Vec<_>>(), wanted);
    assert_eq!(scene.face_fields[0].name, "num");
    assert_eq!(mesh.face_values[0].iter().collect::<Vec<_>>(), [3, 4, 4]);
}
