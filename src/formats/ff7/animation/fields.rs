//! The frames of a stream as fields: each number with its bits, its code, its value, and the running sum.

use std::sync::{Arc, OnceLock};

use super::clip::Decoded;
use super::{Animation, Code};
use crate::bytes::{Cursor, Element, Result, TreeRecorder};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Names the fields of one frame on demand.
pub(super) struct FrameFields {
    key: u8,
    bones: usize,
    codes: Arc<[Code]>,
    /// First bit of each frame, relative to the start of the stream.
    bits: Arc<[u32]>,
    /// Offset of the stream in its source.
    stream: u64,
    /// Unused bits of the last byte, after the last frame.
    unused: u32,
    decoded: OnceLock<Decoded>,
}

impl FrameFields {
    pub fn new(animation: &Animation, stream: u64) -> Self {
        let key = animation.key();
        let mut bits = Vec::with_capacity(animation.frames());
        let mut at = 0u32;
        for frame in animation.codes.chunks(animation.numbers()) {
            bits.push(at);
            at += frame.iter().map(|code| code.len(key)).sum::<u32>();
        }
        Self {
            key,
            bones: animation.bones,
            codes: animation.codes.clone(),
            bits: bits.into(),
            stream,
            unused: at.next_multiple_of(8) - at,
            decoded: OnceLock::new(),
        }
    }

    /// First bit of each frame.
    pub fn starts(&self) -> Arc<[u32]> {
        self.bits.clone()
    }

    fn decoded(&self) -> &Decoded {
        self.decoded.get_or_init(|| Decoded::of(&self.codes, self.bones, self.key))
    }
}

enum FramePart {
    Frame(usize),
    Translation,
    Bones,
    Bone(usize),
}

/// A bit position, for naming the fields from there.
struct BitFields<'a, 'b> {
    cur: &'a mut Cursor<'b, TreeRecorder>,
    stream: u64,
    bit: u32,
}

impl BitFields<'_, '_> {
    fn byte(&self) -> u64 {
        self.stream + u64::from(self.bit / 8)
    }

    /// Adds a field of `bits` bits. Its span is the bytes that the bits touch, which may extend into the
    /// next frame.
    fn part(
        &mut self,
        part: FramePart,
        bits: u32,
        f: impl FnOnce(&mut BitFields<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        let (stream, bit) = (self.stream, self.bit);
        let (start, end) = (self.byte(), stream + u64::from((bit + bits).div_ceil(8)));
        self.bit += bits;
        self.cur.within(start, end, |cur| {
            let inner = |cur: &mut Cursor<'_, TreeRecorder>| {
                f(&mut BitFields { cur, stream, bit })?;
                cur.seek(end)
            };
            match part {
                FramePart::Frame(index) => cur.element(index, "Frame", inner),
                FramePart::Translation => cur.group("translation", "Translation", inner),
                FramePart::Bones => cur.array("bones", inner),
                FramePart::Bone(index) => cur.element(index, "Rotation", inner),
            }
        })
    }

    fn number(&mut self, name: &'static str, code: Code, key: u8, meaning: String) {
        let bits = code.len(key);
        let bit = (self.bit % 8) as u8;
        self.cur.bit_field(name, self.byte(), bit, bits, code.amount(key).into());
        let (first, last) = (self.bit, self.bit + bits - 1);
        self.cur.explain(|| match bits {
            1 => format!("{meaning} (bit {first})"),
            _ => format!("{meaning} (bits {first} to {last})"),
        });
        self.bit += bits;
    }
}

impl Element for FrameFields {
    fn type_name(&self) -> &'static str {
        "Frame"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let numbers = 3 + 3 * self.bones;
        let first = index.saturating_mul(numbers);
        let codes = self.codes.get(first..first + numbers).unwrap_or(&[]);
        let bit = self.bits.get(index).copied().unwrap_or(0);
        let (translation, angles) = codes.split_at(codes.len().min(3));
        let len = |codes: &[Code]| codes.iter().map(|code| code.len(self.key)).sum::<u32>();
        let last = index + 1 == self.bits.len();
        let total = len(codes) + if last { self.unused } else { 0 };
        BitFields { cur, stream: self.stream, bit }.part(FramePart::Frame(index), total, |pen| {
            pen.cur.describe(|| format!("bits {bit} to {}", bit + len(codes) - 1));
            pen.part(FramePart::Translation, len(translation), |pen| {
                self.translation(pen, index, translation);
                Ok(())
            })?;
            pen.part(FramePart::Bones, len(angles), |pen| {
                angles.chunks(3).enumerate().try_for_each(|(bone, angles)| {
                    pen.part(FramePart::Bone(bone), len(angles), |pen| {
                        self.rotation(pen, index, bone, angles);
                        Ok(())
                    })
                })
            })?;
            if last && self.unused > 0 {
                let (byte, bit) = (pen.byte(), (pen.bit % 8) as u8);
                let stored = pen.cur.slice(byte, byte + 1).first().copied().unwrap_or(0);
                let value = i64::from(u32::from(stored) & ((1u32 << self.unused) - 1));
                pen.cur.bit_field("unused", byte, bit, self.unused, value);
            }
            Ok(())
        })
    }
}

impl FrameFields {
    fn translation(&self, pen: &mut BitFields<'_, '_>, frame: usize, codes: &[Code]) {
        let sums = self.decoded().translation(frame);
        for ((axis, code), sum) in AXES.into_iter().zip(codes).zip(sums) {
            let meaning = match code {
                Code::Translation(_) => code.kind(),
                _ => format!("{}: {:+} → {sum}", code.kind(), code.amount(self.key)),
            };
            pen.number(axis, *code, self.key, meaning);
        }
    }

    fn rotation(&self, pen: &mut BitFields<'_, '_>, frame: usize, bone: usize, codes: &[Code]) {
        let sums = self.decoded().angles(frame, bone);
        for ((axis, code), sum) in AXES.into_iter().zip(codes).zip(sums) {
            let degrees = f64::from(sum) * 360.0 / 4096.0;
            let meaning = match code {
                Code::Angle(_) => format!("{}: {degrees:.2}°", code.kind()),
                _ => {
                    let by = code.amount(self.key);
                    format!("{}: {by:+} → {sum} = {degrees:.2}°", code.kind())
                }
            };
            pen.number(axis, *code, self.key, meaning);
        }
    }
}
