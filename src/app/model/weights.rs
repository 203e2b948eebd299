//! Which bones move a face, and how much.

use std::collections::BTreeMap;

use super::colour_by::{Colouring, Row, each_face};
use super::state::DocScene;
use crate::render::{Paint, Pattern};
use crate::scene::{Face, Mesh, Scene};

/// Viridis in five steps: dark for little, light for much, without the shades of a rainbow.
const STEPS: [[u8; 3]; 5] = [
    [0x44, 0x01, 0x54],
    [0x3B, 0x52, 0x8B],
    [0x21, 0x91, 0x8C],
    [0x5E, 0xC9, 0x62],
    [0xFD, 0xE7, 0x25],
];

/// The share of each bone's node in a face placed by `node`, heaviest first; equal ones by node.
pub fn of_face(scene: &Scene, node: u32, mesh: &Mesh, face: &Face) -> Vec<(u32, f32)> {
    let Some(skin) = &mesh.skin else {
        let bone = scene.bone_of(node).and_then(|bone| scene.bone(bone));
        return bone.map(|bone| (bone.node, 1.0)).into_iter().collect();
    };
    let mut shares: BTreeMap<u32, f32> = BTreeMap::new();
    for corner in face.corners.iter().take(face.sides()) {
        for influence in skin.influences.get(*corner as usize).into_iter().flatten() {
            if let Some(joint) = skin.joints.get(usize::from(influence.joint)) {
                *shares.entry(joint.node).or_default() += influence.weight;
            }
        }
    }
    let corners = face.sides() as f32;
    let mut list: Vec<(u32, f32)> =
        shares.into_iter().filter(|(_, w)| *w > 0.0).map(|(n, w)| (n, w / corners)).collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1));
    list
}

/// The node of the bone that moves most of a face.
pub fn heaviest(scene: &Scene, node: u32, mesh: &Mesh, face: &Face) -> Option<u32> {
    of_face(scene, node, mesh, face).first().map(|(bone, _)| *bone)
}

/// The faces by how much of them the bone of `bone` moves.
pub fn colouring(scene: &DocScene, bone: u32, title: String) -> Colouring {
    let mut rows = vec![Row { label: "nothing".to_owned(), count: 0, paint: None }];
    for (step, rgb) in STEPS.into_iter().enumerate() {
        let label = format!("to {} %", (step + 1) * 100 / STEPS.len());
        let paint = Some(Paint { rgb, pattern: Pattern::Solid });
        rows.push(Row { label, count: 0, paint });
    }
    let mut row_of = Vec::with_capacity(scene.ids.total() as usize);
    each_face(scene, |at, mesh, face| {
        let shares = of_face(&scene.scene, at.node, mesh, face);
        let share = shares.iter().find(|(node, _)| *node == bone).map_or(0.0, |(_, w)| *w);
        // In range: there are five steps.
        let row = ((share * STEPS.len() as f32).ceil() as usize).min(STEPS.len());
        if let Some(row) = rows.get_mut(row) {
            row.count += 1;
        }
        row_of.push(row as u32);
    });
    Colouring { title, rows, row_of }
}
