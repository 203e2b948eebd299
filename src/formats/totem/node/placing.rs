//! Where a node is to be, in the fields that store it: its own parts, its matrix, and the matrices in
//! the world that follow from them.

use glam::{DMat3, DMat4, Mat4};

use super::Node;
use crate::bytes::Value;
use crate::container::Context;
use crate::formats::placing::{Fields, nothing};
use crate::formats::totem::maths::matrix;
use crate::formats::totem::resource::{Resource, read_quick};
use crate::formats::totem::resources::Resources;
use crate::formats::{Loaded, Refusal};
use crate::scene::Shown;

/// See [`Content::stored_as`](crate::formats::Content::stored_as).
pub(super) fn stored_as(
    file: &Loaded<Resource<Node>>,
    context: Context<'_>,
    path: &str,
    shown: &Shown,
) -> Result<Fields, Refusal> {
    let Shown::At(local) = shown else { return Err(nothing(path, "shape by itself")) };
    if path != "world_matrix" {
        return Err(Refusal(format!(
            "{path} follows from the bones: they are moved by animations"
        )));
    }
    let parent = parent_world(&file.records.body, context);
    placed(&(parent * *local), local)
}

/// Where the node's parent is, as far as it can be found.
fn parent_world(node: &Node, context: Context<'_>) -> Mat4 {
    let resources = Resources::new(context);
    let parent = resources.find(node.parent).and_then(|found| read_quick::<Node>(&found.source));
    let world = parent.map(|parent| matrix(&parent.body.world_matrix));
    world.filter(Mat4::is_finite).unwrap_or(Mat4::IDENTITY)
}

/// The fields of a node that stands so in the world, and so below its parent.
fn placed(world: &Mat4, local: &Mat4) -> Result<Fields, Refusal> {
    let refused = |why: &str| Err(Refusal(format!("world_matrix cannot be {why}")));
    if !world.is_finite() || !local.is_finite() {
        return refused("there: a coordinate is no number");
    }
    let inverse = world.as_dmat4().inverse();
    if world.determinant() == 0.0 || !inverse.is_finite() {
        return refused("that: it would be flat");
    }
    let (scale, turn, at) = local.as_dmat4().to_scale_rotation_translation();
    let parts = DMat4::from_scale_rotation_translation(scale, turn, at);
    if !parts.abs_diff_eq(local.as_dmat4(), 1e-3 * scale.abs().max_element().max(1.0)) {
        return refused("sheared: nothing stores that");
    }
    let mut fields = Fields::new();
    let mut put = |name: &str, numbers: &[f64]| {
        let each = numbers.iter().enumerate();
        fields.extend(each.map(|(at, number)| {
            // As the field holds it.
            (format!("{name}[{at}]"), Value::Float(f64::from(*number as f32)))
        }));
    };
    put("local_matrix", &local.as_dmat4().to_cols_array());
    put("local_translation", &at.to_array());
    put("local_rotation", &turn.to_array());
    put("local_scale", &scale.to_array());
    put("world_matrix", &world.as_dmat4().to_cols_array());
    put("inverse_world_matrix", &inverse.to_cols_array());
    let (_, turn, _) = world.as_dmat4().to_scale_rotation_translation();
    let turn = DMat3::from_quat(turn);
    put("rotation", &turn.to_cols_array());
    put("inverse_rotation", &turn.transpose().to_cols_array());
    Ok(fields)
}
