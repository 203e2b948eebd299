//! The level around the chest: ground, a sky, the sun, a glow that moves up and down, a camera, a
//! trigger and a path; and the chest's bones, whose lid an animation opens.

use glam::{Mat4, Quat, Vec3, vec3};
use gouraud::formats::totem::animation::{
    Animation, KeyRotation, KeyVectorPacked, Keys, NodeTrack,
};
use gouraud::formats::totem::camera::Camera;
use gouraud::formats::totem::lights::Sun;
use gouraud::formats::totem::lod::Lod;
use gouraud::formats::totem::node::{Bone, Data, LodData, MeshData, Node, Record, Skel};
use gouraud::formats::totem::resource::{Resource, Viewed};
use gouraud::formats::totem::rotshape::RotShape;
use gouraud::formats::totem::skin::AnimationRef;
use gouraud::formats::totem::spline::{Piece, Section, Spline};
use gouraud::formats::totem::surface::{Curve, Patch, Surface};
use gouraud::formats::totem::texts::UserDefine;
use gouraud::formats::totem::volume::{CollisionVol, VolumeMatrices};
use gouraud::formats::totem::warp::Warp;
use gouraud::formats::totem::world::{AnimFrame, AnimatedNode, Grid, GridHead, World};
use gouraud::formats::totem::{Header, Platform, class, kind, name_hash};
use gouraud::formats::{Records, Refusal};

use super::resource;

/// Name, class and bytes of a file.
type File = (String, u32, Vec<u8>);

fn hash(name: &str) -> u32 {
    name_hash(&resource(name))
}

/// Position of the lid's hinge.
const HINGE: Vec3 = vec3(0.0, 0.5, -0.4);

/// All files of the level.
pub fn files(platform: Platform) -> Result<Vec<File>, Refusal> {
    let mut files = Vec::new();
    put(&mut files, platform, "GROUND.TSURFACE", class::SURFACE, ground())?;
    put(&mut files, platform, "CHEST.TLOD", class::LOD, chest())?;
    put(&mut files, platform, "OPEN.TANIMATION", class::ANIMATION, open())?;
    put(&mut files, platform, "GLOW.TROTSHAPE", class::ROTSHAPE, glow())?;
    put(&mut files, platform, "SUN.TLIGHT", class::LIGHT, sun())?;
    put(&mut files, platform, "EYE.TCAMERA", class::CAMERA, eye())?;
    put(&mut files, platform, "GATE.TCOLLISIONVOL", class::COLLISIONVOL, gate())?;
    put(&mut files, platform, "RAIL.TSPLINE", class::SPLINE, rail())?;
    put(&mut files, platform, "SKY.TWARP", class::WARP, sky())?;
    let text = b"FITTOGROUND".to_vec();
    put(&mut files, platform, "CHEST.TUSERDEFINE", class::USERDEFINE, UserDefine { text })?;
    let nodes = nodes();
    let names: Vec<u32> = nodes.iter().map(|(name, _)| hash(name)).collect();
    for (name, node) in nodes {
        put(&mut files, platform, name, class::NODE, node)?;
    }
    put(&mut files, platform, "PROPS.TWORLD", class::WORLD, world(names))?;
    Ok(files)
}

fn put<T: Viewed>(
    files: &mut Vec<File>,
    platform: Platform,
    name: &str,
    class: u32,
    body: T,
) -> Result<(), Refusal> {
    files.push((resource(name), class, Resource::new(platform, body).write()?));
    Ok(())
}

/// A node below the root at `at`, rotated about the up axis.
fn node(shows: &str, at: Vec3, turn: f32, record: Record) -> Node {
    let turn = Quat::from_rotation_y(turn);
    let matrix = Mat4::from_rotation_translation(turn, at);
    let rotation = glam::Mat3::from_quat(turn);
    Node {
        parent: if shows.is_empty() { 0 } else { hash("ROOT.T3DNODE") },
        resource: if shows.is_empty() { 0 } else { hash(shows) },
        data: Data::from(record),
        rotation: rotation.to_cols_array(),
        inverse_rotation: rotation.transpose().to_cols_array(),
        local_matrix: matrix.to_cols_array(),
        local_translation: at.to_array(),
        local_rotation: turn.to_array(),
        world_matrix: matrix.to_cols_array(),
        inverse_world_matrix: matrix.inverse().to_cols_array(),
        ..Node::new()
    }
}

fn nodes() -> Vec<(&'static str, Node)> {
    let lit = |node: Node| Node { light: hash("SUN.TLIGHT"), ..node };
    let plain = |shows: &str, at: Vec3| node(shows, at, 0.0, Record::None);
    let records = vec![Data::from(Record::Skel(Box::new(skeleton())))];
    let data = Record::Lod(LodData { records, ..LodData::default() });
    let chest = node("CHEST.TLOD", Vec3::ZERO, 0.0, data);
    let chest = Node { userdefine: hash("CHEST.TUSERDEFINE"), ..lit(chest) };
    vec![
        ("ROOT.T3DNODE", plain("", Vec3::ZERO)),
        ("GROUND.T3DNODE", lit(plain("GROUND.TSURFACE", Vec3::ZERO))),
        ("CHEST.T3DNODE", chest),
        ("GLOW.T3DNODE", plain("GLOW.TROTSHAPE", vec3(1.1, 0.5, 0.5))),
        ("SUN.T3DNODE", plain("SUN.TLIGHT", vec3(-1.5, 2.4, 0.6))),
        ("EYE.T3DNODE", plain("EYE.TCAMERA", vec3(1.6, 1.3, 2.2))),
        ("GATE.T3DNODE", node("GATE.TCOLLISIONVOL", vec3(0.0, 0.6, 1.4), 0.3, Record::None)),
        ("RAIL.T3DNODE", plain("RAIL.TSPLINE", vec3(0.0, 0.05, 0.0))),
    ]
}

/// The box, and the lid on its hinge.
fn skeleton() -> Skel {
    let bone = |name: &str, parent: u32, child: u32, at: Vec3| {
        let matrix = Mat4::from_translation(at);
        Bone {
            ids: [hash(name), parent, child, 0, 0],
            translation: at.to_array(),
            rotation: Quat::IDENTITY.to_array(),
            scale: [1.0; 3],
            model_rotation: glam::Mat3::IDENTITY.to_cols_array(),
            inverse_model_rotation: glam::Mat3::IDENTITY.to_cols_array(),
            model_matrix: matrix.to_cols_array(),
            inverse_model_matrix: matrix.inverse().to_cols_array(),
            ..Bone::default()
        }
    };
    let (body, lid) = (hash("CHEST.T3DNODE"), hash("CHEST_LID.T3DNODE"));
    let bones =
        vec![bone("CHEST.T3DNODE", 0, lid, Vec3::ZERO), bone("CHEST_LID.T3DNODE", body, 0, HINGE)];
    let common = MeshData { colour: [0.0, 0.0, 0.0, 1.0], ..MeshData::default() };
    Skel { common, bones, ..Skel::default() }
}

fn chest() -> Lod {
    let animations = vec![AnimationRef { symbol: 0, animation: hash("OPEN.TANIMATION") }];
    let mut header = Header::new(kind::LOD);
    header.sphere = [0.0, 0.45, 0.0, 0.95];
    Lod { header, components: vec![hash("CHEST.TSKIN")], animations, ..Lod::default() }
}

/// Keyframes of rotations about X, in degrees, by frame.
fn turns(keys: &[(u16, f32)]) -> Keys<KeyRotation> {
    let key = |(frame, degrees): &(u16, f32)| {
        let turn = Quat::from_rotation_x(degrees.to_radians());
        let value = turn.to_array().map(|v| (v * 2000.0).round() as i16);
        KeyRotation { frame: *frame, value, ..KeyRotation::default() }
    };
    Keys { flags: 2, keys: keys.iter().map(key).collect() }
}

/// The lid closes halfway and opens again.
fn open() -> Animation {
    let track = NodeTrack {
        name: hash("CHEST_LID.T3DNODE"),
        rotation: turns(&[(0, 0.0), (60, 42.0), (90, 42.0), (150, 0.0), (180, 0.0)]),
        ..NodeTrack::default()
    };
    Animation { length: 3.0, nodes: vec![track], ..Animation::default() }
}

/// Patches that share edges, on a lattice of heights.
fn ground() -> Surface {
    const SIDE: usize = 2;
    const WIDE: f32 = 2.4;
    let height = |x: f32, z: f32| {
        // Flat under the chest.
        let far = (x * x + z * z).sqrt();
        -0.02 - 0.16 * ((far - 0.9).max(0.0) * 0.8).min(1.6)
            + 0.05 * (x * 2.1).sin() * (far - 0.8).max(0.0)
    };
    let place = |i: usize, j: usize| {
        // Thirds of the patches' sides.
        let along = |v: usize| (v as f32 / 3.0 / SIDE as f32 * 2.0 - 1.0) * WIDE;
        let (x, z) = (along(i), along(j));
        [x, height(x, z), z]
    };
    let points = 3 * SIDE + 1;
    let id = |i: usize, j: usize| (j * points + i) as u16;
    let vertices = (0..points * points).map(|at| place(at % points, at / points)).collect();
    let mut surface =
        Surface { header: Header::new(kind::SURFACE), vertices, ..Surface::default() };
    for j in 0..SIDE {
        for i in 0..SIDE {
            let (x, z) = (3 * i, 3 * j);
            let first = surface.curves.len() as u16;
            // Around the patch, with the front up.
            let corners = [(0, 0), (3, 0), (3, 3), (0, 3)];
            for side in 0..4 {
                let ((a, b), (c, d)) = (corners[side], corners[(side + 1) % 4]);
                let at =
                    |t: usize| id(x + (a * (3 - t) + c * t) / 3, z + (b * (3 - t) + d * t) / 3);
                surface.curves.push(Curve {
                    start: at(0),
                    end: at(3),
                    start_tangent: at(1),
                    end_tangent: at(2),
                });
            }
            surface.patches.push(Patch {
                texcoords: [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]],
                colours: [[1.0; 3]; 4],
                normals: corners.map(|(a, b)| ((z + b) / 3 * (SIDE + 1) + (x + a) / 3) as u16),
                curves: [0, 1, 2, 3].map(|side| first + side),
                material: hash("SAND.TMATERIAL"),
                ..Patch::default()
            });
        }
    }
    let slope = |at: usize| {
        let [x, _, z] = place(at % (SIDE + 1) * 3, at / (SIDE + 1) * 3);
        let step = 0.05;
        let across = height(x + step, z) - height(x - step, z);
        let along = height(x, z + step) - height(x, z - step);
        vec3(-across, 2.0 * step, -along).normalize().to_array()
    };
    surface.normals = (0..(SIDE + 1) * (SIDE + 1)).map(slope).collect();
    surface.header.bound(&surface.vertices);
    surface
}

fn glow() -> RotShape {
    RotShape {
        header: Header::new(kind::ROTSHAPE),
        offsets: vec![[0.0, 0.0, 0.0]],
        materials_used: vec![0],
        corners: vec![[-0.14, 0.14, 0.0], [0.14, -0.14, 0.0]],
        texcoords: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        materials: vec![hash("SAPPHIRE.TMATERIAL")],
        mode: 1,
    }
}

fn sun() -> Sun {
    Sun {
        header: Header::new(kind::LIGHT),
        rotation: [0.0, 0.0, 0.0, 1.0],
        colour: [0.72, 0.68, 0.58],
        direction: vec3(-0.45, 0.75, 0.5).normalize().to_array(),
        ambient: [0.42, 0.44, 0.5],
        active: 1,
        ..Sun::default()
    }
}

fn eye() -> Camera {
    let target = hash("CHEST.T3DNODE");
    Camera { header: Header::new(kind::CAMERA), fov: 0.8, roll: 0.0, target }
}

fn gate() -> CollisionVol {
    let matrix = Mat4::from_scale(vec3(1.6, 1.2, 0.5));
    let matrices = vec![VolumeMatrices {
        local_matrix: matrix.to_cols_array(),
        inverse_local_matrix: matrix.inverse().to_cols_array(),
    }];
    let mut nodes = [0; 10];
    nodes[0] = hash("CHEST.T3DNODE");
    CollisionVol {
        header: Header::new(kind::COLLISIONVOL),
        matrices,
        message_in: 11,
        nodes,
        ..CollisionVol::default()
    }
}

/// Half a circle around the chest, of two curves.
fn rail() -> Spline {
    let points: [[f32; 3]; 7] = [
        [1.5, 0.0, 0.0],
        [1.5, 0.0, 0.83],
        [0.83, 0.0, 1.5],
        [0.0, 0.0, 1.5],
        [-0.83, 0.0, 1.5],
        [-1.5, 0.0, 0.83],
        [-1.5, 0.0, 0.0],
    ];
    let section = |first: usize| {
        let of = |at: usize| Vec3::from(points[first + at]);
        let curve = |t: f32| {
            let s = 1.0 - t;
            of(0) * (s * s * s)
                + of(1) * (3.0 * s * s * t)
                + of(2) * (3.0 * s * t * t)
                + of(3) * (t * t * t)
        };
        let pieces = std::array::from_fn(|i| {
            let (from, to) = (curve(i as f32 / 8.0), curve((i + 1) as f32 / 8.0));
            Piece { from: from.to_array(), to: to.to_array(), length: from.distance(to) }
        });
        let length = pieces.iter().map(|piece: &Piece| piece.length).sum();
        let id = |at: usize| (first + at) as u32;
        Section {
            start: id(0),
            end: id(3),
            start_tangent: id(1),
            end_tangent: id(2),
            flags: 0x1000_0000,
            length,
            pieces,
        }
    };
    let sections = vec![section(0), section(3)];
    let length = sections.iter().map(|section| section.length).sum();
    let header = Header::new(kind::SPLINE);
    Spline { header, points: points.to_vec(), sections, unknown: [1.0, 0.0, 0.0, 1.0], length }
}

fn sky() -> Warp {
    const SIZE: f32 = 50.0;
    let signs = [[-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]];
    let corner = |at: usize| {
        let [x, z] = signs[at % 4];
        [x * SIZE, if at < 4 { -SIZE } else { SIZE }, z * SIZE]
    };
    let side = hash("SKY_SIDE.TMATERIAL");
    let (top, bottom) = (hash("SKY_TOP.TMATERIAL"), hash("SAND.TMATERIAL"));
    Warp {
        size: SIZE,
        materials: [top, bottom, side, side, side, side],
        corners: std::array::from_fn(corner),
        texcoords: [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
    }
}

/// The nodes, and the glow that moves up and down.
fn world(nodes: Vec<u32>) -> World {
    let key = |frame: u16, y: f32| {
        let value = [1.1, y, 0.5].map(|v| (v * 4096.0_f32).round() as i16);
        KeyVectorPacked { frame, value, ..KeyVectorPacked::default() }
    };
    let float = AnimFrame {
        name: hash("FLOAT.TANIMFRAME"),
        link: hash("FLOAT.TANIMFRAME"),
        node: hash("GLOW.T3DNODE"),
        length: 2.0,
        translation: Keys { flags: 1, keys: vec![key(0, 0.35), key(60, 0.8), key(120, 0.35)] },
        flags: 0x43,
        ..AnimFrame::default()
    };
    let grid = || Grid {
        head: GridHead {
            min: [-2.4; 2],
            max: [2.4; 2],
            inverse_diagonal: [0.208; 2],
            columns: 1,
            rows: 1,
            first_free: u32::MAX,
            free_count: 0,
        },
        cells: vec![u32::MAX],
        entries: Vec::new(),
    };
    World {
        outside_nodes: nodes.clone(),
        nodes,
        root: hash("ROOT.T3DNODE"),
        display_grid: grid(),
        collision_grid: grid(),
        unhidden_grid: grid(),
        animated_nodes: vec![AnimatedNode {
            class: class::ANIMFRAME,
            frame: Some(Box::new(float)),
        }],
        unused: Some(Vec::new()),
        sky: hash("SKY.TWARP"),
        ..World::default()
    }
}
