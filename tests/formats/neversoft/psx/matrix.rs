//! Matrices of plain clips (section 16.2).

use gouraud::formats::neversoft::psx::animation::Matrix;
use gouraud::formats::neversoft::psx::animation::matrix::{between, stored};

#[test]
fn interpolates_between_and_after_stored_frames() {
    assert_eq!([0, 1, 2, 7].map(|frames| stored(frames, 2)), [0, 1, 1, 3]);
    // Of seven frames 0, 3 and 6 are stored; of eight, 7 leads back to 0.
    assert_eq!(between(3, 7, 2), (1, 2, 0));
    assert_eq!(between(4, 7, 2), (1, 2, 4096 / 3));
    assert_eq!(between(6, 7, 2), (2, 0, 0));
    assert_eq!(between(7, 8, 2), (2, 0, 2048));
    assert_eq!(between(65_534, 65_535, 65_535), (0, 0, 65_534 * 4096 / 65_535));
}

#[test]
fn interpolated_numbers_are_rounded_down() {
    let at = |x: i16| Matrix { translation: [x, x.wrapping_neg(), 0], ..Matrix::default() };
    assert_eq!(at(0).towards(&at(10), 4096 / 3).translation, [3, -4, 0]);
    assert_eq!(at(i16::MIN).towards(&at(i16::MAX), 4095).translation[0], 32751);
}

#[test]
fn recognises_rotation_matrices() {
    let turned = Matrix { rotation: [0, -4096, 0, 4096, 0, 0, 0, 0, 4096], ..Matrix::default() };
    assert!(turned.is_rotation() && !Matrix::default().is_rotation());
    let sheared = Matrix { rotation: [4096, 0, 0, 4096, 0, 0, 0, 0, 4096], ..turned };
    assert!(!sheared.is_rotation());
}
