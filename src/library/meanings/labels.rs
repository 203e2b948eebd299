//! Labels of elements: their description, their text, or a name in them.

use std::rc::Rc;

use super::{CACHE, KEYS, Meanings};
use crate::bytes::reference::{KeyKind, KeyRef, Reference};
use crate::bytes::{Field, FieldContent, FieldId, FieldKind, Hint, Value};

/// Maximum number of references that are followed for one label.
const MAX_DEPTH: usize = 4;
/// Maximum number of letters of a label.
const MAX_LABEL: usize = 80;
/// Maximum number of fields of an element that are searched for its label.
const LABEL_FIELDS: usize = 8;

impl Meanings<'_> {
    /// The label of an element of a cached list.
    pub(super) fn label_in(&self, list: usize, index: usize, depth: usize) -> Option<Rc<str>> {
        if let Some(found) = self.cache.borrow().labels.get(&(list, index)) {
            return found.clone();
        }
        let id = self.cache.borrow().lists.get(list).map(|list| list.id.clone())?;
        let label = self.tree.child(&id, index).and_then(|id| self.label(&id, depth));
        let label: Option<Rc<str>> = label.map(Rc::from);
        let mut cache = self.cache.borrow_mut();
        if cache.labels.len() >= CACHE {
            cache.labels.clear();
        }
        cache.labels.insert((list, index), label.clone());
        label
    }

    /// The text that a key stands for.
    pub(super) fn label_of_key(
        &self,
        key: &'static KeyRef,
        number: u64,
        depth: usize,
    ) -> Option<Rc<str>> {
        let entry = (std::ptr::from_ref(key), number);
        if let Some(known) = self.cache.borrow().keys.get(&entry) {
            return known.clone();
        }
        let text = self.tree.text_of_key(key, number, self.may_build)?;
        let label = match self.tree.value(&text) {
            Some(Value::Text(text)) if text.is_empty() => Some("\"\"".to_owned()),
            _ => self.label(&text, depth),
        };
        let label: Option<Rc<str>> = label.map(Rc::from);
        // Labels at the maximum depth are not cached, since references in them have no labels.
        if depth + 1 < MAX_DEPTH {
            let mut cache = self.cache.borrow_mut();
            if cache.keys.len() >= KEYS {
                cache.keys.clear();
            }
            cache.keys.insert(entry, label.clone());
        }
        label
    }

    /// `true` if elements like this one may have labels.
    pub(super) fn has_label(&self, first: &Field) -> bool {
        match first.kind {
            FieldKind::Group => !first.meaning.is_empty() || self.label_fields(first).is_some(),
            FieldKind::Text => true,
            _ => first.hint.is_name() || first.hint.is_reference(),
        }
    }

    /// The label of a field: its description, its text, or its name.
    pub(super) fn label(&self, id: &FieldId, depth: usize) -> Option<String> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let FieldContent { hint, value, .. } = self.tree.content(id)?;
        let label = match (&value, label_key(hint)) {
            (Value::Text(text), _) => match self.name_in(text) {
                Some(name) => format!("{text} {name}"),
                None => text.clone(),
            },
            (_, Some(key)) => self.label_of_key(key, value.as_u64()?, depth + 1)?.to_string(),
            (Value::None, _) => self.label_of_group(&self.tree.field(id)?, depth)?,
            _ if hint.is_name() || hint.is_reference() => {
                self.meaning_at(&self.tree.field(id)?, depth + 1).into_owned()
            }
            _ => return None,
        };
        let label = match label.char_indices().nth(MAX_LABEL).filter(|_| label.len() > MAX_LABEL) {
            Some((end, _)) => format!("{}…", label.get(..end).unwrap_or_default()),
            None => label,
        };
        Some(label).filter(|label| !label.is_empty())
    }

    fn label_of_group(&self, field: &Field, depth: usize) -> Option<String> {
        match field.kind {
            FieldKind::Group if field.meaning.is_empty() => self.label_below(field, depth + 1),
            FieldKind::Group => Some(self.meaning_at(field, depth + 1).into_owned()),
            _ => None,
        }
    }

    /// The label of a list element: its first text, name or key.
    pub(super) fn label_below(&self, element: &Field, depth: usize) -> Option<String> {
        let at = self.label_fields(element)?;
        let child = |id: FieldId, index: &usize| self.tree.child(&id, *index);
        let id = at.iter().try_fold(element.id.clone(), child)?;
        let FieldContent { hint, value, .. } = self.tree.content(&id)?;
        (matches!(value, Value::Text(_)) || is_label_hint(hint)).then_some(())?;
        self.label(&id, depth)
    }

    /// Position of the label below an element of this type.
    fn label_fields(&self, element: &Field) -> Option<Rc<[usize]>> {
        {
            let cache = self.cache.borrow();
            // Most elements follow one of the same type, so the last type without labels is tested first.
            if cache.unlabelled == element.type_name {
                return None;
            }
            if let Some(known) = cache.label_fields.get(&element.type_name) {
                return known.clone();
            }
        }
        let found = self.find_label(element);
        let mut cache = self.cache.borrow_mut();
        if found.is_none() {
            cache.unlabelled.clone_from(&element.type_name);
        }
        cache.label_fields.insert(element.type_name.clone(), found.clone());
        found
    }

    fn find_label(&self, element: &Field) -> Option<Rc<[usize]>> {
        for (index, field) in self.tree.children(&element.id, 0..LABEL_FIELDS).iter().enumerate() {
            if is_label(field) {
                return Some(Rc::from([index]));
            }
            if field.kind == FieldKind::Group {
                let children = self.tree.children(&field.id, 0..LABEL_FIELDS);
                if let Some(inner) = children.iter().position(is_label) {
                    return Some(Rc::from([index, inner]));
                }
            }
        }
        None
    }

    /// The name for a text that is a hash in digits.
    pub(super) fn name_in(&self, text: &str) -> Option<String> {
        let hash = self.named?.hash_in_text(text)?;
        Some(self.names.all_of(hash)).filter(|names| !names.is_empty())
    }

    /// A description that begins with a hash in digits, with the name of the hash.
    pub(super) fn with_hash_names(&self, text: &str) -> Option<String> {
        let (head, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
        Some(format!("{head} {}{rest}", self.name_in(head)?))
    }
}

/// The key of a field that stands for a text.
fn label_key(hint: Hint) -> Option<&'static KeyRef> {
    match hint {
        Hint::Ref(Reference::Key(key)) if key.kind != KeyKind::Hash => Some(key),
        _ => None,
    }
}

fn is_label(field: &Field) -> bool {
    field.kind == FieldKind::Text || is_label_hint(field.hint)
}

/// `true` for numbers that stand for a name.
fn is_label_hint(hint: Hint) -> bool {
    hint.is_name() || matches!(hint, Hint::Ref(Reference::Key(_)))
}
