//! Converts a changed transform of a node to stored fields: its components, its local matrix, and the
//! dependent world matrices.

use glam::{DMat3, DMat4};

use super::Node;
use crate::bytes::Value;
use crate::container::Context;
use crate::formats::totem::maths::{matrix, turn as unit};
use crate::formats::totem::resource::{Resource, read_quick};
use crate::formats::totem::resources::Resources;
use crate::formats::write_back::{Fields, nothing};
use crate::formats::{EditResult, Loaded, Refusal};
use crate::scene::ElementState;

/// Relative tolerance within which numbers count as unchanged.
const ROUNDING: f64 = 1e-6;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub(super) fn stored_as(
    file: &Loaded<Resource<Node>>,
    context: Context<'_>,
    path: &str,
    shown: &ElementState,
) -> EditResult<Fields> {
    // A node file is displayed at its position in the world.
    let ElementState::At(world) = shown else { return Err(nothing(path, "separate geometry")) };
    if path != "world_matrix" {
        return Err(Refusal(format!("{path} is computed from the bones, which animations move")));
    }
    let node = &file.records.body;
    let local = parent_world(node, context).inverse() * world.as_dmat4();
    placed(node, &world.as_dmat4(), &local)
}

/// World transform of the node's parent: from its file, otherwise from the node's own matrices.
fn parent_world(node: &Node, context: Context<'_>) -> DMat4 {
    let usable = |stored: &[f32; 16]| {
        let matrix = matrix(stored).as_dmat4();
        (matrix.is_finite() && matrix.determinant() != 0.0).then_some(matrix)
    };
    let resources = Resources::new(context);
    let parent = resources.find(node.parent).and_then(|found| read_quick::<Node>(&found.source));
    let found = parent.and_then(|parent| usable(&parent.body.world_matrix));
    let computed = || Some(usable(&node.world_matrix)? * usable(&node.local_matrix)?.inverse());
    found.or_else(computed).filter(DMat4::is_finite).unwrap_or(DMat4::IDENTITY)
}

/// Fields of a node with these world and local transforms.
fn placed(node: &Node, world: &DMat4, local: &DMat4) -> EditResult<Fields> {
    let refused = |why: &str| Err(Refusal(format!("world_matrix cannot be changed: {why}")));
    if !world.is_finite() || !local.is_finite() {
        return refused("a coordinate is not finite");
    }
    let inverse = world.inverse();
    if world.determinant() == 0.0 || !inverse.is_finite() {
        return refused("the scale must not be 0");
    }
    let (scale, turn, at) = local.to_scale_rotation_translation();
    let parts = DMat4::from_scale_rotation_translation(scale, turn, at);
    if !parts.abs_diff_eq(*local, 1e-3 * scale.abs().max_element().max(1.0)) {
        return refused("shear cannot be stored");
    }
    // A quaternion and its negation are the same rotation.
    let before = unit(node.local_rotation).as_dquat();
    let turn = if turn.dot(before) < 0.0 { -turn } else { turn };
    let mut fields = Fields::new();
    let mut put = |name: &str, stored: &[f32], numbers: &[f64]| {
        let most = stored.iter().fold(1.0f64, |most, one| most.max(f64::from(one.abs())));
        let unchanged = |(old, new): (&f32, &f64)| (f64::from(*old) - new).abs() <= most * ROUNDING;
        let all_stay = stored.iter().zip(numbers).all(unchanged);
        fields.extend(stored.iter().zip(numbers).enumerate().map(|(at, (old, new))| {
            // Rounded to the precision of the field.
            let number = if all_stay { *old } else { *new as f32 };
            (format!("{name}[{at}]"), Value::Float(number.into()))
        }));
    };
    put("local_matrix", &node.local_matrix, &local.to_cols_array());
    put("local_translation", &node.local_translation, &at.to_array());
    put("local_rotation", &node.local_rotation, &turn.to_array());
    put("local_scale", &node.local_scale, &scale.to_array());
    put("world_matrix", &node.world_matrix, &world.to_cols_array());
    put("inverse_world_matrix", &node.inverse_world_matrix, &inverse.to_cols_array());
    let (_, turn, _) = world.to_scale_rotation_translation();
    let turn = DMat3::from_quat(turn);
    put("rotation", &node.rotation, &turn.to_cols_array());
    put("inverse_rotation", &node.inverse_rotation, &turn.transpose().to_cols_array());
    Ok(fields)
}
