//! Fields of trees, by entry.

use std::sync::Arc;

use super::super::trees::{NAMES, Trees};
use super::pen::{FieldReader, Stream};
use crate::bytes::{Cursor, Element, Result, TreeRecorder};
use crate::codec::smacker::{LowBits, SmallTree};

/// Creates the fields of the four trees on demand.
pub struct TreeFields {
    /// Offset of the packed trees, and their size in bytes.
    pub start: u64,
    pub len: u64,
    pub trees: Arc<Trees>,
}

impl TreeFields {
    /// First byte of each tree.
    pub fn starts(&self) -> Arc<[u32]> {
        let [firsts @ .., _] = self.trees.bits;
        // The length of the block has 32 bits.
        firsts.iter().map(|bit| u32::try_from(bit / 8).unwrap_or(u32::MAX)).collect()
    }
}

impl Element for TreeFields {
    fn type_name(&self) -> &'static str {
        "Tree"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let bytes = cur.slice(self.start, self.start + self.len);
        let bit = self.trees.bits.get(index).copied().unwrap_or(0);
        let stream = Stream::new(self.start, bytes, bit);
        FieldReader::element(cur, (index, "Tree"), stream, |pen| {
            let what = NAMES.get(index).copied().unwrap_or_default();
            let entries = self.trees.entries.get(index).copied().flatten();
            pen.cur.describe(|| match entries {
                Some(entries) => format!("{what}, {entries} entries"),
                None => format!("{what}: absent, always 0"),
            });
            if !pen.flag("is_present") {
                closing(pen, self.trees.is_closed);
                return;
            }
            let mut part = |name| {
                let mut tree = SmallTree::zero();
                pen.group(name, "SmallTree", |pen| tree = small(pen, self.trees.is_closed));
                tree
            };
            let (low, high) = (part("low"), part("high"));
            let mut escapes = [0; 3];
            pen.list("escapes", "Escape", 3, |pen, index| {
                if let Some(escape) = escapes.get_mut(index) {
                    *escape = pen.take("value", 16);
                }
            });
            entries_of(pen, Leaf::Word { low, high, escapes });
            pen.flag("closing");
        })
    }
}

fn closing(pen: &mut FieldReader<'_, '_, '_>, is_closed: bool) {
    if is_closed {
        pen.flag("closing");
    }
}

/// Reads a tree of bytes and creates its fields.
pub(super) fn small(pen: &mut FieldReader<'_, '_, '_>, is_closed: bool) -> SmallTree {
    let tree = pen.apart(|_, stream| SmallTree::read(&mut stream.bits.clone()));
    if !pen.flag("is_present") {
        closing(pen, is_closed);
        return SmallTree::zero();
    }
    entries_of(pen, Leaf::Byte);
    pen.flag("closing");
    tree.ok().flatten().unwrap_or_else(SmallTree::zero)
}

/// Contents of a leaf after its leaf bit.
enum Leaf {
    Byte,
    /// A code of each small tree.
    Word {
        low: SmallTree,
        high: SmallTree,
        escapes: [u16; 3],
    },
}

impl Leaf {
    fn skip(&self, bits: &mut LowBits<'_>) {
        match self {
            Leaf::Byte => {
                bits.take(8);
            }
            Leaf::Word { low, high, .. } => {
                low.next(bits);
                high.next(bits);
            }
        }
    }
}

/// Creates the fields of a tree's branches and leaves.
fn entries_of(pen: &mut FieldReader<'_, '_, '_>, leaf: Leaf) {
    pen.apart(|cur, stream| {
        let first = stream.byte();
        let start = stream.start();
        let mut bits = Vec::new();
        let mut open = 1usize;
        while open > 0 && !stream.bits.is_spent() {
            bits.push(stream.at());
            if stream.bits.bit() {
                open += 1;
            } else {
                leaf.skip(&mut stream.bits);
                open -= 1;
            }
        }
        let place = |bit: &u64| u32::try_from(start + bit / 8 - first).unwrap_or(u32::MAX);
        let starts: Arc<[u32]> = bits.iter().map(place).collect();
        let len = usize::try_from(stream.end() - first).unwrap_or(usize::MAX);
        let fields = EntryFields { start, len: stream.part().len() as u64, bits, leaf };
        // Cannot fail: it has just been read.
        let _ = cur.at(first, |cur| cur.run_of("entries", len, starts, fields));
    });
}

struct EntryFields {
    start: u64,
    len: u64,
    /// First bit of each entry.
    bits: Vec<u64>,
    leaf: Leaf,
}

impl Element for EntryFields {
    fn type_name(&self) -> &'static str {
        "Entry"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let bytes = cur.slice(self.start, self.start + self.len);
        let bit = self.bits.get(index).copied().unwrap_or(0);
        FieldReader::element(cur, (index, "Entry"), Stream::new(self.start, bytes, bit), |pen| {
            if pen.flag("is_branch") {
                pen.cur.describe(|| "branch: 0 continues at the next entry".to_owned());
                return;
            }
            match &self.leaf {
                Leaf::Byte => {
                    let value = pen.take("value", 8);
                    pen.cur.describe(|| format!("leaf: {value}"));
                }
                Leaf::Word { low, high, escapes } => {
                    let low = pen.code("low", |bits| low.next(bits), |_| String::new());
                    let high = pen.code("high", |bits| high.next(bits), |_| String::new());
                    let value = u16::from_le_bytes([low, high]);
                    let slot = escapes.iter().position(|escape| *escape == value);
                    pen.cur.describe(|| match slot {
                        Some(0) => "leaf: the last value".to_owned(),
                        Some(slot) => format!("leaf: the value {slot} before the last"),
                        None => format!("leaf: {value:#06x}"),
                    });
                }
            }
        })
    }
}
