//! Builds Smacker videos from pictures and samples, in the simplest way: unchanged blocks, blocks of one
//! and of two colours, and all others in full; Huffman codes follow the frequencies.

use std::collections::BTreeMap;

/// A video to be packed.
#[derive(Clone, Debug)]
pub struct Video {
    /// Multiples of 4.
    pub width: u32,
    pub height: u32,
    /// Milliseconds per frame; negative values count in 10 µs.
    pub frame_rate: i32,
    pub flags: u32,
    pub frames: Vec<Frame>,
    /// Rate of track 0, which is 16-bit mono.
    pub rate: u32,
}

/// A picture and the sound that is stored with it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Index of each pixel, row by row.
    pub pixels: Vec<u8>,
    /// Six bits a channel: the first colours of the palette, if it changes.
    pub palette: Option<Vec<[u8; 3]>>,
    pub sound: Vec<i16>,
}

/// Bits from the least significant one of each byte up.
#[derive(Default)]
struct Bits(Vec<u8>, u32);

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.1.is_multiple_of(8) {
            self.0.push(0);
        }
        *self.0.last_mut().unwrap() |= u8::from(bit) << (self.1 % 8);
        self.1 += 1;
    }

    fn number(&mut self, value: u32, count: u32) {
        (0..count).for_each(|bit| self.push(value >> bit & 1 != 0));
    }

    fn code(&mut self, code: &[bool]) {
        code.iter().for_each(|bit| self.push(*bit));
    }
}

enum Node {
    Leaf(u16),
    Branch(Box<[Node; 2]>),
}

impl Node {
    /// The shortest codes for values with these frequencies.
    fn of(uses: &BTreeMap<u16, u32>) -> Self {
        let mut open: Vec<(u32, Node)> = uses.iter().map(|(v, n)| (*n, Node::Leaf(*v))).collect();
        while open.len() > 1 {
            open.sort_by_key(|(uses, _)| std::cmp::Reverse(*uses));
            let ((a, left), (b, right)) = (open.pop().unwrap(), open.pop().unwrap());
            open.push((a + b, Node::Branch(Box::new([left, right]))));
        }
        open.pop().map_or(Node::Leaf(0), |(_, node)| node)
    }

    fn codes(&self, code: &mut Vec<bool>, all: &mut BTreeMap<u16, Vec<bool>>) {
        match self {
            Node::Leaf(value) => drop(all.insert(*value, code.clone())),
            Node::Branch(sides) => {
                for (bit, side) in [false, true].into_iter().zip(sides.iter()) {
                    code.push(bit);
                    side.codes(code, all);
                    code.pop();
                }
            }
        }
    }

    /// Writes the tree's nodes, with `leaf` after the bit of each leaf; returns their number.
    fn write(&self, out: &mut Bits, leaf: &mut impl FnMut(&mut Bits, u16)) -> u32 {
        match self {
            Node::Leaf(value) => {
                out.push(false);
                leaf(out, *value);
                1
            }
            Node::Branch(sides) => {
                out.push(true);
                1 + sides[0].write(out, leaf) + sides[1].write(out, leaf)
            }
        }
    }
}

/// Values that are coded by one tree.
#[derive(Default)]
struct Tree {
    uses: BTreeMap<u16, u32>,
    codes: BTreeMap<u16, Vec<bool>>,
}

impl Tree {
    fn note(&mut self, value: u16) {
        *self.uses.entry(value).or_default() += 1;
    }

    fn put(&self, out: &mut Bits, value: u16) {
        out.code(&self.codes[&value]);
    }

    fn finish(&mut self) -> Node {
        let root = Node::of(&self.uses);
        root.codes(&mut Vec::new(), &mut self.codes);
        root
    }

    /// Writes the values as a tree of bytes.
    fn small(&mut self, out: &mut Bits) {
        out.push(true);
        self.finish().write(out, &mut |out, value| out.number(value.into(), 8));
        out.push(false);
    }

    /// Writes it as a tree of words, whose escape values have unused leaves; returns its size in the
    /// player's memory.
    fn big(&mut self, out: &mut Bits) -> u32 {
        let free = (0..=u16::MAX).rev().filter(|value| !self.uses.contains_key(value));
        let escapes: Vec<u16> = free.take(3).collect();
        self.uses.extend(escapes.iter().map(|escape| (*escape, 0)));
        let (mut low, mut high) = (Tree::default(), Tree::default());
        for value in self.uses.keys() {
            let [l, h] = value.to_le_bytes();
            low.note(l.into());
            high.note(h.into());
        }
        out.push(true);
        low.small(out);
        high.small(out);
        escapes.iter().for_each(|escape| out.number((*escape).into(), 16));
        let entries = self.finish().write(out, &mut |out, value| {
            let [l, h] = value.to_le_bytes();
            low.put(out, l.into());
            high.put(out, h.into());
        });
        out.push(false);
        4 * entries + 12
    }
}

/// The tree that codes a value.
#[derive(Clone, Copy)]
enum Of {
    Masks,
    Pairs,
    Full,
    Kinds,
}

/// The values of a block, and the code of its kind without a count.
fn block(new: [u8; 16], old: [u8; 16]) -> (u16, Vec<(Of, u16)>) {
    let mut colours = new.to_vec();
    colours.sort_unstable();
    colours.dedup();
    match colours[..] {
        _ if new == old => (2, Vec::new()),
        [one] => (3 | u16::from(one) << 8, Vec::new()),
        [zero, one] => {
            let mask = (0..16).filter(|k| new[*k] == one).fold(0, |mask, k| mask | 1 << k);
            (0, vec![(Of::Pairs, u16::from_le_bytes([zero, one])), (Of::Masks, mask)])
        }
        _ => {
            let rows = new.as_chunks::<4>().0.iter();
            let pairs = rows.flat_map(|[a, b, c, d]| [[*c, *d], [*a, *b]]);
            (1, pairs.map(|pair| (Of::Full, u16::from_le_bytes(pair))).collect())
        }
    }
}

/// The possible lengths of a run, the longest first, with their numbers.
fn runs() -> impl Iterator<Item = (u16, usize)> {
    let long = (0..5).map(|at| (59 + at, 128usize << at));
    let short = (0..59).map(|at| (at, usize::from(at) + 1));
    short.chain(long).collect::<Vec<_>>().into_iter().rev()
}

impl Video {
    fn blocks(&self, pixels: &[u8]) -> Vec<[u8; 16]> {
        let (width, across) = (self.width as usize, self.width as usize / 4);
        let corner = |at: usize| at / across * 4 * width + at % across * 4;
        let pixel = |at: usize, k: usize| pixels[corner(at) + k / 4 * width + k % 4];
        let count = across * (self.height as usize / 4);
        (0..count).map(|at| std::array::from_fn(|k| pixel(at, k))).collect()
    }

    /// The values of every picture, in reading order.
    fn values(&self) -> Vec<Vec<(Of, u16)>> {
        let mut old = self.blocks(&vec![0; (self.width * self.height) as usize]);
        let mut all = Vec::new();
        for frame in &self.frames {
            let new = self.blocks(&frame.pixels);
            let blocks: Vec<_> = new.iter().zip(&old).map(|(n, o)| block(*n, *o)).collect();
            let mut values = Vec::new();
            for same in blocks.chunk_by(|a, b| a.0 == b.0) {
                let mut rest = same;
                while !rest.is_empty() {
                    let (number, len) = runs().find(|(_, len)| *len <= rest.len()).unwrap();
                    let (chain, behind) = rest.split_at(len);
                    values.push((Of::Kinds, chain[0].0 | number << 2));
                    values.extend(chain.iter().flat_map(|(_, values)| values));
                    rest = behind;
                }
            }
            old = new;
            all.push(values);
        }
        all
    }

    /// Builds the file.
    pub fn pack(&self) -> Vec<u8> {
        let pictures = self.values();
        let mut trees: [Tree; 4] = Default::default();
        for (of, value) in pictures.iter().flatten() {
            trees[*of as usize].note(*value);
        }
        let mut packed = Bits::default();
        let tree_sizes = trees.each_mut().map(|tree| tree.big(&mut packed));
        let (mut sizes, mut types, mut chunks) = (Vec::new(), Vec::new(), Vec::new());
        for (frame, values) in self.frames.iter().zip(pictures) {
            let start = chunks.len();
            chunks.extend(frame.palette.as_deref().map(palette).unwrap_or_default());
            chunks.extend(sound(&frame.sound));
            let mut video = Bits::default();
            values.iter().for_each(|(of, value)| trees[*of as usize].put(&mut video, *value));
            chunks.extend(video.0);
            chunks.resize(start + (chunks.len() - start).next_multiple_of(4), 0);
            sizes.push((chunks.len() - start) as u32);
            let has_sound = !frame.sound.is_empty();
            types.push(u8::from(frame.palette.is_some()) | u8::from(has_sound) << 1);
        }
        let mut out = b"SMK2".to_vec();
        let largest = self.frames.iter().map(|frame| 2 * frame.sound.len() as u32).max();
        let has_sound = largest.is_some_and(|largest| largest > 0);
        // Flags: compressed, present, 16 bits.
        let rate = if has_sound { 0xE000_0000 | self.rate } else { 0 };
        let shown = self.frames.len() as u32 - (self.flags & 1);
        let front = [self.width, self.height, shown, self.frame_rate as u32, self.flags];
        let audio = |first| [first, 0, 0, 0, 0, 0, 0];
        let words = front.into_iter().chain(audio(largest.unwrap_or(0)));
        let words = words.chain([packed.0.len() as u32]).chain(tree_sizes).chain(audio(rate));
        out.extend(words.chain([0]).chain(sizes).flat_map(u32::to_le_bytes));
        [out, types, packed.0, chunks].concat()
    }
}

/// A palette chunk that sets the first colours and keeps the others.
fn palette(colours: &[[u8; 3]]) -> Vec<u8> {
    let mut chunk = vec![0];
    chunk.extend(colours.as_flattened());
    let mut left = 256 - colours.len();
    while left > 0 {
        let kept = left.min(128);
        chunk.push(0x80 | (kept - 1) as u8);
        left -= kept;
    }
    chunk.resize(chunk.len().next_multiple_of(4), 0);
    chunk[0] = (chunk.len() / 4) as u8;
    chunk
}

/// A sound chunk of one 16-bit channel; empty without sound.
fn sound(samples: &[i16]) -> Vec<u8> {
    let Some(first) = samples.first() else { return Vec::new() };
    let steps = samples.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]).to_le_bytes());
    let (mut low, mut high) = (Tree::default(), Tree::default());
    for [l, h] in steps.clone() {
        low.note(l.into());
        high.note(h.into());
    }
    let mut bits = Bits::default();
    // Flags: sound present, one channel, 16 bits.
    bits.code(&[true, false, true]);
    low.small(&mut bits);
    high.small(&mut bits);
    first.to_be_bytes().iter().for_each(|byte| bits.number((*byte).into(), 8));
    for [l, h] in steps {
        low.put(&mut bits, l.into());
        high.put(&mut bits, h.into());
    }
    bits.0.resize(bits.0.len().next_multiple_of(4), 0);
    let len = 8 + bits.0.len() as u32;
    let size = 2 * samples.len() as u32;
    [&len.to_le_bytes()[..], &size.to_le_bytes(), &bits.0].concat()
}
