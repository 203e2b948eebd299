//! Models.

use glam::vec3;

use gouraud::scene::Blend;
use gouraud_testing::document;

use super::{check, corners, floats, longs, only, scene, text, words};

#[test]
fn stl_becomes_a_mesh_with_its_height_upwards() {
    let mut file = text("made by hand", 80);
    file.extend(longs(&[1]));
    file.extend(floats(&[0., 0., 1., 0., 0., 5., 2., 0., 5., 0., 3., 5.]));
    file.extend(words(&[7]));
    check(
        "stl.ksy",
        &file,
        &[
            ("num_triangles", "1"),
            ("triangles[0].vertices[2].y", "3.0"),
            ("triangles[0].attributes", "7"),
        ],
    );
    let scene = scene("stl.ksy", &file);
    let mesh = only(&scene);
    assert_eq!(corners(mesh, 0), [vec3(0., 5., 0.), vec3(2., 5., 0.), vec3(0., 5., -3.)]);
}

#[test]
fn quake_md2_scales_its_frames() {
    let file = md2();
    check(
        "quake_md2.ksy",
        &file,
        &[
            ("skins[0]", "\"a.pcx\""),
            ("frames[1].name", "\"run2\""),
            ("frames[1].vertices[2].y", "20"),
            ("triangles[0].points[2]", "2"),
            ("commands.items.size", "2"),
            ("commands.items[0].corners[1].t", "0.5"),
        ],
    );
    let scene = scene("quake_md2.ksy", &file);
    let names: Vec<&str> = scene.meshes.iter().map(|mesh| &*mesh.name).collect();
    assert_eq!(names, ["run1", "run2"]);
    assert_eq!(scene.nodes.len(), 1);
    let mesh = scene.meshes.iter().next().unwrap();
    // x is forwards, y to the left, z upwards.
    let expected = [vec3(1., 3., -2.), vec3(21., 3., -2.), vec3(1., 3., -42.)];
    assert_eq!(corners(mesh, 0), expected);
}

/// A triangle in two frames.
fn md2() -> Vec<u8> {
    let mut file = b"IDP2".to_vec();
    let (skins, points) = (68, 68 + 64);
    let triangles = points + 12;
    let frames = triangles + 12;
    let commands = frames + 2 * 52;
    let counts = [8, 8, 4, 52, 1, 3, 3, 1, 11, 2];
    file.extend(longs(&counts));
    file.extend(longs(&[skins, points, triangles, frames, commands, commands + 44]));
    file.extend(text("a.pcx", 64));
    file.extend(words(&[0, 0, 8, 0, 0, 4]));
    file.extend(words(&[0, 1, 2, 0, 1, 2]));
    for name in ["run1", "run2"] {
        file.extend(floats(&[2., 2., 2., 1., 2., 3.]));
        file.extend(text(name, 16));
        file.extend([0, 0, 0, 5, 10, 0, 0, 5, 0, 20, 0, 5]);
    }
    file.extend(longs(&[3]));
    for (s, t, vertex) in [(0., 0., 0), (1., 0.5, 1), (0., 1., 2)] {
        file.extend(floats(&[s, t]));
        file.extend(longs(&[vertex]));
    }
    file.extend(longs(&[0]));
    file
}

#[test]
fn quake_mdl_moves_the_seam_to_the_back() {
    let file = mdl();
    check(
        "quake_mdl.ksy",
        &file,
        &[
            ("skins[0].pictures[0]", "[00, 40, 80, ff]"),
            ("triangles[0].corners[0].s", "0"),
            ("triangles[1].corners[0].s", "1"),
            ("frames[0].pose.name", "\"stand1\""),
            ("frames[1].poses.size", "2"),
            ("frames[1].pose.name", "\"run1\""),
            ("rest", "[51, 4d]"),
        ],
    );
    let scene = scene("quake_mdl.ksy", &file);
    let names: Vec<&str> = scene.meshes.iter().map(|mesh| &*mesh.name).collect();
    assert_eq!((names, scene.nodes.len()), (vec!["stand1", "run1"], 1));
    let mesh = scene.meshes.iter().next().unwrap();
    assert_eq!(corners(mesh, 0), [vec3(1., 0., 0.), vec3(5., 0., 0.), vec3(1., 0., -4.)]);
    let (front, back) = (mesh.faces.get(0).unwrap(), mesh.faces.get(1).unwrap());
    assert_eq!((front.uvs[0], back.uvs[0]), ([0.25, 0.25], [0.75, 0.25]));
    let skin = scene.textures.iter().next().unwrap();
    let grey = |level| [level, level, level, 255];
    assert_eq!(document::texels(skin), [0, 0x40, 0x80, 0xFF].map(grey));
}

/// Two triangles with a skin of 2 × 2 texels, in a frame and a group of two.
fn mdl() -> Vec<u8> {
    let mut file = b"IDPO".to_vec();
    file.extend(longs(&[6]));
    file.extend(floats(&[2., 2., 2., 1., 0., 0., 9., 0., 0., 4.]));
    file.extend(longs(&[1, 2, 2, 3, 2, 2, 0, 8]));
    file.extend(floats(&[1.]));
    file.extend(longs(&[0]));
    file.extend([0, 0x40, 0x80, 0xFF]);
    file.extend(longs(&[0x20, 0, 0, 0, 1, 0, 0, 0, 1]));
    file.extend(longs(&[1, 0, 1, 2, 0, 0, 2, 1]));
    let pose = |name| {
        let mut pose = vec![0; 8];
        pose.extend(text(name, 16));
        pose.extend([0, 0, 0, 9, 2, 0, 0, 9, 0, 2, 0, 9]);
        pose
    };
    file.extend(longs(&[0]));
    file.extend(pose("stand1"));
    file.extend(longs(&[1, 2]));
    file.extend([0; 8]);
    file.extend(floats(&[0.1, 0.2]));
    file.extend(pose("run1"));
    file.extend(pose("run2"));
    file.extend(b"QM");
    file
}

#[test]
fn psx_tmd_reads_every_layout_of_polygons() {
    let file = tmd();
    check(
        "psx_tmd.ksy",
        &file,
        &[
            ("start", "12"),
            ("objects[0].vertices[3].x", "10"),
            ("objects[0].primitives[0].is_lit", "true"),
            ("objects[0].primitives[0].body.as<polygon>.corners[2].shading_normal", "0"),
            ("objects[0].primitives[1].body.as<polygon>.corners[2].shading_normal", "1"),
            ("objects[0].primitives[2].body.as<polygon>.colours.size", "0"),
            ("objects[0].primitives[3].body.as<polygon>.corners[3].vertex", "3"),
            ("objects[0].primitives[3].blend", "\"subtract\""),
            ("objects[0].primitives[4].body.as<line>.vertices[1]", "3"),
            ("objects[0].primitives[5].body.as<sprite>.height", "9"),
        ],
    );
    let scene = scene("psx_tmd.ksy", &file);
    let mesh = only(&scene);
    assert_eq!(mesh.faces.len(), 4);
    // y is down and z away from the viewer.
    assert_eq!(mesh.positions[2], vec3(0., -10., -1.));
    assert_eq!(mesh.normals[1], vec3(0., -1., 0.));
    let unlit = mesh.faces.get(3).unwrap();
    assert_eq!(unlit.uvs[2], [0., 0.25]);
    assert_eq!(scene.materials[unlit.material.index()].blend, Some(Blend::Subtract));
}

/// Four vertices and two normals; lit triangles (flat, smooth, textured), an unlit textured quad, a line and a sprite.
fn tmd() -> Vec<u8> {
    let mut primitives = vec![4, 3, 0, 0x20, 1, 2, 3, 0x20];
    primitives.extend(words(&[0, 0, 1, 2]));
    primitives.extend([6, 4, 0, 0x30, 1, 2, 3, 0x30]);
    primitives.extend(words(&[0, 0, 0, 1, 1, 2]));
    primitives.extend([7, 5, 0, 0x24, 0, 0, 0, 0, 64, 0, 0, 0, 0, 64, 0, 0]);
    primitives.extend(words(&[1, 0, 1, 2]));
    primitives.extend([9, 7, 3, 0x2F, 0, 0, 0, 0, 64, 0, 0x40, 0, 0, 64, 0, 0, 64, 64, 0, 0]);
    primitives.extend([128, 128, 128, 0x2F]);
    primitives.extend(words(&[0, 1, 2, 3]));
    primitives.extend([3, 2, 1, 0x40, 9, 9, 9, 0x40]);
    primitives.extend(words(&[0, 3]));
    primitives.extend([5, 3, 1, 0x64]);
    primitives.extend(words(&[1, 0, 0, 0, 8, 9]));
    let mut file = longs(&[0x41, 0, 1]);
    let normals = 28 + 4 * 8;
    file.extend(longs(&[28, 4, normals, 2, normals + 16, 6, 0]));
    file.extend(words(&[0, 0, 1, 0, 10, 0, 1, 0, 0, 10, 1, 0, 10, 10, 1, 0]));
    file.extend(words(&[0, 0, 0xF000, 0, 0, 0x1000, 0, 0]));
    file.extend(primitives);
    file
}
