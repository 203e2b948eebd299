//! Evaluates expressions.

use std::cmp::Ordering;
use std::sync::Arc;

use super::encoding::Encoding;
use super::expr::{Binary, Comparison, Expr, Kind, Part, Unary};
use super::failure::{ErrorKind, Failure, type_error};
use super::reader::{Owner, Reader};
use super::value::{Array, Blob, Env, ObjectId, Span, Value};

/// Maximum size of a computed text or list, in bytes.
const MAX_COMPUTED: usize = 16 << 20;

fn overflow() -> Failure {
    Failure::new(ErrorKind::Overflow, "the result has more than 127 bits")
}

fn flag(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        other => Err(type_error("a boolean", other)),
    }
}

pub(super) fn int(value: &Value) -> Result<i128, Failure> {
    match value {
        Value::Int(number) => Ok(*number),
        other => Err(type_error("an integer", other)),
    }
}

impl Reader {
    pub(super) fn eval_bool(&mut self, expr: &Expr, env: &Env) -> Result<bool, Failure> {
        flag(&self.eval(expr, env)?)
    }

    pub(super) fn eval_int(&mut self, expr: &Expr, env: &Env) -> Result<i128, Failure> {
        int(&self.eval(expr, env)?)
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
        self.step(1)?;
        self.nested(|reader| reader.kind(expr, env))
    }

    fn kind(&mut self, expr: &Expr, env: &Env) -> Result<Value, Failure> {
        match &expr.kind {
            Kind::Int(value) => Ok(Value::Int(*value)),
            Kind::Float(value) => Ok(Value::Float(*value)),
            Kind::Bool(value) => Ok(Value::Bool(*value)),
            Kind::Text(text) => Ok(Value::Text(text.clone())),
            Kind::Format(parts) => self.format(parts, env),
            Kind::List(list) => {
                let mut values = Vec::with_capacity(list.items.len());
                for item in &list.items {
                    values.push(self.eval(item, env)?);
                }
                let array = Array { values, spans: Vec::new() };
                if list.is_bytes.get().copied().unwrap_or(false) {
                    return to_bytes(&array);
                }
                Ok(Value::Array(Arc::new(array)))
            }
            Kind::Name(name) => self.name(name, env),
            Kind::Enum(found) => match found.value.get() {
                Some((id, value)) => Ok(Value::Enum(*id, *value)),
                None => Err(Failure::new(ErrorKind::Name, "unknown enum value")),
            },
            Kind::Member { on, name, arguments, size } => {
                if let ("_sizeof", Some(size)) = (&**name, size.get()) {
                    return Ok(Value::Int(*size));
                }
                let owner = self.eval(on, env)?;
                let mut given = Vec::new();
                for argument in arguments.iter().flatten() {
                    given.push(self.eval(argument, env)?);
                }
                self.member_of(&owner, name, &given)
            }
            Kind::Index(on, index) => {
                let owner = self.eval(on, env)?;
                let index = self.eval_int(index, env)?;
                self.element(&owner, index)
            }
            Kind::Cast(on, target) => {
                let value = self.eval(on, env)?;
                let is_bytes = matches!(target.path.as_slice(), [name] if &**name == "bytes");
                let value = if is_bytes { self.expanded(value)? } else { value };
                match (&value, target.path.as_slice()) {
                    (Value::Array(array), [name]) if &**name == "bytes" => to_bytes(array),
                    _ => Ok(value),
                }
            }
            Kind::SizeOf { value, .. } => Ok(Value::Int(value.get().copied().unwrap_or(0))),
            Kind::Unary(operator, operand) => {
                let value = self.eval(operand, env)?;
                match (operator, value) {
                    (Unary::Not, value) => Ok(Value::Bool(!flag(&value)?)),
                    (Unary::Plus, value @ (Value::Int(_) | Value::Float(_))) => Ok(value),
                    (Unary::Minus, Value::Float(value)) => Ok(Value::Float(-value)),
                    (Unary::Minus, Value::Int(value)) => {
                        value.checked_neg().map(Value::Int).ok_or_else(overflow)
                    }
                    (Unary::Invert, value) => Ok(Value::Int(!int(&value)?)),
                    (_, value) => Err(type_error("a number", &value)),
                }
            }
            Kind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let left = self.eval_bool(left, env)?;
                if left == (*operator == Binary::Or) {
                    return Ok(Value::Bool(left));
                }
                Ok(Value::Bool(self.eval_bool(right, env)?))
            }
            Kind::Binary(operator, left, right) => {
                let left = self.eval(left, env)?;
                let right = self.eval(right, env)?;
                binary(*operator, &left, &right)
            }
            Kind::Compare(operator, left, right) => {
                let left = self.eval(left, env)?;
                let left = self.expanded(left)?;
                let right = self.eval(right, env)?;
                let right = self.expanded(right)?;
                self.compare(*operator, &left, &right).map(Value::Bool)
            }
            Kind::Choice(condition, yes, no) => {
                let chosen = if self.eval_bool(condition, env)? { yes } else { no };
                self.eval(chosen, env)
            }
        }
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
                    Value::Array(array) => array.spans.get(index).copied().unwrap_or(span),
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
        // A failed field has its bytes as well.
        let _ = self.member(object, slot);
        let span = self.objects.get(object)?.slots.get(slot)?.span;
        Some((Owner { object, slot, index: None }, span))
    }

    fn format(&mut self, parts: &[Part], env: &Env) -> Result<Value, Failure> {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(more) => text.push_str(more),
                Part::Value(expr) => match self.eval(expr, env)? {
                    Value::Text(more) => text.push_str(&more),
                    Value::Int(value) => text.push_str(&value.to_string()),
                    other => return Err(type_error("a text or an integer", &other)),
                },
            }
            check_computed(text.len())?;
        }
        Ok(Value::Text(text.into()))
    }

    fn name(&mut self, name: &Arc<str>, env: &Env) -> Result<Value, Failure> {
        let unknown = || Failure::new(ErrorKind::Name, format!("unknown name `{name}`"));
        match &**name {
            "_index" => return env.index.map(Value::Int).ok_or_else(unknown),
            "_" => return env.element.clone().ok_or_else(unknown),
            "_outer" => return env.outer.clone().ok_or_else(unknown),
            _ => {}
        }
        let Some(object) = env.object else { return Err(unknown()) };
        self.member_of(&Value::Object(object), name, &[])
    }

    fn member_of(
        &mut self,
        owner: &Value,
        name: &Arc<str>,
        given: &[Value],
    ) -> Result<Value, Failure> {
        let count = |len: usize| Ok(Value::Int(i128::try_from(len).unwrap_or(i128::MAX)));
        match (owner, &**name) {
            (Value::Object(id), _) => self.member_of_object(*id, name),
            (Value::Absent, _) => {
                Err(Failure::new(ErrorKind::Absent, format!("`{name}` of an absent field")))
            }
            (Value::Int(value), "to_s") => Ok(Value::Text(value.to_string().into())),
            (Value::Int(value) | Value::Enum(_, value), "to_i") => Ok(Value::Int(*value)),
            (Value::Float(value), "to_i") => {
                let whole = value.trunc();
                // Exact bounds of what 128 bits hold.
                let fits = whole.abs() < 1.7e38;
                if fits { Ok(Value::Int(whole as i128)) } else { Err(overflow()) }
            }
            (Value::Bool(value), "to_i") => Ok(Value::Int(i128::from(*value))),
            (Value::Text(text), "length" | "size") => count(text.chars().count()),
            (Value::Text(text), "reverse") => {
                Ok(Value::Text(text.chars().rev().collect::<String>().into()))
            }
            (Value::Text(text), "substring") => {
                let [from, to] = [given.first(), given.get(1)];
                let [from, to] = [from, to].map(|value| value.map_or(Ok(0), int));
                let [from, to] =
                    [from?, to?].map(|at| usize::try_from(at.max(0)).unwrap_or(usize::MAX));
                let cut = text.chars().skip(from).take(to.saturating_sub(from));
                Ok(Value::Text(cut.collect::<String>().into()))
            }
            (Value::Text(text), "to_i") => {
                let radix = given.first().map_or(Ok(10), int)?;
                let radix = u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix));
                let value = radix.and_then(|radix| i128::from_str_radix(text, radix).ok());
                value.map(Value::Int).ok_or_else(|| {
                    let message = format!("expected a number, found {}", owner.brief());
                    Failure::new(ErrorKind::Conversion, message)
                })
            }
            (Value::Text(text), "to_b") => {
                let encoding = encoding(given)?;
                let bytes = encoding.encode(text).ok_or_else(|| {
                    let message =
                        format!("the text has a character that is not in {}", encoding.name());
                    Failure::new(ErrorKind::Conversion, message)
                })?;
                Ok(Value::Bytes(bytes.into()))
            }
            (Value::Bytes(blob), "to_s") => {
                let (text, _) = encoding(given)?.decode(blob.bytes());
                check_computed(text.len())?;
                Ok(Value::Text(text.into()))
            }
            (Value::Bytes(blob), "length" | "size") => count(blob.bytes().len()),
            (Value::Bytes(blob), "index_of") => {
                let wanted = given.first().map_or(Ok(-1), int)?;
                let at = blob.bytes().iter().position(|byte| i128::from(*byte) == wanted);
                Ok(Value::Int(at.and_then(|at| i128::try_from(at).ok()).unwrap_or(-1)))
            }
            (Value::Bytes(blob), "first" | "last" | "min" | "max") => {
                let bytes = blob.bytes();
                let found = match &**name {
                    "first" => bytes.first(),
                    "last" => bytes.last(),
                    "min" => bytes.iter().min(),
                    _ => bytes.iter().max(),
                };
                found.map(|byte| Value::Int(i128::from(*byte))).ok_or_else(empty)
            }
            (Value::Records(records), "size" | "length") => count(records.count),
            (Value::Records(_), "first") => self.element(owner, 0).map_err(|_| empty()),
            (Value::Records(records), "last") => {
                let last = i128::try_from(records.count).unwrap_or(0) - 1;
                self.element(owner, last).map_err(|_| empty())
            }
            (Value::Array(array), "size" | "length") => count(array.values.len()),
            (Value::Array(array), "first") => array.values.first().cloned().ok_or_else(empty),
            (Value::Array(array), "last") => array.values.last().cloned().ok_or_else(empty),
            (Value::Array(array), "min" | "max") => self.extreme(array, &**name == "min"),
            (Value::Records(_), "min" | "max") => {
                let array = self.expanded(owner.clone())?;
                self.member_of(&array, name, given)
            }
            (Value::Stream(id), "size" | "pos" | "eof") => {
                let stream = *self.stream(*id)?;
                match &**name {
                    "size" => count(stream.size),
                    "pos" => count(stream.pos),
                    _ => Ok(Value::Bool(stream.is_at_end())),
                }
            }
            _ => {
                let message = format!("{} has no `{name}`", owner.kind());
                Err(Failure::new(ErrorKind::Name, message))
            }
        }
    }

    fn element(&mut self, owner: &Value, index: i128) -> Result<Value, Failure> {
        match (owner, usize::try_from(index)) {
            (Value::Records(records), Ok(at)) if at < records.count => self.record(records, at),
            _ => element(owner, index),
        }
    }

    fn extreme(&mut self, array: &Array, is_min: bool) -> Result<Value, Failure> {
        self.step(array.values.len() as u64)?;
        let mut best: Option<&Value> = None;
        for value in &array.values {
            let wins = match best {
                None => true,
                Some(best) => {
                    let order = self.order_of(value, best)?;
                    if is_min { order.is_lt() } else { order.is_gt() }
                }
            };
            if wins {
                best = Some(value);
            }
        }
        best.cloned().ok_or_else(empty)
    }

    fn member_of_object(&mut self, id: ObjectId, name: &Arc<str>) -> Result<Value, Failure> {
        let unknown = || Failure::new(ErrorKind::Name, format!("unknown name `{name}`"));
        let object = self.objects.get(id).ok_or_else(unknown)?;
        let (class_id, parent, root, stream) =
            (object.class, object.parent, object.root, object.stream);
        let slot = self.description.classes.get(class_id).and_then(|class| class.members.get(name));
        if let Some(slot) = slot.copied() {
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

    fn compare(&self, operator: Comparison, a: &Value, b: &Value) -> Result<bool, Failure> {
        match operator {
            Comparison::Equal | Comparison::NotEqual => {
                for value in [a, b] {
                    if matches!(value, Value::Absent) {
                        return Err(type_error("a value", value));
                    }
                }
                Ok(self.is_equal(a, b) == (operator == Comparison::Equal))
            }
            Comparison::Less => Ok(self.order_of(a, b)?.is_lt()),
            Comparison::LessEqual => Ok(self.order_of(a, b)?.is_le()),
            Comparison::Greater => Ok(self.order_of(a, b)?.is_gt()),
            Comparison::GreaterEqual => Ok(self.order_of(a, b)?.is_ge()),
        }
    }

    pub(super) fn is_equal(&self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Enum(x, a), Value::Enum(y, b)) => x == y && a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            (Value::Stream(a), Value::Stream(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => {
                let pairs = a.values.iter().zip(&b.values);
                a.values.len() == b.values.len()
                    && pairs.into_iter().all(|(a, b)| self.is_equal(a, b))
            }
            _ => self.order_of(a, b).is_ok_and(Ordering::is_eq),
        }
    }

    pub(super) fn order_of(&self, a: &Value, b: &Value) -> Result<Ordering, Failure> {
        let float = |value: &Value| match value {
            Value::Int(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            _ => None,
        };
        let unordered = || Failure::new(ErrorKind::Type, "not a number cannot be compared");
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
            (Value::Text(a), Value::Text(b)) => Ok(a.cmp(b)),
            (Value::Bytes(a), Value::Bytes(b)) => Ok(a.bytes().cmp(b.bytes())),
            _ => match (float(a), float(b)) {
                (Some(a), Some(b)) => a.partial_cmp(&b).ok_or_else(unordered),
                (None, _) => Err(type_error("a number, text or bytes", a)),
                _ => Err(type_error("a value of the same type", b)),
            },
        }
    }
}

fn encoding(given: &[Value]) -> Result<Encoding, Failure> {
    match given.first() {
        Some(Value::Text(name)) => Encoding::of(name).ok_or_else(|| {
            let message = format!("unknown encoding `{name}`");
            Failure::new(ErrorKind::UnknownEncoding, message)
        }),
        _ => Err(Failure::new(ErrorKind::Type, "expected the name of an encoding")),
    }
}

fn empty() -> Failure {
    Failure::new(ErrorKind::Index, "the array is empty")
}

fn check_computed(len: usize) -> Result<(), Failure> {
    if len > MAX_COMPUTED {
        let message = format!("expected at most {MAX_COMPUTED} computed bytes");
        return Err(Failure::new(ErrorKind::Limit, message));
    }
    Ok(())
}

fn to_bytes(array: &Array) -> Result<Value, Failure> {
    let byte = |value: &Value| {
        let number = int(value)?;
        u8::try_from(number).map_err(|_| {
            let message = format!("expected a byte from 0 to 255, found {number}");
            Failure::new(ErrorKind::Conversion, message)
        })
    };
    let bytes = array.values.iter().map(byte).collect::<Result<Vec<u8>, _>>()?;
    Ok(Value::Bytes(Blob::from(bytes)))
}

fn element(owner: &Value, index: i128) -> Result<Value, Failure> {
    let at = usize::try_from(index).ok();
    let (found, len) = match owner {
        Value::Array(array) => {
            (at.and_then(|at| array.values.get(at)).cloned(), array.values.len())
        }
        Value::Bytes(blob) => {
            let byte = at.and_then(|at| blob.bytes().get(at));
            (byte.map(|byte| Value::Int(i128::from(*byte))), blob.bytes().len())
        }
        Value::Records(records) => (None, records.count),
        other => return Err(type_error("an array or bytes", other)),
    };
    found.ok_or_else(|| {
        let message = format!("expected an index below {len}, found {index}");
        Failure::new(ErrorKind::Index, message)
    })
}

fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, Failure> {
    if let (Value::Text(a), Value::Text(b), Binary::Add) = (left, right, operator) {
        check_computed(a.len() + b.len())?;
        return Ok(Value::Text(format!("{a}{b}").into()));
    }
    let float = |value: &Value| match value {
        Value::Int(value) => Ok(*value as f64),
        Value::Float(value) => Ok(*value),
        other => Err(type_error("a number", other)),
    };
    if matches!(left, Value::Float(_)) || matches!(right, Value::Float(_)) {
        let (a, b) = (float(left)?, float(right)?);
        return match operator {
            Binary::Add => Ok(Value::Float(a + b)),
            Binary::Sub => Ok(Value::Float(a - b)),
            Binary::Mul => Ok(Value::Float(a * b)),
            Binary::Div => Ok(Value::Float(a / b)),
            _ => Err(type_error(
                "an integer",
                if matches!(left, Value::Float(_)) { left } else { right },
            )),
        };
    }
    let (a, b) = (int(left)?, int(right)?);
    let by_zero = || Failure::new(ErrorKind::DivisionByZero, "division by zero");
    let shift = || u32::try_from(b).ok().filter(|count| *count < 128);
    let result = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div if b == 0 => return Err(by_zero()),
        Binary::Rem if b == 0 => return Err(by_zero()),
        // Both round towards −∞.
        Binary::Div => {
            a.checked_div(b).map(|found| found - i128::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Binary::Rem => a
            .checked_rem(b)
            .map(|found| if found != 0 && (found < 0) != (b < 0) { found + b } else { found }),
        Binary::ShiftLeft => shift().and_then(|count| {
            let shifted = a.checked_shl(count)?;
            (shifted >> count == a).then_some(shifted)
        }),
        Binary::ShiftRight => match shift() {
            Some(count) => Some(a >> count),
            None if b >= 0 => Some(if a < 0 { -1 } else { 0 }),
            None => None,
        },
        Binary::BitAnd => Some(a & b),
        Binary::BitOr => Some(a | b),
        Binary::BitXor => Some(a ^ b),
        Binary::And | Binary::Or => None,
    };
    result.map(Value::Int).ok_or_else(overflow)
}
