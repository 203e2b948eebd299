//! The records of a bank.

use std::collections::BTreeMap;

use super::data::Bits;
use crate::bytes::{Hint, Shaped, Source, Symbol};
use crate::formats::Report;
use crate::formats::ps1::spu::is_rate;
use crate::scene::{Id, LoopPart, RecordingId};

const TYPES: &[Symbol] = &[Symbol { value: SOUND, name: "sound" }];
const BITS: &[Symbol] = &[
    Symbol { value: 4, name: "AICA ADPCM" },
    Symbol { value: 8, name: "signed PCM" },
    Symbol { value: 16, name: "PCM" },
];

/// Type of an entry that is a sound; others are sequences and programs.
const SOUND: u32 = 1;

crate::record! {
    /// A sound.
    pub struct Entry {
        pub kind: u32 => Hint::Enum(TYPES),
        pub offset: u32 => Hint::Pointer,
        /// 0 for an empty entry.
        pub size: u32 => Hint::Unit("bytes"),
        pub rate: u32 => Hint::Unit("Hz"),
        pub repeats: u32,
        pub bits: u32 => Hint::Enum(BITS),
        /// 1000 times the bank's number and that of the sample.
        pub id: u32,
        pub loop_start: u32 => Hint::Unit("frames"),
        /// One past the last.
        pub loop_end: u32 => Hint::Unit("frames"),
        pub reserved_24: [u32; 2] => Hint::Hex,
    }
}

impl Entry {
    /// Whether it is one with bytes.
    pub fn is_sound(&self) -> bool {
        self.kind == SOUND && self.size > 0
    }

    /// How its samples are stored.
    pub fn stored(&self) -> Option<Bits> {
        Bits::of(self.bits)
    }

    /// One past its last byte.
    pub fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.size)
    }

    /// Whether its bytes are between the table and the end of the file, in a coding there is.
    pub fn fits(&self, table: u64, len: u64) -> bool {
        u64::from(self.offset) >= table && self.end() <= len && self.stored().is_some()
    }

    /// The frames that are repeated, of so many; all where its numbers make no sense.
    pub fn loop_part(&self, frames: u64) -> Option<LoopPart> {
        let last = frames.checked_sub(1).filter(|_| self.repeats != 0)?;
        let (first, end) = (u64::from(self.loop_start), u64::from(self.loop_end));
        let makes_sense = first < end && end <= frames;
        Some(if makes_sense {
            LoopPart { first, last: end - 1 }
        } else {
            LoopPart { first: 0, last }
        })
    }

    /// What several entries may share.
    fn place(&self) -> (u32, u32, u32) {
        (self.offset, self.size, self.bits)
    }
}

/// A bank.
#[derive(Clone, Debug)]
pub struct Kat {
    pub entries: Vec<Entry>,
    /// A stored count that is not that of the entries.
    pub stale_count: Option<u32>,
    /// Everything behind the entries, shared with the file.
    pub body: Source,
}

impl Kat {
    /// Bytes before the body.
    pub fn table_len(&self) -> u64 {
        (4 + self.entries.len() * Entry::SIZE) as u64
    }

    /// The stored bytes of an entry, as far as they are there.
    pub fn data(&self, entry: &Entry) -> Source {
        let none = || Source::from_bytes("data", Vec::new());
        let Some(start) = u64::from(entry.offset).checked_sub(self.table_len()) else {
            return none();
        };
        let len = u64::from(entry.size).min(self.body.len().saturating_sub(start));
        self.body.member("data", start, len).unwrap_or_else(none)
    }

    /// The entries with sounds of their own, each with all that share it.
    pub fn distinct(&self) -> Vec<Vec<usize>> {
        let mut found = BTreeMap::new();
        let mut all: Vec<Vec<usize>> = Vec::new();
        let sounds = self.entries.iter().enumerate().filter(|(_, entry)| entry.is_sound());
        for (index, entry) in sounds {
            let at = *found.entry(entry.place()).or_insert_with(|| {
                all.push(Vec::new());
                all.len() - 1
            });
            if let Some(shared) = all.get_mut(at) {
                shared.push(index);
            }
        }
        all
    }

    /// The recording of each entry in its scene.
    pub fn recordings(&self) -> Vec<Option<RecordingId>> {
        let mut of = vec![None; self.entries.len()];
        for (sound, entries) in self.distinct().into_iter().enumerate() {
            for entry in entries {
                if let Some(of) = of.get_mut(entry) {
                    *of = Some(Id::at(sound));
                }
            }
        }
        of
    }

    /// Tells what is odd about it.
    pub(super) fn check(&self, report: &mut Report<'_>) {
        let (table, len) = (self.table_len(), self.table_len() + self.body.len());
        for (index, entry) in self.entries.iter().enumerate() {
            let at = |field: &str| format!("entries[{index}].{field}");
            if entry.kind != SOUND {
                report.note(at("kind"), format!("type {} is no sound", entry.kind));
                continue;
            }
            if !entry.is_sound() {
                continue;
            }
            if u64::from(entry.offset) < table || entry.end() > len {
                let message = format!(
                    "its {} bytes from {:#x} on are not behind the entries, up to {len:#x}",
                    entry.size, entry.offset
                );
                report.error(at("offset"), message);
            }
            if !is_rate(entry.rate) {
                report.error(at("rate"), format!("{} Hz is no rate of a sound", entry.rate));
            }
            let Some(bits) = entry.stored() else {
                report.error(at("bits"), format!("{} bits: not 4, 8 or 16", entry.bits));
                continue;
            };
            if bits == Bits::Sixteen && entry.size % 2 == 1 {
                report.warning(at("size"), "the last sample is not whole");
            }
            self.check_loop(entry, bits, &at("loop_start"), report);
        }
    }

    fn check_loop(&self, entry: &Entry, bits: Bits, path: &str, report: &mut Report<'_>) {
        let (first, end) = (entry.loop_start, entry.loop_end);
        let frames = bits.frames(self.data(entry).len());
        if entry.repeats != 0 && (first, end) != (0, 0) && (first >= end || u64::from(end) > frames)
        {
            let message =
                format!("a loop from {first} to {end} of {frames} frames: all is repeated");
            report.warning(path, message);
        }
    }
}

/// Two banks are the same when they are written alike.
impl PartialEq for Kat {
    fn eq(&self, other: &Self) -> bool {
        (&self.entries, self.stale_count) == (&other.entries, other.stale_count)
            && self.body.bytes() == other.body.bytes()
    }
}
