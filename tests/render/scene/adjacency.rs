//! Neighbouring faces, against a search through all pairs.

use std::collections::BTreeSet;

use gouraud::scene::{Face, FaceRef, Id, Mesh, NO_CORNER, Node, Scene, Spread};

/// Two objects of one model of random triangles and quads. Half of the vertices repeat positions.
fn scene(seed: u32) -> Scene {
    let mut state = seed;
    let mut random = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let positions = (0..60).map(|at| glam::Vec3::new((at % 30) as f32, 0.0, -0.0)).collect();
    let mut faces = Vec::new();
    for _ in 0..14 {
        let mut corners = [random(60), random(60), random(60), random(60)];
        if random(2) == 0 {
            corners[3] = NO_CORNER;
        }
        faces.push(Face { corners, ..Face::default() });
    }
    let mesh = Mesh { positions, faces: faces.into_iter().collect(), ..Mesh::default() };
    let node = || Node { mesh: Some(Id::new(0)), ..Node::default() };
    Scene { meshes: vec![mesh].into(), nodes: vec![node(), node()].into(), ..Scene::default() }
}

fn positions(scene: &Scene, face: u32) -> BTreeSet<u32> {
    let face = scene.meshes[0].faces.get(face as usize).unwrap();
    face.corners.iter().take(face.sides()).map(|corner| corner % 30).collect()
}

/// The faces after a change, by comparing all pairs.
fn expected(scene: &Scene, faces: &BTreeSet<u32>, spread: Spread) -> BTreeSet<u32> {
    let near = |a: u32, b: u32| !positions(scene, a).is_disjoint(&positions(scene, b));
    let all = 0..scene.meshes[0].faces.len() as u32;
    let grown = |from: &BTreeSet<u32>| -> BTreeSet<u32> {
        all.clone().filter(|a| from.iter().any(|b| near(*a, *b))).collect()
    };
    match spread {
        Spread::Grow => grown(faces),
        Spread::Shrink => {
            let others: BTreeSet<u32> = all.clone().filter(|face| !faces.contains(face)).collect();
            let inside = faces.iter().copied();
            inside.filter(|a| others.iter().all(|b| !near(*a, *b))).collect()
        }
        Spread::Connected => {
            let mut now = faces.clone();
            loop {
                let next = grown(&now);
                if next == now {
                    return now;
                }
                now = next;
            }
        }
    }
}

#[test]
fn neighbours_share_the_position_of_a_corner_within_an_object() {
    let mut changed = [0; 3];
    for seed in 0..40 {
        let scene = scene(seed);
        let chosen: BTreeSet<u32> = (0..14).filter(|face| (face + seed) % 3 == 0).collect();
        let node = Id::new(1);
        let faces: Vec<FaceRef> = chosen.iter().map(|face| FaceRef { node, face: *face }).collect();
        let all = [Spread::Grow, Spread::Shrink, Spread::Connected];
        for (spread, changed) in all.into_iter().zip(&mut changed) {
            let found = scene.spread(&faces, spread);
            assert!(
                found.iter().all(|face| face.node == node),
                "the other object is not concerned"
            );
            let found: BTreeSet<u32> = found.into_iter().map(|face| face.face).collect();
            assert_eq!(found, expected(&scene, &chosen, spread), "{spread:?}, seed {seed}");
            *changed += usize::from(found != chosen);
        }
    }
    assert!(changed.iter().all(|count| *count > 10), "{changed:?}");
}

#[test]
fn unknown_objects_and_faces_have_no_neighbours() {
    let scene = scene(1);
    let faces = [(7, 0), (0, 99)].map(|(node, face)| FaceRef { node: Id::new(node), face });
    for spread in [Spread::Grow, Spread::Shrink, Spread::Connected] {
        assert_eq!(scene.spread(&faces, spread), []);
    }
}
