//! Numbering and lookup in a scene: draw ids of faces, spans of elements, and elements at a byte.

use glam::{Mat4, Vec3};
use gouraud::bytes::{SourceId, Span};
use gouraud::scene::{
    ColourTable, DrawIds, Element, Face, FaceRef, Faces, Id, Layer, LayerKind, Material, Mesh,
    NO_CORNER, Node, Origin, Palette, Scene, SceneIndex, Spans, Surface, Table, TableRow,
};
use proptest::prelude::*;

const FILE: SourceId = SourceId(7);
const OTHER: SourceId = SourceId(8);

/// Face `index` of the file, with corners in strip order.
fn face(index: u32, corners: [u32; 4]) -> Face {
    Face { corners, colours: [[128; 3]; 4], index, ..Face::default() }
}

fn origin(start: u64, len: u64, path: &str) -> Origin {
    Origin::new(Span::new(FILE, start, len), path)
}

/// | bytes | content |
/// |---|---|
/// | 0..100 | mesh 0: positions 10..40 (5 of 6 bytes), faces 40..100 at 40, 52, 76, 80; the second was dropped |
/// | 100..140 | mesh 1: one face of 40 bytes |
/// | 200..232 | palette 0 of 16 entries |
/// | 232..240 | a colour table of two 4-byte entries |
/// | 240..260 | a table row |
///
/// Nodes 0 and 2 place mesh 0, node 1 has no mesh, node 3 places mesh 1.
fn scene() -> Scene {
    let square = [0, 1, 2, 3];
    let starts = [0, 12, 36, 40];
    let first = Mesh {
        name: "first".into(),
        origin: origin(0, 100, "models[0]"),
        positions: vec![Vec3::ZERO; 5],
        position_spans: Spans::even(FILE, 10, 6, 5, "models[0].vertices".into()),
        faces: Faces::from_iter([face(0, square), face(2, [2, 3, 4, NO_CORNER]), face(3, square)]),
        face_spans: Spans::table(FILE, 40, 100, starts.into(), "models[0].faces".into()),
        ..Mesh::default()
    };
    let second = Mesh {
        name: "second".into(),
        origin: origin(100, 40, "models[1]"),
        faces: Faces::from_iter([face(0, square)]),
        face_spans: Spans::even(FILE, 100, 40, 1, "models[1].faces".into()),
        ..Mesh::default()
    };
    let node = |mesh, parent| Node { mesh, parent, ..Node::default() };
    Scene {
        nodes: vec![
            node(Some(Id::new(0)), None),
            node(None, None),
            node(Some(Id::new(0)), None),
            node(Some(Id::new(1)), None),
        ]
        .into(),
        meshes: vec![first, second].into(),
        palettes: vec![Palette {
            name: "p".into(),
            id: 0,
            stored: vec![0; 16],
            rule: <[u16]>::to_vec,
            position: None,
            origin: origin(200, 32, "palettes[0]"),
            entries: Spans::even(FILE, 200, 2, 16, "palettes[0].entries".into()),
        }]
        .into(),
        colour_tables: vec![ColourTable {
            name: "RGBs".into(),
            colours: [[0; 3]; 2].into(),
            origin: origin(232, 8, "rgbs"),
            entries: Spans::even(FILE, 232, 4, 2, "rgbs.entries".into()),
            ..Default::default()
        }]
        .into(),
        tables: vec![Table {
            name: "nodes".into(),
            columns: vec!["kind".into()],
            rows: vec![TableRow {
                cells: vec!["rail".into()],
                origin: origin(240, 20, "nodes[0]"),
            }],
        }]
        .into(),
        ..Scene::default()
    }
}

#[test]
fn draw_ids_number_the_faces_of_all_instances_in_order() {
    let scene = scene();
    let ids = scene.draw_ids();
    assert_eq!((ids.total(), scene.drawn_faces()), (7, 7));
    let faces: Vec<(u32, u32)> = (0..7)
        .map(|id| ids.face(id).map(|face| (face.node.number(), face.face)).unwrap())
        .collect();
    assert_eq!(faces, [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2), (3, 0)]);
    let bases: Vec<_> = (0..5).map(|node| ids.base(Id::new(node))).collect();
    assert_eq!(bases[..4], [Some(0), Some(3), Some(3), Some(6)]);
}

#[test]
fn unused_draw_ids_have_no_face() {
    let ids = scene().draw_ids();
    assert_eq!(ids.face(7), None);
    assert_eq!(ids.face(u32::MAX), None);
    assert_eq!(ids.id(FaceRef { node: Id::new(9), face: 0 }), None);
    assert_eq!((DrawIds::default().total(), DrawIds::default().face(0)), (0, None));
    assert_eq!(
        (Scene::default().draw_ids().total(), Scene::default().draw_ids().face(0)),
        (0, None)
    );
}

proptest! {
    #[test]
    fn draw_ids_and_faces_convert_both_ways(counts in proptest::collection::vec(0usize..5, 0..12)) {
        let mesh = |faces| Mesh { faces: std::iter::repeat_n(face(0, [0; 4]), faces).collect(), ..Mesh::default() };
        let node = |mesh| Node { mesh: Some(mesh), ..Node::default() };
        let scene = Scene {
            meshes: counts.iter().map(|count| mesh(*count)).collect(),
            nodes: (0..counts.len()).map(Id::at).map(node).collect(),
            ..Scene::default()
        };
        let ids = scene.draw_ids();
        prop_assert_eq!(ids.total() as usize, counts.iter().sum::<usize>());
        let mut id = 0;
        for (node, count) in scene.nodes.ids().zip(&counts) {
            for face in 0..*count as u32 {
                let face = FaceRef { node, face };
                prop_assert_eq!(ids.id(face), Some(id));
                prop_assert_eq!(ids.face(id), Some(face));
                id += 1;
            }
        }
        prop_assert_eq!(ids.face(id), None);
    }

    #[test]
    fn spans_find_the_element_of_each_byte(lens in proptest::collection::vec(1u32..9, 1..20), start in 0u64..99) {
        let mut end = 0;
        let starts: Vec<u32> = lens.iter().map(|len| { end += len; end - len }).collect();
        let all = start + u64::from(end);
        let table = Spans::table(FILE, start, all, starts.into(), "faces".into());
        let mut at = start;
        for (index, len) in lens.iter().enumerate() {
            prop_assert_eq!(table.get(index), Span::new(FILE, at, u64::from(*len)));
            for byte in at..at + u64::from(*len) {
                prop_assert_eq!(table.index_at(FILE, byte), Some(index));
            }
            at += u64::from(*len);
        }
        prop_assert_eq!(table.index_at(FILE, all), None);
        prop_assert_eq!(table.all(), Span::new(FILE, start, u64::from(end)));
    }
}

#[test]
fn even_spans_advance_by_their_size() {
    let spans = Spans::even(FILE, 100, 8, 3, "vertices".into());
    assert_eq!(spans.get(2), Span::new(FILE, 116, 8));
    assert_eq!(
        spans.get(3),
        Span::new(FILE, 124, 0),
        "no byte belongs to the empty element at the end"
    );
    assert_eq!(spans.get(usize::MAX), Span::new(FILE, 124, 0));
    assert_eq!(spans.index_at(FILE, 99), None);
    assert_eq!(spans.index_at(FILE, 100), Some(0));
    assert_eq!(spans.index_at(FILE, 123), Some(2));
    assert_eq!(spans.index_at(FILE, 124), None);
    assert_eq!(spans.index_at(OTHER, 100), None, "another source's bytes");
    assert_eq!(spans.origin(1), origin(108, 8, "vertices[1]"));
    assert_eq!(Spans::default().index_at(SourceId::default(), 0), None);
}

#[test]
fn empty_spans_have_no_elements() {
    let spans = Spans::table(FILE, 5, 5, [].into(), "faces".into());
    assert_eq!((spans.get(0), spans.index_at(FILE, 5)), (Span::new(FILE, 5, 0), None));
}

fn at(offset: u64) -> Vec<Element> {
    let scene = scene();
    SceneIndex::new(&scene).at(&scene, FILE, offset)
}

#[test]
fn face_bytes_find_the_face_in_every_instance() {
    let here = |node| Element::Face(FaceRef { node, face: 0 });
    assert_eq!(at(45), [here(Id::new(0)), here(Id::new(2)), Element::Mesh(Id::new(0))]);
}

#[test]
fn finds_faces_by_stored_index_after_dropped_ones() {
    let here = |node| Element::Face(FaceRef { node, face: 1 });
    assert_eq!(at(78), [here(Id::new(0)), here(Id::new(2)), Element::Mesh(Id::new(0))]);
    assert_eq!(at(60), [Element::Mesh(Id::new(0))], "the dropped face is in no scene");
}

#[test]
fn vertex_bytes_find_the_vertex() {
    assert_eq!(
        at(22),
        [Element::Vertex { mesh: Id::new(0), vertex: 2 }, Element::Mesh(Id::new(0))]
    );
    assert_eq!(at(9), [Element::Mesh(Id::new(0))]);
}

#[test]
fn palette_bytes_find_the_entry_first() {
    let entry = Element::PaletteEntry { palette: Id::new(0), entry: 15 };
    assert_eq!(at(231), [entry, Element::Palette(Id::new(0))]);
    assert_eq!(at(232)[0], Element::ColourEntry { table: Id::new(0), entry: 0 });
    assert_eq!(at(259), [Element::Row { table: Id::new(0), row: 0 }]);
}

#[test]
fn unused_bytes_find_nothing() {
    assert_eq!(at(150), []);
    assert_eq!(at(u64::MAX), []);
    let scene = scene();
    assert_eq!(SceneIndex::new(&scene).at(&scene, OTHER, 45), []);
}

#[test]
fn found_elements_contain_the_byte() {
    let scene = scene();
    let index = SceneIndex::new(&scene);
    for offset in 0..260 {
        let found = index.at(&scene, FILE, offset);
        let spans: Vec<Span> =
            found.iter().map(|element| scene.origin(*element).unwrap().span).collect();
        assert!(spans.iter().all(|span| span.contains(offset)), "{offset}: {found:?} {spans:?}");
        assert!(spans.is_sorted_by_key(|span| span.len), "{offset}: smallest first, {spans:?}");
    }
}

#[test]
fn elements_have_field_paths() {
    let scene = scene();
    let path = |element| scene.origin(element).map(|origin| origin.path);
    let face = Element::Face(FaceRef { node: Id::new(2), face: 1 });
    assert_eq!(path(face).as_deref(), Some("models[0].faces[2]"), "by the stored index");
    let vertex = Element::Vertex { mesh: Id::new(0), vertex: 4 };
    assert_eq!(path(vertex).as_deref(), Some("models[0].vertices[4]"));
    assert_eq!(path(Element::Face(FaceRef { node: Id::new(1), face: 0 })), None);
    assert_eq!(path(Element::Texture(Id::new(0))), None);
}

#[test]
fn triangles_of_a_quad_share_its_diagonal_and_facing() {
    let quad = face(0, [0, 1, 2, 3]);
    assert_eq!((quad.is_triangle(), quad.sides()), (false, 4));
    assert_eq!(quad.triangles(), [[0, 1, 2], [2, 1, 3]]);
    assert_eq!(quad.perimeter(), [0, 1, 3, 2]);
    // A unit square in strip order: lower left, lower right, upper left, upper right.
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X + Vec3::Y];
    for triangle in quad.triangles() {
        let [a, b, c] = triangle.map(|corner| corners[corner]);
        assert_eq!((b - a).cross(c - a), Vec3::Z);
    }
    let ring: f32 = (0..4)
        .map(|i| (corners[quad.perimeter()[i]], corners[quad.perimeter()[(i + 1) % 4]]))
        .map(|(a, b)| a.cross(b).z / 2.0)
        .sum();
    assert_eq!(ring, 1.0, "the perimeter goes around the square once, the same way");
}

#[test]
fn a_triangle_has_no_fourth_corner() {
    let triangle = face(0, [5, 6, 7, NO_CORNER]);
    assert_eq!((triangle.is_triangle(), triangle.sides()), (true, 3));
    assert_eq!(triangle.triangles(), [[0, 1, 2]]);
    assert_eq!(triangle.perimeter(), [0, 1, 2]);
}

#[test]
fn transforms_add_up_from_parent_to_child() {
    let node =
        |parent, x| Node { parent, local: Mat4::from_translation(Vec3::X * x), ..Node::default() };
    let scene = Scene {
        nodes: vec![
            node(None, 1.0),
            node(Some(Id::new(0)), 2.0),
            node(Some(Id::new(1)), 4.0),
            node(Some(Id::new(9)), 8.0),
        ]
        .into(),
        ..Scene::default()
    };
    let x: Vec<f32> = scene.world_transforms().iter().map(|world| world.w_axis.x).collect();
    assert_eq!(x, [1.0, 3.0, 7.0, 8.0], "a missing parent counts as none");
}

#[test]
fn creates_each_layer_once() {
    let mut scene = Scene::default();
    let drawn = scene.layer("drawn", LayerKind::Drawn, true);
    let rails = scene.layer("rails", LayerKind::Helper, false);
    assert_eq!((drawn, rails, scene.layer("drawn", LayerKind::Helper, false)), (0, 1, 0));
    let expected = Layer { name: "drawn".into(), kind: LayerKind::Drawn, visible: true };
    assert_eq!(scene.layers[0], expected);
}

#[test]
fn counts_a_missing_texture_once_for_all_materials() {
    let look = |surface, double_sided| Material { surface, double_sided, ..Material::PLAIN };
    let missing = |name| Surface::Missing(name);
    let materials = vec![
        look(missing(Some(7)), false),
        look(missing(Some(7)), true),
        look(missing(Some(8)), false),
        look(missing(None), false),
        look(Surface::Textured { texture: Id::new(0), palette: None }, false),
        look(Surface::Plain, false),
    ];
    assert_eq!(Scene { materials: materials.into(), ..Scene::default() }.missing_textures(), 3);
    assert_eq!(Scene::default().missing_textures(), 0);
}
