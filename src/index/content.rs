//! Identity of content: a checksum for display, and a hash that finds duplicates among millions.

use std::convert::Infallible;

use xxhash_rust::xxh3::Xxh3;

use crate::bytes::Source;
use crate::scene::{Palette, Samples, Texels};

/// Checksum and hash of the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// CRC-32, zlib's.
    pub crc: u32,
    /// XXH3, 128 bits.
    pub hash: u128,
}

impl Content {
    /// Content of the bytes of a file.
    pub fn of_source(source: &Source) -> Self {
        let mut hasher = Hasher::default();
        let done = source.each_chunk(|chunk| -> Result<(), Infallible> {
            hasher.take(chunk);
            Ok(())
        });
        let Ok(()) = done;
        hasher.end()
    }

    /// Content of a slice.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut hasher = Hasher::default();
        hasher.take(bytes);
        hasher.end()
    }

    /// Content of a texture: its texels row by row (an index is one byte, a 15-bit word two in
    /// little-endian order, a colour four: R, G, B, A), then the stored words of its palette.
    pub fn of_texture(texels: &Texels, palette: Option<&Palette>) -> Self {
        let mut hasher = Hasher::of_texels(texels);
        if let Some(palette) = palette {
            hasher.words(&palette.stored);
        }
        hasher.end()
    }

    /// Content of the texels of a texture, which recoloured textures share.
    pub fn of_texels(texels: &Texels) -> Self {
        Hasher::of_texels(texels).end()
    }

    /// Content of a palette: its stored words, little-endian.
    pub fn of_words(words: &[u16]) -> Self {
        let mut hasher = Hasher::default();
        hasher.words(words);
        hasher.end()
    }

    /// Content of a sound: its samples as in a WAV file.
    pub fn of_samples(samples: &Samples) -> Self {
        let mut hasher = Hasher::default();
        match samples {
            Samples::U8(samples) => hasher.take(samples),
            Samples::I16(samples) => {
                samples.chunks(PIECE).for_each(|some| {
                    let bytes: Vec<u8> = some.iter().flat_map(|s| s.to_le_bytes()).collect();
                    hasher.take(&bytes);
                });
            }
        }
        hasher.end()
    }
}

/// Numbers that are converted to bytes at a time.
const PIECE: usize = 1 << 14;

#[derive(Default)]
struct Hasher {
    crc: crc32fast::Hasher,
    hash: Xxh3,
}

impl Hasher {
    fn of_texels(texels: &Texels) -> Self {
        let mut hasher = Self::default();
        match texels {
            Texels::Indices(indices) => hasher.take(indices),
            Texels::Words(words) => hasher.words(words),
            Texels::Rgba(colours) => hasher.take(colours.as_flattened()),
        }
        hasher
    }

    fn take(&mut self, bytes: &[u8]) {
        self.crc.update(bytes);
        self.hash.update(bytes);
    }

    fn words(&mut self, words: &[u16]) {
        for some in words.chunks(PIECE) {
            let bytes: Vec<u8> = some.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.take(&bytes);
        }
    }

    fn end(self) -> Content {
        Content { crc: self.crc.finalize(), hash: self.hash.digest128() }
    }
}
