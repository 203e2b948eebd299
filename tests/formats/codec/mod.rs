//! Encoding and decoding of compressed bytes.

mod aica_adpcm;
mod bits;
mod gx;
mod ima_adpcm;
mod lzss;
mod powervr;
mod ps2;
mod refpack;
mod smacker;
mod spu_adpcm;
mod xa_adpcm;
mod zerotree;

use gouraud::bytes::Source;

/// Bytes of hexadecimal digits with optional spaces.
fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// CRC-32 of 16-bit little-endian samples.
fn crc_of(samples: &[i16]) -> u32 {
    Source::from_bytes("", samples.iter().flat_map(|s| s.to_le_bytes()).collect()).crc32()
}
