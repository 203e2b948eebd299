//! How far the counted lists of a resource hold: what proves that a file is one which no magic
//! number marks.

use crate::bytes::Shaped;
use crate::bytes::layout::{Extent, Layout, Skimming};
use crate::formats::Head;
use crate::formats::totem::{Header, Platform};

/// Larger resources are not looked through to tell what they are.
const MOST: u64 = 64 << 20;
/// Where the header's matrix starts.
const MATRIX: usize = 16;

/// Whether the matrix of a header is there: its last column is always the same.
pub(super) fn has_matrix(platform: Platform, bytes: &[u8]) -> bool {
    let column = [3, 7, 11, 15].map(|i| platform.number::<f32>(bytes, MATRIX + i * 4));
    column == [0.0, 0.0, 0.0, 1.0].map(Some)
}

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
    /// Steps over the resource that all of a file is.
    pub fn of_file<T: Layout + Default>(platform: Platform, head: &Head<'_>) -> Self {
        match Self::of(&mut T::default(), platform, head.bytes, head.len) {
            // The rest of the file is not loaded: check it as well.
            Chain::Holds if head.bytes.len() as u64 != head.len => {
                let whole = head.whole(MOST);
                whole.map_or(Chain::Holds, |all| {
                    Self::of(&mut T::default(), platform, &all, head.len)
                })
            }
            chain => chain,
        }
    }

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
