//! Texts that are handed out in the place of those that are stored.

use std::collections::BTreeMap;

/// Bytes handed out for fields, by where these begin. Where such a field is stored is not touched: what
/// is told there of its length stays as it was.
#[derive(Clone, Debug, Default)]
pub struct Grafts(BTreeMap<(u64, u64), Vec<u8>>);

impl Grafts {
    /// The bytes for the field that is stored at `(start, length)`.
    pub(in crate::bytes) fn get(&self, at: (u64, u64)) -> Option<&[u8]> {
        self.0.get(&at).map(Vec::as_slice)
    }
}

impl FromIterator<((u64, u64), Vec<u8>)> for Grafts {
    fn from_iter<T: IntoIterator<Item = ((u64, u64), Vec<u8>)>>(all: T) -> Self {
        Self(all.into_iter().collect())
    }
}
