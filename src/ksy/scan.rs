//! Checks the elements of an array one at a time, without storing them. Those whose bytes pass compiled
//! checks are not read.

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
        let mut records = Records { count: 0, ..all };
        let found = State::Done(Value::Records(Arc::new(records)));
        self.set(all.object, all.slot, found, Span::default());
        let checks = self.checks(attribute, parse, &all);
        let description = Arc::clone(&self.description);
        let Span { buffer, start, .. } = self.record_span(&all, 0);
        let data = self.data(buffer);
        let bytes = data.get(start..).unwrap_or_default().chunks_exact(all.size.max(1));
        for (index, record) in (0..all.count).zip(bytes) {
            self.step(1)?;
            let known = checks.as_ref().and_then(|checks| {
                let failures = match self.has_checks {
                    true => checks.failures(&description, record, index),
                    false => 0,
                };
                let is_counted = failures == 0 || self.has_all_problems();
                checks.is_last(record, index).filter(|_| is_counted).map(|last| (last, failures))
            });
            let is_last = match known {
                Some((is_last, failures)) => {
                    self.unlisted += failures;
                    is_last
                }
                None => self.is_last(attribute, parse, &all, index)?,
            };
            records.count = index + 1;
            if is_last {
                self.stream(all.stream)?.seek(all.start + records.count * all.size);
                return Ok((records, true));
            }
        }
        self.stream(all.stream)?.seek(all.start + records.count * all.size);
        Ok((records, false))
    }

    /// Reads and validates an element. Returns `true` if the array ends with it.
    fn is_last(
        &mut self,
        attribute: &Attribute,
        parse: &Parse,
        all: &Records,
        index: usize,
    ) -> Result<bool, Failure> {
        let end = all.start.saturating_add((index + 1).saturating_mul(all.size));
        self.stream(all.stream)?.seek(end);
        // The array is in its slot while it grows, for expressions that use it.
        self.grow(all, index);
        let mark = self.mark();
        let owner = Owner { object: all.object, slot: all.slot, index: Some(index) };
        let span = self.record_span(all, index);
        self.at = Some((owner, span));
        let value = self.checked_record(all, index)?;
        let env = Env { index: i128::try_from(index).ok(), ..Env::of(all.object) };
        if let Err(failure) = self.validate(attribute, parse, &value, &env) {
            self.list(failure, owner, span);
        }
        self.grow(all, index + 1);
        if let Repeat::Until(code) = &parse.repeat {
            let env = Env { element: Some(value), ..env };
            if self.eval_bool(&code.expr, &env)? {
                return Ok(true);
            }
        }
        self.release(mark);
        Ok(false)
    }

    fn grow(&mut self, all: &Records, count: usize) {
        if let Some(growing) = self.records_mut(all.object, all.slot) {
            growing.count = count;
        }
    }

    fn records_mut(&mut self, id: usize, slot: usize) -> Option<&mut Records> {
        self.slot_mut(id, slot).and_then(Slot::records_mut)
    }
}
