//! Reads attributes: conditions, positions, values and objects.

use super::cut::Cut;
use super::description::*;
use super::failure::{ErrorKind, Failure, Partial, type_error};
use super::reader::Reader;
use super::slots::{Buffer, Object, Owner, Slot, State};
use super::stream::Stream;
use super::value::{Blob, Env, ObjectId, Span, StreamId, Value};

impl Reader {
    pub(super) fn set(&mut self, id: ObjectId, slot: usize, state: State, span: Span) {
        if let Some(slot) = self.slot_mut(id, slot) {
            *slot = Slot::new(state, span);
        }
    }

    /// Reads an attribute into its slot. A failure is listed; a partial value stays in the slot.
    pub(super) fn attribute(
        &mut self,
        id: ObjectId,
        slot: usize,
        attribute: &Attribute,
    ) -> Result<(), Failure> {
        self.attribute_if(id, slot, attribute, false)
    }

    /// As [`attribute`](Self::attribute); the condition `holds` if it was evaluated before.
    pub(super) fn attribute_if(
        &mut self,
        id: ObjectId,
        slot: usize,
        attribute: &Attribute,
        holds: bool,
    ) -> Result<(), Failure> {
        let owner = Owner { object: id, slot, index: None };
        if self.is_instance(id, slot) {
            self.set(id, slot, State::Busy, Span::default());
        }
        let outer = self.at.take();
        let read = self.attribute_value(owner, attribute, holds);
        let (span_owner, span) = self.at.take().unwrap_or((owner, Span::default()));
        self.at = outer;
        match read {
            Ok((value, span)) => {
                self.set(id, slot, State::Done(value), span);
                Ok(())
            }
            Err(partial) => Err(self.incomplete(owner, partial, span_owner, span)),
        }
    }

    /// Lists the failure of an attribute, and stores what was read.
    pub(super) fn incomplete(
        &mut self,
        owner: Owner,
        partial: Partial,
        span_owner: Owner,
        span: Span,
    ) -> Failure {
        let failure = self.list(partial.failure, span_owner, span);
        let whole = self.partial_span(owner, span);
        let state = match partial.value {
            Some(value) => State::Done(value),
            None => State::Failed(failure.clone()),
        };
        self.set(owner.object, owner.slot, state, whole);
        failure
    }

    /// Bytes of an incomplete field: from where it began to where reading stopped.
    pub(super) fn partial_span(&self, owner: Owner, span: Span) -> Span {
        let stream = self.objects.get(owner.object).and_then(|o| self.streams.get(o.stream()));
        match stream.filter(|stream| stream.buffer == span.buffer) {
            Some(stream) => {
                Span { len: span.len.max(stream.offset(false).saturating_sub(span.start)), ..span }
            }
            None => span,
        }
    }

    pub(super) fn is_instance(&self, id: ObjectId, slot: usize) -> bool {
        self.class(id).is_some_and(|class| slot >= class.params.len() + class.seq.len())
    }

    fn attribute_value(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        holds: bool,
    ) -> Result<(Value, Span), Partial> {
        let env = Env::of(owner.object);
        if let Some(condition) = attribute.condition.as_ref().filter(|_| !holds)
            && !self.eval_bool(&condition.expr, &env)?
        {
            return Ok((Value::Absent, Span::default()));
        }
        match &attribute.body {
            Body::Value(code) => {
                let value = self.eval(&code.expr, &env)?;
                self.store(value.heap_size())?;
                Ok((self.with_enum(value, attribute), Span::default()))
            }
            Body::Parse(parse) => self.parse(owner, attribute, parse, &env),
        }
    }

    fn with_enum(&self, value: Value, attribute: &Attribute) -> Value {
        match (attribute.enumeration.as_ref().and_then(|name| name.id), value) {
            (Some(id), Value::Int(number)) => Value::Enum(id, number),
            (Some(id), Value::Bool(flag)) => Value::Enum(id, i128::from(flag)),
            (_, value) => value,
        }
    }

    /// Reads an attribute from its stream, at its position.
    fn parse(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        env: &Env,
    ) -> Result<(Value, Span), Partial> {
        let own = self.objects.get(owner.object).map_or(0, Object::stream);
        let stream = match &parse.io {
            None => own,
            Some(code) => match self.eval(&code.expr, env)? {
                Value::Stream(stream) => stream,
                other => return Err(type_error("a stream", &other).into()),
            },
        };
        let Some(pos) = &parse.pos else {
            return self.repeated(owner, attribute, parse, stream);
        };
        let at = self.eval_size(&pos.expr, env)?;
        let before = *self.stream(stream)?;
        self.stream(stream)?.seek(at);
        let read = self.repeated(owner, attribute, parse, stream);
        *self.stream(stream)? = before;
        read
    }

    /// Reads one value and validates it.
    pub(super) fn one(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        stream: StreamId,
    ) -> Result<(Value, Span), Partial> {
        self.step(1)?;
        let for_bits = matches!(parse.kind, Type::Bits { .. });
        let began = *self.stream(stream)?;
        // A position past the end is reported at the end.
        let start = began.offset(for_bits).min(began.start + began.size);
        let left = began.size.saturating_sub(start.saturating_sub(began.start));
        self.at = Some((owner, Span { buffer: began.buffer, start, len: left, bit: None }));
        let env = Env {
            index: owner.index.and_then(|i| i128::try_from(i).ok()),
            ..Env::of(owner.object)
        };
        let value = self.unvalidated(owner, attribute, parse, stream, &env);
        let end = self.stream(stream)?.offset(false);
        let bit = for_bits.then(|| began.started());
        let span = Span { buffer: began.buffer, start, len: end.saturating_sub(start), bit };
        let value = match value {
            Ok(value) => value,
            Err(mut partial) => {
                // A failure inside the value is already listed there; the bytes of this field end where
                // reading stopped.
                if partial.failure.listed.is_some() {
                    self.at = Some((owner, span));
                } else {
                    let at = self.at.map_or(span, |(_, span)| span);
                    partial.failure = self.list(partial.failure, owner, at);
                    self.at = Some((owner, at));
                }
                return Err(partial);
            }
        };
        let value = self.with_enum(value, attribute);
        self.at = Some((owner, span));
        if let Err(failure) = self.validate(attribute, parse, &value, &env) {
            self.list(failure, owner, span);
        }
        Ok((value, span))
    }

    fn unvalidated(
        &mut self,
        owner: Owner,
        attribute: &Attribute,
        parse: &Parse,
        stream: StreamId,
        env: &Env,
    ) -> Result<Value, Partial> {
        let kind = match &parse.kind {
            Type::Switch(choice) => match self.chosen(choice, env)? {
                Some(kind) => kind,
                None if parse.is_sized() => &Type::Bytes,
                None => return Ok(Value::Absent),
            },
            kind => kind,
        };
        let has_enum = attribute.enumeration.is_some();
        match kind {
            Type::Int { size, signed, little } => {
                let is_little = *size == 1 || self.order(owner, *little)?;
                return Ok(self.int(stream, *size, *signed, is_little)?);
            }
            Type::Float { size, little } => {
                return Ok(self.float(stream, *size, self.order(owner, *little)?)?);
            }
            Type::Bits { count, little } => {
                let default = self.class(owner.object).is_some_and(|class| class.bits_little);
                let is_little = little.unwrap_or(default);
                let buffer = self.stream(stream)?.buffer;
                let data = self.data(buffer);
                let value = self.stream(stream)?.bits(&data, *count, is_little)?;
                let is_flag = *count == 1 && !has_enum;
                return Ok(if is_flag {
                    Value::Bool(value == 1)
                } else {
                    Value::Int(value.into())
                });
            }
            _ => {}
        }
        if !parse.is_sized() && parse.contents.is_none() {
            return self.unsized_value(owner, parse, kind, stream, env);
        }
        let cut = self.cut(owner, parse, stream, env)?;
        match kind {
            Type::Text { encoding, .. } => {
                let text = self.text(owner, encoding, &cut)?;
                self.store(text.heap_size())?;
                Ok(text)
            }
            Type::Class(found) => self.inside(owner, parse, found, &cut, env),
            Type::Unknown(name) => Err(unknown_type(name).into()),
            _ => {
                let bytes = Value::Bytes(Blob::new(cut.data, cut.start, cut.len));
                self.store(bytes.heap_size())?;
                Ok(bytes)
            }
        }
    }

    fn unsized_value(
        &mut self,
        owner: Owner,
        parse: &Parse,
        kind: &Type,
        stream: StreamId,
        env: &Env,
    ) -> Result<Value, Partial> {
        match kind {
            Type::Class(found) => {
                let (arguments, parent) = self.creation(parse, found, env)?;
                self.stream(stream)?.align();
                let class = found.class.unwrap_or(usize::MAX);
                let made =
                    self.object(class, arguments, stream, Some(owner), Some(owner.object), parent);
                made.map(Value::Object)
                    .map_err(|(id, failure)| Partial { value: id.map(Value::Object), failure })
            }
            Type::Unknown(name) => Err(unknown_type(name).into()),
            _ => Err(Failure::new(ErrorKind::Size, "the field has no size").into()),
        }
    }

    /// Arguments and parent of a new object.
    #[allow(
        clippy::type_complexity,
        reason = "the parent may be given, absent or the object itself"
    )]
    fn creation(
        &mut self,
        parse: &Parse,
        found: &ClassRef,
        env: &Env,
    ) -> Result<(Vec<Value>, Option<Option<ObjectId>>), Failure> {
        let mut arguments = Vec::new();
        for code in &found.arguments {
            arguments.push(self.eval(&code.expr, env)?);
        }
        let class = found.class.filter(|_| !arguments.is_empty());
        let params =
            class.and_then(|id| self.description.classes.get(id)).map(|class| &class.params);
        for (value, param) in arguments.iter_mut().zip(params.into_iter().flatten()) {
            let id = param.enumeration.as_ref().and_then(|name| name.id);
            if let (Some(id), Value::Int(number)) = (id, &value) {
                *value = Value::Enum(id, *number);
            }
            if let (ParamKind::Float, Value::Int(number)) = (&param.kind, &value) {
                *value = Value::Float(*number as f64);
            }
        }
        let parent = match &parse.parent {
            Parent::This => None,
            Parent::Absent => Some(None),
            Parent::Given(code) => match self.eval(&code.expr, env)? {
                Value::Object(id) => Some(Some(id)),
                Value::Absent => Some(None),
                other => return Err(type_error("an object", &other)),
            },
        };
        Ok((arguments, parent))
    }

    /// Reads an object from a separate stream. Failures inside it are listed, and do not stop the
    /// outer object, except for exceeded limits.
    fn inside(
        &mut self,
        owner: Owner,
        parse: &Parse,
        found: &ClassRef,
        cut: &Cut,
        env: &Env,
    ) -> Result<Value, Partial> {
        let (arguments, parent) = self.creation(parse, found, env)?;
        let buffer = match cut.buffer {
            Some(buffer) => buffer,
            None => {
                let packed = self.at.map(|(_, span)| (owner, span));
                self.buffers.push(Buffer { data: cut.data.clone(), packed });
                self.store(size_of::<Buffer>())?;
                self.buffers.len() - 1
            }
        };
        let stream = self.streams.len();
        self.streams.push(Stream::new(buffer, cut.start, cut.len));
        let at = self.at;
        let class = found.class.unwrap_or(usize::MAX);
        let made = self.object(class, arguments, stream, Some(owner), Some(owner.object), parent);
        self.at = at;
        match made {
            Ok(id) => Ok(Value::Object(id)),
            Err((Some(id), failure)) if failure.kind != ErrorKind::Limit => {
                let span = at.map_or(Span::default(), |(_, span)| span);
                self.list(failure, owner, span);
                Ok(Value::Object(id))
            }
            Err((id, failure)) => Err(Partial { value: id.map(Value::Object), failure }),
        }
    }
}

fn unknown_type(name: &str) -> Failure {
    Failure::new(ErrorKind::UnknownType, format!("unknown type `{name}`"))
}
