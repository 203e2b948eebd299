//! Releases objects that can be read again, and evaluates the instances of such objects one at a time.

use std::sync::Arc;

use super::description::ClassId;
use super::failure::Failure;
use super::reader::Reader;
use super::slots::{Owner, State};
use super::value::{Array, ELEMENT_SIZE, ObjectId, RecordKind, Records, Value};

/// Number of objects, streams, unpacked parts and evaluated instances, and memory of values.
pub(super) struct Mark {
    objects: usize,
    streams: usize,
    buffers: usize,
    evaluated: usize,
    stored: usize,
    problems: u64,
    offsets: usize,
}

impl Reader {
    /// The state to which [`Reader::release`] returns.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            objects: self.objects.len(),
            streams: self.streams.len(),
            buffers: self.buffers.len(),
            evaluated: self.evaluated.count(),
            stored: self.stored,
            problems: self.problem_count(),
            offsets: self.offsets.len(),
        }
    }

    /// `true` if no instance was evaluated and no problem found since the mark.
    pub(super) fn is_unchanged(&self, mark: &Mark) -> bool {
        (self.evaluated.count(), self.problem_count()) == (mark.evaluated, mark.problems)
    }

    fn problem_count(&self) -> u64 {
        let counted = self.unlisted.saturating_add(self.repeated);
        counted.saturating_add(self.problems.len() as u64)
    }

    /// Releases objects that were read since the mark, unless an instance of another object may have stored
    /// them, or an instance in them would have another value when it is evaluated again.
    pub(super) fn release(&mut self, mark: Mark) {
        let is_inside = self.evaluated.are_inside(mark.evaluated, mark.objects);
        if !is_inside || self.buffers.len() != mark.buffers {
            return;
        }
        self.evaluated.truncate(mark.evaluated);
        self.slots.truncate(self.objects.get(mark.objects).map_or(self.slots.len(), |o| o.first));
        self.objects.truncate(mark.objects);
        self.streams.truncate(mark.streams);
        self.stored = mark.stored;
        self.offsets.truncate(mark.offsets);
        while let Some(key) = self.record_keys.last()
            && self.record_objects.get(key).is_some_and(|id| *id >= mark.objects)
        {
            self.record_objects.remove(key);
            self.record_keys.pop();
        }
    }

    /// Evaluates the instances of the elements of an array in a slot. Elements stay bytes if their instances
    /// can be evaluated again; otherwise they are stored.
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
        if !self.instances_in(&records, class) {
            return Ok(());
        }
        if !self.plain_size(class).is_some_and(|size| size.must_be_stored) {
            return self.evaluate_elements(&records);
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

    /// `true` if the elements of an array, or objects in them, have instances.
    fn instances_in(&mut self, records: &Records, class: ClassId) -> bool {
        match records.is_even() {
            true => self.plain_size(class).is_some_and(|size| size.has_instances),
            false => self.has_instances(class),
        }
    }

    /// Evaluates the instances of elements, and stores only those with problems.
    fn evaluate_elements(&mut self, records: &Records) -> Result<(), Failure> {
        for index in 0..records.count {
            // The limit is listed at the instance that exceeded it.
            if self.is_full || self.steps > self.max_steps {
                return Ok(());
            }
            self.step(1)?;
            let mark = self.mark();
            let value = self.record_once(records, index)?;
            self.evaluate_from(mark.objects);
            if self.problem_count() == mark.problems {
                self.release(mark);
            } else {
                let owner =
                    Owner { object: records.object, slot: records.slot, index: Some(index) };
                self.keep(owner, &value);
                self.store(0)?;
            }
        }
        Ok(())
    }
}
