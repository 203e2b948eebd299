//! Meshes: pools, corners, colours and texture coordinates.

use gouraud::scene::{Blend, ColourScale, Surface, UvSpace, Winding};

use super::{points, scene, sound_scene, three_points, triangle};

#[test]
fn reads_a_face_of_indices_into_a_pool() {
    let text = points(
        "
  meshes:
    positions: {each: points, xyz: '[x * 2, y, z]'}
    faces: {corners: {position: rest}}
",
    );
    let scene = sound_scene(&text, &three_points(&[2, 0, 1]));
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.name, "lamp");
    assert_eq!(mesh.winding, Winding::CounterClockwise);
    let face = mesh.faces.first().unwrap();
    assert_eq!(triangle(mesh, &face), [[14.0, 8.0, 10.0], [2.0, 2.0, 3.0], [8.0, 5.0, 6.0]]);
    // Every mesh is placed once.
    assert_eq!(scene.nodes.len(), 1);
    assert_eq!(scene.mesh_of(&scene.nodes[0]).map(|mesh| mesh.faces.len()), Some(1));
}

#[test]
fn reads_corners_with_their_own_coordinates() {
    let text = points(
        "
  meshes:
    name: '\"flag\"'
    front: clockwise
    faces:
      corners:
        each: points
        xyz: '[x, y, z]'
        uv: '[_index, x / 2.0]'
        colour: '[x * 10, _index, 300]'
",
    );
    let scene = sound_scene(&text, &three_points(&[]));
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.name.as_str(), mesh.winding), ("flag", Winding::Clockwise));
    let face = mesh.faces.first().unwrap();
    assert_eq!(triangle(mesh, &face), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0]]);
    assert_eq!(face.uvs[..3], [[0.0, 0.5], [1.0, 2.0], [2.0, 3.5]]);
    assert_eq!(face.colours[..3], [[10, 0, 255], [40, 1, 255], [70, 2, 255]]);
    let material = &scene.materials[0];
    assert!(material.gouraud && !material.lit);
    assert_eq!(material.surface, Surface::Plain);
}

#[test]
fn reads_flat_lists_of_corners() {
    let text = points(
        "
  meshes:
    - faces:
        corners:
          xyz: '[0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]'
          normal: '[0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2]'
          uv: '[0, 0, 1, 0, 0, 1, 1, 1]'
        shape: quad-strip
        v: up
        colour: '[9, 8, 7]'
        double-sided: num == 0
        blend: 'num == 0 ? \"alpha\" : \"none\"'
        opacity: 0.25
        scale-colour: 128
",
    );
    let scene = sound_scene(&text, &[0]);
    let mesh = &scene.meshes[0];
    let face = mesh.faces.first().unwrap();
    assert_eq!(face.corners, [0, 1, 2, 3]);
    assert_eq!(mesh.normals[face.normals[3] as usize].to_array(), [0.0, 0.0, 1.0]);
    assert_eq!(face.uvs, [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]]);
    assert_eq!(face.colours, [[9, 8, 7]; 4]);
    let material = &scene.materials[0];
    assert_eq!(material.blend, Some(Blend::Alpha(0.25)));
    assert_eq!((material.colour, material.uv), (ColourScale::Modulate128, UvSpace::Fraction));
    assert!(material.double_sided && material.lit && !material.gouraud);
}

#[test]
fn reads_indices_into_all_pools() {
    let text = points(
        "
  meshes:
    positions: {each: points, xyz: '[x, y, z]'}
    normals: {each: points, xyz: '[0, -x, 0]'}
    uvs: {each: points, uv: '[x, y]', unit: texels}
    colours: {each: points, colour: '[x, y, z]'}
    faces:
      corners: {position: rest, normal-index: rest, uv-index: rest, colour-index: rest}
",
    );
    let scene = sound_scene(&text, &three_points(&[1, 0, 2]));
    let mesh = &scene.meshes[0];
    let face = mesh.faces.first().unwrap();
    assert_eq!(face.corners[..3], [1, 0, 2]);
    assert_eq!(face.normals[..3], [1, 0, 2]);
    assert_eq!(mesh.normals[2].to_array(), [0.0, -1.0, 0.0]);
    assert_eq!(face.uvs[..3], [[4.0, 5.0], [1.0, 2.0], [7.0, 8.0]]);
    assert_eq!(face.colours[..3], [[4, 5, 6], [1, 2, 3], [7, 8, 10]]);
    assert_eq!(scene.materials[0].uv, UvSpace::Texels);
}

#[test]
fn leaves_out_faces_with_indices_out_of_range() {
    let text = points(
        "
  meshes:
    positions: {each: points, xyz: '[x, y, z]'}
    faces:
      each: rest
      corners: {position: '[0, 1, _]'}
      fields: [_]
",
    );
    let (scene, problems) = scene(&text, &three_points(&[2, 3, 200, 2]));
    let message = "face left out: expected `position` below 3, found 3 (and 1 more)";
    assert_eq!(problems, [format!("rest[1]: {message}")]);
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.faces.iter().map(|face| face.index).collect::<Vec<_>>(), [0, 3]);
    assert_eq!(mesh.undrawn, [[3], [200]]);
    assert_eq!(mesh.face_values[0].iter().collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn leaves_out_faces_with_coordinates_that_are_not_finite() {
    let text = points(
        "
  meshes:
    positions: {each: points, xyz: '[x / (x - 4.0), y, z]'}
    faces: {each: '[0, 1]', corners: {each: _root.points, position: _index + 0 * _outer}}
",
    );
    let (scene, problems) = scene(&text, &three_points(&[]));
    let message = "face left out: position 1 has no finite coordinates (and 1 more)";
    assert_eq!(problems, [format!(": {message}")]);
    assert_eq!(scene.meshes[0].faces.len(), 0);
    assert!(scene.meshes[0].positions.iter().all(|position| position.is_finite()));
}

#[test]
fn reports_lists_of_different_lengths() {
    let text = points(
        "
  meshes:
    positions: {each: points, xyz: '[x, y, z]'}
    faces: {corners: {position: rest, uv: '[1, 2]'}}
",
    );
    let (scene, problems) = scene(&text, &three_points(&[0, 1, 2]));
    assert_eq!(problems[0], ": expected 6 numbers in `uv`, found 2");
    assert_eq!(scene.meshes[0].faces.len(), 0);
}

#[test]
fn draws_missing_textures_as_such() {
    let text = points(
        "
  meshes:
    positions: {each: points, xyz: '[x, y, z]'}
    faces: {each: '[-1, 5]', corners: {position: '[0, 1, 2]'}, texture: _}
",
    );
    let (scene, problems) = scene(&text, &three_points(&[]));
    assert_eq!(problems, [": expected an index below 0 or a name in `texture`, found 5"]);
    let surfaces: Vec<Surface> = scene.materials.iter().map(|material| material.surface).collect();
    assert_eq!(surfaces, [Surface::Plain, Surface::Missing(None)]);
}

#[test]
fn converts_axes() {
    let at = |views: &str| {
        let text = points(&format!("\n  points: {{each: points, at: '[x, y, z]'}}\n{views}"));
        sound_scene(&text, &three_points(&[])).helpers[0].shape.position().to_array()
    };
    assert_eq!(at(""), [1.0, 2.0, 3.0]);
    assert_eq!(at("  up: z"), [1.0, 3.0, -2.0]);
    assert_eq!(at("  up: x"), [-2.0, 1.0, 3.0]);
    assert_eq!(at("  up: -y"), [1.0, -2.0, -3.0]);
    assert_eq!(at("  up: -z"), [1.0, -3.0, 2.0]);
    assert_eq!(at("  up: -x"), [2.0, -1.0, 3.0]);
    assert_eq!(at("  hand: left"), [1.0, 2.0, -3.0]);
    assert_eq!(at("  hand: left\n  up: z"), [1.0, 3.0, 2.0]);
    assert_eq!(at("  up: 'num == 3 ? \"x\" : \"y\"'"), [-2.0, 1.0, 3.0]);
}

#[test]
fn keeps_elements_of_other_entries_in_scope() {
    let text = "
meta: {id: test}
seq:
  - {id: models, type: model, repeat: expr, repeat-expr: 2}
types:
  model:
    seq:
      - {id: scale, type: u1}
      - {id: points, type: point, repeat: expr, repeat-expr: 3}
  point: {seq: [{id: x, type: u1}]}
-gouraud:
  meshes:
    each: models
    name: '\"model \" + _index.to_s'
    positions: {each: points, xyz: '[x * _outer.scale, _index, _root.models[0].scale]'}
    faces: {corners: {each: points, position: _index}}
";
    let scene = sound_scene(text, &[2, 10, 20, 30, 3, 10, 20, 30]);
    assert_eq!(scene.meshes[1].name, "model 1");
    let positions = scene.meshes[1].positions.iter().map(|at| at.to_array());
    assert_eq!(
        positions.collect::<Vec<_>>(),
        [[30.0, 0.0, 2.0], [60.0, 1.0, 2.0], [90.0, 2.0, 2.0]]
    );
}

/// Values of records that stay bytes, and of those that are read: an instance makes the difference.
#[test]
fn compiled_values_are_those_of_the_evaluator() {
    let expressions = [
        "a",
        "b * 2 - a",
        "c / 3",
        "_index",
        "_.inner[1].x",
        "inner[0].y + _root.scale",
        "-a % 5",
        "b > 3 and a < 2 ? 7 : c",
        "kind",
        "kind == kind::one ? 1.5 : 2.5",
        "7 / a",
        "_outer.scale",
        "inner.size",
        "inner[a].x",
        "a << 2 | b & 3",
        "~a",
        "name.length",
        "_parent.scale + a",
        "_root.rows[a].b",
        "not (a == b) ? a : b",
        "inner[7].x",
        "c * 1e30 * 1e30",
    ];
    let mut bytes = vec![3];
    for index in 0..40u8 {
        bytes.extend([index % 6, if index % 4 == 3 { 255 } else { 0 }, 0, index % 9]);
        bytes.extend((f32::from(index) / 8.0).to_le_bytes());
        bytes.extend([index % 3, b'x', b' ', index % 5, 250, index, index / 2]);
    }
    for expression in expressions {
        let [fast, slow] = ["", "    instances: {one: {value: 1}}"].map(|instances| {
            let text = format!(
                "
meta: {{id: test, endian: le, encoding: ASCII}}
seq:
  - {{id: scale, type: u1}}
  - {{id: rows, type: row, repeat: eos}}
types:
  row:
    seq:
      - {{id: a, type: s2}}
      - {{id: b, type: u2be}}
      - {{id: c, type: f4}}
      - {{id: kind, type: u1, enum: kind}}
      - {{id: name, type: str, size: 2, pad-right: 0x20}}
      - {{id: inner, type: inner, repeat: expr, repeat-expr: 2}}
{instances}
  inner: {{seq: [{{id: x, type: s1}}, {{id: y, type: u1}}]}}
enums: {{kind: {{1: one, 2: two}}}}
-gouraud:
  tables: {{each: rows, columns: {{value: '{expression}'}}}}
  meshes: {{positions: {{each: rows, xyz: '[a, {expression}, c]'}}}}
"
            );
            let (scene, problems) = scene(&text, &bytes);
            let cells = scene.tables[0].rows.iter().map(|row| format!("{row:?}"));
            let positions = scene.meshes.first().map(|mesh| format!("{:?}", mesh.positions));
            (cells.collect::<Vec<_>>(), positions, problems)
        });
        assert_eq!(fast, slow, "{expression}");
    }
}
