use gouraud::bytes::{Endian, FieldId};
use gouraud::container::{Context, NoNames};
use gouraud::formats::totem::mesh::{Footer, Mesh, Strip};
use gouraud::formats::totem::name_hash;
use gouraud::formats::{Loaded, Records};
use gouraud::scene::{
    Element, FaceRef, Front, HelperShape, Id, LayerKind, SceneIndex, Surface, TexelFormat,
};
use gouraud_testing::build::totem;

use super::fixture::{
    BITMAP, Folder, MATERIAL, alone, bitmap, material, mesh, mesh_ps2, mesh_with_groups, open,
    problems, sample, scene_among,
};
use gouraud::formats::totem::Platform;

/// The smallest mesh of the document: one triangle, no texture coordinates.
fn smallest() -> Vec<u8> {
    let mut bytes = vec![0; 96];
    let words: [u32; 1] = [0x0006_0000];
    bytes.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    bytes.extend(3u32.to_be_bytes());
    for value in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(value.to_be_bytes());
    }
    bytes.extend([0; 8]);
    bytes.extend(1u32.to_be_bytes());
    bytes.extend(3u32.to_be_bytes());
    bytes.extend([0, 0, 0, 1, 0, 2]);
    bytes.extend(0u32.to_be_bytes());
    bytes.extend(1u32.to_be_bytes());
    bytes.extend([0; 4 + 4 + 12 + 8]);
    bytes
}

#[test]
fn smallest_mesh_of_the_document_round_trips() {
    let bytes = smallest();
    assert_eq!(bytes.len(), 198);
    let document = open("smallest", &bytes);
    assert_eq!((document.format.id, document.version.as_str()), ("totem.mesh", "GameCube"));
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.content.write().unwrap(), bytes);
    let scene = alone(&document);
    assert_eq!(scene.meshes[0].faces.get(0).unwrap().corners[..3], [0, 2, 1]);
}

#[test]
fn byte_order_and_link_follow_from_the_structure() {
    for (mesh, endian) in [(mesh(), Endian::Big), (mesh_ps2(), Endian::Little)] {
        for link in [None, Some(0x1234_5678)] {
            let mut mesh = mesh.clone();
            mesh.platform.link = link;
            let document = open("anything", &mesh.write().unwrap());
            let version = if endian == Endian::Big { "GameCube" } else { "PlayStation 2" };
            assert_eq!(document.version, version);
            assert_eq!(document.content.write().unwrap(), mesh.write().unwrap());
            let field = document.tree.find("link_hash");
            assert_eq!(field.is_ok(), link.is_some());
        }
    }
}

#[test]
fn counts_every_array_and_covers_every_byte() {
    for mesh in [mesh(), mesh_with_groups(), mesh_ps2()] {
        let document = open("mesh", &mesh.write().unwrap());
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        assert_eq!(document.counts.get("strips"), Some(2));
        assert_eq!(document.counts.get("triangles"), Some(3));
        assert_eq!(document.counts.get("vertices"), Some(7));
        assert_eq!(document.counts.get("materials"), Some(1));
    }
}

#[test]
fn added_strip_reads_back() {
    let document = open("mesh", &mesh().write().unwrap());
    let bytes = document.content.write().unwrap();
    let source = gouraud::bytes::Source::from_bytes("mesh", bytes);
    let mut read = Loaded::<Mesh>::open(&source).unwrap().0.records;
    let corner =
        totem::Corner { position: [9.0, 9.0, 9.0], texcoord: [0.0; 2], normal: [0.0, 1.0, 0.0] };
    totem::add_strip(&mut read, name_hash("OTHER"), &[corner; 5]);
    read.strips.swap_remove(0);
    read.strip_data.swap_remove(0);
    let again = open("mesh", &read.write().unwrap());
    assert_eq!(again.counts.get("strips"), Some(2));
    assert_eq!(again.counts.get("materials"), Some(2));
    // Five equal corners make three degenerate triangles.
    assert_eq!(again.counts.get("faces"), Some(4));
    assert_eq!(again.counts.get("triangles"), Some(4));
}

#[test]
fn mesh_finds_its_material_and_bitmap() {
    let document = open("TENT.TMESH", &mesh().write().unwrap());
    let folder = Folder::of(&[
        (MATERIAL, material(Platform::GAMECUBE).write().unwrap()),
        (BITMAP, bitmap(Platform::GAMECUBE).write().unwrap()),
    ]);
    let (scene, missing) = scene_among(&document, &folder);
    assert_eq!(missing, [""; 0]);
    let texture = &scene.textures[0];
    assert_eq!((texture.name.as_str(), texture.format), ("CLOTH", TexelFormat::Rgba8));
    assert_eq!(texture.id, name_hash(BITMAP));
    let textured = Surface::Textured { texture: Id::new(0), palette: None };
    assert!(scene.materials.iter().all(|material| material.surface == textured));
    assert_eq!(scene.meshes[0].faces.get(0).unwrap().uvs[2], [1.0, 0.0]);

    // Files without a known name are named by their hashes.
    let hex = |name: &str| -> &str { format!("{:08X}", name_hash(name)).leak() };
    let folder = Folder::of(&[
        (hex(MATERIAL), material(Platform::GAMECUBE).write().unwrap()),
        (hex(BITMAP), bitmap(Platform::GAMECUBE).write().unwrap()),
    ]);
    assert_eq!(scene_among(&document, &folder).1, [""; 0]);

    // Extracted files have safe names, which a companion name table resolves.
    let names = gouraud_testing::build::totem::names([MATERIAL, BITMAP]).write();
    let folder = Folder::of(&[
        ("DB__PROPS_CLOTH.TMATERIAL", material(Platform::GAMECUBE).write().unwrap()),
        ("DB__PROPS_CLOTH.TBITMAP", bitmap(Platform::GAMECUBE).write().unwrap()),
        ("PROPS.NGC", names),
    ]);
    assert_eq!(scene_among(&document, &folder).1, [""; 0]);
}

#[test]
fn missing_companions_are_reported_once() {
    let document = open("mesh", &mesh().write().unwrap());
    let (_, missing) = scene_among(&document, &Folder::default());
    let hash = name_hash(MATERIAL);
    assert_eq!(missing, [format!("material not found: {hash:08X}")]);
    let folder = Folder::of(&[(MATERIAL, material(Platform::GAMECUBE).write().unwrap())]);
    let (scene, missing) = scene_among(&document, &folder);
    assert_eq!(missing.len(), 1);
    assert!(missing[0].contains("bitmap"), "{missing:?}");
    assert_eq!(scene.materials[0].surface, Surface::Missing(Some(name_hash(BITMAP))));
}

#[test]
fn animated_material_references_its_base_material() {
    let document = open("mesh", &mesh().write().unwrap());
    let mut animated = vec![1, 0, 0, 0, 0, 9, 9, 9];
    animated.extend(name_hash("STILL").to_be_bytes());
    let mut still = material(Platform::GAMECUBE);
    still.material.texture = 0;
    let folder = Folder::of(&[(MATERIAL, animated), ("STILL", still.write().unwrap())]);
    assert_eq!(scene_among(&document, &folder).1, [""; 0]);
}

/// With flag 4, no shapes are stored and the hull is computed from the vertices. Of a pyramid of five
/// points with one point inside, the hull has the eight edges, each traversed twice.
#[test]
fn mesh_with_flag_4_has_the_hull_of_its_vertices() {
    let mut mesh = mesh_with_groups();
    mesh.vertices = vec![
        [-1.0, 0.0, -1.0],
        [1.0, 0.0, -1.0],
        [1.0, 0.0, 1.0],
        [-1.0, 0.0, 1.0],
        [0.0, 2.0, 0.0],
        [0.1, 0.5, 0.1],
    ];
    let hulls = |mesh: &Mesh| {
        let scene = alone(&open("mesh", &mesh.write().unwrap()));
        let hulls = scene.helpers.iter().filter(|helper| helper.name.starts_with("hull"));
        let lines = hulls.map(|helper| match &helper.shape {
            HelperShape::Line(line) => {
                assert!(!scene.layers[usize::from(helper.layer)].visible);
                line.clone()
            }
            other => panic!("{other:?}"),
        });
        lines.collect::<Vec<_>>()
    };
    let [line] = &hulls(&mesh)[..] else { panic!("one hull") };
    assert_eq!(line.len(), 1 + 2 * 8);
    assert!(line.iter().all(|at| at.y == 0.0 || at.y == 2.0), "the inner point is not on the hull");
    mesh.header.flags = 0;
    mesh.strip_groups.clear();
    assert!(hulls(&mesh).is_empty());
}

#[test]
fn reports_strips_listed_in_another_order() {
    let mut mesh = mesh();
    mesh.footer.strip_order = Some(vec![1, 0]);
    let reported = problems(&open("mesh", &mesh.write().unwrap()));
    assert!(reported[0].ends_with(" strip_order[0]") && reported.len() == 1, "{reported:?}");
}

#[test]
fn collision_shapes_are_helpers_on_a_separate_layer() {
    let scene = alone(&open("mesh", &mesh().write().unwrap()));
    let layer = usize::from(scene.helpers[0].layer);
    assert_eq!(scene.layers[layer].kind, LayerKind::Helper);
    assert!(!scene.layers[layer].visible, "hidden, as the shapes would cover the mesh");
    let own = || scene.helpers.iter().filter(|helper| usize::from(helper.layer) == layer);
    let shapes: Vec<&HelperShape> = own().map(|helper| &helper.shape).collect();
    let [HelperShape::Sphere { radius, .. }, HelperShape::Cuboid { centre, half_axes }, cylinder] =
        shapes[..]
    else {
        panic!("{shapes:?}")
    };
    assert_eq!(*radius, 0.5);
    assert_eq!(centre.to_array(), [1.0, 1.5, 0.0]);
    assert_eq!(half_axes.map(|axis| axis.length()), [1.0, 1.5, 2.0]);
    let HelperShape::Cylinder { axis, .. } = cylinder else { panic!("{cylinder:?}") };
    assert_eq!(axis.to_array(), [0.0, 2.0, 0.0]);
    let paths: Vec<&str> = own().map(|helper| helper.origin.path.as_str()).collect();
    assert_eq!(paths, ["spheres[0]", "cuboids[0]", "cylinders[0]"]);
}

#[test]
fn faces_reference_their_strip_and_bytes() {
    let document = open("mesh", &mesh_with_groups().write().unwrap());
    let scene = alone(&document);
    let fields: Vec<&str> = scene.face_fields.iter().map(|field| field.name).collect();
    assert_eq!(fields, ["strip", "tri_order", "material", "group", "triangle"]);
    let values = |field: usize| scene.meshes[0].face_values[field].iter();
    assert!(values(0).eq([0, 0, 1]));
    assert!(values(3).eq([u32::MAX, u32::MAX, 7]));
    let index = SceneIndex::new(&scene);
    for face in 0..3 {
        let element = Element::Face(FaceRef { node: Id::new(0), face });
        let origin = scene.origin(element).unwrap();
        assert_eq!(origin.span.len, 6);
        // The field of a face leads back to the face.
        let field: FieldId = document.tree.find(&origin.path).unwrap();
        let field = document.tree.field(&field).unwrap();
        assert!(origin.span.contains(field.span.start));
        assert_eq!(index.at(&scene, field.span.source, field.span.start)[0], element);
    }
}

#[test]
fn material_index_wraps_for_strips_with_groups() {
    let mut mesh = mesh_with_groups();
    mesh.materials = vec![1, 2, 3];
    (mesh.strips[0].material, mesh.strips[1].material) = (5, 10);
    assert_eq!(mesh.material_of(&mesh.strips[0]), Some(0));
    assert_eq!(mesh.material_of(&mesh.strips[1]), Some(2));
    let document = open("mesh", &mesh.write().unwrap());
    assert!(problems(&document)[0].starts_with("note"), "{:?}", problems(&document));
    mesh.header.flags = 0;
    assert_eq!(mesh.material_of(&mesh.strips[0]), None);
}

#[test]
fn identifies_footers_by_their_end() {
    let footer = |bytes: &[u8]| {
        let mut mesh = mesh_ps2();
        mesh.footer = Footer { tail: bytes.to_vec(), ..Footer::default() };
        let document = open("mesh", &mesh.write().unwrap());
        assert_eq!(document.content.write().unwrap(), mesh.write().unwrap());
        let source = document.source.clone();
        let footer = Loaded::<Mesh>::open(&source).unwrap().0.records.footer;
        (footer, problems(&document))
    };
    let order = [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
    let submesh = [[1, 0, 0, 0, 0, 1, 0, 0, 0].as_slice(), &[0; 16]].concat();
    let (read, reported) = footer(&order);
    assert_eq!((read.strip_order, reported.len()), (Some(vec![0, 1]), 0));
    let (read, reported) = footer(&submesh);
    assert_eq!((read.submeshes.unwrap().len(), reported.len()), (1, 0));
    let (read, reported) = footer(&[order.as_slice(), &submesh].concat());
    assert!(read.submeshes.is_some() && read.strip_order.is_some() && reported.is_empty());
    let (read, _) = footer(&[]);
    assert_eq!(read, Footer::default());
    // A fourth kind of shape, and bytes of unknown structure.
    for tail in [[9, 0, 0, 0, 1, 2, 3].as_slice(), &[0, 0, 0, 0, 1]] {
        let (read, reported) = footer(tail);
        assert_eq!(read.tail, tail);
        assert_eq!(reported.len(), 1);
        assert!(
            reported[0].starts_with("warning") && reported[0].ends_with("tail"),
            "{reported:?}"
        );
    }
    let tail = [9, 0, 0, 0, 1, 2, 3];
    let mut mesh = mesh_ps2();
    mesh.footer = Footer { tail: tail.to_vec(), ..Footer::default() };
    let document = open("mesh", &mesh.write().unwrap());
    assert!(document.tree.find("fourth_shape_count").is_ok() && document.tree.find("tail").is_ok());
}

#[test]
fn lists_playstation_2_vectors_in_a_table() {
    let scene = alone(&open("mesh", &mesh_ps2().write().unwrap()));
    let table = scene.tables.iter().find(|table| table.name == "Sub-meshes").unwrap();
    assert_eq!(table.rows.len(), 2);
    assert_eq!(table.rows[1].cells, ["0", "0", "1", "-0.5", "0", "0", "1"]);
    assert_eq!(table.rows[1].origin.path, "submeshes[0].values[1]");
    let rows = scene.tables.iter().find(|table| table.name == "Sub-meshes as rows").unwrap();
    assert_eq!(rows.rows[0].cells, ["0", "0", "0", "1", "3", "-0.5", "0"]);
    assert_eq!(rows.rows[1].cells, ["0", "0", "1", "2", "4", "0", "1"]);
    assert_eq!(rows.rows[1].origin.path, "submeshes[0].values[0][1]");
}

#[test]
fn notes_lists_that_such_meshes_do_not_have() {
    let mut groups = mesh_with_groups();
    groups.spheres.push(gouraud_testing::build::totem::sphere([1.0, 2.0, 3.0], 0.5));
    let all = problems(&open("mesh", &groups.write().unwrap()));
    assert!(all.len() == 1 && all[0].starts_with("note") && all[0].ends_with("spheres"), "{all:?}");
    let mut ps2 = mesh_ps2();
    ps2.texcoords = vec![[0.0, 1.0]];
    let all = problems(&open("mesh", &ps2.write().unwrap()));
    assert!(
        all.iter().any(|line| line.starts_with("note") && line.ends_with("texcoords")),
        "{all:?}"
    );
}

#[test]
fn contradicting_normals_reverse_only_the_drawn_faces() {
    let mut turned = mesh();
    for normal in &mut turned.normals {
        *normal = normal.map(|v| -v);
    }
    let document = open("mesh", &turned.write().unwrap());
    assert!(problems(&document)[0].starts_with("note"), "{:?}", problems(&document));
    let scene = alone(&document);
    assert_eq!(scene.meshes[0].front, Front::Turned);
    let straight = alone(&open("mesh", &mesh().write().unwrap()));
    assert_eq!(straight.meshes[0].front, Front::Sure);
    assert_eq!(
        scene.meshes[0].faces.get(0).unwrap().corners,
        straight.meshes[0].faces.get(0).unwrap().corners
    );
}

/// Corners as another library lists them: mirrored with respect to ours.
fn listed(text: &str) -> Vec<[[u32; 3]; 3]> {
    let corner = |text: &str| {
        let mut ids = text.split('/').map(|id| id.parse().unwrap());
        std::array::from_fn(|_| ids.next().unwrap())
    };
    let line = |line: &str| {
        let mut words = line.split(' ').skip(1).map(corner);
        let [a, b, c] = std::array::from_fn(|_| words.next().unwrap());
        [a, c, b]
    };
    text.lines().map(line).collect()
}

#[test]
fn sample_triangles_match_their_generator() {
    let list = sample("box_0.tris.txt");
    let expected = listed(&String::from_utf8(list).unwrap());
    // Half of the triangles disagree with their normals, so that the winding is kept.
    let winding = "note 0x124 strips";
    for (name, version, helpers, expected_problems) in [
        ("box_0.ngc.TMESH", "GameCube", 3, &[winding][..]),
        ("box_0.ps2.TMESH", "PlayStation 2", 3, &[winding, "note 0xcc texcoords"]),
        ("box_0.flag4.ngc.TMESH", "GameCube", 0, &[winding]),
    ] {
        let bytes = sample(name);
        let document = open(name, &bytes);
        assert_eq!((document.format.id, document.version.as_str()), ("totem.mesh", version));
        assert_eq!(document.content.write().unwrap(), bytes, "{name}");
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{name}");
        assert_eq!(problems(&document), expected_problems, "{name}");
        let source = document.source.clone();
        let mesh = Loaded::<Mesh>::open(&source).unwrap().0.records;
        let found: Vec<[[u32; 3]; 3]> = mesh
            .triangles()
            .map(|(triangle, ids)| {
                let data = &mesh.strip_data[triangle.strip];
                std::array::from_fn(|i| {
                    let corner = data.corners[triangle.corners[i]];
                    [ids[i].into(), corner.texcoord_id.into(), corner.normal_id.into()]
                })
            })
            .collect();
        assert_eq!(found, expected, "{name}");
        let scene = alone(&document);
        let named =
            |start: &str| scene.helpers.iter().filter(|h| h.name.starts_with(start)).count();
        let shapes = scene.helpers.len() - named("bounding") - named("hull");
        assert_eq!((scene.drawn_faces(), shapes), (12, helpers), "{name}");
        assert_eq!(named("hull"), usize::from(name.contains("flag4")), "{name}");
        let corners: Vec<[u32; 3]> = scene.meshes[0]
            .faces
            .iter()
            .map(|f| [f.corners[0], f.corners[1], f.corners[2]])
            .collect();
        let positions: Vec<[u32; 3]> = expected.iter().map(|t| t.map(|corner| corner[0])).collect();
        assert_eq!(corners, positions, "{name}");
        assert_eq!(scene.meshes[0].front, Front::Open);
    }
}

#[test]
fn materials_without_a_name_have_their_hash() {
    let document = open("mesh", &mesh().write().unwrap());
    let context = Context { names: &NoNames, ..Context::ALONE };
    let (scene, _) = document.content.displayed().scene(context).unwrap();
    assert_eq!(scene.materials[0].name, format!("{:08X}", name_hash(MATERIAL)));
}

#[test]
fn short_strips_and_invalid_orders_are_shown_as_far_as_possible() {
    let mut mesh = totem::mesh();
    mesh.vertices = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN, 0.0, 0.0]];
    let strip = |ids: &[u16], tri_order| Strip { vertex_ids: ids.to_vec(), material: 3, tri_order };
    mesh.strips = vec![
        strip(&[], 1),
        strip(&[0], 1),
        strip(&[0, 1], 2),
        strip(&[0, 1, 2], 9),
        strip(&[0, 1, 200], 1),
    ];
    let document = open("mesh", &mesh.write().unwrap());
    let reported = problems(&document);
    for end in ["strips[3].tri_order", "strips[4].vertex_ids[2]", "vertices[3]"] {
        assert!(reported.iter().any(|line| line.ends_with(end)), "{end}: {reported:?}");
    }
    let scene = alone(&document);
    assert_eq!(scene.drawn_faces(), 1);
    // The face with an invalid vertex is counted and found by its values: strip, order, material.
    assert_eq!(scene.meshes[0].undrawn.len(), 1);
    assert_eq!(scene.meshes[0].undrawn[0][..3], [4, 1, 3]);
    assert!(scene.meshes[0].positions.iter().all(|position| position.is_finite()));
    assert_eq!(document.content.write().unwrap(), mesh.write().unwrap());
}
