//! Decoded samples.

use std::ops::Range;

/// Decoded samples, interleaved (left first).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Samples {
    /// Silence is 128.
    U8(Vec<u8>),
    /// Silence is 0.
    I16(Vec<i16>),
}

impl Samples {
    /// Number of samples of all channels.
    pub fn len(&self) -> usize {
        match self {
            Samples::U8(samples) => samples.len(),
            Samples::I16(samples) => samples.len(),
        }
    }

    /// `true` if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Creates an empty list of 8-bit or 16-bit samples.
    pub fn none(bits: u16) -> Self {
        if bits == 8 { Samples::U8(Vec::new()) } else { Samples::I16(Vec::new()) }
    }

    /// Size of the samples in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Samples::U8(samples) => samples.len(),
            Samples::I16(samples) => samples.len().saturating_mul(2),
        }
    }

    /// Samples of a range, limited to the existing ones.
    pub fn within(mut self, range: Range<usize>) -> Self {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        match &mut self {
            Samples::U8(samples) => {
                samples.truncate(end);
                samples.drain(..start);
            }
            Samples::I16(samples) => {
                samples.truncate(end);
                samples.drain(..start);
            }
        }
        self
    }

    /// Appends samples with the same number of bits.
    pub fn append(&mut self, more: Self) {
        match (self, more) {
            (Samples::U8(all), Samples::U8(more)) => all.extend(more),
            (Samples::I16(all), Samples::I16(more)) => all.extend(more),
            (all, more) => {
                let mut both = all.to_i16();
                both.extend(more.to_i16());
                *all = Samples::I16(both);
            }
        }
    }

    /// Converts to 16 bits.
    pub fn to_i16(&self) -> Vec<i16> {
        match self {
            Samples::U8(all) => all.iter().map(|sample| (i16::from(*sample) - 128) << 8).collect(),
            Samples::I16(all) => all.clone(),
        }
    }
}
