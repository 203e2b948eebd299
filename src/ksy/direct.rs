//! Reads the attributes that most files consist of, single numbers and bytes without checks, directly into
//! their slots.

use super::cut::{bits_at, float, integer};
use super::description::*;
use super::reader::Reader;
use super::slots::Slot;
use super::value::{Env, ObjectId, Span, Value};

impl Reader {
    /// Reads an attribute that is a number or bytes, or absent. Any other one, also one that cannot be read,
    /// is left to `attribute_if`: then this returns `true` if its condition was evaluated and holds.
    pub(super) fn read_directly(
        &mut self,
        id: ObjectId,
        class: &Class,
        slot: usize,
        attribute: &Attribute,
    ) -> Option<bool> {
        let Body::Parse(parse) = &attribute.body else { return Some(false) };
        let mut holds = false;
        if let Some(condition) = &attribute.condition {
            let outer = self.at.take();
            let condition = self.eval_bool(&condition.expr, &Env::of(id));
            self.at = outer;
            match condition {
                Ok(true) => holds = true,
                Ok(false) => {
                    self.fill(id, slot, Slot::of(Value::Absent));
                    return None;
                }
                Err(_) => return Some(false),
            }
        }
        let is_plain = parse.valid.is_none()
            && parse.contents.is_none()
            && parse.process.is_none()
            && parse.terminator.is_none()
            && matches!(parse.repeat, Repeat::Once);
        let found = match &parse.kind {
            _ if !is_plain || self.steps >= self.max_steps => None,
            Type::Bytes => self.bytes(id, parse),
            kind if !parse.is_sized() => self.number(id, class, kind, attribute),
            _ => None,
        };
        let Some(found) = found else { return Some(holds) };
        self.steps += 1;
        self.fill(id, slot, found);
        None
    }

    fn fill(&mut self, id: ObjectId, slot: usize, value: Slot) {
        let first = self.objects.get(id).map_or(usize::MAX, |object| object.first);
        if let Some(slot) = self.slots.get_mut(first.saturating_add(slot)) {
            *slot = value;
        }
    }

    fn bytes(&mut self, id: ObjectId, parse: &Parse) -> Option<Slot> {
        let len = match &parse.size {
            _ if parse.pad_right.is_some() => return None,
            Some(code) => Some(self.eval_size(&code.expr, &Env::of(id)).ok()?),
            None if parse.size_eos => None,
            None => return None,
        };
        let stream = self.streams.get_mut(self.objects.get(id)?.stream())?;
        let len = len.unwrap_or_else(|| stream.left());
        if len > stream.left() {
            return None;
        }
        let start = stream.take(len).ok()?;
        Some(Slot::stored(Span { buffer: stream.buffer, start, len, bit: None }))
    }

    fn number(
        &mut self,
        id: ObjectId,
        class: &Class,
        kind: &Type,
        attribute: &Attribute,
    ) -> Option<Slot> {
        let object = self.objects.get(id)?;
        let stream = self.streams.get_mut(object.stream())?;
        let buffer = stream.buffer;
        let data = &*self.buffers.get(buffer)?.data;
        let enumeration = attribute.enumeration.as_ref().map(|name| name.id);
        let int = |number: i128| match enumeration.flatten() {
            Some(id) => Value::Enum(id, number),
            None => Value::Int(number),
        };
        let (size, little) = match kind {
            Type::Int { size: 1, .. } => (1, true),
            Type::Int { size, little, .. } | Type::Float { size, little } => {
                (usize::from(*size), little.or(object.little)?)
            }
            Type::Bits { count, little } => {
                let little = little.unwrap_or(class.bits_little);
                stream.begin_bits(little);
                let (start, first) = (stream.offset(true), stream.started());
                let bits = stream.bits(data, *count, little).ok()?;
                let len = stream.offset(false).saturating_sub(start);
                let is_flag = *count == 1 && enumeration.is_none();
                let value = if is_flag { Value::Bool(bits == 1) } else { int(bits.into()) };
                let span = Span { buffer, start, len, bit: Some(first) };
                return Some(Slot::with_value(value, span));
            }
            _ => return None,
        };
        if size > stream.left() {
            return None;
        }
        let start = stream.take(size).ok()?;
        let bits = bits_at(data, start, size, little)?;
        let value = match kind {
            Type::Int { signed, .. } => int(integer(bits, size, *signed)),
            _ => Value::Float(float(bits, size)),
        };
        Some(Slot::with_value(value, Span { buffer, start, len: size, bit: None }))
    }
}
