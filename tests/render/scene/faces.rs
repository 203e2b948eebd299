//! The compact storage of faces returns them unchanged.

use gouraud::scene::{CornerRefs, Face, Faces, Id, NO_CORNER, PackedInts};

const TABLE: [[u8; 3]; 3] = [[1, 2, 3], [200, 0, 0], [9, 9, 9]];

fn quad(first: u32) -> Face {
    let corners = [first, first + 1, first + 2, first + 3];
    Face { corners, normals: corners, index: first, ..Face::default() }
}

/// Faces with values that none of the previous ones has.
fn distinct_faces() -> Vec<Face> {
    let refs = CornerRefs::Table([0, 1, 2, 0]);
    let looked_up = [TABLE[0], TABLE[1], TABLE[2], TABLE[0]];
    let other = [[7; 3], TABLE[1], TABLE[2], TABLE[0]];
    vec![
        quad(0),
        Face { corners: [4, 5, 6, NO_CORNER], ..quad(4) },
        Face { normals: [3; 4], ..quad(254) },
        Face { normals: [70_000; 4], material: Id::new(255), ..quad(255) },
        Face { normals: [NO_CORNER; 4], layer: 3, ..quad(65_535) },
        Face { normals: [1, 2, 3, 70_000], material: Id::new(65_535), ..quad(u32::MAX - 9) },
        Face { colours: [[1, 2, 3]; 4], ..quad(20) },
        Face { colours: looked_up, colour_refs: refs, ..quad(24) },
        Face { colours: [[4; 3], [5; 3], [6; 3], [7; 3]], ..quad(28) },
        Face { colours: [[4; 3], [5; 3], [6; 3], [7, 8, 9]], ..quad(32) },
        Face { colours: other, colour_refs: refs, material: Id::new(u32::MAX - 1), ..quad(36) },
        Face { uvs: [[0.0, 255.0], [1.0, 2.0], [3.0, 4.0], [63.0, 0.0]], ..quad(40) },
        Face { uvs: [[256.0, 65_535.0]; 4], layer: u16::MAX, ..quad(44) },
        Face { uvs: [[0.5, 3.0 / 512.0]; 4], ..quad(48) },
        Face { uvs: [[-1.0, 0.1]; 4], material: Id::NONE, ..quad(52) },
        Face { uvs: [[-0.0, f32::INFINITY]; 4], ..quad(56) },
    ]
}

/// Every bit of a face; −0 differs from 0.
fn bits(face: Face) -> (Face, [[u32; 2]; 4]) {
    (face, face.uvs.map(|uv| uv.map(f32::to_bits)))
}

#[test]
fn returns_every_face_unchanged() {
    let odd = distinct_faces();
    for start in 0..odd.len() {
        // Starts at a different face each time: values of the first face are stored in fewer bytes.
        let order = || odd.iter().cycle().skip(start * 7).take(odd.len() * 2).copied();
        for mut faces in [Faces::default(), Faces::with_table(TABLE.into())] {
            for (at, face) in order().enumerate() {
                faces.extend([face]);
                assert!(faces.iter().map(bits).eq(order().take(at + 1).map(bits)), "{start} {at}");
            }
            assert_eq!((faces.len(), faces.get(faces.len())), (odd.len() * 2, None));
            assert!(faces.materials().eq(order().map(|face| face.material)));
            assert_eq!(faces, order().collect());
        }
    }
}

#[test]
fn changes_and_finds_faces_by_their_file_index() {
    let mut faces: Faces = distinct_faces().into_iter().collect();
    assert_eq!(faces.position_of(3), None);
    faces.update(|at, face| (face.index, face.layer) = (at as u32 * 2, 9));
    assert!(faces.iter().all(|face| face.layer == 9));
    assert_eq!([0, 6, 7, 30, 31, 32].map(|index| faces.position_of(index)), {
        [Some(0), Some(3), None, Some(15), None, None]
    });
    assert_eq!(Faces::default().position_of(0), None);
}

#[test]
fn integers_are_as_wide_as_the_largest() {
    let all = [5, 5, 0, 254, u32::MAX, 255, 65_534, 65_535, 5, u32::MAX - 1, u32::MAX];
    for count in 0..=all.len() {
        let list: PackedInts = all.into_iter().take(count).collect();
        assert!(list.iter().eq(all.into_iter().take(count)));
        assert_eq!((list.len(), list.get(count)), (count, None));
    }
    let mut list = PackedInts::repeated(7, 1000);
    list.extend([8]);
    assert!(list.iter().eq(std::iter::repeat_n(7, 1000).chain([8])));
}
