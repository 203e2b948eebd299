//! Replaces sounds of a bank.

use super::records::{Bank, SoundTarget, length};
use crate::bytes::Source;
use crate::formats::trespasser::cau::CauFile;
use crate::formats::{EditResult, Loaded, NewMembers, Refusal};
use crate::scene::Replacement;

/// Replaces these sounds; each new one has the bytes of a separate file.
pub(super) fn with_members(bank: &Bank, replaced: &NewMembers) -> EditResult<Vec<u8>> {
    let mut new = bank.clone();
    for (index, bytes) in replaced {
        let refused = |why: String| Refusal(format!("sound {index}: {why}"));
        let place = new.sounds.get_mut(*index);
        let place =
            place.ok_or_else(|| refused("the bank has no sound with this index".to_owned()))?;
        let source = Source::from_bytes("", bytes.clone());
        let read = Loaded::<CauFile>::open(&source);
        let (file, _) = read.map_err(|error| refused(format!("not a sound: {error}")))?;
        let CauFile { sound, tail } = file.kept()?;
        if !tail.is_empty() {
            let why = format!("{} bytes after its samples", tail.len());
            return Err(refused(why));
        }
        // In a bank the missing bytes would be taken from the next block.
        let (declared, there) = (u64::from(length(&sound.header)), source.len());
        if declared > there {
            let why = format!("its header states {declared} bytes, found {there}");
            return Err(refused(why));
        }
        *place = sound.clone();
        // The table repeats the sound's header and length.
        for id in new.ids.iter_mut().filter(|id| id.target == SoundTarget::Sound(*index)) {
            (id.stale_length, id.copy) = (None, None);
        }
    }
    Ok(new.write()?)
}

/// Replaces a recording, and updates the table of IDs.
pub(super) fn with_sound(bank: &Bank, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
    let none = || Refusal(format!("{path} is not a sound of this bank"));
    let index = path.strip_prefix("sounds[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let mut bank = bank.clone();
    let sound = bank.sounds.get_mut(index).ok_or_else(none)?;
    let replaced = sound.with_recording(new)?;
    if *sound != replaced {
        *sound = replaced;
        // The game uses the header copy in the table.
        for id in bank.ids.iter_mut().filter(|id| id.target.sound() == Some(index)) {
            id.copy = None;
            id.stale_length = None;
        }
    }
    Ok(bank.write()?)
}
