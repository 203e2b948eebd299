//! Loads descriptions: from YAML to classes, with all files that they import.

use std::collections::HashMap;
use std::sync::Arc;

use super::description::*;
use super::diagnostic::Diagnostic;
use super::encoding::Encoding;
use super::lexer::Mistake;
use super::names::{MAX_NAME, is_identifier, nearest};
use super::numbers::integer;
use super::parser::parse;
use super::representation::Representation;
use super::style::misplaced_keys;
use super::views::FILE;
use super::yaml::{self, Node, Text};

/// Maximum number of files that a description may import.
const MAX_FILES: usize = 64;

/// Finds descriptions by the names of imports.
pub trait Imports: Sync {
    /// Name and text of the file that `import` means in the file `from`. A file has the same name
    /// wherever it is imported.
    ///
    /// # Errors
    /// When there is no such file; the message names the locations that were searched.
    fn find(&self, from: &str, import: &str) -> Result<(String, String), String>;
}

pub(super) struct Loader<'a> {
    pub(super) description: Description,
    pub(super) imports: &'a dyn Imports,
    /// Classes of the files by the files' names.
    files: HashMap<String, Option<ClassId>>,
    file: usize,
}

/// Values that nested types inherit from outer ones.
#[derive(Clone, Default)]
pub(super) struct Defaults {
    pub(super) little: Option<bool>,
    pub(super) endian_is_chosen: bool,
    pub(super) bits_little: bool,
    pub(super) encoding: Option<Arc<str>>,
    pub(super) opaque_types: bool,
}

/// A node with its path.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) node: &'a Node,
    pub(super) path: &'a str,
}

pub(super) const TOP_KEYS: &[&str] =
    &["meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums"];
pub(super) const META_KEYS: &[&str] = &[
    "id",
    "title",
    "application",
    "file-extension",
    "xref",
    "license",
    "tags",
    "ks-version",
    "ks-debug",
    "ks-opaque-types",
    "ks-zero-copy-substream",
    "imports",
    "encoding",
    "endian",
    "bit-endian",
];
impl<'a> Loader<'a> {
    pub(super) fn new(imports: &'a dyn Imports) -> Self {
        Self { description: Description::default(), imports, files: HashMap::new(), file: 0 }
    }

    pub(super) fn error(&mut self, at: At<'_>, message: impl Into<String>) {
        let mut found = Diagnostic::error(at.node.at, at.path, message);
        found.file = self.file;
        self.description.diagnostics.push(found);
    }

    pub(super) fn warning(&mut self, at: At<'_>, message: impl Into<String>) {
        let mut found = Diagnostic::warning(at.node.at, at.path, message);
        found.file = self.file;
        self.description.diagnostics.push(found);
    }

    pub(super) fn mistake(&mut self, text: &Text, path: &str, mistake: &Mistake) {
        let at = text.position(mistake.at);
        let mut found = Diagnostic::error(at, path, mistake.message.clone());
        found.file = self.file;
        self.description.diagnostics.push(found);
    }

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

    /// Reports keys that do not belong here.
    pub(super) fn keys(&mut self, at: At<'_>, allowed: &[&str]) {
        for (key, _) in at.node.map().unwrap_or_default() {
            let Some(text) = key.text() else {
                self.error(At { node: key, path: at.path }, "expected a name as the key");
                continue;
            };
            let name = &*text.value;
            if name.starts_with('-') || allowed.contains(&name) {
                continue;
            }
            let path = join(at.path, name);
            let advice = nearest(name, allowed.iter().copied()).map_or_else(
                || format!("expected one of: {}", allowed.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            self.error(At { node: key, path: &path }, format!("unknown key `{name}`; {advice}"));
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

    pub(super) fn place(&self, at: At<'_>) -> Place {
        Place { file: self.file, at: at.node.at, path: at.path.into() }
    }

    /// Calls `visit` with each entry of a map.
    pub(super) fn each(
        &mut self,
        at: At<'_>,
        key: &str,
        mut visit: impl FnMut(&mut Self, &Arc<str>, At<'_>),
    ) {
        let Some(node) = at.node.get(key).filter(|node| !node.is_null()) else { return };
        let path = join(at.path, key);
        let Some(pairs) = node.map() else {
            self.error(At { node, path: &path }, format!("expected a map, found {}", node.kind()));
            return;
        };
        for (name, value) in pairs {
            let Some(text) = name.text() else {
                self.error(At { node: name, path: &path }, "expected a name as the key");
                continue;
            };
            let mut value = value.clone();
            // Mistakes in an entry as a whole are reported at its name.
            value.at = name.at;
            let path = join(&path, &text.value);
            visit(self, &text.value, At { node: &value, path: &path });
        }
    }

    pub(super) fn check_id(&mut self, at: At<'_>, name: &str, what: &str) {
        if !is_identifier(name) {
            let message = format!(
                "expected a name of {what} in lower case (`[a-z][a-z0-9_]*`), found `{name}`"
            );
            self.error(at, message);
        } else if name.len() > MAX_NAME {
            let len = name.len();
            let message = format!("expected a name of at most {MAX_NAME} characters, found {len}");
            self.error(at, message);
        }
    }

    fn meta(&mut self, at: At<'_>, inner: &mut Defaults, is_top: bool) -> (Endian, Option<String>) {
        let own = |defaults: &Defaults| match (defaults.endian_is_chosen, defaults.little) {
            (true, _) => Endian::Outer,
            (_, Some(true)) => Endian::Little,
            (_, Some(false)) => Endian::Big,
            _ => Endian::Unset,
        };
        let Some(node) = at.node.get("meta") else {
            if is_top {
                self.error(at, "expected the key `meta` with an `id`");
            }
            return (own(inner), None);
        };
        let path = join(at.path, "meta");
        let meta = At { node, path: &path };
        if node.map().is_none() {
            self.error(meta, format!("expected a map, found {}", node.kind()));
            return (own(inner), None);
        }
        self.keys(meta, META_KEYS);
        if let Some(id) = node.get("id") {
            let path = join(&path, "id");
            let name = id.text().map_or("", |text| &text.value);
            self.check_id(At { node: id, path: &path }, name, "a description");
        }
        if let Some(encoding) = node.get("encoding").and_then(Node::text) {
            inner.encoding = Some(encoding.value.clone());
        }
        if let Some(encoding) = node.get("encoding") {
            let path = join(&path, "encoding");
            self.check_encoding(At { node: encoding, path: &path });
        }
        if let Some(node) = node.get("bit-endian") {
            let path = join(&path, "bit-endian");
            match node.text().map(|text| &*text.value) {
                Some("le") => inner.bits_little = true,
                Some("be") => inner.bits_little = false,
                _ => self.error(
                    At { node, path: &path },
                    format!("expected `le` or `be`, found {}", node.kind()),
                ),
            }
        }
        if let Some(opaque) = node.get("ks-opaque-types") {
            inner.opaque_types = opaque.is("true");
        }
        let title = node.get("title").and_then(Node::text).map(|text| text.value.to_string());
        let Some(node) = node.get("endian") else { return (own(inner), title) };
        let path = join(&path, "endian");
        let at = At { node, path: &path };
        if node.map().is_some() {
            inner.endian_is_chosen = true;
            inner.little = None;
            let choice = self.choice(at, |loader, case| loader.byte_order(case));
            return (
                choice.map_or(Endian::Unset, |choice| Endian::Chosen(Box::new(choice))),
                title,
            );
        }
        inner.endian_is_chosen = false;
        inner.little = self.byte_order(at);
        (own(inner), title)
    }

    /// `true` for little-endian.
    fn byte_order(&mut self, at: At<'_>) -> Option<bool> {
        match at.node.text().map(|text| &*text.value) {
            Some("le") => Some(true),
            Some("be") => Some(false),
            _ => {
                let found = at.node.kind();
                self.error(
                    at,
                    format!("expected `le`, `be` or a map with `switch-on`, found {found}"),
                );
                None
            }
        }
    }

    /// `{switch-on, cases}`.
    pub(super) fn choice<T>(
        &mut self,
        at: At<'_>,
        mut case: impl FnMut(&mut Self, At<'_>) -> Option<T>,
    ) -> Option<Choice<T>> {
        self.keys(at, &["switch-on", "cases"]);
        let Some(on) = at.node.get("switch-on") else {
            self.error(at, "expected the key `switch-on`");
            return None;
        };
        let path = join(at.path, "switch-on");
        let on = self.code(At { node: on, path: &path });
        let Some(node) = at.node.get("cases") else {
            self.error(at, "expected the key `cases`");
            return None;
        };
        let path = join(at.path, "cases");
        let Some(pairs) = node.map() else {
            let found = node.kind();
            self.error(At { node, path: &path }, format!("expected a map, found {found}"));
            return None;
        };
        let mut cases = Vec::new();
        for (key, value) in pairs {
            let Some(text) = key.text() else {
                let found = key.kind();
                self.error(
                    At { node: key, path: &path },
                    format!("expected a text, found {found}"),
                );
                continue;
            };
            let path = join(&path, &text.value);
            let is_other = &*text.value == "_";
            let key = if is_other { None } else { self.code(At { node: key, path: &path }) };
            if let Some(value) = case(self, At { node: value, path: &path })
                && (is_other || key.is_some())
            {
                cases.push((key, value));
            }
        }
        Some(Choice { on: on?, cases })
    }

    /// An expression.
    pub(super) fn code(&mut self, at: At<'_>) -> Option<Code> {
        let Some(text) = at.node.text().filter(|text| !text.is_null()) else {
            self.error(at, format!("expected an expression, found {}", at.node.kind()));
            return None;
        };
        match parse(&text.value) {
            Ok(expr) => Some(Code { expr, text: text.clone(), place: self.place(at) }),
            Err(mistake) => {
                self.mistake(text, at.path, &mistake);
                None
            }
        }
    }

    pub(super) fn code_of(&mut self, at: At<'_>, key: &str) -> Option<Code> {
        let node = at.node.get(key)?;
        let path = join(at.path, key);
        self.code(At { node, path: &path })
    }

    pub(super) fn flag(&mut self, at: At<'_>, key: &str, default: bool) -> bool {
        let Some(node) = at.node.get(key) else { return default };
        match node.text().map(|text| &*text.value) {
            Some("true") => true,
            Some("false") => false,
            _ => {
                let path = join(at.path, key);
                let advice = match node.text().map(|text| text.value.to_ascii_lowercase()) {
                    Some(lower) if lower == "true" || lower == "false" => {
                        format!("; use `{lower}`")
                    }
                    _ => String::new(),
                };
                let found = node.kind();
                let message = format!("expected `true` or `false`, found {found}{advice}");
                self.error(At { node, path: &path }, message);
                default
            }
        }
    }

    pub(super) fn byte(&mut self, at: At<'_>, key: &str) -> Option<u8> {
        let node = at.node.get(key)?;
        let value = node.text().filter(|text| text.plain).and_then(|text| integer(&text.value));
        let value = value.and_then(|value| u8::try_from(value).ok());
        if value.is_none() {
            let path = join(at.path, key);
            let found = node.kind();
            self.error(
                At { node, path: &path },
                format!("expected a number from 0 to 255, found {found}"),
            );
        }
        value
    }

    fn enumeration(&mut self, name: Arc<str>, at: At<'_>) -> EnumId {
        let mut found = Enum { name, ..Enum::default() };
        let pairs: Vec<(Node, Node)> = at.node.map().unwrap_or_default().to_vec();
        if at.node.map().is_none() {
            self.error(at, format!("expected a map, found {}", at.node.kind()));
        }
        for (key, value) in &pairs {
            let text = key.text().map_or("", |text| &text.value);
            let path = join(at.path, text);
            let number =
                integer(text).filter(|number| (-(1i128 << 63)..1i128 << 64).contains(number));
            let Some(number) = number else {
                let message = format!("expected a number of at most 64 bits, found `{text}`");
                self.error(At { node: key, path: &path }, message);
                continue;
            };
            let label = match value.map() {
                Some(_) => {
                    self.keys(At { node: value, path: &path }, &["id", "doc", "doc-ref"]);
                    value.get("id").unwrap_or(value)
                }
                None => value,
            };
            let at = At { node: label, path: &path };
            let Some(text) = label.text() else {
                self.error(at, format!("expected a name, found {}", label.kind()));
                continue;
            };
            self.check_id(at, &text.value, "a value");
            if let Some(first) = found.values.get(&text.value) {
                let message =
                    format!("duplicate name `{}`; it is also the name of {first}", text.value);
                self.error(at, message);
                continue;
            }
            found.values.insert(text.value.clone(), number);
            found.labels.insert(number, text.value.clone());
            if value.map().is_some() {
                found.docs.insert(number, self.docs(value));
            }
        }
        self.description.enums.push(found);
        self.description.enums.len() - 1
    }

    pub(super) fn check_encoding(&mut self, at: At<'_>) {
        let Some(text) = at.node.text() else {
            self.error(at, format!("expected the name of an encoding, found {}", at.node.kind()));
            return;
        };
        match Encoding::of(&text.value) {
            None => self.warning(at, format!("unknown encoding `{}`", text.value)),
            Some(found) if found.name() != &*text.value => {
                let message =
                    format!("use the name `{}` instead of `{}`", found.name(), text.value);
                self.warning(at, message);
            }
            Some(_) => {}
        }
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

pub(super) fn join(path: &str, name: &str) -> String {
    if path == "/" { format!("/{name}") } else { format!("{path}/{name}") }
}
