//! Fields that are not whole bytes.

use std::sync::Arc;

use super::{Cursor, Element};
use crate::bytes::node::{BitCoding, BitOrder, BitPlace, NewNode, NodeKind, Run, Starts};
use crate::bytes::{BitReader, Hint, Recorder, Result, TreeRecorder, Value};

impl<R: Recorder> Cursor<'_, R> {
    /// Reads `count` bits (32 at most) from bit `at` of the source, counted as in [`BitReader`]: in
    /// little-endian 32-bit words, the most significant bit first. The span of the field is that of its
    /// words, and `coding` converts the bits to a number. Does not move the cursor.
    pub fn word_bits(
        &mut self,
        name: &'static str,
        at: u64,
        count: u32,
        coding: BitCoding,
    ) -> Result<u32> {
        let mut bits = BitReader::new(self.source.bytes());
        bits.seek(at);
        let Some(stored) = bits.read(count) else {
            let message = format_args!("the file ends before the end of this field");
            return Err(self.fail_at((at / 8, u64::from(count.div_ceil(8))), name, message));
        };
        if R::ON {
            let start = at / 32 * 4;
            let end = ((at + u64::from(count)).div_ceil(32) * 4).min(self.source_len());
            // Less than 32.
            let place = BitPlace { first: (at % 32) as u8, count, order: BitOrder::Words, coding };
            let value = coding.value(stored, count);
            let kind = NodeKind::Bits { place, value, hint: Hint::Dec };
            let endian = self.endian;
            let node = NewNode { name: name.into(), type_name: "bits".into(), start, endian, kind };
            self.recorder.leaf(node, end);
        }
        Ok(stored)
    }

    /// Records a run of elements that begin at these bits, relative to the word at `start` (a multiple of
    /// 4); the last one ends with the word before `end`. Their fields are named on demand; neighbours may
    /// share a word.
    pub fn bit_run(
        &mut self,
        name: &'static str,
        (start, end): (u64, u64),
        starts: impl Iterator<Item = u32>,
        element: Arc<impl Element + 'static>,
    ) {
        if R::ON {
            let starts: Arc<[u32]> = starts.collect();
            if !starts.is_empty() {
                let (type_name, endian) = (element.type_name().into(), self.endian);
                let run =
                    Run { count: starts.len(), starts: Starts::Bits { starts, unit: 32 }, element };
                let kind = NodeKind::Run(run);
                let node = NewNode { name: name.into(), type_name, start, endian, kind };
                self.recorder.leaf(node, end.min(self.source_len()));
            }
        }
    }
}

impl Cursor<'_, TreeRecorder> {
    /// Records `bits` bits from bit `bit` (0 = most significant of the byte at `offset`), with their
    /// decoded value.
    pub fn bit_field(&mut self, name: &'static str, offset: u64, bit: u8, bits: u32, value: i64) {
        let place =
            BitPlace { first: bit, count: bits, order: BitOrder::High, coding: BitCoding::Plain };
        self.bits_at(name, offset, place, value);
    }

    /// Like [`Cursor::bit_field`], for bits that begin with the least significant one of a byte: the
    /// first one has the number `at`, counted from the byte at `start`.
    pub fn low_bit_field(
        &mut self,
        name: &'static str,
        (start, at): (u64, u64),
        bits: u32,
        value: i64,
    ) {
        // Less than 8.
        let place = BitPlace {
            first: (at % 8) as u8,
            count: bits,
            order: BitOrder::Low,
            coding: BitCoding::Plain,
        };
        self.bits_at(name, start.saturating_add(at / 8), place, value);
    }

    fn bits_at(&mut self, name: &'static str, offset: u64, place: BitPlace, value: i64) {
        let len = (u64::from(place.first) + u64::from(place.count)).div_ceil(8);
        let end = offset.saturating_add(len).min(self.source_len());
        let endian = self.endian;
        let kind = NodeKind::Bits { place, value: Value::Int(value), hint: Hint::Dec };
        let node =
            NewNode { name: name.into(), type_name: "bits".into(), start: offset, endian, kind };
        self.recorder.leaf(node, end);
    }
}
