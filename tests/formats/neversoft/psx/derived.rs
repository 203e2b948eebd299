//! Dependent fields (section 27), and the notes on files that store other values.

use gouraud::bytes::Value;
use gouraud::edit::{Computed, EditOp, apply, recomputed};
use gouraud::formats::neversoft::psx::chunk::Body;
use gouraud::formats::neversoft::psx::records::{Normal, Version, Vertex};
use gouraud::formats::neversoft::psx::{File, derive};
use gouraud_testing::build::psx::{Builder, Polygon, block_map};

use super::fixture::{bytes, edit, open, records, rewritten, square};
use gouraud_testing::fixtures::{self, Fixture};

fn notes(bytes: &[u8]) -> Vec<String> {
    open(bytes).audit().problems.iter().map(|p| p.to_string()).collect()
}

#[test]
fn values_from_the_builder_have_no_notes() {
    assert_eq!(notes(&bytes()), [""; 0]);
}

#[test]
fn notes_a_radius_that_is_too_small() {
    let small = edit(&bytes(), "models[0].radius", &1000u32.to_le_bytes());
    let all = notes(&small);
    assert!(all.len() == 1 && all[0].contains("the farthest vertex is"), "{all:?}");
    // Official tools store up to one unit less.
    let stored = records(&bytes()).models[0].radius & !0xFFF;
    assert_eq!(notes(&edit(&bytes(), "models[0].radius", &stored.to_le_bytes())), [""; 0]);
}

#[test]
fn notes_bounds_that_do_not_enclose_the_model() {
    let all = notes(&edit(&bytes(), "models[0].bounds.xmax", &5i16.to_le_bytes()));
    assert!(all.iter().any(|note| note.contains("do not enclose")), "{all:?}");
}

#[test]
fn notes_a_normal_that_is_not_perpendicular() {
    let all = notes(&edit(&bytes(), "models[0].normals[0]", &[0, 16, 0, 0, 0, 0]));
    assert!(all.len() == 1 && all[0].contains("not perpendicular"), "{all:?}");
}

#[test]
fn accepts_reversed_normals() {
    let stored = records(&bytes()).models[0].normals[0];
    let turned = [-stored.x, -stored.y, -stored.z].map(i16::to_le_bytes).concat();
    assert_eq!(notes(&edit(&bytes(), "models[0].normals[0]", &turned)), [""; 0]);
}

/// Notes on a model with this face, whose first normal is replaced.
fn notes_on(polygon: Polygon, normal: [i16; 3]) -> Vec<String> {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[polygon]);
    builder.object(model, [0; 3]);
    let file = builder.finish().unwrap().write().unwrap();
    notes(&edit(&file, "models[0].normals[0]", &normal.map(i16::to_le_bytes).concat()))
}

#[test]
fn accepts_normals_of_any_three_corners_of_a_bent_quad() {
    let bent = || Polygon::quad([[0, 0, 0], [64, 0, 0], [0, 64, 0], [64, 64, 64]]);
    let other = [2365, 2365, -2365];
    assert_eq!(notes_on(bent(), other), [""; 0]);
    assert_eq!(notes_on(bent(), [4096, 0, 0]).len(), 1);
}

#[test]
fn accepts_rounded_normals_of_thin_faces() {
    let strip = |height| Polygon::triangle([[0, 0, 0], [200, 0, 0], [0, height, 0]]);
    let leaning = [0, 1000, -3972];
    assert_eq!(notes_on(strip(4), leaning), [""; 0]);
    assert_eq!(notes_on(strip(100), leaning).len(), 1);
    assert_eq!(notes_on(strip(1), [0, 4096, 0]), [""; 0]);
}

/// A character, whose vertices are in sixteenths of units.
fn figure() -> Vec<u8> {
    super::figure::packed().write().unwrap()
}

#[test]
fn sizes_of_characters_are_in_units() {
    let file = records(&figure());
    let body = &file.models[0];
    assert_eq!((body.bounds.xmax, body.bounds.xmin), (4, -4));
    assert_eq!((body.bounds.ymax, body.bounds.ymin), (4, -6));
    let far = f64::from(64 * 64 + 96 * 96).sqrt() / 16.0;
    assert_eq!(body.radius, (far * 4096.0).ceil() as u32);
    assert_eq!(notes(&figure()), [""; 0]);
    // The rounding of the original tools makes it up to two units less.
    let close = edit(&figure(), "models[0].bounds.ymin", &(-4i16).to_le_bytes());
    assert_eq!(notes(&close), [""; 0]);
    let short = edit(&figure(), "models[0].bounds.ymin", &(-3i16).to_le_bytes());
    assert!(notes(&short)[0].contains("do not enclose"));
}

#[test]
fn computes_bounds_from_positions_and_stored_references() {
    // The arm: its left corners are stitched to the body.
    let stored = records(&figure()).models[2].bounds;
    let short = edit(&figure(), "models[2].bounds.ymax", &5i16.to_le_bytes());
    let computed = open(&short).audit().computed;
    let value = |name: &str| {
        let path = format!("models[2].bounds.{name}");
        computed.iter().find(|(field, _)| *field == path).map(|(_, value)| value.clone()).unwrap()
    };
    assert_eq!(value("ymax"), Value::Int(10));
    assert_eq!(value("xmin"), Value::Int(stored.xmin.into()), "derived from the stored references");
    assert_eq!(value("xmax"), Value::Int(1));
    assert!(open(&figure()).audit().computed.is_empty());
}

#[test]
fn drawing_codes_do_not_depend_on_semi_transparency() {
    let made = |mode: Option<u16>| {
        let face = mode.map_or(square(0), |mode| square(0).blended(mode));
        let mut builder = Builder::new(Version::V4);
        let model = builder.model(1, &[face]);
        builder.object(model, [0; 3]);
        builder.finish().unwrap()
    };
    for mode in [None, Some(0), Some(1)] {
        let file = made(mode);
        assert_eq!(file.models[0].faces[0].colour[3], 0x28);
        assert_eq!(notes(&file.write().unwrap()), [""; 0]);
    }
}

#[test]
fn notes_a_block_map_that_misses_an_object() {
    let mut file = super::fixture::file();
    let library = file.library.as_mut().unwrap();
    for chunk in &mut library.chunks {
        if let gouraud::formats::neversoft::psx::chunk::Body::BlockMap(map) = &mut chunk.body {
            map.cells.iter_mut().for_each(|cell| cell.objects.retain(|object| *object != 1));
        }
    }
    let all = notes(&file.write().unwrap());
    assert!(all.iter().any(|note| note.contains("object 1 touches this cell")), "{all:?}");
}

#[test]
fn block_map_covers_all_objects_in_square_cells() {
    let file = super::fixture::file();
    let map = file.last_chunk(|chunk| chunk.block_map()).unwrap();
    let [xmin, zmin, xmax, zmax] = map.bounds;
    assert_eq!((xmax - xmin) % 4, 0);
    assert_eq!(xmax - xmin, zmax - zmin);
    assert_eq!((map.nx, map.nz, map.cells.len()), (4, 4, 16));
    for object in 0..4 {
        assert!(map.cells.iter().any(|cell| cell.objects.contains(&object)), "object {object}");
    }
}

#[test]
fn degenerate_planes_have_no_normal() {
    let v = |x, y, z| Vertex { x, y, z, kind: 0 };
    let made = derive::normal([v(1, 2, 3), v(1, 2, 3), v(9, 9, 9)]);
    assert_eq!([made.x, made.y, made.z], [0, 0, 0]);
    // The triangle of the document.
    let made = derive::normal([v(-8, 0, 0), v(8, 0, 0), v(0, -4, 6)]);
    assert_eq!([made.x, made.y, made.z], [0, 3408, 2272]);
    assert_eq!(derive::radius(&[v(3, 4, 0), v(-1, 0, 0)], 1), 5 << 12);
    assert_eq!(derive::radius(&[v(1, 1, 0)], 1), 5793);
    assert_eq!(derive::radius(&[v(48, 64, 0)], 16), 5 << 12);
}

#[test]
fn derived_values_match_another_exporter() {
    let bytes = fixtures::read("neversoft/gm_sample1.psx");
    let file: File = records(&bytes);
    for model in &file.models {
        // This exporter clears the low bits, like the official one.
        assert_eq!(derive::radius(&model.vertices, 1) & !0xFFF, model.radius);
        assert_eq!(derive::bounds(&model.vertices, 1), model.bounds);
        for face in &model.faces {
            let corner = |i: usize| model.vertices[usize::from(face.indices()[i])];
            let made = derive::normal([corner(0), corner(1), corner(2)]);
            assert_eq!(made, model.normals[usize::from(face.normal)]);
        }
    }
    let map = file.last_chunk(|chunk| chunk.block_map()).unwrap();
    let footprints: Vec<_> = file
        .objects
        .iter()
        .map(|object| derive::footprint(object, &file.models[usize::from(object.model)]))
        .collect();
    let made = block_map(&footprints, 20);
    assert_eq!(made.bounds, [-1_179_648, -12_419_072, 12_419_072, 1_179_648]);
    assert_eq!(made.bounds, map.bounds);
    assert_eq!(notes(&bytes), [""; 0]);
}

#[test]
fn samples_round_trip() {
    let all = fixtures::of_family("neversoft").into_iter();
    for Fixture { name, bytes } in all.filter(|file| file.name.ends_with(".psx")) {
        assert_eq!(rewritten(&bytes), bytes, "{name}");
        assert!(super::fixture::fully_covered(&bytes), "{name}");
    }
}

#[test]
fn sprite_vertices_reference_their_anchors() {
    let file = super::fixture::file();
    let glow = &file.models[2];
    let kinds: Vec<u16> = glow.vertices.iter().map(|v| v.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == 16).count(), 4);
    for vertex in glow.vertices.iter().filter(|v| v.kind == 16) {
        let [anchor, mate] = [vertex.x, vertex.y].map(|offset| offset as usize / 8);
        assert_eq!((kinds[anchor], kinds[mate]), (0, 0));
        assert_ne!(anchor, mate);
    }
    let mut builder = Builder::new(Version::V4);
    builder.model(1, &[square(0), square(64), square(0).double_sided()]);
    let model = builder.finish().unwrap().models.remove(0);
    // Six corners, one plane.
    assert_eq!((model.vertices.len(), model.normals.len()), (6, 1));
}

/// The file after `recompute`, for these kinds of values.
fn after_recompute(bytes: &[u8], only: &[Computed]) -> Vec<u8> {
    let document = open(bytes);
    apply(&document, &recomputed(&document, "", only)).unwrap().source.bytes().to_vec()
}

fn with_models(change: impl Fn(&mut Normal)) -> Vec<u8> {
    let mut file = super::fixture::file();
    file.models[0].normals.iter_mut().for_each(change);
    file.write().unwrap()
}

#[test]
fn recomputes_normals_of_another_length() {
    let zero = with_models(|normal| *normal = Normal::default());
    let half = with_models(|n| (n.x, n.y, n.z) = (n.x / 2, n.y / 2, n.z / 2));
    for (changed, length) in [(zero, "length 0;"), (half, "length 2048;")] {
        let all = notes(&changed);
        assert!(all.iter().any(|note| note.contains(length)), "{all:?}");
        assert!(after_recompute(&changed, &[]) == bytes());
    }
}

#[test]
fn face_with_the_normal_of_another_gets_its_own() {
    let floor = Polygon::quad([[0, 0, 0], [64, 0, 0], [0, 0, 64], [64, 0, 64]]);
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square(0), floor]);
    builder.object(model, [0; 3]);
    let file = builder.finish().unwrap();
    let own = file.models[0].normals[1];
    let shared = |change: &dyn Fn(&mut File)| {
        let mut file = file.clone();
        file.models[0].faces[1].normal = 0;
        change(&mut file);
        let stored = file.write().unwrap();
        assert!(notes(&stored).iter().any(|note| note.contains("not perpendicular")));
        let mended = after_recompute(&stored, &[]);
        assert_eq!(notes(&mended), [""; 0]);
        records(&mended).models.remove(0)
    };
    let found = shared(&|_| ());
    assert_eq!((found.faces[1].normal, found.normals.len()), (1, 2), "the model has it already");
    let added = shared(&|file| file.models[0].normals.truncate(1));
    assert_eq!((added.faces[0].normal, added.faces[1].normal), (0, 1));
    assert_eq!(added.normals[1], own);
}

#[test]
fn recomputes_a_radius_without_its_low_bits() {
    let large = edit(&bytes(), "models[0].radius", &(1000u32 << 12).to_le_bytes());
    let all = notes(&large);
    assert!(all.len() == 1 && all[0].contains("the radius is too large"), "{all:?}");
    let model = &records(&bytes()).models[0];
    let expected = derive::radius(&model.vertices, 1) & !0xFFF;
    assert_eq!(records(&after_recompute(&large, &[])).models[0].radius, expected);
}

#[test]
fn recomputes_bounds_that_are_too_large() {
    let large = edit(&bytes(), "models[0].bounds.xmax", &5000i16.to_le_bytes());
    let all = notes(&large);
    assert!(all.iter().any(|note| note.contains("larger than the vertices need")), "{all:?}");
    assert!(after_recompute(&large, &[]) == bytes());
}

#[test]
fn block_map_is_extended_to_a_vertex_outside() {
    let moved = edit(&bytes(), "models[0].vertices[0].x", &(-32000i16).to_le_bytes());
    let all = notes(&moved);
    assert!(all.iter().any(|note| note.contains("object 0 is partly outside")), "{all:?}");
    // Bounds and map are corrected in one step.
    assert_eq!(notes(&after_recompute(&moved, &[])), [""; 0]);
}

#[test]
fn block_map_cells_list_no_distant_objects() {
    let mut file = super::fixture::file();
    let library = file.library.as_mut().unwrap();
    for chunk in &mut library.chunks {
        if let Body::BlockMap(map) = &mut chunk.body {
            map.cells.iter_mut().for_each(|cell| cell.objects = vec![0, 1, 2, 3]);
        }
    }
    let full = file.write().unwrap();
    let all = notes(&full);
    assert!(all.len() == 1 && all[0].contains("an object that does not touch it"), "{all:?}");
    assert!(after_recompute(&full, &[]) == bytes());
}

#[test]
fn missing_block_map_is_added_on_request_only() {
    let level = |cells: Option<u16>| {
        let mut builder = super::fixture::builder();
        cells.into_iter().for_each(|cells| builder.block_map(cells));
        let mut file = builder.finish().unwrap();
        if cells.is_none() {
            let chunks = &mut file.library.as_mut().unwrap().chunks;
            chunks.retain(|chunk| chunk.block_map().is_none());
        }
        file.write().unwrap()
    };
    let bare = level(None);
    assert!(after_recompute(&bare, &[]) == bare);
    let added = records(&after_recompute(&bare, &[Computed::BlockMap]));
    let expected = records(&level(Some(20)));
    let map = |file: &File| file.last(|chunk| chunk.block_map().cloned()).unwrap();
    assert_eq!(map(&added), map(&expected));
    assert!(added.write().unwrap() == expected.write().unwrap());
    let document = open(&figure());
    assert_eq!(recomputed(&document, "", &[Computed::BlockMap]), [] as [EditOp; 0]);
}
