//! Sounds that get other bytes.

use std::collections::BTreeMap;

use super::records::{Bank, Target, length};
use crate::bytes::Source;
use crate::formats::trespasser::cau::CauFile;
use crate::formats::{Loaded, Refusal};
use crate::scene::Replacement;

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
        // In a bank it would take what is missing from the bytes behind it.
        let (promised, there) = (u64::from(length(&sound.header)), source.len());
        if promised > there {
            let why = format!("its header has a size of {promised} bytes, found {there}");
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

/// The bank with another recording in the place of one; the table of IDs follows.
pub(super) fn with_sound(bank: &Bank, path: &str, new: &Replacement) -> Result<Vec<u8>, Refusal> {
    let none = || Refusal(format!("{path} is not a sound of this bank"));
    let index = path.strip_prefix("sounds[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let mut bank = bank.clone();
    let sound = bank.sounds.get_mut(index).ok_or_else(none)?;
    let replaced = sound.with_recording(new)?;
    if *sound != replaced {
        *sound = replaced;
        // The header that counts is the copy in the table.
        for id in bank.ids.iter_mut().filter(|id| id.target.sound() == Some(index)) {
            id.copy = None;
            id.stale_length = None;
        }
    }
    Ok(bank.write()?)
}
