//! Substitutes for stored texts.

use std::collections::BTreeMap;

/// Substitutes for fields, by their spans. The stored bytes are unchanged, including those that state the
/// length of the field.
#[derive(Clone, Debug, Default)]
pub struct Substitutions(BTreeMap<(u64, u64), Vec<u8>>);

impl Substitutions {
    /// The substitute for the field stored at `(start, length)`.
    pub(in crate::bytes) fn get(&self, at: (u64, u64)) -> Option<&[u8]> {
        self.0.get(&at).map(Vec::as_slice)
    }
}

impl FromIterator<((u64, u64), Vec<u8>)> for Substitutions {
    fn from_iter<T: IntoIterator<Item = ((u64, u64), Vec<u8>)>>(all: T) -> Self {
        Self(all.into_iter().collect())
    }
}
