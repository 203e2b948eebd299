//! Syntax tree of expressions.

use std::sync::{Arc, OnceLock};

use super::ids::{ClassId, EnumId};

/// An expression with its position, a character index in its text.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Kind,
    pub at: usize,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Int(i128),
    Float(f64),
    Bool(bool),
    Text(Arc<str>),
    /// `f"…{…}…"`.
    Format(Vec<FormatPart>),
    List(List),
    Name(Arc<str>),
    /// A field of a document, found by its whole path from the scope outwards. If the path is not
    /// found, `written` is evaluated.
    Field {
        path: Arc<str>,
        written: Box<Expr>,
    },
    /// A text compared with the field `of`: the value that it names, or the text.
    Label {
        of: Arc<str>,
        text: Arc<str>,
    },
    /// `path::enum::value`.
    Enum(EnumRef),
    /// `on.name`, or `on.name(arguments)`. The size is the value of `on._sizeof`.
    Member {
        on: Box<Expr>,
        name: Arc<str>,
        arguments: Option<Vec<Expr>>,
        size: OnceLock<i128>,
    },
    Index(Box<Expr>, Box<Expr>),
    /// `on.as<type>`.
    Cast(Box<Expr>, TypeName),
    SizeOf {
        of: TypeName,
        bits: bool,
        value: OnceLock<i128>,
    },
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// A piece of a format string.
#[derive(Clone, Debug)]
pub enum FormatPart {
    Text(Arc<str>),
    Value(Expr),
}

#[derive(Clone, Debug)]
pub struct List {
    pub items: Vec<Expr>,
    /// The list is a byte array; found by the checker from the types of its items.
    pub is_bytes: OnceLock<bool>,
}

#[derive(Clone, Debug)]
pub struct EnumRef {
    /// Path of the enum, and the label.
    pub path: Vec<Arc<str>>,
    pub label: Arc<str>,
    /// Value, once the checker has found the enum.
    pub value: OnceLock<(EnumId, i128)>,
}

/// Name of a type in `as<…>` and `sizeof<…>`.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub path: Vec<Arc<str>>,
    pub is_array: bool,
    pub at: usize,
    /// The class, once the checker has found it.
    pub class: OnceLock<ClassId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Minus,
    Plus,
    Invert,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Binary {
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Rem => "%",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::BitAnd => "&",
            Binary::BitOr => "|",
            Binary::BitXor => "^",
            Binary::And => "and",
            Binary::Or => "or",
        }
    }
}

impl Comparison {
    /// `true` for `==` and `!=`.
    pub fn is_equality(self) -> bool {
        matches!(self, Comparison::Equal | Comparison::NotEqual)
    }
}

impl Expr {
    /// Calls `f` with this expression and all nested ones. The path of a field counts as one.
    pub fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        match &self.kind {
            Kind::Format(parts) => {
                for part in parts {
                    if let FormatPart::Value(expr) = part {
                        expr.visit(f);
                    }
                }
            }
            Kind::List(list) => list.items.iter().for_each(|item| item.visit(f)),
            Kind::Member { on, arguments, .. } => {
                on.visit(f);
                arguments.iter().flatten().for_each(|argument| argument.visit(f));
            }
            Kind::Cast(on, _) | Kind::Unary(_, on) => on.visit(f),
            Kind::Index(a, b) | Kind::Binary(_, a, b) | Kind::Compare(_, a, b) => {
                a.visit(f);
                b.visit(f);
            }
            Kind::Choice(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|expr| expr.visit(f));
            }
            _ => {}
        }
    }
}
