//! Parses expressions by the grammar of the user guide's expression language.

use std::sync::{Arc, OnceLock};

use super::expr::{Binary, Comparison, Expr, Kind, Unary};
use super::lexer::{Mistake, Token, tokens};

/// Maximum number of nesting levels.
const MAX_LEVELS: usize = 200;
/// Maximum number of characters of a condition.
const MAX_CONDITION: usize = 2000;

/// Parses a whole text.
///
/// # Errors
/// When the text is not a single expression.
pub fn parse(text: &str) -> Result<Expr, Mistake> {
    let mut parser = Parser::new(text)?;
    let expr = parser.test()?;
    parser.end()?;
    Ok(expr)
}

/// Parses a whole text in which `&&`, `||` and `!` are accepted, and comparisons in a row.
///
/// # Errors
/// As [`parse`].
pub fn parse_condition(text: &str) -> Result<Expr, Mistake> {
    if let Some((at, _)) = text.chars().enumerate().nth(MAX_CONDITION) {
        let message = format!("expected at most {MAX_CONDITION} characters");
        return Err(Mistake::new(at, message));
    }
    let mut parser = Parser { has_signs: true, ..Parser::new(text)? };
    let expr = parser.test()?;
    parser.end()?;
    Ok(expr)
}

/// Name of a type with its arguments: `name`, `a::b`, `name(expr, expr)`.
pub struct TypeCall {
    pub path: Vec<Arc<str>>,
    pub arguments: Vec<Expr>,
}

/// Parses the name of a type.
///
/// # Errors
/// When the text is not a name, with arguments if it has any.
pub fn parse_type(text: &str) -> Result<TypeCall, Mistake> {
    parse_call(text, "::")
}

/// Parses the name of a process: `xor(key)`, `gouraud.lzs`.
///
/// # Errors
/// As [`parse_type`].
pub fn parse_process(text: &str) -> Result<TypeCall, Mistake> {
    parse_call(text, ".")
}

fn parse_call(text: &str, separator: &str) -> Result<TypeCall, Mistake> {
    let mut parser = Parser::new(text)?;
    let path = parser.path(separator)?;
    let arguments = if parser.accept("(") { parser.arguments(")")? } else { Vec::new() };
    parser.end()?;
    Ok(TypeCall { path, arguments })
}

/// A parser over the tokens of a text.
pub(super) struct Parser {
    pub(super) tokens: Vec<(usize, Token)>,
    pub(super) next: usize,
    pub(super) end: usize,
    pub(super) levels: usize,
    /// `&&`, `||` and `!` are operators as well.
    pub(super) has_signs: bool,
}

const COMPARISONS: [(&str, Comparison); 6] = [
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessEqual),
    (">=", Comparison::GreaterEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// Operators from the loosest level to the tightest one.
const LEVELS: [&[(&str, Binary)]; 6] = [
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Sub)],
    &[("*", Binary::Mul), ("/", Binary::Div), ("%", Binary::Rem)],
];

impl Parser {
    fn new(text: &str) -> Result<Self, Mistake> {
        let tokens = tokens(text)?;
        Ok(Self { tokens, next: 0, end: text.chars().count(), levels: 0, has_signs: false })
    }

    pub(super) fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.next += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(name)) if &**name == word);
        self.next += usize::from(found);
        found
    }

    /// Accepts an operator that is only valid in conditions.
    fn accept_also(&mut self, sign: &str) -> bool {
        self.has_signs && self.accept(sign)
    }

    pub(super) fn require(&mut self, sign: &str) -> Result<(), Mistake> {
        if self.accept(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn end(&self) -> Result<(), Mistake> {
        if self.next == self.tokens.len() {
            return Ok(());
        }
        Err(self.unexpected("the end of the expression"))
    }

    pub(super) fn unexpected(&self, expected: &str) -> Mistake {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Int(value)) => format!("`{value}`"),
            Some(Token::Float(value)) => format!("`{value}`"),
            Some(Token::Text(_) | Token::Format(_)) => "a text".to_owned(),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        };
        let advice = match self.peek() {
            Some(Token::Sign("&&")) => "; use `and`",
            Some(Token::Sign("||")) => "; use `or`",
            Some(Token::Sign("!")) => "; use `not`",
            _ => "",
        };
        Mistake::new(self.at(), format!("expected {expected}, found {found}{advice}"))
    }

    /// Counts a level of nesting while `inside` parses.
    pub(super) fn nested<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<T, Mistake>,
    ) -> Result<T, Mistake> {
        self.levels += 1;
        if self.levels > MAX_LEVELS {
            let message = format!("expected at most {MAX_LEVELS} levels of nesting");
            return Err(Mistake::new(self.at(), message));
        }
        let done = inside(self)?;
        self.levels -= 1;
        Ok(done)
    }

    pub(super) fn test(&mut self) -> Result<Expr, Mistake> {
        self.nested(|parser| {
            let at = parser.at();
            let condition = parser.or()?;
            if !parser.accept("?") {
                return Ok(condition);
            }
            let yes = parser.test()?;
            parser.require(":")?;
            let no = parser.test()?;
            let [condition, yes, no] = [condition, yes, no].map(Box::new);
            Ok(Expr { kind: Kind::Choice(condition, yes, no), at })
        })
    }

    fn or(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.and()?;
        let mut length = 0;
        loop {
            let at = self.at();
            if !self.accept_word("or") && !self.accept_also("||") {
                return Ok(left);
            }
            let right = self.and()?;
            left = self.binary(Binary::Or, left, right, at, &mut length)?;
        }
    }

    fn and(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.not()?;
        let mut length = 0;
        loop {
            let at = self.at();
            if !self.accept_word("and") && !self.accept_also("&&") {
                return Ok(left);
            }
            let right = self.not()?;
            left = self.binary(Binary::And, left, right, at, &mut length)?;
        }
    }

    /// Joins two operands. A chain of operators nests on its left side, so its length is limited as well.
    fn binary(
        &self,
        operator: Binary,
        left: Expr,
        right: Expr,
        at: usize,
        length: &mut usize,
    ) -> Result<Expr, Mistake> {
        *length += 1;
        if *length > 4 * MAX_LEVELS {
            let message = format!("expected at most {} operators in a row", 4 * MAX_LEVELS);
            return Err(Mistake::new(at, message));
        }
        Ok(Expr { kind: Kind::Binary(operator, Box::new(left), Box::new(right)), at })
    }

    fn not(&mut self) -> Result<Expr, Mistake> {
        let at = self.at();
        if self.accept_word("not") {
            return self.nested(|parser| {
                let operand = Box::new(parser.not()?);
                Ok(Expr { kind: Kind::Unary(Unary::Not, operand), at })
            });
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.level(0)?;
        for length in 0..=4 * MAX_LEVELS {
            let at = self.at();
            let operator = COMPARISONS.iter().find(|(sign, _)| self.is(sign));
            let Some((_, operator)) = operator.filter(|_| length == 0 || self.has_signs) else {
                return Ok(left);
            };
            self.next += 1;
            let right = self.level(0)?;
            left = Expr { kind: Kind::Compare(*operator, Box::new(left), Box::new(right)), at };
        }
        let message = format!("expected at most {} comparisons in a row", 4 * MAX_LEVELS);
        Err(Mistake::new(self.at(), message))
    }

    fn level(&mut self, level: usize) -> Result<Expr, Mistake> {
        let Some(operators) = LEVELS.get(level) else { return self.factor() };
        let mut left = self.level(level + 1)?;
        let mut length = 0;
        loop {
            let at = self.at();
            let Some((_, operator)) = operators.iter().find(|(sign, _)| self.is(sign)) else {
                return Ok(left);
            };
            self.next += 1;
            let right = self.level(level + 1)?;
            left = self.binary(*operator, left, right, at, &mut length)?;
        }
    }

    fn factor(&mut self) -> Result<Expr, Mistake> {
        let at = self.at();
        let operators =
            [("+", Unary::Plus), ("-", Unary::Minus), ("~", Unary::Invert), ("!", Unary::Not)];
        let known = if self.has_signs { &operators[..] } else { &operators[..3] };
        let Some((_, operator)) = known.iter().find(|(sign, _)| self.is(sign)) else {
            return self.postfix();
        };
        self.next += 1;
        self.nested(|parser| {
            let operand = Box::new(parser.factor()?);
            Ok(Expr { kind: Kind::Unary(*operator, operand), at })
        })
    }

    fn postfix(&mut self) -> Result<Expr, Mistake> {
        let mut on = self.atom()?;
        let mut length = 0;
        loop {
            length += 1;
            if length > 4 * MAX_LEVELS {
                let message = format!("expected fewer than {} members in a row", 4 * MAX_LEVELS);
                return Err(Mistake::new(self.at(), message));
            }
            let at = self.at();
            if self.accept("[") {
                let index = self.test()?;
                self.require("]")?;
                on = Expr { kind: Kind::Index(Box::new(on), Box::new(index)), at };
            } else if self.accept(".") {
                on = self.member(on)?;
            } else {
                return Ok(on);
            }
        }
    }

    fn member(&mut self, on: Expr) -> Result<Expr, Mistake> {
        let at = self.at();
        let name = self.name()?;
        if &*name == "as" && self.is("<") {
            let target = self.type_name()?;
            return Ok(Expr { kind: Kind::Cast(Box::new(on), target), at });
        }
        let arguments = if self.accept("(") { Some(self.arguments(")")?) } else { None };
        let kind = Kind::Member { on: Box::new(on), name, arguments, size: OnceLock::new() };
        Ok(Expr { kind, at })
    }

    pub(super) fn name(&mut self) -> Result<Arc<str>, Mistake> {
        match self.peek() {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Expressions up to the closing bracket; a comma may follow the last one of a list.
    pub(super) fn arguments(&mut self, close: &str) -> Result<Vec<Expr>, Mistake> {
        let mut found = Vec::new();
        while !self.accept(close) {
            if !found.is_empty() {
                self.require(",")?;
                if close == "]" && self.accept(close) {
                    break;
                }
            }
            found.push(self.test()?);
        }
        Ok(found)
    }
}
