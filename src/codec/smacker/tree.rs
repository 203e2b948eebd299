//! Trees of codes (sections 2 and 3).

use super::bits::LowBits;

/// What is wrong with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// Its bits end before it does.
    Cut,
    /// It has more leaves than values there are, or than its size says.
    Endless,
    /// Its closing bit is set.
    Unclosed,
}

/// Bits of a code that are looked up at once.
const LOOKED_UP: u32 = 10;
const TABLE: usize = 1 << LOOKED_UP;
const MASK: u64 = TABLE as u64 - 1;

/// A branch, as the place of its right side (the left one follows it); or a leaf with its content.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Branch(u32),
    Leaf(u32),
}

/// Where so many bits lead: to a leaf after fewer of them, or to a place in the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Content of the leaf, or the place to go on from.
    to: u32,
    bits: u8,
    is_leaf: bool,
}

/// Codes and what they stand for.
#[derive(Clone, Debug)]
struct Codes {
    entries: Vec<Entry>,
    table: Vec<Step>,
}

impl Codes {
    /// One value without a code.
    fn single(content: u32) -> Self {
        Self::new(vec![Entry::Leaf(content)])
    }

    fn new(entries: Vec<Entry>) -> Self {
        let mut table = vec![Step::default(); TABLE];
        // Place, the bits that lead there, and how many.
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

    /// Reads a tree: one bit for each entry, and what `leaf` reads behind that of a leaf.
    fn read(
        bits: &mut LowBits<'_>,
        most: usize,
        mut leaf: impl FnMut(&mut LowBits<'_>) -> u32,
    ) -> Result<Self, TreeError> {
        let mut entries = Vec::new();
        // Branches whose right side is still to come.
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

    /// The rest of a code that is longer than the table.
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

/// A tree of bytes.
#[derive(Clone, Debug)]
pub struct SmallTree(Codes);

/// 256 leaves and the branches between them.
const SMALL: usize = 511;

impl SmallTree {
    /// Reads one; `None` where its first bit says that there is none.
    ///
    /// # Errors
    /// Where it ends too early or never.
    pub fn read(bits: &mut LowBits<'_>) -> Result<Option<Self>, TreeError> {
        if !bits.bit() {
            return Ok(None);
        }
        Codes::read(bits, SMALL, |bits| bits.take(8).into()).map(|codes| Some(Self(codes)))
    }

    /// A tree of the value 0 alone: what stands for one that is absent.
    pub fn zero() -> Self {
        Self(Codes::single(0))
    }

    /// The value of the next code. A tree of one leaf takes no bits.
    #[inline]
    pub fn next(&self, bits: &mut LowBits<'_>) -> u8 {
        // Leaves hold eight bits.
        self.0.next(bits) as u8
    }
}

/// A tree of 16-bit values, of which three may be what was read last.
#[derive(Clone, Debug)]
pub struct BigTree {
    codes: Codes,
    /// What was read last, newest first.
    slots: [u16; 3],
}

/// Marks a leaf that is a slot.
const SLOT: u32 = 1 << 16;
/// Leaves of a tree, at most.
const MOST_LEAVES: usize = 1 << 16;

impl BigTree {
    /// Reads one that takes at most `size` bytes in the player's memory, which says how many
    /// entries it may have; `None` where there is none. With `closed`, an absent tree has a closing
    /// bit as well (section 9).
    ///
    /// # Errors
    /// Where it ends too early or never.
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
        let most = (size.div_ceil(4) as usize).min(2 * MOST_LEAVES);
        let codes = Codes::read(bits, most, |bits| {
            let value = u16::from(low.next(bits)) | u16::from(high.next(bits)) << 8;
            match (0..).zip(escapes).find(|(_, escape)| *escape == value) {
                Some((slot, _)) => SLOT | slot,
                None => value.into(),
            }
        })?;
        Ok(Some(Self { codes, slots: [0; 3] }))
    }

    /// The value 0 alone: what stands for a tree that is absent.
    pub fn zero() -> Self {
        Self { codes: Codes::single(0), slots: [0; 3] }
    }

    /// Leaves and branches.
    pub fn entries(&self) -> usize {
        self.codes.len()
    }

    /// Forgets what was read: every frame begins so.
    pub fn reset(&mut self) {
        self.slots = [0; 3];
    }

    /// What was read last, newest first.
    pub fn slots(&self) -> [u16; 3] {
        self.slots
    }

    /// Goes on from where these [slots](BigTree::slots) were.
    pub fn recall(&mut self, slots: [u16; 3]) {
        self.slots = slots;
    }

    /// The value of the next code.
    #[inline]
    pub fn next(&mut self, bits: &mut LowBits<'_>) -> u16 {
        let content = self.codes.next(bits);
        let value = match content & SLOT {
            // Leaves without the mark hold sixteen bits.
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
