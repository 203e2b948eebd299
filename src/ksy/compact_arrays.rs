//! Long arrays of objects of different sizes. Their objects are released after they were read; only their
//! offsets are stored, and they are read again when they are used.

use std::collections::HashSet;
use std::sync::Arc;

use super::description::*;
use super::evaluated::has_repeatable_instances;
use super::expr::{Expr, Kind};
use super::expressions::each_code;
use super::failure::Failure;
use super::reader::Reader;
use super::release::Mark;
use super::slots::{Growing, Owner, Slot, State};
use super::value::{ELEMENT_SIZE, ObjectId, RecordKind, Records, Span, StreamId, Value};

/// Number of elements from which an array is compact.
const MIN_ELEMENTS: usize = 4096;
/// Approximate memory of an object of such an array that is not released, in addition to its own.
const SIZE_OF_KEPT: usize = 96;

impl Reader {
    /// Begins an array, which must be ended by truncating `growing`.
    pub(super) fn begin_array(&mut self, object: ObjectId, slot: usize) {
        self.growing.push(Growing { object, slot, is_used: false });
    }

    /// Notes that an expression uses an array that is being read. The current elements of that array and of
    /// those inside it have to be stored, since they would have other values later.
    pub(super) fn note_use(&mut self, object: ObjectId, slot: usize) {
        let is_it = |array: &Growing| (array.object, array.slot) == (object, slot);
        if let Some(from) = self.growing.iter().position(is_it) {
            self.growing.iter_mut().skip(from).for_each(|array| array.is_used = true);
        }
    }

    /// Makes the array of a slot compact if it has enough elements, and if these can be released. `start` is
    /// its position in the stream. Returns `true` if it is compact.
    pub(super) fn make_compact(
        &mut self,
        owner: Owner,
        parse: &Parse,
        (stream, start): (StreamId, usize),
        count: usize,
    ) -> bool {
        if count != MIN_ELEMENTS {
            return false;
        }
        let Type::Class(found) = &parse.kind else { return false };
        let Some(class) = found.class else { return false };
        if parse.is_sized()
            || parse.valid.is_some()
            || !found.arguments.is_empty()
            || !matches!(parse.parent, Parent::This)
            || self.streams.get(stream).is_none_or(|found| u32::try_from(found.size).is_err())
            || !self.can_be_released(class)
        {
            return false;
        }
        let Some(table) = u32::try_from(self.offsets.len()).ok() else { return false };
        let (object, slot) = (owner.object, owner.slot);
        let Some(array) = self.slot_mut(object, slot).and_then(Slot::take_array) else {
            return false;
        };
        let from = self.streams.get(stream).map_or(0, |stream| stream.start).saturating_add(start);
        let mut ends = Vec::with_capacity(MIN_ELEMENTS * 2);
        for (index, (value, span)) in array.elements().enumerate() {
            ends.push(end_of(span, from));
            self.keep(Owner { index: Some(index), ..owner }, value);
        }
        self.offsets.push(ends);
        let released = ELEMENT_SIZE - size_of::<u32>();
        self.stored = self.stored.saturating_sub(count.saturating_mul(released));
        let kind = RecordKind::Class(class);
        let records = Records {
            object,
            slot,
            kind,
            stream,
            start,
            size: 0,
            partial: None,
            offsets: Some(table),
            count,
        };
        self.set(object, slot, State::Done(Value::Records(Arc::new(records))), Span::default());
        true
    }

    /// Begins an element of a compact array.
    pub(super) fn begin_element(&mut self) -> Mark {
        if let Some(array) = self.growing.last_mut() {
            array.is_used = false;
        }
        self.mark()
    }

    /// Adds an element to a compact array.
    pub(super) fn push_compact(&mut self, owner: Owner, span: Span) -> Result<(), Failure> {
        let Some(growing) = self.slot_mut(owner.object, owner.slot).and_then(Slot::records_mut)
        else {
            return Ok(());
        };
        growing.count += 1;
        let records = *growing;
        let stream = self.streams.get(records.stream).map_or(0, |stream| stream.start);
        let table = records.offsets.and_then(|table| self.offsets.get_mut(table as usize));
        if let Some(ends) = table {
            ends.push(end_of(span, stream.saturating_add(records.start)));
        }
        self.store(size_of::<u32>())
    }

    /// Ends an element of a compact array. Its object is released unless it would have other values when it
    /// is read again, or has problems.
    pub(super) fn end_element(&mut self, owner: Owner, value: &Value, mark: Mark) {
        let is_used = self.growing.last().is_some_and(|array| array.is_used);
        if !is_used && self.is_unchanged(&mark) {
            self.release(mark);
            // The offset of the element stays.
            self.stored = self.stored.saturating_add(size_of::<u32>());
            return;
        }
        self.keep(owner, value);
    }

    /// Stores an element of a compact array.
    pub(super) fn keep(&mut self, owner: Owner, value: &Value) {
        let (Value::Object(id), Some(index)) = (value, owner.index) else { return };
        let key = (owner.object, owner.slot, index);
        self.record_objects.insert(key, *id);
        self.record_keys.push(key);
        self.stored = self.stored.saturating_add(SIZE_OF_KEPT);
    }

    /// The array of a slot, which is complete.
    pub(super) fn compact_array(&mut self, id: ObjectId, slot: usize) -> Value {
        let value = self.value_in(id, slot).unwrap_or(Value::Absent);
        if let Value::Records(records) = &value
            && let Some(table) = records.offsets
            && let Some(ends) = self.offsets.get_mut(table as usize)
        {
            ends.shrink_to_fit();
        }
        value
    }

    fn can_be_released(&mut self, class: ClassId) -> bool {
        self.released_instances(class).is_some()
    }

    /// `true` if objects of a class, or objects in them, have instances, and can be released.
    pub(super) fn has_instances(&mut self, class: ClassId) -> bool {
        self.released_instances(class) == Some(true)
    }

    fn released_instances(&mut self, class: ClassId) -> Option<bool> {
        let description = &self.description;
        *self.releasable.entry(class).or_insert_with(|| released_instances(description, class))
    }
}

/// End of an element, relative to the array.
fn end_of(span: Span, from: usize) -> u32 {
    let end = span.start.saturating_add(span.len).saturating_sub(from);
    u32::try_from(end).unwrap_or(u32::MAX)
}

/// `None` unless objects of a class have the same values whenever they are read: they and the objects inside
/// them have no instances except for computed values, no unpacked parts and no separate streams. `true` if
/// they have instances.
fn released_instances(description: &Description, class: ClassId) -> Option<bool> {
    let mut has_instances = false;
    let mut seen = HashSet::from([class]);
    let mut open = vec![class];
    while let Some(id) = open.pop() {
        let class = description.classes.get(id)?;
        if !has_repeatable_instances(class) || matches!(class.endian, Endian::Chosen(_)) {
            return None;
        }
        has_instances |= !class.instances.is_empty();
        for attribute in &class.seq {
            let inside = classes_inside(attribute)?;
            open.extend(inside.into_iter().filter(|id| seen.insert(*id)));
        }
    }
    Some(has_instances)
}

/// Classes of the values of an attribute; `None` if these may be different when they are read again.
fn classes_inside(attribute: &Attribute) -> Option<Vec<ClassId>> {
    let Body::Parse(parse) = &attribute.body else { return None };
    let mut is_fixed = parse.process.is_none() && matches!(parse.parent, Parent::This);
    each_code(attribute, &mut |code| {
        code.expr.visit(&mut |expr| is_fixed &= !uses_position(expr));
    });
    let kinds: Vec<&Type> = match &parse.kind {
        Type::Switch(choice) => choice.cases.iter().map(|(_, kind)| kind).collect(),
        kind => vec![kind],
    };
    let mut found = Vec::new();
    for kind in kinds {
        match kind {
            Type::Class(class) => found.push(class.class.filter(|_| !parse.is_sized())?),
            Type::Unknown(_) | Type::Switch(_) => return None,
            _ => {}
        }
    }
    is_fixed.then_some(found)
}

/// `true` for the position of a stream other than the object's own.
fn uses_position(expr: &Expr) -> bool {
    let Kind::Member { on, name, .. } = &expr.kind else { return false };
    let is_own = matches!(&on.kind, Kind::Name(name) if &**name == "_io");
    matches!(&**name, "pos" | "eof") && !is_own
}
