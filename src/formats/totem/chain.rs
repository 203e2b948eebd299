//! How far the counted lists of a resource hold: what proves that a file is one which no magic
//! number marks.

use crate::bytes::Shaped;
use crate::bytes::layout::{Extent, Layout, Skimming};
use crate::formats::totem::{Header, Platform};

/// How far a chain of counted lists holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Chain {
    /// The first list does not even fit.
    Broken,
    /// A later list reaches past the end, as in a cut file.
    Cut,
    /// As far as the head shows, everything fits.
    Holds,
    /// It ends exactly with the file.
    Whole,
}

impl Chain {
    /// Steps over `resource`, which starts with a header. `bytes` may be just the start of a file
    /// of `len` bytes.
    pub fn of<T: Layout>(resource: &mut T, platform: Platform, bytes: &[u8], len: u64) -> Self {
        let start = platform.start() as u64;
        let skim = Skimming::new(bytes, len, start, platform.endian);
        // Behind the header and the count of the first list.
        let first = start + Header::SIZE as u64 + 4;
        match skim.extent(resource, ()) {
            Extent::Ends(end) if end == len => Chain::Whole,
            Extent::Ends(_) | Extent::Unseen => Chain::Holds,
            Extent::Broken(at) if at <= first => Chain::Broken,
            Extent::Broken(_) => Chain::Cut,
        }
    }
}
