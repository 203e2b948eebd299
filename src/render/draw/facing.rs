//! Nodes that turn towards the viewer.

use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::scene::Node;

/// World transform of a node as seen from `eye` (see [`viewer`](super::frame::viewer)): the counterpart
/// of `to_world` in `geometry.wgsl`.
pub fn seen(node: &Node, world: &Mat4, eye: Vec4) -> Mat4 {
    let Some(turns) = node.faces_viewer else { return *world };
    let at = world.w_axis.truncate();
    let to_viewer = eye.truncate() - at * eye.w;
    let level = Vec2::new(to_viewer.x, to_viewer.z);
    let level = level.try_normalize().unwrap_or(Vec2::NEG_Y);
    let front = if turns.front_is_z { -1.0 } else { 1.0 };
    let right = Vec3::new(-level.y, 0.0, level.x) * front;
    let back = match turns.leans {
        true => to_viewer.try_normalize().unwrap_or(Vec3::NEG_Z) * -front,
        false => Vec3::new(-level.x, 0.0, -level.y) * front,
    };
    let mirrored = world.determinant() < 0.0;
    let axis = |along: Vec3, own: Vec4| {
        let size = own.truncate().length() * if mirrored { -1.0 } else { 1.0 };
        (along * size).extend(0.0)
    };
    let up = if turns.leans { back.cross(right) } else { Vec3::Y };
    let axes = [axis(right, world.x_axis), axis(up, world.y_axis), axis(back, world.z_axis)];
    Mat4::from_cols(axes[0], axes[1], axes[2], world.w_axis)
}
