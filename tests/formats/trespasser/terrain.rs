//! Terrain: heights, meshes, the encoder, damage.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use gouraud::bytes::{BitCoding, BitOrder, BitPlace, Source, SourceId, Value};
use gouraud::edit::{EditOp, apply, recomputed};
use gouraud::export::{Job, Options};
use gouraud::formats::trespasser::wtd::{Terrain, Triangle, Wtd, triangles};
use gouraud::formats::{self, Document, Loaded, format_of};
use gouraud::scene::{HeightData, Id, LayerKind};

use super::fixture::{assert_sound, bytes, open, problems, sample};
use gouraud_testing::build::texts::height_at;
use gouraud_testing::document::scene;

/// The document's 3 × 3 points.
const THREE: &str = "0000e903 00000500 00000900 00000f00 00000000 00020000 00020000 00000000
    000042c8 00004348 00004000 00004000 00003f80 000042c8 00003f80 00004348
    00003f80 0000c2c8 00003f80 0000c348 00003f80 00003f80 00803f80 00009a00 00643200";
/// The document's 5 × 5 points.
const FIVE: &str = "0000e903 00001500 00001900 00000a00 00000000 00040000 00040000 00000000
    0000c100 00004080 00004000 00004000 00003f00 0000c100 00003f00 00004080
    00004000 00004180 00004000 0000c100 00003f80 00003f80 00804000 00006e01
    88b06200 d4119eb8 be8e0059 a06884fa 00000060";

fn terrain(bytes: &[u8]) -> Terrain {
    let source = Source::from_bytes("a.wtd", bytes.to_vec());
    let (file, problems) = Loaded::<Terrain>::open(&source).unwrap();
    assert!(problems.is_empty());
    file.records
}

/// Checksum over all vertices, as defined by the document.
fn check_sum(terrain: &Terrain) -> u32 {
    let rows = terrain.heights().rows();
    let words = rows.iter().flat_map(|(x, y, z)| [*x as i32, *y as i32, *z]);
    crc32fast::hash(&words.flat_map(i32::to_le_bytes).collect::<Vec<u8>>())
}

#[test]
fn reads_the_bit_streams_of_the_document() {
    for (hex, vertices, sum, root) in [(THREE, 9, 0xE4AC_DF8B, 15), (FIVE, 25, 0xE206_BA6D, 10)] {
        let document = open(format_of::<Terrain>(), "a.wtd", &bytes(hex));
        assert_sound(&document);
        assert_eq!(document.counts.get("terrain_vertices"), Some(vertices));
        let terrain = terrain(&bytes(hex));
        assert_eq!((check_sum(&terrain), terrain.wtd.root), (sum, root));
        let source = Source::from_bytes("anything", bytes(hex));
        assert_eq!(formats::identify(&source).unwrap().0.info().id, "trespasser.wtd");
    }
    insta::assert_snapshot!(gouraud_testing::fields::text(
        &open(format_of::<Terrain>(), "five.wtd", &bytes(FIVE)).tree
    ));
}

/// The numbers of the real level agree with these rules, and so do files of the original converter.
#[test]
fn computes_the_parameters_that_follow_from_others() {
    for name in ["t3.wtd", "t5.wtd", "t17.wtd"] {
        let document = open(format_of::<Terrain>(), name, &sample(name));
        assert_eq!(document.audit().problems.total(), 0, "{name}");
        let orders: Vec<EditOp> = [
            ("parameters.extent_x", "3072"),
            ("parameters.min_y", "-8"),
            ("parameters.coefficient_to_z", "0.25"),
        ]
        .map(|(path, value)| EditOp::set(path, value))
        .into();
        let changed = apply(&document, &orders).unwrap();
        let audit = changed.audit();
        let scale = "note parameters.world_x_scale";
        let told: Vec<String> = audit
            .problems
            .iter()
            .map(|problem| format!("{} {}", problem.severity.name(), problem.field))
            .collect();
        assert_eq!((told.len(), told.contains(&scale.to_owned())), (10, true), "{told:?}");
        let again = apply(&changed, &recomputed(&changed, "", &[])).unwrap();
        assert_eq!(again.audit().problems.total(), 0, "{name}");
        let value = |path: &str| again.tree.field(&again.tree.find(path).unwrap()).unwrap().value;
        let Value::Int(size) = value("parameters.size_x") else { panic!("a whole number") };
        let scale = 3072.0 / size as f64;
        for (path, expected) in [
            ("parameters.extent_y", 3072.0),
            ("parameters.world_y_scale", scale),
            ("parameters.world_y_offset", -8.0),
            ("parameters.step_x_scale", f64::from(1.0 / scale as f32)),
            ("parameters.step_y_offset", f64::from(8.0 / scale as f32)),
            ("parameters.z_to_coefficient", 4.0),
            ("parameters.coefficient_to_step", f64::from(0.25 / scale as f32)),
        ] {
            assert_eq!(value(path), Value::Float(expected), "{name}, {path}");
        }
    }
}

#[test]
fn fields_span_the_words_of_their_bits() {
    let document = open(format_of::<Terrain>(), "five.wtd", &bytes(FIVE));
    let tree = &document.tree;
    let field = |path: &str| tree.field(&tree.find(path).unwrap()).unwrap();
    let count = field("node_count");
    let place = BitPlace { first: 16, count: 32, order: BitOrder::Words, coding: BitCoding::Plain };
    assert_eq!((count.span.start, count.span.len, count.bits), (0, 8, Some(place)));
    assert_eq!(field("parameters.world_x_scale").value, Value::Float(0.5));
    assert_eq!(field("squares[3].centre").value, Value::Int(-7));
    // Bit fields of every number type can be written back unchanged and set to other values.
    let set = |path: &str, value: &str| {
        let changed = apply(&document, &[EditOp::set(path, value)]).unwrap();
        changed.tree.field(&changed.tree.find(path).unwrap()).unwrap().value
    };
    assert_eq!(set("squares[3].centre", "-7"), Value::Int(-7));
    assert_eq!(set("squares[3].centre", "-6"), Value::Int(-6));
    assert_eq!(set("squares[3].centre", "5"), Value::Int(5));
    assert_eq!(set("parameters.world_x_scale", "0.5"), Value::Float(0.5));
    assert_eq!(set("parameters.world_x_scale", "2.25"), Value::Float(2.25));
    assert_eq!(set("root_coefficient", "-3"), Value::Int(-3));
    let at = tree.field(&tree.deepest_at(0x6C).unwrap()).unwrap();
    assert!(at.path.starts_with("squares["), "{}", at.path);
}

#[test]
fn decoded_samples_match_their_vertices() {
    for name in ["t3", "t5", "t17"] {
        let file = sample(&format!("{name}.wtd"));
        let truth = sample(&format!("{name}.heights.txt"));
        let terrain = terrain(&file);
        let lines = String::from_utf8(truth).unwrap();
        let expected: HashSet<(u32, u32, i32)> = lines
            .lines()
            .map(|line| {
                let n: Vec<i32> = line.split_whitespace().map(|n| n.parse().unwrap()).collect();
                (n[0] as u32, n[1] as u32, n[2])
            })
            .collect();
        let found: HashSet<_> = terrain.heights().rows().into_iter().collect();
        assert_eq!(found, expected, "{name}");
        assert_sound(&open(format_of::<Terrain>(), "a.wtd", &file));
        if name == "t17" {
            assert_eq!(check_sum(&terrain), 0xADA5_3D5B);
        }
    }
}

/// The points of a sample, which are the input of the original encoder.
fn points(name: &str) -> Vec<[f64; 3]> {
    let text = String::from_utf8(sample(name)).unwrap();
    let numbers: Vec<f64> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
    numbers.chunks(3).map(|point| [point[0], point[1], point[2]]).collect()
}

#[test]
fn encoder_output_equals_the_original() {
    for (name, bits) in [("t3", 4), ("t5", 4), ("t17", 16)] {
        let (points, file) = (points(&format!("{name}.trr")), sample(&format!("{name}.wtd")));
        let made = Wtd::of_points(&points, bits).unwrap().write();
        let same = made.iter().zip(&file).take_while(|(a, b)| a == b).count();
        assert_eq!((same, made.len()), (file.len(), file.len()), "{name}");
    }
}

/// Checks that every inner edge has a triangle on both sides and that the triangles cover the square.
/// Returns the number of border edges.
fn assert_closed(size: u32, triangles: &[Triangle]) -> usize {
    let mut edges: HashMap<_, i32> = HashMap::new();
    let mut area = 0;
    for triangle in triangles {
        let [a, b, c] = triangle.corners.map(|(x, y)| (i64::from(x), i64::from(y)));
        let twice = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        assert!(twice > 0, "{triangle:?} is not counter-clockwise");
        area += twice;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((from.min(to), from.max(to))).or_insert(0) += 1;
        }
    }
    assert_eq!(area, 2 * i64::from(size) * i64::from(size));
    let last = i64::from(size);
    let mut border = 0;
    for ((a, b), count) in edges {
        let outside =
            (a.0 == b.0 && (a.0 == 0 || a.0 == last)) || (a.1 == b.1 && (a.1 == 0 || a.1 == last));
        assert_eq!(count, if outside { 1 } else { 2 }, "{a:?} {b:?}");
        border += usize::from(outside);
    }
    border
}

#[test]
fn meshes_have_no_cracks_at_any_level() {
    assert_eq!(terrain(&bytes(THREE)).triangles().len(), 8);
    assert_eq!(terrain(&bytes(FIVE)).triangles().len(), 32);
    assert_eq!(terrain(&sample("t17.wtd")).triangles().len(), 512);
    let ground = sparse();
    let mut levels = 0;
    ground.wtd.tree.each_level(ground.wtd.root, |smallest, heights| {
        assert_closed(64, &triangles(&ground.wtd, heights, smallest));
        levels += 1;
    });
    assert_eq!(levels, 6);
    let mixed = ground.triangles();
    assert!(mixed.len() < 64 * 64 && mixed.len() > 100, "{}", mixed.len());
}

/// A hill on a plain of 64 × 64 m, with finer steps where it is steep.
fn sparse() -> Terrain {
    let mut points = vec![[-8.0, 4.0, 3.0], [56.0, 68.0, 3.0]];
    for i in 0..20 {
        let (x, y) = (f64::from(i * 7 % 20), f64::from(i * 3 % 20));
        points.push([x, 20.0 + y, 3.0 + 10.0 / (1.0 + (x - 9.0).abs())]);
    }
    Terrain::new(Wtd::of_points(&points, 16).unwrap())
}

#[test]
fn points_keep_their_heights_in_the_world() {
    let ground = sparse();
    assert_eq!(ground.world((0, 0), 0)[..2], [-8.0, 4.0]);
    for i in 0..20 {
        let (x, y) = (f64::from(i * 7 % 20), f64::from(i * 3 % 20));
        let expected = 3.0 + 10.0 / (1.0 + (x - 9.0).abs());
        let height = height_at(&ground, x, 20.0 + y).unwrap();
        assert!((height - expected).abs() < 1e-3, "{x} {y}: {height}, expected {expected}");
    }
    assert_eq!(height_at(&ground, -8.1, 10.0), None);
    assert!((height_at(&ground, 50.3, 60.9).unwrap() - 3.0).abs() < 1.0);
    let written = ground.wtd.write();
    let again = terrain(&written);
    assert_eq!(check_sum(&again), check_sum(&ground));
    assert_eq!(again.wtd.write(), written);
}

#[test]
fn edited_terrain_reads_back() {
    let mut wtd = terrain(&bytes(FIVE)).wtd.as_ref().clone();
    wtd.tree.squares[1].max = 300;
    wtd.tree.squares[1].stored[1] = 600;
    wtd.tree.squares[0].max = 300;
    let again = terrain(&wtd.write());
    assert_eq!(again.wtd.tree.squares[1].coefficients(), [0, 300, -1]);
    let (before, after) = (terrain(&bytes(FIVE)), again);
    assert_ne!(before.heights().get(1, 1), after.heights().get(1, 1));
}

#[test]
fn scene_shows_the_finest_level_with_y_up() {
    let document = open(format_of::<Terrain>(), "five.wtd", &bytes(FIVE));
    let scene = scene(&document);
    assert_eq!(scene.metres_per_unit, Some(1.0));
    let fine = &scene.meshes[0];
    assert_eq!((fine.positions.len(), fine.faces.len(), fine.name.as_str()), (25, 32, "five"));
    // Step (2, 1): 12 coefficients of 1 m; steps of half a metre, starting at (−8, 4).
    assert!(fine.positions.contains(&glam::Vec3::new(-7.0, 12.0, -4.5)));
    assert!(fine.normals.iter().all(|normal| normal.y > 0.0));
    let [levels] = &scene.variants[..] else { panic!("one choice") };
    assert_eq!((levels.options.len(), levels.chosen), (2, Some(Id::new(0))));
    assert_eq!(scene.layers[usize::from(scene.nodes[1].layer)].kind, LayerKind::LevelOfDetail);
    let face = &fine.faces.get(0).unwrap();
    assert_eq!(fine.face_spans.origin(face.index as usize).path, "squares[1]");
    assert!(document.tree.find("squares[1]").is_ok());
}

#[test]
fn exports_one_level_with_heights() {
    let document = open(format_of::<Terrain>(), "five.wtd", &bytes(FIVE));
    let scene = scene(&document);
    let target = tempfile::tempdir().unwrap();
    let job = Job {
        scene: &scene,
        source_name: "five.wtd",
        source: SourceId::default(),
        crc32: 0,
        options: Options::default(),
    };
    let report = job.run(target.path(), &mut |_| ControlFlow::Continue(()));
    let names: Vec<_> =
        report.written.iter().map(|p| p.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["five.glb", "five.json", "five heights.csv", "five heights.png"]);
    let csv = std::fs::read_to_string(target.path().join("five heights.csv")).unwrap();
    assert_eq!(csv.lines().count(), 26);
    assert!(csv.starts_with("x,y,height\n-8,4,3\n-7.5,4,5\n"), "{csv}");
    let (gltf, buffers, _) = gltf::import(target.path().join("five.glb")).unwrap();
    let shown = gltf.nodes().filter_map(|node| node.mesh());
    let triangles = shown.flat_map(|mesh| mesh.primitives()).map(|primitive| {
        let reader = primitive.reader(|buffer| Some(&buffers[buffer.index()]));
        reader.read_indices().map_or_else(
            || reader.read_positions().unwrap().count() / 3,
            |indices| indices.into_u32().count() / 3,
        )
    });
    assert_eq!(triangles.sum::<usize>(), 32, "the coarser levels are left out");
}

#[test]
fn rasters_have_the_last_row_at_y_0() {
    let ground = terrain(&bytes(FIVE));
    let raster = ground.raster(4096);
    assert_eq!((raster.width, raster.height, raster.step), (5, 5, 0.5));
    assert_eq!(raster.heights[20..], [3.0, 5.0, 7.0, 5.0, 7.0], "the last row is y = 0");
    let small = ground.raster(3);
    assert_eq!((small.width, small.heights[6..].to_vec()), (3, vec![3.0, 7.0, 7.0]));
    assert_eq!(ground.vertices()[1], [-7.5, 4.0, 5.0]);
}

#[test]
fn reports_and_survives_damage() {
    let good = bytes(FIVE);
    for len in 0..good.len() {
        let source = Source::from_bytes("a.wtd", good[..len].to_vec());
        let Ok(document) = open_wtd(&source) else { continue };
        assert!(!document.problems.is_empty(), "truncated to {len} bytes");
        scene(&document);
    }
    for (bit, expected) in [
        // The last bits of the counts, of the root's length and of a coefficient's maximum.
        (47, "warning 0x0 node_count"),
        (79, "warning 0x4 vertex_count"),
        (750, "warning 0x58 squares[0]"),
    ] {
        let mut bytes = good.clone();
        let (word, place) = (bit / 32 * 4, 31 - bit % 32);
        bytes[word + place / 8] ^= 1 << (place % 8);
        let document = open(format_of::<Terrain>(), "a.wtd", &bytes);
        let all = problems(&document);
        assert!(all.iter().any(|problem| problem == expected), "missing {expected} in {all:?}");
        if let Ok(written) = document.content.write() {
            assert_eq!(written, bytes, "{expected}");
        }
    }
    let mut longer = good.clone();
    longer.extend([1, 2, 3]);
    let document = open(format_of::<Terrain>(), "a.wtd", &longer);
    assert_eq!(problems(&document), ["note 0x74 padding"]);
    assert_eq!(document.content.write().unwrap(), longer);
    for (logical, byte) in [(0, 9), (14 + 8, 3), (14 + 12, 8), (14 + 34, 0x80)] {
        let mut bytes = good.clone();
        bytes[(logical & !3) | (3 - (logical & 3))] = byte;
        bytes[((logical + 1) & !3) | (3 - ((logical + 1) & 3))] = 0x7F;
        assert!(open_wtd(&Source::from_bytes("a.wtd", bytes)).is_err(), "byte {logical}");
    }
}

fn open_wtd(source: &Source) -> gouraud::bytes::Result<Document> {
    formats::by_id("trespasser.wtd").unwrap().open(source)
}

#[test]
fn refuses_points_that_form_no_terrain() {
    let refused = |points: &[[f64; 3]]| Wtd::of_points(points, 16).unwrap_err();
    assert!(refused(&[]).contains("no area"));
    assert!(refused(&[[0.0, 0.0, 1.0]]).contains("no area"));
    assert!(refused(&[[0.0, 1.0, 1.0], [1.0, 0.0, 1.0]]).contains("corner"));
    let far = [[0.0, 0.0, 1.0], [0.125, 0.0, 1.0], [9000.0, 9000.0, 1.0]];
    assert!(refused(&far).contains("32768"));
}
