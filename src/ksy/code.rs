//! Expressions with their sources.

use std::sync::Arc;

use super::diagnostic::Position;
use super::expr::Expr;
use super::yaml::Text;

/// Position of a node in a description.
#[derive(Clone, Debug, Default)]
pub struct NodePosition {
    pub file: usize,
    pub at: Position,
    pub path: Arc<str>,
}

/// An expression with its source.
#[derive(Clone, Debug)]
pub struct Code {
    pub expr: Expr,
    pub text: Text,
    pub place: NodePosition,
}
