//! Differences between pictures of one texture under two palettes.

use crate::scene::{Texels, Texture};

/// Word of a transparent colour.
const HOLE: u16 = 0;

/// Number of texels for each palette entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TexelCounts(Vec<u64>);

/// An entry for which two palettes have different words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryDifference {
    /// Index of the entry.
    pub entry: usize,
    /// The loaded words; `None` beyond the end of a palette.
    pub words: [Option<u16>; 2],
    /// Texels that use the entry.
    pub texels: u64,
}

impl TexelCounts {
    /// Counts the texels of a texture; `None` if they are not indices. Decodes the texture.
    pub fn of(texture: &Texture) -> Option<Self> {
        let Texels::Indices(indices) = texture.pixels.decode() else { return None };
        let mut counts = vec![0; 256];
        for index in indices {
            if let Some(count) = counts.get_mut(usize::from(index)) {
                *count += 1;
            }
        }
        Some(Self(counts))
    }

    /// Texels that use an entry.
    pub fn of_entry(&self, entry: usize) -> u64 {
        self.0.get(entry).copied().unwrap_or(0)
    }

    /// Number of colours that a palette needs, so that each texel has one.
    pub fn needed(&self) -> usize {
        self.0.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1)
    }

    /// Distance between two pictures of the texture, from 0 (equal) to 255: the root of the mean square of
    /// the differences of R, G and B, over all texels. A transparent texel has the distance 255 from a
    /// visible one, and so has a missing colour from any other. STP bits do not count.
    pub fn distance(&self, one: &[u16], other: &[u16]) -> f32 {
        let (mut sum, mut texels) = (0.0, 0.0);
        for (entry, count) in self.0.iter().enumerate().filter(|(_, count)| **count > 0) {
            let squares = square_distance(one.get(entry).copied(), other.get(entry).copied());
            sum += squares * *count as f64;
            texels += *count as f64;
        }
        if texels > 0.0 { (sum / texels).sqrt() as f32 } else { 0.0 }
    }

    /// Entries with different words, in order.
    pub fn differences(&self, one: &[u16], other: &[u16]) -> Vec<EntryDifference> {
        let word = |words: &[u16], entry: usize| words.get(entry).copied();
        let entry = |entry| EntryDifference {
            entry,
            words: [word(one, entry), word(other, entry)],
            texels: self.of_entry(entry),
        };
        let all = (0..one.len().max(other.len())).map(entry);
        all.filter(|difference| difference.words[0] != difference.words[1]).collect()
    }
}

/// Mean square of the differences of R, G and B, each from 0 to 255.
fn square_distance(one: Option<u16>, other: Option<u16>) -> f64 {
    const FARTHEST: f64 = 255.0 * 255.0;
    match (one, other) {
        (None, None) | (Some(HOLE), Some(HOLE)) => 0.0,
        (None | Some(HOLE), _) | (_, None | Some(HOLE)) => FARTHEST,
        (Some(one), Some(other)) => {
            let channel = |word: u16, shift: u16| f64::from(word >> shift & 31) * 255.0 / 31.0;
            let squares = [0, 5, 10].map(|shift| {
                let difference = channel(one, shift) - channel(other, shift);
                difference * difference
            });
            squares.iter().sum::<f64>() / 3.0
        }
    }
}
