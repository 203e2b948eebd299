//! Finds the bytes that a description reads, and the arrays whose elements have no bytes elsewhere.

use std::collections::HashSet;

use crate::ksy::{ObjectId, Reader, Span, Value};

/// Bytes of the file that are read, and their fields.
#[derive(Default)]
pub(super) struct Survey {
    /// Bytes of fields: start, length, and `true` for bits.
    pub(super) used: Vec<(u64, u64, bool)>,
    /// Arrays whose elements have bytes elsewhere, by object and slot.
    pub(super) scattered: HashSet<(ObjectId, usize)>,
}

/// First byte, and end of the last one, of the fields in a value.
type Bounds = Option<(usize, usize)>;

fn joined(a: Bounds, b: Bounds) -> Bounds {
    match (a, b) {
        (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
        (a, b) => a.or(b),
    }
}

/// Surveys everything that was read.
pub(super) fn survey(reader: &Reader) -> Survey {
    let mut survey = Survey::default();
    survey.object(reader, 0);
    survey
}

impl Survey {
    fn object(&mut self, reader: &Reader, id: ObjectId) -> Bounds {
        let members = reader.members(id).into_iter().filter(|member| !member.is_computed);
        members.fold(None, |bounds, member| {
            let slot = (id, member.slot);
            joined(bounds, self.value(reader, slot, &member.value, member.span))
        })
    }

    fn value(
        &mut self,
        reader: &Reader,
        slot: (ObjectId, usize),
        value: &Value,
        span: Span,
    ) -> Bounds {
        match value {
            Value::Object(id) if reader.buffer_of(*id) == span.buffer => self.object(reader, *id),
            // The packed bytes belong to the field; those of its members are in another buffer.
            Value::Object(id) => joined(self.used(span), self.object(reader, *id)),
            Value::Array(array) => {
                let mut bounds = None;
                let mut is_scattered = false;
                for (value, span) in array.elements() {
                    let own = self.value(reader, slot, value, span);
                    let end = span.start.saturating_add(span.len);
                    let is_inside =
                        |(first, last)| span.buffer == 0 && first >= span.start && last <= end;
                    is_scattered |= !own.is_none_or(is_inside);
                    bounds = joined(bounds, own);
                }
                if is_scattered {
                    self.scattered.insert(slot);
                }
                bounds
            }
            Value::Absent => None,
            // Neighbours may share bytes with bits.
            Value::Records(records) if records.bits().is_some() => {
                self.used(Span { bit: Some(0), ..span })
            }
            _ => self.used(span),
        }
    }

    fn used(&mut self, span: Span) -> Bounds {
        if span.buffer != 0 || span.len == 0 {
            return None;
        }
        let (start, len, is_of_bits) = (span.start as u64, span.len as u64, span.bit.is_some());
        let end = start.saturating_add(len);
        match self.used.last_mut() {
            // Neighbours are joined, so that they take little memory.
            Some((first, joined, of_bits))
                if *of_bits == is_of_bits
                    && (start == *first + *joined
                        || is_of_bits && start + 1 == *first + *joined) =>
            {
                *joined = end.saturating_sub(*first);
            }
            _ => self.used.push((start, len, is_of_bits)),
        }
        Some((span.start, span.start.saturating_add(span.len)))
    }
}
