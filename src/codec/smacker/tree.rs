//! Code trees (sections 2 and 3).

use super::bits::LowBits;

/// Error in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The bits are truncated.
    Cut,
    /// The tree has more leaves than there are values, or more entries than its size allows.
    Endless,
    /// The closing bit of the tree is set.
    Unclosed,
}

/// Number of bits of a code that are decoded by one table lookup.
const LOOKED_UP: u32 = 10;
const TABLE: usize = 1 << LOOKED_UP;
const MASK: u64 = TABLE as u64 - 1;

/// A branch, as the index of its right child (the left one follows directly); or a leaf with its value.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Branch(u32),
    Leaf(u32),
}

/// Result of a table lookup: a leaf after fewer bits, or an entry of the tree to continue from.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Value of the leaf, or the index of the entry to continue from.
    to: u32,
    bits: u8,
    is_leaf: bool,
}

/// Codes with their values.
#[derive(Clone, Debug)]
struct Codes {
    entries: Vec<Entry>,
    table: Vec<Step>,
}

impl Codes {
    /// Creates a tree with a single value, whose code has no bits.
    fn single(content: u32) -> Self {
        Self::new(vec![Entry::Leaf(content)])
    }

    fn new(entries: Vec<Entry>) -> Self {
        let mut table = vec![Step::default(); TABLE];
        // Index, the code that leads to it, and its length.
        let mut open = vec![(0usize, 0usize, 0u8)];
        while let Some((at, code, bits)) = open.pop() {
            let step = match entries.get(at) {
                Some(Entry::Branch(right)) if u32::from(bits) < LOOKED_UP => {
                    open.push((at + 1, code, bits + 1));
                    open.push((*right as usize, code | 1 << bits, bits + 1));
                    continue;
                }
                Some(Entry::Leaf(content)) => Step { to: *content, bits, is_leaf: true },
                _ => Step { to: at as u32, bits, is_leaf: false },
            };
            for slot in table.iter_mut().skip(code).step_by(1 << bits) {
                *slot = step;
            }
        }
        Self { entries, table }
    }

    /// Reads a tree: one bit per entry, and for a leaf the value that `leaf` reads.
    fn read(
        bits: &mut LowBits<'_>,
        most: usize,
        mut leaf: impl FnMut(&mut LowBits<'_>) -> u32,
    ) -> Result<Self, TreeError> {
        let mut entries = Vec::new();
        // Branches whose right child has not been read yet.
        let mut open = Vec::new();
        loop {
            if bits.is_spent() {
                return Err(TreeError::Cut);
            }
            if entries.len() >= most {
                return Err(TreeError::Endless);
            }
            if bits.bit() {
                open.push(entries.len());
                entries.push(Entry::Branch(0));
                continue;
            }
            entries.push(Entry::Leaf(leaf(bits)));
            let Some(branch) = open.pop() else { break };
            let right = u32::try_from(entries.len()).map_err(|_| TreeError::Endless)?;
            if let Some(entry) = entries.get_mut(branch) {
                *entry = Entry::Branch(right);
            }
        }
        match (bits.bit(), bits.is_spent()) {
            (_, true) => Err(TreeError::Cut),
            (true, _) => Err(TreeError::Unclosed),
            _ => Ok(Self::new(entries)),
        }
    }

    #[inline]
    fn next(&self, bits: &mut LowBits<'_>) -> u32 {
        let ahead = bits.peek();
        let step = self.table.get((ahead & MASK) as usize).copied().unwrap_or_default();
        bits.skip(step.bits.into());
        match step.is_leaf {
            true => step.to,
            false => self.walk(step.to, bits),
        }
    }

    /// Decodes the rest of a code that is longer than the table's.
    #[cold]
    fn walk(&self, from: u32, bits: &mut LowBits<'_>) -> u32 {
        let mut at = from as usize;
        loop {
            match self.entries.get(at) {
                Some(Entry::Branch(right)) if !bits.is_spent() => {
                    at = if bits.bit() { *right as usize } else { at + 1 };
                }
                Some(Entry::Leaf(content)) => return *content,
                _ => return 0,
            }
        }
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

/// Tree of bytes.
#[derive(Clone, Debug)]
pub struct SmallTree(Codes);

/// 256 leaves and the branches between them.
const SMALL: usize = 511;

impl SmallTree {
    /// Reads a tree; `None` if its first bit marks it as absent.
    ///
    /// # Errors
    /// Returns an error if it is truncated or has too many leaves.
    pub fn read(bits: &mut LowBits<'_>) -> Result<Option<Self>, TreeError> {
        if !bits.bit() {
            return Ok(None);
        }
        Codes::read(bits, SMALL, |bits| bits.take(8).into()).map(|codes| Some(Self(codes)))
    }

    /// Tree with the single value 0, used for an absent one.
    pub fn zero() -> Self {
        Self(Codes::single(0))
    }

    /// Decodes the next value. A tree with one leaf consumes no bits.
    #[inline]
    pub fn next(&self, bits: &mut LowBits<'_>) -> u8 {
        // Leaves hold eight bits.
        self.0.next(bits) as u8
    }
}

/// Tree of 16-bit values, three of which may refer to recently read values.
#[derive(Clone, Debug)]
pub struct BigTree {
    codes: Codes,
    /// Recently read values, newest first.
    slots: [u16; 3],
}

/// Flag of a leaf that refers to a recent value.
const SLOT: u32 = 1 << 16;
/// Maximum number of leaves.
const MAX_LEAVES: usize = 1 << 16;

impl BigTree {
    /// Reads a tree that needs at most `size` bytes in the player's memory, which limits its number of
    /// entries; `None` if it is absent. With `closed`, an absent tree has a closing bit as well (section
    /// 9).
    ///
    /// # Errors
    /// Returns an error if it is truncated or has too many entries.
    pub fn read(
        bits: &mut LowBits<'_>,
        size: u32,
        closed: bool,
    ) -> Result<Option<Self>, TreeError> {
        if !bits.bit() {
            if closed {
                bits.bit();
            }
            return Ok(None);
        }
        let mut part = || match SmallTree::read(bits)? {
            Some(tree) => Ok(tree),
            None => {
                if closed {
                    bits.bit();
                }
                Ok(SmallTree::zero())
            }
        };
        let (low, high) = (part()?, part()?);
        let escapes = [bits.take(16), bits.take(16), bits.take(16)];
        let most = (size.div_ceil(4) as usize).min(2 * MAX_LEAVES);
        let codes = Codes::read(bits, most, |bits| {
            let value = u16::from(low.next(bits)) | u16::from(high.next(bits)) << 8;
            match (0..).zip(escapes).find(|(_, escape)| *escape == value) {
                Some((slot, _)) => SLOT | slot,
                None => value.into(),
            }
        })?;
        Ok(Some(Self { codes, slots: [0; 3] }))
    }

    /// Tree with the single value 0, used for an absent one.
    pub fn zero() -> Self {
        Self { codes: Codes::single(0), slots: [0; 3] }
    }

    /// Number of leaves and branches.
    pub fn entries(&self) -> usize {
        self.codes.len()
    }

    /// Clears the recently read values, as at the start of every frame.
    pub fn reset(&mut self) {
        self.slots = [0; 3];
    }

    /// Recently read values, newest first.
    pub fn slots(&self) -> [u16; 3] {
        self.slots
    }

    /// Restores recently read [values](BigTree::slots).
    pub fn recall(&mut self, slots: [u16; 3]) {
        self.slots = slots;
    }

    /// Decodes the next value.
    #[inline]
    pub fn next(&mut self, bits: &mut LowBits<'_>) -> u16 {
        let content = self.codes.next(bits);
        let value = match content & SLOT {
            // Leaves without the flag hold sixteen bits.
            0 => content as u16,
            _ => self.slots.get((content & 3) as usize).copied().unwrap_or(0),
        };
        let [newest, middle, _] = self.slots;
        if value != newest {
            self.slots = [value, newest, middle];
        }
        value
    }
}
