//! Range check of fields that are indices into a list (`index` in `-gouraud`).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::description::{Body, ClassId, Code, Repeat, Type};
use super::failure::Problem;
use super::reader::Reader;
use super::size::{bits_of_attribute, constant};
use super::slots::{Owner, Slot};
use super::value::{Env, ObjectId, RecordKind, Records, Span, Value};

/// Maximum number of steps for the check.
const MAX_STEPS: u64 = 10_000_000;
/// Maximum number of such numbers in a record.
const MAX_INSIDE: usize = 4096;
/// Maximum depth of records inside records.
const MAX_LEVELS: usize = 16;

/// A check of all objects.
#[derive(Default)]
struct IndexChecks {
    /// By field: the first index that is out of range, and how many follow.
    problems: BTreeMap<(ClassId, usize), (Problem, usize)>,
    /// Numbers in records of a class.
    inside: HashMap<ClassId, Arc<[IndexNumber]>>,
}

/// A number inside a record that is an index into a list.
struct IndexNumber {
    key: (ClassId, usize),
    path: String,
    offset: usize,
    kind: (usize, bool, Option<bool>),
}

/// A list, with its number of elements.
struct IndexedList<'a> {
    key: (ClassId, usize),
    name: &'a str,
    count: usize,
}

impl Reader {
    /// Warnings about indices that are out of the range of their list. Numbers whose bits are all
    /// set refer to nothing.
    pub fn wrong_indices(&mut self) -> Vec<Problem> {
        if !self.has_lists() {
            return Vec::new();
        }
        self.allow_steps(MAX_STEPS);
        let mut found = IndexChecks::default();
        for id in 0..self.objects.len() {
            self.check_object(id, &mut found);
        }
        let problems = found.problems.into_values().map(|(mut problem, more)| {
            if more > 0 {
                problem.message = format!("{} (and {more} more)", problem.message);
            }
            problem
        });
        problems.collect()
    }

    /// `true` if a field is an index into a list.
    fn has_lists(&self) -> bool {
        let mut attributes = self.description.classes.iter().flat_map(|class| {
            (0..class.slots()).filter_map(|slot| class.in_slot(slot)?.hints.as_ref())
        });
        attributes.any(|hints| hints.has("index"))
    }

    fn check_object(&mut self, id: ObjectId, found: &mut IndexChecks) {
        let description = Arc::clone(&self.description);
        let Some(class_id) = self.class_of(id) else { return };
        let Some(class) = description.classes.get(class_id) else { return };
        for slot in 0..class.slots() {
            let Some(value) = self.value_in(id, slot) else { continue };
            if let Value::Records(records) = &value
                && let RecordKind::Class(of) = records.kind
            {
                match records.is_even() {
                    true => self.check_records(records, of, found),
                    false => self.check_elements(records, found),
                }
            }
            let hints = class.in_slot(slot).and_then(|attribute| attribute.hints.as_ref());
            let Some(code) = hints.and_then(|hints| hints.code("index")) else { continue };
            let Some(count) = self.list_count(code, id) else { continue };
            let target = IndexedList { key: (class_id, slot), name: &code.text.value, count };
            self.check_value(Owner { object: id, slot, index: None }, &value, &target, found);
        }
    }

    /// Number of elements of a list of an object, or of the nearest enclosing object with this
    /// list.
    fn list_count(&mut self, code: &Code, id: ObjectId) -> Option<usize> {
        let mut object = Some(id);
        while let Some(id) = object {
            if self.step(1).is_err() {
                return None;
            }
            match self.eval(&code.expr, &Env::of(id)) {
                Ok(list @ (Value::Array(_) | Value::Records(_))) => {
                    return Some(Self::count(&list));
                }
                Ok(Value::Bytes(blob)) => return Some(blob.bytes().len()),
                _ => object = self.objects.get(id).and_then(|object| object.parent()),
            }
        }
        None
    }

    fn check_value(
        &self,
        owner: Owner,
        value: &Value,
        target: &IndexedList<'_>,
        found: &mut IndexChecks,
    ) {
        let span_of = |index| self.element_span(value, index);
        let element = |index| Owner { index: Some(index), ..owner };
        match value {
            Value::Int(number) | Value::Enum(_, number) => {
                let slot = self.slot(owner.object, owner.slot);
                let span = slot.map_or(Span::default(), Slot::span);
                self.check_number(*number, span, || self.path(owner), target, found);
            }
            Value::Array(array) => {
                for (index, value) in array.values.iter().enumerate() {
                    if let Value::Int(number) | Value::Enum(_, number) = value {
                        let path = || self.path(element(index));
                        self.check_number(*number, span_of(index), path, target, found);
                    }
                }
            }
            Value::Records(records) => {
                let RecordKind::Int { signed, little, .. } = records.kind else { return };
                for index in 0..records.count {
                    let span = self.record_span(records, index);
                    let number = self.int_at((span.buffer, span.start), span.len, signed, little);
                    self.check_number(number, span, || self.path(element(index)), target, found);
                }
            }
            _ => {}
        }
    }

    fn check_number(
        &self,
        number: i128,
        span: Span,
        path: impl FnOnce() -> String,
        target: &IndexedList<'_>,
        found: &mut IndexChecks,
    ) {
        let is_there = usize::try_from(number).is_ok_and(|number| number < target.count);
        let is_none = matches!(number, -1 | 0xFFFF | 0xFFFF_FFFF);
        if is_there || is_none {
            return;
        }
        if let Some((_, more)) = found.problems.get_mut(&target.key) {
            *more += 1;
            return;
        }
        let (count, name) = (target.count, target.name);
        let message = format!("expected an index below {count} (`{name}`), found {number}");
        let (kind, is_error, line) = (None, false, (0, 0));
        let problem = Problem { kind, message, path: path(), span, is_error, line, more: 0 };
        found.problems.insert(target.key, (problem, 0));
    }

    /// Checks the objects of a compact array, which are read again.
    fn check_elements(&mut self, records: &Records, found: &mut IndexChecks) {
        for index in 0..records.count {
            let (mark, first) = (self.mark(), self.objects.len());
            if self.record_once(records, index).is_err() {
                return;
            }
            for id in first..self.objects.len() {
                self.check_object(id, found);
            }
            self.release(mark);
        }
    }

    /// Checks the numbers of records that are not read.
    fn check_records(&mut self, records: &Records, class: ClassId, found: &mut IndexChecks) {
        // Without a complete element, the class may be larger than the file.
        if records.count <= usize::from(records.partial.is_some()) {
            return;
        }
        let inside = found.inside.get(&class).cloned().unwrap_or_else(|| {
            let mut inside = Vec::new();
            self.numbers_inside(class, "", 0, MAX_LEVELS, &mut inside);
            inside.into()
        });
        found.inside.insert(class, inside.clone());
        let description = Arc::clone(&self.description);
        for IndexNumber { key, path, offset, kind } in inside.iter() {
            let (key, offset, (size, signed, little)) = (*key, *offset, *kind);
            let attribute = description.classes.get(key.0).and_then(|class| class.in_slot(key.1));
            let hints = attribute.and_then(|attribute| attribute.hints.as_ref());
            let Some(code) = hints.and_then(|hints| hints.code("index")) else { continue };
            let Some(count) = self.list_count(code, records.object) else { continue };
            let target = IndexedList { key, name: &code.text.value, count };
            let owner = Owner { object: records.object, slot: records.slot, index: None };
            let Ok(little) = self.order(owner, little) else { continue };
            if self.step(records.count as u64).is_err() {
                return;
            }
            for index in 0..records.count {
                let Span { buffer, start, len, .. } = self.record_span(records, index);
                // Missing in an incomplete element.
                if offset.saturating_add(size) > len {
                    continue;
                }
                let span =
                    Span { buffer, start: start.saturating_add(offset), len: size, bit: None };
                let number = self.int_at((buffer, span.start), size, signed, little);
                let owner = Owner { index: Some(index), ..owner };
                let path = || format!("{}.{path}", self.path(owner));
                self.check_number(number, span, path, &target, found);
            }
        }
    }

    /// The numbers with a list in a class of fixed size, by their offsets.
    fn numbers_inside(
        &mut self,
        id: ClassId,
        path: &str,
        offset: usize,
        levels: usize,
        found: &mut Vec<IndexNumber>,
    ) {
        let is_full = levels == 0 || found.len() >= MAX_INSIDE || self.step(1).is_err();
        let description = Arc::clone(&self.description);
        let Some(class) = description.classes.get(id).filter(|_| !is_full) else { return };
        let mut at = offset;
        for (slot, attribute) in class.seq.iter().enumerate() {
            let Body::Parse(parse) = &attribute.body else { return };
            let bits = bits_of_attribute(&description, parse);
            let Some(size) = bits.and_then(|bits| usize::try_from(bits / 8).ok()) else { return };
            let times = match &parse.repeat {
                Repeat::Times(code) => constant(&code.expr).and_then(|n| usize::try_from(n).ok()),
                _ => Some(1),
            };
            let has_list = attribute.hints.as_ref().is_some_and(|hints| hints.has("index"));
            let times = times.unwrap_or(0);
            let each = size.checked_div(times).unwrap_or(0);
            for index in 0..times {
                let start = at.saturating_add(index.saturating_mul(each));
                let name = match parse.repeat {
                    Repeat::Once => format!("{path}{}", attribute.name),
                    _ => format!("{path}{}[{index}]", attribute.name),
                };
                match &parse.kind {
                    Type::Int { size, signed, little } if has_list && found.len() < MAX_INSIDE => {
                        let kind =
                            (usize::from(*size), *signed, little.or((*size == 1).then_some(true)));
                        let key = (id, slot.saturating_add(class.params.len()));
                        found.push(IndexNumber { key, path: name, offset: start, kind });
                    }
                    Type::Class(of) => {
                        let Some(of) = of.class else { continue };
                        let (path, before) = (format!("{name}."), found.len());
                        self.numbers_inside(of, &path, start, levels - 1, found);
                        // The other elements have no numbers either.
                        if found.len() == before {
                            break;
                        }
                    }
                    _ => break,
                }
            }
            at = at.saturating_add(size);
        }
    }
}
