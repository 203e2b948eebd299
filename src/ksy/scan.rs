//! Checks the elements of an array one at a time, without storing them.

use std::sync::Arc;

use super::description::{Attribute, Parse, Repeat};
use super::failure::Failure;
use super::reader::Reader;
use super::slots::{Owner, Slot, State};
use super::value::{Env, Records, Span, Value};

impl Reader {
    /// Validates elements, up to the one at which the array ends. Returns the array, and `true` if it ended
    /// there. The stream is moved past it.
    pub(super) fn scanned(
        &mut self,
        attribute: &Attribute,
        parse: &Parse,
        all: Records,
    ) -> Result<(Records, bool), Failure> {
        if !self.has_checks && !matches!(parse.repeat, Repeat::Until(_)) {
            return Ok((all, false));
        }
        let env = Env::of(all.object);
        let mut records = Records { count: 0, ..all };
        let found = State::Done(Value::Records(Arc::new(records)));
        self.set(all.object, all.slot, found, Span::default());
        for index in 0..all.count {
            self.step(1)?;
            let end = all.start.saturating_add((index + 1).saturating_mul(all.size));
            self.stream(all.stream)?.seek(end);
            let mark = self.mark();
            let owner = Owner { object: all.object, slot: all.slot, index: Some(index) };
            let span = self.record_span(&all, index);
            self.at = Some((owner, span));
            let value = self.checked_record(&all, index)?;
            let env = Env { index: i128::try_from(index).ok(), ..env.clone() };
            if let Err(failure) = self.validate(attribute, parse, &value, &env) {
                self.list(failure, owner, span);
            }
            records.count = index + 1;
            // The array is in its slot while it grows, for expressions that use it.
            if let Some(growing) = self.records_mut(all.object, all.slot) {
                growing.count = records.count;
            }
            if let Repeat::Until(code) = &parse.repeat {
                let env = Env { element: Some(value), ..env };
                if self.eval_bool(&code.expr, &env)? {
                    return Ok((records, true));
                }
            }
            self.release(mark);
        }
        Ok((records, false))
    }

    fn records_mut(&mut self, id: usize, slot: usize) -> Option<&mut Records> {
        self.slot_mut(id, slot).and_then(Slot::records_mut)
    }
}
