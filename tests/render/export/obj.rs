//! OBJ and MTL.

use super::*;

/// An OBJ as read by a parser that knows nothing but `v x y z`.
#[derive(Default)]
struct Parsed {
    positions: Vec<Vec3>,
    fractions: Vec<[f32; 2]>,
    normals: Vec<Vec3>,
    groups: Vec<String>,
    materials: Vec<String>,
    /// Corners: position, fraction, normal.
    faces: Vec<Vec<[Option<usize>; 3]>>,
}

fn parse(text: &[u8]) -> Parsed {
    let mut parsed = Parsed::default();
    for line in std::str::from_utf8(text).unwrap().lines() {
        let mut words = line.split(' ');
        let keyword = words.next().unwrap();
        let floats: Vec<f32> = words.clone().filter_map(|word| word.parse().ok()).collect();
        match keyword {
            "v" => parsed.positions.push(Vec3::from_slice(&floats[..3])),
            "vt" => parsed.fractions.push([floats[0], floats[1]]),
            "vn" => parsed.normals.push(Vec3::from_slice(&floats[..3])),
            "g" => parsed.groups.push(words.next().unwrap().to_owned()),
            "usemtl" => parsed.materials.push(words.next().unwrap().to_owned()),
            "f" => parsed.faces.push(words.map(corner).collect()),
            _ => {}
        }
    }
    parsed
}

fn corner(word: &str) -> [Option<usize>; 3] {
    let mut parts = word.split('/').map(|part| part.parse().ok().map(|n: usize| n - 1));
    [0; 3].map(|_| parts.next().flatten())
}

fn level_files() -> BTreeMap<String, Vec<u8>> {
    files(&level(), only(&[kind("obj")]))
}

#[test]
fn keeps_quads_with_counter_clockwise_fronts() {
    let parsed = parse(&level_files()["level.obj"]);
    assert_eq!(parsed.faces.len(), 3 * 6);
    for face in &parsed.faces {
        assert_eq!(face.len(), 4);
        let corner = |i: usize| parsed.positions[face[i][0].unwrap()];
        let normal = parsed.normals[face[0][2].unwrap()];
        // Around the edge, so that all corners turn the same way.
        for i in 0..4 {
            let (a, b, c) = (corner(i), corner((i + 1) % 4), corner((i + 2) % 4));
            assert!((b - a).cross(c - b).dot(normal) > 0.0);
        }
    }
}

#[test]
fn positions_equal_those_of_the_glb() {
    let mut scene = level();
    scene.metres_per_unit = Some(0.5);
    let files = files(&scene, only(&[kind("obj"), kind("glb")]));
    let glb = Glb::new(&files["level.glb"]);
    let mut world = Vec::new();
    collect(&glb, glb.node("level"), Mat4::IDENTITY, &mut world);
    for position in parse(&files["level.obj"]).positions {
        assert!(world.iter().any(|other| other.abs_diff_eq(position, 1e-5)), "{position}");
    }
}

fn collect(glb: &Glb, node: gltf::Node<'_>, parent: Mat4, world: &mut Vec<Vec3>) {
    let transform = parent * Mat4::from_cols_array_2d(&node.transform().matrix());
    let primitives = node.mesh().into_iter().flat_map(|mesh| mesh.primitives());
    for primitive in primitives {
        let positions = glb.positions(&primitive);
        world.extend(positions.iter().map(|p| transform.transform_point3(*p)));
    }
    for child in node.children() {
        collect(glb, child, transform, world);
    }
}

#[test]
fn writes_nodes_as_groups_and_materials_with_textures() {
    let files = level_files();
    let parsed = parse(&files["level.obj"]);
    let groups = ["first", "second", "mirror"];
    let groups = groups.map(|name| [name.to_owned(), format!("{name}.collision")]);
    assert_eq!(parsed.groups, groups.as_flattened());
    let mtl = std::str::from_utf8(&files["level.mtl"]).unwrap();
    let defined: BTreeSet<_> =
        mtl.lines().filter_map(|line| line.strip_prefix("newmtl ")).collect();
    let used: BTreeSet<_> = parsed.materials.iter().map(String::as_str).collect();
    assert_eq!(used, defined);
    let maps: Vec<_> = mtl.lines().filter_map(|line| line.strip_prefix("map_Kd ")).collect();
    assert_eq!(maps, ["wall.png", "wall.p1.png", ".._glass.png"]);
    assert!(maps.iter().all(|map| files.contains_key(*map)));
    assert!(files["level.obj"].windows(17).any(|line| line == b"mtllib level.mtl\n"));
}

#[test]
fn writes_opacity_as_dissolve() {
    let mut scene = level();
    let added = scene.materials.iter_mut().find(|material| material.name == "added").unwrap();
    added.blend = Blend::of_opacity(0.05);
    let files = files(&scene, only(&[kind("obj")]));
    let mtl = std::str::from_utf8(&files["level.mtl"]).unwrap();
    let (_, added) = mtl.split_once("newmtl added\n").unwrap();
    assert_eq!(added.lines().find(|line| line.starts_with("d ")), Some("d 0.05"));
}

#[test]
fn v_points_up() {
    let parsed = parse(&level_files()["level.obj"]);
    assert_eq!(parsed.fractions[0], [0.125, 1.0 - 0.0625]);
}
