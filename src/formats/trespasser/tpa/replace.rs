//! Sounds that get other bytes.

use std::collections::BTreeMap;

use super::records::{Bank, Target};
use crate::bytes::Source;
use crate::formats::trespasser::cau::CauFile;
use crate::formats::{Loaded, Refusal};

/// The bank with these sounds, each what a file of its own would be, in the place of its own.
pub(super) fn with_members(
    bank: &Bank,
    replaced: &BTreeMap<usize, Vec<u8>>,
) -> Result<Vec<u8>, Refusal> {
    let mut new = bank.clone();
    for (index, bytes) in replaced {
        let refused = |why: String| Refusal(format!("sound {index}: {why}"));
        let place = new.sounds.get_mut(*index);
        let place = place.ok_or_else(|| refused("the bank has no such sound".to_owned()))?;
        let source = Source::from_bytes("", bytes.clone());
        let read = Loaded::<CauFile>::open(&source);
        let (file, _) = read.map_err(|error| refused(format!("this is no sound: {error}")))?;
        let CauFile { sound, tail } = file.kept()?;
        if !tail.is_empty() {
            let why = format!("{} bytes stand behind its samples", tail.len());
            return Err(refused(why));
        }
        *place = sound.clone();
        // The table repeats what the sound says.
        for id in new.ids.iter_mut().filter(|id| id.target == Target::Sound(*index)) {
            (id.stale_length, id.copy) = (None, None);
        }
    }
    Ok(new.write()?)
}
