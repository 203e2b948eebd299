//! Arrays of objects of fixed size, which stay bytes until an element is used.

use std::sync::Arc;

use super::description::{Body, Class, ClassId, Description, Endian, Parent, Parse, Repeat, Type};
use super::failure::Failure;
use super::reader::{Owner, Reader};
use super::size::size_of_class;
use super::value::{Array, ObjectId, Records, Span, StreamId, Value};

/// Maximum depth of nested classes that are examined.
const MAX_LEVELS: usize = 16;

/// Number of objects, and of instances that were evaluated.
pub(super) struct Mark {
    objects: usize,
    evaluated: u64,
}

impl Reader {
    /// The array of an attribute, if its elements can be read later: objects of fixed size without
    /// anything that can fail, all inside the stream. Moves the stream past it.
    pub(super) fn records(
        &mut self,
        owner: Owner,
        parse: &Parse,
        stream: StreamId,
        times: Option<usize>,
    ) -> Result<Option<Records>, Failure> {
        let Type::Class(found) = &parse.kind else { return Ok(None) };
        let is_open = parse.is_sized() || parse.valid.is_some() || !found.arguments.is_empty();
        let class = found.class.filter(|_| !is_open && matches!(parse.parent, Parent::This));
        let Some((class, size)) = class.and_then(|class| Some((class, self.plain_size(class)?)))
        else {
            return Ok(None);
        };
        let stream_now = self.stream(stream)?;
        let left = stream_now.left();
        let count = match (&parse.repeat, times) {
            (Repeat::Times(_), Some(times)) => times,
            (Repeat::ToEnd, _) if left % size == 0 => left / size,
            _ => return Ok(None),
        };
        let Some(len) = count.checked_mul(size).filter(|len| *len <= left) else { return Ok(None) };
        let start = stream_now.take(len)?;
        let start = start - stream_now.start;
        Ok(Some(Records {
            object: owner.object,
            slot: owner.slot,
            class,
            stream,
            start,
            size,
            count,
        }))
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
        let key = (records.object, records.slot, index);
        if let Some(known) = self.record_objects.get(&key) {
            return Ok(Value::Object(*known));
        }
        let id = self.read_record(records, index)?;
        self.record_objects.insert(key, id);
        self.record_keys.push(key);
        Ok(Value::Object(id))
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
    ) -> Result<ObjectId, Failure> {
        match self.record_objects.get(&(records.object, records.slot, index)) {
            Some(known) => Ok(*known),
            None => self.read_record(records, index),
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

    fn read_record(&mut self, records: &Records, index: usize) -> Result<ObjectId, Failure> {
        let before = *self.stream(records.stream)?;
        self.stream(records.stream)?.seek(records.start + index * records.size);
        let owner = Owner { object: records.object, slot: records.slot, index: Some(index) };
        let creator = Some(records.object);
        let made =
            self.object(records.class, Vec::new(), records.stream, Some(owner), creator, None);
        *self.stream(records.stream)? = before;
        made.map_err(|(_, failure)| failure)
    }

    /// Bytes of an element.
    pub(super) fn record_span(&self, records: &Records, index: usize) -> Span {
        let stream = self.streams.get(records.stream);
        let (buffer, start) = stream.map_or((0, 0), |stream| (stream.buffer, stream.start));
        Span { buffer, start: start + records.start + index * records.size, len: records.size }
    }

    /// The value, with all elements if it is an array.
    pub(super) fn expanded(&mut self, value: Value) -> Result<Value, Failure> {
        let Value::Records(records) = value else { return Ok(value) };
        let mut array = Array::default();
        for index in 0..records.count {
            array.values.push(self.record(&records, index)?);
            array.spans.push(self.record_span(&records, index));
        }
        Ok(Value::Array(Arc::new(array)))
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
