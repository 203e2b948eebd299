//! Arrays of numbers, texts and objects of fixed size, which stay bytes until an element is used
//! (`record_elements`).

use super::cut::{Cut, trimmed};
use super::description::*;
use super::encoding::Encoding;
use super::expr::Kind;
use super::failure::Failure;
use super::reader::Reader;
use super::slots::Owner;
use super::stream::Stream;
use super::value::{Env, ObjectId, RecordKind, Records, Span, StreamId};

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
    pub(super) fn stored_part(&self, records: &Records, index: usize) -> (Cut, Option<Encoding>) {
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
