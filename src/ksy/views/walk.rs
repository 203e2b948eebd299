//! Finds the elements that entries apply to.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::entry::Entry;
use super::origins::Item;
use super::report::Reports;
use super::rows::{Columns, Record, Rows};
use super::sizes::size_of_text;
use crate::bytes::{Problems, Severity, SourceId};
use crate::ksy::description::Code;
use crate::ksy::diagnostic::Position;
use crate::ksy::expr::Expr;
use crate::ksy::failure::{ErrorKind, Failure, type_error};
use crate::ksy::memory::View;
use crate::ksy::reader::Reader;
use crate::ksy::slots::Owner;
use crate::ksy::value::{Env, Span, Value};
use crate::scene::Origin;

/// The entries of a file while they are evaluated.
pub(super) struct Walk<'r> {
    pub reader: &'r mut Reader,
    /// The file.
    pub source: SourceId,
    /// Name of the file without its extension.
    pub stem: &'r str,
    pub reports: Reports,
    /// Indices of elements that were referred to by name, by key, number of elements and name.
    pub(super) names: HashMap<(&'static str, usize, Arc<str>), Option<usize>>,
    /// Compiled expressions over arrays.
    pub(super) columns: Columns,
    /// Memory for lists of numbers.
    pub(super) numbers: Vec<f64>,
    /// The view that is made.
    pub(super) view: View,
    /// The memory was not sufficient.
    pub(super) is_full: bool,
    pub(super) full_is_reported: bool,
}

/// An element, and the scope of the expressions about it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub env: Env,
    pub item: Item,
    /// The element's bytes, if it is a record of fixed size.
    pub record: Option<Record>,
}

impl Element {
    /// The root of the file.
    pub fn root(reader: &Reader) -> Self {
        let env = Env { element: Some(Value::Object(0)), ..Env::of(0) };
        Self { env, item: reader.item_of(0), record: None }
    }
}

impl<'r> Walk<'r> {
    pub fn new(reader: &'r mut Reader, view: View, source: SourceId, stem: &'r str) -> Self {
        let (names, columns) = (HashMap::new(), Columns::default());
        reader.memory.begin(view);
        Self {
            reader,
            source,
            stem,
            reports: Reports::default(),
            names,
            columns,
            numbers: Vec::new(),
            view,
            is_full: false,
            full_is_reported: false,
        }
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
            let record = outer.record.clone();
            return self.one(entry, Element { env, item: outer.item, record }, visit);
        };
        match self.reader.eval(&code.expr, &outer.env) {
            Ok(Value::Absent) => {}
            Ok(Value::Records(records)) => {
                let rows = Rows::new(self.reader, &records);
                for index in 0..records.count {
                    if self.is_exhausted(code, outer) {
                        return;
                    }
                    self.record(entry, outer, &rows, index, visit);
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

    /// `true` if the limit of steps or memory is reached; reports it.
    fn is_exhausted(&mut self, code: &Code, outer: &Element) -> bool {
        if self.is_full {
            self.report_full(code.place.at, outer);
            return true;
        }
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
        rows: &Rc<Rows>,
        index: usize,
        visit: &mut dyn FnMut(&mut Self, &Element),
    ) {
        let records = &rows.records;
        let mark = self.reader.mark();
        let Ok(value) = self.reader.record_late(records, index, rows.are_late) else { return };
        let owner = Owner { object: records.object, slot: records.slot, index: Some(index) };
        let span = self.reader.record_span(records, index);
        let item = Item { owner: Some(owner), span };
        let record = Some(Record { rows: rows.clone(), index });
        self.one(entry, Element { record, ..element(outer, value, index, item) }, visit);
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
        self.take_element(entry);
        visit(self, &element);
    }

    /// Reports a failure, unless it is listed at its field.
    pub fn fail(&mut self, code: &Code, at: &Element, failure: &Failure) {
        if failure.listed.is_some() {
            return;
        }
        let (kind, message) = (failure.kind.name(), &failure.message);
        if failure.kind == ErrorKind::Limit {
            // Most evaluations fail once a limit is exceeded.
            let reason = (Position::default(), kind);
            if !self.reports.repeats(reason) {
                let line = code.place.at.line;
                let message = format!("{kind}: {message} (line {line} of the description)");
                let origin = self.origin(at);
                self.reports.add(reason, Severity::Error, origin, message);
            }
            return;
        }
        self.report(code, kind, Severity::Error, at, || format!("{kind}: {message}"));
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

    /// Bytes and field path of an element.
    pub fn origin(&mut self, at: &Element) -> Origin {
        let origin = at.item.origin(self.reader, self.source);
        self.take_memory(size_of_text(&origin.path));
        origin
    }

    /// Name of the scene element that an entry makes of a file element.
    pub fn name(&mut self, entry: &Entry, at: &Element) -> String {
        let name = match self.text(entry, "name", at) {
            Some(name) => name.to_string(),
            None if entry.has("each") => self.reader.item_path(at.item),
            None => self.stem.to_owned(),
        };
        self.take_memory(size_of_text(&name));
        name
    }

    /// The problems that were found.
    pub fn finish(mut self) -> Problems {
        let description = self.reader.description.clone();
        if self.is_full
            && let Some(file) = &description.views
        {
            let root = Element::root(self.reader);
            self.report_full(file.place.at, &root);
        }
        self.reports.finish()
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
    Element { env, item, record: None }
}
