//! Packing for files without positions. Textures are within the pages that their coordinates can reach,
//! and palettes begin at multiples of 16 words, as the hardware requires.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::block::Content;
use super::{MEMORY_HEIGHT, MEMORY_WIDTH, PAGE_HEIGHT, PAGE_WIDTH};

/// Highest number of texels that texture coordinates of 8 bits can reach.
const REACH: u32 = 256;
/// Words by which positions of palettes are multiples.
const PALETTE_STEP: u32 = 16;

/// First free row of every column, in the upper and the lower row of pages.
pub struct Packing {
    halves: [Vec<u32>; 2],
}

impl Default for Packing {
    fn default() -> Self {
        Self { halves: [0, PAGE_HEIGHT].map(|top| vec![top; MEMORY_WIDTH as usize]) }
    }
}

impl Packing {
    /// Positions of the contents, in their order. The highest textures are placed first, palettes last.
    pub fn place_all(&mut self, contents: &[Content]) -> Vec<Result<[u32; 2], String>> {
        let mut order: Vec<(usize, &Content)> = contents.iter().enumerate().collect();
        order.sort_by_key(|(_, content)| {
            (is_palette(content), Reverse(content.height), Reverse(content.width))
        });
        let mut positions = vec![Err(String::new()); contents.len()];
        for (at, content) in order {
            let &Content { width, height, .. } = content;
            let free = || format!("found no free rectangle of {width} × {height} words");
            if let Some(position) = positions.get_mut(at) {
                *position = self.place(content).ok_or_else(free);
            }
        }
        positions
    }

    /// Takes the highest free position, the leftmost of several.
    fn place(&mut self, content: &Content) -> Option<[u32; 2]> {
        let (width, height) = (content.width, content.height);
        if width == 0 || height == 0 || width > MEMORY_WIDTH {
            return None;
        }
        let [upper, lower] = &self.halves;
        let high = height > PAGE_HEIGHT;
        let tops = |columns: &[u32], bottom: u32| {
            let top = highest(columns, width as usize).into_iter().zip(0..);
            let fits = top.filter(|(y, x)| y + height <= bottom && is_reachable(content, *x));
            fits.min().map(|(y, x)| [x, y])
        };
        let bottom = if high { MEMORY_HEIGHT } else { PAGE_HEIGHT };
        let found = tops(upper, bottom).filter(|[x, _]| !high || is_empty(lower, *x, width));
        let [x, y] = found.or_else(|| tops(lower, MEMORY_HEIGHT))?;
        for (half, bottom) in self.halves.iter_mut().zip([PAGE_HEIGHT, MEMORY_HEIGHT]) {
            let columns = half.iter_mut().skip(x as usize).take(width as usize);
            columns
                .filter(|_| y < bottom)
                .for_each(|top| *top = (*top).max(y + height).min(bottom));
        }
        Some([x, y])
    }
}

/// `true` if nothing is in the lower half below these columns.
fn is_empty(lower: &[u32], x: u32, width: u32) -> bool {
    lower.iter().skip(x as usize).take(width as usize).all(|top| *top == PAGE_HEIGHT)
}

fn is_palette(content: &Content) -> bool {
    content.height == 1 && matches!(content.element, crate::scene::Element::Palette(_))
}

/// `true` if the hardware can address the content at this column.
fn is_reachable(content: &Content, x: u32) -> bool {
    if is_palette(content) {
        return x.is_multiple_of(PALETTE_STEP);
    }
    let reach = REACH * content.bits / 16;
    content.width > reach || x % PAGE_WIDTH + content.width <= reach
}

/// Maximum of each range of `width` columns.
fn highest(columns: &[u32], width: usize) -> Vec<u32> {
    let mut window: VecDeque<(usize, u32)> = VecDeque::new();
    let mut all = Vec::new();
    for (at, top) in columns.iter().enumerate() {
        while window.back().is_some_and(|(_, last)| last <= top) {
            window.pop_back();
        }
        window.push_back((at, *top));
        if at + 1 < width {
            continue;
        }
        while window.front().is_some_and(|(first, _)| first + width <= at) {
            window.pop_front();
        }
        all.extend(window.front().map(|(_, top)| *top));
    }
    all
}
