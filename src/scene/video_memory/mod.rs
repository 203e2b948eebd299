//! The PlayStation's video memory as the textures and palettes of a scene would be uploaded: 1024 × 512
//! words, at the positions that the file states, or at positions chosen by this program.
//!
//! Sources: `ps1-rendering.md`, section 8 (pages, colour tables, texels per word).

mod block;
mod packing;
mod users;

use std::collections::BTreeMap;

pub use block::{FaceInMemory, MemoryBlock, page_at};
pub use users::{MemoryUsers, ModelUse};

use super::{Element, PaletteId, Scene};
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

/// Sources of the positions in a video memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// The file.
    Stored,
    /// Chosen by this program.
    Packed,
    /// Stated by the file, and chosen by this program for textures and palettes without a position.
    Mixed,
}

/// The words of video memory, and the rectangles that they belong to.
#[derive(Clone, Debug)]
pub struct VideoMemory {
    /// Sources of the positions.
    pub positions: Positions,
    /// All words, row by row; 0 outside the blocks.
    pub words: Vec<u16>,
    /// Textures, then palettes.
    pub blocks: Vec<MemoryBlock>,
    /// Textures and palettes that are not in the memory.
    pub unplaced: Vec<Unplaced>,
    /// Number of words outside all blocks.
    pub free: u32,
    /// `true` for words in a block.
    used: Vec<bool>,
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
    /// Uploads the textures and palettes of a scene; `None` if it has none for a PlayStation.
    /// Decodes all textures.
    pub fn of(scene: &Scene) -> Option<Self> {
        let (contents, mut unplaced) = Content::all(scene);
        let positions = Positions::of(&contents)?;
        let mut memory = Self {
            positions,
            words: vec![0; (MEMORY_WIDTH * MEMORY_HEIGHT) as usize],
            blocks: Vec::new(),
            unplaced: Vec::new(),
            free: 0,
            used: vec![false; (MEMORY_WIDTH * MEMORY_HEIGHT) as usize],
            by_element: BTreeMap::new(),
        };
        let positions = Packing::place_all(&contents);
        for (content, position) in contents.into_iter().zip(positions) {
            let element = content.element;
            match position {
                Ok(position) => memory.upload(content, position),
                Err(reason) => unplaced.push(Unplaced { element, reason }),
            }
        }
        memory.unplaced = unplaced;
        memory.free = count_free(&memory.used);
        block::find_overlaps(&mut memory.blocks);
        Some(memory)
    }

    fn upload(&mut self, content: Content, [x, y]: [u32; 2]) {
        let block = content.block([x, y]);
        for (row, words) in (y..).zip(content.words.chunks(block.width.max(1) as usize)) {
            let start = (row * MEMORY_WIDTH + x) as usize;
            let range = start..start.saturating_add(words.len());
            let (to, used) = (self.words.get_mut(range.clone()), self.used.get_mut(range));
            if let (Some(to), Some(used)) = (to, used) {
                to.copy_from_slice(words);
                used.fill(true);
            }
        }
        self.by_element.insert(block.element, self.blocks.len());
        self.blocks.push(block);
    }

    /// Replaces the words of a palette, as far as it extends.
    pub fn set_palette(&mut self, palette: PaletteId, words: &[u16]) {
        let block = self.block_of(Element::Palette(palette)).and_then(|at| self.blocks.get(at));
        let Some(block) = block else { return };
        let start = (block.y * MEMORY_WIDTH + block.x) as usize;
        let stored = self.words.iter_mut().skip(start).take(block.width as usize);
        stored.zip(words).for_each(|(stored, word)| *stored = *word);
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

    /// `true` for each word in a block, row by row.
    pub fn used(&self) -> &[bool] {
        &self.used
    }

    /// Number of words of a page outside all blocks.
    pub fn free_in_page(&self, page: u32) -> u32 {
        let across = MEMORY_WIDTH / PAGE_WIDTH;
        let (x, y) = (page % across * PAGE_WIDTH, page / across * PAGE_HEIGHT);
        let rows = (y..y + PAGE_HEIGHT).map(|row| {
            let start = (row * MEMORY_WIDTH + x) as usize;
            self.used.get(start..start + PAGE_WIDTH as usize).map_or(0, count_free)
        });
        rows.sum()
    }
}

impl Positions {
    /// `None` without contents.
    fn of(contents: &[Content]) -> Option<Self> {
        let packed = contents.iter().filter(|content| content.position.is_none()).count();
        match packed {
            _ if contents.is_empty() => None,
            0 => Some(Self::Stored),
            _ if packed == contents.len() => Some(Self::Packed),
            _ => Some(Self::Mixed),
        }
    }

    /// One word.
    pub fn id(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Packed => "packed",
            Self::Mixed => "mixed",
        }
    }

    /// Description in a few words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Stored => "positions as stored",
            Self::Packed => "placed by Gouraud: no positions are stored",
            Self::Mixed => "positions as stored, the rest placed by Gouraud",
        }
    }
}

fn count_free(used: &[bool]) -> u32 {
    used.iter().map(|used| u32::from(!used)).sum()
}
