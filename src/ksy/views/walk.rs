//! Evaluates entries: the elements that they apply to, and the values of their keys.

use std::collections::HashMap;
use std::sync::Arc;

use super::entry::{Entry, Setting};
use super::origins::Item;
use super::report::Reports;
use crate::bytes::{Severity, SourceId};
use crate::ksy::description::Code;
use crate::ksy::expr::{Expr, Kind};
use crate::ksy::failure::{ErrorKind, Failure, type_error};
use crate::ksy::operators::int;
use crate::ksy::reader::Reader;
use crate::ksy::slots::Owner;
use crate::ksy::value::{Blob, Env, Span, Value};
use crate::scene::{Id, List, Origin};

/// The entries of a file while they are evaluated.
pub(super) struct Walk<'r> {
    pub reader: &'r mut Reader,
    /// The file.
    pub source: SourceId,
    /// Name of the file without its extension.
    pub stem: &'r str,
    pub reports: Reports,
    /// Indices of elements that were referred to by name, by key, number of elements and name.
    names: HashMap<(&'static str, usize, Arc<str>), Option<usize>>,
}

/// A reference to a missing element. It has already been reported.
pub(super) struct Missing;

/// An element, and the scope of the expressions about it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub env: Env,
    pub item: Item,
}

impl Element {
    /// The root of the file.
    pub fn root(reader: &Reader) -> Self {
        let env = Env { element: Some(Value::Object(0)), ..Env::of(0) };
        Self { env, item: reader.item_of(0) }
    }
}

impl<'r> Walk<'r> {
    pub fn new(reader: &'r mut Reader, source: SourceId, stem: &'r str) -> Self {
        Self { reader, source, stem, reports: Reports::default(), names: HashMap::new() }
    }
}

impl Walk<'_> {
    /// Calls `visit` with each element that an entry inside `outer` applies to, and its position in the
    /// list.
    pub fn each(
        &mut self,
        entry: &Entry,
        outer: &Element,
        visit: &mut dyn FnMut(&mut Self, &Element),
    ) {
        let Some(code) = entry.code("each") else {
            let env = Env { outer: outer.env.element.clone(), ..outer.env.clone() };
            return self.one(entry, Element { env, item: outer.item }, visit);
        };
        match self.reader.eval(&code.expr, &outer.env) {
            Ok(Value::Absent) => {}
            Ok(Value::Records(records)) => {
                for index in 0..records.count {
                    if self.is_exhausted(code, outer) {
                        return;
                    }
                    self.record(entry, outer, &records, index, visit);
                }
            }
            Ok(Value::Array(array)) => {
                let field = self.field(&code.expr, outer);
                for (index, value) in array.values.iter().enumerate() {
                    if self.is_exhausted(code, outer) {
                        return;
                    }
                    let span = array.span(index);
                    let item = self.item(value, field.zip(span), index, outer);
                    self.one(entry, element(outer, value.clone(), index, item), visit);
                }
            }
            Ok(Value::Bytes(blob)) => {
                let field = self.field(&code.expr, outer);
                let start = self.reader.file_offset(&blob);
                for (index, byte) in blob.bytes().iter().enumerate() {
                    if self.is_exhausted(code, outer) {
                        return;
                    }
                    let whole = field.map_or(outer.item.span, |(_, span)| span);
                    let own = |start| Span { start: start + index, len: 1, ..Span::default() };
                    let span = start.map_or(whole, own);
                    let value = Value::Int(i128::from(*byte));
                    let item = self.item(&value, field.map(|field| (field, span)), index, outer);
                    self.one(entry, element(outer, value, index, item), visit);
                }
            }
            Ok(other) => self.fail(code, outer, &type_error("a list", &other)),
            Err(failure) => self.fail(code, outer, &failure),
        }
    }

    /// `true` if no steps are left; reports it.
    fn is_exhausted(&mut self, code: &Code, outer: &Element) -> bool {
        match self.reader.step(1) {
            Ok(()) => false,
            Err(failure) => {
                self.fail(code, outer, &failure);
                true
            }
        }
    }

    fn record(
        &mut self,
        entry: &Entry,
        outer: &Element,
        records: &crate::ksy::value::Records,
        index: usize,
        visit: &mut dyn FnMut(&mut Self, &Element),
    ) {
        let mark = self.reader.mark();
        let Ok(value) = self.reader.record_once(records, index) else { return };
        let owner = Owner { object: records.object, slot: records.slot, index: Some(index) };
        let span = self.reader.record_span(records, index);
        let item = Item { owner: Some(owner), span };
        self.one(entry, element(outer, value, index, item), visit);
        self.reader.release(mark);
    }

    /// The field of a list, with its bytes.
    fn field(&mut self, list: &Expr, outer: &Element) -> Option<(Owner, Span)> {
        self.reader.field_of(list, &outer.env)
    }

    fn item(
        &self,
        value: &Value,
        field: Option<((Owner, Span), Span)>,
        index: usize,
        outer: &Element,
    ) -> Item {
        match (value, field) {
            (Value::Object(id), _) => self.reader.item_of(*id),
            (_, Some(((owner, _), span))) => {
                Item { owner: Some(Owner { index: Some(index), ..owner }), span }
            }
            // Elements of a computed list have the bytes of the entry.
            _ => outer.item,
        }
    }

    fn one(
        &mut self,
        entry: &Entry,
        mut element: Element,
        visit: &mut dyn FnMut(&mut Self, &Element),
    ) {
        if entry.has("if") && self.flag(entry, "if", &element) != Some(true) {
            return;
        }
        if let Some(code) = entry.code("origin")
            && let Some(item) = self.reader.item_named(&code.expr, &element.env)
        {
            element.item = item;
        }
        visit(self, &element);
    }

    /// Reports a failure, unless it is listed at its field.
    pub fn fail(&mut self, code: &Code, at: &Element, failure: &Failure) {
        if failure.listed.is_none() {
            let message = format!("{}: {}", failure.kind.name(), failure.message);
            self.report(code, failure.kind.name(), Severity::Error, at, || message);
        }
    }

    /// Reports a problem of an element. Problems with the same reason are listed once, with their
    /// number.
    pub fn report(
        &mut self,
        code: &Code,
        reason: &'static str,
        severity: Severity,
        at: &Element,
        message: impl FnOnce() -> String,
    ) {
        let key = (code.place.at, reason);
        if !self.reports.repeats(key) {
            let origin = self.origin(at);
            self.reports.add(key, severity, origin, message());
        }
    }

    pub fn origin(&self, at: &Element) -> Origin {
        at.item.origin(self.reader, self.source)
    }

    /// Name of the scene element that an entry makes of a file element.
    pub fn name(&mut self, entry: &Entry, at: &Element) -> String {
        match self.text(entry, "name", at) {
            Some(name) => name,
            None if entry.has("each") => self.reader.item_path(at.item),
            None => self.stem.to_owned(),
        }
    }

    /// Value of an expression; `None` if it is absent or fails, which is reported.
    pub fn value_of(&mut self, code: &Code, at: &Element) -> Option<Value> {
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

    pub fn text(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<String> {
        self.get(entry, key, at, |value| match value {
            Value::Text(text) => Ok(text.to_string()),
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
    pub fn word(&mut self, entry: &Entry, key: &str, at: &Element) -> Option<String> {
        if let Some(Setting::Word(word)) = entry.get(key) {
            return Some(word.to_string());
        }
        let word = self.text(entry, key, at)?;
        let code = entry.code(key)?;
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
        match self.read_numbers(&code.expr, at, out) {
            Ok(found) => found,
            Err(failure) => {
                self.fail(code, at, &failure);
                false
            }
        }
    }

    fn read_numbers(
        &mut self,
        expr: &Expr,
        at: &Element,
        out: &mut Vec<f64>,
    ) -> Result<bool, Failure> {
        // Most lists are literals, which need no array.
        if let Kind::List(list) = &expr.kind {
            for item in &list.items {
                out.push(number(&self.reader.eval(item, &at.env)?)?);
            }
            return Ok(true);
        }
        let value = self.reader.eval(expr, &at.env)?;
        match self.reader.expanded(value)? {
            Value::Absent => return Ok(false),
            Value::Bytes(blob) => out.extend(blob.bytes().iter().map(|byte| f64::from(*byte))),
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

    /// The numbers of a list; a list of another length than expected is reported.
    pub fn vector<const N: usize>(
        &mut self,
        entry: &Entry,
        key: &str,
        at: &Element,
    ) -> Option<[f64; N]> {
        let mut out = Vec::with_capacity(N);
        if !self.numbers(entry, key, at, &mut out) {
            return None;
        }
        let found = out.len();
        let vector = <[f64; N]>::try_from(out).ok();
        if vector.is_none() {
            let code = entry.code(key)?;
            let message = format!("expected {N} numbers, found {found}");
            self.report(code, "count", Severity::Error, at, || message);
        }
        vector
    }

    /// Reports that a limit is exceeded.
    pub fn limit(&mut self, entry: &Entry, at: &Element, message: String) {
        let key = (entry.place.at, ErrorKind::Limit.name());
        if !self.reports.repeats(key) {
            let origin = self.origin(at);
            let message = format!("{}: {message}", ErrorKind::Limit.name());
            self.reports.add(key, Severity::Error, origin, message);
        }
    }
}

fn element(outer: &Element, value: Value, index: usize, item: Item) -> Element {
    let object = match value {
        Value::Object(id) => Some(id),
        _ => outer.env.object,
    };
    let env = Env {
        object,
        element: Some(value),
        index: i128::try_from(index).ok(),
        outer: outer.env.element.clone(),
    };
    Element { env, item }
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
