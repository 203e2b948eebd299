//! Packing of textures and palettes without positions, around those that have one. Textures are within the
//! pages that their coordinates can reach, and palettes begin at multiples of 16 words, as the hardware
//! requires.

use std::cmp::Reverse;

use super::block::Content;
use super::{MEMORY_HEIGHT, MEMORY_WIDTH, PAGE_HEIGHT, PAGE_WIDTH};

/// Highest number of texels that texture coordinates of 8 bits can reach.
const REACH: u32 = 256;
/// Positions of palettes are multiples of this number of words.
const PALETTE_STEP: u32 = 16;
/// Maximum number of free rectangles that are tried; smaller ones are dropped.
const MAX_FREE: usize = 1024;

/// A rectangle of words.
#[derive(Clone, Copy)]
struct Area {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

/// The free rectangles: none is inside another, but they overlap.
pub struct Packing {
    free: Vec<Area>,
}

impl Default for Packing {
    fn default() -> Self {
        Self { free: vec![Area { left: 0, top: 0, right: MEMORY_WIDTH, bottom: MEMORY_HEIGHT }] }
    }
}

impl Packing {
    /// Places the contents without positions, the highest textures first, palettes last. Contents with a
    /// position keep it.
    pub fn place_all(contents: &[Content]) -> Vec<Result<[u32; 2], String>> {
        let mut packing = Self::default();
        let mut positions: Vec<_> = contents.iter().map(Content::stored_position).collect();
        if positions.iter().any(Option::is_none) {
            for (content, position) in contents.iter().zip(positions.iter().flatten()) {
                position.iter().for_each(|position| packing.reserve(content, *position));
            }
        }
        let unplaced = contents.iter().enumerate().filter(|(_, own)| own.position.is_none());
        let mut order: Vec<_> = unplaced.collect();
        order.sort_by_key(|(_, content)| {
            (is_palette(content), Reverse(content.height), Reverse(content.width))
        });
        for (at, content) in order {
            if let Some(position) = positions.get_mut(at) {
                *position = Some(packing.place(content));
            }
        }
        positions.into_iter().flatten().collect()
    }

    /// Takes the topmost free position; of several, the leftmost.
    fn place(&mut self, content: &Content) -> Result<[u32; 2], String> {
        let Content { width, height, .. } = *content;
        let positions = self.free.iter().filter_map(|area| area.position(content));
        let found = positions.min_by_key(|[x, y]| (*y, *x));
        let position = found.filter(|_| width > 0 && height > 0);
        let position = position
            .ok_or_else(|| format!("found no free rectangle of {width} × {height} words"))?;
        self.reserve(content, position);
        Ok(position)
    }

    /// Removes the words of a content from the free rectangles.
    fn reserve(&mut self, content: &Content, [left, top]: [u32; 2]) {
        let taken = Area { left, top, right: left + content.width, bottom: top + content.height };
        let (cut, mut rest): (Vec<_>, Vec<_>) =
            self.free.drain(..).partition(|area| area.meets(&taken));
        let parts: Vec<Area> = cut.iter().flat_map(|area| area.without(&taken)).collect();
        for (at, part) in parts.iter().enumerate() {
            let in_part = parts.iter().enumerate().any(|(other, area)| {
                other != at && area.contains(part) && (other < at || !part.contains(area))
            });
            if !in_part && !rest.iter().any(|area| area.contains(part)) {
                rest.push(*part);
            }
        }
        if rest.len() > MAX_FREE {
            rest.sort_by_key(|area| Reverse((area.right - area.left) * (area.bottom - area.top)));
            rest.truncate(MAX_FREE);
        }
        self.free = rest;
    }
}

impl Area {
    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }

    /// The largest rectangles to the left and right of, above and below another one that overlaps
    /// it.
    fn without(&self, taken: &Self) -> impl Iterator<Item = Self> + use<> {
        let parts = [
            Self { right: taken.left, ..*self },
            Self { left: taken.right, ..*self },
            Self { bottom: taken.top, ..*self },
            Self { top: taken.bottom, ..*self },
        ];
        parts.into_iter().filter(|part| part.left < part.right && part.top < part.bottom)
    }

    /// The first position in the area at which the hardware can address a content.
    fn position(&self, content: &Content) -> Option<[u32; 2]> {
        let (width, height) = (content.width, content.height);
        let end = (self.top % PAGE_HEIGHT).checked_add(height)?;
        let crosses = height <= PAGE_HEIGHT && end > PAGE_HEIGHT;
        let y = if crosses { self.top.next_multiple_of(PAGE_HEIGHT) } else { self.top };
        let reach = REACH * content.bits / 16;
        let x = match is_palette(content) {
            true => self.left.next_multiple_of(PALETTE_STEP),
            false if width <= reach && self.left % PAGE_WIDTH + width > reach => {
                self.left.next_multiple_of(PAGE_WIDTH)
            }
            false => self.left,
        };
        let fits = x.checked_add(width)? <= self.right && y.checked_add(height)? <= self.bottom;
        fits.then_some([x, y])
    }
}

fn is_palette(content: &Content) -> bool {
    content.height == 1 && matches!(content.element, crate::scene::Element::Palette(_))
}
