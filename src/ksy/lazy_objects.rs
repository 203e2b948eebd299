//! Objects of fixed size whose fields are read when an expression uses them.

use std::sync::Arc;

use super::columns::offsets;
use super::description::{Class, ClassId};
use super::failure::{ErrorKind, Failure};
use super::reader::Reader;
use super::slots::Owner;
use super::value::{ObjectId, RecordKind, Records, Value};

impl Reader {
    /// An element of an array that is an object, without its fields. It must be released before its fields
    /// are displayed.
    pub(super) fn late_record(
        &mut self,
        records: &Records,
        index: usize,
    ) -> Result<ObjectId, Failure> {
        let none = || Failure::new(ErrorKind::Type, "expected an object, found a number");
        let RecordKind::Class(class_id) = records.kind else { return Err(none()) };
        let description = Arc::clone(&self.description);
        let class = description.classes.get(class_id).ok_or_else(none)?;
        let owner = Owner { object: records.object, slot: records.slot, index: Some(index) };
        let creator = Some(records.object);
        let stream = records.stream;
        let span = self.record_span(records, index);
        let id = self.create((class_id, class), Vec::new(), stream, Some(owner), creator, None)?;
        if let Some(object) = self.objects.get_mut(id) {
            object.set_span(span);
            object.is_late = true;
        }
        Ok(id)
    }

    /// Reads a field of an object whose fields are read late.
    pub(super) fn late_member(
        &mut self,
        id: ObjectId,
        class: &Class,
        slot: usize,
    ) -> Result<Value, Failure> {
        let none = || Failure::new(ErrorKind::Name, "unknown member");
        let object = self.objects.get(id).ok_or_else(none)?;
        let (class_id, start, stream) = (object.class(), object.span().start, object.stream());
        let at = slot.checked_sub(class.params.len()).ok_or_else(none)?;
        let attribute = class.seq.get(at).ok_or_else(none)?;
        let offset = self.late_offset(class_id, class, at).ok_or_else(none)?;
        let before = *self.stream(stream)?;
        let start = start.saturating_add(offset).saturating_sub(before.start);
        self.stream(stream)?.seek(start);
        let has_checks = std::mem::replace(&mut self.has_checks, false);
        let read = self.nested(|reader| reader.attribute(id, slot, attribute));
        self.has_checks = has_checks;
        *self.stream(stream)? = before;
        read?;
        let value = self.value_in(id, slot);
        value.ok_or_else(|| Failure::new(ErrorKind::Absent, "the field has no value"))
    }

    /// `true` if the fields of an object of a class can be read late.
    pub(super) fn can_be_late(&mut self, id: ClassId) -> bool {
        let description = Arc::clone(&self.description);
        let class = description.classes.get(id);
        class.is_some_and(|class| self.late_offset(id, class, 0).is_some())
    }

    /// Offset of an attribute in objects of a class.
    fn late_offset(&mut self, id: ClassId, class: &Class, at: usize) -> Option<usize> {
        if let Some(known) = self.late_offsets.get(&id) {
            return known.get(at).copied();
        }
        let found: Arc<[usize]> = offsets(&self.description, class).unwrap_or_default().into();
        let offset = found.get(at).copied();
        self.late_offsets.insert(id, found);
        offset
    }
}
