//! Explains fields of a document: the targets of references, the names of hashes, the labels of list
//! elements.

mod labels;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::NameBook;
use crate::bytes::reference::{ElementRef, KeyKind, KeyRef, Reference};
use crate::bytes::{Field, FieldId, FieldKind, Hint, Referred, Tree, Value, Visitor};
use crate::formats::{Document, HashesNames};

/// Maximum number of cached lists, and number of labels after which their cache is cleared.
const CACHE: usize = 4_096;
/// Number of keys after which their cache is cleared.
const KEYS: usize = 1 << 16;
/// Number of lists that are found without hashing.
const RECENT: usize = 8;

/// Explains the fields of one tree. Lists and labels that were found are cached, so one object should
/// serve many fields.
pub struct Meanings<'a> {
    tree: &'a Tree,
    named: Option<&'a dyn HashesNames>,
    names: &'a NameBook,
    /// Tables of keys are built if they are missing.
    may_build: bool,
    cache: RefCell<Cache>,
}

/// The target of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceTarget {
    /// A field, by its path.
    Path(String),
    /// An offset at which no field starts.
    Byte(u64),
}

#[derive(Default)]
struct Cache {
    /// Results of the last look-ups in `near`, which most fields repeat.
    recent: Vec<(FieldId, &'static str, Option<usize>)>,
    /// Labels of keys.
    keys: HashMap<(*const KeyRef, u64), Option<Rc<str>>>,
    /// Positions in `lists`, by the run that contains the reference, and the path in the reference.
    near: HashMap<(FieldId, &'static str), Option<usize>>,
    by_id: HashMap<FieldId, usize>,
    lists: Vec<List>,
    labels: HashMap<(usize, usize), Option<Rc<str>>>,
    /// Texts of references with a key.
    texts: HashMap<(*const KeyRef, u64), Rc<str>>,
    /// The last type whose elements have no label.
    unlabelled: String,
    /// Position of the label below an element, as child indices, by type.
    label_fields: HashMap<String, Option<Rc<[usize]>>>,
}

/// A list that numbers refer to.
struct List {
    id: FieldId,
    path: String,
    count: usize,
    has_labels: bool,
}

impl<'a> Meanings<'a> {
    /// Explains the fields of a document.
    pub fn of(document: &'a Document, names: &'a NameBook) -> Self {
        let named = Some(document.content.named());
        Self { tree: &document.tree, named, names, may_build: true, cache: RefCell::default() }
    }

    /// Explains the fields of a tree without a document.
    pub fn of_tree(tree: &'a Tree, names: &'a NameBook) -> Self {
        Self { tree, named: None, names, may_build: true, cache: RefCell::default() }
    }

    /// Does not build tables of keys: fields whose table [is missing](Tree::prepare_keys) stay without a
    /// name.
    pub fn without_waiting(self) -> Self {
        Self { may_build: false, ..self }
    }

    /// The meaning of a field.
    pub fn meaning<'f>(&self, field: &'f Field) -> Cow<'f, str> {
        self.meaning_at(field, 0)
    }

    fn meaning_at<'f>(&self, field: &'f Field, depth: usize) -> Cow<'f, str> {
        let stored = Cow::Borrowed(field.meaning.as_str());
        let better = match field.kind {
            FieldKind::Scalar(_) | FieldKind::Bits if self.is_described(field) => None,
            FieldKind::Scalar(_) | FieldKind::Bits if field.hint.is_reference() => {
                self.text(field, depth).filter(|text| !text.is_empty()).or_else(|| self.name(field))
            }
            FieldKind::Scalar(_) | FieldKind::Bits if field.hint.is_name() => self.name(field),
            FieldKind::Group if !field.meaning.is_empty() => self.with_hash_names(&field.meaning),
            FieldKind::Group if field.name.ends_with(']') => self.label_below(field, depth),
            FieldKind::Text => match &field.value {
                Value::Text(text) if field.meaning.is_empty() => self.name_in(text),
                _ => None,
            },
            _ => None,
        };
        better.map_or(stored, Cow::Owned)
    }

    /// `true` if the stored meaning is that of the format, or cannot be improved.
    fn is_described(&self, field: &Field) -> bool {
        match field.hint {
            // Most indices refer to elements without a label.
            Hint::Index("") => true,
            Hint::Index(list) if self.has_labels(field, list) == Some(false) => true,
            Hint::Index(_) | Hint::Pointer => {
                !field.meaning.is_empty() && field.meaning != field.hint.meaning(&field.value)
            }
            _ => !field.meaning.is_empty(),
        }
    }

    /// The target of a field that refers to something.
    pub fn target(&self, field: &Field) -> Option<ReferenceTarget> {
        let is_link = matches!(field.kind, FieldKind::Link(_));
        if !is_link && !field.hint.is_reference() {
            let path = self.named?.path_of_hash(hash_in(field)?);
            return path.map(ReferenceTarget::Path);
        }
        let list = match field.hint {
            Hint::Index(list) => Some(ElementRef::index(list)),
            Hint::Ref(Reference::Element(to)) => Some(*to),
            _ => None,
        };
        if let Some((list, index)) = list.and_then(|to| self.in_list(field, &to)) {
            let cache = self.cache.borrow();
            let list = cache.lists.get(list)?;
            let path = || ReferenceTarget::Path(format!("{}[{index}]", list.path));
            return (index < list.count).then(path);
        }
        match self.tree.referred(field, self.may_build)? {
            Referred::Field(id) => Some(ReferenceTarget::Path(self.tree.path(&id))),
            Referred::Byte(offset) => Some(ReferenceTarget::Byte(offset)),
            Referred::Nothing(_) | Referred::Missing | Referred::OtherFile => None,
        }
    }

    /// The names that are known for a hash.
    fn name(&self, field: &Field) -> Option<String> {
        let hash = hash_in(field)?;
        let names = self.names.all_of(hash);
        let own = || self.named?.name_in_file(hash);
        if names.is_empty() { own() } else { Some(names) }
    }

    /// The target of a reference in words.
    fn text(&self, field: &Field, depth: usize) -> Option<String> {
        match field.hint {
            Hint::Index(list) => self.element(field, &ElementRef::index(list), depth),
            Hint::Ref(Reference::Element(to)) => self.element(field, to, depth),
            Hint::Ref(Reference::Key(to)) => self.keyed(field, to, depth),
            Hint::Ref(Reference::Offset(_)) | Hint::Pointer => {
                match self.tree.referred(field, self.may_build)? {
                    Referred::Field(id) => {
                        let path = self.tree.path(&id);
                        let label = if path.ends_with(']') { self.label(&id, depth) } else { None };
                        Some(with_label(relative(&path, &field.path), label.as_deref()))
                    }
                    Referred::Byte(_) if field.hint == Hint::Pointer => None,
                    Referred::Byte(offset) => Some(format!("offset {offset:#x} in this file")),
                    Referred::Nothing(word) => Some(word.to_owned()),
                    Referred::Missing | Referred::OtherFile => None,
                }
            }
            _ => None,
        }
    }

    /// The cached list of a reference and the index in it, unless the number means "none".
    fn in_list(&self, field: &Field, to: &ElementRef) -> Option<(usize, usize)> {
        let number = whole(&field.value)?;
        if to.only_if.is_some() || is_none(number, to) {
            return None;
        }
        let index = usize::try_from(to.index_of(number)?).ok()?;
        Some((self.list(field, to.list)?, index))
    }

    fn element(&self, field: &Field, to: &ElementRef, depth: usize) -> Option<String> {
        let Some((list, index)) = self.in_list(field, to) else {
            return self.element_uncached(field, to, depth);
        };
        let (path, has_labels) = {
            let cache = self.cache.borrow();
            let list = cache.lists.get(list).filter(|list| index < list.count);
            let Some(list) = list else { return Some(missing(field, to)) };
            let path = match to.list.contains('#') {
                true => relative(&format!("{}[{index}]", list.path), &field.path),
                false => format!("{}[{index}]", to.shown_list()),
            };
            (path, list.has_labels)
        };
        let label = if has_labels && depth < 2 { self.label_in(list, index, depth) } else { None };
        Some(with_label(path, label.as_deref()))
    }

    fn element_uncached(&self, field: &Field, to: &ElementRef, depth: usize) -> Option<String> {
        Some(match self.tree.referred(field, self.may_build)? {
            Referred::Field(id) => {
                let path = self.tree.path(&id);
                let path = match to.list.contains('#') {
                    true => relative(&path, &field.path),
                    false => {
                        format!("{}[{}]", to.shown_list(), to.index_of(whole(&field.value)?)?)
                    }
                };
                with_label(path, self.label(&id, depth).as_deref())
            }
            Referred::Nothing(word) => word.to_owned(),
            Referred::OtherFile => "in another file".to_owned(),
            _ => missing(field, to),
        })
    }

    fn keyed(&self, field: &Field, to: &'static KeyRef, depth: usize) -> Option<String> {
        let number = field.value.as_u64()?;
        if number == 0 && to.zero_is_none {
            return Some("none".to_owned());
        }
        let entry = (std::ptr::from_ref(to), number);
        if let Some(known) = self.cache.borrow().texts.get(&entry) {
            return Some(known.to_string());
        }
        let text = match self.tree.referred(field, self.may_build)? {
            Referred::Field(id) => {
                let label = match to.kind {
                    KeyKind::Hash => self.name(field).map(Rc::from),
                    _ => self.label_of_key(to, number, depth),
                };
                match (to.kind, label) {
                    (KeyKind::Symbol, Some(label)) => label.to_string(),
                    (_, label) => with_label(self.path_of_element(&id), label.as_deref()),
                }
            }
            // The name of a hash may still be known.
            _ if to.kind == KeyKind::Hash => return None,
            _ => "missing".to_owned(),
        };
        // Cached only with all labels: a hash may get a name later, and nested references may have no
        // labels.
        if depth == 0 && to.kind != KeyKind::Hash {
            let mut cache = self.cache.borrow_mut();
            if cache.texts.len() >= KEYS {
                cache.texts.clear();
            }
            cache.texts.insert(entry, Rc::from(text.as_str()));
        }
        Some(text)
    }

    /// The path of a list element, starting with the name of its list.
    fn path_of_element(&self, id: &FieldId) -> String {
        self.tree.element_name(id).unwrap_or_else(|| last_part(&self.tree.path(id)))
    }

    /// `true` if the elements of the list that an index refers to have labels; `None` if not known.
    fn has_labels(&self, field: &Field, path: &'static str) -> Option<bool> {
        let list = self.list(field, path)?;
        self.cache.borrow().lists.get(list).map(|list| list.has_labels)
    }

    /// The list to which an index field in a run refers, as a position in the cache; `None` if the list
    /// is inside the run too, since these are not cached.
    fn list(&self, field: &Field, path: &'static str) -> Option<usize> {
        let recent = |cache: &Cache| {
            let mut recent = cache.recent.iter();
            let same = recent
                .find(|(run, other, _)| std::ptr::eq(*other, path) && field.id.is_in_run(run));
            same.map(|(.., list)| *list)
        };
        if let Some(list) = recent(&self.cache.borrow()) {
            return list;
        }
        let run = field.id.enclosing_run()?;
        let list = self.list_of_run(field, run.clone(), path);
        let mut cache = self.cache.borrow_mut();
        if cache.recent.len() >= RECENT {
            cache.recent.remove(0);
        }
        cache.recent.push((run, path, list));
        list
    }

    fn list_of_run(&self, field: &Field, run: FieldId, path: &'static str) -> Option<usize> {
        let key = (run, path);
        if let Some(found) = self.cache.borrow().near.get(&key) {
            return *found;
        }
        let id = self.tree.list_near(&field.id, path);
        if id.as_ref().is_some_and(|id| id.is_below(&key.0)) {
            return None;
        }
        let known = id.as_ref().and_then(|id| self.cache.borrow().by_id.get(id).copied());
        let made = match (known, id) {
            (Some(known), _) => Some(known),
            (None, None) => None,
            (None, Some(id)) => {
                let first = self.tree.child(&id, 0).and_then(|first| self.tree.field(&first));
                let list = List {
                    path: self.tree.path(&id),
                    count: self.tree.child_count(&id),
                    has_labels: first.is_some_and(|first| self.has_label(&first)),
                    id: id.clone(),
                };
                let mut cache = self.cache.borrow_mut();
                if cache.lists.len() >= CACHE {
                    return None;
                }
                cache.lists.push(list);
                let at = cache.lists.len() - 1;
                cache.by_id.insert(id, at);
                Some(at)
            }
        };
        let mut cache = self.cache.borrow_mut();
        if cache.near.len() >= CACHE {
            cache.near.clear();
        }
        cache.near.insert(key, made);
        made
    }

    /// Calls `f` with every field that refers to the field `path` or to a part of it, in file order, until
    /// `f` returns `false`. Reads the whole tree.
    pub fn users(&self, path: &str, f: &mut dyn FnMut(&Field) -> bool) {
        let mut users = Users { meanings: self, path, f };
        // The only error is the end of the search.
        let _ = self.tree.walk(&FieldId::root(), &mut users);
    }

    /// `true` if the field refers to the field `path` or to a part of it.
    pub fn refers_to(&self, field: &Field, path: &str) -> bool {
        let Some(ReferenceTarget::Path(target)) = self.target(field) else { return false };
        let below = target.strip_prefix(path);
        below.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }
}

struct Users<'a> {
    meanings: &'a Meanings<'a>,
    path: &'a str,
    f: &'a mut dyn FnMut(&Field) -> bool,
}

impl Visitor for Users<'_> {
    type Error = ();

    fn enter(&mut self, field: &Field) -> Result<bool, ()> {
        if self.meanings.refers_to(field, self.path) && !(self.f)(field) {
            return Err(());
        }
        Ok(true)
    }
}

/// The hash of a name in a field.
fn hash_in(field: &Field) -> Option<u32> {
    let hash = field.value.as_u64().filter(|_| field.hint.is_name())?;
    u32::try_from(hash).ok()
}

fn whole(value: &Value) -> Option<i64> {
    match *value {
        Value::Int(number) => Some(number),
        Value::Uint(number) => i64::try_from(number).ok(),
        _ => None,
    }
}

/// `true` if a number means "none".
fn is_none(number: i64, to: &ElementRef) -> bool {
    matches!(number, -1 | 0xFFFF | 0xFFFF_FFFF) || number == 0 && to.first > 0
}

/// Text for a number without a target: an index past the end is shown as an index, any other number as
/// missing.
fn missing(field: &Field, to: &ElementRef) -> String {
    match field.hint {
        Hint::Index(_) => field.meaning.clone(),
        _ => format!("missing from {}", to.shown_list()),
    }
}

/// The last part of a path.
fn last_part(path: &str) -> String {
    path.rsplit('.').next().unwrap_or(path).to_owned()
}

/// `path` without the leading groups that it has in common with `from`.
fn relative(path: &str, from: &str) -> String {
    let same = path.bytes().zip(from.bytes()).take_while(|(one, other)| one == other).count();
    let shared = path.get(..same).and_then(|shared| shared.rfind('.')).map_or(0, |at| at + 1);
    path.get(shared..).unwrap_or(path).to_owned()
}

fn with_label(path: String, label: Option<&str>) -> String {
    match label {
        Some(label) if !label.is_empty() => format!("{path} {label}"),
        _ => path,
    }
}
