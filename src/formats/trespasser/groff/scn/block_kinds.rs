//! Kinds of a scene's blocks, as its level determines them.

use std::collections::HashMap;

use super::kind::BlockKind;

/// Kinds of the blocks of a scene, by hash. The reader needs them as companion data of the scene.
#[derive(Debug, Default, PartialEq)]
pub struct BlockKinds(HashMap<u32, BlockKind>);

impl BlockKinds {
    /// The kind of the block with this hash, if the level determines it and a block of `len` bytes can
    /// have it.
    pub fn of_block(&self, hash: u32, len: usize) -> Option<BlockKind> {
        let kind = self.0.get(&hash).copied()?;
        (kind.size() == Some(len as u64)).then_some(kind)
    }
}

impl FromIterator<(u32, BlockKind)> for BlockKinds {
    fn from_iter<I: IntoIterator<Item = (u32, BlockKind)>>(kinds: I) -> Self {
        Self(kinds.into_iter().collect())
    }
}
