use glam::{Mat4, Vec3};
use gouraud::scene::*;

fn slide(x: f32) -> Transform {
    Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::default() }
}

#[test]
fn a_pose_moves_children_with_their_parents() {
    let node = |parent, x| Node { parent, local: slide(x).matrix(), ..Node::default() };
    let scene = Scene {
        nodes: vec![node(None, 1.0), node(Some(Id::new(0)), 2.0), node(Some(Id::new(1)), 3.0)]
            .into(),
        ..Scene::default()
    };
    let pose = Pose { locals: vec![(Id::new(1), slide(10.0).matrix())], ..Pose::default() };
    let world = scene.posed_transforms(&pose);
    let xs: Vec<f32> = world.iter().map(|matrix| matrix.w_axis.x).collect();
    assert_eq!(xs, [1.0, 11.0, 14.0]);
}

#[test]
fn skins_blend_joints_and_morphs_come_first() {
    let joint = |node| Joint { node, inverse_bind: Mat4::IDENTITY };
    let half = |joint| Influence { joint, weight: 0.5 };
    let skin = Skin {
        joints: vec![joint(Id::new(0)), joint(Id::new(1))],
        influences: vec![[half(0), half(1), Influence::default(), Influence::default()]],
    };
    let mesh = Mesh {
        positions: vec![Vec3::ZERO],
        morphs: vec![Morph { deltas: vec![Vec3::Y], ..Morph::default() }],
        skin: Some(skin),
        ..Mesh::default()
    };
    let scene = Scene { meshes: vec![mesh].into(), ..Scene::default() };
    let world = [slide(2.0).matrix(), slide(4.0).matrix()];
    let pose = Pose { morphs: vec![(Id::new(0), 0, 2.0)], ..Pose::default() };
    let posed = scene.posed_positions(Id::new(0), &pose, &world).expect("the mesh is skinned");
    assert_eq!(posed, [Vec3::new(3.0, 2.0, 0.0)]);
}

#[test]
fn ignores_the_node_transform_of_a_skinned_mesh() {
    let joint = Joint { node: Id::new(0), inverse_bind: Mat4::IDENTITY };
    let influence = Influence { joint: 0, weight: 1.0 };
    let influences =
        vec![[influence, Influence::default(), Influence::default(), Influence::default()]];
    let mesh = Mesh {
        positions: vec![Vec3::ZERO],
        skin: Some(Skin { joints: vec![joint], influences }),
        ..Mesh::default()
    };
    let local = slide(5.0).matrix();
    let scene = Scene {
        nodes: vec![
            Node { local, ..Node::default() },
            Node { local, mesh: Some(Id::new(0)), ..Node::default() },
        ]
        .into(),
        meshes: vec![mesh].into(),
        ..Scene::default()
    };
    let posed = Posed::at_rest(&scene);
    let at = posed.placed()[1].transform_point3(posed.positions(&scene, Id::new(0))[0]);
    assert_eq!(at, Vec3::new(5.0, 0.0, 0.0));
    assert_eq!(posed.bones()[1].w_axis.x, 5.0);
}
