//! A small puppet: a rigid body with an arm and the same arm mirrored, a skinned tail with two
//! morph targets, a variant of two weapons of which one is chosen, and two animations.
use std::sync::Arc;

use glam::{Mat4, Quat, Vec3};
use gouraud::bytes::{SourceId, Span};
use gouraud::scene::*;
use gouraud::scene::{Id, Mesh, Node};

/// Nodes.
pub const ROOT: NodeId = Id::new(0);
pub const BODY: NodeId = Id::new(1);
pub const ARM: NodeId = Id::new(2);
pub const OTHER_ARM: NodeId = Id::new(3);
pub const TAIL: NodeId = Id::new(4);
pub const SWORD: NodeId = Id::new(5);
pub const CLUB: NodeId = Id::new(6);
pub const TIP: NodeId = Id::new(7);

/// Meshes.
pub const SKINNED: MeshId = Id::new(2);

pub const RATE: f32 = 15.0;

/// Bytes of the key of track `track` in frame `frame` of every animation.
pub fn key_span(source: SourceId, track: usize, frame: usize) -> Span {
    Span::new(source, 0x1000 + frame as u64 * 64 + track as u64 * 6, 6)
}

struct Stored(Clip, SourceId);

impl AnimationData for Stored {
    fn decode(&self) -> Clip {
        self.0.clone()
    }

    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let path = format!("frames[{frame}].bones[{track}]");
        (frame < self.0.frames as usize).then(|| Origin::new(key_span(self.1, track, frame), path))
    }
}

/// A box from `min` to `max`, single-sided, with counter-clockwise fronts and one colour per side.
fn cuboid(name: &str, min: Vec3, max: Vec3, tint: u8) -> Mesh {
    let mut mesh = Mesh { name: name.to_owned(), ..Mesh::default() };
    let (centre, half) = ((min + max) * 0.5, (max - min) * 0.5);
    for side in 0..6usize {
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][side % 3];
        let normal = if side < 3 { axis } else { -axis };
        let across = normal.any_orthonormal_vector();
        let along = normal.cross(across);
        let first = mesh.positions.len() as u32;
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            mesh.positions.push(centre + (normal + across * a + along * b) * half);
        }
        let shade = 90 + side as u8 * 30;
        mesh.faces.extend([Face {
            corners: [first, first + 1, first + 2, first + 3],
            colours: [[shade, tint, 255 - shade]; 4],
            index: side as u32,
            ..Face::default()
        }]);
    }
    mesh
}

/// A skinned tail: the upper half follows the tip, the lower half the body, the middle both.
fn tail(source: SourceId) -> Mesh {
    let mut mesh = cuboid("tail", Vec3::new(-0.3, 0.0, -2.6), Vec3::new(0.3, 2.0, -2.0), 40);
    let one = |joint| Influence { joint, weight: 1.0 };
    let none = Influence::default();
    let influences = mesh.positions.iter().map(|position| match position.y {
        y if y > 1.5 => [one(1), none, none, none],
        y if y < 0.5 => [one(0), none, none, none],
        _ => [Influence { joint: 0, weight: 0.5 }, Influence { joint: 1, weight: 0.5 }, none, none],
    });
    let joint = |node, at: Vec3| Joint { node, inverse_bind: Mat4::from_translation(-at) };
    mesh.skin = Some(Skin {
        joints: vec![joint(BODY, Vec3::Y), joint(TIP, Vec3::new(0.0, 2.0, -2.0))],
        influences: influences.collect(),
    });
    let grown =
        |by: Vec3| mesh.positions.iter().map(move |p| if p.y > 1.0 { by } else { Vec3::ZERO });
    let target = |name: &str, by: Vec3| Morph {
        name: name.to_owned(),
        deltas: grown(by).collect(),
        origin: Origin::new(Span::new(source, 0x900, 24), format!("morphs[{name}]")),
    };
    let morphs = vec![target("long", Vec3::Y), target("bent", Vec3::Z)];
    mesh.morphs = morphs;
    mesh
}

fn node(
    source: SourceId,
    name: &str,
    parent: Option<NodeId>,
    local: Mat4,
    mesh: Option<MeshId>,
) -> Node {
    let origin = Origin::new(Span::new(source, 0x20, 8), format!("bones[{name}]"));
    Node { name: name.to_owned(), parent, local, mesh, origin, ..Node::default() }
}

fn place(x: f32, y: f32, z: f32) -> Transform {
    Transform { translation: Vec3::new(x, y, z), ..Transform::default() }
}

fn turned(at: Transform, axis: Vec3, turns: f32) -> Transform {
    let angle = turns * std::f32::consts::TAU;
    Transform { rotation: Quat::from_axis_angle(axis, angle), ..at }
}

fn arm() -> Transform {
    place(1.0, 2.0, 0.0)
}

/// A mirror in x, as of a bone that shares the mesh of the other limb.
fn other_arm() -> Transform {
    Transform { scale: Vec3::new(-1.0, 1.0, 1.0), ..place(-1.0, 2.0, 0.0) }
}

fn animation(source: SourceId, name: &str, looped: bool, clip: Clip) -> Animation {
    Animation {
        name: name.to_owned(),
        rate: RATE,
        frames: clip.frames,
        looped,
        is_event: false,
        camera: None,
        data: Arc::new(Stored(clip, source)),
        origin: Origin::new(Span::new(source, 0x1000, 256), format!("animations[{name}]")),
    }
}

fn track(node: NodeId, keys: Vec<Transform>) -> Track {
    let angles = (0..keys.len() as i32)
        .map(|frame| [(frame * 256) as f32, 0.0, -(node.number() as f32)])
        .collect();
    Track { node, keys, angles }
}

/// Four frames: the body turns, both arms rise, the tip and the weapons swing.
pub fn wave() -> Clip {
    let keys = |f: &dyn Fn(f32) -> Transform| (0..4).map(|frame| f(frame as f32 / 16.0)).collect();
    let tracks = vec![
        track(ROOT, keys(&|part| place(0.0, part, 0.0))),
        track(BODY, keys(&|part| turned(place(0.0, 1.0, 0.0), Vec3::Y, part))),
        track(ARM, keys(&|part| turned(arm(), Vec3::Z, part))),
        track(OTHER_ARM, keys(&|part| turned(other_arm(), Vec3::Z, -part))),
        track(TIP, keys(&|part| turned(place(0.0, 1.0, -2.0), Vec3::X, part))),
        track(SWORD, keys(&|part| turned(place(2.0, 1.0, 1.0), Vec3::X, part))),
        track(CLUB, keys(&|part| turned(place(2.0, 1.0, 1.0), Vec3::X, -part))),
    ];
    Clip { frames: 4, tracks }
}

/// Two frames of a file that announces three: the body sinks.
pub fn fall() -> Clip {
    let keys = vec![place(0.0, 1.0, 0.0), place(0.0, 0.25, 0.0)];
    Clip { frames: 2, tracks: vec![track(BODY, keys)] }
}

pub fn puppet() -> Scene {
    puppet_in(SourceId(1))
}

/// The puppet, as if read from a file of 0x2000 bytes.
pub fn puppet_in(source: SourceId) -> Scene {
    let node = |name: &str, parent, local, mesh| node(source, name, parent, local, mesh);
    let mut scene = Scene { name: "puppet".to_owned(), ..Scene::default() };
    scene.layer("drawn", LayerKind::Drawn, true);
    scene.materials.push(Material {
        name: "paint".to_owned(),
        surface: Surface::Plain,
        uv: UvSpace::Texels,
        colour: ColourScale::Modulate255,
        ..Material::PLAIN
    });
    scene.meshes = vec![
        cuboid("body", Vec3::new(-1.0, -1.0, -0.5), Vec3::new(1.0, 2.5, 0.5), 0),
        cuboid("arm", Vec3::new(0.0, -0.3, -0.3), Vec3::new(2.0, 0.3, 0.3), 80),
        tail(source),
        cuboid("sword", Vec3::new(-0.1, 0.0, -0.1), Vec3::new(0.1, 3.0, 0.1), 255),
        cuboid("club", Vec3::new(-0.4, 0.0, -0.4), Vec3::new(0.4, 1.5, 0.4), 160),
    ]
    .into();
    scene.nodes = vec![
        node("root", None, Mat4::IDENTITY, None),
        node("body", Some(ROOT), place(0.0, 1.0, 0.0).matrix(), Some(Id::new(0))),
        node("arm.r", Some(BODY), arm().matrix(), Some(Id::new(1))),
        node("arm.l", Some(BODY), other_arm().matrix(), Some(Id::new(1))),
        node("tail", Some(ROOT), Mat4::IDENTITY, Some(SKINNED)),
        node("sword", Some(ROOT), place(2.0, 1.0, 1.0).matrix(), Some(Id::new(3))),
        node("club", Some(ROOT), place(2.0, 1.0, 1.0).matrix(), Some(Id::new(4))),
        node("tip", Some(BODY), place(0.0, 1.0, -2.0).matrix(), None),
    ]
    .into();
    let bone = |name: &str, node, parent, tail: Vec3| Bone {
        name: name.to_owned(),
        node,
        parent,
        tail,
        origin: Origin::new(Span::new(source, 0x100, 8), format!("skeleton[{name}]")),
    };
    scene.skeletons = vec![Skeleton {
        name: "puppet".to_owned(),
        bones: vec![
            bone("root", ROOT, None, Vec3::ZERO),
            bone("body", BODY, Some(Id::new(0)), Vec3::Y * 2.0),
            bone("arm.r", ARM, Some(Id::new(1)), Vec3::X * 2.0),
            bone("arm.l", OTHER_ARM, Some(Id::new(1)), Vec3::X * 2.0),
            bone("tip", TIP, Some(Id::new(1)), Vec3::Y),
        ]
        .into(),
        ..Skeleton::default()
    }]
    .into();
    let declared = Animation { frames: 3, ..animation(source, "fall", false, fall()) };
    scene.animations = vec![animation(source, "wave", true, wave()), declared].into();
    let option = |name: &str, node| VariantOption {
        name: name.to_owned(),
        nodes: vec![node],
        ..VariantOption::default()
    };
    scene.variants = vec![Variant {
        name: "weapon".to_owned(),
        options: vec![option("sword", SWORD), option("club", CLUB)].into(),
        chosen: Some(Id::new(0)),
        ..Variant::default()
    }]
    .into();
    scene
}

/// The scene with a pose applied: every mesh in its final position, nothing skinned.
pub fn frozen(scene: &Scene, pose: &Pose) -> Scene {
    let posed = Posed::new(scene, pose);
    let mut still = scene.clone();
    for (index, mesh) in scene.meshes.ids().zip(&mut still.meshes) {
        mesh.positions = posed.positions(scene, index).to_vec();
        mesh.skin = None;
    }
    for (node, place) in still.nodes.iter_mut().zip(posed.placed()) {
        (node.parent, node.local) = (None, *place);
    }
    still
}
