use proptest::prelude::*;

use gouraud::bytes::{BitReader, BitWriter};
use gouraud::codec::zerotree::*;

fn bits_of(tree: &Zerotree) -> Vec<u8> {
    let mut bits = BitWriter::default();
    tree.write(&mut bits);
    bits.finish()
}

/// The document's 5 × 5 points, rows from the bottom; the last row and column are dropped.
const FIVE: [[i32; 5]; 5] =
    [[3, 5, 7, 5, 3], [4, 9, 12, 8, 2], [6, 13, 16, 10, 1], [5, 11, 14, 9, 0], [1, 1, 1, 1, 1]];

fn five() -> (Zerotree, i32) {
    let rows = (0u32..).zip(FIVE);
    let points = rows.flat_map(|(y, row)| (0u32..).zip(row).map(move |(x, z)| (x, y, z)));
    Zerotree::of_points(4, points)
}

#[test]
fn encodes_5_by_5_points_of_document() {
    let (tree, root) = five();
    assert_eq!(root, 10);
    let squares: Vec<_> =
        tree.squares.iter().map(|s| (s.x, s.y, s.size, s.max, s.coefficients())).collect();
    let expected = [
        (0, 0, 4, 12, [5, 12, 4]),
        (0, 0, 2, 1, [0, -1, -1]),
        (2, 0, 2, 4, [-2, -4, 0]),
        (2, 2, 2, 7, [-6, -7, -2]),
        (0, 2, 2, 2, [2, 0, -1]),
    ];
    assert_eq!(squares, expected);
    let bytes = bits_of(&tree);
    let mut reader = BitReader::new(&bytes);
    let (again, flaws) = Zerotree::read(&mut reader, 4);
    assert_eq!((flaws, reader.position()), (vec![], 183));
    let starts: Vec<_> = again.squares.iter().map(|s| (s.start, s.branch, s.widths)).collect();
    let expected = [
        (0, 183, [30, 30]),
        (76, 23, [8, 4]),
        (99, 29, [8, 4]),
        (128, 29, [8, 4]),
        (157, 26, [8, 4]),
    ];
    assert_eq!(starts, expected);
}

#[test]
fn decodes_level_by_level() {
    let (tree, root) = five();
    let heights = tree.heights(root);
    let row = |y| (0..5).map(|x| heights.get(x, y).unwrap()).collect::<Vec<_>>();
    let rows: Vec<_> = (0..5).map(row).collect();
    let expected = [
        [3, 5, 7, 5, 7],
        [4, 9, 12, 8, 12],
        [6, 13, 16, 10, 16],
        [5, 11, 14, 9, 16],
        [6, 11, 16, 16, 16],
    ];
    assert_eq!(rows, expected);
    let mut levels = Vec::new();
    tree.each_level(root, |smallest, heights| levels.push((smallest, heights.rows())));
    let coarse = [
        (0, 0, 2),
        (2, 0, 7),
        (4, 0, 2),
        (0, 2, 6),
        (2, 2, 14),
        (4, 2, 2),
        (0, 4, 2),
        (2, 4, 2),
        (4, 4, 2),
    ];
    assert_eq!(levels[0], (2, coarse.to_vec()));
    assert_eq!((levels.len(), levels[1].0), (2, 1));
}

#[test]
fn encodes_plain_as_one_bit() {
    let (tree, root) = Zerotree::of_points(8, [(0, 0, 5), (3, 3, 5)]);
    assert_eq!((tree.squares.len(), root, tree.node_count()), (0, 5, 1));
    assert_eq!(bits_of(&tree), [0, 0, 0, 0]);
    assert_eq!(tree.heights(root).rows(), [(0, 0, 5), (8, 0, 5), (0, 8, 5), (8, 8, 5)]);
}

#[test]
fn reports_truncation_and_keeps_the_rest() {
    let bytes = bits_of(&five().0);
    let (tree, flaws) = Zerotree::read(&mut BitReader::new(&bytes[..16]), 4);
    assert_eq!((tree.squares.len(), flaws[0].rule), (3, Rule::Ends));
    assert_eq!(tree.squares[0].children, [Some(1), Some(2), None, None]);
    let (tree, flaws) = Zerotree::read(&mut BitReader::new(&bytes), 2);
    assert_eq!((tree.squares.len(), flaws[0].rule), (1, Rule::TooSmall));
}

#[test]
fn reports_wrong_lengths_and_too_large_numbers() {
    let (mut tree, _) = five();
    tree.squares[2].max = 5;
    tree.squares[2].stored[0] = 15;
    let (_, flaws) = Zerotree::read(&mut BitReader::new(&bits_of(&tree)), 4);
    assert!(flaws.iter().any(|flaw| flaw.rule == Rule::AboveMax), "{flaws:?}");
    let mut bytes = bits_of(&five().0);
    // Lowest bit of the root's stored length: bit 30 of a little-endian word.
    bytes[0] ^= 2;
    let (_, flaws) = Zerotree::read(&mut BitReader::new(&bytes), 4);
    assert!(matches!(flaws[..], [Flaw { rule: Rule::Branch { used: 183, .. }, .. }]), "{flaws:?}");
}

proptest! {
    /// Points round-trip exactly, whatever lies between them.
    #[test]
    fn round_trips_points(
        points in proptest::collection::btree_map((0u32..64, 0u32..64), -5000i32..70000, 0..60),
    ) {
        let all = points.iter().map(|((x, y), z)| (*x, *y, *z));
        let (tree, root) = Zerotree::of_points(64, all);
        let bytes = bits_of(&tree);
        let (again, flaws) = Zerotree::read(&mut BitReader::new(&bytes), 64);
        prop_assert_eq!(flaws, vec![]);
        prop_assert_eq!(bits_of(&again), bytes);
        let heights = again.heights(root);
        for ((x, y), z) in points {
            // A point on level ground may have no separate vertex.
            prop_assert!(heights.get(x, y).is_none_or(|height| height == z), "{} {}", x, y);
        }
        prop_assert_eq!(again.squares.len() as u64 * 4 + 1, again.node_count());
    }

    #[test]
    fn ends_on_random_bits(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let (tree, _) = Zerotree::read(&mut BitReader::new(&bytes), LARGEST);
        prop_assert!(tree.squares.len() <= bytes.len() * 8);
        tree.heights(0);
    }
}
