//! Objects of levels, nodes of triggers, instances.

use glam::{Mat3, Mat4, Quat, Vec3};
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::formats::neversoft::trg::{Angles, Position};
use gouraud::scene::ElementState;
use gouraud_testing::build::groff::{InstanceTransform, Level, Model, Property, Scene, Triangles};
use gouraud_testing::build::psx::{Builder, Polygon};
use gouraud_testing::build::trg;

use super::{document, number, numbers, stored, stored_as};
use gouraud::formats::{Document, Records};

const XYZ: [&str; 3] = [".x", ".y", ".z"];

fn square() -> Polygon {
    Polygon::quad([[0, 0, 64], [64, 0, 64], [0, 0, 0], [64, 0, 0]])
}

/// A level with one object, turned by an eighth about Y.
fn one_object() -> Document {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square()]);
    builder.turned_object(model, [1, -2, 3], [0, 512, 0]);
    document("one.psx", builder.finish().unwrap().write().unwrap())
}

#[test]
fn stores_objects_in_4096ths_with_y_down_and_z_forward() {
    let one = one_object();
    let to = Mat4::from_translation(Vec3::new(10.0, 20.5, -30.25))
        * Mat4::from_rotation_y(-std::f32::consts::FRAC_PI_4);
    let moved = stored_as(&one, "objects[0]", &ElementState::At(to));
    let position = numbers(&moved, "objects[0].position", XYZ);
    assert_eq!(position, [40960.0, -83968.0, 123904.0]);
    // About Y, which points down, so that the direction is reversed.
    assert_eq!(numbers(&moved, "objects[0].angles", XYZ), [0.0, 512.0, 0.0]);
    let (scene, _) = moved.content.displayed().scene(gouraud::container::Context::ALONE).unwrap();
    assert_eq!(scene.nodes[0].local.w_axis.truncate(), Vec3::new(10.0, 20.5, -30.25));
}

#[test]
fn stores_object_rotation_as_y_then_x_then_z() {
    let one = one_object();
    let quarter = std::f32::consts::FRAC_PI_2;
    let before =
        one.content.displayed().scene(gouraud::container::Context::ALONE).unwrap().0.nodes[0].local;
    // A quarter more about the scene's up axis is a quarter less about Y, which points down.
    let turned = |by: Mat4| {
        let to = Mat4::from_translation(before.w_axis.truncate())
            * by
            * Mat4::from_mat3(Mat3::from_mat4(before));
        let moved = stored_as(&one, "objects[0]", &ElementState::At(to));
        (numbers(&moved, "objects[0].angles", XYZ), numbers(&moved, "objects[0].position", XYZ))
    };
    let (angles, position) = turned(Mat4::from_rotation_y(quarter));
    assert_eq!(angles, [0.0, -512.0, 0.0]);
    assert_eq!(position, [4096.0, -8192.0, 12288.0], "rotation keeps the position");
    // The object's own X axis, after its turn about Y: 1024 of 4096 are a quarter.
    let own_x = Mat3::from_mat4(before) * Vec3::X;
    assert_eq!(turned(Mat4::from_axis_angle(own_x, quarter / 2.0)).0, [512.0, 512.0, 0.0]);
}

#[test]
fn refuses_transforms_that_object_cannot_store() {
    let one = one_object();
    let error = |m: Mat4| stored(&one, "objects[0]", &ElementState::At(m)).unwrap_err();
    assert_eq!(error(Mat4::from_scale(Vec3::splat(2.0))), "objects[0] stores no scale");
    assert!(error(Mat4::from_scale(Vec3::new(1.0, 2.0, 1.0))).contains("stretched"));
    let far = error(Mat4::from_translation(Vec3::X * 1e6));
    assert_eq!(far, "objects[0].position.x must be from -2147483648 to 2147483647");
    let model = stored(&one, "models[0]", &ElementState::At(Mat4::IDENTITY)).unwrap_err();
    assert!(model.contains("move the object that places it"), "{model}");
}

#[test]
fn moved_bone_takes_its_children_along() {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square()]);
    let root = builder.bone(model, [0, 0, 0], None);
    let arm = builder.bone(model, [160, 0, 0], Some(root));
    builder.bone(model, [320, 0, 0], Some(arm));
    let count = 3;
    builder.packed_clip(&[vec![[0; 6]; count]]);
    let bytes = builder.finish().unwrap().write().unwrap();
    let figure = document("figure.psx", bytes);
    // In the space of the root, which is at the origin.
    let to = Mat4::from_translation(Vec3::new(10.0, 5.0, 0.0));
    let moved = stored_as(&figure, "objects[1]", &ElementState::At(to));
    let x_and_y =
        |index: usize| numbers(&moved, &format!("objects[{index}].position"), [".x", ".y"]);
    assert_eq!(x_and_y(0), [0.0, 0.0]);
    assert_eq!(x_and_y(1), [40960.0, -20480.0]);
    assert_eq!(x_and_y(2), [81920.0, -20480.0]);
}

#[test]
fn stores_position_and_direction_of_trigger_node() {
    let position = Position::new(1, 0, 0);
    let angles = Angles { x: 0, y: 0, z: 100 };
    let file = trg::file(vec![
        trg::restart("Start", position, angles, [], vec![]),
        trg::point(position, [0]),
        trg::object(2, 0x1234, []),
    ]);
    let bytes = file.write().unwrap();
    let file = document("level_t.trg", bytes);
    let (scene, _) = file.content.displayed().scene(gouraud::container::Context::ALONE).unwrap();
    let at = scene.helpers[0].shape.transform();
    let to = Mat4::from_translation(Vec3::new(2.0, 3.0, 4.0))
        * Mat4::from_rotation_y(std::f32::consts::FRAC_PI_2)
        * Mat4::from_mat3(Mat3::from_mat4(at));
    let moved = stored_as(&file, "nodes[0]", &ElementState::At(to));
    assert_eq!(numbers(&moved, "nodes[0].position", XYZ), [2.0, -3.0, -4.0]);
    // A quarter about the scene's up axis; the turn about its viewing direction is kept.
    let angles = numbers(&moved, "nodes[0].angles", XYZ);
    assert_eq!(angles, [0.0, -1024.0, 100.0]);
    let error = |path: &str, m: Mat4| stored(&file, path, &ElementState::At(m)).unwrap_err();
    assert_eq!(error("nodes[1]", Mat4::from_rotation_y(1.0)), "nodes[1] stores no turn");
    assert!(
        error("nodes[2]", Mat4::IDENTITY).contains("at the position of its model in the level")
    );
    assert!(error("nodes[1].links[0]", Mat4::IDENTITY).contains("stores no position"));
}

fn triangles() -> Model {
    Model::Triangles(Triangles::default())
}

fn island(
    place: InstanceTransform,
    properties: Vec<(&str, Property)>,
    more: &[(&str, InstanceTransform)],
) -> Document {
    let mut level = Level::default();
    let model = level.model("Box", triangles());
    let group = level.values("Box", properties);
    level.instance("Box", model, place, group);
    for (name, place) in more {
        let group = if name.starts_with('$') { 0 } else { group };
        level.instance(name, model, *place, group);
    }
    document("small.grf", level.finish().write().unwrap())
}

/// The path of an instance's transform in a level of one model.
fn place_of(level: &Document, index: usize) -> String {
    let found = (0..9).map(|section| format!("sections[{section}].instances[{index}]"));
    found.into_iter().find(|path| level.tree.find(path).is_ok()).unwrap()
}

#[test]
fn stores_instances_in_metres_with_z_up_and_radians() {
    let level =
        island(InstanceTransform::at(1.0, 2.0, 3.0).turned(0.1, 0.2, 0.3).scaled(2.0), vec![], &[]);
    let path = place_of(&level, 0);
    // (1, 10, 100) of the level is (1, 100, −10) of the scene.
    let to = Mat4::from_scale_rotation_translation(
        Vec3::splat(3.0),
        Quat::from_rotation_y(1.25),
        Vec3::new(1.0, 100.0, -10.0),
    );
    let moved = stored_as(&level, &path, &ElementState::At(to));
    let place = format!("{path}.place");
    let near = |found: [f64; 3], wanted: [f64; 3]| {
        let close = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(close, "{found:?} is not {wanted:?}");
    };
    near(numbers(&moved, &format!("{place}.position"), XYZ), [1.0, 10.0, 100.0]);
    near(numbers(&moved, &format!("{place}.angles"), XYZ), [0.0, 0.0, 1.25]);
    assert!((number(&moved, &format!("{place}.scale")) - 3.0).abs() < 1e-5);
    // An instance that is only moved keeps the exact numbers of its rotation.
    let (scene, _) = level.content.displayed().scene(gouraud::container::Context::ALONE).unwrap();
    let by = Mat4::from_translation(Vec3::new(0.0, 0.5, 0.0));
    let moved = stored_as(&level, &path, &ElementState::At(by * scene.nodes[0].local));
    let angles = |level: &Document| numbers(level, &format!("{place}.angles"), XYZ);
    assert_eq!(angles(&moved), angles(&level));
    assert_eq!(numbers(&moved, &format!("{place}.position"), XYZ), [1.0, 2.0, 3.5]);
}

#[test]
fn moved_prototype_takes_its_helpers_along() {
    let properties = || vec![("Model00", Property::text("$Box"))];
    let others = [
        ("$Box", InstanceTransform::at(1.0, 0.0, 0.5)),
        ("Box-01", InstanceTransform::at(5.0, 0.0, 0.0)),
    ];
    let level = island(InstanceTransform::at(1.0, 0.0, 0.0), properties(), &others);
    let to = ElementState::At(Mat4::from_translation(Vec3::new(1.0, 2.0, -4.0)));
    let moved = stored_as(&level, &place_of(&level, 0), &to);
    let at = |level: &Document, index: usize| {
        numbers(level, &format!("{}.place.position", place_of(level, index)), XYZ)
    };
    assert_eq!(at(&moved, 0), [1.0, 4.0, 2.0]);
    assert_eq!(at(&moved, 1), [1.0, 4.0, 2.5], "its box keeps its relative position");
    assert_eq!(at(&moved, 2), [5.0, 0.0, 0.0]);
    // A copy of "Box-00".
    let mut level = Level::default();
    let model = level.model("Box", triangles());
    let group = level.values("Box", properties());
    let places = [("Box-00", 0.0), ("Box-01", 5.0), ("$Box", 0.5)];
    for (name, x) in places {
        level.instance(
            name,
            model,
            InstanceTransform::at(x, 0.0, 0.0),
            if x == 0.5 { 0 } else { group },
        );
    }
    let level = document("small.grf", level.finish().write().unwrap());
    let moved = stored_as(&level, &place_of(&level, 1), &to);
    assert_eq!(at(&moved, 1), [1.0, 4.0, 2.0]);
    assert_eq!(at(&moved, 2), [0.5, 0.0, 0.0], "the box of the prototype is not moved");
}

#[test]
fn stores_scene_block_rotation_as_quaternion() {
    let mut scene = Scene::new(r"D:\data\small.grf");
    scene.moved("Box", InstanceTransform::at(1.0, 2.0, 3.0), 0x10);
    let scene = document("small.scn", scene.finish().write().unwrap());
    let path = (0..20)
        .map(|section| format!("sections[{section}]"))
        .find(|path| scene.tree.find(&format!("{path}.place.scale")).is_ok())
        .unwrap();
    let to = Mat4::from_translation(Vec3::new(1.0, 3.0, -2.5))
        * Mat4::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let moved = stored_as(&scene, &path, &ElementState::At(to));
    assert_eq!(numbers(&moved, &format!("{path}.place.position"), XYZ), [1.0, 2.5, 3.0]);
    let [w, x, y, z] = numbers(&moved, &format!("{path}.place.rotation"), [".w", ".x", ".y", ".z"]);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let close = [(w, half), (x, 0.0), (y, 0.0), (z, half)];
    assert!(close.iter().all(|(a, b)| (a - b).abs() < 1e-6), "{w} {x} {y} {z}");
}

#[test]
fn moved_terrain_piece_keeps_its_stored_rotation() {
    let place = InstanceTransform::at(1.0, 0.0, 0.0).turned(0.0, 0.0, 0.5);
    let level = island(place, vec![("Class", Property::text("CTerrainObj"))], &[]);
    let path = place_of(&level, 0);
    // Terrain is shown flat, without its stored rotation, which it keeps.
    let to = Mat4::from_translation(Vec3::new(3.0, 4.0, -5.0));
    let moved = stored_as(&level, &path, &ElementState::At(to));
    assert_eq!(numbers(&moved, &format!("{path}.place.position"), XYZ), [3.0, 5.0, 4.0]);
    assert_eq!(numbers(&moved, &format!("{path}.place.angles"), XYZ), [0.0, 0.0, 0.5]);
    let error =
        stored(&level, &path, &ElementState::At(to * Mat4::from_rotation_y(1.0))).unwrap_err();
    assert!(error.contains("laid on the ground"), "{error}");
}
