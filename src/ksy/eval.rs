//! Evaluates expressions.

use std::sync::Arc;

use super::expr::{Binary, Expr, FormatPart, Kind, Unary};
use super::failure::{ErrorKind, Failure, type_error};
use super::ids::EnumId;
use super::methods::Methods;
use super::objects::{ObjectInfo, Objects};
use super::operators::{binary, check_computed, compare, flag, int, list, to_bytes, unary};
use super::reader::Reader;
use super::slots::{Owner, Slot};
use super::stream::Stream;
use super::value::{Array, Env, ObjectId, Quick, Records, Span, StreamId, Value};

/// Evaluates expressions over any objects.
pub(super) trait Evaluate: Methods {
    /// Value of an expression.
    ///
    /// # Errors
    /// The failure of the first operation that has no result.
    fn value_of(&mut self, expr: &Expr, env: &Env) -> Result<Value, Failure> {
        self.step(1)?;
        self.enter()?;
        let value = self.kind(expr, env);
        self.leave();
        value
    }

    fn kind(&mut self, expr: &Expr, env: &Env) -> Result<Value, Failure> {
        match &expr.kind {
            Kind::Int(value) => Ok(Value::Int(*value)),
            Kind::Float(value) => Ok(Value::Float(*value)),
            Kind::Bool(value) => Ok(Value::Bool(*value)),
            Kind::Text(text) => Ok(Value::Text(text.clone())),
            Kind::Format(parts) => self.format(parts, env),
            Kind::List(found) => {
                let items = found.items.iter().map(|item| self.value_of(item, env));
                let values = items.collect::<Result<_, _>>()?;
                let array = list(values)?;
                if found.is_bytes.get().copied().unwrap_or(false) {
                    return to_bytes(&array);
                }
                Ok(Value::Array(Arc::new(array)))
            }
            Kind::Name(name) => self.name(name, env),
            Kind::Field { path, written } => {
                let near = env.object.and_then(|object| self.near(object, path));
                near.unwrap_or_else(|| self.value_of(written, env))
            }
            Kind::Label { of, text } => {
                let named = env.object.and_then(|object| self.labelled(object, of, text));
                Ok(named.unwrap_or_else(|| Value::Text(text.clone())))
            }
            Kind::Enum(found) => match found.value.get() {
                Some((id, value)) => Ok(Value::Enum(*id, *value)),
                None => Err(Failure::new(ErrorKind::Name, "unknown enum value")),
            },
            Kind::Member { name, size, .. } if &**name == "_sizeof" && size.get().is_some() => {
                Ok(Value::Int(size.get().copied().unwrap_or(0)))
            }
            Kind::Member { on, name, arguments, .. } => {
                let owner = self.value_of(on, env)?;
                let Some(arguments) = arguments else { return self.member_of(&owner, name, &[]) };
                let given = arguments.iter().map(|argument| self.value_of(argument, env));
                let given = given.collect::<Result<Vec<_>, _>>()?;
                self.member_of(&owner, name, &given)
            }
            Kind::Index(on, index) => {
                let owner = self.value_of(on, env)?;
                let index = self.value_of(index, env)?;
                self.element(&owner, int(&self.operand(index))?)
            }
            Kind::Cast(on, target) => {
                let value = self.value_of(on, env)?;
                if !matches!(target.path.as_slice(), [name] if &**name == "bytes") {
                    return Ok(value);
                }
                match self.expanded(value)? {
                    Value::Array(array) => to_bytes(&array),
                    value => Ok(value),
                }
            }
            Kind::SizeOf { value, .. } => Ok(Value::Int(value.get().copied().unwrap_or(0))),
            Kind::Unary(Unary::Not, operand) => {
                let value = self.value_of(operand, env)?;
                Ok(Value::Bool(!self.is_true(&value)?))
            }
            Kind::Unary(operator, operand) => {
                let value = self.value_of(operand, env)?;
                unary(*operator, &self.operand(value))
            }
            Kind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let left = self.value_of(left, env);
                let left = self.holds(left)?;
                if left == (*operator == Binary::Or) {
                    return Ok(Value::Bool(left));
                }
                let right = self.value_of(right, env);
                self.holds(right).map(Value::Bool)
            }
            Kind::Binary(operator, left, right) => {
                let [left, right] = self.operands([left, right], env)?;
                self.step(left.weight() + right.weight())?;
                binary(*operator, &left, &right)
            }
            Kind::Compare(operator, left, right) => {
                let [left, right] = self.operands([left, right], env)?;
                let [left, right] = [self.expanded(left)?, self.expanded(right)?];
                self.step(left.weight() + right.weight())?;
                compare(*operator, &left, &right).map(Value::Bool)
            }
            Kind::Choice(condition, yes, no) => {
                let condition = self.value_of(condition, env)?;
                self.value_of(if self.is_true(&condition)? { yes } else { no }, env)
            }
        }
    }

    fn operands(&mut self, sides: [&Expr; 2], env: &Env) -> Result<[Value; 2], Failure> {
        let [left, right] = sides;
        let [left, right] = [self.value_of(left, env)?, self.value_of(right, env)?];
        Ok([self.operand(left), self.operand(right)])
    }

    fn format(&mut self, parts: &[FormatPart], env: &Env) -> Result<Value, Failure> {
        let mut text = String::new();
        for part in parts {
            match part {
                FormatPart::Text(more) => text.push_str(more),
                FormatPart::Value(expr) => match self.value_of(expr, env)? {
                    Value::Text(more) => text.push_str(&more),
                    Value::Int(value) => text.push_str(&value.to_string()),
                    other => return Err(type_error("a text or an integer", &other)),
                },
            }
            check_computed(text.len())?;
        }
        let text = Value::Text(text.into());
        self.step(text.weight())?;
        Ok(text)
    }

    fn name(&mut self, name: &Arc<str>, env: &Env) -> Result<Value, Failure> {
        let unknown = || Failure::new(ErrorKind::Name, format!("unknown name `{name}`"));
        match (&**name, env.index) {
            ("_index", Some(index)) => return Ok(Value::Int(index)),
            ("_", _) => return env.element.clone().ok_or_else(unknown),
            ("_outer", _) => return env.outer.clone().ok_or_else(unknown),
            _ => {}
        }
        let object = env.object.ok_or_else(unknown)?;
        self.member_of_object(object, name)
    }

    /// The value, with all elements if it is an array.
    ///
    /// # Errors
    /// The failure of the first element that cannot be read.
    fn expanded(&mut self, value: Value) -> Result<Value, Failure> {
        let Value::Records(records) = value else { return Ok(value) };
        let mut array = Array::default();
        self.step(records.count as u64)?;
        for index in 0..records.count {
            let element = self.record(&records, index)?;
            let element = self.expanded(element)?;
            array.push(element, self.record_span(&records, index));
        }
        Ok(Value::Array(Arc::new(array)))
    }
}

impl<T: Methods> Evaluate for T {}

impl Reader {
    pub(super) fn eval_bool(&mut self, expr: &Expr, env: &Env) -> Result<bool, Failure> {
        match env.object.and_then(|object| self.quick(expr, object)) {
            Some(Quick::Bool(flag)) => Ok(flag),
            _ => flag(&self.value_of(expr, env)?),
        }
    }

    pub(super) fn eval_int(&mut self, expr: &Expr, env: &Env) -> Result<i128, Failure> {
        match env.object.and_then(|object| self.quick(expr, object)) {
            Some(Quick::Int(number)) => Ok(number.into()),
            _ => int(&self.value_of(expr, env)?),
        }
    }

    /// Evaluates a size or position, which must be at least 0.
    pub(super) fn eval_size(&mut self, expr: &Expr, env: &Env) -> Result<usize, Failure> {
        let found = self.eval_int(expr, env)?;
        if found < 0 {
            let message = format!("expected 0 or more, found {found}");
            return Err(Failure::new(ErrorKind::Size, message));
        }
        Ok(usize::try_from(found).unwrap_or(usize::MAX / 4).min(usize::MAX / 4))
    }

    /// Value of an expression.
    ///
    /// # Errors
    /// The failure of the first operation that has no result.
    pub(super) fn eval(&mut self, expr: &Expr, env: &Env) -> Result<Value, Failure> {
        match env.object.and_then(|object| self.quick(expr, object)) {
            Some(value) => Ok(value.into()),
            None => self.value_of(expr, env),
        }
    }

    /// The value, with all elements if it is an array.
    pub(super) fn expanded(&mut self, value: Value) -> Result<Value, Failure> {
        Evaluate::expanded(self, value)
    }

    /// The field that an expression names, and its bytes; `None` for computed values.
    pub(super) fn field_of(&mut self, expr: &Expr, env: &Env) -> Option<(Owner, Span)> {
        let (object, name) = match &expr.kind {
            Kind::Name(name) => (env.object?, name),
            Kind::Member { on, name, arguments: None, .. } => match self.eval(on, env).ok()? {
                Value::Object(id) => (id, name),
                _ => return None,
            },
            Kind::Index(on, index) => {
                let (owner, span) = self.field_of(on, env)?;
                let index = usize::try_from(self.eval_int(index, env).ok()?).ok()?;
                let element = match self.member(owner.object, owner.slot).ok()? {
                    Value::Array(array) => array.span(index).unwrap_or(span),
                    Value::Records(records) => self.record_span(&records, index),
                    _ => return None,
                };
                return Some((Owner { index: Some(index), ..owner }, element));
            }
            Kind::Cast(on, _) => return self.field_of(on, env),
            _ => return None,
        };
        let class = self.class_of(object)?;
        let slot = *self.description.classes.get(class)?.members.get(name)?;
        // A failed field also has bytes.
        let _ = self.member(object, slot);
        let span = self.slot(object, slot).map(Slot::span)?;
        Some((Owner { object, slot, index: None }, span))
    }
}

impl Objects for Reader {
    fn step(&mut self, count: u64) -> Result<(), Failure> {
        self.step(count)
    }

    fn enter(&mut self) -> Result<(), Failure> {
        self.enter()
    }

    fn leave(&mut self) {
        self.leave();
    }

    fn member_of_object(&mut self, id: ObjectId, name: &Arc<str>) -> Result<Value, Failure> {
        let unknown = || Failure::new(ErrorKind::Name, format!("unknown name `{name}`"));
        let object = self.objects.get(id).ok_or_else(unknown)?;
        let (class_id, parent, root, stream) =
            (object.class(), object.parent(), object.root(), object.stream());
        let class = self.description.classes.get(class_id);
        let slot = class.and_then(|class| self.member_slots.find(class_id, name, &class.members));
        if let Some(slot) = slot {
            return self.member(id, slot);
        }
        match &**name {
            "_root" => Ok(root.map_or(Value::Absent, Value::Object)),
            "_parent" => Ok(parent.map_or(Value::Absent, Value::Object)),
            "_io" => Ok(Value::Stream(stream)),
            "_sizeof" => self.fixed_size(class_id).map(Value::Int).ok_or_else(unknown),
            _ => Err(unknown()),
        }
    }

    fn record(&mut self, records: &Records, index: usize) -> Result<Value, Failure> {
        self.record(records, index)
    }

    fn extreme_of(&mut self, records: &Records, is_min: bool) -> Result<Option<i128>, Failure> {
        self.extreme_of(records, is_min)
    }

    fn record_span(&self, records: &Records, index: usize) -> Span {
        self.record_span(records, index)
    }

    fn settle(&mut self) {
        self.demand_all();
    }

    fn stream_at(&self, id: StreamId) -> Option<Stream> {
        self.streams.get(id).copied()
    }

    fn object_info(&self, id: ObjectId) -> Option<ObjectInfo> {
        self.object_info(id)
    }

    fn enum_names(&self, id: EnumId, value: i128) -> Option<(String, Option<String>)> {
        let (name, label) = self.enum_names(id, value)?;
        Some((name.to_owned(), label.map(str::to_owned)))
    }
}
