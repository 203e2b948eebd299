//! Inverse transform, from coefficients to heights.

use super::heights::{Grid, key, position};
use super::{Heights, Square, Zerotree, lift, predict};

/// Corners of a square, counter-clockwise from the lower left.
pub(super) fn corners(x: u32, y: u32, size: u32) -> [u32; 4] {
    [key(x, y), key(x + size, y), key(x + size, y + size), key(x, y + size)]
}

/// Adds the lifting steps of a square's coefficients to its corners. The field is mirrored at its lower
/// borders.
pub(super) fn lifts(
    [x, y]: [u32; 2],
    [lower, centre, left]: [i32; 3],
    crossed: bool,
    mut add: impl FnMut(usize, i32),
) {
    add(0, lower.wrapping_add(left));
    add(1, lower);
    add(3, left);
    let ends = if crossed { [1, 3] } else { [0, 2] };
    ends.into_iter().for_each(|corner| add(corner, centre));
    if x == 0 {
        add(0, lower);
        add(if crossed { 3 } else { 0 }, centre);
    }
    if y == 0 {
        add(0, left);
        add(if crossed { 1 } else { 0 }, centre);
    }
    if x == 0 && y == 0 {
        add(0, centre);
    }
}

impl Zerotree {
    /// Heights at full detail, for the root coefficient `root`.
    pub fn heights(&self, root: i32) -> Heights {
        let mut finest = None;
        self.each_level(root, |_, heights| finest = Some(heights.clone()));
        finest.unwrap_or_default()
    }

    /// Calls `f` for each level of detail, coarsest first, with the size of its smallest squares and the
    /// heights that the engine would display. Coarse heights are smoothed, not a subset of the fine ones.
    /// A field without squares has one level.
    pub fn each_level(&self, root: i32, mut f: impl FnMut(u32, &Heights)) {
        let mut heights = Heights::default();
        for corner in corners(0, 0, self.size) {
            heights.grid.insert(corner, root);
        }
        if self.squares.is_empty() {
            return f(self.size, &heights);
        }
        let mut lifted = Grid::default();
        for level in self.levels() {
            let Some(size) = level.first().map(|square| square.size) else { continue };
            self.unlift(&level, &mut lifted, &mut heights.grid);
            self.mirror(&level, &mut heights.grid);
            subdivide(&level, &mut heights.grid);
            f(size / 2, &heights);
        }
    }

    /// Squares by size, largest first.
    fn levels(&self) -> Vec<Vec<Square>> {
        let mut levels = vec![Vec::new(); 16];
        for square in &self.squares {
            let level = super::log2(self.size / square.size.max(1)) as usize;
            if let Some(level) = levels.get_mut(level) {
                level.push(*square);
            }
        }
        levels
    }

    /// Subtracts the lifting steps of the finer level.
    fn unlift(&self, level: &[Square], lifted: &mut Grid<i32>, grid: &mut Grid<i32>) {
        lifted.clear();
        for square in level {
            let [x, y, size] = [square.x, square.y, square.size];
            let corners = corners(x, y, size);
            lifts([x, y], square.coefficients(), square.is_crossed(), |corner, by| {
                let sum = lifted.entry(corners[corner]).or_insert(0);
                *sum = sum.wrapping_add(by);
            });
        }
        for (vertex, sum) in lifted.iter() {
            let (x, y) = position(*vertex);
            if let Some(height) = grid.get_mut(vertex).filter(|_| x != self.size && y != self.size)
            {
                *height = height.wrapping_sub(lift(*sum));
            }
        }
    }

    /// Copies the previous row and column to the last ones.
    fn mirror(&self, level: &[Square], grid: &mut Grid<i32>) {
        let mut copy = |to: u32, from: u32| {
            if let Some(height) = grid.get(&from).copied() {
                grid.insert(to, height);
            }
        };
        for square in level.iter().filter(|square| square.x + square.size == self.size) {
            let [c0, c1, c2, c3] = corners(square.x, square.y, square.size);
            copy(c1, c0);
            copy(c2, c3);
        }
        for square in level.iter().filter(|square| square.y + square.size == self.size) {
            let [c0, c1, c2, c3] = corners(square.x, square.y, square.size);
            copy(c2, c1);
            copy(c3, c0);
        }
    }
}

/// Computes the five new vertices of each square.
fn subdivide(level: &[Square], grid: &mut Grid<i32>) {
    for square in level {
        let (x, y, half) = (square.x, square.y, square.size / 2);
        let [c0, c1, c2, c3] = heights_at(grid, square);
        let [lower, centre, left] = square.coefficients();
        grid.insert(key(x + half, y), predict(c0, c1).wrapping_add(lower));
        grid.insert(key(x, y + half), predict(c0, c3).wrapping_add(left));
        let diagonal = if square.is_crossed() { predict(c1, c3) } else { predict(c0, c2) };
        grid.insert(key(x + half, y + half), diagonal.wrapping_add(centre));
    }
    // The other two edges belong to the neighbours, if these have coefficients.
    for square in level {
        let (x, y, size, half) = (square.x, square.y, square.size, square.size / 2);
        let [_, c1, c2, c3] = heights_at(grid, square);
        grid.entry(key(x + size, y + half)).or_insert_with(|| predict(c1, c2));
        grid.entry(key(x + half, y + size)).or_insert_with(|| predict(c3, c2));
    }
}

fn heights_at(grid: &Grid<i32>, square: &Square) -> [i32; 4] {
    corners(square.x, square.y, square.size).map(|corner| grid.get(&corner).copied().unwrap_or(0))
}
