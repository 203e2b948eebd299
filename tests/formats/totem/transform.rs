use glam::Mat4;
use gouraud::formats::totem::level::NodeTransform;
use gouraud::formats::totem::node::Node as Stored;

#[test]
fn uses_the_stored_matrix_of_a_child_or_else_its_components() {
    let mut node = Stored::new();
    (node.local_matrix[12], node.local_translation[0]) = (1.0, 1.0);
    node.world_matrix[12] = 7.0;
    let parent = Mat4::from_translation(glam::vec3(5.0, 2.0, 0.0));
    let stands = NodeTransform::of(&node, parent);
    assert!(stands.is_moved);
    assert_eq!((parent * stands.local).w_axis.truncate(), glam::vec3(7.0, 0.0, 0.0));
    node.world_matrix = [0.0; 16];
    let stands = NodeTransform::of(&node, parent);
    assert_eq!((parent * stands.local).w_axis.truncate(), glam::vec3(6.0, 2.0, 0.0));
    node.world_matrix[0] = f32::NAN;
    assert_eq!(NodeTransform::of(&node, parent).local, stands.local);
}
