//! Names in expressions.

use std::sync::Arc;

use super::Suggestion;
use crate::bytes::{FieldId, FieldKind, Hint, Tree};
use crate::ksy::condition::FieldExpression;
use crate::ksy::description::Description;
use crate::ksy::infer::{Checker, Scope};
use crate::ksy::parser::parse;
use crate::ksy::scope::enum_named;
use crate::ksy::tree::TreeObjects;
use crate::ksy::ty::Ty;
use crate::ksy::value::Value;

/// Maximum number of members that are listed.
const MAX_MEMBERS: usize = 512;

/// Objects whose names an expression may use.
#[derive(Clone, Copy)]
pub enum NameScope<'a> {
    /// Members of a type of a description.
    Type(&'a Description, &'a Scope),
    /// Fields of a document, from this one outwards.
    Fields(&'a Tree, &'a FieldId),
}

/// Position of the quote of an unclosed text.
fn open_quote(text: &str) -> Option<usize> {
    let mut open = None;
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match open {
            _ if is_escaped => is_escaped = false,
            Some((_, '"')) if letter == '\\' => is_escaped = true,
            Some((_, quote)) if letter == quote => open = None,
            None if matches!(letter, '"' | '\'') => open = Some((at, letter)),
            _ => {}
        }
    }
    open.map(|(at, _)| at)
}

/// The members, calls and indices at the end of a text: `a.b[0]` of `1 + a.b[0]`.
fn chain(text: &str) -> &str {
    let mut depth = 0usize;
    let mut start = text.len();
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ')' | ']' | '>' => depth += 1,
            '(' | '[' | '<' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ if letter.is_alphanumeric() || matches!(letter, '_' | '.' | ':') => {}
            _ => break,
        }
        start = at;
    }
    text.get(start..).unwrap_or_default()
}

impl NameScope<'_> {
    /// Start and candidates of the name at the end of an expression.
    pub fn suggested(self, before: &str) -> Option<(usize, Vec<Suggestion>)> {
        if let Some(quote) = open_quote(before) {
            return Some((quote + 1, self.labels(before.get(..quote)?)?));
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.trim_end_matches(is_name).len();
        Some((start, self.names(before.get(..start)?)?))
    }

    /// Names that may follow a text.
    fn names(self, before: &str) -> Option<Vec<Suggestion>> {
        if let Some(path) = before.strip_suffix("::") {
            return self.enum_values(chain(path));
        }
        let Some(owner) = before.strip_suffix('.') else { return Some(self.scope()) };
        let owner = chain(owner);
        match self {
            // Digits before a point are a number.
            _ if owner.is_empty() || owner.bytes().all(|digit| digit.is_ascii_digit()) => None,
            Self::Type(description, scope) => {
                let found = Checker::new(description).infer(&parse(owner).ok()?, scope).ok()?;
                Some(members_of(description, &found))
            }
            Self::Fields(tree, at) => {
                let mut objects = TreeObjects::new(tree, at.clone());
                let expression = FieldExpression::parse(owner).ok()?;
                match expression.field_id(&mut objects) {
                    Some(field) => Some(members_at(tree, &field)),
                    None => {
                        let value = expression.value(&mut objects).ok()?;
                        Some(members_in(&objects, tree, &value))
                    }
                }
            }
        }
    }

    /// Names that an expression may begin with.
    fn scope(self) -> Vec<Suggestion> {
        let mut found: Vec<Suggestion> =
            ["true", "false"].map(|name| Suggestion::new(name, "a boolean")).into();
        found.extend(["not"].map(|name| Suggestion::new(name, "an operator")));
        match self {
            Self::Type(description, scope) => {
                let class = scope.class.filter(|_| !scope.is_bare).map(Ty::Object);
                found.extend(class.map_or_else(Vec::new, |class| members_of(description, &class)));
                let own = [("_", &scope.element), ("_outer", &scope.outer)].into_iter();
                found.extend(own.filter_map(|(name, found)| {
                    Some(Suggestion::new(name, found.as_ref()?.name(description)))
                }));
                let mut outer = scope.class.and_then(|id| description.classes.get(id));
                while let Some(class) = outer {
                    let enums = class.enums.keys().map(|name| format!("{name}::"));
                    found.extend(enums.map(|name| Suggestion::new(name, "an enum")));
                    outer = class.outer.and_then(|id| description.classes.get(id));
                }
            }
            Self::Fields(tree, at) => {
                let mut here = Some(at.clone());
                while let Some(id) = here {
                    found.extend(children_of(tree, &id));
                    here = tree.parent(&id);
                }
                found.extend(specials("an object"));
            }
        }
        found
    }

    /// Values of the enum at a path.
    fn enum_values(self, path: &str) -> Option<Vec<Suggestion>> {
        let Self::Type(description, scope) = self else { return None };
        let path: Vec<Arc<str>> =
            path.split("::").filter(|part| !part.is_empty()).map(Arc::from).collect();
        let id = enum_named(description, scope.class.unwrap_or(0), &path)?;
        let values = description.enums.get(id)?.values.iter();
        Some(values.map(|(name, value)| Suggestion::new(&**name, value.to_string())).collect())
    }

    /// Names of the bits or values of the field that a text is compared with.
    fn labels(self, before: &str) -> Option<Vec<Suggestion>> {
        let Self::Fields(tree, at) = self else { return None };
        let before = before.trim_end_matches([' ', '=', '!', '&', '|', '<', '>']);
        let field = FieldExpression::parse(chain(before)).ok()?;
        let id = field.field_id(&mut TreeObjects::new(tree, at.clone()))?;
        match tree.content(&id)?.hint {
            Hint::Flags(bits) => {
                let bits = bits.iter().map(|bit| Suggestion::new(bit.name, bit.meaning));
                Some(bits.collect())
            }
            Hint::Enum(symbols) => {
                let value = |value: u32| value.to_string();
                let all =
                    symbols.iter().map(|symbol| Suggestion::new(symbol.name, value(symbol.value)));
                Some(all.collect())
            }
            _ => None,
        }
    }
}

fn specials(object: &str) -> [Suggestion; 4] {
    let typed = |name: &str, meaning: &str| Suggestion::new(name, meaning);
    [
        typed("_root", object),
        typed("_parent", object),
        typed("_io", "a stream"),
        typed("_index", "an integer"),
    ]
}

/// Members and methods of a value of a static type.
fn members_of(description: &Description, ty: &Ty) -> Vec<Suggestion> {
    let Ty::Object(id) = ty else { return methods(kind_of(ty)) };
    let Some(class) = description.classes.get(*id) else { return Vec::new() };
    let checker = Checker::new(description);
    let typed = |(name, slot): (&Arc<str>, &usize)| {
        Suggestion::new(&**name, checker.member(*id, *slot).name(description))
    };
    class.members.iter().map(typed).chain(specials("an object")).collect()
}

/// Members and methods of a field of a document.
fn members_at(tree: &Tree, id: &FieldId) -> Vec<Suggestion> {
    let Some(content) = tree.content(id) else { return Vec::new() };
    match content.kind {
        FieldKind::Group => {
            children_of(tree, id).into_iter().chain(specials("an object")).collect()
        }
        FieldKind::Array => methods(Methods::Array),
        FieldKind::Text => methods(Methods::Text),
        FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread => methods(Methods::Bytes),
        _ if matches!(content.hint, Hint::Enum(_)) => methods(Methods::Number),
        _ => methods(match content.value {
            crate::bytes::Value::Float(_) => Methods::Number,
            _ => Methods::Int,
        }),
    }
}

/// Members and methods of a computed value.
fn members_in(objects: &TreeObjects<'_>, tree: &Tree, value: &Value) -> Vec<Suggestion> {
    match value {
        Value::Object(id) => match objects.field_of(*id) {
            Some(field) => members_at(tree, field),
            None => Vec::new(),
        },
        Value::Int(_) => methods(Methods::Int),
        Value::Float(_) | Value::Bool(_) | Value::Enum(..) => methods(Methods::Number),
        Value::Text(_) => methods(Methods::Text),
        Value::Bytes(_) => methods(Methods::Bytes),
        Value::Array(_) | Value::Records(_) => methods(Methods::Array),
        Value::Stream(_) => methods(Methods::Stream),
        Value::Absent => Vec::new(),
    }
}

/// Named children of a field.
fn children_of(tree: &Tree, id: &FieldId) -> Vec<Suggestion> {
    if tree.content(id).is_none_or(|content| content.kind != FieldKind::Group) {
        return Vec::new();
    }
    let children = tree.children(id, 0..MAX_MEMBERS).into_iter();
    children.map(|field| Suggestion::new(field.name, field.type_name)).collect()
}

/// Kinds of values that have methods.
#[derive(Clone, Copy)]
enum Methods {
    Int,
    Number,
    Text,
    Bytes,
    Array,
    Stream,
    Unknown,
}

fn kind_of(ty: &Ty) -> Methods {
    match ty {
        Ty::Int | Ty::Byte => Methods::Int,
        Ty::Float | Ty::Bool | Ty::Enum(_) => Methods::Number,
        Ty::Text => Methods::Text,
        Ty::Bytes => Methods::Bytes,
        Ty::Array(_) => Methods::Array,
        Ty::Stream => Methods::Stream,
        Ty::Object(_) | Ty::Struct | Ty::Any => Methods::Unknown,
    }
}

fn methods(of: Methods) -> Vec<Suggestion> {
    const INT: &str = "an integer";
    let all: &[(&str, &str)] = match of {
        Methods::Int => &[("to_s", "a text")],
        Methods::Number => &[("to_i", INT)],
        Methods::Text => &[
            ("length", INT),
            ("reverse", "a text"),
            ("substring", "a text"),
            ("to_b", "bytes"),
            ("to_i", INT),
        ],
        Methods::Bytes => &[
            ("first", INT),
            ("index_of", INT),
            ("last", INT),
            ("length", INT),
            ("max", INT),
            ("min", INT),
            ("size", INT),
            ("to_s", "a text"),
        ],
        Methods::Array => &[
            ("first", "an element"),
            ("last", "an element"),
            ("max", "an element"),
            ("min", "an element"),
            ("size", INT),
        ],
        Methods::Stream => &[("eof", "a boolean"), ("pos", INT), ("size", INT)],
        Methods::Unknown => &[],
    };
    all.iter().map(|(name, type_name)| Suggestion::new(*name, *type_name)).collect()
}
