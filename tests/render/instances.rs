//! Memory of meshes that several nodes draw.

use std::sync::Arc;

use glam::Vec3;
use gouraud::render::SceneBuffers;
use gouraud::scene::{Face, Id, Mesh, NO_CORNER, Node, Scene};

use crate::common::gpu;

#[test]
fn stores_an_instanced_mesh_once() {
    let uploaded = |instances: usize| {
        let corners = [0, 1, 2, NO_CORNER];
        let face = Face { corners, colours: [[0; 3]; 4], ..Face::default() };
        let mesh = Mesh {
            positions: vec![Vec3::ZERO; 300],
            faces: vec![face; 100].into_iter().collect(),
            ..Mesh::default()
        };
        let node = Node { mesh: Some(Id::new(0)), ..Node::default() };
        let (meshes, nodes) = (vec![mesh].into(), vec![node; instances].into());
        let scene = Scene { meshes, nodes, ..Scene::default() };
        let buffers = SceneBuffers::new(gpu(), Arc::new(scene));
        assert_eq!(buffers.notes(), [""; 0]);
        buffers.device_memory()
    };
    // 64 bytes per node; 8 bytes and at most 4 of the overlay's masks per instance of a face.
    let per_instance = (uploaded(3000) - uploaded(1)) / 2999;
    assert!(per_instance <= 64 + 100 * 12, "{per_instance}");
}
