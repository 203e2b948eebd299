//! The four trees of a film, one behind the other in one stream of bits.

use crate::codec::smacker::{BigTree, Codes, LowBits, TreeError};

/// What the values of each tree are.
pub(super) const NAMES: [&str; 4] =
    ["masks of two colours", "pairs of colours", "pairs of pixels", "kinds of blocks"];

/// Trees, and where they stand.
#[derive(Clone, Debug)]
pub struct Trees {
    pub codes: Codes,
    /// First bit of each, and the one behind the last.
    pub bits: [u64; 5],
    /// Leaves and branches of each; `None` where it is absent.
    pub entries: [Option<usize>; 4],
    /// An absent tree has a closing bit (section 9).
    pub is_closed: bool,
}

impl Trees {
    /// # Errors
    /// What is wrong with the first that cannot be read, and its number.
    pub fn read(packed: &[u8], sizes: [u32; 4]) -> Result<Self, (usize, TreeError)> {
        // Of the two ways in which absent trees are stored the usual one is tried first.
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
            // Four trees, five places.
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

    /// Bytes that they touch.
    pub fn bytes_touched(&self) -> usize {
        let [.., end] = self.bits;
        usize::try_from(end.div_ceil(8)).unwrap_or(usize::MAX)
    }
}

/// What is wrong, in words.
pub(super) fn in_words(error: TreeError) -> &'static str {
    match error {
        TreeError::Cut => "its bits end before it does",
        TreeError::Endless => "it has more entries than its size says",
        TreeError::Unclosed => "its closing bit is set",
    }
}
