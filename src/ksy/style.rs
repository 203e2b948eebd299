//! Style rules of the Kaitai guide: order of keys, and prefixes of sizes, counts and positions. Each
//! violation is a warning.

use std::collections::HashMap;
use std::sync::Arc;

use super::description::*;
use super::diagnostic::Diagnostic;
use super::expr::{Expr, Kind};
use super::expressions::each_code;
use super::yaml::{Content, Node};

/// Keys of a type, in the order of the guide.
const TYPE_KEYS: &[&str] =
    &["meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums"];
/// Keys of `meta`, in the order of the guide.
const META_KEYS: &[&str] = &[
    "id",
    "title",
    "application",
    "file-extension",
    "xref",
    "tags",
    "license",
    "ks-version",
    "ks-debug",
    "ks-opaque-types",
    "imports",
    "encoding",
    "endian",
];

/// Reports the keys of a description that are not in the order of the guide.
pub fn misplaced_keys(top: &Node) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    type_keys(top, "", &mut found);
    found
}

fn type_keys(node: &Node, path: &str, found: &mut Vec<Diagnostic>) {
    let Some(pairs) = node.map() else { return };
    in_order(pairs, path, rank_in(TYPE_KEYS), found);
    for (key, value) in pairs {
        let Some(key) = key.text().map(|text| &*text.value) else { continue };
        let path = format!("{path}/{key}");
        match (key, &value.content) {
            ("meta", Content::Map(pairs)) => in_order(pairs, &path, rank_in(META_KEYS), found),
            ("seq" | "params", Content::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    in_order(
                        item.map().unwrap_or_default(),
                        &format!("{path}/{index}"),
                        rank,
                        found,
                    );
                }
            }
            ("instances", Content::Map(pairs)) => {
                for (name, item) in pairs {
                    let name = name.text().map(|text| &*text.value).unwrap_or_default();
                    in_order(
                        item.map().unwrap_or_default(),
                        &format!("{path}/{name}"),
                        rank,
                        found,
                    );
                }
            }
            ("types", Content::Map(pairs)) => {
                for (name, item) in pairs {
                    let name = name.text().map(|text| &*text.value).unwrap_or_default();
                    type_keys(item, &format!("{path}/{name}"), found);
                }
            }
            _ => {}
        }
    }
}

fn rank_in(keys: &'static [&'static str]) -> impl Fn(&str) -> Option<usize> {
    move |key| keys.iter().position(|known| *known == key)
}

/// Rank of a key of an attribute: the name first, the documentation last.
fn rank(key: &str) -> Option<usize> {
    match key {
        "id" => Some(0),
        "-orig-id" => Some(1),
        "doc" => Some(3),
        "doc-ref" => Some(4),
        _ if key.starts_with('-') => None,
        _ => Some(2),
    }
}

/// Reports the first key whose rank is lower than that of a key before it.
fn in_order(
    pairs: &[(Node, Node)],
    path: &str,
    rank: impl Fn(&str) -> Option<usize>,
    found: &mut Vec<Diagnostic>,
) {
    let mut last: Option<(usize, &str)> = None;
    for (node, _) in pairs {
        let Some(key) = node.text().map(|text| &*text.value) else { continue };
        let Some(own) = rank(key) else { continue };
        match last {
            Some((above, other)) if own < above => {
                let message = format!("the style guide places `{key}` before `{other}`");
                found.push(Diagnostic::warning(node.at, format!("{path}/{key}"), message));
                return;
            }
            _ => last = Some((own, key)),
        }
    }
}

/// Reports members that only serve as the size, number or position of another one without its prefix.
pub fn unprefixed_names(description: &Description) -> Vec<Diagnostic> {
    description.classes.iter().flat_map(in_class).collect()
}

fn in_class(class: &Class) -> Vec<Diagnostic> {
    let mut uses: HashMap<&Arc<str>, usize> = HashMap::new();
    for attribute in class.seq.iter().chain(&class.instances) {
        each_code(attribute, &mut |code| {
            code.expr.visit(&mut |expr| {
                if let Some(name) = name_of(expr) {
                    *uses.entry(name).or_default() += 1;
                }
            });
        });
    }
    let mut found = Vec::new();
    for attribute in class.seq.iter().chain(&class.instances) {
        let Body::Parse(parse) = &attribute.body else { continue };
        let times = match &parse.repeat {
            Repeat::Times(code) => Some(code),
            _ => None,
        };
        let roles = [
            ("len", "size", parse.size.as_ref()),
            ("num", "number", times),
            ("ofs", "position", parse.pos.as_ref()),
        ];
        for (prefix, role, code) in roles {
            let Some(name) = code.and_then(|code| name_of(&code.expr)) else { continue };
            let is_only = uses.get(name) == Some(&1);
            let has_prefix = name.split('_').next() == Some(prefix);
            let own = || class.attribute(class.members.get(name)?.checked_sub(class.params.len())?);
            let Some(own) = own().filter(|_| is_only && !has_prefix) else { continue };
            let of = &attribute.name;
            let message = format!(
                "`{name}` is the {role} of `{of}`; the style guide suggests `{prefix}_{of}`"
            );
            let mut warning = Diagnostic::warning(own.place.at, &*own.place.path, message);
            warning.file = own.place.file;
            found.push(warning);
        }
    }
    found
}

fn name_of(expr: &Expr) -> Option<&Arc<str>> {
    match &expr.kind {
        Kind::Name(name) => Some(name),
        _ => None,
    }
}
