//! State of loading, and the nodes of descriptions: texts, expressions, flags and lists of keys.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::description::*;
use super::diagnostic::Diagnostic;
use super::encoding::Encoding;
use super::lexer::Mistake;
use super::names::{MAX_NAME, is_identifier, nearest};
use super::numbers::integer;
use super::parser::parse;
use super::views::{FILE, KEY as VIEWS_KEY};
use super::yaml::{Node, Text};

/// Finds descriptions by the names of imports.
pub trait Imports: Sync {
    /// Name and text of the file that `import` means in the file `from`. A file has the same name
    /// wherever it is imported.
    ///
    /// # Errors
    /// When there is no such file; the message names the locations that were searched.
    fn find(&self, from: &str, import: &str) -> Result<(String, String), String>;
}

/// Loads descriptions.
pub(super) struct Loader<'a> {
    pub(super) description: Description,
    pub(super) imports: &'a dyn Imports,
    /// Classes of the files by the files' names.
    pub(super) files: HashMap<String, Option<ClassId>>,
    /// The file that is being loaded.
    pub(super) file: usize,
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

impl<'a> Loader<'a> {
    pub(super) fn new(imports: &'a dyn Imports) -> Self {
        Self { description: Description::default(), imports, files: HashMap::new(), file: 0 }
    }
}

impl Loader<'_> {
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

    /// Reports keys that do not belong here.
    pub(super) fn keys(&mut self, at: At<'_>, allowed: &[&str]) {
        for (key, _) in at.node.map().unwrap_or_default() {
            let Some(text) = key.text() else {
                self.error(At { node: key, path: at.path }, "expected a name as the key");
                continue;
            };
            let name = &*text.value;
            if allowed.contains(&name) {
                continue;
            }
            let path = join(at.path, name);
            let key = At { node: key, path: &path };
            if name.starts_with('-') {
                self.extension_key(key, name, takes_views(at.path));
                continue;
            }
            let views = takes_views(at.path).then_some(VIEWS_KEY);
            let advice = match nearest(name, allowed.iter().copied().chain(views)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if at.path == "/" && FILE.key(name).is_some() => {
                    "expected it below `-gouraud:`".to_owned()
                }
                None => format!("expected one of: {}", allowed.join(", ")),
            };
            self.error(key, format!("unknown key `{name}`; {advice}"));
        }
    }

    /// Warns about a key for other programs that is probably a misspelt or misplaced `-gouraud`.
    fn extension_key(&mut self, at: At<'_>, name: &str, is_possible: bool) {
        let is_similar =
            name.starts_with(VIEWS_KEY) || nearest(name, std::iter::once(VIEWS_KEY)).is_some();
        if name == VIEWS_KEY && !is_possible {
            let message = format!(
                "`{name}` has no effect here; expected it at the top of the file, or in an \
                 attribute, instance or parameter"
            );
            self.warning(at, message);
        } else if name != VIEWS_KEY && is_similar {
            self.warning(at, format!("unknown key `{name}`; did you mean `{VIEWS_KEY}`?"));
        }
    }

    pub(super) fn place(&self, at: At<'_>) -> NodePosition {
        NodePosition { file: self.file, at: at.node.at, path: at.path.into() }
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
            if text.value.starts_with('-') {
                self.extension_key(At { node: name, path: &path }, &text.value, false);
                continue;
            }
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
        Some(Choice { on: on?, cases, constants: OnceLock::new() })
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

/// `true` for the path of a map that may have the key `-gouraud`: the top of a file, an attribute, instance
/// or parameter.
fn takes_views(path: &str) -> bool {
    let mut names = path.rsplit('/').skip(1);
    path == "/" || matches!(names.next(), Some("seq" | "instances" | "params"))
}

/// Path of a node inside another one.
pub(super) fn join(path: &str, name: &str) -> String {
    if path == "/" { format!("/{name}") } else { format!("{path}/{name}") }
}
