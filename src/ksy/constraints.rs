//! Loads the keys of attributes that cut out, check and process bytes.

use std::sync::Arc;

use super::description::*;
use super::encoding::Encoding;
use super::loader::{At, Loader, join};
use super::numbers::integer;
use super::parser::parse_process;

impl Loader<'_> {
    pub(super) fn terminator(&mut self, at: At<'_>, kind: &Type) -> Option<Arc<[u8]>> {
        if let Some(byte) = self.byte(at, "terminator") {
            return Some([byte].into());
        }
        match kind {
            Type::Text { encoding, zero_terminated: true } => {
                let unit = Encoding::of(encoding).map_or(1, |encoding| encoding.unit());
                Some(vec![0; unit].into())
            }
            _ => None,
        }
    }

    pub(super) fn contents(&mut self, at: At<'_>) -> Option<Arc<[u8]>> {
        let node = at.node.get("contents")?;
        let path = join(at.path, "contents");
        let items = match node.list() {
            None => std::slice::from_ref(node),
            Some(items) => items,
        };
        let mut bytes = Vec::new();
        for item in items {
            let text = item.text();
            let number =
                text.filter(|t| t.plain && node.list().is_some()).and_then(|t| integer(&t.value));
            match (text, number) {
                (_, Some(number)) => match u8::try_from(number) {
                    Ok(byte) => bytes.push(byte),
                    Err(_) => self.error(
                        At { node: item, path: &path },
                        format!("expected a number from 0 to 255, found {number}"),
                    ),
                },
                (Some(text), None) => bytes.extend(text.value.as_bytes()),
                (None, None) => {
                    let found = item.kind();
                    let message =
                        format!("expected a text or a list of bytes and texts, found {found}");
                    self.error(At { node: item, path: &path }, message);
                }
            }
        }
        Some(bytes.into())
    }

    pub(super) fn valid(&mut self, at: At<'_>) -> Option<Valid> {
        let node = at.node.get("valid")?;
        let path = join(at.path, "valid");
        let valid = At { node, path: &path };
        let Some(_) = node.map() else { return self.code(valid).map(Valid::Equal) };
        self.keys(valid, &["eq", "min", "max", "any-of", "in-enum", "expr"]);
        if node.get("eq").is_some() {
            return self.code_of(valid, "eq").map(Valid::Equal);
        }
        if node.get("min").is_some() || node.get("max").is_some() {
            let [min, max] = ["min", "max"].map(|key| self.code_of(valid, key).map(Box::new));
            return Some(Valid::Range { min, max });
        }
        if node.get("expr").is_some() {
            return self.code_of(valid, "expr").map(Valid::Holds);
        }
        if let Some(node) = node.get("in-enum") {
            let path = join(&path, "in-enum");
            let at = At { node, path: &path };
            if !node.is("true") {
                self.error(at, format!("expected `true`, found {}", node.kind()));
            }
            return Some(Valid::InEnum(self.place(at)));
        }
        let Some(list) = node.get("any-of") else {
            self.error(valid, "expected one of `eq`, `min`, `max`, `any-of`, `in-enum` or `expr`");
            return None;
        };
        let path = join(&path, "any-of");
        let Some(items) = list.list() else {
            let found = list.kind();
            self.error(At { node: list, path: &path }, format!("expected a list, found {found}"));
            return None;
        };
        let codes = items.iter().enumerate().filter_map(|(index, node)| {
            let path = join(&path, &index.to_string());
            self.code(At { node, path: &path })
        });
        Some(Valid::AnyOf(codes.collect()))
    }

    pub(super) fn process(&mut self, at: At<'_>) -> Option<Process> {
        let node = at.node.get("process")?;
        let path = join(at.path, "process");
        let at = At { node, path: &path };
        let Some(text) = node.text() else {
            self.error(at, format!("expected the name of a process, found {}", node.kind()));
            return None;
        };
        let call = match parse_process(&text.value) {
            Ok(call) => call,
            Err(mistake) => {
                self.mistake(text, &path, &mistake);
                return None;
            }
        };
        let place = self.place(at);
        let wrap = |expr| Code { expr, text: text.clone(), place: place.clone() };
        let mut arguments = call.arguments.into_iter().map(wrap);
        let names: Vec<&str> = call.path.iter().map(|part| &**part).collect();
        let count = arguments.len();
        let found = match names.as_slice() {
            ["zlib"] if count == 0 => Process::Zlib,
            ["xor"] if count == 1 => Process::Xor(arguments.next()?),
            ["rol"] if count == 1 => Process::Rotate { by: arguments.next()?, left: true },
            ["ror"] if count == 1 => Process::Rotate { by: arguments.next()?, left: false },
            ["zlib" | "xor" | "rol" | "ror"] => {
                let expected = if names == ["zlib"] { "no argument" } else { "one argument" };
                self.error(at, format!("expected {expected}, found {count}"));
                return None;
            }
            ["gouraud", own] => match Unpacker::ALL.iter().find(|(name, _)| name == own) {
                Some((_, unpacker)) if count <= 1 => Process::Unpack(*unpacker, arguments.next()),
                _ => Process::Unknown(text.value.to_string()),
            },
            _ => Process::Unknown(names.join(".")),
        };
        Some(found)
    }
}
