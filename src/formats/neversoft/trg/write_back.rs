//! Converts edited positions and directions of nodes to stored fields.

use glam::{Mat3, Mat4, Vec3};

use super::Trg;
use crate::formats::neversoft::transform::{headed, moved_by_steps, turned};
use crate::formats::write_back::{Fields, Parts, nothing, numbers, same_turn};
use crate::formats::{EditResult, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub fn stored_as(file: &Trg, path: &str, shown: &ElementState) -> EditResult<Fields> {
    match shown {
        ElementState::At(transform) => at(file, path, transform),
        _ => Err(nothing(path, "value of this kind")),
    }
}

/// Edits the transform of a node. A node faces along −Z of its new transform; a node that places a model
/// is rotated like the model.
fn at(file: &Trg, path: &str, shown: &Mat4) -> EditResult<Fields> {
    let index = numbers(path, ["nodes"]).map(|[index]| index);
    let node = index.and_then(|index| file.nodes.get(index));
    let node = node.ok_or_else(|| nothing(path, "position; move the nodes that it links"))?;
    let position = node.position().ok_or_else(|| match node.models() {
        [] => nothing(path, "position"),
        _ => nothing(path, "position; it is at the position of its model in the level"),
    })?;
    let parts = Parts::unsized_of(path, shown)?;
    let stored = [position.x, position.y, position.z];
    let by = parts.at - position.to_scene();
    let mut fields = moved_by_steps(&format!("{path}.position"), stored, by)?;
    let placed = file.placed_models().into_iter().find(|placed| Some(placed.node) == index);
    match (node.angles(), placed) {
        (_, Some(placed)) if parts.is_turned_as(placed.angles.rotation()) => {}
        (Some(angles), Some(placed)) if angles == placed.angles => {
            fields.extend(turned(&format!("{path}.angles"), angles, &parts)?);
        }
        (_, Some(_)) => {
            return Err(Refusal(format!("{path} is rotated by its script; edit the angles there")));
        }
        (Some(angles), None) => {
            let ahead = parts.turn * Vec3::NEG_Z;
            fields.extend(headed(&format!("{path}.angles"), angles, ahead)?);
        }
        (None, None) if !same_turn(parts.turn, Mat3::IDENTITY) => {
            return Err(nothing(path, "turn"));
        }
        (None, None) => {}
    }
    Ok(fields)
}
