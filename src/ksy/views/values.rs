//! Evaluates the keys of entries.

use std::sync::Arc;

use super::entry::{Entry, Setting};
use super::sizes::size_of_text;
use super::walk::{Element, Walk};
use crate::bytes::Severity;
use crate::ksy::description::Code;
use crate::ksy::expr::Kind;
use crate::ksy::failure::{Failure, type_error};
use crate::ksy::operators::int;
use crate::ksy::reader::Reader;
use crate::ksy::value::{Blob, Value};
use crate::scene::{Id, List};

/// Memory of a known reference, without its name.
const REFERENCE: usize = 96;

/// A reference to a missing element. It has already been reported.
pub(super) struct Missing;

impl Walk<'_> {
    /// Value of an expression; `None` if it is absent or fails, which is reported.
    pub fn value_of(&mut self, code: &Code, at: &Element) -> Option<Value> {
        if let Some(value) = self.fast_value(&code.expr, at) {
            return Some(value);
        }
        match self.reader.eval(&code.expr, &at.env) {
            Ok(Value::Absent) => None,
            Ok(value) => Some(value),
            Err(failure) => {
                self.fail(code, at, &failure);
                None
            }
        }
    }

    fn get<T>(
        &mut self,
        entry: &Entry,
        key: &str,
        at: &Element,
        of: impl FnOnce(&Value) -> Result<T, Failure>,
    ) -> Option<T> {
        let code = entry.code(key)?;
        let value = self.value_of(code, at)?;
        of(&value).map_err(|failure| self.fail(code, at, &failure)).ok()
    }

    pub fn flag(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<bool> {
        self.get(entry, key, at, |value| match value {
            Value::Bool(flag) => Ok(*flag),
            other => Err(type_error("a boolean", other)),
        })
    }

    pub fn int(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<i128> {
        self.get(entry, key, at, whole)
    }

    pub fn number(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<f64> {
        self.get(entry, key, at, number)
    }

    pub fn text(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<Arc<str>> {
        self.get(entry, key, at, |value| match value {
            Value::Text(text) => Ok(text.clone()),
            other => Err(type_error("a text", other)),
        })
    }

    pub fn bytes(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<Blob> {
        self.get(entry, key, at, |value| match value {
            Value::Bytes(blob) => Ok(blob.clone()),
            other => Err(type_error("bytes", other)),
        })
    }

    /// The element of a list that a key refers to by its index or name; `None` if it is absent or -1.
    ///
    /// # Errors
    /// When there is no such element, which is reported.
    pub fn reference<T>(
        &mut self,
        entry: &Entry,
        key: &'static str,
        at: &Element,
        list: &List<T>,
        name_of: fn(&T) -> &str,
    ) -> Result<Option<Id<T>>, Missing> {
        let value = self.get(entry, key, at, |value| match value {
            Value::Text(_) => Ok(value.clone()),
            other => whole(other).map(Value::Int),
        });
        let found = match &value {
            None | Some(Value::Int(-1)) => return Ok(None),
            Some(Value::Text(name)) => {
                if !self.names.contains_key(&(key, list.len(), name.clone())) {
                    self.take_memory(REFERENCE + size_of_text(name));
                }
                let find = || list.find(|item| *name_of(item) == **name).map(Id::index);
                let known = self.names.entry((key, list.len(), name.clone()));
                known.or_insert_with(find).map(Id::at)
            }
            Some(Value::Int(index)) => usize::try_from(*index).ok().map(Id::at),
            Some(_) => None,
        };
        if found.is_some_and(|id| list.get(id).is_some()) {
            return Ok(found);
        }
        let (count, brief) = (list.len(), value.map_or_else(String::new, |value| value.brief()));
        self.missing(
            entry,
            key,
            at,
            format!("expected an index below {count} or a name in `{key}`, found {brief}"),
        );
        Err(Missing)
    }

    /// Warns that the value of a key refers to a missing element.
    pub fn missing(&mut self, entry: &Entry, key: &str, at: &Element, message: String) {
        if let Some(code) = entry.code(key) {
            self.report(code, "missing", Severity::Warning, at, || message);
        }
    }

    /// Word of a key; an expression that yields another word is reported.
    pub fn word(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<Arc<str>> {
        let code = match entry.get(key)? {
            Setting::Word(word) => return Some(word.clone()),
            _ => entry.code(key)?,
        };
        let word = self.text(entry, key, at)?;
        match entry.kind.key(key).is_some_and(|key| key.takes.has_word(&word)) {
            true => Some(word),
            false => {
                let message = format!("unknown word `{word}`");
                self.report(code, "word", Severity::Error, at, || message);
                None
            }
        }
    }

    /// Numbers of a list; one number is a list, too. `false` if there are none.
    pub fn numbers(&mut self, entry: &Entry, key: &str, at: &Element, out: &mut Vec<f64>) -> bool {
        out.clear();
        let Some(code) = entry.code(key) else { return false };
        match self.read_numbers(code, at, out) {
            Ok(found) => found,
            Err(failure) => {
                self.fail(code, at, &failure);
                false
            }
        }
    }

    fn read_numbers(
        &mut self,
        Code { expr, place, .. }: &Code,
        at: &Element,
        out: &mut Vec<f64>,
    ) -> Result<bool, Failure> {
        // Most lists are literals, which need no array.
        if let Kind::List(list) = &expr.kind {
            for item in &list.items {
                out.push(match self.fast_number(item, at) {
                    Some(found) => found,
                    None => number(&self.reader.eval(item, &at.env)?)?,
                });
            }
            return Ok(true);
        }
        let value = self.reader.eval(expr, &at.env)?;
        let count = match &value {
            Value::Bytes(blob) => blob.bytes().len(),
            list => Reader::count(list),
        };
        if !self.has_memory(count.saturating_mul(size_of::<f64>())) {
            self.is_full = true;
            self.report_full(place.at, at);
            return Ok(false);
        }
        match value {
            Value::Absent => return Ok(false),
            Value::Bytes(blob) => out.extend(blob.bytes().iter().map(|byte| f64::from(*byte))),
            Value::Records(records) => {
                self.reader.step(records.count as u64)?;
                for index in 0..records.count {
                    out.push(number(&self.reader.record(&records, index)?)?);
                }
            }
            Value::Array(array) => {
                self.reader.step(array.values.len() as u64)?;
                for value in &array.values {
                    out.push(number(value)?);
                }
            }
            other => out.push(number(&other)?),
        }
        Ok(true)
    }

    /// The numbers of a list; an unexpected length is reported.
    pub fn vector<const N: usize>(
        &mut self,
        entry: &Entry,
        key: &str,
        at: &Element,
    ) -> Option<[f64; N]> {
        let mut out = std::mem::take(&mut self.numbers);
        let is_there = self.numbers(entry, key, at, &mut out);
        let (found, vector) = (out.len(), <[f64; N]>::try_from(out.as_slice()).ok());
        self.numbers = out;
        if !is_there {
            return None;
        }
        if vector.is_none() {
            let code = entry.code(key)?;
            let message = format!("expected {N} numbers, found {found}");
            self.report(code, "count", Severity::Error, at, || message);
        }
        vector
    }
}

/// An integer, or the number of an enum value.
pub(super) fn whole(value: &Value) -> Result<i128, Failure> {
    match value {
        Value::Enum(_, number) => Ok(*number),
        other => int(other),
    }
}

pub(super) fn number(value: &Value) -> Result<f64, Failure> {
    match value {
        Value::Int(number) | Value::Enum(_, number) => Ok(*number as f64),
        Value::Float(number) => Ok(*number),
        other => Err(type_error("a number", other)),
    }
}
