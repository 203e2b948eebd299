//! Arrays of numbers and of objects of fixed size, which stay bytes until an element is used.

use super::description::*;
use super::failure::{ErrorKind, Failure};
use super::reader::{Owner, Reader};
use super::size::size_of_class;
use super::value::{ObjectId, RecordKind, Records, Span, StreamId, Value};

/// Maximum depth of nested classes that are examined.
const MAX_LEVELS: usize = 16;

/// Number of objects, and of instances that were evaluated.
pub(super) struct Mark {
    objects: usize,
    evaluated: u64,
}
/// Number of objects up to which an array that is cut off is read at once, with its partial element.
const MAX_CUT: usize = 4096;

impl Reader {
    /// The array of an attribute, if its elements can be read later: numbers, or objects of fixed size
    /// without anything that can fail. Moves the stream past it. The array has as many of them as the
    /// stream.
    pub(super) fn records(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        stream: StreamId,
        times: Option<usize>,
    ) -> Result<Option<Records>, Failure> {
        let is_open = parse.valid.is_some() || matches!(parse.repeat, Repeat::Until(_));
        let found = if is_open { None } else { self.record_kind(owner, attribute, parse) };
        let Some((kind, size)) = found else { return Ok(None) };
        let stream_now = self.stream(stream)?;
        stream_now.align();
        let there = stream_now.left() / size;
        let count = times.map_or(there, |times| times.min(there));
        let is_whole = times.map_or(stream_now.left() % size == 0, |times| times == count);
        if !is_whole && count <= MAX_CUT && matches!(kind, RecordKind::Class(_)) {
            return Ok(None);
        }
        let start = stream_now.take(count.saturating_mul(size))?;
        let start = start - stream_now.start;
        let (object, slot) = (owner.object, owner.slot);
        Ok(Some(Records { object, slot, kind, stream, start, size, count }))
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
                Some((RecordKind::Class(class), self.plain_size(class)?))
            }
            _ => None,
        }
    }

    /// Size in bytes of an object of a class whose objects can be read later.
    fn plain_size(&mut self, class: ClassId) -> Option<usize> {
        if let Some(known) = self.plain_sizes.get(&class) {
            return *known;
        }
        let is_plain = is_plain(&self.description, class, MAX_LEVELS);
        let size = size_of_class(&self.description, class).filter(|_| is_plain);
        let size = size.and_then(|size| usize::try_from(size).ok()).filter(|size| *size > 0);
        self.plain_sizes.insert(class, size);
        size
    }

    /// An element, which is read at its first use.
    pub(super) fn record(&mut self, records: &Records, index: usize) -> Result<Value, Failure> {
        let RecordKind::Class(_) = records.kind else { return Ok(self.number(records, index)) };
        let key = (records.object, records.slot, index);
        if let Some(known) = self.record_objects.get(&key) {
            return Ok(Value::Object(*known));
        }
        let id = self.read_record(records, index)?;
        self.record_objects.insert(key, id);
        self.record_keys.push(key);
        Ok(Value::Object(id))
    }

    /// An element that is a number.
    fn number(&self, records: &Records, index: usize) -> Value {
        let Span { buffer, start, .. } = self.record_span(records, index);
        match records.kind {
            RecordKind::Int { signed, little, enumeration } => {
                let value = self.int_at((buffer, start), records.size, signed, little);
                enumeration.map_or(Value::Int(value), |id| Value::Enum(id, value))
            }
            RecordKind::Float { little } => {
                Value::Float(self.float_at((buffer, start), records.size, little))
            }
            RecordKind::Class(_) => Value::Absent,
        }
    }

    /// The state to which [`Reader::release`] returns.
    pub(super) fn mark(&self) -> Mark {
        Mark { objects: self.objects.len(), evaluated: self.evaluated }
    }

    /// An element that is not stored, unless it was used before.
    pub(super) fn record_once(
        &mut self,
        records: &Records,
        index: usize,
    ) -> Result<Value, Failure> {
        let RecordKind::Class(_) = records.kind else { return Ok(self.number(records, index)) };
        match self.record_objects.get(&(records.object, records.slot, index)) {
            Some(known) => Ok(Value::Object(*known)),
            None => self.read_record(records, index).map(Value::Object),
        }
    }

    /// Releases elements that were read since the mark, unless an instance may have stored them.
    pub(super) fn release(&mut self, mark: Mark) {
        if self.evaluated != mark.evaluated {
            return;
        }
        self.objects.truncate(mark.objects);
        while let Some(key) = self.record_keys.last()
            && self.record_objects.get(key).is_some_and(|id| *id >= mark.objects)
        {
            self.record_objects.remove(key);
            self.record_keys.pop();
        }
    }

    /// Reads an element that is an object.
    fn read_record(&mut self, records: &Records, index: usize) -> Result<ObjectId, Failure> {
        let RecordKind::Class(class) = records.kind else {
            return Err(Failure::new(ErrorKind::Type, "expected an object, found a number"));
        };
        let before = *self.stream(records.stream)?;
        self.stream(records.stream)?.seek(records.start + index * records.size);
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
        let start = start + records.start + index * records.size;
        Span { buffer, start, len: records.size, bit: None }
    }
}

/// `true` if objects of a class have fixed fields and nothing that is reported or computed.
fn is_plain(description: &Description, id: ClassId, levels: usize) -> bool {
    let Some(class) = description.classes.get(id).filter(|_| levels > 0) else { return false };
    let Class { params, instances, seq, endian, .. } = class;
    let is_open = !params.is_empty() || !instances.is_empty();
    !is_open
        && !matches!(endian, Endian::Chosen(_) | Endian::Outer)
        && seq.iter().all(|attribute| {
            let Body::Parse(parse) = &attribute.body else { return false };
            let is_fixed = attribute.condition.is_none()
                && parse.contents.is_none()
                && parse.valid.is_none()
                && parse.process.is_none()
                && parse.terminator.is_none()
                && !parse.size_eos
                && matches!(parse.parent, Parent::This)
                && matches!(parse.repeat, Repeat::Once | Repeat::Times(_));
            is_fixed
                && match &parse.kind {
                    Type::Bytes | Type::Int { .. } | Type::Float { .. } => true,
                    Type::Class(found) => {
                        found.arguments.is_empty()
                            && found
                                .class
                                .is_some_and(|class| is_plain(description, class, levels - 1))
                    }
                    _ => false,
                }
        })
}

impl Records {
    /// The elements of an array of a document.
    pub(super) fn of_field(object: ObjectId, count: usize) -> Self {
        let kind = RecordKind::Class(0);
        Self { object, slot: 0, kind, stream: 0, start: 0, size: 0, count }
    }

    /// Size of an element in bytes.
    pub fn size(&self) -> usize {
        self.size
    }
}
