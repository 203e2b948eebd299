//! Unpacks individual hunks.

use chd::map::{CompressionTypeLegacy, CompressionTypeV5, MapEntry};

use crate::bytes::{Reader, Source};
use crate::formats::disc::packed::blocks::Unpack;
use crate::formats::disc::packed::guarded::{Pool, guarded};

/// Maximum length of a chain of hunk references.
const MAX_LINKS: usize = 16;

/// The hunks of a CHD.
pub struct Hunks {
    source: Source,
    decoders: Pool<chd::Chd<Reader>>,
}

/// Creates a decoder, which reads the map of all hunks.
fn decoder(source: &Source) -> Result<chd::Chd<Reader>, String> {
    guarded(|| chd::Chd::open(Reader::new(source), None))
}

impl Hunks {
    /// Reads the map of the hunks.
    ///
    /// # Errors
    /// If the map cannot be read, with a message.
    pub fn open(source: &Source) -> Result<Self, String> {
        Ok(Self { source: source.clone(), decoders: Pool::new(decoder(source)?) })
    }

    fn read(&self, index: u64, out: &mut [u8]) -> Result<usize, String> {
        let index = u32::try_from(index).map_err(|_| format!("hunk {index} is not in the map"))?;
        let mut chd = self.decoders.take().map_or_else(|| decoder(&self.source), Ok)?;
        let stored = stored_as(&chd, index)?;
        let count = guarded(|| chd.hunk(stored)?.read_hunk_in(&mut Vec::new(), out))?;
        // A decoder that has failed may be in any state, and is not reused.
        self.decoders.give(chd);
        Ok(count)
    }
}

impl Unpack for Hunks {
    fn block(&self, index: u64, out: &mut [u8]) -> Result<(), String> {
        match self.read(index, out) {
            Ok(count) if count == out.len() => Ok(()),
            Ok(_) => Err(format!("hunk {index} is incomplete")),
            Err(why) => Err(format!("cannot unpack hunk {index}: {why}")),
        }
    }
}

/// Resolves references of hunk `index`: identical hunks are stored once. The reader follows references
/// without a limit, so they are checked here first.
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
        index = u32::try_from(target).map_err(|_| format!("hunk {target} is not in the map"))?;
    }
    Err("its reference points to a hunk that is not stored".to_owned())
}
