//! Arrays of numbers, texts and objects of fixed size, which stay bytes until an element is used.

use std::sync::Arc;

use super::cut::{Cut, bits_at, integer, trimmed};
use super::description::*;
use super::encoding::Encoding;
use super::expr::Kind;
use super::failure::{ErrorKind, Failure};
use super::reader::Reader;
use super::slots::{Owner, Slot, State};
use super::stream::Stream;
use super::value::{
    Array, BYTES_PER_STEP, Blob, ELEMENT_SIZE, Env, ObjectId, RecordKind, Records, Span, StreamId,
    Value,
};

/// Number of objects and of evaluated instances, and memory of values.
pub(super) struct Mark {
    objects: usize,
    evaluated: u64,
    stored: usize,
    problems: u64,
    offsets: usize,
}

impl Reader {
    /// The array of an attribute, and `true` if it is complete; `None` unless its elements are
    /// numbers, texts or objects of fixed size, which can be read later. Their values are checked
    /// once. The array has at most as many elements as the stream holds; the stream is moved past
    /// it.
    pub(super) fn records(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        stream: StreamId,
        times: Option<usize>,
    ) -> Result<Option<(Records, bool)>, Failure> {
        let is_checked = parse.valid.is_some() || matches!(parse.repeat, Repeat::Until(_));
        let is_complete = |reader: &Self, count| match times {
            Some(times) => times == count,
            None => reader.streams.get(stream).is_none_or(Stream::is_at_end),
        };
        if let Type::Bits { count, little } = parse.kind {
            if is_checked {
                return Ok(None);
            }
            let found = self.bit_records(owner, attribute, (count, little), stream, times)?;
            return Ok(Some((found, is_complete(self, found.count))));
        }
        let Some((kind, size)) = self.record_kind(owner, attribute, parse) else { return Ok(None) };
        let stream_now = self.stream(stream)?;
        stream_now.align();
        let there = stream_now.left() / size;
        let count = times.map_or(there, |times| times.min(there));
        let start = stream_now.take(count.saturating_mul(size))?;
        let start = start - stream_now.start;
        let (object, slot) = (owner.object, owner.slot);
        let (partial, offsets) = (None, None);
        let records = Records { object, slot, kind, stream, start, size, count, partial, offsets };
        if let (RecordKind::Text, Type::Text { encoding, .. }) = (kind, &parse.kind) {
            self.check_texts(&records, encoding)?;
        }
        let is_checked = is_checked || self.is_checked(kind);
        let (records, is_ended) = match is_checked {
            true => self.scanned(attribute, parse, records)?,
            false => (records, false),
        };
        let is_until = matches!(parse.repeat, Repeat::Until(_));
        let is_complete = if is_until { is_ended } else { is_complete(self, records.count) };
        Ok(Some((records, is_complete)))
    }

    /// The array of bits, at most as many as the stream has left.
    fn bit_records(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        (bits, little): (u8, Option<bool>),
        stream: StreamId,
        times: Option<usize>,
    ) -> Result<Records, Failure> {
        let class = self.class_of(owner.object).and_then(|id| self.description.classes.get(id));
        let little = little.unwrap_or(class.is_some_and(|class| class.bits_little));
        let enumeration = attribute.enumeration.as_ref().and_then(|name| name.id);
        let data = self.data(self.streams.get(stream).map_or(0, |stream| stream.buffer));
        let found = self.stream(stream)?;
        let (start, first) = (found.offset(true) - found.start, found.started());
        let there = found.bits_left() / usize::from(bits.max(1));
        let count = times.map_or(there, |times| times.min(there));
        if count > 0 {
            found.skip_bits(&data, count.saturating_mul(usize::from(bits)), little)?;
        }
        let kind = RecordKind::Bits { count: bits, little, enumeration, first };
        let (object, slot, partial, offsets) = (owner.object, owner.slot, None, None);
        Ok(Records { object, slot, kind, stream, start, size: 0, count, partial, offsets })
    }

    /// Reports texts that are not in their encoding.
    fn check_texts(&mut self, records: &Records, encoding: &str) -> Result<(), Failure> {
        for index in 0..records.count {
            self.step(1)?;
            let owner = Owner { object: records.object, slot: records.slot, index: Some(index) };
            self.at = Some((owner, self.record_span(records, index)));
            let (cut, _) = self.stored_part(records, index);
            self.text(owner, encoding, &cut)?;
        }
        Ok(())
    }

    /// The trimmed bytes of an element that is a text or bytes, and the encoding of texts.
    fn stored_part(&self, records: &Records, index: usize) -> (Cut, Option<Encoding>) {
        let Span { buffer, start, len, .. } = self.record_span(records, index);
        let data = self.data(buffer);
        let class = self.class_of(records.object).and_then(|id| self.description.classes.get(id));
        let body = class.and_then(|class| class.in_slot(records.slot)).map(|found| &found.body);
        let Some(Body::Parse(parse)) = body else {
            return (Cut { data, buffer: Some(buffer), start, len }, None);
        };
        let whole = data.get(start..start.saturating_add(len)).unwrap_or_default();
        let len = trimmed(whole, parse);
        let encoding = match &parse.kind {
            Type::Text { encoding, .. } => Encoding::of(encoding),
            _ => None,
        };
        (Cut { data, buffer: Some(buffer), start, len }, encoding)
    }

    /// Adds the incomplete last element, which is an object, to an array.
    pub(super) fn with_partial(&mut self, records: Records, id: ObjectId) -> Records {
        let key = (records.object, records.slot, records.count);
        self.record_objects.insert(key, id);
        let len = self.objects.get(id).map_or(0, |object| object.span().len);
        Records { count: records.count + 1, partial: Some(len), ..records }
    }

    /// Kind and size in bytes of elements that can be read later.
    fn record_kind(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
    ) -> Option<(RecordKind, usize)> {
        let enumeration = attribute.enumeration.as_ref().and_then(|name| name.id);
        match &parse.kind {
            Type::Int { size, signed, little } => {
                let little = *size == 1 || self.order(owner, *little).ok()?;
                let kind = RecordKind::Int { signed: *signed, little, enumeration };
                Some((kind, usize::from(*size)))
            }
            Type::Float { size, little } => {
                let little = self.order(owner, *little).ok()?;
                Some((RecordKind::Float { little }, usize::from(*size)))
            }
            Type::Class(found) => {
                let is_open = parse.is_sized() || !found.arguments.is_empty();
                let class =
                    found.class.filter(|_| !is_open && matches!(parse.parent, Parent::This))?;
                let size = self.plain_size(class)?;
                let is_checked = parse.valid.is_some() || matches!(parse.repeat, Repeat::Until(_));
                if size.has_instances && is_checked {
                    return None;
                }
                Some((RecordKind::Class(class), size.bytes))
            }
            Type::Bytes if is_plain_part(parse) => {
                Some((RecordKind::Bytes, self.size_of_part(owner, parse)?))
            }
            Type::Text { encoding, .. } if is_plain_part(parse) => {
                Encoding::of(encoding)?;
                Some((RecordKind::Text, self.size_of_part(owner, parse)?))
            }
            _ => None,
        }
    }

    /// Size in bytes of texts or bytes that all have the same size.
    fn size_of_part(&mut self, owner: Owner, parse: &Parse) -> Option<usize> {
        let code = parse.size.as_ref()?;
        let is_same = match &code.expr.kind {
            Kind::Int(_) => true,
            Kind::Name(name) => !name.starts_with('_'),
            _ => false,
        };
        if !is_same {
            return None;
        }
        let size = self.eval_size(&code.expr, &Env::of(owner.object)).ok()?;
        (size > 0).then_some(size)
    }

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

    /// Reads the elements of an array in a slot, if they have instances, so that these can be evaluated.
    ///
    /// # Errors
    /// When a limit is exceeded; the array is unchanged then.
    pub(super) fn read_elements(&mut self, id: ObjectId, slot: usize) -> Result<(), Failure> {
        let Some(found) = self.slot(id, slot) else { return Ok(()) };
        let Some(records) = found.records().filter(|all| (all.object, all.slot) == (id, slot))
        else {
            return Ok(());
        };
        let (records, span) = (Arc::clone(records), found.span());
        let RecordKind::Class(class) = records.kind else { return Ok(()) };
        if !self.plain_size(class).is_some_and(|size| size.has_instances) {
            return Ok(());
        }
        self.store(records.count.saturating_mul(ELEMENT_SIZE))?;
        let mut array = Array::default();
        for index in 0..records.count {
            let element = self.record_once(&records, index)?;
            array.push(element, self.record_span(&records, index));
        }
        self.set(id, slot, State::Done(Value::Array(Arc::new(array))), span);
        Ok(())
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

    /// The state to which [`Reader::release`] returns.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            objects: self.objects.len(),
            evaluated: self.evaluated,
            stored: self.stored,
            problems: self.problem_count(),
            offsets: self.offsets.len(),
        }
    }

    /// `true` if no instance was evaluated and no problem found since the mark.
    pub(super) fn is_unchanged(&self, mark: &Mark) -> bool {
        (self.evaluated, self.problem_count()) == (mark.evaluated, mark.problems)
    }

    fn problem_count(&self) -> u64 {
        self.unlisted.saturating_add(self.problems.len() as u64)
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

    /// Releases elements that were read since the mark, unless an instance may have stored them.
    pub(super) fn release(&mut self, mark: Mark) {
        if self.evaluated != mark.evaluated {
            return;
        }
        self.slots.truncate(self.objects.get(mark.objects).map_or(self.slots.len(), |o| o.first));
        self.objects.truncate(mark.objects);
        self.stored = mark.stored;
        self.offsets.truncate(mark.offsets);
        while let Some(key) = self.record_keys.last()
            && self.record_objects.get(key).is_some_and(|id| *id >= mark.objects)
        {
            self.record_objects.remove(key);
            self.record_keys.pop();
        }
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
}

/// `true` for texts or bytes with a size and without contents or processing that can fail.
fn is_plain_part(parse: &Parse) -> bool {
    parse.size.is_some()
        && parse.contents.is_none()
        && parse.process.is_none()
        && matches!(parse.parent, Parent::This)
}

impl Records {
    /// The elements of an array of a document.
    pub(super) fn of_field(object: ObjectId, count: usize) -> Self {
        let kind = RecordKind::Class(0);
        let (partial, offsets) = (None, None);
        Self { object, slot: 0, kind, stream: 0, start: 0, size: 0, count, partial, offsets }
    }

    /// Size of an element in bytes; 0 for bits, and for objects of different sizes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// `true` if all elements have the same size.
    pub fn is_even(&self) -> bool {
        self.offsets.is_none()
    }

    /// Bits of the first byte that belong to earlier fields, and number of bits of an element.
    pub fn bits(&self) -> Option<(u8, u8)> {
        match self.kind {
            RecordKind::Bits { first, count, .. } => Some((first, count)),
            _ => None,
        }
    }
}
