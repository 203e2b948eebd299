//! Processes: decoding of bytes before they are read.

use std::io::Read;

use flate2::Compression;
use flate2::read::{DeflateDecoder, GzDecoder, ZlibEncoder};

use super::description::{Code, Process, Unpacker};
use super::failure::{ErrorKind, Failure, type_error};
use super::value::Value;
use crate::codec::{lzss, refpack, zlib};

/// Maximum number of unpacked bytes per file.
pub const MAX_UNPACKED: usize = 256 << 20;

impl Process {
    /// `true` if the result has as many bytes as the input.
    pub(super) fn keeps_size(&self) -> bool {
        matches!(self, Self::Xor(_) | Self::Rotate { .. })
    }
}

/// Processes the bytes. The result has at most `room` bytes.
pub fn process(
    given: &Process,
    mut bytes: Vec<u8>,
    room: usize,
    mut eval: impl FnMut(&Code) -> Result<Value, Failure>,
) -> Result<Vec<u8>, Failure> {
    let failed = |message: String| Failure::new(ErrorKind::Process, message);
    match given {
        Process::Xor(code) => {
            let key = match eval(code)? {
                Value::Int(key) => vec![(key & 0xFF) as u8],
                Value::Bytes(key) => key.bytes().to_vec(),
                other => return Err(type_error("an integer or bytes", &other)),
            };
            if key.is_empty() {
                return Err(failed("the key is empty".to_owned()));
            }
            bytes.iter_mut().zip(key.iter().cycle()).for_each(|(byte, key)| *byte ^= key);
            Ok(bytes)
        }
        Process::Rotate { by, left } => {
            let Value::Int(by) = eval(by)? else {
                return Err(failed("expected an integer".to_owned()));
            };
            let by = by.rem_euclid(8) as u32;
            let turn = |byte: &mut u8| {
                *byte = if *left { byte.rotate_left(by) } else { byte.rotate_right(by) };
            };
            bytes.iter_mut().for_each(turn);
            Ok(bytes)
        }
        Process::Zlib => {
            let unpacked = zlib::unpack(&bytes, room);
            match unpacked.fault {
                Some(fault) => Err(failed(format!("zlib: {fault}"))),
                None => Ok(unpacked.bytes),
            }
        }
        Process::Unpack(unpacker, size) => {
            let size = match size.as_ref().map(eval).transpose()? {
                Some(Value::Int(size)) => usize::try_from(size).ok(),
                _ => None,
            };
            unpack(*unpacker, &bytes, size, room)
        }
        Process::Unknown(name) => {
            let message = format!("the process `{name}` is not supported: it is program code");
            Err(Failure::new(ErrorKind::UnknownProcess, message))
        }
    }
}

/// Reverses [`process`]. The result has `len` bytes.
pub fn pack(
    given: &Process,
    bytes: Vec<u8>,
    len: usize,
    eval: impl FnMut(&Code) -> Result<Value, Failure>,
) -> Result<Vec<u8>, Failure> {
    let failed = |message: String| Failure::new(ErrorKind::Process, message);
    let packed = match given {
        Process::Xor(_) => process(given, bytes, usize::MAX, eval)?,
        Process::Rotate { by, left } => {
            let back = Process::Rotate { by: by.clone(), left: !left };
            process(&back, bytes, usize::MAX, eval)?
        }
        Process::Zlib => zlib_of_len(&bytes, len).unwrap_or_default(),
        Process::Unpack(..) => Vec::new(),
        Process::Unknown(name) => return Err(failed(format!("`{name}` is program code"))),
    };
    if packed.len() != len {
        return Err(failed(format!("it would not have {len} bytes when packed")));
    }
    Ok(packed)
}

/// A zlib stream of this length.
fn zlib_of_len(bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    (0..=9).map(|level| deflated(bytes, level)).find(|packed| packed.len() == len)
}

fn deflated(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut packed = Vec::new();
    let read = ZlibEncoder::new(bytes, Compression::new(level)).read_to_end(&mut packed);
    read.map_or_else(|_| Vec::new(), |_| packed)
}

/// Unpacks with one of Gouraud's own codecs. A stream that declares no size ends with its input.
fn unpack(
    unpacker: Unpacker,
    bytes: &[u8],
    size: Option<usize>,
    room: usize,
) -> Result<Vec<u8>, Failure> {
    let limit = size.unwrap_or(room).min(room);
    let unpacked = match unpacker {
        Unpacker::Lzs => lzss::unpack(bytes, lzss::LZS, limit).bytes,
        Unpacker::Szdd => lzss::unpack(bytes, lzss::SZDD, limit).bytes,
        Unpacker::Pre => lzss::unpack(bytes, lzss::PRE, limit).bytes,
        Unpacker::RefPack => {
            let stream = bytes.get(ref_pack_header(bytes)..).unwrap_or_default();
            refpack::unpack(stream, limit).bytes
        }
        Unpacker::Inflate => whole(DeflateDecoder::new(bytes), limit)?,
        Unpacker::Gzip => whole(GzDecoder::new(bytes), limit)?,
    };
    match size {
        Some(size) if unpacked.len() != size => {
            let message = format!("expected {size} unpacked bytes, found {}", unpacked.len());
            Err(Failure::new(ErrorKind::Process, message))
        }
        _ => Ok(unpacked),
    }
}

/// Length of the header of a RefPack stream: flags, `FB`, the packed size if a flag is set, and the
/// unpacked size.
fn ref_pack_header(bytes: &[u8]) -> usize {
    match bytes {
        [flags, 0xFB, ..] if flags & 0x10 != 0 => {
            let size = if flags & 0x80 != 0 { 4 } else { 3 };
            2 + size * (1 + usize::from(flags & 1))
        }
        _ => 0,
    }
}

/// Reads a stream to its end.
fn whole(stream: impl Read, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let failed = |message: &str| Failure::new(ErrorKind::Process, message);
    stream
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|_| failed("the stream is damaged or truncated"))?;
    if bytes.len() > limit {
        return Err(failed("the stream exceeds the expected size"));
    }
    Ok(bytes)
}
