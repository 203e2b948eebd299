//! Nodes that turn towards the viewer.

use glam::{Mat4, Quat, Vec3, Vec4};
use gouraud::render::facing::seen;
use gouraud::scene::{FacesViewer, Node};

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
