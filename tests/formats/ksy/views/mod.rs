//! Scenes by the key `-gouraud` of descriptions.

mod helpers;
mod meshes;
mod mistakes;
mod nodes;
mod origins;
mod shapes;

use gouraud::bytes::SourceId;
use gouraud::ksy::views;
use gouraud::scene::{Face, Mesh, Scene};

use super::read;

/// Number of the file in origins.
pub const FILE: SourceId = SourceId(7);

/// Scene of a file called `lamp`, and its problems as `path: message`.
pub fn scene(text: &str, bytes: &[u8]) -> (Scene, Vec<String>) {
    let mut reader = read(text, bytes);
    let (scene, problems) = views::scene(&mut reader, FILE, "lamp").unwrap();
    let problems = problems.iter().map(|found| format!("{}: {}", found.field, found.message));
    (scene, problems.collect())
}

/// Scene of a file without problems.
pub fn sound_scene(text: &str, bytes: &[u8]) -> Scene {
    let (scene, problems) = scene(text, bytes);
    assert_eq!(problems, [""; 0]);
    scene
}

/// Positions of the corners of a face.
pub fn triangle(mesh: &Mesh, face: &Face) -> Vec<[f32; 3]> {
    let corners = face.corners.iter().take(face.sides());
    corners.map(|corner| mesh.positions[*corner as usize].to_array()).collect()
}

/// A description of a list of points of signed bytes, `num` of them, then the rest as bytes.
pub fn points(views: &str) -> String {
    format!(
        "
meta: {{id: test}}
seq:
  - {{id: num, type: u1}}
  - {{id: points, type: point, repeat: expr, repeat-expr: num}}
  - {{id: rest, size-eos: true}}
types:
  point:
    seq:
      - {{id: x, type: s1}}
      - {{id: y, type: s1}}
      - {{id: z, type: s1}}
-gouraud:
{views}"
    )
}

/// Three points and these bytes.
pub fn three_points(rest: &[u8]) -> Vec<u8> {
    [&[3, 1, 2, 3, 4, 5, 6, 7, 8, 10], rest].concat()
}
