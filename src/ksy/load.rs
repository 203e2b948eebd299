//! Loads descriptions: from YAML to classes, with all files that they import.

use std::collections::HashMap;
use std::sync::Arc;

use super::description::*;
use super::diagnostic::Diagnostic;
use super::loader::{At, Defaults, Loader, join};
use super::representation::Representation;
use super::style::misplaced_keys;
use super::views::FILE;
use super::yaml::{self, Node};

/// Maximum number of files that a description may import.
const MAX_FILES: usize = 64;

pub(super) const TOP_KEYS: &[&str] =
    &["meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums"];

impl Loader<'_> {
    /// Loads a file and its imports. Returns its class.
    pub(super) fn file(&mut self, name: &str, text: &str) -> Option<ClassId> {
        if let Some(known) = self.files.get(name) {
            return *known;
        }
        let file = self.description.files.len();
        self.description.files.push(name.to_owned());
        self.files.insert(name.to_owned(), None);
        let before = std::mem::replace(&mut self.file, file);
        let class = match yaml::parse(text) {
            Err(mut found) => {
                found.file = file;
                self.description.diagnostics.push(found);
                None
            }
            Ok(node) => self.top(name, &node),
        };
        self.file = before;
        class
    }

    fn top(&mut self, name: &str, node: &Node) -> Option<ClassId> {
        let at = At { node, path: "/" };
        if node.map().is_none() {
            self.error(at, format!("expected a map, found {}", node.kind()));
            return None;
        }
        let id = node.get("meta").and_then(|meta| meta.get("id"));
        let id: Arc<str> = match id.and_then(Node::text) {
            Some(text) => text.value.clone(),
            None => {
                let meta = node.get("meta").unwrap_or(node);
                if meta.map().is_some() {
                    self.error(At { node: meta, path: "/meta" }, "expected the key `id`");
                }
                "unnamed".into()
            }
        };
        let class = self.description.classes.len();
        self.files.insert(name.to_owned(), Some(class));
        self.description.tops.entry(id.clone()).or_insert(class);
        if self.file == 0 {
            self.description.extensions = extensions(node);
        }
        self.class(at, id, None, class, &Defaults::default());
        if self.file == 0 {
            self.description.views = self.view(at, &FILE);
        }
        for found in misplaced_keys(node) {
            self.description.diagnostics.push(Diagnostic { file: self.file, ..found });
        }
        self.import_all(name, node);
        Some(class)
    }

    fn import_all(&mut self, name: &str, node: &Node) {
        let Some(imports) = node.get("meta").and_then(|meta| meta.get("imports")) else { return };
        let Some(items) = imports.list() else {
            let at = At { node: imports, path: "/meta/imports" };
            self.error(at, format!("expected a list, found {}", imports.kind()));
            return;
        };
        for (index, item) in items.iter().enumerate() {
            let path = format!("/meta/imports/{index}");
            let at = At { node: item, path: &path };
            let Some(text) = item.text() else {
                self.error(at, format!("expected a name, found {}", item.kind()));
                continue;
            };
            if self.files.len() > MAX_FILES {
                self.error(at, format!("expected at most {MAX_FILES} imported files"));
                return;
            }
            match self.imports.find(name, &text.value) {
                Ok((found, text)) => drop(self.file(&found, &text)),
                Err(message) => self.error(at, message),
            }
        }
    }

    fn class(
        &mut self,
        at: At<'_>,
        name: Arc<str>,
        outer: Option<ClassId>,
        top: ClassId,
        defaults: &Defaults,
    ) -> ClassId {
        let id = self.description.classes.len();
        let place = self.place(at);
        self.description.classes.push(Class {
            name: name.clone(),
            place,
            outer,
            top,
            params: Vec::new(),
            seq: Vec::new(),
            instances: Vec::new(),
            members: HashMap::new(),
            types: HashMap::new(),
            enums: HashMap::new(),
            endian: Endian::Unset,
            bits_little: false,
            to_string: None,
            representation: None,
            title: None,
            docs: self.docs(at.node),
            parents: Some(Vec::new()),
            opaque_types: false,
        });
        if at.node.is_null() {
            return id;
        }
        if at.node.map().is_none() {
            self.error(at, format!("expected a map, found {}", at.node.kind()));
            return id;
        }
        self.keys(at, TOP_KEYS);
        let mut inner = defaults.clone();
        let (endian, title) = self.meta(at, &mut inner, outer.is_none());
        let mut enums = HashMap::new();
        self.each(at, "enums", |loader, key, entry| {
            let full: Arc<str> = format!("{name}::{key}").into();
            enums.insert(Arc::clone(key), loader.enumeration(full, entry));
        });
        let mut types = HashMap::new();
        self.each(at, "types", |loader, key, entry| {
            let full: Arc<str> = format!("{name}::{key}").into();
            types.insert(Arc::clone(key), loader.class(entry, full, Some(id), top, &inner));
        });
        let params = self.params(at);
        let seq = self.seq(at, &inner);
        let mut instances = Vec::new();
        self.each(at, "instances", |loader, key, entry| {
            loader.check_id(entry, key, "instance");
            instances.extend(loader.attribute(entry, Some(key), true, 0, &inner));
        });
        let to_string = at.node.get("to-string").and_then(|node| {
            let path = join(at.path, "to-string");
            self.code(At { node, path: &path })
        });
        let template = at.node.get("-webide-representation").and_then(Node::text);
        let representation = template.map(|text| Representation::new(&text.value));
        let members = self.members(&params, &seq, &instances);
        if let Some(class) = self.description.classes.get_mut(id) {
            class.endian = endian;
            class.title = title;
            class.bits_little = inner.bits_little;
            class.opaque_types = inner.opaque_types;
            class.enums = enums;
            class.types = types;
            class.params = params;
            class.seq = seq;
            class.instances = instances;
            class.members = members;
            class.to_string = to_string;
            class.representation = representation;
        }
        id
    }

    /// Slots by name; reports names that are used twice.
    fn members(
        &mut self,
        params: &[Param],
        seq: &[Attribute],
        instances: &[Attribute],
    ) -> HashMap<Arc<str>, usize> {
        let mut members: HashMap<Arc<str>, usize> = HashMap::new();
        let named = params.iter().map(|param| (&param.name, &param.place));
        let attributes = seq.iter().chain(instances).map(|found| (&found.name, &found.place));
        for (slot, (name, place)) in named.chain(attributes).enumerate() {
            if members.insert(name.clone(), slot).is_some() {
                let message = format!("duplicate name `{name}`");
                let mut found = Diagnostic::error(place.at, &*place.path, message);
                found.file = place.file;
                self.description.diagnostics.push(found);
            }
        }
        members
    }
}

/// Extensions in `meta/file-extension`, in lower case.
fn extensions(node: &Node) -> Vec<String> {
    let Some(found) = node.get("meta").and_then(|meta| meta.get("file-extension")) else {
        return Vec::new();
    };
    let items = found.list().unwrap_or(std::slice::from_ref(found));
    let texts = items.iter().filter_map(Node::text);
    texts.map(|text| text.value.trim_start_matches('.').to_ascii_lowercase()).collect()
}
