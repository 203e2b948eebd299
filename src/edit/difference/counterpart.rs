//! Counterparts of elements in the other document.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::align::{self, Element, Pair};
use super::{Compare, Side};
use crate::bytes::{Field, FieldId, FieldKind, Hint, Referred, Value};

/// Maximum number of fields of an element that its shape includes.
const MAX_FIELDS: usize = 256;

/// Alignments of lists that were needed so far.
#[derive(Default)]
pub struct Alignments(HashMap<(FieldId, FieldId), Arc<Alignment>>);

/// The elements of two lists in pairs.
pub struct Alignment {
    counts: (usize, usize),
    /// `None` if they are paired by position.
    aligned: Option<Aligned>,
}

/// Pairs of elements at different positions.
struct Aligned {
    pairs: Vec<Pair>,
    /// For each element of the first list, the counterpart in the second.
    to_b: Vec<Option<usize>>,
    /// For each element of the second list, the counterpart in the first.
    to_a: Vec<Option<usize>>,
}

impl Aligned {
    fn new(pairs: Vec<Pair>, counts: (usize, usize)) -> Self {
        let (mut to_b, mut to_a) = (vec![None; counts.0], vec![None; counts.1]);
        for (one, two) in &pairs {
            if let Some(slot) = one.and_then(|one| to_b.get_mut(one)) {
                *slot = *two;
            }
            if let Some(slot) = two.and_then(|two| to_a.get_mut(two)) {
                *slot = *one;
            }
        }
        Self { pairs, to_b, to_a }
    }
}

impl Alignment {
    /// Number of pairs.
    pub fn len(&self) -> usize {
        let by_position = self.counts.0.max(self.counts.1);
        self.aligned.as_ref().map_or(by_position, |aligned| aligned.pairs.len())
    }

    /// Pair `at`, in the order of both lists.
    pub fn pair(&self, at: usize) -> Pair {
        match &self.aligned {
            Some(aligned) => aligned.pairs.get(at).copied().unwrap_or((None, None)),
            None => ((at < self.counts.0).then_some(at), (at < self.counts.1).then_some(at)),
        }
    }

    /// The counterpart of an element of the first list.
    fn in_b(&self, index: usize) -> Option<usize> {
        match &self.aligned {
            Some(aligned) => aligned.to_b.get(index).copied().flatten(),
            None => (index < self.counts.1).then_some(index),
        }
    }

    /// The counterpart of an element of the second list.
    fn in_a(&self, index: usize) -> Option<usize> {
        match &self.aligned {
            Some(aligned) => aligned.to_a.get(index).copied().flatten(),
            None => (index < self.counts.0).then_some(index),
        }
    }
}

impl Compare<'_> {
    /// The elements of two lists in pairs. Lists of equal length are paired by position.
    pub(super) fn alignment(&mut self, a: &FieldId, b: &FieldId) -> Arc<Alignment> {
        let counts = (self.a.tree.element_count(a), self.b.tree.element_count(b));
        let by_position = Arc::new(Alignment { counts, aligned: None });
        if counts.0 == counts.1 {
            return by_position;
        }
        let key = (a.clone(), b.clone());
        if let Some(known) = self.alignments.0.get(&key) {
            return known.clone();
        }
        // A list may refer to itself: while it is aligned, its elements are paired by position.
        self.alignments.0.insert(key.clone(), by_position);
        let aligned = Some(Aligned::new(self.aligned(a, b, counts), counts));
        let made = Arc::new(Alignment { counts, aligned });
        self.alignments.0.insert(key, made.clone());
        made
    }

    fn aligned(&mut self, a: &FieldId, b: &FieldId, counts: (usize, usize)) -> Vec<Pair> {
        if let Some((ones, twos)) = self.references(a, b) {
            return align::align(&ones, &twos);
        }
        let mut ones = self.a.contents(a, counts.0);
        let mut twos = self.b.contents(b, counts.1);
        let known: HashSet<u64> = ones.iter().filter_map(|element| element.content).collect();
        let others: HashSet<u64> = twos.iter().filter_map(|element| element.content).collect();
        self.a.describe(a, &mut ones, &others);
        self.b.describe(b, &mut twos, &known);
        align::align(&ones, &twos)
    }

    /// The elements of two lists of references, by the elements that they refer to: those of the first
    /// list by the counterparts in the second document. `None` for other lists.
    fn references(&mut self, a: &FieldId, b: &FieldId) -> Option<(Vec<Element>, Vec<Element>)> {
        let ones = self.a.targets(a)?;
        let twos = self.b.targets(b)?;
        let mut translated = Vec::with_capacity(ones.len());
        for target in ones {
            let found = target.and_then(|target| self.counterpart(&target));
            translated.push(found.map(|found| hash(|hasher| found.hash(hasher))));
        }
        let own = |target: Option<FieldId>| target.map(|found| hash(|hasher| found.hash(hasher)));
        let element = |content| Element { content, ..Element::default() };
        let twos = twos.into_iter().map(|target| element(own(target))).collect();
        Some((translated.into_iter().map(element).collect(), twos))
    }

    /// The element of the second document that is the counterpart of an element of a list; `None` if it
    /// was removed, or is not in a list.
    fn counterpart(&mut self, a: &FieldId) -> Option<FieldId> {
        let list = self.a.tree.parent(a)?;
        let index = self.a.tree.index_in_parent(a)?;
        let other = self.b.tree.find(&self.a.tree.path(&list)).ok()?;
        let to = self.alignment(&list, &other).in_b(index)?;
        self.b.tree.element_at(&other, to)
    }

    /// `true` if a reference in one document leads to an element that the other does not have.
    pub(super) fn refers_to_unpaired(&mut self, field: &Field, is_of_a: bool) -> bool {
        let side = if is_of_a { self.a } else { self.b };
        if !is_reference(&field.hint) {
            return false;
        }
        let Some(Referred::Field(target)) = side.tree.referred(field, true) else { return false };
        if is_of_a {
            return self.counterpart(&target).is_none();
        }
        let (Some(list), Some(index)) =
            (self.b.tree.parent(&target), self.b.tree.index_in_parent(&target))
        else {
            return false;
        };
        let Ok(other) = self.a.tree.find(&self.b.tree.path(&list)) else { return false };
        self.alignment(&other, &list).in_a(index).is_none()
    }

    /// `true` if a field of the first document is the counterpart of one of the second.
    pub(super) fn are_counterparts(&mut self, a: &FieldId, b: &FieldId) -> bool {
        let (above_a, above_b) = match (self.a.tree.parent(a), self.b.tree.parent(b)) {
            (None, None) => return true,
            (Some(a), Some(b)) => (a, b),
            _ => return false,
        };
        if !self.are_counterparts(&above_a, &above_b) {
            return false;
        }
        let is_array = |side: Side<'_>, id: &FieldId| {
            side.tree.content(id).is_some_and(|content| content.kind == FieldKind::Array)
        };
        if is_array(self.a, &above_a) && is_array(self.b, &above_b) {
            let index = self.a.tree.index_in_parent(a);
            let alignment = self.alignment(&above_a, &above_b);
            let to = index.and_then(|index| alignment.in_b(index));
            return to.is_some() && to == self.b.tree.index_in_parent(b);
        }
        let name = |side: Side<'_>, id: &FieldId| side.tree.field(id).map(|field| field.name);
        name(self.a, a) == name(self.b, b)
    }
}

impl Side<'_> {
    /// The elements that the numbers of a list refer to; `None` unless the list consists of references.
    fn targets(self, list: &FieldId) -> Option<Vec<Option<FieldId>>> {
        let count = self.tree.element_count(list);
        let first = self.tree.content(&self.tree.element_at(list, 0)?)?;
        if !is_reference(&first.hint) {
            return None;
        }
        let target = |index| {
            let field = self.tree.field(&self.tree.element_at(list, index)?)?;
            match self.tree.referred(&field, true)? {
                Referred::Field(target) => Some(target),
                _ => None,
            }
        };
        Some((0..count).map(target).collect())
    }

    /// The elements of a list by their bytes.
    fn contents(self, list: &FieldId, count: usize) -> Vec<Element> {
        let element = |index: usize| {
            let of_run = self.tree.element_span(list, index);
            let named = || Some(self.tree.content(&self.tree.element_at(list, index)?)?.span);
            let span = of_run.or_else(named).filter(|span| span.len > 0);
            let content = span.map(|span| hash(|hasher| self.bytes(span).hash(hasher)));
            Element { content, ..Element::default() }
        };
        (0..count).map(element).collect()
    }

    /// Adds names and shapes to the elements whose content is not in `others`.
    fn describe(self, list: &FieldId, elements: &mut [Element], others: &HashSet<u64>) {
        for (index, element) in elements.iter_mut().enumerate() {
            if element.content.is_some_and(|content| others.contains(&content)) {
                continue;
            }
            let field = self.tree.element_at(list, index).and_then(|id| self.tree.field(&id));
            let Some(field) = field else { continue };
            let mut left = MAX_FIELDS;
            element.name = self.children(&field).iter().find_map(name_of);
            let mut is_any = false;
            let shape = hash(|hasher| self.shape(&field, &mut left, &mut is_any, hasher));
            element.shape = is_any.then_some(shape);
        }
    }

    /// Hashes the values of a field except references.
    fn shape(self, field: &Field, left: &mut usize, is_any: &mut bool, hasher: &mut DefaultHasher) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match field.kind {
            FieldKind::Group | FieldKind::Array => {
                let count = field.children.min(*left);
                for child in self.tree.children(&field.id, 0..count) {
                    self.shape(&child, left, is_any, hasher);
                }
            }
            FieldKind::Link(_) => {}
            _ if is_reference(&field.hint) => {}
            _ => {
                *is_any = true;
                self.bytes(field.span).hash(hasher);
            }
        }
    }
}

/// `true` for numbers that change when other elements are added.
pub(super) fn is_reference(hint: &Hint) -> bool {
    matches!(hint, Hint::Index(_) | Hint::Ref(_) | Hint::Pointer)
}

fn hash(f: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    f(&mut hasher);
    hasher.finish()
}

/// Hash of a field that names the record that it is in.
fn name_of(field: &Field) -> Option<u64> {
    if !matches!(&*field.name, "name" | "id") {
        return None;
    }
    match &field.value {
        Value::Uint(number) if field.hint.is_name() && *number != 0 => Some(*number),
        Value::Text(text) if !text.is_empty() => Some(hash(|hasher| text.hash(hasher))),
        _ => None,
    }
}
