//! Resolves references: finds the fields that stored numbers refer to.

use std::sync::PoisonError;

use super::steps::{Step, steps};
use super::{Field, FieldId, FieldKind, Tree};
use crate::bytes::node::NodeKind;
use crate::bytes::reference::{Base, ElementRef, OffsetRef, Reference};
use crate::bytes::{Hint, Value};

/// The target of a reference.
#[derive(Clone, Debug, PartialEq)]
pub enum Referred {
    /// A field.
    Field(FieldId),
    /// Bytes at an offset at which no field starts.
    Byte(u64),
    /// Nothing, with the meaning of the number.
    Nothing(&'static str),
    /// Something that does not exist.
    Missing,
    /// Part of another file.
    OtherFile,
}

/// Maximum number of elements that are searched for a typed label.
const MAX_LABELS: usize = 1 << 17;

impl Tree {
    /// The target of a field's number; `None` if the number is not a reference, or if its table of keys is
    /// not built yet and `may_build` is `false`.
    pub fn referred(&self, field: &Field, may_build: bool) -> Option<Referred> {
        if let FieldKind::Link(offset) = field.kind {
            return Some(self.at_offset(&field.path, offset));
        }
        let number = number(&field.value)?;
        let reference = match field.hint {
            Hint::Pointer => {
                let offset = u64::try_from(number).ok().filter(|offset| *offset != 0)?;
                return Some(self.at_offset(&field.path, offset));
            }
            Hint::Index("") => return None,
            Hint::Index(list) => &Reference::Element(ElementRef::index(list)),
            Hint::Ref(reference) => reference,
            _ => return None,
        };
        Some(match reference {
            Reference::Element(element) => self.element_referred(&field.id, element, number),
            Reference::Key(key) => {
                let table = self.key_table(key, may_build)?;
                let table = table.get()?;
                match u64::try_from(number).ok().and_then(|number| table.find(number)) {
                    _ if number == 0 && key.zero_is_none => Referred::Nothing("none"),
                    Some((list, _, index)) => {
                        let element = self.child(list, index);
                        element.map_or(Referred::Missing, Referred::Field)
                    }
                    None => Referred::Missing,
                }
            }
            Reference::Offset(offset) => self.offset_referred(&field.id, offset, number)?,
        })
    }

    fn element_referred(&self, from: &FieldId, element: &ElementRef, number: i64) -> Referred {
        // All ones mean "none" wherever an index may be missing, and 0 where handles start later.
        let is_none = matches!(number, -1 | 0xFFFF | 0xFFFF_FFFF);
        if is_none || number == 0 && element.first > 0 {
            return Referred::Nothing("none");
        }
        if !self.is_own(from, element) {
            return Referred::OtherFile;
        }
        let found = || {
            let index = usize::try_from(element.index_of(number)?).ok()?;
            self.child(&self.list_near(from, element.list)?, index)
        };
        found().map_or(Referred::Missing, Referred::Field)
    }

    /// `true` unless the reference leads to another file.
    pub fn is_own(&self, from: &FieldId, element: &ElementRef) -> bool {
        let value = |path| self.value(&self.follow(from, path)?);
        element.only_if.is_none_or(|(one, other)| {
            let (one, other) = (value(one), value(other));
            one.as_ref().and_then(number) == other.as_ref().and_then(number)
        })
    }

    /// The list named `list` that the number at `from` refers to. A list that contains the number itself
    /// may have the same name (`cells[3].objects`) and is skipped.
    pub fn list_near(&self, from: &FieldId, list: &str) -> Option<FieldId> {
        let found = self.follow(from, list)?;
        match self.parent(from).filter(|own| *own == found) {
            None => Some(found),
            Some(own) => self.follow(&self.parent(&self.parent(&own)?)?, list),
        }
    }

    /// Like [`Tree::find_near`], with indices `[#list]`: see [`reference`](crate::bytes::reference).
    fn follow(&self, from: &FieldId, path: &str) -> Option<FieldId> {
        if let Some((reference, below)) = path.split_once("->") {
            let reference = self.field(&self.find_near(from, reference)?)?;
            let Some(Referred::Field(id)) = self.referred(&reference, false) else { return None };
            return steps(below).try_fold(id, |id, step| self.step(&id, &step));
        }
        if !path.contains('#') {
            return self.find_near(from, path);
        }
        let mut here = Some(from.clone());
        while let Some(at) = here {
            let found = steps(path).try_fold(at.clone(), |to, step| match step {
                Step::Label(label) if label.starts_with('#') => {
                    let index = self.ordinal(&at, from, label.get(1..)?)?;
                    self.child(&to, index)
                }
                step => self.step(&to, &step),
            });
            if found.is_some() {
                return found;
            }
            here = self.parent(&at);
        }
        None
    }

    /// Number of the element of a list called `label` that contains `from`, counted through all such
    /// lists that are at most one list below `above`.
    fn ordinal(&self, above: &FieldId, from: &FieldId, label: &str) -> Option<usize> {
        let mut element = from.clone();
        let list = loop {
            let parent = self.parent(&element)?;
            if self.is_called(&parent, label) && self.is_list(&parent) {
                break parent;
            }
            element = parent;
        };
        let index = self.index_in_parent(&element)?;
        let holder = self.parent(&list)?;
        if holder == *above {
            return Some(index);
        }
        let holders = self.parent(&holder)?;
        let before = (0..self.index_in_parent(&holder)?).filter_map(|earlier| {
            let earlier = self.child(&holders, earlier)?;
            let list = self.step(&earlier, &Step::Label(label))?;
            Some(self.child_count(&list))
        });
        Some(before.sum::<usize>() + index)
    }

    fn is_called(&self, id: &FieldId, label: &str) -> bool {
        let nodes = self.nodes_of(id);
        nodes.is_some_and(|nodes| nodes.node(id.node()).is_some_and(|n| n.name.label() == label))
    }

    fn is_list(&self, id: &FieldId) -> bool {
        let Some(nodes) = self.nodes_of(id) else { return false };
        let node = nodes.node(id.node());
        node.is_some_and(|node| matches!(node.kind, NodeKind::Array | NodeKind::Run(_)))
    }

    /// The field that a plain offset in the field `path` refers to: the largest one that starts there. An
    /// offset in a list refers to an element, if there is one.
    fn at_offset(&self, path: &str, offset: u64) -> Referred {
        let mut chain = self.starting_at(offset, &FieldId::root());
        let is_element = |id: &&FieldId| self.is_element(id);
        let element = chain.iter().rev().find(is_element).filter(|_| path.contains('[')).cloned();
        element.or_else(|| chain.pop()).map_or(Referred::Byte(offset), Referred::Field)
    }

    /// The fields below `above` that start at `offset`, innermost first.
    fn starting_at(&self, offset: u64, above: &FieldId) -> Vec<FieldId> {
        let mut chain = Vec::new();
        let mut here = self.deepest_at(offset);
        while let Some(id) = here.filter(|id| id != above && self.start_of(id) == Some(offset)) {
            here = self.parent(&id).filter(|parent| *parent != FieldId::root());
            chain.push(id);
        }
        chain
    }

    fn is_element(&self, id: &FieldId) -> bool {
        self.parent(id).is_some_and(|parent| self.is_list(&parent))
    }

    fn start_of(&self, id: &FieldId) -> Option<u64> {
        let nodes = self.nodes_of(id)?;
        nodes.node(id.node()).map(|node| node.start)
    }

    /// The position that the offset at `from` counts from, and the field whose start it is.
    fn base_of(&self, from: &FieldId, base: Base) -> Option<(u64, Option<FieldId>)> {
        match base {
            Base::Start(path) => {
                let id = self.follow(from, path)?;
                Some((self.start_of(&id)?, Some(id)))
            }
            Base::End(path) => {
                let nodes = self.nodes_of(&self.follow(from, path)?)?;
                let node = nodes.node(self.follow(from, path)?.node())?;
                Some((node.start.checked_add(node.len)?, None))
            }
            Base::Value(path) => Some((self.value(&self.follow(from, path)?)?.as_u64()?, None)),
        }
    }

    fn offset_referred(&self, from: &FieldId, to: &OffsetRef, number: i64) -> Option<Referred> {
        if number < 0 {
            return Some(Referred::Nothing("none"));
        }
        let offset = number.unsigned_abs() & u64::from(to.mask);
        if offset == 0 && !to.zero.is_empty() {
            return Some(Referred::Nothing(to.zero));
        }
        let (base, above) = self.base_of(from, to.base)?;
        let offset = base.checked_add(offset)?;
        let chain = self.starting_at(offset, above.as_ref().unwrap_or(&FieldId::root()));
        let is_it = |id: &&FieldId| match to.target.strip_suffix("[]") {
            Some(list) => self.parent(id).is_some_and(|parent| self.is_called(&parent, list)),
            None => to.target.is_empty() || self.is_called(id, to.target),
        };
        let found = chain.iter().rev().find(is_it).cloned();
        Some(found.map_or(Referred::Byte(offset), Referred::Field))
    }

    /// The number that refers to the field `target`, for a field with a reference.
    ///
    /// # Errors
    /// When this field cannot refer to the target.
    fn number_for(&self, field: &Field, target: &FieldId) -> Result<u64, String> {
        let wrong = || format!("{} cannot refer to {}", field.path, self.path(target));
        let in_list = |list: &str| {
            let list = self.list_near(&field.id, list)?;
            let index = self.index_in_parent(target)?;
            (self.parent(target)? == list).then_some(index as u64)
        };
        let number = match &field.hint {
            Hint::Index(list) => in_list(list),
            Hint::Ref(Reference::Element(to)) => in_list(to.list).and_then(|i| to.number_of(i)),
            Hint::Ref(Reference::Key(key)) => key.lists.iter().find_map(|keyed| {
                let list =
                    self.parent(target).filter(|list| self.is_called(list, keyed.label()))?;
                self.is_list(&list).then_some(())?;
                let found = steps(keyed.key).try_fold(target.clone(), |id, s| self.step(&id, &s));
                self.value(&found?)?.as_u64()
            }),
            Hint::Ref(Reference::Offset(to)) => self.base_of(&field.id, to.base).and_then(|base| {
                let offset = self.start_of(target)?.checked_sub(base.0)?;
                let kept = field.value.as_u64().unwrap_or(0) & !u64::from(to.mask);
                (offset & !u64::from(to.mask) == 0).then_some(offset | kept)
            }),
            Hint::Pointer => self.start_of(target),
            _ => None,
        };
        number.ok_or_else(wrong)
    }

    /// The number that refers to the element that a text names: by its path (a label may follow),
    /// by its label, or by the text that its key stands for. The text may also be the word that is
    /// displayed for a reference to nothing. `None` if nothing has this name.
    ///
    /// # Errors
    /// When several elements have the name.
    pub fn number_of_name(&self, field: &Field, text: &str) -> Option<Result<u64, String>> {
        if is_word_for_zero(field.hint, text) {
            return Some(Ok(0));
        }
        let path =
            text.split_once("] ").map_or(text, |(path, _)| text.get(..=path.len()).unwrap_or(text));
        let near = || self.find_near(&field.id, path);
        let keyed = || match field.hint {
            Hint::Ref(Reference::Key(key)) => self.keyed_element(key, path),
            _ => None,
        };
        let target = self.find(path).ok().or_else(near).or_else(keyed);
        match target.map(|target| self.number_for(field, &target)) {
            Some(Ok(number)) => Some(Ok(number)),
            // The path of another field may also be a name.
            wrong => self.number_of_label(field, text).or(wrong),
        }
    }

    fn number_of_label(&self, field: &Field, text: &str) -> Option<Result<u64, String>> {
        let to = match field.hint {
            Hint::Ref(Reference::Key(key)) => return self.key_of_text(key, text),
            Hint::Ref(Reference::Element(to)) => *to,
            Hint::Index(list) => ElementRef::index(list),
            _ => return None,
        };
        let found = self.labelled(self.list_near(&field.id, to.list)?, text);
        Some(match *found.as_slice() {
            [] => return None,
            [one] => to.number_of(one as u64).ok_or_else(|| "the number is too large".to_owned()),
            [one, other, ..] => Err(format!(
                "{0}[{one}] and {0}[{other}] are both called {text:?}; give the path of one of \
                 them",
                to.list
            )),
        })
    }

    /// The first two elements of a list with this label. The result is kept for the next field, since an
    /// edit may set thousands of fields to one name.
    fn labelled(&self, list: FieldId, text: &str) -> Vec<usize> {
        let last = || self.last_label.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, label, found)) = &*last()
            && *of == list
            && label == text
        {
            return found.clone();
        }
        let is_named = |index: &usize| {
            let label = self.child(&list, *index).and_then(|id| self.note_or_text(&id));
            label.as_deref() == Some(text)
        };
        let count = self.child_count(&list).min(MAX_LABELS);
        let found: Vec<usize> = (0..count).filter(is_named).take(2).collect();
        *last() = Some((list, text.to_owned(), found.clone()));
        found
    }

    /// The description of a field, or its text.
    fn note_or_text(&self, id: &FieldId) -> Option<String> {
        let nodes = self.nodes_of(id)?;
        let node = nodes.node(id.node())?;
        match (&node.note, self.value_in(node)) {
            (Some(note), _) => Some(note.to_string()),
            (None, Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// `true` if 0 is displayed as this word.
fn is_word_for_zero(hint: Hint, text: &str) -> bool {
    match hint {
        Hint::Ref(Reference::Offset(to)) => !text.is_empty() && to.zero == text,
        Hint::Ref(Reference::Key(key)) => key.zero_is_none && text == "none",
        Hint::Ref(Reference::Element(to)) => to.first > 0 && text == "none",
        _ => false,
    }
}

/// A whole number.
fn number(value: &Value) -> Option<i64> {
    match *value {
        Value::Int(number) => Some(number),
        Value::Uint(number) => i64::try_from(number).ok(),
        _ => None,
    }
}
