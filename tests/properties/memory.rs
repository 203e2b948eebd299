//! Memory use of scenes.

use std::fs;

use gouraud::library::Library;
use gouraud::scene::Scene;
use gouraud_testing::{level, memory};

/// Bytes that each face of a PlayStation level may take, including its values from the file.
const FACE: usize = 46;

fn scene(path: &str, bytes: Vec<u8>) -> Scene {
    let library = Library::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(path);
    fs::write(&file, bytes).unwrap();
    let opened = library.open(&file.to_string_lossy(), None).unwrap();
    Scene::clone(&opened.scene(&library).unwrap())
}

#[test]
fn level_faces_take_few_bytes() {
    let plaza = fs::read("assets/demo/plaza.psx").unwrap();
    let large = level::bytes(120_000, level::Textures::default()).unwrap();
    for (name, bytes) in [("plaza.psx", plaza), ("level.psx", large)] {
        let scene = scene(name, bytes);
        let count: usize = scene.meshes.iter().map(|mesh| mesh.faces.len()).sum();
        // A copy takes the size of the lists, and each mesh's own share of them.
        let copy =
            || scene.meshes.iter().map(|mesh| (mesh.faces.clone(), mesh.face_values.clone()));
        let (copies, size) = memory::peak(|| copy().collect::<Vec<_>>());
        assert!(count > 1000 && size <= FACE * count, "{name}: {} a face", size / count);
        drop(copies);
    }
}
