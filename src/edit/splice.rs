//! Changed bytes of an edit.

use serde::{Deserialize, Serialize};

/// A range of bytes that is replaced by another one, possibly of another length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    /// Offset, valid before the change and after all splices before this one.
    pub at: u64,
    /// The bytes before the change.
    #[serde(with = "hex")]
    pub old: Vec<u8>,
    /// The bytes after the change.
    #[serde(with = "hex")]
    pub new: Vec<u8>,
}

/// Minimum number of equal bytes between two differences that become separate splices.
const JOIN: usize = 16;

impl Splice {
    /// Differences between `old` and `new`, in order. If the lengths differ, there is one splice from the
    /// first to the last difference.
    pub fn between(old: &[u8], new: &[u8]) -> Vec<Self> {
        if old.len() != new.len() {
            return vec![Self::around(old, new)];
        }
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let differing = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
        for (at, _) in differing {
            match runs.last_mut() {
                Some((_, end)) if at - *end < JOIN => *end = at + 1,
                _ => runs.push((at, at + 1)),
            }
        }
        let of = |all: &[u8], (start, end)| all.get(start..end).unwrap_or(&[]).to_vec();
        let splice =
            |run: (usize, usize)| Self { at: run.0 as u64, old: of(old, run), new: of(new, run) };
        runs.into_iter().map(splice).collect()
    }

    fn around(old: &[u8], new: &[u8]) -> Self {
        let front = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let (old, new) = (old.get(front..).unwrap_or(&[]), new.get(front..).unwrap_or(&[]));
        let back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        let cut = |all: &[u8]| all.get(..all.len().saturating_sub(back)).unwrap_or(&[]).to_vec();
        Self { at: front as u64, old: cut(old), new: cut(new) }
    }

    /// The reverse splice.
    pub fn undone(&self) -> Self {
        Self { at: self.at, old: self.new.clone(), new: self.old.clone() }
    }

    /// Applies the splice. Returns `false`, with unchanged `bytes`, if the old bytes do not match.
    pub fn apply(&self, bytes: &mut Vec<u8>) -> bool {
        let Ok(start) = usize::try_from(self.at) else { return false };
        let Some(end) = start.checked_add(self.old.len()) else { return false };
        if bytes.get(start..end) != Some(&self.old) {
            return false;
        }
        bytes.splice(start..end, self.new.iter().copied());
        true
    }

    /// Applies all splices in order, or none.
    pub fn apply_all(splices: &[Self], bytes: &[u8]) -> Option<Vec<u8>> {
        let mut all = bytes.to_vec();
        splices.iter().all(|splice| splice.apply(&mut all)).then_some(all)
    }

    /// Reverts all splices in reverse order, or none.
    pub fn undo_all(splices: &[Self], bytes: &[u8]) -> Option<Vec<u8>> {
        let mut all = bytes.to_vec();
        splices.iter().rev().all(|splice| splice.undone().apply(&mut all)).then_some(all)
    }
}

/// Serializes bytes as hexadecimal digits.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
        let digits: String = bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect();
        to.serialize_str(&digits)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        crate::bytes::notation::bytes(&text).map_err(D::Error::custom)
    }
}
