//! Strips and references of chunks.

use gouraud::formats::ssx::mpf::chunk::{Chunk, reference_of};
use gouraud::formats::ssx::mpf::packet::Strip;
use gouraud::formats::ssx::mpf::records::Vector;
use gouraud_testing::build::mpf::numbers_of;

#[test]
fn strips_alternate_winding_and_restart() {
    let strips = [4, 3, 2, 0].map(|vertices| Strip { vertices, ..Strip::default() });
    let positions = [Vector::default(); 9];
    let chunk = Chunk { strips: &strips, positions: &positions, ..Chunk::default() };
    let corners: Vec<_> = chunk.triangles().map(|triangle| triangle.corners).collect();
    assert_eq!(corners, [[0, 1, 2], [3, 2, 1], [4, 5, 6]]);
    assert_eq!(chunk.faces(), 3);
    let completed: Vec<_> = chunk.triangles().map(|t| (t.strip, t.completed_by)).collect();
    assert_eq!(completed, [(0, 2), (0, 3), (1, 6)]);
}

#[test]
fn strips_end_with_the_vertices() {
    let strips = [u32::MAX, 3].map(|vertices| Strip { vertices, ..Strip::default() });
    let positions = [Vector::default(); 4];
    let chunk = Chunk { strips: &strips, positions: &positions, ..Chunk::default() };
    assert_eq!(chunk.triangles().count(), 2);
}

#[test]
fn references_match_the_document() {
    assert_eq!((reference_of(94), reference_of(14)), (Some(20), Some(0)));
    assert_eq!((numbers_of(20), numbers_of(0)), (Some((94, 174)), Some((14, 114))));
    assert_eq!([10, 15, -4].map(reference_of), [None; 3]);
}
