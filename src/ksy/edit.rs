//! Edits of a file: fields by path, texts in their encodings, packed parts, and fields that would change
//! with another one.

use std::cell::RefCell;
use std::sync::Arc;

use super::description::{Attribute, Body, Parse, Type};
use super::encoding::Encoding;
use super::failure::Failure;
use super::ids::EnumId;
use super::process::pack;
use super::reader::Reader;
use super::slots::Owner;
use super::value::{BufferId, Env, ObjectId, Records, Span, Value};

/// Part of a path: name, and index of an element.
fn step(part: &str) -> Option<(&str, Option<usize>)> {
    match part.strip_suffix(']').and_then(|part| part.split_once('[')) {
        Some((name, index)) => Some((name, Some(index.parse().ok()?))),
        None => Some((part, None)),
    }
}

/// A field that was found by its path.
pub(super) struct Located {
    pub(super) owner: Owner,
    pub(super) value: Value,
    span: Span,
}

impl Reader {
    pub(super) fn locate(&mut self, path: &str) -> Option<Located> {
        let mut object = 0;
        let mut parts = path.split('.').peekable();
        loop {
            let (name, index) = step(parts.next()?)?;
            let class = self.description.classes.get(self.class_of(object)?)?;
            let slot = *class.members.get(name)?;
            if self.is_instance(object, slot) {
                // After a failure, the instance has no value.
                let _ = self.member(object, slot);
            }
            let found = self.slot(object, slot)?;
            let (value, span) = (self.value_in(object, slot)?, found.span());
            let owner = Owner { object, slot, index };
            let (value, span) = match index {
                Some(index) => {
                    (self.element_value(&value, index)?, self.element_span(&value, index))
                }
                None => (value, span),
            };
            if parts.peek().is_none() {
                return Some(Located { owner, value, span });
            }
            let Value::Object(next) = value else { return None };
            object = next;
        }
    }

    fn element_value(&mut self, array: &Value, index: usize) -> Option<Value> {
        match array {
            Value::Array(array) => array.values.get(index).cloned(),
            Value::Records(records) if index < records.count => self.record(records, index).ok(),
            _ => None,
        }
    }

    pub(super) fn attribute_of(&self, owner: Owner) -> Option<&Attribute> {
        self.description.classes.get(self.class_of(owner.object)?)?.in_slot(owner.slot)
    }

    /// The expression of a field that is computed from others.
    pub fn computed_from(&mut self, path: &str) -> Option<String> {
        let owner = self.locate(path)?.owner;
        match &self.attribute_of(owner)?.body {
            Body::Value(code) => Some(code.text.value.trim().to_owned()),
            Body::Parse(_) => None,
        }
    }

    /// The number that a name stands for in the field at `path`: a value of its enum, or a truth value.
    pub fn number_of_name(&mut self, path: &str, name: &str) -> Option<i128> {
        match self.locate(path)?.value {
            Value::Enum(id, _) => self.values_of(id)?.get(name).copied(),
            Value::Bool(_) => Some(i128::from(name.parse::<bool>().ok()?)),
            _ => None,
        }
    }

    fn values_of(&self, id: EnumId) -> Option<&std::collections::HashMap<Arc<str>, i128>> {
        self.description.enums.get(id).map(|found| &found.values)
    }

    /// The bytes with which the text field at `path` stores a text; `None` if it is not a text.
    pub fn encoded(&mut self, path: &str, text: &str) -> Option<Result<Vec<u8>, String>> {
        let Located { owner, value: Value::Text(_), span } = self.locate(path)? else {
            return None;
        };
        let description = Arc::clone(&self.description);
        let class = self.class_of(owner.object)?;
        let attribute = description.classes.get(class)?.in_slot(owner.slot)?;
        let Body::Parse(parse) = &attribute.body else { return None };
        let kind = match &parse.kind {
            Type::Switch(choice) => {
                let index = owner.index.and_then(|index| i128::try_from(index).ok());
                self.chosen(choice, &Env { index, ..Env::of(owner.object) }).ok()??
            }
            kind => kind,
        };
        let Type::Text { encoding, .. } = kind else { return None };
        let stored = self.data(span.buffer);
        let stored = stored.get(span.start..span.start.checked_add(span.len)?)?;
        Some(encoded(parse, encoding, stored, text))
    }

    /// The outer bytes and their new content, if an unpacked part has these bytes.
    ///
    /// # Errors
    /// If they cannot be packed to the same length.
    pub fn repacked(&mut self, part: BufferId, bytes: &[u8]) -> Result<(Span, Vec<u8>), String> {
        let packed = self.buffers.get(part).and_then(|buffer| buffer.packed);
        let (owner, span) = packed.ok_or_else(not_stored)?;
        self.packed(owner, span, bytes)
    }

    /// The stored bytes and their new content, if the unpacked field at `path` has these bytes.
    ///
    /// # Errors
    /// If the field is not stored, or cannot be packed to the same length.
    pub fn repacked_field(&mut self, path: &str, bytes: &[u8]) -> Result<(Span, Vec<u8>), String> {
        let found = self.locate(path).ok_or_else(not_stored)?;
        self.packed(found.owner, found.span, bytes)
    }

    fn packed(
        &mut self,
        owner: Owner,
        span: Span,
        bytes: &[u8],
    ) -> Result<(Span, Vec<u8>), String> {
        let description = Arc::clone(&self.description);
        let class = self.class_of(owner.object).ok_or_else(not_stored)?;
        let attribute = description.classes.get(class).and_then(|class| class.in_slot(owner.slot));
        let Some(Body::Parse(parse)) = attribute.map(|attribute| &attribute.body) else {
            return Err(not_stored());
        };
        let process = parse.process.as_ref().ok_or_else(not_stored)?;
        let index = owner.index.and_then(|index| i128::try_from(index).ok());
        let env = Env { index, ..Env::of(owner.object) };
        self.allow_steps(super::MAX_STEPS_OF_EXPRESSION);
        let packed = pack(process, bytes.to_vec(), span.len, |code| self.eval(&code.expr, &env));
        packed.map(|packed| (span, packed)).map_err(|Failure { message, .. }| message)
    }

    /// The first field that differs in `changed`, except for the fields at `edited` and computed values,
    /// and how: "`x` would move from 0x10 to 0x12".
    pub fn first_difference(&mut self, changed: &mut Reader, edited: &[&str]) -> Option<String> {
        self.difference(changed, edited, (0, 0))
    }

    fn difference(
        &mut self,
        changed: &mut Reader,
        edited: &[&str],
        (own, other): (ObjectId, ObjectId),
    ) -> Option<String> {
        let later = RefCell::default();
        let comparison = Comparison { own: self, other: changed, edited, later: &later };
        let found = comparison.objects(own, other);
        found.or_else(|| {
            let mut arrays = later.into_inner().into_iter();
            arrays.find_map(|(own, other)| self.difference_inside(changed, edited, &own, &other))
        })
    }

    /// The first difference of the objects of two compact arrays, which are read again.
    fn difference_inside(
        &mut self,
        changed: &mut Reader,
        edited: &[&str],
        own: &Records,
        other: &Records,
    ) -> Option<String> {
        (0..own.count).find_map(|index| {
            self.allow_steps(super::MAX_STEPS_OF_EXPRESSION);
            changed.allow_steps(super::MAX_STEPS_OF_EXPRESSION);
            let marks = (self.mark(), changed.mark());
            let read = (self.record_once(own, index), changed.record_once(other, index));
            let found = match read {
                (Ok(Value::Object(a)), Ok(Value::Object(b))) => {
                    self.difference(changed, edited, (a, b))
                }
                (Err(_), Err(_)) => None,
                _ => Some(format!("element {index} of an array would be read differently")),
            };
            self.release(marks.0);
            changed.release(marks.1);
            found
        })
    }
}

fn not_stored() -> String {
    "the bytes are computed, not stored in the file".to_owned()
}

/// The bytes of a text in a field that stores `stored`.
fn encoded(parse: &Parse, encoding: &str, stored: &[u8], text: &str) -> Result<Vec<u8>, String> {
    let coding = Encoding::of(encoding).ok_or_else(|| format!("unknown encoding `{encoding}`"))?;
    let mut bytes = coding
        .encode(text)
        .ok_or_else(|| format!("the text has a character that is not in {}", coding.name()))?;
    let terminator = parse.terminator.as_deref().unwrap_or_default();
    let is_fixed = parse.size.is_some() || parse.size_eos;
    let after = if parse.consume && !parse.include { terminator.len() } else { 0 };
    // A terminator may be missing at the end of the stream.
    let after = if stored.ends_with(terminator) { after } else { 0 };
    let room = if is_fixed { stored.len() } else { stored.len() - after.min(stored.len()) };
    if bytes.len() > room {
        return Err(format!("expected at most {room} bytes of text, found {}", bytes.len()));
    }
    if !is_fixed {
        if bytes.len() < room {
            return Err(format!("expected {room} bytes of text, found {}", bytes.len()));
        }
        bytes.extend_from_slice(stored.get(room..).unwrap_or_default());
        return Ok(bytes);
    }
    let fill = match (parse.pad_right, terminator) {
        (Some(pad), _) => vec![pad],
        (None, []) => vec![0],
        (None, terminator) => terminator.to_vec(),
    };
    let missing = room - bytes.len();
    bytes.extend(fill.iter().copied().cycle().take(missing));
    Ok(bytes)
}

/// Comparison of a file with a changed version.
struct Comparison<'a> {
    own: &'a Reader,
    other: &'a Reader,
    edited: &'a [&'a str],
    /// Pairs of compact arrays, whose objects are compared later.
    later: &'a RefCell<Vec<(Records, Records)>>,
}

impl Comparison<'_> {
    /// The first difference of two objects.
    fn objects(&self, own: ObjectId, other: ObjectId) -> Option<String> {
        let (a, b) = (self.own.objects.get(own)?, self.other.objects.get(other)?);
        let class = self.own.class(own)?;
        if a.class() != b.class() {
            return Some(format!("`{}` would have a different type", self.own.path_of(own)));
        }
        (0..class.slots()).find_map(|slot| {
            let (a, b) = (self.own.slot(own, slot)?, self.other.slot(other, slot)?);
            let attribute = class.in_slot(slot)?;
            if attribute.is_computed() {
                return None;
            }
            let owner = Owner { object: own, slot, index: None };
            match (a.value(&self.own.buffers), b.value(&self.other.buffers)) {
                (Some(x), Some(y)) => self.values(owner, (&x, a.span()), (&y, b.span())),
                (Some(value), None) => self.presence(owner, &value, "disappear"),
                (None, Some(value)) => self.presence(owner, &value, "appear"),
                _ => None,
            }
        })
    }

    fn presence(&self, owner: Owner, value: &Value, what: &str) -> Option<String> {
        let is_there = !matches!(value, Value::Absent);
        is_there.then(|| format!("`{}` would {what}", self.own.path(owner)))
    }

    fn values(
        &self,
        owner: Owner,
        (x, a): (&Value, Span),
        (y, b): (&Value, Span),
    ) -> Option<String> {
        match (x, y) {
            (Value::Absent, Value::Absent) => return None,
            (Value::Absent, _) => return self.presence(owner, y, "appear"),
            (_, Value::Absent) => return self.presence(owner, x, "disappear"),
            _ => {}
        }
        if let Some(moved) = self.spans(owner, a, b) {
            return Some(moved);
        }
        match (x, y) {
            (Value::Object(x), Value::Object(y)) => self.objects(*x, *y),
            (Value::Array(x), Value::Array(y)) => {
                let elements = x.elements().zip(y.elements());
                let differing = elements.enumerate().find_map(|(index, ((x, a), (y, b)))| {
                    let owner = Owner { index: Some(index), ..owner };
                    self.values(owner, (x, a), (y, b))
                });
                differing.or_else(|| self.counts(owner, x.values.len(), y.values.len()))
            }
            (Value::Records(x), Value::Records(y)) if !x.is_even() && !y.is_even() => {
                self.later.borrow_mut().push((**x, **y));
                let span = |records, index| self.own.record_span(records, index);
                let other = |records, index| self.other.record_span(records, index);
                let moved = (0..x.count.min(y.count)).find_map(|index| {
                    let owner = Owner { index: Some(index), ..owner };
                    self.spans(owner, span(x, index), other(y, index))
                });
                moved.or_else(|| self.counts(owner, x.count, y.count))
            }
            // The bytes of the records are the same, except for those of edited fields.
            (Value::Records(x), Value::Records(y)) => self.counts(owner, x.count, y.count),
            _ if is_same(x, y) => None,
            _ => {
                let path = self.own.path(owner);
                let is_edited = self.edited.contains(&path.as_str());
                let (x, y) = (x.brief(), y.brief());
                (!is_edited).then(|| format!("`{path}` would change from {x} to {y}"))
            }
        }
    }

    fn spans(&self, owner: Owner, a: Span, b: Span) -> Option<String> {
        let path = || self.own.path(owner);
        (a != b).then(|| match a.start == b.start {
            true => format!("`{}` would have {} instead of {} bytes", path(), b.len, a.len),
            false => format!("`{}` would move from {:#x} to {:#x}", path(), a.start, b.start),
        })
    }

    fn counts(&self, owner: Owner, own: usize, other: usize) -> Option<String> {
        let path = || self.own.path(owner);
        (own != other).then(|| format!("`{}` would have {other} instead of {own} elements", path()))
    }
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Bytes(a), Value::Bytes(b)) => a.bytes() == b.bytes(),
        (Value::Enum(x, a), Value::Enum(y, b)) => x == y && a == b,
        (Value::Stream(a), Value::Stream(b)) => a == b,
        _ => false,
    }
}
