//! Vertices, texture coordinates, bones and collision shapes.

use glam::{Mat3, Mat4, Vec2, Vec3};
use gouraud::container::Context;
use gouraud::formats::neversoft::psx::face::Uv;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::formats::{Document, Records, totem};
use gouraud::scene::{Scene, Shown};
use gouraud_testing::build::groff::{Level, Model, Place, Polygons};
use gouraud_testing::build::psx::{Builder, Polygon};
use gouraud_testing::build::totem as build;
use gouraud_testing::{fixtures, small};

use super::{document, number, numbers, shown_as, stored};

const XYZ: [&str; 3] = [".x", ".y", ".z"];

fn scene(document: &Document) -> Scene {
    document.content.scene(Context::ALONE).unwrap().0
}

/// A model of one textured square, and one triangle with another.
fn psx(version: Version, uv: Uv) -> Document {
    let mut builder = Builder::new(version);
    let texture = builder.texture(0x1234);
    let square = Polygon::quad([[0, 0, 64], [64, 0, 64], [0, 0, 0], [64, 0, 0]]);
    let triangle = Polygon::triangle([[0, 0, 64], [64, 0, 64], [0, -32, 0]]);
    let faces = [square.textured(texture, uv), triangle.textured(texture, uv)];
    let model = builder.model(1, &faces);
    builder.object(model, [0; 3]);
    document("model.psx", builder.finish().unwrap().write().unwrap())
}

fn texels() -> Uv {
    Uv::Texels(Default::default())
}

#[test]
fn a_vertex_of_a_level_is_in_whole_units_with_y_down() {
    let model = psx(Version::V4, texels());
    let path = "models[0].vertices[1]";
    let moved = shown_as(&model, path, &Shown::Vertex(Vec3::new(70.4, 12.6, -3.0)));
    assert_eq!(numbers(&moved, path, XYZ), [70.0, -13.0, 3.0], "the nearest that is stored");
    assert_eq!(number(&moved, &format!("{path}.kind")), 0.0);
    let said = stored(&model, path, &Shown::Vertex(Vec3::X * 40_000.0)).unwrap_err();
    assert_eq!(said, "models[0].vertices[1].x can be from -32768 to 32767");
    let none = stored(&model, "models[0].vertices[99]", &Shown::Vertex(Vec3::ZERO));
    assert_eq!(none.unwrap_err(), "models[0].vertices[99] stores no vertex");
}

#[test]
fn a_vertex_of_a_sprite_is_where_its_anchor_is() {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[Polygon::sprite([0, 0, 0], [0, -64, 0], 16)]);
    builder.object(model, [0; 3]);
    let sprite = document("sprite.psx", builder.finish().unwrap().write().unwrap());
    let said = (0..8).filter_map(|vertex| {
        let path = format!("models[0].vertices[{vertex}]");
        sprite.tree.find(&path).ok()?;
        stored(&sprite, &path, &Shown::Vertex(Vec3::ZERO)).err()
    });
    let said: Vec<String> = said.collect();
    assert!(!said.is_empty() && said[0].contains("beside another vertex"), "{said:?}");
}

#[test]
fn texture_coordinates_are_texels_or_512ths() {
    let to = Shown::TexCoords(vec![
        Vec2::new(0.0, 1.0),
        Vec2::new(63.4, 1.0),
        Vec2::new(0.0, 255.0),
        Vec2::new(7.6, 8.0),
    ]);
    let model = psx(Version::V4, texels());
    let moved = shown_as(&model, "models[0].faces[0]", &to);
    let uv =
        |corner: usize| numbers(&moved, &format!("models[0].faces[0].uv[{corner}]"), [".u", ".v"]);
    assert_eq!([0, 1, 2, 3].map(uv), [[0.0, 1.0], [63.0, 1.0], [0.0, 255.0], [8.0, 8.0]]);
    // A triangle has three.
    let fields = stored(&model, "models[0].faces[1]", &to).unwrap();
    assert_eq!(fields.len(), 6);
    let said = stored(&model, "models[0].faces[0]", &Shown::TexCoords(vec![Vec2::splat(-2.0)]));
    assert_eq!(said.unwrap_err(), "models[0].faces[0].uv[0].u can be from 0 to 255");
    let wide = psx(Version::V6, Uv::Wide { u: [0; 4], v: [0; 4] });
    let to = Shown::TexCoords(vec![Vec2::new(0.5, -0.25), Vec2::ONE, Vec2::ZERO, Vec2::ZERO]);
    let moved = shown_as(&wide, "models[0].faces[0]", &to);
    let path = "models[0].faces[0]";
    assert_eq!(numbers(&moved, path, [".u[0]", ".v[0]", ".u[1]"]), [256.0, -128.0, 512.0]);
}

#[test]
fn a_vertex_of_a_battle_model_or_a_stage() {
    let enemy = document("enemy.bin", small::ff7::enemy().write().unwrap());
    let path = "sections[0].meshes[1].vertices[2]";
    let moved = shown_as(&enemy, path, &Shown::Vertex(Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(numbers(&moved, path, XYZ), [1.0, -2.0, -3.0]);
    let stage = document("stage.bin", small::ff7::stage().write().unwrap());
    let path = "sections[1].vertices[0]";
    let moved = shown_as(&stage, path, &Shown::Vertex(Vec3::new(-5.0, 0.0, 9.0)));
    assert_eq!(numbers(&moved, path, XYZ), [-5.0, 0.0, -9.0]);
    let said = stored(&stage, "sections[1]", &Shown::At(Mat4::IDENTITY)).unwrap_err();
    assert!(said.contains("its vertices can be moved"), "{said}");
}

#[test]
fn texture_coordinates_of_a_battle_model_count_from_its_page() {
    let enemy = document("enemy.bin", small::ff7::enemy().write().unwrap());
    // The page (0x25: column 5, row 0) is that of the picture at (320, 0): no shift.
    let path = "sections[0].meshes[0].textured_quads[1]";
    let to = [[1.0, 2.0], [30.0, 2.0], [1.0, 14.0], [30.0, 14.0]].map(Vec2::from_array);
    let moved = shown_as(&enemy, path, &Shown::TexCoords(to.to_vec()));
    let uv = |corner: usize| numbers(&moved, &format!("{path}.uv{corner}"), ["[0]", "[1]"]);
    assert_eq!([0, 1, 2, 3].map(uv), [[1.0, 2.0], [30.0, 2.0], [1.0, 14.0], [30.0, 14.0]]);
    let coloured = "sections[0].meshes[0].coloured_quads[0]";
    let said = stored(&enemy, coloured, &Shown::TexCoords(to.to_vec())).unwrap_err();
    assert_eq!(said, format!("{coloured} stores no texture coordinates"));
}

#[test]
fn a_vertex_of_an_instance_is_in_metres_with_z_up() {
    let mut level = Level::default();
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let model = level.model("Box", Model::Polygons(Polygons { points, ..Polygons::default() }));
    level.instance("Box", model, Place::at(0.0, 0.0, 0.0), 0);
    let level = document("small.grf", level.finish().write().unwrap());
    let path = scene(&level).meshes[0].position_spans.origin(1).path;
    let moved = shown_as(&level, &path, &Shown::Vertex(Vec3::new(1.0, 100.0, -10.0)));
    assert_eq!(numbers(&moved, &path, XYZ), [1.0, 10.0, 100.0]);
}

#[test]
fn vertices_and_collision_shapes_of_a_mesh_stay_in_its_axes() {
    let mut mesh = build::mesh();
    let corner = |at| build::Corner { position: at, texcoord: [0.0; 2], normal: [0.0, 1.0, 0.0] };
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]].map(corner);
    build::add_strip(&mut mesh, 0, &corners);
    mesh.spheres.push(build::sphere([1.0, 2.0, 3.0], 4.0));
    mesh.cylinders.push(build::cylinder([0.0; 3], [0.0, 1.0, 0.0], 4.0, 1.0));
    mesh.cuboids.push(build::cuboid([5.0, 0.0, 5.0], [1.0, 2.0], 6.0));
    let mesh = document("box.ngc.TMESH", totem::mesh::Mesh::write(&mesh).unwrap());
    let path = "vertices[1]";
    let moved = shown_as(&mesh, path, &Shown::Vertex(Vec3::new(-1.5, 2.5, 0.25)));
    assert_eq!(numbers(&moved, path, ["[0]", "[1]", "[2]"]), [-1.5, 2.5, 0.25]);
    // By one to the right and one up, all of them.
    for helper in &scene(&mesh).helpers {
        let path = helper.origin.path.clone();
        let list = match path.split('[').next().unwrap() {
            "spheres" => "centre",
            "cylinders" => "base",
            _ => "transform",
        };
        let first = if list == "transform" { 12 } else { 0 };
        let names = [0, 1, 2].map(|axis| format!("{path}.{list}[{}]", first + axis));
        let before = names.each_ref().map(|name| number(&mesh, name));
        let to = Mat4::from_translation(Vec3::new(1.0, 1.0, 0.0)) * helper.shape.transform();
        let moved = shown_as(&mesh, &path, &Shown::At(to));
        let after = names.each_ref().map(|name| number(&moved, name));
        assert_eq!(after, [before[0] + 1.0, before[1] + 1.0, before[2]], "{path}");
    }
    assert_eq!(scene(&mesh).helpers.len(), 3);
}

#[test]
fn bones_and_vertices_of_a_rider_are_in_centimetres_with_z_up() {
    let library = gouraud::library::Library::new();
    let file = document("synthetic_quad.mpf", fixtures::read("ssx/synthetic_quad.mpf"));
    drop(library);
    let scene = scene(&file);
    let origin = scene.meshes[0].position_spans.origin(2);
    let to = Vec3::new(1.0, 100.0, -10.0);
    let moved = shown_as(&file, &origin.path, &Shown::Vertex(to));
    assert_eq!(numbers(&moved, &origin.path, XYZ), [1.0, 10.0, 100.0]);
    let bone = &scene.skeletons[0].bones[0];
    let path = &bone.origin.path;
    let before = scene.nodes.get(bone.node).unwrap().local;
    // About the scene's up axis by an eighth; the file's angles are negated.
    let eighth = std::f32::consts::FRAC_PI_4;
    let to = Mat4::from_translation(Vec3::new(0.0, 7.0, 0.0))
        * Mat4::from_rotation_y(eighth)
        * Mat4::from_mat3(Mat3::from_mat4(before));
    let turned = shown_as(&file, path, &Shown::At(to));
    assert_eq!(numbers(&turned, &format!("{path}.position"), XYZ), [0.0, 0.0, 7.0]);
    let (now, then) = (
        numbers(&turned, &format!("{path}.rotation"), XYZ),
        numbers(&file, &format!("{path}.rotation"), XYZ),
    );
    assert!((now[2] - (then[2] - f64::from(eighth))).abs() < 1e-5, "{then:?} becomes {now:?}");
}
