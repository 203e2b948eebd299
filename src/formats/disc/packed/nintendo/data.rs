//! The data of a GameCube or Wii disc, unpacked and decrypted on demand.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use nod::common::PartitionKind;
use nod::read::{DiscOptions, DiscReader, DiscStream, PartitionOptions, PartitionReader};

use crate::bytes::{ReadAt, Source};
use crate::formats::disc::packed::MAX_DISC;
use crate::formats::disc::packed::guarded::{Pool, guarded};

/// Size of the groups that readers unpack and keep, and number of groups after which a reader is
/// replaced.
const GROUP: u64 = 2 << 20;
const MAX_GROUPS: u64 = 12;
/// Maximum declared content size of a Zstandard frame, which is a group or a table.
const MAX_FRAME: u64 = 32 << 20;
const ZSTANDARD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// The data that a game reads: all of a GameCube disc, the data partition of a Wii disc.
pub struct GameData {
    source: Source,
    len: u64,
    readers: Pool<Reader>,
}

struct Reader {
    partition: Box<dyn PartitionReader>,
    /// Remaining number of groups that it may unpack.
    left: u64,
    /// The group that was read last.
    group: Option<u64>,
}

impl GameData {
    /// Reads the tables of the packed file, and of the partitions of a Wii disc.
    ///
    /// # Errors
    /// If the tables cannot be read, with a message.
    pub fn open(source: &Source) -> Result<Arc<Self>, String> {
        let mut reader = reader(source)?;
        let len = guarded(|| reader.partition.seek(SeekFrom::End(0)))?.min(MAX_DISC);
        Ok(Arc::new(Self { source: source.clone(), len, readers: Pool::new(reader) }))
    }
}

fn reader(source: &Source) -> Result<Reader, String> {
    let partition = guarded(|| {
        let disc =
            DiscReader::new_stream(Box::new(Stream(source.clone())), &DiscOptions::default())?;
        disc.open_partition_kind(PartitionKind::Data, &PartitionOptions::default())
    })?;
    Ok(Reader { partition, left: MAX_GROUPS, group: None })
}

impl ReadAt for GameData {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let mut reader = self.readers.take().map_or_else(|| reader(&self.source), Ok)?;
        guarded(|| {
            reader.partition.seek(SeekFrom::Start(offset))?;
            reader.partition.read_exact(out)
        })?;
        // A reader that has failed may be in any state, and is not reused.
        let (first, last) = (offset / GROUP, offset.saturating_add(out.len() as u64) / GROUP);
        let new = last - first + u64::from(reader.group != Some(first));
        reader.left = reader.left.saturating_sub(new);
        reader.group = Some(last);
        if reader.left > 0 {
            self.readers.give(reader);
        }
        Ok(())
    }
}

/// A source as a stream for the unpacker.
#[derive(Clone)]
struct Stream(Source);

impl DiscStream for Stream {
    fn read_exact_at(&mut self, out: &mut [u8], offset: u64) -> io::Result<()> {
        let end = offset.checked_add(out.len() as u64);
        if end.is_none_or(|end| end > self.0.len()) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.0.read_once(offset, out).map_err(io::Error::other)?;
        // The unpacker allocates the declared content size before unpacking anything.
        if let Some(len) = unpacked_len(out).filter(|len| *len > MAX_FRAME) {
            let why = format!("a Zstandard frame declares {len} bytes, more than {MAX_FRAME}");
            return Err(io::Error::other(why));
        }
        Ok(())
    }

    fn stream_len(&mut self) -> io::Result<u64> {
        Ok(self.0.len())
    }
}

/// Declared content size of a Zstandard frame; `None` if these bytes are not a frame, or it has none (RFC
/// 8878, 3.1.1.1).
pub fn unpacked_len(frame: &[u8]) -> Option<u64> {
    let rest = frame.strip_prefix(ZSTANDARD)?;
    let (descriptor, rest) = rest.split_first()?;
    let is_single = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let window = usize::from(!is_single);
    let (width, base) = match descriptor >> 6 {
        0 if is_single => (1, 0),
        0 => return None,
        1 => (2, 256),
        2 => (4, 0),
        _ => (8, 0),
    };
    let start = window + dictionary;
    let mut bytes = [0; 8];
    bytes.get_mut(..width)?.copy_from_slice(rest.get(start..start + width)?);
    Some(u64::from_le_bytes(bytes) + base)
}
