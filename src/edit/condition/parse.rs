//! Parses a condition.

use super::token::{Token, tokens};
use super::{Binary, EditError, Expr, Unary};

/// Binary operators, from the lowest precedence to the highest.
const LEVELS: &[&[(&str, Binary)]] = &[
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[
        ("==", Binary::Equal),
        ("!=", Binary::Differs),
        ("<=", Binary::AtMost),
        (">=", Binary::AtLeast),
        ("<", Binary::Less),
        (">", Binary::More),
    ],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Divided), ("%", Binary::Rest)],
];

/// Maximum nesting of parentheses and operators.
const MAX_DEPTH: usize = 30;

/// Maximum number of tokens.
const MAX_WORDS: usize = 1_000;

pub fn condition(text: &str) -> Result<Expr, EditError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, end: text.chars().count() };
    if let Some((at, _)) = parser.tokens.get(MAX_WORDS) {
        return Err(EditError::Condition { at: *at, why: "too long".to_owned() });
    }
    let expr = parser.level(0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some(_) => Err(parser.wrong("expected an operator such as &&")),
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
    depth: usize,
    /// Number of characters.
    end: usize,
}

impl Parser {
    fn wrong(&self, why: &str) -> EditError {
        let at = self.tokens.get(self.at).map_or(self.end + 1, |(at, _)| *at);
        EditError::Condition { at, why: why.to_owned() }
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_it = matches!(self.tokens.get(self.at), Some((_, Token::Sign(s))) if *s == sign);
        self.at += usize::from(is_it);
        is_it
    }

    fn level(&mut self, level: usize) -> Result<Expr, EditError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH * LEVELS.len() {
            return Err(self.wrong("nested too deeply"));
        }
        let expr = self.sides(level);
        self.depth -= 1;
        expr
    }

    fn sides(&mut self, level: usize) -> Result<Expr, EditError> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some((_, binary)) = signs.iter().find(|(sign, _)| self.takes(sign)) {
            let right = self.level(level + 1)?;
            left = Expr::Binary(*binary, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, EditError> {
        let unaries = [("!", Unary::Not), ("-", Unary::Minus), ("~", Unary::Invert)];
        if let Some((_, unary)) = unaries.into_iter().find(|(sign, _)| self.takes(sign)) {
            return Ok(Expr::Unary(unary, Box::new(self.level(LEVELS.len())?)));
        }
        if self.takes("(") {
            let inside = self.level(0)?;
            let closed = self.takes(")");
            return if closed { Ok(inside) } else { Err(self.wrong("expected )")) };
        }
        let expr = match self.tokens.get(self.at).map(|(_, token)| token.clone()) {
            Some(Token::Number(number)) => Expr::Number(number),
            Some(Token::Float(number)) => Expr::Float(number),
            Some(Token::Text(text)) => Expr::Text(text),
            Some(Token::Name(name)) => Expr::Field(name),
            _ => return Err(self.wrong("expected a field, a number or a text")),
        };
        self.at += 1;
        Ok(expr)
    }
}
