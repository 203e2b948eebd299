//! zlib streams, unpacked no further than asked for.

use std::io::Read;

use flate2::Compression;
use flate2::bufread::ZlibEncoder;
use flate2::read::ZlibDecoder;

/// Result of unpacking a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// What the stream holds, up to the limit.
    pub bytes: Vec<u8>,
    /// What is wrong with it, or that it holds more.
    pub fault: Option<&'static str>,
}

/// Unpacks until the stream ends, breaks, or `limit` bytes are there.
pub fn unpack(packed: &[u8], limit: usize) -> Unpacked {
    let mut bytes = Vec::new();
    // One byte more tells a stream that goes on from one that ends.
    let most = (limit as u64).saturating_add(1);
    let fault = match ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes) {
        Err(_) => Some("the stream is broken or cut off"),
        Ok(_) if bytes.len() > limit => Some("the stream holds more"),
        Ok(_) => None,
    };
    bytes.truncate(limit);
    Unpacked { bytes, fault }
}

/// Packs `bytes` as small as it gets.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Bytes in memory can always be read.
    let _ = ZlibEncoder::new(bytes, Compression::best()).read_to_end(&mut packed);
    packed
}
