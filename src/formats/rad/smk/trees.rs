//! The four code trees of a video, consecutively in one bit stream.

use crate::codec::smacker::{BigTree, Codes, LowBits, TreeError};

/// Contents of each tree.
pub(super) const NAMES: [&str; 4] =
    ["two-colour masks", "pairs of colours", "pairs of pixels", "block types"];

/// Decoded trees and their positions.
#[derive(Clone, Debug)]
pub struct Trees {
    pub codes: Codes,
    /// First bit of each tree, and the end of the last one.
    pub bits: [u64; 5],
    /// Number of leaves and branches of each; `None` if it is absent.
    pub entries: [Option<usize>; 4],
    /// Absent trees have a closing bit (section 9).
    pub is_closed: bool,
}

impl Trees {
    /// Decodes the trees.
    ///
    /// # Errors
    /// Returns the index of the first invalid tree, and its error.
    pub fn read(packed: &[u8], sizes: [u32; 4]) -> Result<Self, (usize, TreeError)> {
        // Absent trees are stored in two ways; the common one is tried first.
        Self::read_as(packed, sizes, false)
            .or_else(|error| Self::read_as(packed, sizes, true).map_err(|_| error))
    }

    fn read_as(
        packed: &[u8],
        sizes: [u32; 4],
        is_closed: bool,
    ) -> Result<Self, (usize, TreeError)> {
        let mut stream = LowBits::new(packed);
        let (mut bits, mut entries) = ([0; 5], [None; 4]);
        let mut next = |index: usize, size| -> Result<BigTree, (usize, TreeError)> {
            let tree = BigTree::read(&mut stream, size, is_closed).map_err(|why| (index, why))?;
            // Four trees, five positions.
            bits[index + 1] = stream.at();
            entries[index] = tree.as_ref().map(BigTree::entries);
            Ok(tree.unwrap_or_else(BigTree::zero))
        };
        let [masks, pairs, full, kinds] = sizes;
        let (masks, pairs) = (next(0, masks)?, next(1, pairs)?);
        let (full, kinds) = (next(2, full)?, next(3, kinds)?);
        match stream.is_spent() {
            true => Err((3, TreeError::Cut)),
            false => {
                Ok(Self { codes: Codes { masks, pairs, full, kinds }, bits, entries, is_closed })
            }
        }
    }

    /// Number of bytes used by the trees.
    pub fn bytes_touched(&self) -> usize {
        let [.., end] = self.bits;
        usize::try_from(end.div_ceil(8)).unwrap_or(usize::MAX)
    }
}

/// Message for an error.
pub(super) fn in_words(error: TreeError) -> &'static str {
    match error {
        TreeError::Cut => "the bits are truncated",
        TreeError::Endless => "more entries than its size allows",
        TreeError::Unclosed => "closing bit is set",
    }
}
