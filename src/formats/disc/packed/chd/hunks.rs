//! Hunks, unpacked one by one.

use chd::map::{CompressionTypeLegacy, CompressionTypeV5, MapEntry};

use crate::bytes::{Reader, Source};
use crate::formats::disc::packed::blocks::Unpack;
use crate::formats::disc::packed::foreign::{Pool, guarded};

/// How many hunks may refer to each other.
const MAX_LINKS: usize = 16;

/// The hunks of a CHD.
pub struct Hunks {
    source: Source,
    decoders: Pool<chd::Chd<Reader>>,
}

/// A decoder of all hunks, which reads their map.
fn decoder(source: &Source) -> Result<chd::Chd<Reader>, String> {
    guarded(|| chd::Chd::open(Reader::new(source), None))
}

impl Hunks {
    /// Reads the map of the hunks.
    ///
    /// # Errors
    /// Where that cannot be done, with a sentence.
    pub fn open(source: &Source) -> Result<Self, String> {
        Ok(Self { source: source.clone(), decoders: Pool::new(decoder(source)?) })
    }

    fn read(&self, index: u64, out: &mut [u8]) -> Result<usize, String> {
        let index = u32::try_from(index).map_err(|_| "it is not in the map".to_owned())?;
        let mut chd = self.decoders.take().map_or_else(|| decoder(&self.source), Ok)?;
        let stored = stored_as(&chd, index)?;
        let count = guarded(|| chd.hunk(stored)?.read_hunk_in(&mut Vec::new(), out))?;
        // One that has failed may be in any state, and is not used again.
        self.decoders.give(chd);
        Ok(count)
    }
}

impl Unpack for Hunks {
    fn block(&self, index: u64, out: &mut [u8]) -> Result<(), String> {
        match self.read(index, out) {
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
