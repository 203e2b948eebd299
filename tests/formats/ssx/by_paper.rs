//! A model written from the document alone, compared with the scene that the document describes.

use glam::Vec3;
use gouraud::container::Context;

use gouraud_testing::by_paper;

use super::fixture::{open, problems};

#[test]
fn reads_and_writes_a_model_made_from_the_document() {
    let bytes = by_paper::mpf::face();
    let document = open(&bytes);
    assert_eq!(problems(&document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn shows_a_model_made_from_the_document() {
    let document = open(&by_paper::mpf::face());
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let [mesh] = scene.meshes.iter().collect::<Vec<_>>()[..] else { panic!("one model") };
    // (x, y, z) is shown at (x, z, −y).
    let expected = [
        [-1.0, 0.0, 3.0],
        [1.0, 0.0, 3.0],
        [-1.0, 2.0, 3.0],
        [1.0, 2.0, 3.0],
        [0.0, 4.0, -6.0],
        [1.0, 4.0, -6.0],
        [0.0, 5.0, -6.0],
    ];
    assert_eq!(mesh.positions, expected.map(Vec3::from));
    assert!(mesh.normals.iter().all(|normal| normal.distance(Vec3::Z) < 1e-4));
    let faces: Vec<[u32; 3]> =
        mesh.faces.iter().map(|face| [0, 1, 2].map(|corner| face.corners[corner])).collect();
    assert_eq!(faces, [[0, 1, 2], [3, 2, 1], [4, 5, 6]]);
    let uvs = mesh.faces.get(0).unwrap().uvs;
    assert_eq!([uvs[0], uvs[1], uvs[2]], [[0.0, 0.5], [1.0, 0.5], [0.0, 0.0]]);

    let skin = mesh.skin.as_ref().unwrap();
    let bone = |joint: u16| scene.nodes[skin.joints[usize::from(joint)].node.index()].name.as_str();
    let influences = |vertex: usize| {
        let all = skin.influences[vertex].iter().filter(|influence| influence.weight > 0.0);
        all.map(|influence| (bone(influence.joint), influence.weight)).collect::<Vec<_>>()
    };
    assert_eq!(influences(0), [("hips", 1.0)]);
    assert_eq!(influences(2), [("head", 0.75), ("hips", 0.25)]);
    assert_eq!(influences(4), [("hips", 1.0)]);

    let deltas = |key: usize| -> Vec<Vec3> { mesh.morphs[key].deltas[4..].to_vec() };
    // A stored unit is a twelfth.
    assert_eq!(deltas(0), [[1.0, -2.0, 0.0], [0.0, 0.0, -0.5], [0.0; 3]].map(Vec3::from));
    assert_eq!(deltas(1), [[0.0; 3], [0.0; 3], [-1.0, 5.0, 0.0]].map(Vec3::from));
}
