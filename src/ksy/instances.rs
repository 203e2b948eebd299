//! Evaluates members when they are used.

use std::sync::Arc;

use super::description::{Attribute, Body};
use super::failure::{ErrorKind, Failure};
use super::reader::Reader;
use super::slots::{Owner, Slot, State};
use super::stack::on_large_stack;
use super::value::{ObjectId, Span, Value};

/// Maximum number of instances of a cycle that are listed.
const MAX_IN_CYCLE: usize = 8;

impl Reader {
    /// Value of a member; instances are evaluated at the first use.
    ///
    /// # Errors
    /// The failure of the field.
    pub(super) fn member(&mut self, id: ObjectId, slot: usize) -> Result<Value, Failure> {
        if id == 0 && self.pending.is_some() {
            self.demand(slot);
        }
        let Some(object) = self.objects.get(id) else {
            return Err(Failure::new(ErrorKind::Name, "unknown object"));
        };
        match self.slot(id, slot).map(|slot| slot.state(&self.buffers)) {
            Some(State::Done(value)) => {
                if let Value::Array(_) | Value::Records(_) = value {
                    self.note_use(id, slot);
                }
                return Ok(value);
            }
            Some(State::Failed(failure)) => return Err(failure),
            Some(State::Busy) => {
                return Err(self.cycle(id, slot));
            }
            Some(State::Unset) => {}
            None => return Err(Failure::new(ErrorKind::Name, "unknown member")),
        }
        let description = Arc::clone(&self.description);
        let Some(class) = description.classes.get(object.class()) else {
            return Err(Failure::new(ErrorKind::Name, "unknown class"));
        };
        let first = class.params.len() + class.seq.len();
        if object.is_late && slot < first {
            return self.late_member(id, class, slot);
        }
        let Some(instance) = slot.checked_sub(first).and_then(|at| class.instances.get(at)) else {
            let name = class.name_of(slot);
            let stopped = object.stopped.as_deref().cloned();
            let missing =
                || Failure::new(ErrorKind::Absent, format!("`{name}` has not been read yet"));
            return Err(stopped.unwrap_or_else(missing));
        };
        self.evaluated.note(id, object.class(), class);
        self.evaluating.push((id, slot));
        let done = self.nested(|reader| reader.instance(id, slot, instance));
        self.evaluating.pop();
        done?;
        let none = || Failure::new(ErrorKind::Absent, "the field has no value");
        self.value_in(id, slot).ok_or_else(none)
    }

    fn instance(
        &mut self,
        id: ObjectId,
        slot: usize,
        attribute: &Attribute,
    ) -> Result<(), Failure> {
        if let (Body::Value(code), None, None) =
            (&attribute.body, &attribute.condition, &attribute.enumeration)
        {
            self.set(id, slot, State::Busy, Span::default());
            if let Some(value) = self.quick(&code.expr, id) {
                self.set(id, slot, State::Done(value.into()), Span::default());
                return Ok(());
            }
        }
        self.attribute(id, slot, attribute)
    }

    /// An instance that depends on itself, with the instances in between.
    fn cycle(&self, id: ObjectId, slot: usize) -> Failure {
        let start = self.evaluating.iter().rposition(|other| *other == (id, slot));
        let cycle = self.evaluating.get(start.unwrap_or(0)..).unwrap_or_default();
        let name = |(object, slot)| self.part(Owner { object, slot, index: None });
        let mut names: Vec<String> =
            cycle.iter().take(MAX_IN_CYCLE).map(|found| name(*found)).collect();
        if cycle.len() > MAX_IN_CYCLE {
            names.push("…".to_owned());
        }
        names.push(name((id, slot)));
        let message = format!("`{}` depends on itself: {}", name((id, slot)), names.join(" → "));
        Failure::new(ErrorKind::Limit, message)
    }

    /// Evaluates all instances of all objects, so that their problems are listed.
    pub fn evaluate_all(&mut self) {
        on_large_stack(|| self.evaluate_from(0));
    }

    /// Evaluates the instances of the objects from this one on.
    pub(super) fn evaluate_from(&mut self, first: ObjectId) {
        let mut id = first;
        while id < self.objects.len() {
            let class = self.class_of(id).unwrap_or(0);
            let description = Arc::clone(&self.description);
            if let Some(class) = description.classes.get(class) {
                let first = class.params.len() + class.seq.len();
                for slot in class.params.len()..class.slots() {
                    if self.is_full || self.steps > self.max_steps {
                        return;
                    }
                    if slot >= first {
                        // Failures are listed at the instance.
                        let _ = self.member(id, slot);
                    }
                    if let Err(failure) = self.read_elements(id, slot) {
                        let span = self.slot(id, slot).map_or(Span::default(), Slot::span);
                        self.list(failure, Owner { object: id, slot, index: None }, span);
                        return;
                    }
                }
            }
            id += 1;
        }
    }
}
