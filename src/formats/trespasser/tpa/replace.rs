//! A sound of a bank replaced: the table of IDs follows.

use super::records::Bank;
use crate::formats::Refusal;
use crate::scene::Replacement;

pub(super) fn with_sound(bank: &Bank, path: &str, new: &Replacement) -> Result<Vec<u8>, Refusal> {
    let none = || Refusal(format!("{path} is no sound of this bank"));
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
