//! A rider in two files with every kind of group, built with the writer, and functions to inspect it.

use gouraud::bytes::Source;
use gouraud::container::Siblings;
use gouraud::formats::ssx::mpf::records::{Bone, File, IkPoint, Vector, Weight, group_kind};
use gouraud::formats::{Document, Format, Loaded, Records, format_of};
use gouraud::scene::Scene;
use gouraud_testing::build::mpf;
use gouraud_testing::build::mpf::{Draft, Surface, Vertex};
use gouraud_testing::build::ssh::{Picture, Stored, file};

pub use gouraud_testing::Folder;
pub use gouraud_testing::document::{damaged, errors, problems};
use gouraud_testing::fixtures;

pub fn vector(x: f32, y: f32, z: f32) -> Vector {
    Vector { x, y, z }
}

pub fn follow(shares: &[(u8, u8, i16)]) -> Vec<Weight> {
    shares
        .iter()
        .map(|(file, bone, weight)| Weight { weight: *weight, bone: *bone, file: *file })
        .collect()
}

/// Hips, a spine that leans forward, and a head on it.
pub fn bones() -> Vec<Bone> {
    let mut spine = mpf::bone("spine", 4, Some((0, 0)), vector(0.0, 1.0, 10.0));
    spine.rotation = vector(0.3, -0.2, 0.1);
    let mut head = mpf::bone("head", 9, Some((0, 1)), vector(0.0, 0.0, 20.0));
    head.rotation = vector(-0.5, 0.0, 0.4);
    vec![mpf::bone("hips", 1, None, vector(0.0, 0.0, 0.0)), spine, head]
}

/// A tube of `rings` × 8 vertices; the weights depend on the ring.
pub fn tube(rings: u32, keys: usize, weights: impl Fn(u32) -> Vec<Weight>) -> Surface {
    let mut surface = Surface { kind: group_kind::STANDARD, ..Surface::default() };
    for ring in 0..rings {
        for side in 0..8u32 {
            let angle = side as f32 * std::f32::consts::FRAC_PI_4;
            let (sin, cos) = angle.sin_cos();
            surface.vertices.push(Vertex {
                position: vector(cos * 5.0, sin * 5.0, ring as f32 * 2.0),
                normal: [cos, sin, 0.0],
                uv: [side as f32 / 8.0, ring as f32 / rings as f32],
                weights: weights(ring),
                deltas: (0..keys).map(|key| [key as i8 * 12, -24, side as i8]).collect(),
            });
        }
    }
    for ring in 0..rings - 1 {
        for side in 0..8 {
            let next = (side + 1) % 8;
            let [a, b] = [ring * 8 + side, ring * 8 + next];
            surface.triangles.extend([[a, b, a + 8], [a + 8, b, b + 8]]);
        }
    }
    surface
}

/// Weights for two bones; the shares change with every ring.
fn bent(ring: u32) -> Vec<Weight> {
    let share = (ring as i16 * 3).min(99);
    if ring == 0 { follow(&[(0, 0, 100)]) } else { follow(&[(0, 0, 100 - share), (0, 1, share)]) }
}

/// Three levels of detail: a rigid hoop and a bent tube; the coarsest is a shadow.
pub fn body() -> Draft {
    let rigid = Surface { material: 1, ..tube(2, 0, |_| follow(&[(0, 2, 100)])) };
    Draft {
        name: "Body3000".to_owned(),
        file_id: 0,
        materials: vec![mpf::material(b"suit", Some(b"st_g")), mpf::material(b"boot", None)],
        bones: bones(),
        ik_points: vec![IkPoint { position: vector(1.0, 2.0, 3.0), unknown_0c: 0 }],
        surfaces: vec![tube(32, 0, bent), rigid],
        morph_keys: 0,
    }
}

pub fn body_file() -> File {
    let coarse = Draft { name: "Body750".to_owned(), surfaces: vec![tube(3, 0, bent)], ..body() };
    let shadow = Surface { kind: group_kind::SHADOW, ..tube(6, 0, bent) };
    let shadow = Draft {
        name: "Shdw750".to_owned(),
        materials: Vec::new(),
        ik_points: Vec::new(),
        surfaces: vec![shadow],
        ..body()
    };
    mpf::file([body(), coarse, shadow].iter().map(|draft| draft.build().unwrap()).collect())
}

/// A face with two morph keys that follows the body's head, and eyes with a separate bone.
pub fn head_file() -> File {
    let face = Surface { kind: group_kind::MORPH, ..tube(12, 2, |_| follow(&[(0, 2, 100)])) };
    let face = Draft {
        name: "Face3000".to_owned(),
        file_id: 10,
        materials: vec![mpf::material(b"head", None)],
        surfaces: vec![face],
        morph_keys: 2,
        ..Draft::default()
    };
    let mut eye = mpf::bone("eye", 0, Some((0, 2)), vector(0.0, -4.0, 2.0));
    eye.rotation = vector(0.0, 0.7, 0.0);
    let eyes = Draft {
        name: "Eyes".to_owned(),
        file_id: 5,
        materials: vec![mpf::material(b"head", None)],
        bones: vec![eye],
        surfaces: vec![tube(2, 0, |_| follow(&[(5, 0, 100)]))],
        ..Draft::default()
    };
    mpf::file([face, eyes].iter().map(|draft| draft.build().unwrap()).collect())
}

/// Regular and goofy boards of two makes.
pub fn board_file() -> File {
    boards(["Alp3000", "Alp3000Goofy", "Free3000", "Free1500"])
}

/// Boards with these names.
pub fn boards<'a>(names: impl IntoIterator<Item = &'a str>) -> File {
    let board = |name: &str| Draft {
        name: name.to_owned(),
        file_id: 1,
        materials: vec![mpf::material(b"bord", Some(b"bd_g"))],
        bones: vec![mpf::bone("board", 0, None, vector(0.0, 0.0, 0.0))],
        surfaces: vec![tube(2, 0, |_| follow(&[(1, 0, 100)]))],
        ..Draft::default()
    };
    mpf::file(names.into_iter().map(|name| board(name).build().unwrap()).collect())
}

/// A texture sheet for the rider.
pub fn sheet() -> Vec<u8> {
    let picture = |name: &[u8; 4]| {
        let indices = (0..256u32).map(|texel| (texel % 2) as u8).collect();
        Picture::new(*name, 16, 16, Stored::Four(indices, vec![[255, 0, 0, 128]; 16]))
    };
    file(&[b"suit", b"boot", b"head", b"st_g", b"envr"].map(picture))
}

pub const MPF: &dyn Format = format_of::<File>();

pub fn open(bytes: &[u8]) -> Document {
    open_as("rider_body.mpf", bytes)
}

pub fn open_as(name: &str, bytes: &[u8]) -> Document {
    MPF.open(&Source::from_bytes(name, bytes.to_vec())).unwrap()
}

pub fn read(bytes: &[u8]) -> File {
    Loaded::open(&Source::from_bytes("rider.mpf", bytes.to_vec())).unwrap().0.records
}

pub fn rider() -> Folder {
    Folder(vec![
        ("rider_body.mpf", body_file().write().unwrap()),
        ("rider_head.mpf", head_file().write().unwrap()),
        ("rider.ssh", sheet()),
    ])
}

/// Scene of a file in a folder, with the messages of its problems.
pub fn scene_in(folder: &Folder, name: &str) -> (Scene, Vec<String>) {
    let document = MPF.open(&folder.open(name).unwrap()).unwrap();
    let (scene, problems) = document.content.displayed().scene(folder.context()).unwrap();
    let reported = problems.iter().map(|problem| problem.message.clone()).collect();
    (scene, reported)
}

/// A file of one quad, written by other software.
pub fn quad() -> Vec<u8> {
    fixtures::read("ssx/synthetic_quad.mpf")
}
