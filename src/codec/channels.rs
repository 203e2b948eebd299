//! Texels of 8 to 32 bits whose channels are told by masks, as DirectDraw surfaces store them.

/// Which bits of a texel are which channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channels {
    /// Bytes of a texel, 1 to 4.
    pub size: usize,
    /// Bits of red, green, blue and alpha; 0 for what is not stored.
    pub masks: [u32; 4],
}

impl Channels {
    /// One channel of light for red, green and blue, and alpha.
    pub fn grey(size: usize, light: u32, alpha: u32) -> Self {
        Self { size, masks: [light, light, light, alpha] }
    }

    /// R, G, B, A of each whole texel of `data`. Without alpha they are opaque.
    pub fn decode(&self, data: &[u8]) -> Vec<[u8; 4]> {
        data.chunks_exact(self.size.max(1)).map(|texel| self.expand(word(texel))).collect()
    }

    /// The bytes of texels. Those that show what is in `was` stay as they are there.
    pub fn encode(&self, texels: &[[u8; 4]], was: &[u8]) -> Vec<u8> {
        let size = self.size.clamp(1, 4);
        let mut out = Vec::with_capacity(texels.len().saturating_mul(size));
        let mut old = was.chunks_exact(size);
        for texel in texels {
            let stored = old.next().filter(|stored| self.expand(word(stored)) == *texel);
            let bytes = self.pack(*texel).to_le_bytes();
            out.extend(stored.unwrap_or(bytes.get(..size).unwrap_or(&bytes)));
        }
        out
    }

    fn expand(&self, word: u32) -> [u8; 4] {
        let [r, g, b, a] = self.masks;
        let alpha = if a == 0 { u8::MAX } else { channel(word, a) };
        [channel(word, r), channel(word, g), channel(word, b), alpha]
    }

    fn pack(&self, texel: [u8; 4]) -> u32 {
        self.masks.iter().zip(texel).fold(0, |word, (mask, value)| {
            let most = u64::from(most(*mask));
            let scaled = (u64::from(value) * most + 127) / 255;
            word | (u32::try_from(scaled).unwrap_or(0) << shift(*mask)) & mask
        })
    }
}

fn word(texel: &[u8]) -> u32 {
    texel.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Bits below a mask; 0 for an empty one.
fn shift(mask: u32) -> u32 {
    mask.trailing_zeros() & 31
}

/// The largest value of a channel.
fn most(mask: u32) -> u32 {
    mask >> shift(mask)
}

/// A channel in 8 bits; 0 where it is not stored.
fn channel(word: u32, mask: u32) -> u8 {
    let most = u64::from(most(mask));
    let value = u64::from((word & mask) >> shift(mask));
    let scaled = (value * 255 + most / 2).checked_div(most).unwrap_or(0);
    u8::try_from(scaled).unwrap_or(u8::MAX)
}
