//! Stored normals agree with their faces: a wrong order of corners or axes turns them.

use glam::Vec3;

use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Element, Face, Front, Mesh, Scene, Winding, name_of};

pub(super) static RULE: Rule = Rule {
    key: "normals",
    title: "normals",
    meaning: "Stored normals point towards the front of their face",
    things: ["face", "faces"],
    unit: Unit::Degrees,
    tolerance: 0.25,
    check: Check::Scene(check),
};

/// Cosine of the largest permitted angle between a face and the single normal of all its corners.
const LEAN: f32 = 0.866;

fn check(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    for (id, mesh) in scene.meshes.pairs() {
        // The front side is unknown: there is nothing to compare.
        if mesh.front == Front::Open || mesh.normals.is_empty() {
            continue;
        }
        for face in &mesh.faces {
            let Some(cosine) = cosine(mesh, &face) else { continue };
            let least = if is_flat(&face) { LEAN } else { 0.0 };
            let angle = f64::from(cosine.clamp(-1.0, 1.0)).acos().to_degrees();
            tally.count((cosine < least).then_some(angle), || {
                let name = name_of(scene, Element::Mesh(id));
                (name, mesh.face_spans.origin(face.index as usize))
            });
        }
    }
}

/// `true` if all corners have the same normal.
fn is_flat(face: &Face) -> bool {
    let normals = face.normals.get(..face.sides()).unwrap_or_default();
    normals.windows(2).all(|pair| pair.first() == pair.last())
}

/// Cosine of the angle between a face and its normals; `None` if one of the two is missing, or the face
/// has no area.
fn cosine(mesh: &Mesh, face: &Face) -> Option<f32> {
    let normal = |index: &u32| mesh.normals.get(*index as usize).copied();
    let normals = face.normals.get(..face.sides())?.iter();
    let sum: Vec3 = normals.map(normal).sum::<Option<Vec3>>()?;
    let front = front(mesh, face)?;
    Some(sum.try_normalize()?.dot(front))
}

/// Direction of a face's front.
fn front(mesh: &Mesh, face: &Face) -> Option<Vec3> {
    let turns = |corner: u32| mesh.billboard(corner).is_some();
    let corners = face.corners.get(..face.sides())?;
    if corners.iter().any(|corner| turns(*corner)) {
        return None;
    }
    let at = |corner: usize| mesh.positions.get(*face.corners.get(corner)? as usize).copied();
    let across = match face.is_triangle() {
        true => (at(1)? - at(0)?).cross(at(2)? - at(0)?),
        // The diagonals of the quad.
        false => (at(3)? - at(0)?).cross(at(2)? - at(1)?),
    };
    let is_turned = (mesh.winding == Winding::Clockwise) != (mesh.front == Front::Turned);
    let across = if is_turned { -across } else { across };
    across.try_normalize()
}
