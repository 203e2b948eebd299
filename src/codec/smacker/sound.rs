//! Sound as coded differences between samples (section 6).

use super::bits::LowBits;
use super::tree::SmallTree;

/// Sample layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Two channels, left and right.
    pub stereo: bool,
    /// 16 bits per sample, signed; otherwise 8, unsigned.
    pub wide: bool,
}

impl Layout {
    /// Size of a sample frame in bytes: one sample of each channel.
    pub fn frame(self) -> usize {
        (1 + usize::from(self.stereo)) * (1 + usize::from(self.wide))
    }
}

/// Unpacked chunk as PCM, little-endian, left before right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Whole frames.
    pub bytes: Vec<u8>,
    /// Layout that the chunk states; `None` if it has no sound.
    pub layout: Option<Layout>,
    /// A tree is missing, or the bits are truncated.
    pub is_damaged: bool,
}

/// Maximum unpacked size of a chunk (section 10).
const MAX_UNPACKED: usize = 16 << 20;

/// Unpacks at most `limit` bytes of a compressed chunk, which begins with its unpacked size.
pub fn unpack(chunk: &[u8], limit: usize) -> Unpacked {
    let nothing = |is_damaged| Unpacked { bytes: Vec::new(), layout: None, is_damaged };
    let Some((size, packed)) = chunk.split_first_chunk() else { return nothing(true) };
    let declared = u32::from_le_bytes(*size) as usize;
    let size = declared.min(limit).min(MAX_UNPACKED);
    let mut bits = LowBits::new(packed);
    if !bits.bit() {
        return nothing(packed.is_empty());
    }
    let layout = Layout { stereo: bits.bit(), wide: bits.bit() };
    let count = layout.frame();
    let mut trees = Vec::new();
    let mut is_damaged = size < declared;
    for _ in 0..count {
        match SmallTree::read(&mut bits) {
            Ok(Some(tree)) => trees.push(tree),
            Ok(None) => {
                is_damaged = true;
                trees.push(SmallTree::zero());
            }
            Err(_) => return Unpacked { layout: Some(layout), ..nothing(true) },
        }
    }
    let whole = size - size % count;
    let mut bytes = Vec::with_capacity(whole);
    match (layout.wide, trees.as_slice()) {
        (false, [one]) => narrow(&mut bits, [one], whole, &mut bytes),
        (false, [left, right]) => narrow(&mut bits, [left, right], whole, &mut bytes),
        (true, [low, high]) => wide(&mut bits, [[low, high]], whole, &mut bytes),
        (true, [a, b, c, d]) => wide(&mut bits, [[a, b], [c, d]], whole, &mut bytes),
        _ => {}
    }
    is_damaged |= bytes.len() < whole || size != whole;
    Unpacked { bytes, layout: Some(layout), is_damaged }
}

/// Reads the first sample frame: right before left in the stream, left first in the output.
fn starts<const N: usize>(bits: &mut LowBits<'_>, wide: bool) -> [u16; N] {
    let mut starts = [0; N];
    for start in starts.iter_mut().rev() {
        // The high byte of 16 bits comes first.
        *start = match wide {
            true => bits.take(8) << 8 | bits.take(8),
            false => bits.take(8),
        };
    }
    starts
}

fn narrow<const N: usize>(
    bits: &mut LowBits<'_>,
    trees: [&SmallTree; N],
    size: usize,
    out: &mut Vec<u8>,
) {
    // Eight bits were read.
    let mut last = starts::<N>(bits, false).map(|start| start as u8);
    while out.len() + N <= size && !bits.is_spent() {
        out.extend_from_slice(&last);
        if out.len() + N > size {
            break;
        }
        for (value, tree) in last.iter_mut().zip(trees) {
            *value = value.wrapping_add(tree.next(bits));
        }
    }
}

fn wide<const N: usize>(
    bits: &mut LowBits<'_>,
    trees: [[&SmallTree; 2]; N],
    size: usize,
    out: &mut Vec<u8>,
) {
    let mut last: [u16; N] = starts(bits, true);
    while out.len() + 2 * N <= size && !bits.is_spent() {
        for value in last {
            out.extend_from_slice(&value.to_le_bytes());
        }
        if out.len() + 2 * N > size {
            break;
        }
        for (value, [low, high]) in last.iter_mut().zip(trees) {
            let delta = u16::from_le_bytes([low.next(bits), high.next(bits)]);
            *value = value.wrapping_add(delta);
        }
    }
}
