//! Expressions and conditions over the fields of a document: `flags & 0x40 and surface == 3`.
//!
//! Names are fields, resolved from the scope outwards: first its members, then its siblings, then
//! the siblings of the enclosing record, and so on. Numbers serve as conditions: 0 is false. A text
//! that is compared with a flags field is the name of a bit; one that is compared with an
//! enumeration is the name of a value. Such names are also members: `flags.textured`.

use std::sync::Arc;

use super::eval::Evaluate;
use super::expr::{Binary, Expr, FormatPart, Kind, List};
use super::failure::Failure;
use super::lexer::Mistake;
use super::operators::int;
use super::parser::parse_condition;
use super::tree::{TreeObjects, span_of};
use super::value::{Env, Span, Value};
use crate::bytes::{FieldId, Tree};

/// An expression over the fields of a document.
#[derive(Clone, Debug)]
pub struct FieldExpression(Expr);

impl FieldExpression {
    /// Parses an expression. `&&`, `||` and `!` may be written for `and`, `or` and `not`.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        parse_condition(text).map(|expr| Self(resolved(expr)))
    }

    /// Value in the scope of the objects.
    ///
    /// # Errors
    /// The failure of the first operation without a result.
    pub fn value(&self, objects: &mut TreeObjects<'_>) -> Result<Value, Failure> {
        objects.restart();
        let value = objects.value_of(&self.0, &Env::of(0))?;
        objects.expanded(value)
    }

    /// The field that the expression names; `None` for computed values.
    pub(super) fn field_id(&self, objects: &mut TreeObjects<'_>) -> Option<FieldId> {
        objects.restart();
        field(&self.0, objects)
    }

    /// Path and bytes of the field that the expression names; `None` for computed values.
    pub fn field(&self, objects: &mut TreeObjects<'_>) -> Option<(String, Span)> {
        let id = self.field_id(objects)?;
        let field = objects.tree().field(&id)?;
        Some((field.path, span_of(field.span)))
    }
}

/// The field that an expression names.
fn field(expr: &Expr, objects: &mut TreeObjects<'_>) -> Option<FieldId> {
    let tree = objects.tree();
    match &expr.kind {
        Kind::Field { path, written } => {
            let near = tree.find_near(objects.field_of(0)?, path);
            near.or_else(|| field(written, objects))
        }
        Kind::Member { on, name, arguments: None, .. } => {
            let owner = match field(on, objects) {
                Some(owner) => owner,
                None => match objects.value_of(on, &Env::of(0)).ok()? {
                    Value::Object(id) => objects.field_of(id)?.clone(),
                    _ => return None,
                },
            };
            tree.find_below(&owner, name)
        }
        Kind::Index(on, index) => {
            let array = field(on, objects)?;
            let index = int(&objects.value_of(index, &Env::of(0)).ok()?).ok()?;
            tree.element_at(&array, usize::try_from(index).ok()?)
        }
        Kind::Cast(on, _) => field(on, objects),
        _ => None,
    }
}

/// A condition on a field.
#[derive(Clone, Debug)]
pub struct Condition(FieldExpression);

/// A text compared with a field.
pub struct Label<'a> {
    /// Path of the field.
    pub field: &'a str,
    /// The text.
    pub text: &'a str,
}

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        FieldExpression::parse(text).map(Self)
    }

    /// `true` if the condition holds at a field. It is false if a name cannot be resolved, since the
    /// record then has another type.
    pub fn holds(&self, tree: &Tree, at: &FieldId) -> bool {
        self.holds_for(&mut TreeObjects::new(tree, at.clone()))
    }

    /// `true` if the condition holds for these objects.
    pub fn holds_for(&self, objects: &mut TreeObjects<'_>) -> bool {
        objects.restart();
        let value = objects.value_of(&self.0.0, &Env::of(0));
        super::Objects::holds(objects, value).unwrap_or(false)
    }

    /// Texts in the condition that may be names of a field's values.
    pub fn labels(&self) -> Vec<Label<'_>> {
        let mut labels = Vec::new();
        self.0.0.visit(&mut |expr| {
            if let Kind::Label { of, text } = &expr.kind {
                labels.push(Label { field: of, text });
            }
        });
        labels
    }

    /// Paths in the condition: fields or properties.
    pub fn paths(&self) -> Vec<&str> {
        let mut paths = Vec::new();
        self.0.0.visit(&mut |expr| {
            if let Kind::Field { path, .. } = &expr.kind {
                paths.push(&**path);
            }
        });
        paths
    }

    /// `true` if the condition uses `_index`, `_parent`, or another special name.
    pub fn has_special_names(&self) -> bool {
        let mut found = false;
        self.0.0.visit(&mut |expr| found |= matches!(expr.kind, Kind::Name(_)));
        found
    }

    /// The parsed expression.
    pub(super) fn expr(&self) -> &Expr {
        &self.0.0
    }
}

/// Names with a special meaning.
const SPECIAL: [&str; 6] = ["_", "_index", "_io", "_parent", "_root", "_sizeof"];

/// The text of an expression that consists only of a path.
fn path_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        Kind::Name(name) if !SPECIAL.contains(&&**name) => Some(name.to_string()),
        Kind::Member { on, name, arguments: None, .. } if !SPECIAL.contains(&&**name) => {
            path_of(on).map(|on| format!("{on}.{name}"))
        }
        Kind::Index(on, index) => match index.kind {
            Kind::Int(index) => path_of(on).map(|on| format!("{on}[{index}]")),
            _ => None,
        },
        Kind::Field { path, .. } => Some(path.to_string()),
        _ => None,
    }
}

/// The path of the field whose names a text next to this expression may use: for `flags` and for
/// `flags & 3`.
fn labelling_field(expr: &Expr) -> Option<Arc<str>> {
    match &expr.kind {
        Kind::Field { path, .. } => Some(path.clone()),
        Kind::Binary(Binary::BitAnd, left, _) => labelling_field(left),
        _ => None,
    }
}

/// The expression with its paths as fields, and texts next to them as labels.
fn resolved(expr: Expr) -> Expr {
    let at = expr.at;
    let path = path_of(&expr);
    let kind = match expr.kind {
        Kind::Member { on, name, arguments, size } => {
            let arguments = arguments.map(|all| all.into_iter().map(resolved).collect());
            Kind::Member { on: boxed(*on), name, arguments, size }
        }
        Kind::Index(on, index) => Kind::Index(boxed(*on), boxed(*index)),
        Kind::Format(parts) => Kind::Format(parts.into_iter().map(resolved_part).collect()),
        Kind::List(list) => {
            Kind::List(List { items: list.items.into_iter().map(resolved).collect(), ..list })
        }
        Kind::Cast(on, target) => Kind::Cast(boxed(*on), target),
        Kind::Unary(operator, on) => Kind::Unary(operator, boxed(*on)),
        Kind::Binary(operator, left, right) => {
            let (left, right) = match operator {
                Binary::And | Binary::Or => (boxed(*left), boxed(*right)),
                _ => labelled(boxed(*left), boxed(*right)),
            };
            Kind::Binary(operator, left, right)
        }
        Kind::Compare(operator, left, right) => {
            let (left, right) = labelled(boxed(*left), boxed(*right));
            Kind::Compare(operator, left, right)
        }
        Kind::Choice(condition, yes, no) => {
            Kind::Choice(boxed(*condition), boxed(*yes), boxed(*no))
        }
        kind => kind,
    };
    match path {
        Some(path) => {
            let written = Box::new(Expr { kind, at });
            Expr { kind: Kind::Field { path: path.into(), written }, at }
        }
        None => Expr { kind, at },
    }
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(resolved(expr))
}

fn resolved_part(part: FormatPart) -> FormatPart {
    match part {
        FormatPart::Value(expr) => FormatPart::Value(resolved(expr)),
        text => text,
    }
}

/// Both sides of an operator. A text next to a field becomes a label.
fn labelled(left: Box<Expr>, right: Box<Expr>) -> (Box<Expr>, Box<Expr>) {
    let label = |expr: &Expr, beside: &Expr| match &expr.kind {
        Kind::Text(text) => {
            let kind = Kind::Label { of: labelling_field(beside)?, text: text.clone() };
            Some(Box::new(Expr { kind, at: expr.at }))
        }
        _ => None,
    };
    let [new_left, new_right] = [label(&left, &right), label(&right, &left)];
    (new_left.unwrap_or(left), new_right.unwrap_or(right))
}
