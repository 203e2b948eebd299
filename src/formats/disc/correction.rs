//! Recomputes error detection and correction codes of raw sectors.
//!
//! * EDC: see [`edc`](crate::codec::edc).
//! * ECC: two Reed-Solomon products over GF(256) with x⁸ + x⁴ + x³ + x² + 1. The header and the
//!   bytes after it are two planes of 43 × 24. P covers the 43 columns, Q the 26 diagonals,
//!   including P. Each adds two bytes, such that both the sum of a code word and the sum weighted
//!   with α to the power of the distance from the end are 0.
//!
//! In mode 2 the header counts as zeros. Source: ECMA-130, sections 14.3, 14.5 and annex A.

use crate::codec::edc::edc;

/// Size of a raw sector.
const RAW: usize = 2352;
/// Start of the corrected bytes, after the sync pattern.
const HEADER: usize = 12;
/// Size of the header.
const TIME: usize = 4;
const EDC_1: usize = 0x810;
const EDC_2: usize = 0x818;
/// Start of the EDC-protected bytes in mode 2, after the header.
const SUBHEADER: usize = 16;
const ECC: usize = 0x81C;

/// Reduction polynomial of the field, without its highest bit.
const FIELD: u8 = 0x1D;
/// 1 / (α + 1).
const INVERSE_OF_3: u8 = 0xF4;

/// Writes the codes after the user data of a mode 1 sector.
pub fn mode_1(sector: &mut [u8; RAW]) {
    put_edc(sector, 0, EDC_1);
    // The bytes between EDC and ECC are 0.
    for byte in sector.iter_mut().take(ECC).skip(EDC_1 + 4) {
        *byte = 0;
    }
    put_ecc(sector);
}

/// Writes the codes after the user data of a mode 2, form 1 sector.
pub fn form_1(sector: &mut [u8; RAW]) {
    put_edc(sector, SUBHEADER, EDC_2);
    let mut plain = *sector;
    for byte in plain.iter_mut().skip(HEADER).take(TIME) {
        *byte = 0;
    }
    put_ecc(&mut plain);
    for (byte, new) in sector.iter_mut().zip(plain).skip(ECC) {
        *byte = new;
    }
}

fn put_edc(sector: &mut [u8; RAW], from: usize, to: usize) {
    let edc = edc(sector.get(from..to).unwrap_or(&[]));
    for (byte, new) in sector.iter_mut().skip(to).zip(edc.to_le_bytes()) {
        *byte = new;
    }
}

/// A product code: number and length of its code words in 16-bit words, the distance between consecutive
/// words of a code word, and between code words.
struct Product {
    words: usize,
    len: usize,
    step: usize,
    next: usize,
}

const P: Product = Product { words: 43, len: 24, step: 43, next: 1 };
const Q: Product = Product { words: 26, len: 43, step: 44, next: 43 };

fn put_ecc(sector: &mut [u8; RAW]) {
    for product in [P, Q] {
        // The parity follows the corrected bytes.
        let end = product.words * product.len;
        for word in 0..product.words {
            for plane in 0..2 {
                let at = |word: usize| HEADER + 2 * word + plane;
                let positions =
                    (0..product.len).map(|i| (word * product.next + i * product.step) % end);
                let bytes = positions.map(|word| sector.get(at(word)).copied().unwrap_or(0));
                let parity = parity(bytes);
                for (row, byte) in (0..).zip(parity) {
                    let place = sector.get_mut(at(end + row * product.words + word));
                    place.into_iter().for_each(|place| *place = byte);
                }
            }
        }
    }
}

/// The two parity bytes of a code word.
fn parity(bytes: impl Iterator<Item = u8>) -> [u8; 2] {
    let (mut sum, mut weighted) = (0, 0);
    for byte in bytes {
        sum ^= byte;
        weighted = double(weighted) ^ byte;
    }
    // Both parity bytes follow.
    weighted = double(double(weighted));
    let first = times(sum ^ weighted, INVERSE_OF_3);
    [first, sum ^ first]
}

/// Multiplies by α.
fn double(value: u8) -> u8 {
    value << 1 ^ if value & 0x80 != 0 { FIELD } else { 0 }
}

fn times(value: u8, factor: u8) -> u8 {
    let powers = std::iter::successors(Some(value), |value| Some(double(*value)));
    powers
        .take(8)
        .enumerate()
        .filter(|(bit, _)| factor >> bit & 1 == 1)
        .fold(0, |sum, (_, v)| sum ^ v)
}
