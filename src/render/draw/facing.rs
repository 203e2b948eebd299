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

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::scene::FacesViewer;

    fn sign() -> (Node, Mat4) {
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.4, 1.0, -0.7);
        let at = Vec3::new(3.0, 1.0, -2.0);
        let world = Mat4::from_scale_rotation_translation(Vec3::splat(2.0), turn, at);
        (Node { faces_viewer: Some(FacesViewer::default()), ..Node::default() }, world)
    }

    #[test]
    fn front_faces_the_viewer_and_stays_upright() {
        let (node, world) = sign();
        let eye = Vec3::new(8.0, 9.0, -14.0);
        let placed = seen(&node, &world, eye.extend(1.0));
        let ahead = placed.transform_vector3(Vec3::NEG_Z);
        let level = Vec3::new(5.0, 0.0, -12.0) / 13.0;
        assert!((ahead - 2.0 * level).length() < 1e-5, "{ahead}");
        assert!((placed.transform_vector3(Vec3::Y) - Vec3::Y * 2.0).length() < 1e-6);
        assert_eq!(placed.w_axis, world.w_axis);
        assert!((placed.determinant() - world.determinant()).abs() < 1e-3);
    }

    #[test]
    fn leaning_nodes_face_the_viewer_directly() {
        let (mut node, world) = sign();
        node.faces_viewer = Some(FacesViewer { leans: true, front_is_z: true });
        let eye = Vec3::new(8.0, 9.0, -14.0);
        let placed = seen(&node, &world, eye.extend(1.0));
        let straight = (eye - Vec3::new(3.0, 1.0, -2.0)).normalize();
        assert!((placed.transform_vector3(Vec3::Z) - straight * 2.0).length() < 1e-5);
        let right = placed.transform_vector3(Vec3::X);
        assert!(right.y.abs() < 1e-6 && right.dot(straight).abs() < 1e-5);
        assert!(placed.transform_vector3(Vec3::Y).y > 0.0);
        assert!((placed.determinant() - world.determinant()).abs() < 1e-3);
    }

    #[test]
    fn keeps_mirrored_transforms_mirrored() {
        let (node, world) = sign();
        let mirrored = world * Mat4::from_scale(Vec3::NEG_ONE);
        let eye = Vec4::new(0.0, 0.0, 1.0, 0.0);
        assert!(seen(&node, &mirrored, eye).determinant() < 0.0);
        assert_eq!(seen(&Node::default(), &world, eye), world);
        // Straight from above there is no direction: that of the stored front is used.
        let above = seen(&node, &world, Vec4::new(0.0, 1.0, 0.0, 0.0));
        assert!((above.transform_vector3(Vec3::NEG_Z) - Vec3::NEG_Z * 2.0).length() < 1e-5);
    }
}
