//! Records of a bank.

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

/// Type of an entry that is a sound; other types are sequences and programs.
const SOUND: u32 = 1;

crate::record! {
    /// Entry of a sound.
    pub struct Entry {
        pub kind: u32 => Hint::Enum(TYPES),
        pub offset: u32 => Hint::Pointer,
        /// 0 for an empty entry.
        pub size: u32 => Hint::Unit("bytes"),
        pub rate: u32 => Hint::Unit("Hz"),
        pub repeats: u32,
        pub bits: u32 => Hint::Enum(BITS),
        /// 1000 × bank number + sample number.
        pub id: u32,
        pub loop_start: u32 => Hint::Unit("frames"),
        /// Exclusive end.
        pub loop_end: u32 => Hint::Unit("frames"),
        pub reserved_24: [u32; 2] => Hint::Hex,
    }
}

impl Entry {
    /// `true` for a sound that has data.
    pub fn is_sound(&self) -> bool {
        self.kind == SOUND && self.size > 0
    }

    /// Sample coding; `None` if unknown.
    pub fn stored(&self) -> Option<Bits> {
        Bits::of(self.bits)
    }

    /// Exclusive end offset of the sound's data.
    pub fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.size)
    }

    /// `true` if the data lie between the table and the end of the file and the coding is known.
    pub fn fits(&self, table: u64, len: u64) -> bool {
        u64::from(self.offset) >= table && self.end() <= len && self.stored().is_some()
    }

    /// Looped part of a sound of `frames` frames; the whole sound if the stored range is invalid.
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

    /// Key by which entries share data.
    fn place(&self) -> (u32, u32, u32) {
        (self.offset, self.size, self.bits)
    }
}

/// A bank.
#[derive(Clone, Debug)]
pub struct Kat {
    pub entries: Vec<Entry>,
    /// Stored count, if it differs from the number of entries.
    pub stale_count: Option<u32>,
    /// Everything after the entries; shares the bytes of the file.
    pub body: Source,
}

impl Kat {
    /// Bytes before the body.
    pub fn table_len(&self) -> u64 {
        (4 + self.entries.len() * Entry::SIZE) as u64
    }

    /// Stored bytes of an entry, without missing ones.
    pub fn data(&self, entry: &Entry) -> Source {
        let none = || Source::from_bytes("data", Vec::new());
        let Some(start) = u64::from(entry.offset).checked_sub(self.table_len()) else {
            return none();
        };
        let len = u64::from(entry.size).min(self.body.len().saturating_sub(start));
        self.body.member("data", start, len).unwrap_or_else(none)
    }

    /// Distinct sounds, each as the list of entries that share it.
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

    /// Recording of each entry in the bank's scene.
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

    /// Reports inconsistent values.
    pub(super) fn check(&self, report: &mut Report<'_>) {
        let (table, len) = (self.table_len(), self.table_len() + self.body.len());
        for (index, entry) in self.entries.iter().enumerate() {
            let at = |field: &str| format!("entries[{index}].{field}");
            if entry.kind != SOUND {
                report.note(at("kind"), format!("type {} is not a sound", entry.kind));
                continue;
            }
            if !entry.is_sound() {
                continue;
            }
            if u64::from(entry.offset) < table || entry.end() > len {
                let message = format!(
                    "{} bytes at {:#x} are not within the data, which ends at {len:#x}",
                    entry.size, entry.offset
                );
                report.error(at("offset"), message);
            }
            if !is_rate(entry.rate) {
                report.error(at("rate"), format!("implausible sample rate {} Hz", entry.rate));
            }
            let Some(bits) = entry.stored() else {
                report.error(at("bits"), format!("expected 4, 8 or 16 bits, found {}", entry.bits));
                continue;
            };
            if bits == Bits::Sixteen && entry.size % 2 == 1 {
                report.warning(at("size"), "incomplete last sample");
            }
            self.check_loop(entry, bits, &at("loop_start"), report);
        }
    }

    fn check_loop(&self, entry: &Entry, bits: Bits, path: &str, report: &mut Report<'_>) {
        let (first, end) = (entry.loop_start, entry.loop_end);
        let frames = bits.frames(self.data(entry).len());
        if entry.repeats != 0 && (first, end) != (0, 0) && (first >= end || u64::from(end) > frames)
        {
            let message = format!(
                "invalid loop from {first} to {end} of {frames} frames: the whole sound loops"
            );
            report.warning(path, message);
        }
    }
}

/// Banks are equal if they serialise to the same bytes.
impl PartialEq for Kat {
    fn eq(&self, other: &Self) -> bool {
        (&self.entries, self.stale_count) == (&other.entries, other.stale_count)
            && self.body.bytes() == other.body.bytes()
    }
}
