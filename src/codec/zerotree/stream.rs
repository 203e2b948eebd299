//! Bit coding of the tree.
//!
//! A square is stored as: one bit, set if it is significant; `branch` and `max`, 30 bits each at the
//! root, otherwise with widths that follow from the parent's values; three coefficients with the width of
//! `max` and a sign; its four quarters.

use super::{Square, Zerotree, log2};
use crate::bytes::{BitReader, BitWriter};

/// Width of the root's two numbers in bits.
const ROOT_WIDTH: u32 = 30;

/// Error in a stored tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The violated rule.
    pub rule: Rule,
    /// Offset in bits from the start of the tree.
    pub bit: u64,
    /// Square with the error, or the last one that was read.
    pub square: Option<u32>,
}

/// Rule for stored trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The bits end inside the tree.
    Ends,
    /// A square of size 1 has coefficients, which is impossible.
    TooSmall,
    /// The stated number of bits is wrong.
    Branch {
        /// Stated number of bits of the branch.
        declared: u32,
        /// Actual number of bits.
        used: u64,
    },
    /// A coefficient is larger than `max`.
    AboveMax,
}

impl Rule {
    /// `true` if nothing after the error can be read.
    pub fn stops(self) -> bool {
        matches!(self, Rule::Ends | Rule::TooSmall)
    }
}

impl Zerotree {
    /// Reads the tree of a field of this size. Data before an error is retained.
    pub fn read(bits: &mut BitReader<'_>, size: u32) -> (Self, Vec<Flaw>) {
        let start = bits.position();
        let tree = Zerotree { size, squares: Vec::new() };
        let mut reader = Reader { bits, start, tree, flaws: Vec::new() };
        if let Err(rule) = reader.node([0, 0, size], None) {
            let square = u32::try_from(reader.tree.squares.len()).unwrap_or(0).checked_sub(1);
            reader.flaws.push(Flaw { rule, bit: reader.bits.position() - start, square });
        }
        (reader.tree, reader.flaws)
    }

    /// Appends the tree. Bit counts are recomputed by iteration, since the length of a branch depends on
    /// its own value; the iteration starts from [`Square::branch`].
    pub fn write(&self, bits: &mut BitWriter) {
        let branches = self.branches();
        self.put(bits, (!self.squares.is_empty()).then_some(0), None, &branches);
    }

    fn put(
        &self,
        bits: &mut BitWriter,
        index: Option<u32>,
        parent: Option<(u32, u32)>,
        branches: &[u32],
    ) {
        let index = index.map(|index| index as usize);
        let square = index.and_then(|index| Some((self.squares.get(index)?, branches.get(index)?)));
        let Some((square, branch)) = square else { return bits.put(0, 1) };
        let [branch_width, max_width] = widths(parent);
        bits.put(1, 1);
        bits.put(*branch, branch_width);
        bits.put(square.max, max_width);
        for stored in square.stored {
            bits.put(stored, log2(square.max) + 2);
        }
        for child in square.children {
            self.put(bits, child, Some((*branch, square.max)), branches);
        }
    }

    /// Bit counts of all branches, found by iteration to a fixed point.
    fn branches(&self) -> Vec<u32> {
        let parents = self.parents();
        let mut branches: Vec<u32> = self.squares.iter().map(|square| square.branch).collect();
        if !self.settle(&parents, &mut branches) {
            // Iteration from stored lengths may oscillate; from zero they only grow.
            branches.fill(0);
            self.settle(&parents, &mut branches);
        }
        branches
    }

    fn settle(&self, parents: &[Option<usize>], branches: &mut [u32]) -> bool {
        /// Maximum number of rounds: each one settles one more bit of one more level.
        const ROUNDS: usize = 512;
        for _ in 0..ROUNDS {
            let mut changed = false;
            // Children come after their parents.
            for (index, square) in self.squares.iter().enumerate().rev() {
                let parent = parents.get(index).copied().flatten().and_then(|parent| {
                    Some((*branches.get(parent)?, self.squares.get(parent)?.max))
                });
                let [branch_width, max_width] = widths(parent);
                let mut bits = 1 + branch_width + max_width + 3 * (log2(square.max) + 2);
                for child in square.children {
                    let below = child.map_or(Some(&1), |child| branches.get(child as usize));
                    bits = bits.saturating_add(*below.unwrap_or(&1));
                }
                if let Some(branch) = branches.get_mut(index).filter(|branch| **branch != bits) {
                    (*branch, changed) = (bits, true);
                }
            }
            if !changed {
                return true;
            }
        }
        false
    }

    fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.squares.len()];
        for (index, square) in self.squares.iter().enumerate() {
            for child in square.children.into_iter().flatten() {
                if let Some(parent) = parents.get_mut(child as usize) {
                    *parent = Some(index);
                }
            }
        }
        parents
    }
}

/// Widths of a square's `branch` and `max` in bits, given those of the parent.
fn widths(parent: Option<(u32, u32)>) -> [u32; 2] {
    parent.map_or([ROOT_WIDTH; 2], |(branch, max)| [log2(branch) + 1, log2(max) + 1])
}

struct Reader<'a, 'b> {
    bits: &'a mut BitReader<'b>,
    /// First bit of the tree.
    start: u64,
    tree: Zerotree,
    flaws: Vec<Flaw>,
}

/// Maximum number of errors that are recorded: a ruined tree has one in every square.
const MAX_FLAWS: usize = 1000;

impl Reader<'_, '_> {
    fn take(&mut self, count: u32) -> Result<u32, Rule> {
        self.bits.read(count).ok_or(Rule::Ends)
    }

    /// Reads a square with all descendants. Terminates, as sizes halve.
    fn node(&mut self, [x, y, size]: [u32; 3], parent: Option<(u32, u32)>) -> Result<(), Rule> {
        let start = self.bits.position();
        if self.take(1)? == 0 {
            return Ok(());
        }
        if size < 2 {
            self.bits.seek(start);
            return Err(Rule::TooSmall);
        }
        let [branch_width, max_width] = widths(parent);
        let branch = self.take(branch_width)?;
        let max = self.take(max_width)?;
        let width = log2(max) + 2;
        let stored = [self.take(width)?, self.take(width)?, self.take(width)?];
        let index = self.tree.squares.len();
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        if stored.iter().any(|stored| stored >> 1 > max) {
            self.flaw(Rule::AboveMax, start, number);
        }
        self.tree.squares.push(Square {
            x,
            y,
            size,
            branch,
            max,
            stored,
            children: [None; 4],
            start: start - self.start,
            // At most 32.
            widths: [branch_width as u8, max_width as u8],
        });
        let half = size / 2;
        let corners = [(x, y), (x + half, y), (x + half, y + half), (x, y + half)];
        for (corner, (x, y)) in corners.into_iter().enumerate() {
            let next = self.tree.squares.len();
            let result = self.node([x, y, half], Some((branch, max)));
            // A square that is truncated after its own numbers is included as well.
            let is_there = self.tree.squares.len() > next;
            if let Some(square) = self.tree.squares.get_mut(index).filter(|_| is_there) {
                square.children[corner] = u32::try_from(next).ok();
            }
            result?;
        }
        let used = self.bits.position() - start;
        if used != u64::from(branch) {
            self.flaw(Rule::Branch { declared: branch, used }, start, number);
        }
        Ok(())
    }

    fn flaw(&mut self, rule: Rule, at: u64, square: u32) {
        if self.flaws.len() < MAX_FLAWS {
            self.flaws.push(Flaw { rule, bit: at - self.start, square: Some(square) });
        }
    }
}
