//! Infers the types of expressions.

use std::cell::RefCell;

use super::description::*;
use super::diagnostic::Diagnostic;
use super::expr::{Binary, Comparison, Expr, FormatPart, Kind, Unary};
use super::lexer::Mistake;
use super::names::nearest;
use super::operators::MAX_LISTS;
use super::scope::{enum_named, joined};
use super::ty::Ty;

/// Names that an expression may use in addition to the members of its class.
#[derive(Clone, Default)]
pub struct Scope {
    pub class: Option<ClassId>,
    /// Type of `_`.
    pub element: Option<Ty>,
    /// Type of `_outer`.
    pub outer: Option<Ty>,
    /// `true` if the element has no members, and the class is that of an outer one.
    pub is_bare: bool,
}

impl Scope {
    pub(super) fn of(class: ClassId) -> Self {
        Self { class: Some(class), ..Self::default() }
    }
}

/// Infers types; every expression is visited once.
pub struct Checker<'a> {
    pub(super) description: &'a Description,
    /// Types of value instances that are known, by class and slot.
    pub(super) known: RefCell<Vec<Vec<Slot>>>,
    pub(super) found: RefCell<Vec<Diagnostic>>,
}

#[derive(Clone, Default)]
pub(super) enum Slot {
    #[default]
    Unknown,
    InProgress,
    Known(Ty),
}

impl<'a> Checker<'a> {
    pub fn new(description: &'a Description) -> Self {
        let slots = description.classes.iter().map(|class| vec![Slot::Unknown; class.slots()]);
        Self { description, known: RefCell::new(slots.collect()), found: RefCell::default() }
    }

    /// Type of an expression.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn infer(&self, expr: &Expr, scope: &Scope) -> Result<Ty, Mistake> {
        match &expr.kind {
            Kind::Int(value) => Ok(if (0..=255).contains(value) { Ty::Byte } else { Ty::Int }),
            Kind::Float(_) => Ok(Ty::Float),
            Kind::Bool(_) => Ok(Ty::Bool),
            Kind::Text(_) => Ok(Ty::Text),
            Kind::Format(parts) => {
                for part in parts {
                    let FormatPart::Value(value) = part else { continue };
                    let found = self.infer(value, scope)?;
                    if !found.is_int() && found != Ty::Text {
                        let message = format!(
                            "expected a text or an integer, found {}",
                            found.name(self.description)
                        );
                        return Err(Mistake::new(value.at, message));
                    }
                }
                Ok(Ty::Text)
            }
            Kind::List(list) => {
                let items: Vec<Ty> = list
                    .items
                    .iter()
                    .map(|item| self.infer(item, scope))
                    .collect::<Result<_, _>>()?;
                let is_bytes = items.iter().all(|item| *item == Ty::Byte);
                let is_bytes = *list.is_bytes.get_or_init(|| is_bytes);
                if is_bytes {
                    return Ok(Ty::Bytes);
                }
                let element = items.into_iter().reduce(Ty::or).unwrap_or(Ty::Any);
                if element.levels() >= MAX_LISTS {
                    let message = format!("expected at most {MAX_LISTS} levels of nested lists");
                    return Err(Mistake::new(expr.at, message));
                }
                Ok(Ty::Array(Box::new(element)))
            }
            Kind::Name(name) => self.name(name, expr.at, scope),
            Kind::Field { .. } | Kind::Label { .. } => Ok(Ty::Any),
            Kind::Enum(found) => {
                let from = scope.class.unwrap_or(0);
                let Some(id) = enum_named(self.description, from, &found.path) else {
                    let message = format!("unknown enum `{}`", joined(&found.path));
                    return Err(Mistake::new(expr.at, message));
                };
                let Some(owner) = self.description.enums.get(id) else { return Ok(Ty::Any) };
                let Some(value) = owner.values.get(&found.label) else {
                    let known = owner.values.keys().map(|name| &**name);
                    let advice = nearest(&found.label, known)
                        .map(|near| format!("; did you mean `{near}`?"))
                        .unwrap_or_default();
                    let message =
                        format!("`{}` has no value `{}`{advice}", owner.name, found.label);
                    return Err(Mistake::new(expr.at, message));
                };
                found.value.get_or_init(|| (id, *value));
                Ok(Ty::Enum(id))
            }
            Kind::Member { on, name, arguments, size } => {
                let owner = self.infer(on, scope)?;
                let arguments = match arguments {
                    None => None,
                    Some(given) => Some((
                        given.as_slice(),
                        given
                            .iter()
                            .map(|a| self.infer(a, scope))
                            .collect::<Result<Vec<_>, _>>()?,
                    )),
                };
                if &**name == "_sizeof" {
                    let found = self.size_of_value(on, &owner, scope);
                    size.get_or_init(|| found.unwrap_or(0));
                    let none = || Mistake::new(expr.at, "`_sizeof` needs a field of fixed size");
                    return found.map(|_| Ty::Int).ok_or_else(none);
                }
                self.member_of(&owner, name, arguments, expr.at)
            }
            Kind::Index(on, index) => {
                let owner = self.infer(on, scope)?;
                self.wanted(index, scope, "an integer", Ty::is_int)?;
                match owner {
                    Ty::Array(element) => Ok(*element),
                    Ty::Bytes => Ok(Ty::Byte),
                    Ty::Any => Ok(Ty::Any),
                    _ => {
                        let found = owner.name(self.description);
                        Err(Mistake::new(
                            on.at,
                            format!("expected an array or bytes, found {found}"),
                        ))
                    }
                }
            }
            Kind::Cast(on, target) => {
                self.infer(on, scope)?;
                let element = self.type_named(target, scope)?;
                Ok(if target.is_array { Ty::Array(Box::new(element)) } else { element })
            }
            Kind::SizeOf { of, bits, value } => {
                let size = self.size_of(of, *bits, scope)?;
                value.get_or_init(|| size);
                Ok(Ty::Int)
            }
            Kind::Unary(operator, operand) => match operator {
                Unary::Not => self.wanted(operand, scope, "a boolean", Ty::is_bool),
                Unary::Invert => {
                    self.wanted(operand, scope, "an integer", Ty::is_int).map(|_| Ty::Int)
                }
                Unary::Minus | Unary::Plus => {
                    let found = self.wanted(operand, scope, "a number", Ty::is_number)?;
                    Ok(if found == Ty::Byte { Ty::Int } else { found })
                }
            },
            Kind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, expr.at, scope)
            }
            Kind::Compare(operator, left, right) => {
                let [a, b] = [self.infer(left, scope)?, self.infer(right, scope)?];
                match self.comparable(*operator, &a, &b) {
                    Ok(()) => Ok(Ty::Bool),
                    Err(message) => Err(Mistake::new(expr.at, message)),
                }
            }
            Kind::Choice(condition, yes, no) => {
                self.wanted(condition, scope, "a boolean", Ty::is_bool)?;
                Ok(self.infer(yes, scope)?.or(self.infer(no, scope)?))
            }
        }
    }

    pub(super) fn wanted(
        &self,
        expr: &Expr,
        scope: &Scope,
        expected: &str,
        fits: impl Fn(&Ty) -> bool,
    ) -> Result<Ty, Mistake> {
        let found = self.infer(expr, scope)?;
        if fits(&found) {
            return Ok(found);
        }
        let message = format!("expected {expected}, found {}", found.name(self.description));
        Err(Mistake::new(expr.at, message))
    }

    pub(super) fn binary(
        &self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        at: usize,
        scope: &Scope,
    ) -> Result<Ty, Mistake> {
        let [a, b] = [self.infer(left, scope)?, self.infer(right, scope)?];
        let bad = || {
            let [a, b] = [&a, &b].map(|ty| ty.name(self.description));
            Err(Mistake::new(at, format!("`{}` cannot join {a} and {b}", operator.symbol())))
        };
        let any = a == Ty::Any || b == Ty::Any;
        match operator {
            Binary::And | Binary::Or if a.is_bool() && b.is_bool() => Ok(Ty::Bool),
            Binary::Add if any => Ok(Ty::Any),
            Binary::Add if a == Ty::Text && b == Ty::Text => Ok(Ty::Text),
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem => {
                match a.is_number() && b.is_number() {
                    false => bad(),
                    true if any => Ok(Ty::Any),
                    true if a == Ty::Float || b == Ty::Float => match operator {
                        Binary::Rem => bad(),
                        _ => Ok(Ty::Float),
                    },
                    true => Ok(Ty::Int),
                }
            }
            Binary::And | Binary::Or => bad(),
            _ if a.is_int() && b.is_int() => Ok(Ty::Int),
            _ => bad(),
        }
    }

    pub(super) fn comparable(&self, operator: Comparison, a: &Ty, b: &Ty) -> Result<(), String> {
        let fits = match (a, b) {
            (Ty::Any, _) | (_, Ty::Any) => true,
            (Ty::Enum(x), Ty::Enum(y)) => x == y && operator.is_equality(),
            (Ty::Bool, Ty::Bool) => operator.is_equality(),
            (Ty::Text, Ty::Text) | (Ty::Bytes, Ty::Bytes) => true,
            // A list without elements is also an empty byte array.
            (Ty::Array(x), Ty::Array(y)) => {
                operator.is_equality() && (x == y || x.is_number() && y.is_number())
            }
            (Ty::Object(_) | Ty::Struct, Ty::Object(_) | Ty::Struct) => operator.is_equality(),
            _ => a.is_number() && b.is_number(),
        };
        if fits {
            return Ok(());
        }
        let [a, b] = [a, b].map(|ty| ty.name(self.description));
        Err(format!("{a} and {b} cannot be compared"))
    }
}
