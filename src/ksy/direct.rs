//! Reads the attributes that most files consist of, single numbers, bytes and objects without checks,
//! directly into their slots.

use super::cut::{bits_at, float, integer};
use super::description::*;
use super::failure::{ErrorKind, Failure, Partial};
use super::reader::Reader;
use super::slots::{Owner, Slot};
use super::stream::Stream;
use super::value::{Env, ObjectId, Span, Value};

impl Reader {
    /// Reads an attribute that is a number, bytes, an object or absent, and returns `None`. For
    /// other attributes, and if reading fails, `attribute_if` has to read it, and the result is
    /// `Some`: `true` if the condition was evaluated and holds.
    ///
    /// # Errors
    /// The failure of an object, which is listed.
    pub(super) fn read_directly(
        &mut self,
        (id, class, slot): (ObjectId, &Class, usize),
        attribute: &Attribute,
        description: &Description,
    ) -> Result<Option<bool>, Failure> {
        let Body::Parse(parse) = &attribute.body else { return Ok(Some(false)) };
        let mut holds = false;
        if let Some(condition) = &attribute.condition {
            let outer = self.at.take();
            let condition = self.eval_bool(&condition.expr, &Env::of(id));
            self.at = outer;
            match condition {
                Ok(true) => holds = true,
                Ok(false) => {
                    self.fill(id, slot, Slot::of(Value::Absent));
                    return Ok(None);
                }
                Err(_) => return Ok(Some(false)),
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
            Type::Class(found) => {
                let owner = Owner { object: id, slot, index: None };
                let is_read = self.object_directly(owner, parse, found, description)?;
                return Ok((!is_read).then_some(holds));
            }
            kind if !parse.is_sized() => self.number(id, class, kind, attribute),
            _ => None,
        };
        let Some(found) = found else { return Ok(Some(holds)) };
        self.steps += 1;
        self.fill(id, slot, found);
        Ok(None)
    }

    /// Reads an object without arguments. Returns `false` if `attribute_if` has to read it.
    fn object_directly(
        &mut self,
        owner: Owner,
        parse: &Parse,
        found: &ClassRef,
        description: &Description,
    ) -> Result<bool, Failure> {
        let is_plain = found.arguments.is_empty()
            && parse.pad_right.is_none()
            && matches!(parse.parent, Parent::This);
        let Some(class) = found.class.filter(|_| is_plain) else { return Ok(false) };
        let id = owner.object;
        let len = match &parse.size {
            None => None,
            Some(code) => match self.eval_size(&code.expr, &Env::of(id)) {
                Ok(len) => Some(len),
                Err(_) => return Ok(false),
            },
        };
        let Some(outer) = self.objects.get(id).map(|object| object.stream()) else {
            return Ok(false);
        };
        let Some(stream) = self.streams.get_mut(outer) else { return Ok(false) };
        stream.align();
        let (buffer, start, left) = (stream.buffer, stream.offset(false), stream.left());
        let len = if parse.size_eos { Some(left) } else { len };
        let mut inner = outer;
        if let Some(len) = len {
            if stream.take(len).is_err() {
                return Ok(false);
            }
            inner = self.streams.len();
            self.streams.push(Stream::new(buffer, start, len));
        }
        self.steps += 1;
        let began = Some((owner, Span { buffer, start, len: left, bit: None }));
        let before = std::mem::replace(&mut self.at, began);
        let links = (Some(id), None);
        let made = self.object_of(description, class, Vec::new(), inner, Some(owner), links);
        let end = self.streams.get(outer).map_or(start, |stream| stream.offset(false));
        let span = Span { buffer, start, len: end.saturating_sub(start), bit: None };
        let made = match made {
            // The outer object continues after the bytes of this one.
            Err((Some(object), failure)) if len.is_some() && failure.kind != ErrorKind::Limit => {
                self.list(failure, owner, Span { buffer, start, len: left, bit: None });
                Ok(object)
            }
            made => made,
        };
        let done = match made {
            Ok(object) => {
                self.fill(id, owner.slot, Slot::with_value(Value::Object(object), span));
                Ok(true)
            }
            Err((object, failure)) => {
                let span = match failure.listed {
                    Some(_) => span,
                    None => self.at.map_or(span, |(_, span)| span),
                };
                let partial = Partial { value: object.map(Value::Object), failure };
                Err(self.incomplete(owner, partial, owner, span))
            }
        };
        self.at = before;
        done
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
        let span = Span { buffer, start, len: size, bit: None };
        let Type::Int { signed, .. } = kind else {
            return Some(Slot::with_value(Value::Float(float(bits, size)), span));
        };
        let small = match signed {
            true => {
                let unused = u32::try_from(64 - size * 8).unwrap_or(0);
                Some((bits << unused) as i64 >> unused)
            }
            false => i64::try_from(bits).ok(),
        };
        let id = enumeration.flatten().map(u32::try_from);
        Some(match (small, id) {
            (Some(small), None) => Slot::int(small, None, span),
            (Some(small), Some(Ok(id))) => Slot::int(small, Some(id), span),
            _ => Slot::with_value(int(integer(bits, size, *signed)), span),
        })
    }
}
