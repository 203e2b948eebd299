//! Reads arrays, one element after the other.

use std::sync::Arc;

use super::description::*;
use super::failure::{ErrorKind, Failure, Partial};
use super::reader::Reader;
use super::slots::{Owner, Slot, State};
use super::value::{Array, ELEMENT_SIZE, Env, ObjectId, Span, StreamId, Value};

/// Maximum number of elements of an array whose elements take no space.
const MAX_EMPTY_ELEMENTS: usize = 65_536;

impl Reader {
    pub(super) fn repeated(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        stream: StreamId,
    ) -> Result<(Value, Span), Partial> {
        let times = match &parse.repeat {
            Repeat::Times(code) => Some(self.eval_int(&code.expr, &Env::of(owner.object))?),
            Repeat::Once | Repeat::ToEnd | Repeat::Until(_) => None,
        };
        let times = times.map(|times| usize::try_from(times.max(0)).unwrap_or(usize::MAX));
        if let (Type::Bits { little, .. }, true) = (&parse.kind, times != Some(0)) {
            let default = self.class(owner.object).is_some_and(|class| class.bits_little);
            self.stream(stream)?.begin_bits(little.unwrap_or(default));
        }
        if matches!(parse.repeat, Repeat::Once) {
            return self.one(owner, attribute, parse, stream);
        }
        let for_bits = matches!(parse.kind, Type::Bits { .. });
        let began = *self.stream(stream)?;
        let start = began.offset(for_bits).min(began.start + began.size);
        let whole = |reader: &Self| {
            let end = reader.streams.get(stream).map_or(0, |stream| stream.offset(false));
            Span { buffer: began.buffer, start, len: end.saturating_sub(start), bit: None }
        };
        let (id, slot) = (owner.object, owner.slot);
        if let Some((records, is_complete)) =
            self.records(owner, attribute, parse, stream, times)?
        {
            if is_complete {
                return Ok((Value::Records(Arc::new(records)), whole(self)));
            }
            // Reports the missing bytes of the next element.
            let next = Owner { index: Some(records.count), ..owner };
            let read = self.one(next, attribute, parse, stream);
            let Err(Partial { value, failure }) = read else {
                return Ok((Value::Records(Arc::new(records)), whole(self)));
            };
            self.at = self.at.map(|(owner, span)| (owner, Span { start, ..span }));
            let records = match value {
                Some(Value::Object(id)) => self.with_partial(records, id),
                _ => records,
            };
            return Err(Partial { value: Some(Value::Records(Arc::new(records))), failure });
        }
        let is_empty = match parse.repeat {
            Repeat::ToEnd => self.stream(stream)?.is_at_end(),
            _ => times == Some(0),
        };
        if is_empty {
            return Ok((Value::Array(Arc::default()), whole(self)));
        }
        let depth = self.growing.len();
        self.begin_array(id, slot);
        let read = self.elements(owner, attribute, parse, (stream, start), times);
        self.growing.truncate(depth);
        read.map(|value| (value, whole(self)))
    }

    /// Reads the elements of an array that begins at an offset.
    fn elements(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        (stream, start): (StreamId, usize),
        times: Option<usize>,
    ) -> Result<Value, Partial> {
        let (id, slot) = (owner.object, owner.slot);
        // The array is in its slot while it grows, for expressions that use it.
        self.set(id, slot, State::Done(Value::Array(Arc::default())), Span::default());
        let mut is_compact = false;
        let mut index = 0;
        let mut empty = 0;
        loop {
            if times == Some(index) {
                break;
            }
            if matches!(parse.repeat, Repeat::ToEnd) && self.stream(stream)?.is_at_end() {
                break;
            }
            let position = self.stream(stream)?.start;
            let position = (stream, start.saturating_sub(position));
            is_compact |= self.make_compact(owner, parse, position, index);
            let before = self.stream(stream)?.progress();
            let mark = self.begin_element();
            let element = Owner { index: Some(index), ..owner };
            let value = match self.one(element, attribute, parse, stream) {
                Ok((value, span)) => {
                    let read = is_compact.then(|| value.clone());
                    self.push(element, value, span)?;
                    read
                }
                Err(partial) => {
                    if let Some(value) = partial.value {
                        let span = self.at.map_or(Span::default(), |(_, span)| span);
                        let span = self.partial_span(owner, span);
                        if is_compact {
                            self.keep(element, &value);
                        }
                        self.push(element, value, span)?;
                    }
                    let value = Some(self.take_array(id, slot));
                    self.at = self.at.map(|(owner, span)| (owner, Span { start, ..span }));
                    return Err(Partial { value, failure: partial.failure });
                }
            };
            if self.stream(stream)?.progress() == before {
                empty += 1;
                if empty > MAX_EMPTY_ELEMENTS {
                    let message = format!(
                        "expected at most {MAX_EMPTY_ELEMENTS} elements that take no space"
                    );
                    return Err(Failure::new(ErrorKind::Limit, message).into());
                }
            }
            let is_last = match &parse.repeat {
                Repeat::Until(code) => {
                    let last = value.clone().or_else(|| self.last(id, slot));
                    let number = i128::try_from(index).ok();
                    let env = Env { element: last, index: number, ..Env::of(id) };
                    self.eval_bool(&code.expr, &env)?
                }
                _ => false,
            };
            if let Some(value) = value {
                self.end_element(element, &value, mark);
            }
            if is_last {
                break;
            }
            index += 1;
        }
        Ok(self.take_array(id, slot))
    }

    fn array_mut(&mut self, id: ObjectId, slot: usize) -> Option<&mut Arc<Array>> {
        self.slot_mut(id, slot)?.array_mut()
    }

    fn push(&mut self, owner: Owner, value: Value, span: Span) -> Result<(), Failure> {
        let Some(array) = self.array_mut(owner.object, owner.slot) else {
            return self.push_compact(owner, span);
        };
        // An array that a value refers to is copied.
        let copied = if Arc::strong_count(array) > 1 { array.values.len() } else { 0 };
        Arc::make_mut(array).push(value, span);
        self.step(copied as u64)?;
        self.store((copied + 1) * ELEMENT_SIZE)
    }

    pub(super) fn last(&mut self, id: ObjectId, slot: usize) -> Option<Value> {
        self.array_mut(id, slot)?.values.last().cloned()
    }

    fn take_array(&mut self, id: ObjectId, slot: usize) -> Value {
        match self.slot_mut(id, slot).and_then(Slot::take_array) {
            Some(array) => Value::Array(array),
            None => self.compact_array(id, slot),
        }
    }
}
