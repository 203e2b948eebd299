//! Levels and their resource classes, tested with a level generated from invented geometry (another
//! program computed the expected values in `expected.json`) and with the worked examples of the document.

use glam::{Mat4, Vec3, vec3};
use serde_json::Value;

use gouraud::bytes::{Endian, Source, layout};
use gouraud::formats::totem::animation::{
    Animation, Curve, KeyFloat, KeyMessage, KeyRotation, KeyVectorPacked, Keys, Reading,
    rotation_at, value_at,
};
use gouraud::formats::totem::lights::HFog;
use gouraud::formats::totem::node::{
    Bones, Data, LodData, MeshData, Node, ParticlesData, Record, RotShapeData, SurfaceData,
};
use gouraud::formats::totem::resource::Resource;
use gouraud::formats::totem::surface::{Curve as Side, Patch, Surface};
use gouraud::formats::totem::{Header, Platform, kind, name_hash};
use gouraud::formats::{self, Document, ListChange, Loaded, Records};
use gouraud::library::Library;
use gouraud::render::Camera;
use gouraud::scene::{ElementState, HelperShape, Id, Scene};
use gouraud_testing::fixtures;

use super::fixture::{open, problems};

const FAMILY: &str = "totem-level";

fn read(name: &str) -> Vec<u8> {
    fixtures::read(&format!("{FAMILY}/{name}"))
}

fn expected() -> Value {
    serde_json::from_slice(&read("expected.json")).unwrap()
}

/// Scene of a generated archive, and the messages of its problems.
fn level(name: &str) -> (std::sync::Arc<Scene>, Vec<String>) {
    let library = Library::new();
    let path = fixtures::path(&format!("{FAMILY}/{name}"));
    let opened = library.open(&path.display().to_string(), None).unwrap();
    let scene = opened.scene(&library).unwrap();
    let reported = opened.problems(&library).iter().map(|p| p.message.clone()).collect();
    (scene, reported)
}

fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap() as f32).collect()
}

fn point(value: &Value) -> Vec3 {
    Vec3::from_slice(&numbers(value))
}

fn world_of(scene: &Scene, name: &str) -> Mat4 {
    let node = scene.nodes.find(|node| node.name == name).unwrap();
    scene.world_transforms()[node.index()]
}

/// Format of a resource with a name such as `hero.ngc.TLOD`.
fn format_of(name: &str) -> Option<String> {
    let end = name.rsplit_once(".T")?.1.to_lowercase();
    Some(format!("totem.{end}"))
}

#[test]
fn every_class_is_recognised_read_completely_and_round_trips() {
    let mut classes = 0;
    for file in fixtures::of_family(FAMILY) {
        let Some(format) = format_of(&file.name) else { continue };
        let document = open(&file.name, &file.bytes);
        assert_eq!(document.format.id, format, "{}", file.name);
        let console = if file.name.contains(".ps2.") { "PlayStation 2" } else { "GameCube" };
        assert_eq!(document.version, console, "{}", file.name);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{}", file.name);
        assert_eq!(document.content.write().unwrap(), file.bytes, "{}", file.name);
        assert!(problems(&document).iter().all(|p| p.starts_with("note")), "{}", file.name);
        classes += 1;
    }
    assert!(classes > 40);
}

#[test]
fn field_names_and_offsets_match_the_document() {
    let at = |file: &str, path: &str| {
        let bytes = read(file);
        let document = open(file, &bytes);
        let span = document.tree.span(path).unwrap_or_else(|| panic!("{file}: {path}"));
        (span.start as i64, bytes.len() as i64)
    };
    for (file, path, from_end) in [
        ("hero.ngc.TNODE", "local_matrix", -300),
        ("hero.ngc.TNODE", "local_translation", -236),
        ("hero.ngc.TNODE", "local_rotation", -220),
        ("hero.ngc.TNODE", "local_scale", -204),
        ("worm.ps2.TNODE", "flags", -132),
        ("worm.ps2.TNODE", "world_matrix", -128),
        ("worm.ps2.TNODE", "inverse_world_matrix", -64),
        ("mist.ngc.THFOG", "world_matrix", -64),
        ("sign_f.ngc.TROTSHAPE", "mode", -2),
        ("grass.ngc.TMATERIALANIM", "material", -4),
        ("smp07.ps2.TWORLD", "sky", -8),
        ("smp07.ngc.TWORLD", "prefabs", -4),
    ] {
        let (start, len) = at(file, path);
        assert_eq!(start - len, from_end, "{file} {path}");
    }
    for (file, path, start) in [
        ("hero.ngc.TNODE", "parent", 0),
        ("hero.ngc.TNODE", "resource", 0x10),
        ("sun.ngc.TLIGHT", "colour", 0x74),
        ("sun.ngc.TLIGHT", "direction", 0x80),
        ("sun.ngc.TLIGHT", "ambient", 0x8C),
        ("lamp.ngc.TOMNI", "colour", 0x64),
        ("lamp.ngc.TOMNI", "start", 0x74),
        ("lamp.ngc.TOMNI", "end", 0x78),
        ("mist.ngc.THFOG", "colour", 0x64),
        ("eye.ngc.TCAMERA", "fov", 0x64),
        ("eye.ngc.TCAMERA", "target", 0x6C),
        ("vol.ngc.TCOLLISIONVOL", "matrices[0].local_matrix", 0x68),
        ("sky.ngc.TWARP", "size", 0),
        ("sky.ngc.TWARP", "materials", 4),
        ("rail.ngc.TSPLINE", "points", 0x68),
        ("ground.ngc.TSURFACE", "vertices", 0x68),
        ("grass.ngc.TMATERIALANIM", "length", 1),
        ("sway.ps2.TANIMATION", "length", 0),
        ("smp07.ngc.TWORLD", "nodes", 8),
        ("objs.ngc.TGAMEOBJ", "nodes", 4),
        ("beep.ngc.TSOUND", "rate", 4),
        ("note.ngc.TTXT", "text", 4),
        ("target.ngc.TUSERDEFINE", "text", 4),
    ] {
        let path =
            if file.ends_with("TSOUND") { format!("header.{path}") } else { path.to_owned() };
        assert_eq!(at(file, &path).0, start, "{file} {path}");
    }
}

#[test]
fn record_sizes_match_the_document() {
    let node = |record: Record| {
        let file = Resource::new(Platform::PS2, Node { data: Data::from(record), ..Node::new() });
        file.write().unwrap().len()
    };
    assert_eq!(node(Record::None), 408);
    assert_eq!(node(Record::Mesh(MeshData::default())), 436);
    assert_eq!(node(Record::Surface(SurfaceData::default())), 448);
    assert_eq!(node(Record::Particles(ParticlesData::default())), 438);
    let one = RotShapeData { indices: vec![0], entries: vec![[0; 7]], ..Default::default() };
    assert_eq!(node(Record::RotShape(one)), 470);
    let records = vec![Data::from(Record::Mesh(MeshData::default()))];
    assert_eq!(node(Record::Lod(LodData { records, ..Default::default() })), 592);
    let empty = Resource::new(Platform::PS2, Animation::default());
    assert_eq!(empty.write().unwrap().len(), 18);
}

#[test]
fn camera_looks_at_its_target_node() {
    for archive in ["level.DGC", "level.DPS"] {
        let (scene, _) = level(archive);
        let world = scene.world_transforms();
        let at = |name: &str| {
            let id = scene.nodes.find(|node| node.name == name).unwrap();
            world[id.index()].w_axis.truncate()
        };
        let [eye] = scene.starts.as_slice() else { panic!("{archive} has one camera") };
        assert!(eye.eye().abs_diff_eq(at("EYE"), 1e-4), "{archive}");
        assert!((eye.eye() + eye.ahead * eye.reach).abs_diff_eq(at("TARGET"), 1e-4), "{archive}");
        let camera = Camera::at_start(eye);
        assert!(camera.eye().abs_diff_eq(at("EYE"), 1e-3), "{archive}");
        let falls = (at("EYE") - at("TARGET")).normalize().y.asin().to_degrees();
        assert!((camera.pitch - falls).abs() < 1e-2 && falls != 0.0, "{archive} {falls}");
    }
}

#[test]
fn nodes_have_their_stored_matrices_on_both_consoles() {
    let expected = expected();
    for archive in ["level.DGC", "level.DPS"] {
        let (scene, reported) = level(archive);
        let world = scene.world_transforms();
        for node in expected["scene"].as_array().unwrap() {
            let full = node["node"].as_str().unwrap();
            let name = full.split('.').next().unwrap();
            let id = scene.nodes.find(|node| node.name == name).unwrap();
            let stored = Mat4::from_cols_slice(&numbers(&node["world"]));
            assert!(world[id.index()].abs_diff_eq(stored, 2e-4), "{archive} {name}");
            let parent = scene.nodes[id.index()].parent;
            let parent = parent.map_or("", |parent| scene.nodes[parent.index()].name.as_str());
            let above = node["parent"].as_str().unwrap().split('.').next().unwrap();
            assert_eq!(parent, above, "{archive} {name}");
            let Some(triangles) = node["triangles"].as_array() else { continue };
            let (made, reference) = (triangles_of(&scene, id), triangles_from_json(triangles));
            assert!(triangles_match(&made, &reference), "{archive} {name}: {made:?} {reference:?}");
        }
        // The missing resource has no name.
        let reported = reported.iter().find(|s| s.contains("used by the node LOST")).unwrap();
        let reported = reported.strip_prefix("resource not found: ").unwrap();
        let hash = reported.split(',').next().unwrap();
        let lost = scene.helpers.iter().find(|helper| helper.name == hash);
        assert!(lost.is_some(), "a placeholder marks the missing resource");
        let dirty = scene.nodes.find(|node| node.name == "DIRTY").unwrap();
        assert!(
            !scene.nodes[dirty.index()].facts.is_empty(),
            "a fact records that the node was moved"
        );
    }
}

type Triangle = [Vec3; 3];

fn triangles_from_json(list: &[Value]) -> Vec<Triangle> {
    let corners = |t: &Value| {
        let all: Vec<Vec3> = t["p"].as_array().unwrap().iter().map(point).collect();
        [all[0], all[1], all[2]]
    };
    list.iter().map(corners).collect()
}

fn triangles_match(made: &[Triangle], reference: &[Triangle]) -> bool {
    let near = |(a, b): (&Triangle, &Triangle)| (0..3).all(|i| a[i].abs_diff_eq(b[i], 2e-3));
    made.len() == reference.len() && made.iter().zip(reference).all(near)
}

/// World triangles of a node in the rest pose, with its skinned meshes.
fn triangles_of(scene: &Scene, id: Id<gouraud::scene::Node>) -> Vec<Triangle> {
    let world = scene.world_transforms();
    let below = scene.with_all_below(&[id]);
    let mut all = Vec::new();
    for (at, node) in scene.nodes.pairs().filter(|(at, _)| below[at.index()]) {
        // Children that are nodes of the level are checked separately.
        let is_own = at == id || node.mesh.is_some_and(|m| scene.meshes[m.index()].skin.is_some());
        let Some(mesh) = node.mesh.filter(|_| is_own) else { continue };
        let posed = scene.posed_positions(mesh, &Default::default(), &world);
        let mesh = &scene.meshes[mesh.index()];
        let place = if posed.is_some() { Mat4::IDENTITY } else { world[at.index()] };
        let positions = posed.unwrap_or_else(|| mesh.positions.clone());
        let of = |corner: u32| place.transform_point3(positions[corner as usize]);
        all.extend(
            mesh.faces.iter().map(|f| [of(f.corners[0]), of(f.corners[1]), of(f.corners[2])]),
        );
    }
    all
}

#[test]
fn surface_points_match_the_expected_patches() {
    let expected = expected();
    let source = Source::from_bytes("g.TSURFACE", read("ground.ngc.TSURFACE"));
    let surface = Loaded::<Resource<Surface>>::open(&source).unwrap().0.records.body;
    for (index, patch) in expected["surface"].as_array().unwrap().iter().enumerate() {
        let control = surface.control(index).unwrap();
        for (row, points) in patch["control"].as_array().unwrap().iter().enumerate() {
            for (column, at) in points.as_array().unwrap().iter().enumerate() {
                assert!(control[row][column].abs_diff_eq(point(at), 2e-5));
            }
        }
        for (u, column) in patch["steps3"].as_array().unwrap().iter().enumerate() {
            for (v, reference) in column.as_array().unwrap().iter().enumerate() {
                let (u, v) = (u as f32 / 3.0, v as f32 / 3.0);
                let made = surface.point(&surface.patches[index], &control, u, v);
                assert!(made.position.abs_diff_eq(point(&reference["p"]), 2e-5));
                assert!(made.normal.abs_diff_eq(point(&reference["n"]), 2e-5));
                let uv = numbers(&reference["uv"]);
                assert!((made.uv[0] - uv[0]).abs() < 2e-5 && (made.uv[1] - uv[1]).abs() < 2e-5);
            }
        }
    }
    // The same patches, with edge records of 32 bytes.
    let long = Source::from_bytes("r.TSURFACE", read("records32.ps2.TSURFACE"));
    let long = Loaded::<Resource<Surface>>::open(&long).unwrap().0.records.body;
    assert_eq!((&long.patches, &long.vertices), (&surface.patches, &surface.vertices));
}

#[test]
fn patch_matches_the_document() {
    let side =
        |start, start_tangent, end_tangent, end| Side { start, end, start_tangent, end_tangent };
    let row = [[0, 0, 0], [1, 3, 0], [2, 3, 0], [3, 0, 0], [3, 0, 1], [3, 0, 2], [3, 0, 3]];
    let back = [[2, 0, 3], [1, 0, 3], [0, 0, 3], [0, 0, 2], [0, 0, 1]];
    let vertices = row.iter().chain(&back).map(|p: &[i8; 3]| p.map(f32::from)).collect();
    let patch = Patch {
        texcoords: [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        curves: [0, 1, 2, 3],
        order: 8,
        ..Patch::default()
    };
    let surface = Surface {
        header: Header::new(kind::SURFACE),
        vertices,
        patches: vec![patch],
        // The third edge is stored in reverse.
        curves: vec![side(0, 1, 2, 3), side(3, 4, 5, 6), side(9, 8, 7, 6), side(9, 10, 11, 0)],
        normals: vec![[0.0, 1.0, 0.0]],
        ..Surface::default()
    };
    let control = surface.control(0).unwrap();
    assert_eq!((control[1][1], control[2][2]), (vec3(1.0, 3.0, 1.0), vec3(2.0, 0.0, 2.0)));
    let middle = surface.point(&patch, &control, 0.5, 0.5);
    assert_eq!((middle.position, middle.uv), (vec3(1.5, 1.125, 1.5), [0.5, 0.5]));
    let file = Resource::new(Platform::GAMECUBE, surface);
    let bytes = file.write().unwrap();
    assert_eq!(bytes.len(), 452);
    // The front is up, like the normal. An invalid index drops only its patch.
    let document = open("p.TSURFACE", &bytes);
    let scene = super::fixture::alone(&document);
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.faces.len(), 18);
    let face = mesh.faces.get(0).unwrap();
    let [a, b, c] = [0, 1, 2].map(|at| mesh.positions[face.corners[at] as usize]);
    assert!((b - a).cross(c - a).y > 0.0);
    let mut broken = file;
    broken.body.patches.push(Patch { curves: [0, 1, 2, 0xFFFF], ..patch });
    let document = open("p.TSURFACE", &broken.write().unwrap());
    assert_eq!(problems(&document), ["error 0x190 patches[1]"]);
    assert_eq!(super::fixture::alone(&document).drawn_faces(), 18);
}

/// An edge of four equal control points is a point: no triangle has a side on it, whatever the rounding.
#[test]
fn point_edges_make_no_triangles() {
    let side =
        |start, start_tangent, end_tangent, end| Side { start, end, start_tangent, end_tangent };
    let vertices = vec![
        [0.1, 7.3, -3.7],
        [3.3, 0.7, 1.1],
        [5.9, 1.3, 2.7],
        [7.7, 0.3, 9.1],
        [2.3, 0.9, 8.3],
        [-2.9, 1.7, 6.1],
        [-4.1, 0.1, 5.3],
        [-3.1, 2.9, 1.9],
        [-1.7, 4.3, 0.3],
    ];
    let patch = Patch { curves: [0, 1, 2, 3], ..Patch::default() };
    let surface = Surface {
        header: Header::new(kind::SURFACE),
        vertices,
        patches: vec![patch],
        curves: vec![side(0, 0, 0, 0), side(0, 1, 2, 3), side(3, 4, 5, 6), side(6, 7, 8, 0)],
        normals: vec![[0.0, 1.0, 0.0]],
        ..Surface::default()
    };
    let bytes = Resource::new(Platform::GAMECUBE, surface).write().unwrap();
    let scene = super::fixture::alone(&open("p.TSURFACE", &bytes));
    assert_eq!(scene.meshes[0].faces.len(), 18 - 3);
}

fn track<K: Default>(flags: u16, keys: Vec<K>) -> Keys<K> {
    Keys { flags, keys }
}

#[test]
fn key_interpolation_matches_the_document() {
    let key = |frame, value, tangent_in, tangent_out| KeyFloat {
        frame,
        value,
        tangent_in,
        tangent_out,
        ..KeyFloat::default()
    };
    let at = |flags, keys: [KeyFloat; 2], curve, frame| {
        value_at(&track(flags, keys.to_vec()), curve, frame).unwrap().x
    };
    let plain = [key(0, 0.0, 0.0, 0.0), key(8, 1.0, 0.0, 0.0)];
    assert_eq!(at(1, plain, Curve::Slope, 2.0), 0.15625);
    let bent = [key(0, 0.0, 0.0, 1.0), key(8, 1.0, -1.0, 0.0)];
    assert_eq!(at(1, bent, Curve::Slope, 4.0), 0.75);
    assert_eq!(at(1, bent, Curve::Handle, 4.0), 0.5);
    assert_eq!(at(2, plain, Curve::Slope, 2.0), 0.25);
    assert_eq!([at(8, plain, Curve::Slope, 7.9), at(3, plain, Curve::Slope, 7.9)], [0.0, 0.0]);
    // Before the first and after the last key.
    assert_eq!(at(1, [key(4, 3.0, 0.0, 9.0), key(8, 1.0, 9.0, 0.0)], Curve::Slope, 0.0), 3.0);
    assert_eq!(at(1, plain, Curve::Slope, 99.0), 1.0);
    // Two keys at one frame, and no keys.
    assert_eq!(at(1, [key(4, 3.0, 0.0, 0.0), key(4, 5.0, 0.0, 0.0)], Curve::Slope, 4.0), 5.0);
    assert_eq!(value_at(&Keys::<KeyFloat>::default(), Curve::Slope, 1.0), None);
}

#[test]
fn packed_keys_match_the_document() {
    let take = |bytes: &[u8]| bytes.to_vec();
    let vector = take(&[0x18, 0, 0, 0x10, 0, 0xF8, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let vector =
        <KeyVectorPacked as gouraud::bytes::Shaped>::take(&mut vector.as_slice(), Endian::Little)
            .unwrap();
    let value = value_at(&track(2, vec![vector]), Curve::Slope, 0.0).unwrap();
    assert_eq!((vector.frame, value), (24, vec3(1.0, -0.5, 2.0)));
    let turn = take(&[
        0x1E, 0, 0xE8, 3, 0xE8, 3, 0xE8, 3, 0xE8, 3, 0, 0, 0x92, 0x0A, 0x86, 0x3F, 0xD7, 0xB3,
        0x5D, 0x3F,
    ]);
    let turn = <KeyRotation as gouraud::bytes::Shaped>::take(&mut turn.as_slice(), Endian::Little)
        .unwrap();
    assert!((turn.omega - std::f32::consts::FRAC_PI_3).abs() < 1e-6);
    let rotation = rotation_at(&track(2, vec![turn]), 0.0).unwrap();
    assert!(rotation.to_array().iter().all(|v| (v - 0.5).abs() < 1e-6));
    let mut message = KeyMessage { frame: 40, messages: vec![Default::default()] };
    message.messages[0].id = 17;
    message.messages[0].parameter = 2;
    message.messages[0].text = b"STEP".to_vec();
    let keys = track(0, vec![message]);
    let bytes = layout::write(&keys, Endian::Little, ()).unwrap();
    let reference = [
        0, 0, 1, 0, 0, 0, 40, 0, 1, 0, 0, 0, 17, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, b'S', b'T', b'E',
        b'P', 0, 0, 0, 0,
    ];
    assert_eq!(bytes, reference);
}

#[test]
fn finds_bones_by_matrices_and_poses_them() {
    let expected = expected();
    let (scene, _) = level("level.DGC");
    let hero = scene.nodes.find(|node| node.name == "HERO").unwrap();
    let skeleton = scene.skeletons.iter().find(|s| s.name == "HERO").unwrap();
    for reference in expected["bones"].as_array().unwrap() {
        let bone =
            skeleton.bones.iter().find(|b| b.name == reference["name"].as_str().unwrap()).unwrap();
        let parent = bone.parent.map(|parent| skeleton.bones[parent.index()].name.clone());
        assert_eq!(parent.as_deref(), reference["parent"].as_str());
    }
    let reference = &expected["animation"];
    let animation = scene.animations.iter().find(|a| a.name == "SWAY").unwrap();
    assert_eq!((animation.rate, animation.frames), (60.0, 61));
    let clip = animation.data.decode();
    let home = world_of(&scene, "HERO");
    for pose in reference["poses"].as_array().unwrap() {
        let frame = pose["frame"].as_f64().unwrap() as f32;
        let now = clip.pose(frame, false, true);
        let world = scene.posed_transforms(&now);
        for reference in pose["bones"].as_array().unwrap() {
            let name = reference["bone"].as_str().unwrap();
            let bone = skeleton.bones.iter().find(|bone| bone.name == name).unwrap();
            let model = home.inverse() * world[bone.node.index()];
            let reference = Mat4::from_cols_slice(&numbers(&reference["model"]));
            assert!(model.abs_diff_eq(reference, 2e-3), "{name} at {frame}: {model} {reference}");
        }
        let below = scene.with_all_below(&[hero]);
        let skinned = scene.nodes.pairs().find(|(at, node)| {
            below[at.index()] && node.mesh.is_some_and(|m| scene.meshes[m.index()].skin.is_some())
        });
        let mesh = skinned.unwrap().1.mesh.unwrap();
        let positions = scene.posed_positions(mesh, &now, &world).unwrap();
        for (made, reference) in positions.iter().zip(pose["skinned"].as_array().unwrap()) {
            let made = home.inverse().transform_point3(*made);
            assert!(made.abs_diff_eq(point(reference), 2e-3), "at {frame}: {made}");
        }
    }
    // The ids can be in different columns in other files.
    let source = Source::from_bytes("w.TNODE", read("worm.ps2.TNODE"));
    let node = Loaded::<Resource<Node>>::open(&source).unwrap().0.records.body;
    let (skel, _) = node.skel().unwrap();
    let bones = Bones::find(skel, &Default::default()).unwrap();
    let columns = expected["bone_id_columns"].as_array().unwrap();
    assert_eq!(bones.columns.map(|column| columns[column].as_str().unwrap()), ["name", "parent"]);
    assert_eq!(bones.joints[0].name, name_hash("FOOT"));
}

#[test]
fn both_tangent_interpretations_match_the_document() {
    let expected = expected();
    let source = Source::from_bytes("w.TANIMATION", read("wave.ngc.TANIMATION"));
    let animation = Loaded::<Resource<Animation>>::open(&source).unwrap().0.records.body;
    let reading = Reading::of(&animation);
    let [moves, _] = reading.moves_and_scales(&animation.nodes[0]);
    for reference in expected["animation_wave"]["at"].as_array().unwrap() {
        let frame = reference["frame"].as_f64().unwrap() as f32;
        for (curve, key) in [(Curve::Slope, "t_in_plus"), (Curve::Handle, "t_in_minus")] {
            let made = value_at(moves, curve, frame).unwrap();
            assert!(made.abs_diff_eq(point(&reference[key]), 2e-5), "{key} at {frame}: {made}");
        }
    }
}

#[test]
fn fog_is_below_its_plane() {
    let mut fog = HFog::default();
    let matrix =
        Mat4::from_translation(vec3(0.0, 10.0, 0.0)) * Mat4::from_scale(vec3(2.0, 3.0, 4.0));
    fog.world_matrix = matrix.to_cols_array();
    let amounts = [11.5, 13.0, 9.0].map(|y| fog.amount(vec3(0.0, y, 0.0)));
    assert!(amounts.iter().zip([0.5, 0.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-6), "{amounts:?}");
}

#[test]
fn sky_sound_and_trigger_match_the_expected_values() {
    let expected = expected();
    let (scene, _) = level("level.DGC");
    let sky = scene.nodes.iter().find(|node| scene.is_sky(node.layer)).unwrap();
    let mesh = &scene.meshes[sky.mesh.unwrap().index()];
    let sides = ["top", "bottom", "front", "left", "right", "back"];
    for (face, side) in mesh.faces.iter().zip(sides) {
        let reference = expected["warp"]["faces"][side].as_array().unwrap();
        let made = face.corners.map(|at| mesh.positions[at as usize]);
        assert!(made.iter().zip(reference).all(|(a, b)| a.abs_diff_eq(point(b), 1e-3)), "{side}");
    }
    let names: Vec<&str> =
        mesh.faces.iter().map(|f| scene.materials[f.material.index()].name.as_str()).collect();
    assert_eq!(names, ["SKY0", "SKY1", "SKY2", "SKY3", "SKY4", "SKY5"]);
    let sound = open("beep.TSOUND", &read("beep.ngc.TSOUND"));
    let sound = &super::fixture::alone(&sound).sounds[0];
    let samples = sound.data.decode().to_i16();
    let reference: Vec<i16> = expected["sound"]["samples"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_i64().unwrap() as i16)
        .collect();
    assert_eq!((sound.rate, samples), (16_000, reference));
    let volume = scene.helpers.iter().find(|helper| helper.name == "VOL").unwrap();
    let corners = expected["collisionvol"]["corners"].as_array().unwrap();
    let made = volume.shape.points();
    for reference in corners {
        let reference = point(reference);
        let own = world_of(&scene, "VOL");
        let near = |at: &Vec3| {
            at.abs_diff_eq(reference, 2e-3) || at.abs_diff_eq(own.transform_point3(reference), 2e-3)
        };
        assert!(made.iter().any(near), "{reference} {made:?}");
    }
}

#[test]
fn lights_paths_and_signs_match_the_expected_values() {
    let expected = expected();
    let (scene, _) = level("level.DGC");
    let (light, reference) = (scene.light.as_ref().unwrap(), &expected["light"]);
    assert!(light.ambient.abs_diff_eq(point(&reference["ambient"]), 1e-4));
    assert!(light.lamps[0].colour.abs_diff_eq(point(&reference["color"]), 1e-4));
    assert!(light.lamps[0].to_light.abs_diff_eq(point(&reference["dir"]), 1e-3));
    let shapes = |name: &str| {
        let named = scene.helpers.iter().filter(|helper| helper.name.starts_with(name));
        named.map(|helper| helper.shape.clone()).collect::<Vec<_>>()
    };
    let [HelperShape::Sphere { radius: start, .. }, HelperShape::Sphere { radius: end, .. }] =
        shapes("LAMP")[..]
    else {
        panic!("two balls: {:?}", shapes("LAMP"))
    };
    assert_eq!((start, end), (1.366, 8.012));
    let (own, sections) = (world_of(&scene, "RAIL"), expected["spline"].as_array().unwrap());
    assert_eq!(shapes("RAIL").len(), sections.len());
    for (line, reference) in shapes("RAIL").iter().zip(sections) {
        let HelperShape::Line(line) = line else { panic!("a line: {line:?}") };
        let reference = reference["points"].as_array().unwrap();
        assert_eq!(line.len(), reference.len());
        let is_there =
            |(made, reference)| own.transform_point3(point(reference)).abs_diff_eq(made, 2e-3);
        assert!(line.iter().copied().zip(reference).all(is_there));
    }
    // Computed by hand: from (−1, 1.5) to (1, −1.5), moved up by 1.
    let corners =
        [vec3(-1.0, 2.5, 0.0), vec3(1.0, 2.5, 0.0), vec3(1.0, -0.5, 0.0), vec3(-1.0, -0.5, 0.0)];
    for (name, leans) in [("SIGN_Y", false), ("SIGN_F", true)] {
        let node = scene.nodes.iter().find(|node| node.name == name).unwrap();
        assert_eq!(node.faces_viewer.unwrap().leans, leans, "{name}");
        let mesh = &scene.meshes[node.mesh.unwrap().index()];
        assert_eq!(mesh.positions, corners, "{name}");
    }
}

#[test]
fn damaged_level_shows_its_readable_nodes() {
    let (scene, reported) = level("broken.DGC");
    let names: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    for name in ["CYC_A", "CYC_B", "SELF", "NANS", "ZERO", "ODD"] {
        assert!(names.contains(&name), "missing {name} in {names:?}");
    }
    assert!(scene.world_transforms().iter().all(|world| world.is_finite()));
    assert!(reported.iter().any(|s| s.contains("is its own ancestor")), "{reported:?}");
    assert!(reported.iter().any(|s| s.contains("a parent outside the level")), "{reported:?}");
}

#[test]
fn size_of_an_unknown_record_is_derived_from_the_end() {
    let whole = Resource::new(Platform::GAMECUBE, Node::new()).write().unwrap();
    let mut bytes = whole[..0x14].to_vec();
    bytes.extend(0x1234_5678u32.to_be_bytes());
    bytes.extend([7; 30]);
    bytes.extend(&whole[0x18..]);
    let document = open("odd.T3DNODE", &bytes);
    assert_eq!(problems(&document), ["warning 0x18 data_class"]);
    assert_eq!(document.content.write().unwrap(), bytes);
    assert_eq!(document.tree.coverage().unread, 0);
    assert_eq!(document.tree.span("world_matrix").unwrap().start, bytes.len() as u64 - 128);
}

#[test]
fn list_elements_can_be_added_and_removed() {
    let document = open("hero.TLOD", &read("hero.ngc.TLOD"));
    let context = gouraud::container::Context::ALONE;
    let list = |document: &Document, change: ListChange<'_>| {
        document
            .content
            .editable()
            .with_list(context, &change)
            .map(|bytes| open("hero.TLOD", &bytes))
    };
    let first = ["components[0]".to_owned()];
    let count = |document: &Document| {
        let list = document.tree.find("components");
        list.map_or(0, |list| document.tree.child_count(&list))
    };
    let more = list(&document, ListChange::Copy(&first)).unwrap();
    assert_eq!(count(&more), count(&document) + 1);
    assert_eq!(problems(&more), [""; 0]);
    let less = list(&more, ListChange::Remove(&["components[1]".to_owned()])).unwrap();
    assert_eq!(less.source.bytes(), document.source.bytes());
    let volume = ["collision_sphere[0]".to_owned()];
    assert!(list(&document, ListChange::Copy(&volume)).is_err());
}

#[test]
fn moving_a_node_updates_all_its_matrices() {
    let bytes = read("root.ngc.TNODE");
    let document = open("root.TNODE", &bytes);
    let to = Mat4::from_rotation_y(0.5) * Mat4::from_translation(vec3(3.0, 4.0, 5.0));
    let context = gouraud::container::Context::ALONE;
    let fields = document
        .content
        .editable()
        .stored_as(context, "world_matrix", &ElementState::At(to))
        .unwrap();
    let orders: Vec<_> = fields
        .iter()
        .map(|(path, value)| gouraud::edit::EditOp::set(path.as_str(), value))
        .collect();
    let moved = gouraud::edit::apply(&document, &orders).unwrap();
    let source = moved.source.clone();
    let node = Loaded::<Resource<Node>>::open(&source).unwrap().0.records.body;
    let matrix = |m: &[f32; 16]| Mat4::from_cols_array(m);
    assert!(matrix(&node.world_matrix).abs_diff_eq(to, 1e-6));
    assert!(matrix(&node.local_matrix).abs_diff_eq(to, 1e-6));
    let unit = matrix(&node.world_matrix) * matrix(&node.inverse_world_matrix);
    assert!(unit.abs_diff_eq(Mat4::IDENTITY, 1e-5));
    let sheared = Mat4::from_cols_array(&{
        let mut m = Mat4::IDENTITY.to_cols_array();
        m[4] = 0.5;
        m
    });
    assert!(
        document
            .content
            .editable()
            .stored_as(context, "world_matrix", &ElementState::At(sheared))
            .is_err()
    );
    assert!(formats::by_id("totem.node").is_some());
}

#[test]
fn moving_a_node_derives_the_missing_parent_from_its_matrices() {
    let bytes = read("root.ngc.TNODE");
    let mut node =
        Loaded::<Resource<Node>>::open(&Source::from_bytes("root.TNODE", bytes)).unwrap().0;
    let made = &mut node.records.body;
    (made.world_matrix[12], made.inverse_world_matrix[12]) = (6.0, -6.0);
    (made.local_matrix[12], made.local_translation[0]) = (1.0, 1.0);
    let document = open("root.TNODE", &node.records.write().unwrap());
    let context = gouraud::container::Context::ALONE;
    let to = Mat4::from_translation(vec3(8.0, 0.0, 0.0));
    let fields = document
        .content
        .editable()
        .stored_as(context, "world_matrix", &ElementState::At(to))
        .unwrap();
    let number = |path: &str| fields.iter().find(|(own, _)| own == path).unwrap().1.as_f64();
    assert_eq!(number("world_matrix[12]"), Some(8.0));
    assert_eq!([number("local_matrix[12]"), number("local_translation[0]")], [Some(3.0); 2]);
}
