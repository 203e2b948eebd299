//! Loads parameters, attributes and instances.

use std::sync::Arc;

use super::description::*;
use super::loader::{At, Defaults, Loader, join};
use super::names::is_identifier;
use super::numbers::number_type;
use super::views::HINTS;
use super::yaml::Node;

pub(super) const COMMON_KEYS: &[&str] = &[
    "id",
    "type",
    "enum",
    "contents",
    "valid",
    "parent",
    "if",
    "repeat",
    "doc",
    "doc-ref",
    "size",
    "size-eos",
    "terminator",
    "include",
    "consume",
    "eos-error",
    "pad-right",
    "encoding",
    "process",
];
/// Keys that attributes with a number type cannot have.
const SIZE_KEYS: &[&str] = &[
    "size",
    "size-eos",
    "terminator",
    "include",
    "consume",
    "eos-error",
    "pad-right",
    "encoding",
    "process",
];
const VALUE_KEYS: &[&str] = &["value", "enum", "if", "doc", "doc-ref"];
pub(super) const PARAM_KEYS: &[&str] = &["id", "type", "enum", "doc", "doc-ref"];

impl Loader<'_> {
    pub(super) fn params(&mut self, at: At<'_>) -> Vec<Param> {
        let mut params = Vec::new();
        let Some(node) = at.node.get("params").filter(|node| !node.is_null()) else {
            return params;
        };
        let path = join(at.path, "params");
        let Some(items) = node.list() else {
            self.error(At { node, path: &path }, format!("expected a list, found {}", node.kind()));
            return params;
        };
        for (index, item) in items.iter().enumerate() {
            let path = join(&path, &index.to_string());
            let at = At { node: item, path: &path };
            self.keys(at, PARAM_KEYS);
            let Some(id) = item.get("id") else {
                self.error(at, "expected the key `id`");
                continue;
            };
            let id_path = join(&path, "id");
            let name = id.text().map(|text| text.value.clone()).unwrap_or_default();
            self.check_id(At { node: id, path: &id_path }, &name, "a parameter");
            let place = self.place(At { node: id, path: &id_path });
            let text = item.get("type").and_then(Node::text).map(|text| text.value.clone());
            let text = text.unwrap_or_else(|| "bytes".into());
            let (base, is_array) = match text.strip_suffix("[]") {
                Some(base) => (base, true),
                None => (&*text, false),
            };
            let kind = self.param_kind(base, at);
            let enumeration = self.enum_name(at);
            let hints = self.view(at, &HINTS);
            params.push(Param { name, kind, is_array, enumeration, hints, place });
        }
        params
    }

    fn param_kind(&mut self, text: &str, at: At<'_>) -> ParamKind {
        match text {
            "bool" | "b1" => ParamKind::Bool,
            "str" | "strz" => ParamKind::Text,
            "bytes" => ParamKind::Bytes,
            "io" => ParamKind::Stream,
            "struct" => ParamKind::Struct,
            "any" => ParamKind::Any,
            _ => match number_type(text) {
                Some(Type::Float { .. }) => ParamKind::Float,
                Some(_) => ParamKind::Int,
                None => {
                    let path = text.split("::").map(Arc::from).collect();
                    if !text.split("::").all(is_identifier) {
                        self.error(at, format!("expected the name of a type, found `{text}`"));
                    }
                    ParamKind::Class { path, class: None }
                }
            },
        }
    }

    fn enum_name(&mut self, at: At<'_>) -> Option<EnumName> {
        let node = at.node.get("enum")?;
        let path = join(at.path, "enum");
        let place = self.place(At { node, path: &path });
        let Some(text) = node.text() else {
            let found = node.kind();
            self.error(
                At { node, path: &path },
                format!("expected the name of an enum, found {found}"),
            );
            return None;
        };
        Some(EnumName { path: text.value.split("::").map(Arc::from).collect(), id: None, place })
    }

    pub(super) fn seq(&mut self, at: At<'_>, defaults: &Defaults) -> Vec<Attribute> {
        let mut seq = Vec::new();
        let Some(node) = at.node.get("seq").filter(|node| !node.is_null()) else { return seq };
        let path = join(at.path, "seq");
        let Some(items) = node.list() else {
            self.error(At { node, path: &path }, format!("expected a list, found {}", node.kind()));
            return seq;
        };
        for (index, item) in items.iter().enumerate() {
            let path = join(&path, &index.to_string());
            let at = At { node: item, path: &path };
            if item.map().is_none() {
                self.error(at, format!("expected a map, found {}", item.kind()));
                continue;
            }
            let name = item.get("id").and_then(Node::text).map(|text| text.value.clone());
            if let (Some(name), Some(id)) = (&name, item.get("id")) {
                let path = join(&path, "id");
                self.check_id(At { node: id, path: &path }, name, "an attribute");
            }
            seq.extend(self.attribute(at, name.as_ref(), false, index, defaults));
        }
        seq
    }

    pub(super) fn attribute(
        &mut self,
        at: At<'_>,
        name: Option<&Arc<str>>,
        is_instance: bool,
        index: usize,
        defaults: &Defaults,
    ) -> Option<Attribute> {
        if at.node.map().is_none() {
            self.error(at, format!("expected a map, found {}", at.node.kind()));
            return None;
        }
        let name = name.cloned().unwrap_or_else(|| format!("_unnamed{index}").into());
        let place = self.place(at);
        let is_value = is_instance && at.node.get("value").is_some();
        let body = if is_value {
            self.keys(at, VALUE_KEYS);
            Body::Value(self.code_of(at, "value")?)
        } else {
            Body::Parse(Box::new(self.parse_body(at, is_instance, defaults)?))
        };
        let condition = self.code_of(at, "if");
        let enumeration = self.enum_name(at);
        let hints = self.view(at, &HINTS);
        let docs = self.docs(at.node);
        Some(Attribute { name, place, condition, enumeration, hints, docs, body })
    }

    /// Documentation of a node. References are a text or a list of texts.
    #[expect(clippy::unused_self, reason = "a method, so that `load` does not use this module")]
    pub(super) fn docs(&self, node: &Node) -> Docs {
        let text_of = |node: &Node| node.text().map(|text| text.value.clone());
        let references = node.get("doc-ref").map_or_else(Vec::new, |found| {
            let items = found.list().unwrap_or(std::slice::from_ref(found));
            items.iter().filter_map(text_of).collect()
        });
        Docs { text: node.get("doc").and_then(text_of), references }
    }

    fn parse_body(&mut self, at: At<'_>, is_instance: bool, defaults: &Defaults) -> Option<Parse> {
        let node = at.node;
        let mut allowed: Vec<&str> = COMMON_KEYS.to_vec();
        if is_instance {
            allowed.extend(["pos", "io"]);
        }
        let repeat_text = node.get("repeat").and_then(Node::text).map(|text| text.value.clone());
        match repeat_text.as_deref() {
            Some("expr") => allowed.push("repeat-expr"),
            Some("until") => allowed.push("repeat-until"),
            _ => {}
        }
        let type_node = node.get("type");
        let is_number =
            type_node.and_then(Node::text).is_some_and(|text| number_type(&text.value).is_some());
        if is_number {
            allowed.retain(|key| !SIZE_KEYS.contains(key));
        }
        self.keys(at, &allowed);

        let type_path = join(at.path, "type");
        let kind = match type_node {
            None => Type::Bytes,
            Some(node) => self.kind(At { node, path: &type_path }, at, defaults)?,
        };
        let type_place = self.place(At { node: type_node.unwrap_or(node), path: &type_path });
        let contents = self.contents(at);
        let is_text = matches!(kind, Type::Text { .. });
        let parse = Parse {
            type_place,
            size: self.code_of(at, "size"),
            size_eos: self.flag(at, "size-eos", false),
            terminator: self.terminator(at, &kind),
            include: self.flag(at, "include", false),
            consume: self.flag(at, "consume", true),
            eos_error: self.flag(at, "eos-error", true),
            pad_right: self.byte(at, "pad-right"),
            valid: self.valid(at),
            process: self.process(at),
            parent: self.parent(at),
            repeat: self.repeat(at, repeat_text.as_deref()),
            pos: self.code_of(at, "pos"),
            io: self.code_of(at, "io"),
            kind,
            contents,
        };
        if parse.contents.is_some() && parse.valid.is_some() {
            self.error(at, "expected either `contents` or `valid`, found both");
        }
        if parse.size.is_some() && parse.size_eos {
            self.error(at, "expected either `size` or `size-eos`, found both");
        }
        let is_open = !parse.is_sized() && parse.contents.is_none();
        if (is_text || type_node.is_none()) && is_open && node.get("size").is_none() {
            self.error(at, "expected one of `size`, `size-eos: true` or `terminator`");
        }
        if parse.process.is_some() && !parse.is_sized() {
            self.error(
                at,
                "expected one of `size`, `size-eos: true` or `terminator` with `process`",
            );
        }
        Some(parse)
    }

    fn parent(&mut self, at: At<'_>) -> Parent {
        let Some(node) = at.node.get("parent") else { return Parent::This };
        if node.is("false") {
            return Parent::Absent;
        }
        self.code_of(at, "parent").map_or(Parent::This, |code| Parent::Given(Box::new(code)))
    }

    fn repeat(&mut self, at: At<'_>, text: Option<&str>) -> Repeat {
        let Some(node) = at.node.get("repeat") else { return Repeat::Once };
        let path = join(at.path, "repeat");
        let own = At { node, path: &path };
        let needed = |key: &str| format!("expected the key `{key}` with `repeat`");
        match text {
            Some("eos") => Repeat::ToEnd,
            Some("expr") => match at.node.get("repeat-expr") {
                None => {
                    self.error(own, needed("repeat-expr"));
                    Repeat::Once
                }
                Some(_) => self.code_of(at, "repeat-expr").map_or(Repeat::Once, Repeat::Times),
            },
            Some("until") => match at.node.get("repeat-until") {
                None => {
                    self.error(own, needed("repeat-until"));
                    Repeat::Once
                }
                Some(_) => self.code_of(at, "repeat-until").map_or(Repeat::Once, Repeat::Until),
            },
            _ => {
                self.error(
                    own,
                    format!("expected `eos`, `expr` or `until`, found {}", node.kind()),
                );
                Repeat::Once
            }
        }
    }
}
