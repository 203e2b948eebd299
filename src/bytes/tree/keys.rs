//! Tables of keys, with which references are resolved.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};

use super::steps::{Step, steps};
use super::{FieldId, Nodes, Tree};
use crate::bytes::node::NodeKind;
use crate::bytes::reference::{KeyRef, KeyedList, Reference};
use crate::bytes::{FieldContent, Hint, Value};

/// The elements of some lists, by key.
pub(super) struct KeyTable {
    /// The lists, with the position of each in [`KeyRef::lists`].
    lists: Vec<(FieldId, usize)>,
    /// List and index of the first element with a key.
    elements: HashMap<u64, (u32, u32)>,
    /// The keys of texts.
    texts: OnceLock<HashMap<String, Vec<u64>>>,
}

/// Tables by reference; each is built once.
pub(super) type KeyTables = HashMap<KeyRef, Arc<OnceLock<KeyTable>>>;

/// Progress of [`Tree::prepare_keys`].
#[derive(Default)]
pub(super) struct Preparation {
    is_started: AtomicBool,
    is_finished: AtomicBool,
}

/// Maximum depth of nested runs that are searched for keys.
const MAX_RUNS: usize = 3;
/// Maximum number of keys that are followed to a text.
const MAX_KEYS: usize = 4;

impl KeyTable {
    /// The list, its position in the reference, and the index of the element with this key.
    pub(super) fn find(&self, number: u64) -> Option<(&FieldId, usize, usize)> {
        let (list, index) = self.elements.get(&number)?;
        let (id, keyed) = self.lists.get(*list as usize)?;
        Some((id, *keyed, *index as usize))
    }
}

impl Tree {
    pub(super) fn key_of_text(&self, key: &KeyRef, text: &str) -> Option<Result<u64, String>> {
        let table = self.key_table(key, true)?;
        let table = table.get()?;
        let texts = table.texts.get_or_init(|| {
            let mut texts: HashMap<String, Vec<u64>> = HashMap::new();
            for number in table.elements.keys() {
                let text = self.key_text_id(key, table, *number);
                if let Some(text) = text.and_then(|id| self.text_at(&id, 0)) {
                    texts.entry(text).or_default().push(*number);
                }
            }
            texts
        });
        match texts.get(text)?.as_slice() {
            [one] => Some(Ok(*one)),
            all => {
                Some(Err(format!("{} elements are called {text:?}; give the number", all.len())))
            }
        }
    }

    /// The text in a field, or that its key stands for.
    fn text_at(&self, id: &FieldId, depth: usize) -> Option<String> {
        let FieldContent { hint, value, .. } = self.content(id)?;
        match (value, hint) {
            (Value::Text(text), _) => Some(text),
            (value, Hint::Ref(Reference::Key(key))) if depth < MAX_KEYS => {
                self.text_at(&self.text_of_key(key, value.as_u64()?, true)?, depth + 1)
            }
            _ => None,
        }
    }

    /// The element `LIST[INDEX]` of a list to which a key refers.
    pub(super) fn keyed_element(&self, key: &KeyRef, path: &str) -> Option<FieldId> {
        let (label, index) = path.strip_suffix(']')?.split_once('[')?;
        let index = index.parse().ok()?;
        let table = self.key_table(key, true)?;
        let mut lists = table.get()?.lists.iter();
        let is_it = |keyed: &usize| key.lists.get(*keyed).is_some_and(|list| list.label() == label);
        let (list, _) = lists.find(|(_, keyed)| is_it(keyed))?;
        self.child(list, index)
    }

    /// The field with the text that a key stands for; `None` if no element has the key, or if the table is
    /// not built yet and `may_build` is `false`.
    pub fn text_of_key(&self, key: &KeyRef, number: u64, may_build: bool) -> Option<FieldId> {
        let table = self.key_table(key, may_build)?;
        self.key_text_id(key, table.get()?, number)
    }

    fn key_text_id(&self, key: &KeyRef, table: &KeyTable, number: u64) -> Option<FieldId> {
        let (list, keyed, index) = table.find(number)?;
        let element = self.child(list, index)?;
        let keyed = key.lists.get(keyed)?;
        steps(keyed.text).try_fold(element, |id, step| self.step(&id, &step))
    }

    /// The table of a reference, built if it `may_build`.
    pub(super) fn key_table(
        &self,
        key: &KeyRef,
        may_build: bool,
    ) -> Option<Arc<OnceLock<KeyTable>>> {
        let table = {
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.entry(*key).or_default().clone()
        };
        if may_build {
            table.get_or_init(|| self.new_table(key));
        }
        table.get().is_some().then_some(table)
    }

    fn new_table(&self, key: &KeyRef) -> KeyTable {
        let mut table =
            KeyTable { lists: Vec::new(), elements: HashMap::new(), texts: OnceLock::new() };
        for (number, keyed) in key.lists.iter().enumerate() {
            let _ = self.each_matching(keyed.list, &mut |list| {
                let at = u32::try_from(table.lists.len()).unwrap_or(u32::MAX);
                self.each_key(&list, keyed, &mut |index, value| {
                    table.elements.entry(value).or_insert((at, index));
                });
                table.lists.push((list, number));
                Ok::<(), ()>(())
            });
        }
        table
    }

    /// Calls `f` with the key of every element of a list.
    fn each_key(&self, list: &FieldId, keyed: &KeyedList, f: &mut dyn FnMut(u32, u64)) {
        let Some(nodes) = self.nodes_of(list) else { return };
        let Some(node) = nodes.node(list.node()) else { return };
        for index in 0..self.child_count(list) {
            // Elements of a run are not cached here: each is needed once.
            let value = match &node.kind {
                NodeKind::Run(_) => {
                    let element = self.read_element(node, index);
                    element.and_then(|nodes| {
                        let mut at = 0;
                        for step in steps(keyed.key) {
                            let Step::Label(label) = step else { return None };
                            at = *nodes.children(at).get(nodes.child_named(at, label)?)?;
                        }
                        Some(self.value_in(nodes.node(at)?))
                    })
                }
                _ => self.child(list, index).and_then(|element| {
                    let id = steps(keyed.key).try_fold(element, |id, step| self.step(&id, &step));
                    self.value(&id?)
                }),
            };
            if let (Some(value), Ok(index)) = (value.and_then(|v| v.as_u64()), u32::try_from(index))
            {
                f(index, value);
            }
        }
    }

    /// Builds the tables of all keys that fields refer to. This takes as long as reading the lists with
    /// the keys, so do not call it on the window's thread.
    pub fn prepare_keys(&self) {
        let mut found = Vec::new();
        self.keys_in(&self.nodes, &mut found, 0);
        found.iter().for_each(|key| drop(self.key_table(key, true)));
        self.preparation.is_finished.store(true, Ordering::Release);
    }

    /// `true` for the first caller, which calls [`Tree::prepare_keys`] on another thread.
    pub fn starts_preparing(&self) -> bool {
        !self.preparation.is_started.swap(true, Ordering::AcqRel)
    }

    /// `true` after [`Tree::prepare_keys`].
    pub fn has_keys_prepared(&self) -> bool {
        self.preparation.is_finished.load(Ordering::Acquire)
    }

    /// Collects the keys in `nodes`, and in the first element of each run.
    fn keys_in(&self, nodes: &Nodes, found: &mut Vec<KeyRef>, depth: usize) {
        for node in &nodes.nodes {
            let hint = match &node.kind {
                NodeKind::Scalar { hint, .. } => *hint,
                NodeKind::Run(run) => run.element.hint(),
                _ => continue,
            };
            if let Hint::Ref(Reference::Key(key)) = hint
                && !found.contains(key)
            {
                found.push(*key);
            }
            if let NodeKind::Run(run) = &node.kind
                && depth < MAX_RUNS
                && run.count > 0
                && let Some(element) = self.read_element(node, 0)
            {
                self.keys_in(&element, found, depth + 1);
            }
        }
    }
}
