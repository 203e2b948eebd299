//! Error detection code of CD sectors: a CRC-32 with its own polynomial, least significant bit first,
//! starting from 0 and not inverted.
//!
//! Source: ECMA-130, section 14.3.

/// The reflected polynomial x³² + x³¹ + x¹⁶ + x¹⁵ + x⁴ + x³ + x + 1.
const POLYNOMIAL: u32 = 0xD801_8001;

/// Computes the EDC of bytes.
pub fn edc(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |edc, byte| {
        (0..8).fold(edc ^ u32::from(*byte), |edc, _| {
            edc >> 1 ^ if edc & 1 == 1 { POLYNOMIAL } else { 0 }
        })
    })
}
