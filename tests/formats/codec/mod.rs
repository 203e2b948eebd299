//! Encoding and decoding of compressed bytes.

mod aica_adpcm;
mod bits;
mod dsp_adpcm;
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
use gouraud_testing::document::hex as bytes;

/// CRC-32 of 16-bit little-endian samples.
fn crc_of(samples: &[i16]) -> u32 {
    Source::from_bytes("", samples.iter().flat_map(|s| s.to_le_bytes()).collect()).crc32()
}
