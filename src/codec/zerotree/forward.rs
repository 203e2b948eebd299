//! Forward transform, from heights to coefficients.

use std::collections::{BTreeMap, BTreeSet};

use super::heights::{Grid, key, position};
use super::inverse::{corners, lifts};
use super::{Square, Zerotree, is_crossed, lift, predict, stored};

/// Lower left corners of subdivided squares, by size.
type Cuts = BTreeMap<u32, BTreeSet<(u32, u32)>>;

impl Zerotree {
    /// Builds the tree of a field of `size` (a power of two up to [`LARGEST`](super::LARGEST)) with
    /// heights at these positions, and smooth heights between them; also returns its root coefficient.
    /// Points on the last row or column and outside the field are ignored. The first point at a position
    /// is used.
    pub fn of_points(size: u32, points: impl IntoIterator<Item = (u32, u32, i32)>) -> (Self, i32) {
        let mut grid = Grid::default();
        for (x, y, z) in points {
            if x < size && y < size {
                grid.entry(key(x, y)).or_insert(z);
            }
        }
        grid.entry(key(0, 0)).or_insert(0);
        let cuts = cuts(size, &grid);
        fill(size, &cuts, &mut grid);
        let coefficients = transform(size, &cuts, &mut grid);
        let mut tree = Self { size, squares: Vec::new() };
        tree.add([0, 0, size], &coefficients);
        (tree, grid.get(&key(0, 0)).copied().unwrap_or(0))
    }

    /// Appends a square with all descendants that have coefficients; returns its index and the largest
    /// magnitude.
    fn add(&mut self, [x, y, size]: [u32; 3], all: &Coefficients) -> Option<(u32, u32)> {
        let own = *all.get(&(size, x, y))?;
        let index = self.squares.len();
        let largest = own.into_iter().map(i32::unsigned_abs).max().unwrap_or(0);
        self.squares.push(Square { x, y, size, stored: own.map(stored), ..Square::default() });
        let (half, mut children, mut max) = (size / 2, [None; 4], largest);
        let corners = [(x, y), (x + half, y), (x + half, y + half), (x, y + half)];
        for (child, (x, y)) in children.iter_mut().zip(corners) {
            if let Some((number, below)) = self.add([x, y, half], all) {
                *child = Some(number);
                max = max.max(below);
            }
        }
        if max == 0 {
            self.squares.truncate(index);
            return None;
        }
        if let Some(square) = self.squares.get_mut(index) {
            (square.max, square.children) = (max, children);
        }
        Some((u32::try_from(index).ok()?, max))
    }
}

/// Subdivides squares until every point is a lower left corner, and neighbours differ by one level at
/// most.
fn cuts(size: u32, grid: &Grid<i32>) -> Cuts {
    let mut cuts = Cuts::new();
    let cut = |cuts: &mut Cuts, x: u32, y: u32, s: u32| {
        cuts.entry(s).or_default().insert((x - x % s, y - y % s))
    };
    for vertex in grid.keys() {
        let (x, y) = position(*vertex);
        // Largest square with this corner.
        let own = if x | y == 0 { size } else { 1 << (x | y).trailing_zeros() };
        let mut s = own.saturating_mul(2);
        while s <= size && cut(&mut cuts, x, y, s) {
            s *= 2;
        }
    }
    let mut s = 2;
    while s < size {
        let squares: Vec<(u32, u32)> = cuts.get(&s).into_iter().flatten().copied().collect();
        for (x, y) in squares {
            let beside = [(x.checked_sub(s), Some(y)), (Some(x + s), Some(y))];
            let above = [(Some(x), y.checked_sub(s)), (Some(x), Some(y + s))];
            for position in beside.into_iter().chain(above) {
                if let (Some(x), Some(y)) = position
                    && x < size
                    && y < size
                {
                    // The neighbour exists if the square around it is subdivided.
                    cut(&mut cuts, x, y, 2 * s);
                }
            }
            cut(&mut cuts, x, y, 2 * s);
        }
        s *= 2;
    }
    cuts
}

/// Heights of a square's corners; the field is mirrored at its upper borders.
fn mirrored(size: u32, grid: &Grid<i32>, [x, y, s]: [u32; 3]) -> [i32; 4] {
    let mut c = corners(x, y, s).map(|corner| grid.get(&corner).copied().unwrap_or(0));
    if x + s == size {
        (c[1], c[2]) = (c[0], c[3]);
    }
    if y + s == size {
        (c[2], c[3]) = (c[1], c[0]);
    }
    c
}

/// Predicted heights at the three midpoints of a square.
fn predicted([c0, c1, c2, c3]: [i32; 4], crossed: bool) -> [i32; 3] {
    let centre = if crossed { predict(c1, c3) } else { predict(c0, c2) };
    [predict(c0, c1), centre, predict(c0, c3)]
}

fn middles([x, y, s]: [u32; 3]) -> [u32; 3] {
    let half = s / 2;
    [key(x + half, y), key(x + half, y + half), key(x, y + half)]
}

/// Sets all missing heights of vertices to their prediction.
fn fill(size: u32, cuts: &Cuts, grid: &mut Grid<i32>) {
    let whole = grid.get(&key(0, 0)).copied().unwrap_or(0);
    for corner in corners(0, 0, size) {
        grid.entry(corner).or_insert(whole);
    }
    for (s, squares) in cuts.iter().rev() {
        for (x, y) in squares {
            let square = [*x, *y, *s];
            let expected = predicted(mirrored(size, grid, square), is_crossed(*x, *y, *s));
            for (middle, height) in middles(square).into_iter().zip(expected) {
                grid.entry(middle).or_insert(height);
            }
        }
        // Upper and right edges that have no neighbour.
        for (x, y) in squares {
            let [_, c1, c2, c3] = mirrored(size, grid, [*x, *y, *s]);
            grid.entry(key(x + s, y + s / 2)).or_insert(predict(c1, c2));
            grid.entry(key(x + s / 2, y + s)).or_insert(predict(c3, c2));
        }
    }
}

/// Coefficients by size and position.
type Coefficients = BTreeMap<(u32, u32, u32), [i32; 3]>;

fn transform(size: u32, cuts: &Cuts, grid: &mut Grid<i32>) -> Coefficients {
    let mut all = Coefficients::new();
    for (s, squares) in cuts {
        let mut lifted: Grid<i32> = Grid::default();
        for (x, y) in squares {
            let (square, crossed) = ([*x, *y, *s], is_crossed(*x, *y, *s));
            let expected = predicted(mirrored(size, grid, square), crossed);
            let there = middles(square).map(|middle| grid.get(&middle).copied().unwrap_or(0));
            let own: [i32; 3] = std::array::from_fn(|i| there[i].wrapping_sub(expected[i]));
            let corners = corners(*x, *y, *s);
            lifts([*x, *y], own, crossed, |corner, by| {
                let sum = lifted.entry(corners[corner]).or_insert(0);
                *sum = sum.wrapping_add(by);
            });
            all.insert((*s, *x, *y), own);
        }
        for (vertex, sum) in lifted {
            let (x, y) = position(vertex);
            if let Some(height) = grid.get_mut(&vertex).filter(|_| x != size && y != size) {
                *height = height.wrapping_add(lift(sum));
            }
        }
    }
    all
}
