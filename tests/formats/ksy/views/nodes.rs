//! Nodes and their transforms.

use glam::{Mat4, Vec3};
use gouraud::scene::Scene;

use super::{scene, sound_scene};

/// A scene with nodes of a parent, a mesh and an angle.
fn nodes(keys: &str, bytes: &[u8]) -> (Scene, Vec<String>) {
    let text = format!(
        "
meta: {{id: test}}
seq:
  - {{id: nodes, type: node, repeat: eos}}
types:
  node:
    seq:
      - {{id: parent, type: s1}}
      - {{id: mesh, type: s1}}
      - {{id: angle, type: s1}}
-gouraud:
  up: z
  meshes: [{{name: '\"a\"'}}, {{name: '\"b\"'}}]
  nodes: {{each: nodes, parent: parent, {keys}}}
"
    );
    scene(&text, bytes)
}

fn close(a: Mat4, b: Mat4) -> bool {
    a.abs_diff_eq(b, 1e-5)
}

#[test]
fn lists_parents_before_their_children() {
    let (scene, problems) = nodes("mesh: mesh", &[2, 0, 0, 0, 1, 0, 0xff, 0xff, 0]);
    assert_eq!(problems, [""; 0]);
    let names: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["nodes[2]", "nodes[0]", "nodes[1]"]);
    let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent.map(|id| id.index())).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
    let meshes: Vec<_> = scene.nodes.iter().map(|node| node.mesh.map(|id| id.index())).collect();
    assert_eq!(meshes, [None, Some(0), Some(1)]);
}

#[test]
fn reports_cycles_and_missing_parents() {
    let (scene, problems) = nodes("", &[1, 0, 0, 0, 0, 0, 9, 0, 0, 3, 0, 0]);
    let wanted = [
        "nodes[2]: expected a parent below 4, found 9",
        "nodes[0]: the parents of the node form a cycle",
        "nodes[3]: the parents of the node form a cycle",
    ];
    assert_eq!(problems, wanted);
    assert_eq!(scene.nodes.len(), 4);
    assert_eq!(scene.nodes.iter().filter(|node| node.parent.is_none()).count(), 3);
}

#[test]
fn finds_meshes_by_name() {
    let keys = "mesh: 'mesh == 0 ? \"b\" : \"c\"'";
    let (scene, problems) = nodes(keys, &[0xff, 0, 0, 0xff, 1, 0]);
    assert_eq!(problems, ["nodes[1]: expected an index below 2 or a name in `mesh`, found \"c\""]);
    let meshes: Vec<_> = scene.nodes.iter().map(|node| node.mesh.map(|id| id.index())).collect();
    assert_eq!(meshes, [Some(1), None]);
}

#[test]
fn converts_transforms_to_the_axes_of_the_scene() {
    let keys = "translation: '[1, 2, 3]', turn: '[0, 0, angle]', scale: '[1, 2, 3]'";
    let (scene, problems) = nodes(keys, &[0xff, 0, 90]);
    assert_eq!(problems, [""; 0]);
    // Z of the file is Y, and Y of the file −Z.
    let wanted = Mat4::from_translation(Vec3::new(1.0, 3.0, -2.0))
        * Mat4::from_rotation_y(90f32.to_radians())
        * Mat4::from_scale(Vec3::new(1.0, 3.0, 2.0));
    assert!(close(scene.nodes[0].local, wanted), "{}", scene.nodes[0].local);
}

#[test]
fn turns_about_axes_in_the_order_of_a_word() {
    let turned = |order: &str| {
        let keys = format!("turn: '[90, 90, 0]'{order}");
        let (scene, _) = nodes(&keys, &[0xff, 0, 0]);
        // The third axis of the file.
        scene.nodes[0].local.transform_vector3(Vec3::Y).round().to_array()
    };
    assert_eq!(turned(""), [0.0, 0.0, 1.0]);
    assert_eq!(turned(", turn-order: yxz"), [1.0, 0.0, 0.0]);
}

#[test]
fn reads_matrices_by_rows_and_columns() {
    let text = |order: &str| {
        format!(
            "
meta: {{id: test}}
seq: []
-gouraud:
  nodes:
    matrix: '[1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1]'
{order}"
        )
    };
    let wanted = Mat4::from_translation(Vec3::new(5.0, 6.0, 7.0));
    assert_eq!(sound_scene(&text(""), &[]).nodes[0].local, wanted);
    let columns = sound_scene(&text("    matrix-order: columns"), &[]);
    assert_eq!(columns.nodes[0].local, wanted.transpose());
}

#[test]
fn collects_bones_in_a_skeleton() {
    let (scene, _) = nodes("bone: mesh == 0", &[0xff, 0, 0, 0, 0, 0, 1, 1, 0]);
    let bones = &scene.skeletons[0].bones;
    assert_eq!(bones.iter().map(|bone| bone.node.index()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(bones[1].parent.map(|id| id.index()), Some(0));
}
