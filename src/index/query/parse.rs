//! Parses queries.

use std::ops::Range;

use super::{KEYS, Key, Mistake, Predicate, Query, Term};
use crate::ksy::Condition;

/// A word of the query, possibly quoted.
struct Token {
    at: Range<usize>,
    /// The word without quotes.
    text: String,
    /// Length of `text` before the first quote: only a colon in this part ends a key.
    plain: usize,
    is_or: bool,
}

/// Limits that keep the SQL statement small.
const MAX_TERMS: usize = 100;
const MAX_LETTERS: usize = 1_000;

pub fn query(text: &str) -> Result<Query, Mistake> {
    let mut query = Query::default();
    let (mut joins, mut count) = (false, 0);
    let mut last_or = None;
    for token in tokens(text)? {
        if token.is_or {
            if joins || query.all.is_empty() {
                return Err(lonely(token.at));
            }
            (joins, last_or) = (true, Some(token.at));
            continue;
        }
        count += 1;
        if count > MAX_TERMS || token.text.chars().count() > MAX_LETTERS {
            let message =
                format!("a query can have at most {MAX_TERMS} terms of {MAX_LETTERS} characters");
            return Err(Mistake { at: token.at, message });
        }
        let term = term(&token, text)?;
        match query.all.last_mut() {
            Some(any) if joins => any.push(term),
            _ => query.all.push(vec![term]),
        }
        joins = false;
    }
    match last_or.filter(|_| joins) {
        Some(at) => Err(lonely(at)),
        None => Ok(query),
    }
}

fn lonely(at: Range<usize>) -> Mistake {
    Mistake { at, message: "| must be between two terms".to_owned() }
}

/// Splits a query into words and bars.
fn tokens(text: &str) -> Result<Vec<Token>, Mistake> {
    let mut all = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((start, letter)) = letters.peek().copied() {
        if letter.is_whitespace() {
            letters.next();
            continue;
        }
        if letter == '|' {
            letters.next();
            all.push(Token { at: start..start + 1, text: String::new(), plain: 0, is_or: true });
            continue;
        }
        let mut token = Token { at: start..start, text: String::new(), plain: 0, is_or: false };
        let (mut quote, mut was_quoted) = (None, false);
        while let Some((at, letter)) = letters.peek().copied() {
            if quote.is_none() && (letter.is_whitespace() || letter == '|') {
                break;
            }
            letters.next();
            token.at.end = at + letter.len_utf8();
            if letter == '"' {
                quote = if quote.is_some() { None } else { Some(at) };
                was_quoted = true;
                continue;
            }
            token.text.push(letter);
            if !was_quoted {
                token.plain = token.text.len();
            }
        }
        if let Some(at) = quote {
            let message = "missing closing quote".to_owned();
            return Err(Mistake { at: at..text.len(), message });
        }
        all.push(token);
    }
    Ok(all)
}

fn term(token: &Token, query: &str) -> Result<Term, Mistake> {
    let is_negated = token.plain > 0 && token.text.starts_with('-') && token.text.len() > 1;
    let skipped = usize::from(is_negated);
    let text = token.text.get(skipped..).unwrap_or_default();
    let plain = token.text.get(skipped..token.plain.max(skipped)).unwrap_or_default();
    let mut value_at = None;
    let what = match plain.find(':') {
        Some(colon) => {
            let (name, value) = (text.get(..colon), text.get(colon + 1..).unwrap_or_default());
            let start = token.at.start + skipped + colon + 1;
            let typed = query.get(start..token.at.end).unwrap_or_default();
            let quoted = typed.strip_prefix('"').and_then(|typed| typed.strip_suffix('"'));
            value_at = match quoted {
                Some(quoted) => (quoted == value).then_some(start + 1),
                None => (typed == value).then_some(start),
            };
            filter(name.unwrap_or_default(), value, &token.at, value_at)?
        }
        None if text.is_empty() => {
            let message = "these quotes are empty".to_owned();
            return Err(Mistake { at: token.at.clone(), message });
        }
        None => Predicate::Word(text.to_lowercase()),
    };
    Ok(Term { negated: is_negated, what, at: token.at.clone(), value_at })
}

fn filter(
    name: &str,
    value: &str,
    at: &Range<usize>,
    value_at: Option<usize>,
) -> Result<Predicate, Mistake> {
    let Some(key) = Key::named(name) else {
        let known: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        let message = format!(
            "unknown filter {name}:; known filters: {}. Quote a word that has a colon",
            known.join(", ")
        );
        return Err(Mistake { at: at.clone(), message });
    };
    key.read(value).ok_or_else(|| {
        if key.name == "where"
            && let Err(mistake) = Condition::parse(value)
        {
            return Mistake::in_condition(&mistake, value, value_at, at);
        }
        let message = format!("{}: takes {}, not {value:?}", key.name, key.takes);
        Mistake { at: at.clone(), message }
    })
}
