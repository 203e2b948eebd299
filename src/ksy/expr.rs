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
    Format(Vec<Part>),
    List(List),
    Name(Arc<str>),
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
pub enum Part {
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
