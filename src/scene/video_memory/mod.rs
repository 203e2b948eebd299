//! The PlayStation's video memory as the textures and palettes of a scene would be uploaded: 1024 × 512
//! words, at the positions that the file states, or in a packing of our own.
//!
//! Sources: `ps1-rendering.md`, section 8 (pages, colour tables, texels per word).

mod block;
mod packing;
mod users;

use std::collections::BTreeMap;

pub use block::{FaceInMemory, MemoryBlock};
pub use users::{MemoryUsers, ModelUse};

use super::{Element, Scene};
use block::Content;
use packing::Packing;

/// Words per row.
pub const MEMORY_WIDTH: u32 = 1024;
/// Number of rows.
pub const MEMORY_HEIGHT: u32 = 512;
/// Words per row of a texture page.
pub const PAGE_WIDTH: u32 = 64;
/// Rows of a texture page.
pub const PAGE_HEIGHT: u32 = 256;

/// The words of video memory, and the rectangles that they belong to.
#[derive(Clone, Debug)]
pub struct VideoMemory {
    /// Positions come from the file; otherwise they are a packing of our own.
    pub is_stored: bool,
    /// All words, row by row; 0 outside of the blocks.
    pub words: Vec<u16>,
    /// Textures, then palettes.
    pub blocks: Vec<MemoryBlock>,
    /// Textures and palettes that are not in the memory.
    pub unplaced: Vec<Unplaced>,
    /// Number of words outside of all blocks.
    pub free: u32,
    by_element: BTreeMap<Element, usize>,
}

/// A texture or palette that is not in video memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplaced {
    /// The texture or palette.
    pub element: Element,
    /// Reason, in one sentence.
    pub reason: String,
}

impl VideoMemory {
    /// Uploads the textures and palettes of a scene; `None` if it has none in a form of the PlayStation.
    /// Decodes all textures.
    pub fn of(scene: &Scene) -> Option<Self> {
        let (contents, mut unplaced) = Content::all(scene);
        let is_stored = contents.iter().any(|content| content.position.is_some());
        if contents.is_empty() {
            return None;
        }
        let positions = if is_stored {
            contents.iter().map(Content::stored_position).collect()
        } else {
            Packing::default().place_all(&contents)
        };
        let mut memory = Self {
            is_stored,
            words: vec![0; (MEMORY_WIDTH * MEMORY_HEIGHT) as usize],
            blocks: Vec::new(),
            unplaced: Vec::new(),
            free: 0,
            by_element: BTreeMap::new(),
        };
        let mut used = vec![false; memory.words.len()];
        for (content, position) in contents.into_iter().zip(positions) {
            let element = content.element;
            match position {
                Ok(position) => memory.upload(content, position, &mut used),
                Err(reason) => unplaced.push(Unplaced { element, reason }),
            }
        }
        memory.unplaced = unplaced;
        let free = used.iter().filter(|used| !**used).count();
        memory.free = u32::try_from(free).unwrap_or(u32::MAX);
        block::find_overlaps(&mut memory.blocks);
        Some(memory)
    }

    fn upload(&mut self, content: Content, [x, y]: [u32; 2], used: &mut [bool]) {
        let block = content.block([x, y]);
        for (row, words) in (y..).zip(content.words.chunks(block.width.max(1) as usize)) {
            let start = (row * MEMORY_WIDTH + x) as usize;
            let range = start..start.saturating_add(words.len());
            if let (Some(to), Some(used)) = (self.words.get_mut(range.clone()), used.get_mut(range))
            {
                to.copy_from_slice(words);
                used.fill(true);
            }
        }
        self.by_element.insert(block.element, self.blocks.len());
        self.blocks.push(block);
    }

    /// Index of the block of a texture or palette.
    pub fn block_of(&self, element: Element) -> Option<usize> {
        self.by_element.get(&element).copied()
    }

    /// Indices of the blocks with the word at (x, y).
    pub fn at(&self, x: u32, y: u32) -> impl Iterator<Item = usize> {
        let hit = move |(_, block): &(usize, &MemoryBlock)| block.contains(x, y);
        self.blocks.iter().enumerate().filter(hit).map(|(index, _)| index)
    }

    /// The word at (x, y).
    pub fn word(&self, x: u32, y: u32) -> Option<u16> {
        let index = y.checked_mul(MEMORY_WIDTH)?.checked_add(x)?;
        self.words.get(index as usize).copied().filter(|_| x < MEMORY_WIDTH)
    }

    /// Description of the origin of the positions.
    pub fn positions_in_words(&self) -> &'static str {
        if self.is_stored { "positions as stored" } else { "own packing: no positions are stored" }
    }
}
