//! Order and gaps of records that tables of a file point at.

use gouraud::bytes::{Arrangement, Cursor, Endian, Gap, NoRecorder, Source, Writer};

fn of(bytes: &[u8], pieces: &[(char, (u64, u64))]) -> (Arrangement<char>, u64) {
    let source = Source::from_bytes("pieces", bytes.to_vec());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let arrangement = Arrangement::read(&mut cur, 1, pieces);
    (arrangement, cur.finish().1.total())
}

/// Writes a file by `arrangement`; each piece is its own letter twice.
fn written(arrangement: &Arrangement<char>, usual: &str) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    out.bytes(b"-");
    for piece in arrangement.order(usual.chars()) {
        arrangement.write_gap(piece, &Gap::NONE, &mut out);
        out.bytes(&[piece as u8; 2]);
    }
    out.bytes(&arrangement.tail);
    out.finish()
}

#[test]
fn stores_nothing_for_usual_order() {
    let (arrangement, problems) = of(b"-aabb", &[('a', (1, 3)), ('b', (3, 5))]);
    assert_eq!((arrangement, problems), (Arrangement::default(), 0));
}

#[test]
fn keeps_order_and_bytes_between_pieces() {
    let bytes = b"-bb..aa!";
    let (arrangement, problems) = of(bytes, &[('a', (5, 7)), ('b', (1, 3))]);
    assert_eq!(arrangement.order, ['b', 'a']);
    assert_eq!(problems, 2, "the gap and the tail belong to no piece");
    assert_eq!(written(&arrangement, "ab"), bytes);
    assert_eq!(written(&arrangement, "abc"), b"-bb..aacc!", "an added piece comes last");
    assert_eq!(written(&arrangement, "b"), b"-bb!", "a removed one goes with its gap");
}

#[test]
fn recomputes_alignment_zeros() {
    assert_eq!(Gap::of(&[0, 0], 8, 4), Gap::Align(4));
    assert_eq!(Gap::of(&[0, 1], 8, 4), Gap::Bytes(vec![0, 1]));
    assert_eq!(Gap::of(&[0, 0], 7, 4), Gap::Bytes(vec![0, 0]));
    assert_eq!(Gap::of(&[0; 4], 8, 4), Gap::Bytes(vec![0; 4]));
}

#[test]
fn pointers_follow_written_pieces() {
    let mut arrangement = Arrangement::default();
    arrangement.push(Gap::Align(4), 'a');
    arrangement.shared.push(('b', 'a'));
    arrangement.stale.push(('c', 77));
    assert_eq!(arrangement.order("abcd".chars()), ['a', 'd']);
    let offsets = arrangement.offsets([('a', 4), ('d', 8)]);
    assert_eq!(offsets.into_iter().collect::<Vec<_>>(), [('a', 4), ('b', 4), ('c', 77), ('d', 8)]);
}
