//! Channel words: letters and bit counts of the channels in a word, from the least significant bit up.

use crate::codec::channels::Channels;

/// Names of words whose channels are whole bytes, in the order of the bytes.
const BYTES: [&str; 6] = ["rgb8", "bgr8", "rgba8", "bgra8", "argb8", "abgr8"];
/// Channels of the PlayStation's 15-bit words.
const PLAYSTATION: [u32; 4] = [0x1F, 0x3E0, 0x7C00, 0];

/// Layout of a word of 8 to 32 bits with channels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Words {
    channels: Channels,
    is_big_endian: bool,
    /// A word of 0 is a hole.
    has_hole: bool,
}

impl Words {
    /// Parses a word such as `r5g5b5s1`, `l8a8be` or `rgba8`.
    ///
    /// # Errors
    /// When it is not a channel word, with the reason.
    pub fn parse(word: &str) -> Result<Self, String> {
        let unknown = || format!("unknown coding `{word}`");
        let short = BYTES.contains(&word).then(|| word.strip_suffix('8')).flatten();
        if let Some(letters) = short {
            return Self::of_channels(letters.chars().map(|letter| (letter, 8)), false)
                .ok_or_else(unknown);
        }
        let (channels, is_big_endian) = match word.strip_suffix("be") {
            Some(channels) => (channels, true),
            None => (word, false),
        };
        let channels = split(channels).ok_or_else(unknown)?;
        let bits: u32 = channels.iter().map(|(_, bits)| bits).sum();
        if !matches!(bits, 8 | 16 | 24 | 32) {
            return Err(format!("expected 8, 16, 24 or 32 bits in `{word}`, found {bits}"));
        }
        Self::of_channels(channels.into_iter(), is_big_endian)
            .ok_or_else(|| format!("a channel of `{word}` is specified twice"))
    }

    /// Layout of channels; `None` if one is specified twice.
    fn of_channels(
        channels: impl Iterator<Item = (char, u32)>,
        is_big_endian: bool,
    ) -> Option<Self> {
        let (mut masks, mut at, mut has_hole) = ([0u32; 4], 0, false);
        for (letter, bits) in channels {
            let mask = u32::try_from(((1u64 << bits) - 1) << at).ok()?;
            at += bits;
            let targets: &[usize] = match letter {
                'r' => &[0],
                'g' => &[1],
                'b' => &[2],
                'a' => &[3],
                'l' => &[0, 1, 2],
                's' => {
                    has_hole = true;
                    &[]
                }
                _ => &[],
            };
            for target in targets {
                let slot = masks.get_mut(*target).filter(|slot| **slot == 0)?;
                *slot = mask;
            }
        }
        let channels = Channels { size: at as usize / 8, masks };
        Some(Self { channels, is_big_endian, has_hole })
    }

    /// Bytes of a word.
    pub fn size(&self) -> usize {
        self.channels.size
    }

    /// `true` if words store an alpha, or one of them is a hole.
    pub fn has_alpha(&self) -> bool {
        let [.., alpha] = self.channels.masks;
        alpha != 0 || self.has_hole
    }

    /// `true` for the PlayStation's words, which scenes store without conversion.
    pub fn is_playstation(&self) -> bool {
        self.has_hole && self.channels == Channels { size: 2, masks: PLAYSTATION }
    }

    /// R, G, B and A of all whole words.
    pub fn decode(&self, data: &[u8]) -> Vec<[u8; 4]> {
        let mut colours = match self.is_big_endian {
            true => self.channels.decode(&self.little_endian(data)),
            false => self.channels.decode(data),
        };
        if self.has_hole {
            let words = data.chunks_exact(self.size());
            let holes = words.zip(&mut colours).filter(|(word, _)| word.iter().all(|b| *b == 0));
            holes.for_each(|(_, colour)| *colour = [0; 4]);
        }
        colours
    }

    /// All whole words of 16 bits.
    pub fn words16(&self, data: &[u8]) -> Vec<u16> {
        let (pairs, _) = data.as_chunks();
        let word = if self.is_big_endian { u16::from_be_bytes } else { u16::from_le_bytes };
        pairs.iter().map(|pair| word(*pair)).collect()
    }

    fn little_endian(&self, data: &[u8]) -> Vec<u8> {
        data.chunks_exact(self.size()).flat_map(|word| word.iter().rev().copied()).collect()
    }
}

/// Letters with their bit counts; `None` if the text is not made of them.
fn split(mut text: &str) -> Option<Vec<(char, u32)>> {
    let mut channels = Vec::new();
    while let Some(letter) = text.chars().next() {
        let rest = text.strip_prefix(|c| "rgbalsx".contains(c))?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (count, after) = rest.split_at_checked(end)?;
        channels.push((letter, count.parse().ok().filter(|bits| (1..=32).contains(bits))?));
        text = after;
    }
    (!channels.is_empty() && channels.len() <= 32).then_some(channels)
}
