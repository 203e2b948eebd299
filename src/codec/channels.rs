//! Texels of 8 to 32 bits with channels given by masks, as in DirectDraw surfaces.

/// Texel layout by channel masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channels {
    /// Size of a texel in bytes, 1 to 4.
    pub size: usize,
    /// Masks of red, green, blue and alpha; 0 for channels that are not stored.
    pub masks: [u32; 4],
}

impl Channels {
    /// Luminance, used as red, green and blue, and alpha.
    pub fn grey(size: usize, light: u32, alpha: u32) -> Self {
        Self { size, masks: [light, light, light, alpha] }
    }

    /// Decodes all whole texels of `data` to RGBA. Without alpha they are opaque.
    pub fn decode(&self, data: &[u8]) -> Vec<[u8; 4]> {
        data.chunks_exact(self.size.max(1)).map(|texel| self.expand(word(texel))).collect()
    }

    /// Encodes texels. Texels in `was` that already match are preserved.
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

/// Shift of a mask; 0 for an empty one.
fn shift(mask: u32) -> u32 {
    mask.trailing_zeros() & 31
}

/// Maximum value of a channel.
fn most(mask: u32) -> u32 {
    mask >> shift(mask)
}

/// Extracts a channel and scales it to 8 bits; 0 if it is not stored.
fn channel(word: u32, mask: u32) -> u8 {
    let most = u64::from(most(mask));
    let value = u64::from((word & mask) >> shift(mask));
    let scaled = (value * 255 + most / 2).checked_div(most).unwrap_or(0);
    u8::try_from(scaled).unwrap_or(u8::MAX)
}
