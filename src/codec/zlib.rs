//! zlib streams, unpacked up to a limit.

use std::io::Read;

use flate2::Compression;
use flate2::bufread::ZlibEncoder;
use flate2::read::ZlibDecoder;

/// Result of unpacking a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Unpacked bytes, up to the limit.
    pub bytes: Vec<u8>,
    /// Error of the stream, including that it exceeds the limit.
    pub fault: Option<&'static str>,
}

/// Unpacks until the stream ends, is damaged, or `limit` bytes are unpacked.
pub fn unpack(packed: &[u8], limit: usize) -> Unpacked {
    let mut bytes = Vec::new();
    // One more byte shows if the stream exceeds the limit.
    let most = (limit as u64).saturating_add(1);
    let fault = match ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes) {
        Err(_) => Some("the stream is damaged or truncated"),
        Ok(_) if bytes.len() > limit => Some("the stream exceeds the expected size"),
        Ok(_) => None,
    };
    bytes.truncate(limit);
    Unpacked { bytes, fault }
}

/// Packs `bytes` with the best compression.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = ZlibEncoder::new(bytes, Compression::best()).read_to_end(&mut packed);
    packed
}
