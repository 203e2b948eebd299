//! Parses the innermost parts of expressions: names, numbers, texts, lists and values of enums.

use std::sync::{Arc, OnceLock};

use super::expr::{EnumRef, Expr, FormatPart, Kind, List, TypeName};
use super::lexer::{FormatSegment, Mistake, Token};
use super::parser::Parser;

impl Parser {
    /// `<path>` or `<path[]>`.
    pub(super) fn type_name(&mut self) -> Result<TypeName, Mistake> {
        self.require("<")?;
        let at = self.at();
        let path = self.path("::")?;
        let is_array = self.accept("[");
        if is_array {
            self.require("]")?;
        }
        self.require(">")?;
        Ok(TypeName { path, is_array, at, class: OnceLock::new() })
    }

    pub(super) fn path(&mut self, separator: &str) -> Result<Vec<Arc<str>>, Mistake> {
        self.accept("::");
        let mut path = vec![self.name()?];
        while self.accept(separator) {
            path.push(self.name()?);
        }
        Ok(path)
    }

    pub(super) fn atom(&mut self) -> Result<Expr, Mistake> {
        let at = self.at();
        let made = |kind| Ok(Expr { kind, at });
        if self.accept("(") {
            let inside = self.test()?;
            self.require(")")?;
            return Ok(inside);
        }
        if self.accept("[") {
            let items = self.arguments("]")?;
            return made(Kind::List(List { items, is_bytes: OnceLock::new() }));
        }
        if self.is("::") {
            return self.enum_value(at);
        }
        let Some(token) = self.peek().cloned() else {
            return Err(self.unexpected("an expression"));
        };
        match token {
            Token::Sign(_) => Err(self.unexpected("an expression")),
            Token::Int(value) => {
                self.next += 1;
                made(Kind::Int(value))
            }
            Token::Float(value) => {
                self.next += 1;
                made(Kind::Float(value))
            }
            Token::Text(_) | Token::Format(_) => self.text(at),
            Token::Name(name) => self.named(&name, at),
        }
    }

    /// Adjacent texts are joined.
    fn text(&mut self, at: usize) -> Result<Expr, Mistake> {
        let mut parts: Vec<FormatPart> = Vec::new();
        let add = |parts: &mut Vec<FormatPart>, more: &str| match parts.last_mut() {
            Some(FormatPart::Text(text)) => *text = format!("{text}{more}").into(),
            _ => parts.push(FormatPart::Text(more.into())),
        };
        loop {
            match self.peek().cloned() {
                Some(Token::Text(text)) => add(&mut parts, &text),
                Some(Token::Format(pieces)) => {
                    for piece in pieces {
                        match piece {
                            FormatSegment::Text(text) => add(&mut parts, &text),
                            FormatSegment::Tokens(tokens) => {
                                parts.push(FormatPart::Value(self.inside(tokens)?));
                            }
                        }
                    }
                }
                _ => break,
            }
            self.next += 1;
        }
        let kind = match parts.as_slice() {
            [FormatPart::Text(text)] => Kind::Text(text.clone()),
            _ => Kind::Format(parts),
        };
        Ok(Expr { kind, at })
    }

    /// An expression inside a format string.
    fn inside(&mut self, tokens: Vec<(usize, Token)>) -> Result<Expr, Mistake> {
        self.nested(|parser| {
            let end = tokens.last().map_or(parser.at(), |(at, _)| *at + 1);
            let mut inner =
                Parser { tokens, next: 0, end, levels: parser.levels, has_signs: parser.has_signs };
            let expr = inner.test()?;
            inner.end()?;
            Ok(expr)
        })
    }

    fn named(&mut self, name: &Arc<str>, at: usize) -> Result<Expr, Mistake> {
        let follows = |parser: &Self, sign: &str| matches!(parser.tokens.get(parser.next + 1), Some((_, Token::Sign(s))) if *s == sign);
        let made = |kind| Ok(Expr { kind, at });
        match &**name {
            "true" | "false" => {
                self.next += 1;
                made(Kind::Bool(&**name == "true"))
            }
            "sizeof" | "bitsizeof" if follows(self, "<") => {
                self.next += 1;
                let of = self.type_name()?;
                made(Kind::SizeOf { of, bits: &**name == "bitsizeof", value: OnceLock::new() })
            }
            "and" | "or" | "not" => Err(self.unexpected("an expression")),
            _ if follows(self, "::") => self.enum_value(at),
            _ => {
                self.next += 1;
                made(Kind::Name(name.clone()))
            }
        }
    }

    fn enum_value(&mut self, at: usize) -> Result<Expr, Mistake> {
        let mut path = self.path("::")?;
        let label = path.pop().unwrap_or_default();
        if path.is_empty() {
            return Err(Mistake::new(at, format!("expected `enum::value`, found `::{label}`")));
        }
        Ok(Expr { kind: Kind::Enum(EnumRef { path, label, value: OnceLock::new() }), at })
    }
}
