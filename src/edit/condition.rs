//! Conditions on fields: `flags & 0x40 && surface == 3`.
//!
//! Names are fields, resolved from the field to be set outwards: first its siblings, then the siblings of
//! the enclosing record, and so on. Numbers and texts are written as usual; `~ * / % + - << >> & ^ |`
//! bind tighter than `== != < <= > >=`, these tighter than `&&` and `||`. Next to a flags field a text is
//! the name of a bit; next to an enumeration it is the name of a value.

mod parse;
mod token;

use std::cmp::Ordering;

use super::EditError;
use super::notation;
use crate::bytes::{Field, FieldId, Tree, Value};

/// A parsed condition.
#[derive(Clone, Debug)]
pub struct Condition(Expr);

#[derive(Clone, Debug)]
enum Expr {
    Number(i128),
    Float(f64),
    Text(String),
    Field(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Unary {
    Not,
    Minus,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Binary {
    Or,
    And,
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
    BitOr,
    BitXor,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divided,
    Rest,
}

/// Value of an expression.
#[derive(Clone, Debug, PartialEq)]
enum Worth {
    Number(i128),
    Float(f64),
    Text(String),
}

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// If it is invalid, with the number of the character (from 1) if known.
    pub fn parse(text: &str) -> Result<Self, EditError> {
        parse::condition(text).map(Self)
    }

    /// `true` if the condition holds at a field. It is false if a name cannot be resolved, since the
    /// record then has another type.
    pub fn holds(&self, tree: &Tree, at: &FieldId) -> bool {
        let scope = Scope { tree, at };
        scope.worth(&self.0).is_some_and(|worth| worth.is_true())
    }

    /// Texts in the condition that may be names of a field's values.
    pub(super) fn words(&self) -> Vec<Word<'_>> {
        let mut words = Vec::new();
        self.0.each_word(&mut |word| words.push(word));
        words
    }

    /// Names in the condition that cannot be resolved at `at`, most likely misspelt.
    pub fn unknown_names(&self, tree: &Tree, at: &FieldId) -> Vec<String> {
        let mut unknown = Vec::new();
        self.0.each_name(&mut |name| {
            if tree.find_near(at, name).is_none() {
                unknown.push(name.to_owned());
            }
        });
        unknown
    }
}

/// A text compared with a field.
pub(super) struct Word<'a> {
    pub field: &'a str,
    pub text: &'a str,
}

impl Expr {
    fn each_word<'a>(&'a self, f: &mut dyn FnMut(Word<'a>)) {
        match self {
            Expr::Unary(_, of) => of.each_word(f),
            Expr::Binary(_, left, right) => {
                for (text, beside) in [(left, right), (right, left)] {
                    if let (Expr::Text(text), Some(field)) = (&**text, named_field(beside)) {
                        f(Word { field, text });
                    }
                }
                left.each_word(f);
                right.each_word(f);
            }
            Expr::Field(_) | Expr::Number(_) | Expr::Float(_) | Expr::Text(_) => {}
        }
    }

    fn each_name(&self, f: &mut dyn FnMut(&str)) {
        match self {
            Expr::Field(name) => f(name),
            Expr::Unary(_, of) => of.each_name(f),
            Expr::Binary(_, left, right) => {
                left.each_name(f);
                right.each_name(f);
            }
            Expr::Number(_) | Expr::Float(_) | Expr::Text(_) => {}
        }
    }
}

impl Worth {
    fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Int(number) => Worth::Number((*number).into()),
            Value::Uint(number) => Worth::Number((*number).into()),
            Value::Float(number) => Worth::Float(*number),
            Value::Text(text) => Worth::Text(text.clone()),
            Value::None => return None,
        })
    }

    fn is_true(&self) -> bool {
        match self {
            Worth::Number(number) => *number != 0,
            Worth::Float(number) => *number != 0.0,
            Worth::Text(text) => !text.is_empty(),
        }
    }

    fn number(&self) -> Option<i128> {
        if let Worth::Number(number) = self { Some(*number) } else { None }
    }

    fn float(&self) -> Option<f64> {
        match self {
            Worth::Number(number) => Some(*number as f64),
            Worth::Float(number) => Some(*number),
            Worth::Text(_) => None,
        }
    }

    fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Worth::Number(own), Worth::Number(other)) => Some(own.cmp(other)),
            (Worth::Text(own), Worth::Text(other)) => Some(own.cmp(other)),
            _ => self.float()?.partial_cmp(&other.float()?),
        }
    }
}

/// The position at which names are resolved.
struct Scope<'a> {
    tree: &'a Tree,
    at: &'a FieldId,
}

impl Scope<'_> {
    fn field(&self, name: &str) -> Option<Field> {
        self.tree.field(&self.tree.find_near(self.at, name)?)
    }

    fn worth(&self, expr: &Expr) -> Option<Worth> {
        match expr {
            Expr::Number(number) => Some(Worth::Number(*number)),
            Expr::Float(number) => Some(Worth::Float(*number)),
            Expr::Text(text) => Some(Worth::Text(text.clone())),
            Expr::Field(name) => Worth::of(&self.tree.value(&self.tree.find_near(self.at, name)?)?),
            Expr::Unary(unary, of) => {
                let of = self.worth(of)?;
                Some(match (unary, &of) {
                    (Unary::Not, _) => truth(!of.is_true()),
                    (Unary::Minus, Worth::Float(number)) => Worth::Float(-number),
                    (Unary::Minus, _) => Worth::Number(of.number()?.checked_neg()?),
                    (Unary::Invert, _) => Worth::Number(!of.number()?),
                })
            }
            Expr::Binary(Binary::And, left, right) => {
                Some(truth(self.is_true(left) && self.is_true(right)))
            }
            Expr::Binary(Binary::Or, left, right) => {
                Some(truth(self.is_true(left) || self.is_true(right)))
            }
            Expr::Binary(binary, left, right) => {
                let (left, right) = self.both(left, right)?;
                reckon(*binary, &left, &right)
            }
        }
    }

    fn is_true(&self, expr: &Expr) -> bool {
        self.worth(expr).is_some_and(|worth| worth.is_true())
    }

    /// Evaluates both sides. A text next to a field with named values becomes the number.
    fn both(&self, left: &Expr, right: &Expr) -> Option<(Worth, Worth)> {
        let named = |text: &Expr, beside: &Expr| match (text, beside) {
            (Expr::Text(text), beside) => {
                let field = self.field(named_field(beside)?)?;
                Worth::of(&notation::parse(&field, text).ok()?)
            }
            _ => None,
        };
        let of = |expr: &Expr, beside: &Expr| named(expr, beside).or_else(|| self.worth(expr));
        Some((of(left, right)?, of(right, left)?))
    }
}

/// The field whose names a text next to this expression may use: for `flags` and for `flags & 3`.
fn named_field(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Field(name) => Some(name),
        Expr::Binary(Binary::BitAnd, left, _) => named_field(left),
        _ => None,
    }
}

fn truth(is_true: bool) -> Worth {
    Worth::Number(is_true.into())
}

fn reckon(binary: Binary, left: &Worth, right: &Worth) -> Option<Worth> {
    let order = || left.compare(right);
    let compared = match binary {
        Binary::Equal => Some(order() == Some(Ordering::Equal)),
        Binary::Differs => Some(order() != Some(Ordering::Equal)),
        Binary::Less => Some(order() == Some(Ordering::Less)),
        Binary::AtMost => Some(order().is_some_and(Ordering::is_le)),
        Binary::More => Some(order() == Some(Ordering::Greater)),
        Binary::AtLeast => Some(order().is_some_and(Ordering::is_ge)),
        _ => None,
    };
    if let Some(is_true) = compared {
        return Some(truth(is_true));
    }
    match (left.number(), right.number()) {
        (Some(left), Some(right)) => whole(binary, left, right).map(Worth::Number),
        _ => {
            let (left, right) = (left.float()?, right.float()?);
            Some(Worth::Float(match binary {
                Binary::Plus => left + right,
                Binary::Minus => left - right,
                Binary::Times => left * right,
                Binary::Divided => left / right,
                Binary::Rest => left % right,
                _ => return None,
            }))
        }
    }
}

fn whole(binary: Binary, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok();
    match binary {
        Binary::BitOr => Some(left | right),
        Binary::BitXor => Some(left ^ right),
        Binary::BitAnd => Some(left & right),
        Binary::ShiftLeft => left.checked_shl(shift()?),
        Binary::ShiftRight => left.checked_shr(shift()?),
        Binary::Plus => left.checked_add(right),
        Binary::Minus => left.checked_sub(right),
        Binary::Times => left.checked_mul(right),
        Binary::Divided => left.checked_div(right),
        Binary::Rest => left.checked_rem(right),
        _ => None,
    }
}
