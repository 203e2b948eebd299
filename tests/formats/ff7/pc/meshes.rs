//! Meshes: `.p`.

use gouraud::formats::Records;
use gouraud::formats::ff7::pc::p::{P, Point, ShortBox, blend};
use gouraud::scene::{Blend, Front, HelperShape, Surface, Winding};
use gouraud_testing::build::ff7::pc::{MeshGroup, cuboid, mesh, square};

use super::{assert_sound, count, errors, open, problems, small};

fn triangle() -> MeshGroup {
    MeshGroup {
        points: vec![[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [4.0, 0.0, 0.0]],
        triangles: vec![[0, 1, 2]],
        colours: vec![[1, 2, 3, 255], [4, 5, 6, 255], [7, 8, 9, 255]],
        ..MeshGroup::default()
    }
}

/// Example V5 of the document.
#[test]
fn writes_one_triangle_in_400_bytes() {
    let bytes = mesh(&[triangle()]).write().unwrap();
    assert_eq!(bytes.len(), 0x190);
    let document = open("anything", &bytes);
    assert_eq!(document.format.id, "ff7.pc.part");
    assert_sound(&document);
    for (path, start) in [
        ("vertices[0]", 0x80),
        ("vertex_colours[0]", 0xA4),
        ("polygon_colours[0]", 0xB0),
        ("edges[0]", 0xB4),
        ("polygons[0]", 0xC0),
        ("states[0]", 0xD8),
        ("groups[0]", 0x13C),
        ("boxes[0]", 0x174),
    ] {
        let id = document.tree.find(path).unwrap();
        assert_eq!(document.tree.field(&id).unwrap().span.start, start, "{path}");
    }
    // Blue is the first byte of a colour.
    assert_eq!(&bytes[0xA4..0xA8], &[3, 2, 1, 255]);
}

/// Example V6 of the document.
#[test]
fn resolves_corner_indices_relative_to_group() {
    let twelve = MeshGroup {
        points: (0..12).map(|i| [i as f32, 0.0, 0.0]).collect(),
        triangles: vec![[3, 4, 11]],
        colours: (0..12).map(|i| [i * 10, 0, 0, 255]).collect(),
        uvs: (0..12u8).map(|i| [f32::from(i) / 16.0, 0.5]).collect(),
        ..MeshGroup::default()
    };
    let made = mesh(&[cuboid([0.0; 3], [1.0; 3], [9, 9, 9]), twelve]);
    let [_, group] = made.groups.as_slice() else { panic!("two groups") };
    assert_eq!((group.first_vertex, group.first_texcoord), (8, 0));
    let (scene, _) = super::scene(&vec![("x.p", made.write().unwrap())], "x.p");
    let face = scene.meshes[0].faces.get(12).unwrap();
    assert_eq!(face.corners[..3], [11, 12, 19]);
    assert_eq!(face.colours[..3], [[30, 0, 0], [40, 0, 0], [110, 0, 0]]);
    assert_eq!(face.uvs[..3], [[3.0 / 16.0, 0.5], [0.25, 0.5], [11.0 / 16.0, 0.5]]);
}

#[test]
fn converts_axes_and_draws_boxes() {
    let (scene, _) = super::scene(&vec![("x.p", mesh(&[triangle()]).write().unwrap())], "x.p");
    assert_eq!(scene.meshes[0].positions[1].to_array(), [1.0, -2.0, -3.0]);
    let HelperShape::Box { min, max } = &scene.helpers[0].shape else { panic!("a box") };
    assert_eq!((min.to_array(), max.to_array()), ([0.0, -2.0, -3.0], [4.0, 0.0, 0.0]));
    assert_eq!(scene.tables[0].rows[0].cells[1], "1");
}

#[test]
fn render_states_select_material() {
    let modes = [
        (None, None),
        (Some((blend::AVERAGE, 255)), Some(Blend::Alpha(0.5))),
        (Some((blend::AVERAGE, 51)), Some(Blend::Alpha(0.2))),
        (Some((blend::ADD, 255)), Some(Blend::Add)),
        (Some((blend::SUBTRACT, 255)), Some(Blend::Subtract)),
        (Some((blend::ADD_QUARTER, 255)), Some(Blend::AddQuarter)),
        (Some((blend::NONE, 255)), Some(Blend::TEXELS)),
    ];
    for (stored, shown) in modes {
        let piece = MeshGroup { blend: stored, one_sided: stored.is_none(), ..triangle() };
        let bytes = mesh(&[piece]).write().unwrap();
        let document = open("x.p", &bytes);
        // Mode 3, whose meaning is uncertain, is reported.
        let problem_count = usize::from(shown == Some(Blend::AddQuarter));
        assert_eq!(problems(&document).len(), problem_count);
        let (scene, _) = super::scene(&vec![("x.p", bytes)], "x.p");
        let material = &scene.materials[0];
        assert_eq!((material.blend, material.double_sided), (shown, stored.is_some()));
        assert_eq!(material.blends_all, shown.is_some_and(|blend| blend != Blend::TEXELS));
    }
    // A mask without the bit leaves the state off.
    let mut made = mesh(&[MeshGroup { blend: Some((blend::ADD, 255)), ..triangle() }]);
    made.states[0].flags_mask = 0;
    let (scene, _) = super::scene(&vec![("x.p", made.write().unwrap())], "x.p");
    assert_eq!(scene.materials[0].blend, None);
    // In a flat-shaded group, the first corner's colour applies to all.
    let mut made = mesh(&[triangle()]);
    made.states[0].shade_mode = 1;
    made.states[0].flags |= 0x2_0000;
    made.states[0].flags_mask |= 0x2_0000;
    let (scene, _) = super::scene(&vec![("x.p", made.write().unwrap())], "x.p");
    assert_eq!(scene.meshes[0].faces.get(0).unwrap().colours[..3], [[1, 2, 3]; 3]);
}

#[test]
fn front_follows_normals_if_present() {
    let front = |normal: Option<[f32; 3]>| {
        let normals = normal.map_or_else(Vec::new, |normal| vec![normal; 3]);
        let bytes = mesh(&[MeshGroup { normals, ..triangle() }]).write().unwrap();
        assert_sound(&open("x.p", &bytes));
        let (scene, _) = super::scene(&vec![("x.p", bytes)], "x.p");
        let mesh = &scene.meshes[0];
        (mesh.winding, mesh.front)
    };
    // (1, 2, 3) × (4, 0, 0) = (0, 12, −8).
    assert_eq!(front(None), (Winding::CounterClockwise, Front::Open));
    assert_eq!(front(Some([0.0, 1.0, 0.0])), (Winding::CounterClockwise, Front::Sure));
    assert_eq!(front(Some([0.0, 0.0, 1.0])), (Winding::Clockwise, Front::Sure));
}

/// Section 6: some files omit the number before a box; one is truncated after its maxima.
#[test]
fn round_trips_boxes_without_number() {
    let whole = mesh(&[triangle()]);
    let most = |x, y, z| Point { x, y, z };
    let short = P {
        boxes: Vec::new(),
        short_boxes: vec![ShortBox { max: most(4.0, 2.0, 3.0), min: most(0.0, 0.0, 0.0) }],
        ..whole.clone()
    };
    let bytes = short.write().unwrap();
    assert_eq!(bytes.len(), 0x190 - 4);
    let document = open("short.p", &bytes);
    assert_eq!(document.content.write().as_deref(), Ok(bytes.as_slice()));
    assert_eq!(
        (problems(&document), document.tree.coverage().unread),
        (vec!["note 0x174 box_count".into()], 0)
    );
    let (scene, _) = super::scene(&vec![("short.p", bytes.clone())], "short.p");
    let HelperShape::Box { max, .. } = &scene.helpers[0].shape else { panic!("a box") };
    assert_eq!(max.x, 4.0);
    // Cut after the maxima.
    let cut = open("cut.p", &bytes[..bytes.len() - 12]);
    assert_eq!((cut.format.id, errors(&cut)), ("ff7.pc.part", 0));
    assert_eq!(cut.content.write().as_deref(), Ok(cut.source.bytes()));
    // No box at all.
    let none = open("none.p", &bytes[..bytes.len() - 24]);
    assert_eq!((errors(&none), none.content.write().is_err()), (1, true));
    assert_eq!(count(&none, "faces"), 1);
}

#[test]
fn accepts_missing_vertex_normals() {
    let made = mesh(&[MeshGroup { normals: vec![[0.0, 1.0, 0.0]; 3], ..triangle() }]);
    let bytes = made.write().unwrap();
    let cut = &bytes[..bytes.len() - 12];
    let document = open("x.p", cut);
    assert_eq!(problems(&document).len(), 1);
    assert_eq!(document.content.write().as_deref(), Ok(cut));
}

#[test]
fn finds_textures_by_name_prefix_or_resource() {
    let textured = mesh(&[square(1.0, 0.0, 0)]).write().unwrap();
    let picture = small::picture().write().unwrap();
    let surface = |files: &small::Files, name: &str| {
        let (scene, messages) = super::scene(files, name);
        (matches!(scene.materials[0].surface, Surface::Textured { .. }), messages)
    };
    let part = vec![("rtBB", textured.clone()), ("RTac", picture.clone())];
    assert_eq!(surface(&part, "rtBB"), (true, vec![]));
    let magic = vec![("x.p31", textured.clone()), ("x.t00", picture.clone())];
    assert_eq!(surface(&magic, "x.p31"), (true, vec![]));
    let rsd = small::RESOURCE.as_bytes().to_vec();
    let field = vec![("aaac.p", textured.clone()), ("aaab.rsd", rsd), ("acaa.tex", picture)];
    assert_eq!(surface(&field, "aaac.p"), (true, vec![]));
    let alone = vec![("rtbb", textured)];
    let (is_textured, messages) = surface(&alone, "rtbb");
    assert!(!is_textured && messages == ["companion file not found: rtac"], "{messages:?}");
}

#[test]
fn invalid_groups_lose_only_their_polygons() {
    let with = |change: fn(&mut P)| {
        let mut made = mesh(&[triangle(), square(1.0, 0.0, 0)]);
        change(&mut made);
        let bytes = made.write().unwrap();
        gouraud_testing::exercise(gouraud::formats::all(), "x.p", &bytes);
        let document = open("x.p", &bytes);
        assert_eq!(document.content.write().as_deref(), Ok(bytes.as_slice()));
        let (scene, _) = super::scene(&vec![("x.p", bytes)], "x.p");
        (errors(&document), scene.meshes[0].faces.len())
    };
    assert_eq!(with(|_| {}), (0, 3));
    assert_eq!(with(|made| made.groups[0].vertex_count = 2), (1, 2));
    assert_eq!(with(|made| made.groups[1].first_vertex = u32::MAX), (2, 1));
    assert_eq!(with(|made| made.groups[1].first_texcoord = 2), (1, 1));
    assert_eq!(with(|made| made.groups[1].polygon_count = u32::MAX), (1, 3));
    assert_eq!(with(|made| made.polygons[0].vertices[2] = 3), (1, 2));
    // If several groups contain a polygon, the first one draws it.
    assert_eq!(with(|made| made.groups[1].first_polygon = 0), (0, 2));
    // NaN is read as 0.
    assert_eq!(with(|made| made.vertices[0].x = f32::NAN), (0, 3));
    assert_eq!(with(|made| made.states.clear()), (0, 3));
    // A texture number past the end means no texture.
    assert_eq!(with(|made| made.groups[1].texture = u32::MAX), (0, 3));
}
