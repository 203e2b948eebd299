//! Completes the name that is being typed in an expression.

use std::ops::Range;
use std::sync::Arc;

use super::condition::FieldExpression;
use super::description::{ClassId, Description};
use super::infer::{Checker, Scope};
use super::parser::parse;
use super::scope::enum_named;
use super::tree::TreeObjects;
use super::ty::Ty;
use super::value::Value;
use crate::bytes::{FieldId, FieldKind, Hint, Tree};

/// Maximum number of members that are listed.
const MAX_MEMBERS: usize = 512;

/// Objects whose names an expression may use.
#[derive(Clone, Copy)]
pub enum CompletionScope<'a> {
    /// Members of a type of a description: `png::chunk`.
    Type(&'a Description, &'a str),
    /// Fields of a document, from this one outwards.
    Fields(&'a Tree, &'a FieldId),
}

/// Candidates for a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameCompletion {
    /// Bytes of the text that a candidate replaces.
    pub at: Range<usize>,
    /// The candidates, by name.
    pub candidates: Vec<Candidate>,
}

/// A name that fits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// Name of a member, method, enum or value.
    pub name: String,
    /// Type in words.
    pub type_name: String,
}

impl Candidate {
    fn new(name: impl Into<String>, type_name: impl Into<String>) -> Self {
        Self { name: name.into(), type_name: type_name.into() }
    }
}

/// Candidates for the name of `text` that ends at byte `cursor`; `None` if nothing fits.
pub fn complete(text: &str, cursor: usize, scope: CompletionScope<'_>) -> Option<NameCompletion> {
    let before = text.get(..cursor)?;
    let (start, candidates) = match open_quote(before) {
        Some(quote) => (quote + 1, scope.labels(before.get(..quote)?)?),
        None => {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let start = before.trim_end_matches(is_name).len();
            (start, scope.names(before.get(..start)?)?)
        }
    };
    let typed = before.get(start..)?.to_lowercase();
    let mut candidates = candidates;
    candidates.retain(|candidate| candidate.name.to_lowercase().starts_with(&typed));
    candidates.sort();
    candidates.dedup();
    let is_done = matches!(candidates.as_slice(), [only] if only.name == before.get(start..)?);
    (!candidates.is_empty() && !is_done).then_some(NameCompletion { at: start..cursor, candidates })
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

impl CompletionScope<'_> {
    /// Names that may follow a text.
    fn names(self, before: &str) -> Option<Vec<Candidate>> {
        if let Some(path) = before.strip_suffix("::") {
            return self.enum_values(chain(path));
        }
        let Some(owner) = before.strip_suffix('.') else { return Some(self.scope()) };
        let owner = chain(owner);
        match self {
            // Digits before a point are a number.
            _ if owner.is_empty() || owner.bytes().all(|digit| digit.is_ascii_digit()) => None,
            Self::Type(description, name) => {
                let class = class_called(description, name)?;
                let expr = parse(owner).ok()?;
                let found = Checker::new(description).infer(&expr, &Scope::of(class)).ok()?;
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
    fn scope(self) -> Vec<Candidate> {
        let mut found: Vec<Candidate> =
            ["true", "false"].map(|name| Candidate::new(name, "a boolean")).into();
        found.extend(["not"].map(|name| Candidate::new(name, "an operator")));
        match self {
            Self::Type(description, name) => {
                let Some(class) = class_called(description, name) else { return found };
                found.extend(members_of(description, &Ty::Object(class)));
                let mut outer = description.classes.get(class);
                while let Some(class) = outer {
                    let enums = class.enums.keys().map(|name| format!("{name}::"));
                    found.extend(enums.map(|name| Candidate::new(name, "an enum")));
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
    fn enum_values(self, path: &str) -> Option<Vec<Candidate>> {
        let Self::Type(description, name) = self else { return None };
        let path: Vec<Arc<str>> =
            path.split("::").filter(|part| !part.is_empty()).map(Arc::from).collect();
        let id = enum_named(description, class_called(description, name)?, &path)?;
        let values = description.enums.get(id)?.values.iter();
        Some(values.map(|(name, value)| Candidate::new(&**name, value.to_string())).collect())
    }

    /// Names of the bits or values of the field that a text is compared with.
    fn labels(self, before: &str) -> Option<Vec<Candidate>> {
        let Self::Fields(tree, at) = self else { return None };
        let before = before.trim_end_matches([' ', '=', '!', '&', '|', '<', '>']);
        let field = FieldExpression::parse(chain(before)).ok()?;
        let id = field.field_id(&mut TreeObjects::new(tree, at.clone()))?;
        match tree.content(&id)?.hint {
            Hint::Flags(bits) => {
                let bits = bits.iter().map(|bit| Candidate::new(bit.name, bit.meaning));
                Some(bits.collect())
            }
            Hint::Enum(symbols) => {
                let value = |value: u32| value.to_string();
                let all =
                    symbols.iter().map(|symbol| Candidate::new(symbol.name, value(symbol.value)));
                Some(all.collect())
            }
            _ => None,
        }
    }
}

/// The type with this path.
fn class_called(description: &Description, name: &str) -> Option<ClassId> {
    description.classes.iter().position(|class| &*class.name == name)
}

fn specials(object: &str) -> [Candidate; 4] {
    let typed = |name: &str, type_name: &str| Candidate::new(name, type_name);
    [
        typed("_root", object),
        typed("_parent", object),
        typed("_io", "a stream"),
        typed("_index", "an integer"),
    ]
}

/// Members and methods of a value of a static type.
fn members_of(description: &Description, ty: &Ty) -> Vec<Candidate> {
    let Ty::Object(id) = ty else { return methods(kind_of(ty)) };
    let Some(class) = description.classes.get(*id) else { return Vec::new() };
    let checker = Checker::new(description);
    let typed = |(name, slot): (&Arc<str>, &usize)| {
        Candidate::new(&**name, checker.member(*id, *slot).name(description))
    };
    class.members.iter().map(typed).chain(specials("an object")).collect()
}

/// Members and methods of a field of a document.
fn members_at(tree: &Tree, id: &FieldId) -> Vec<Candidate> {
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
fn members_in(objects: &TreeObjects<'_>, tree: &Tree, value: &Value) -> Vec<Candidate> {
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
fn children_of(tree: &Tree, id: &FieldId) -> Vec<Candidate> {
    if tree.content(id).is_none_or(|content| content.kind != FieldKind::Group) {
        return Vec::new();
    }
    let children = tree.children(id, 0..MAX_MEMBERS).into_iter();
    children.map(|field| Candidate { name: field.name, type_name: field.type_name }).collect()
}

/// Kinds of values with methods of their own.
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

fn methods(of: Methods) -> Vec<Candidate> {
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
    all.iter().map(|(name, type_name)| Candidate::new(*name, *type_name)).collect()
}
