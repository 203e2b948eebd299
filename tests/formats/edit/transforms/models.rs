//! Vertices, texture coordinates, bones and collision shapes.

use glam::{Mat3, Mat4, Vec2, Vec3};
use gouraud::formats::neversoft::psx::face::Uv;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::formats::{Document, Records, totem};
use gouraud::scene::ElementState;
use gouraud_testing::build::groff::{
    Corner, Face as Polygon3, InstanceTransform, Level, Model, Polygons, Surface, Triangles,
};
use gouraud_testing::build::psx::{Builder, Polygon};
use gouraud_testing::build::totem as build;
use gouraud_testing::document::scene;
use gouraud_testing::{fixtures, small};

use super::{document, number, numbers, stored, stored_as};

const XYZ: [&str; 3] = [".x", ".y", ".z"];

/// A model of one textured square, and one triangle with another texture.
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

/// Texture coordinates of a face at the first vertices of its mesh, in order.
fn coordinates(corners: &[Vec2]) -> ElementState {
    ElementState::TexCoords((0..).zip(corners.iter().copied()).collect())
}

fn texels() -> Uv {
    Uv::Texels(Default::default())
}

#[test]
fn stores_level_vertex_in_whole_units_with_y_down() {
    let model = psx(Version::V4, texels());
    let path = "models[0].vertices[1]";
    let moved = stored_as(&model, path, &ElementState::Vertex(Vec3::new(70.4, 12.6, -3.0)));
    assert_eq!(
        numbers(&moved, path, XYZ),
        [70.0, -13.0, 3.0],
        "rounded to the nearest stored value"
    );
    assert_eq!(number(&moved, &format!("{path}.kind")), 0.0);
    let error = stored(&model, path, &ElementState::Vertex(Vec3::X * 40_000.0)).unwrap_err();
    assert_eq!(error, "models[0].vertices[1].x must be from -32768 to 32767");
    let none = stored(&model, "models[0].vertices[99]", &ElementState::Vertex(Vec3::ZERO));
    assert_eq!(none.unwrap_err(), "models[0].vertices[99] stores no vertex");
}

#[test]
fn refuses_to_move_vertices_attached_to_sprite_anchor() {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[Polygon::sprite([0, 0, 0], [0, -64, 0], 16)]);
    builder.object(model, [0; 3]);
    let sprite = document("sprite.psx", builder.finish().unwrap().write().unwrap());
    let errors = (0..8).filter_map(|vertex| {
        let path = format!("models[0].vertices[{vertex}]");
        sprite.tree.find(&path).ok()?;
        stored(&sprite, &path, &ElementState::Vertex(Vec3::ZERO)).err()
    });
    let errors: Vec<String> = errors.collect();
    assert!(!errors.is_empty() && errors[0].contains("attached to another vertex"), "{errors:?}");
}

#[test]
fn stores_texture_coordinates_in_texels_or_512ths() {
    let to = coordinates(&[
        Vec2::new(0.0, 1.0),
        Vec2::new(63.4, 1.0),
        Vec2::new(0.0, 255.0),
        Vec2::new(7.6, 8.0),
    ]);
    let model = psx(Version::V4, texels());
    let moved = stored_as(&model, "models[0].faces[0]", &to);
    let uv =
        |corner: usize| numbers(&moved, &format!("models[0].faces[0].uv[{corner}]"), [".u", ".v"]);
    assert_eq!([0, 1, 2, 3].map(uv), [[0.0, 1.0], [63.0, 1.0], [0.0, 255.0], [8.0, 8.0]]);
    // A triangle has three.
    let fields = stored(&model, "models[0].faces[1]", &to).unwrap();
    assert_eq!(fields.len(), 6);
    let error = stored(&model, "models[0].faces[0]", &coordinates(&[Vec2::splat(-2.0)]));
    assert_eq!(error.unwrap_err(), "models[0].faces[0].uv[0].u must be from 0 to 255");
    let wide = psx(Version::V6, Uv::Wide { u: [0; 4], v: [0; 4] });
    let to = coordinates(&[Vec2::new(0.5, -0.25), Vec2::ONE, Vec2::ZERO, Vec2::ZERO]);
    let moved = stored_as(&wide, "models[0].faces[0]", &to);
    let path = "models[0].faces[0]";
    assert_eq!(numbers(&moved, path, [".u[0]", ".v[0]", ".u[1]"]), [256.0, -128.0, 512.0]);
}

#[test]
fn stores_vertices_of_battle_models_and_stages() {
    let enemy = document("enemy.bin", small::ff7::enemy().write().unwrap());
    let path = "sections[0].meshes[1].vertices[2]";
    let moved = stored_as(&enemy, path, &ElementState::Vertex(Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(numbers(&moved, path, XYZ), [1.0, -2.0, -3.0]);
    let stage = document("stage.bin", small::ff7::stage().write().unwrap());
    let path = "sections[1].vertices[0]";
    let moved = stored_as(&stage, path, &ElementState::Vertex(Vec3::new(-5.0, 0.0, 9.0)));
    assert_eq!(numbers(&moved, path, XYZ), [-5.0, 0.0, -9.0]);
    let error = stored(&stage, "sections[1]", &ElementState::At(Mat4::IDENTITY)).unwrap_err();
    assert!(error.contains("move its vertices instead"), "{error}");
}

#[test]
fn stores_texture_coordinates_relative_to_texture_page() {
    let enemy = document("enemy.bin", small::ff7::enemy().write().unwrap());
    // The page (0x25: column 5, row 0) is that of the picture at (320, 0): no shift.
    let path = "sections[0].meshes[0].textured_quads[1]";
    let to = [[1.0, 2.0], [30.0, 2.0], [1.0, 14.0], [30.0, 14.0]].map(Vec2::from_array);
    let moved = stored_as(&enemy, path, &coordinates(&to));
    let uv = |corner: usize| numbers(&moved, &format!("{path}.uv{corner}"), ["[0]", "[1]"]);
    assert_eq!([0, 1, 2, 3].map(uv), [[1.0, 2.0], [30.0, 2.0], [1.0, 14.0], [30.0, 14.0]]);
    let coloured = "sections[0].meshes[0].coloured_quads[0]";
    let error = stored(&enemy, coloured, &coordinates(&to)).unwrap_err();
    assert_eq!(error, format!("{coloured} stores no texture coordinates"));
}

#[test]
fn stores_instance_vertex_in_metres_with_z_up() {
    let mut level = Level::default();
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let model = level.model("Box", Model::Polygons(Polygons { points, ..Polygons::default() }));
    level.instance("Box", model, InstanceTransform::at(0.0, 0.0, 0.0), 0);
    let level = document("small.grf", level.finish().write().unwrap());
    let path = scene(&level).meshes[0].position_spans.origin(1).path;
    let moved = stored_as(&level, &path, &ElementState::Vertex(Vec3::new(1.0, 100.0, -10.0)));
    assert_eq!(numbers(&moved, &path, XYZ), [1.0, 10.0, 100.0]);
}

#[test]
fn stores_mesh_vertices_and_collision_shapes_in_mesh_axes() {
    let mut mesh = build::mesh();
    let corner = |at| build::Corner { position: at, texcoord: [0.0; 2], normal: [0.0, 1.0, 0.0] };
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]].map(corner);
    build::add_strip(&mut mesh, 0, &corners);
    mesh.spheres.push(build::sphere([1.0, 2.0, 3.0], 4.0));
    mesh.cylinders.push(build::cylinder([0.0; 3], [0.0, 1.0, 0.0], 4.0, 1.0));
    mesh.cuboids.push(build::cuboid([5.0, 0.0, 5.0], [1.0, 2.0], 6.0));
    let mesh = document("box.ngc.TMESH", totem::mesh::Mesh::write(&mesh).unwrap());
    let path = "vertices[1]";
    let moved = stored_as(&mesh, path, &ElementState::Vertex(Vec3::new(-1.5, 2.5, 0.25)));
    assert_eq!(numbers(&moved, path, ["[0]", "[1]", "[2]"]), [-1.5, 2.5, 0.25]);
    // All of them by one to the right and one up.
    let scene = scene(&mesh);
    // The bounding sphere's position is set by its level.
    let shapes = || scene.helpers.iter().filter(|helper| helper.origin.path != "header");
    for helper in shapes() {
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
        let moved = stored_as(&mesh, &path, &ElementState::At(to));
        let after = names.each_ref().map(|name| number(&moved, name));
        assert_eq!(after, [before[0] + 1.0, before[1] + 1.0, before[2]], "{path}");
    }
    assert_eq!(shapes().count(), 3);
}

#[test]
fn stores_rider_bones_and_vertices_in_centimetres_with_z_up() {
    let library = gouraud::library::Library::new();
    let file = document("synthetic_quad.mpf", fixtures::read("ssx/synthetic_quad.mpf"));
    drop(library);
    let scene = scene(&file);
    let origin = scene.meshes[0].position_spans.origin(2);
    let to = Vec3::new(1.0, 100.0, -10.0);
    let moved = stored_as(&file, &origin.path, &ElementState::Vertex(to));
    assert_eq!(numbers(&moved, &origin.path, XYZ), [1.0, 10.0, 100.0]);
    let bone = &scene.skeletons[0].bones[0];
    let path = &bone.origin.path;
    let before = scene.nodes.get(bone.node).unwrap().local;
    // About the scene's up axis by an eighth; the file's angles are negated.
    let eighth = std::f32::consts::FRAC_PI_4;
    let to = Mat4::from_translation(Vec3::new(0.0, 7.0, 0.0))
        * Mat4::from_rotation_y(eighth)
        * Mat4::from_mat3(Mat3::from_mat4(before));
    let turned = stored_as(&file, path, &ElementState::At(to));
    assert_eq!(numbers(&turned, &format!("{path}.position"), XYZ), [0.0, 0.0, 7.0]);
    let (now, then) = (
        numbers(&turned, &format!("{path}.rotation"), XYZ),
        numbers(&file, &format!("{path}.rotation"), XYZ),
    );
    assert!((now[2] - (then[2] - f64::from(eighth))).abs() < 1e-5, "{then:?} becomes {now:?}");
}

#[test]
fn stores_normals_in_their_length_and_axes() {
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    let corner = |point| Corner { point, uv: [0.0; 2], normal: None };
    let faces = vec![Polygon3 { corners: (0..3).map(corner).collect(), surface: 0, flags: 0 }];
    let polygons = Polygons { points, faces, ..Polygons::default() };
    let level = level_with_model(Model::Polygons(polygons));
    let path = scene(&level).meshes[0].normal_spans.origin(1).path;
    let turned = stored_as(&level, &path, &ElementState::Normal(Vec3::NEG_Z));
    assert_eq!(numbers(&turned, &format!("{path}.normal"), XYZ), [0.0, 1.0, 0.0], "Z is up");
    let rider = document("synthetic_quad.mpf", fixtures::read("ssx/synthetic_quad.mpf"));
    let path = scene(&rider).meshes[0].normal_spans.origin(2).path;
    let before = numbers(&rider, &path, XYZ);
    let length = before.iter().map(|part| part * part).sum::<f64>().sqrt();
    let up = stored_as(&rider, &path, &ElementState::Normal(Vec3::Y));
    let [x, y, z] = numbers(&up, &path, XYZ);
    assert!([x, y] == [0.0; 2] && (z - length).abs() <= 1.0, "{before:?} becomes {z}");
    let flat = psx(Version::V4, texels());
    let why = stored(&flat, "models[0].normals[0]", &ElementState::Normal(Vec3::Y)).unwrap_err();
    assert!(why.contains("normal of a plane, which is computed from the vertices"), "{why}");
}

/// A level of one instance, which shows this model.
fn level_with_model(model: Model) -> Document {
    let mut level = Level::default();
    let model = level.model("Box", model);
    level.instance("Box", model, InstanceTransform::at(0.0, 0.0, 0.0), 0);
    document("small.grf", level.finish().write().unwrap())
}

#[test]
fn stores_texture_coordinates_with_polygon_vertices() {
    // Five corners: shown as a square and a triangle, which both have the first one.
    let points = [[0.0, 0.0], [2.0, 0.0], [3.0, 1.0], [2.0, 2.0], [0.0, 2.0]];
    let corner = |(at, [x, y]): (usize, &[f32; 2])| Corner {
        point: at as u32,
        uv: [x / 4.0, y / 4.0],
        normal: None,
    };
    let corners = points.iter().enumerate().map(corner).collect();
    let faces = vec![Polygon3 { corners, surface: 0, flags: 0 }];
    let points = points.map(|[x, y]| [x, y, 0.0]).to_vec();
    let surfaces = vec![Surface::map("brick.bmp")];
    let polygons = Polygons { points, faces, surfaces, ..Polygons::default() };
    let level = level_with_model(Model::Polygons(polygons));
    let scene = scene(&level);
    let mesh = &scene.meshes[0];
    let pieces: Vec<_> = mesh.faces.iter().collect();
    assert_eq!(pieces.iter().map(|face| face.sides()).collect::<Vec<_>>(), [4, 3]);
    let path = mesh.face_spans.origin(0).path;
    let section = path.strip_suffix(".polygons[0]").unwrap();
    // Moves only the last corner of the triangle, by a quarter to the right.
    let triangle = &pieces[1];
    let moved_at = 1;
    let mut corners: Vec<(u32, Vec2)> = triangle.tex_coords().collect();
    corners[moved_at].1.x += 0.25;
    let point = corners[moved_at].0;
    let moved = stored_as(&level, &path, &ElementState::TexCoords(corners));
    for vertex in 0..5 {
        let at = format!("{section}.vertices[{vertex}]");
        let by =
            if number(&level, &format!("{at}.point")) == f64::from(point) { 0.25 } else { 0.0 };
        let (was, now) = (numbers(&level, &at, [".u", ".v"]), numbers(&moved, &at, [".u", ".v"]));
        assert_eq!(now, [was[0] + by, was[1]], "{at}");
    }
    let error = stored(&level, &path, &coordinates(&[Vec2::NAN])).unwrap_err();
    assert!(error.contains("not finite"), "{error}");
    let error =
        stored(&level, &path, &ElementState::TexCoords(vec![(99, Vec2::ZERO)])).unwrap_err();
    assert_eq!(error, format!("{path} stores no texture coordinates"));
}

#[test]
fn stores_triangle_texture_coordinates_in_model_mapping() {
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    let faces = vec![[0, 1, 2], [1, 3, 2]];
    let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let mapping =
        faces.iter().map(|face: &[u32; 3]| (face.map(|at| uvs[at as usize]), 0)).collect();
    let surfaces = vec![Surface::map("brick.bmp")];
    let triangles = Triangles { points, faces, surfaces, mapping, ..Triangles::default() };
    let level = level_with_model(Model::Triangles(triangles));
    let scene = scene(&level);
    let mesh = &scene.meshes[0];
    let path = mesh.face_spans.origin(1).path;
    let face = mesh.faces.get(1).unwrap();
    let mut corners: Vec<(u32, Vec2)> = face.tex_coords().collect();
    let corner = corners.iter_mut().find(|(vertex, _)| *vertex == 3).unwrap();
    corner.1 = Vec2::new(0.5, 0.75);
    let fields = stored(&level, &path, &ElementState::TexCoords(corners.clone())).unwrap();
    let changed: Vec<_> = fields
        .iter()
        .filter(|(path, value)| number(&level, path) != value.as_f64().unwrap())
        .collect();
    let [(u, to_u), (v, to_v)] = changed[..] else { panic!("{changed:?}") };
    assert_eq!((to_u.as_f64(), to_v.as_f64()), (Some(0.5), Some(0.75)));
    assert!(u.ends_with(".u") && v.ends_with(".v") && u.contains(".points["), "{u} {v}");
    let moved = stored_as(&level, &path, &ElementState::TexCoords(corners));
    let shown = self::scene(&moved);
    let shown = shown.meshes[0].faces.get(1).unwrap();
    assert!(shown.tex_coords().any(|corner| corner == (3, Vec2::new(0.5, 0.75))));
}

#[test]
fn stores_strip_texture_coordinates_in_list() {
    let mut mesh = build::mesh();
    let corner = |at: [f32; 3]| build::Corner {
        position: at,
        texcoord: [at[0], at[2]],
        normal: [0.0, 1.0, 0.0],
    };
    let square = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]].map(corner);
    build::add_strip(&mut mesh, 0, &square);
    let mesh = document("box.ngc.TMESH", totem::mesh::Mesh::write(&mesh).unwrap());
    let scene = scene(&mesh);
    let path = scene.meshes[0].face_spans.origin(1).path;
    assert_eq!(path, "strips[0].vertex_ids[3]");
    let face = scene.meshes[0].faces.get(1).unwrap();
    let to = |(vertex, at): (u32, Vec2)| (vertex, if vertex == 3 { at * 0.5 } else { at });
    let shown = ElementState::TexCoords(face.tex_coords().map(to).collect());
    let moved = stored_as(&mesh, &path, &shown);
    let list = |document: &Document| {
        [0, 1, 2, 3].map(|at| numbers(document, &format!("texcoords[{at}]"), ["[0]", "[1]"]))
    };
    assert_eq!(list(&mesh)[3], [1.0, 1.0]);
    assert_eq!(list(&moved), [list(&mesh)[0], list(&mesh)[1], list(&mesh)[2], [0.5, 0.5]]);
    let error = stored(&mesh, "strips[0].vertex_ids[1]", &shown).unwrap_err();
    assert_eq!(error, "strips[0].vertex_ids[1] stores no texture coordinates");
}

#[test]
fn stores_texture_coordinates_before_material_transform() {
    // u' = 2u + v + 1/4, v' = v/2 - 1
    let uv_matrix = [2.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.25, -1.0, 1.0];
    let material = totem::material::Material { uv_matrix, ..build::material(0) };
    assert_eq!(material.uv([0.5, 2.0]), [3.25, 0.0]);
    assert_eq!(material.before([3.25, 0.0]), Some([0.5, 2.0]));
    let line = totem::material::Material { uv_matrix: [1.0; 9], ..material };
    assert_eq!(line.before([3.0, 4.0]), None, "the matrix is singular");
    let none = totem::material::Material { uv_matrix: [0.0; 9], ..line };
    assert_eq!(none.before([3.0, 4.0]), Some([3.0, 4.0]));
}

#[test]
fn stores_rider_texture_coordinates_in_4096ths() {
    let file = document("synthetic_quad.mpf", fixtures::read("ssx/synthetic_quad.mpf"));
    let scene = scene(&file);
    let mesh = &scene.meshes[0];
    let face = mesh.faces.get(0).unwrap();
    let path = mesh.face_spans.origin(face.index as usize).path;
    let to = [Vec2::new(0.25, -0.5), Vec2::new(1.0, 7.9), Vec2::new(0.1, 0.0)];
    let corners: Vec<(u32, Vec2)> =
        face.tex_coords().zip(to).map(|((vertex, _), to)| (vertex, to)).collect();
    let fields = stored(&file, &path, &ElementState::TexCoords(corners.clone())).unwrap();
    let whole: Vec<f64> = fields.iter().map(|(_, value)| value.as_f64().unwrap()).collect();
    // 0.1 is 409.6: the nearest.
    assert_eq!(whole, [1024.0, -2048.0, 4096.0, 32358.0, 410.0, 0.0]);
    let moved = stored_as(&file, &path, &ElementState::TexCoords(corners));
    let shown: Vec<Vec2> =
        self::scene(&moved).meshes[0].faces.get(0).unwrap().tex_coords().map(|c| c.1).collect();
    assert_eq!(shown[0], to[0]);
    assert!((shown[2].x - 0.1).abs() <= 1.0 / 8192.0);
    let far = ElementState::TexCoords(vec![(face.corners[2], Vec2::splat(8.0))]);
    let error = stored(&file, &path, &far).unwrap_err();
    assert!(error.ends_with(".u must be from -32768 to 32767"), "{error}");
}
