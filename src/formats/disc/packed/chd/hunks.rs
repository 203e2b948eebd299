//! Hunks, unpacked one by one.

use std::io::{self, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use chd::map::{CompressionTypeLegacy, CompressionTypeV5, MapEntry};

use crate::bytes::Source;
use crate::formats::disc::packed::blocks::Unpack;

/// How many hunks may refer to each other.
const MAX_LINKS: usize = 16;

/// The hunks of a CHD.
pub struct Hunks(Mutex<chd::Chd<Reader>>);

impl Hunks {
    /// Reads the map of the hunks.
    ///
    /// # Errors
    /// Where that cannot be done, with a sentence.
    pub fn open(source: &Source) -> Result<Self, String> {
        let reader = Reader { source: source.clone(), pos: 0 };
        let opened = guarded(|| chd::Chd::open(reader, None))?;
        Ok(Self(Mutex::new(opened)))
    }
}

impl Unpack for Hunks {
    fn block(&self, index: u64, out: &mut [u8]) -> Result<(), String> {
        // One decoder: others wait for it, and it for nobody.
        let mut chd = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = u32::try_from(index).map_err(|_| "it is not in the map".to_owned());
        let read = read
            .and_then(|index| stored_as(&chd, index))
            .and_then(|index| guarded(|| chd.hunk(index)?.read_hunk_in(&mut Vec::new(), out)));
        match read {
            Ok(count) if count == out.len() => Ok(()),
            Ok(_) => Err(format!("hunk {index} is not all there")),
            Err(why) => Err(format!("hunk {index} does not unpack: {why}")),
        }
    }
}

/// The hunk that holds the bytes of hunk `index`: the same ones are stored once. The reader follows
/// these links without a limit, so they are followed here first.
fn stored_as(chd: &chd::Chd<Reader>, index: u32) -> Result<u32, String> {
    let mut index = index;
    for _ in 0..MAX_LINKS {
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        let target = match chd.map().get_entry(at) {
            Some(MapEntry::V5Compressed(entry)) => match entry.hunk_type() {
                Ok(CompressionTypeV5::CompressionSelf) => entry.block_offset(),
                _ => return Ok(index),
            },
            Some(MapEntry::LegacyEntry(entry)) => match entry.hunk_type() {
                Ok(CompressionTypeLegacy::SelfHunk) => entry.block_offset(),
                _ => return Ok(index),
            },
            Some(MapEntry::V5Uncompressed(_)) => return Ok(index),
            None => break,
        };
        index = u32::try_from(target).map_err(|_| "it is not in the map".to_owned())?;
    }
    Err("it leads to no hunk that is stored".to_owned())
}

/// Runs foreign code on damaged bytes: where it gives up altogether, that too is an error.
fn guarded<T>(f: impl FnOnce() -> chd::Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the data is damaged".to_owned()),
    }
}

/// A source, read from a place that moves.
pub struct Reader {
    source: Source,
    pos: u64,
}

impl Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = self.source.len().saturating_sub(self.pos);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(out.len());
        if let Some(out) = out.get_mut(..len).filter(|out| !out.is_empty()) {
            self.source.read_at(self.pos, out).map_err(io::Error::other)?;
        }
        self.pos += len as u64;
        Ok(len)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let moved = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.source.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.pos.checked_add_signed(by),
        };
        self.pos = moved.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.pos)
    }
}
