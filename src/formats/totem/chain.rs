//! Validates the counted lists of a resource, to recognise files without a magic number.

use crate::bytes::Shaped;
use crate::bytes::layout::{Extent, Layout, Measuring};
use crate::formats::Head;
use crate::formats::totem::{Header, Platform};

/// Larger resources are not validated for recognition.
const MAX_VALIDATED: u64 = 64 << 20;
/// Offset of the header's matrix.
const MATRIX: usize = 16;

/// `true` if the header has a matrix: its last column is constant.
pub(super) fn has_matrix(platform: Platform, bytes: &[u8]) -> bool {
    let column = [3, 7, 11, 15].map(|i| platform.number::<f32>(bytes, MATRIX + i * 4));
    column == [0.0, 0.0, 0.0, 1.0].map(Some)
}

/// Result of validating a chain of counted lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Chain {
    /// The first list does not fit.
    Broken,
    /// A later list extends past the end, as in a truncated file.
    Cut,
    /// Everything fits, as far as the available bytes show.
    Holds,
    /// The last list ends exactly at the end of the file.
    Whole,
}

impl Chain {
    /// Steps over the resource that fills a file.
    pub fn of_file<T: Layout + Default>(platform: Platform, head: &Head<'_>) -> Self {
        match Self::of(&mut T::default(), platform, head.bytes, head.len) {
            // The rest of the file is not loaded; check it as well.
            Chain::Holds if head.bytes.len() as u64 != head.len => {
                let whole = head.whole(MAX_VALIDATED);
                whole.map_or(Chain::Holds, |all| {
                    Self::of(&mut T::default(), platform, &all, head.len)
                })
            }
            chain => chain,
        }
    }

    /// Steps over `resource`, which starts with a header. `bytes` may be only the start of a file of
    /// `len` bytes.
    pub fn of<T: Layout>(resource: &mut T, platform: Platform, bytes: &[u8], len: u64) -> Self {
        let start = platform.start() as u64;
        let skim = Measuring::new(bytes, len, start, platform.endian);
        // After the header and the count of the first list.
        let first = start + Header::SIZE as u64 + 4;
        match skim.extent(resource, ()) {
            Extent::Ends(end) if end == len => Chain::Whole,
            Extent::Ends(_) | Extent::Unseen => Chain::Holds,
            Extent::Broken(at) if at <= first => Chain::Broken,
            Extent::Broken(_) => Chain::Cut,
        }
    }
}
