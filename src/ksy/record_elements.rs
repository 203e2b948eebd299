//! Elements of arrays that stay bytes until they are used.

use super::cut::{bits_at, integer};
use super::description::EnumId;
use super::failure::{ErrorKind, Failure};
use super::reader::Reader;
use super::slots::{Owner, Slot};
use super::stream::Stream;
use super::value::{BYTES_PER_STEP, Blob, ObjectId, RecordKind, Records, Span, Value};

impl Reader {
    /// An element, which is read at its first use.
    pub(super) fn record(&mut self, records: &Records, index: usize) -> Result<Value, Failure> {
        let RecordKind::Class(_) = records.kind else { return self.part_of(records, index) };
        let key = (records.object, records.slot, index);
        if let Some(known) = self.record_objects.get(&key) {
            return Ok(Value::Object(*known));
        }
        let array = self.slot(records.object, records.slot).and_then(Slot::array);
        if let Some(known) = array.and_then(|array| array.values.get(index)) {
            return Ok(known.clone());
        }
        let id = self.reread_record(records, index)?;
        self.record_objects.insert(key, id);
        self.record_keys.push(key);
        Ok(Value::Object(id))
    }

    /// An element that is not stored, unless it was used before.
    pub(super) fn record_once(
        &mut self,
        records: &Records,
        index: usize,
    ) -> Result<Value, Failure> {
        let RecordKind::Class(_) = records.kind else { return self.part_of(records, index) };
        match self.record_objects.get(&(records.object, records.slot, index)) {
            Some(known) => Ok(Value::Object(*known)),
            None => self.reread_record(records, index).map(Value::Object),
        }
    }

    /// An element that is not stored, unless it was used before. Its fields may be read when they are used.
    pub(super) fn record_late(
        &mut self,
        records: &Records,
        index: usize,
        is_late: bool,
    ) -> Result<Value, Failure> {
        let is_known = self.record_objects.contains_key(&(records.object, records.slot, index));
        match is_late && !is_known {
            true => self.late_record(records, index).map(Value::Object),
            false => self.record_once(records, index),
        }
    }

    /// The bytes of an element that is complete.
    pub(super) fn record_bytes(&self, records: &Records, index: usize) -> Option<&[u8]> {
        let Span { buffer, start, len, .. } = self.record_span(records, index);
        let data = &self.buffers.get(buffer)?.data;
        let is_whole = len == records.size && records.offsets.is_none();
        data.get(start..start.checked_add(len)?).filter(|_| is_whole)
    }

    /// Reads an element that was checked before.
    fn reread_record(&mut self, records: &Records, index: usize) -> Result<ObjectId, Failure> {
        let has_checks = std::mem::replace(&mut self.has_checks, false);
        let read = self.read_record(records, index);
        self.has_checks = has_checks;
        read
    }

    /// Reads an element, and checks it.
    pub(super) fn checked_record(
        &mut self,
        records: &Records,
        index: usize,
    ) -> Result<Value, Failure> {
        let RecordKind::Class(_) = records.kind else { return self.part_of(records, index) };
        self.read_record(records, index).map(Value::Object)
    }

    /// Reads an element that is an object.
    fn read_record(&mut self, records: &Records, index: usize) -> Result<ObjectId, Failure> {
        let RecordKind::Class(class) = records.kind else {
            return Err(Failure::new(ErrorKind::Type, "expected an object, found a number"));
        };
        let before = *self.stream(records.stream)?;
        let at = self.record_span(records, index).start.saturating_sub(before.start);
        self.stream(records.stream)?.seek(at);
        let owner = Owner { object: records.object, slot: records.slot, index: Some(index) };
        let creator = Some(records.object);
        let made = self.object(class, Vec::new(), records.stream, Some(owner), creator, None);
        *self.stream(records.stream)? = before;
        made.map_err(|(_, failure)| failure)
    }

    /// Bytes of an element.
    pub(super) fn record_span(&self, records: &Records, index: usize) -> Span {
        let stream = self.streams.get(records.stream);
        let (buffer, start) = stream.map_or((0, 0), |stream| (stream.buffer, stream.start));
        let start = start.saturating_add(records.start);
        if let RecordKind::Bits { count, first, .. } = records.kind {
            let count = usize::from(count);
            let at = index.saturating_mul(count).saturating_add(first.into());
            let (start, len) = (start.saturating_add(at / 8), (at % 8 + count).div_ceil(8));
            return Span { buffer, start, len, bit: u8::try_from(at % 8).ok() };
        }
        if let Some(table) = records.offsets {
            let ends = self.offsets.get(table as usize);
            let end = |at| ends.and_then(|ends| ends.get(at)).map_or(0, |end: &u32| *end as usize);
            let first = index.checked_sub(1).map_or(0, end);
            let (start, len) = (start.saturating_add(first), end(index).saturating_sub(first));
            return Span { buffer, start, len, bit: None };
        }
        let start = start.saturating_add(index.saturating_mul(records.size));
        let len = match records.partial {
            Some(len) if index + 1 == records.count => len,
            _ => records.size,
        };
        Span { buffer, start, len, bit: None }
    }
    /// An element that is not an object; examining texts takes steps.
    fn part_of(&mut self, records: &Records, index: usize) -> Result<Value, Failure> {
        if matches!(records.kind, RecordKind::Bytes | RecordKind::Text) {
            self.step(records.size as u64 / BYTES_PER_STEP)?;
        }
        Ok(self.plain(records, index))
    }

    /// An element that is not an object.
    fn plain(&self, records: &Records, index: usize) -> Value {
        let Span { buffer, start, bit, .. } = self.record_span(records, index);
        let number = |enumeration: Option<EnumId>, value| {
            enumeration.map_or(Value::Int(value), |id| Value::Enum(id, value))
        };
        match records.kind {
            RecordKind::Int { signed, little, enumeration } => {
                number(enumeration, self.int_at((buffer, start), records.size, signed, little))
            }
            RecordKind::Float { little } => {
                Value::Float(self.float_at((buffer, start), records.size, little))
            }
            RecordKind::Bits { count, little, enumeration, .. } => {
                let data = self.data(buffer);
                let mut stream = Stream::new(buffer, start, data.len().saturating_sub(start));
                let skipped = stream.skip_bits(&data, bit.unwrap_or(0).into(), little);
                let value = skipped.and_then(|()| stream.bits(&data, count, little)).unwrap_or(0);
                match (count, enumeration) {
                    (1, None) => Value::Bool(value == 1),
                    _ => number(enumeration, value.into()),
                }
            }
            RecordKind::Bytes => {
                let (cut, _) = self.stored_part(records, index);
                Value::Bytes(Blob::new(cut.data, cut.start, cut.len))
            }
            RecordKind::Text => {
                let (cut, encoding) = self.stored_part(records, index);
                let text = encoding.map(|encoding| encoding.decode(cut.bytes()).0);
                Value::Text(text.unwrap_or_default().into())
            }
            RecordKind::Class(_) => Value::Absent,
        }
    }

    /// The smallest or largest element of an array of integers.
    pub(super) fn extreme_of(
        &mut self,
        records: &Records,
        is_min: bool,
    ) -> Result<Option<i128>, Failure> {
        let RecordKind::Int { enumeration: None, .. } = records.kind else { return Ok(None) };
        let (span, count, kind) = (self.record_span(records, 0), records.count, records.kind);
        if let Some(known) = self.extremes.get(span, count, kind, is_min) {
            return Ok(Some(known));
        }
        self.step(count as u64)?;
        let found = self.compared(records, is_min);
        if let Some(found) = found {
            self.extremes.insert(span, count, kind, is_min, found);
        }
        Ok(found)
    }

    fn compared(&self, records: &Records, is_min: bool) -> Option<i128> {
        let RecordKind::Int { signed, little, .. } = records.kind else { return None };
        let Span { buffer, start, .. } = self.record_span(records, 0);
        let len = records.count.checked_mul(records.size)?;
        let data = self.buffers.get(buffer)?.data.get(start..start.checked_add(len)?)?;
        let value = |bytes: &[u8]| {
            let bits = bits_at(bytes, 0, records.size, little).unwrap_or_default();
            integer(bits, records.size, signed)
        };
        let values = data.chunks_exact(records.size.max(1)).map(value);
        if is_min { values.min() } else { values.max() }
    }
}
