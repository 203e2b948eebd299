//! Triangles of strips.

use gouraud::formats::totem::mesh::Strip;

fn strip(tri_order: u32) -> Strip {
    Strip { vertex_ids: vec![0, 1, 3, 5, 8], material: 0, tri_order }
}

fn triangles(strip: &Strip) -> Vec<[u16; 3]> {
    (0..strip.triangle_count()).filter_map(|n| strip.triangle(strip.corners(n))).collect()
}

#[test]
fn strip_matches_the_document() {
    assert_eq!(triangles(&strip(1)), [[0, 3, 1], [1, 3, 5], [3, 8, 5]]);
    assert_eq!(triangles(&strip(2)), [[0, 1, 3], [1, 5, 3], [3, 5, 8]]);
    assert_eq!(triangles(&strip(7)), triangles(&strip(1)));
}

#[test]
fn stitches_and_short_strips_make_no_triangles() {
    let stitched = Strip { vertex_ids: vec![0, 1, 2, 2, 3, 4], ..strip(1) };
    assert_eq!(triangles(&stitched).len(), 2);
    for short in [vec![], vec![1], vec![1, 2]] {
        assert!(triangles(&Strip { vertex_ids: short, ..strip(1) }).is_empty());
    }
}
