//! Faces of FF7's battle meshes with the right winding.

use glam::DVec3;
use gouraud::formats::ps1::vram::ClutWord;
use gouraud_testing::build::ff7::mesh::{MeshBuilder, Paint};

use super::space::facing;

/// Adds a textured triangle or quad (in strip order) whose front faces `out`; a shade of 128 leaves the
/// texture unchanged.
pub fn textured(
    mesh: &mut MeshBuilder,
    points: &[DVec3],
    uvs: &[[u8; 2]],
    out: DVec3,
    (clut, shade): (ClutWord, u8),
) {
    let order = facing(points, out);
    let uvs: Vec<[u8; 2]> = order.iter().map(|i| uvs[*i]).collect();
    let paint = Paint::Texture { uvs: &uvs, clut, shade, command: 0 };
    mesh.polygon(&corners(points, order), paint);
}

/// Adds a triangle or quad (in strip order) with a colour per corner, whose front faces `out`.
pub fn painted(
    mesh: &mut MeshBuilder,
    points: &[DVec3],
    rgb: impl Fn(usize) -> [u8; 3],
    out: DVec3,
    blended: bool,
) {
    let order = facing(points, out);
    let rgb: Vec<[u8; 3]> = order.iter().map(|i| rgb(*i)).collect();
    mesh.polygon(&corners(points, order), Paint::Colours { rgb: &rgb, blended });
}

fn corners(points: &[DVec3], order: &[usize]) -> Vec<[i16; 3]> {
    order.iter().map(|i| points[*i].round().as_i16vec3().to_array()).collect()
}
