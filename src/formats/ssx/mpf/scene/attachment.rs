//! Attachment of rider and board.

use glam::Vec3;

use super::names::{self, ModelRole};
use super::{BOARD, turn};
use crate::formats::ssx::mpf::records::{File, Model};
use crate::scene::{Attachment, Id, Scene};

/// The file id of bodies.
const BODY: u16 = 0;

/// Height of a sole above the lowest point of the foot, centimetres.
const SOLE: f32 = 3.0;

/// The feet of a body, or the foot positions of a board; `None` unless both sides are known. The models'
/// nodes start at `first`.
pub fn of(scene: &Scene, file: &File, first: usize) -> Option<Attachment> {
    let shown = names::display_roles(&file.models.iter().map(Model::name).collect::<Vec<_>>());
    let models = || file.models.iter().zip(&shown).enumerate();
    let body = models()
        .filter(|(_, (model, shown))| model.file_id == BODY && matches!(shown, ModelRole::Finest));
    let mut points: Vec<Vec3> = Vec::new();
    for (index, _) in body {
        let mesh = scene.nodes.get(Id::at(first + index)).and_then(|node| scene.mesh_of(node));
        points.extend(mesh.into_iter().flat_map(|mesh| &mesh.positions));
    }
    if !points.is_empty() {
        // +X is the rider's left.
        let [left, right] = [1.0, -1.0].map(|side| sole(points.iter(), side));
        return left.zip(right).map(|(left, right)| Attachment::Feet([left, right]));
    }
    let board = file.models.iter().find(|model| model.file_id == BOARD)?;
    match board.ik_points.as_slice() {
        [a, b, ..] => Some(Attachment::Board([turn(a.position), turn(b.position)])),
        _ => None,
    }
}

/// The centre of the points that touch the ground on one side.
fn sole<'a>(points: impl Iterator<Item = &'a Vec3> + Clone, side: f32) -> Option<Vec3> {
    let here = points.filter(|point| point.x * side > 0.0);
    let lowest = here.clone().map(|point| point.y).reduce(f32::min)?;
    let touching = here.filter(|point| point.y <= lowest + SOLE);
    let (low, high) = touching.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), point| {
        (low.min(*point), high.max(*point))
    });
    Some(low.midpoint(high).with_y(lowest))
}
