//! A minimal Rust tokeniser that finds paths: comments and literals are blanked, `use` groups are
//! flattened.

use std::collections::BTreeSet;

/// Source text in which everything but code is blanked; lines and columns stay.
pub struct Code(String);

/// A path from the crate's root, as written: `["bytes", "Span"]`.
#[derive(Debug, PartialEq)]
pub struct UsedPath {
    pub line: usize,
    pub path: Vec<String>,
}

impl Code {
    pub fn new(text: &str) -> Self {
        Self(blank_comments_and_literals(text))
    }

    /// Lines with their numbers.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.0.lines())
    }

    /// Words (identifiers and keywords) with their lines.
    pub fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().flat_map(|(line, text)| {
            text.split(|c: char| !is_word(c)).filter(|w| !w.is_empty()).map(move |w| (line, w))
        })
    }

    /// Every path into this crate, in `use` lines and inline: `crate::a::b`, `crate::{a::b, c}`, and
    /// `super::` chains as seen from `module`.
    pub fn paths(&self, module: &[String]) -> Vec<UsedPath> {
        self.paths_from(|word| match word {
            "crate" => Some(Vec::new()),
            "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
            _ => None,
        })
    }

    /// The [paths](Self::paths), and those that begin with one of the `children` of `module`.
    pub fn all_paths(&self, module: &[String], children: &BTreeSet<String>) -> Vec<Vec<String>> {
        let into = self.paths_from(|word| match word {
            "self" => Some(module.to_vec()),
            _ => children.contains(word).then(|| [module, &[word.to_owned()]].concat()),
        });
        self.paths(module).into_iter().chain(into).map(|used| used.path).collect()
    }

    /// Every path whose first word has a `base`.
    fn paths_from(&self, base: impl Fn(&str) -> Option<Vec<String>>) -> Vec<UsedPath> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some((start, word)) = next_word(&self.0, at) {
            at = start + word.len();
            let before = self.0[..start].trim_end();
            // `$crate::x` is a macro's, `a::crate` does not exist.
            if before.ends_with('$') || before.ends_with(':') {
                continue;
            }
            let Some(mut base) = base(word) else { continue };
            let mut rest = &self.0[at..];
            while let Some(up) = after_colons(rest).and_then(|r| r.strip_prefix("super")) {
                base.pop();
                rest = up;
            }
            if let Some(tail) = after_colons(rest) {
                let line = 1 + self.0[..start].matches('\n').count();
                let mut paths = Vec::new();
                tails(tail, &base, &mut paths);
                found.extend(paths.into_iter().map(|path| UsedPath { line, path }));
            }
        }
        found
    }

    /// Names of declared modules: `mod name;`
    pub fn children(&self) -> BTreeSet<String> {
        let words: Vec<&str> = self.0.split_whitespace().collect();
        let declared = words.windows(2).filter(|pair| pair[0] == "mod");
        declared.filter_map(|pair| pair[1].strip_suffix(';')).map(str::to_owned).collect()
    }

    /// The `pub use` statements; everything else is blanked.
    pub fn re_exports(&self) -> Code {
        let mut out = blank(&self.0);
        let mut from = 0;
        while let Some(at) = self.0[from..].find(" use ").map(|at| from + at) {
            let end = self.0[at..].find(';').map_or(self.0.len(), |len| at + len);
            let line = self.0[..at].rfind('\n').map_or(0, |newline| newline + 1);
            if self.0[line..at].trim_start().starts_with("pub") {
                out.replace_range(at..end, &self.0[at..end]);
            }
            from = end;
        }
        Code(out)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn next_word(text: &str, from: usize) -> Option<(usize, &str)> {
    let start = from + text[from..].find(is_word)?;
    let len = text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
    Some((start, &text[start..start + len]))
}

fn after_colons(text: &str) -> Option<&str> {
    Some(text.trim_start().strip_prefix("::")?.trim_start())
}

/// Collects the paths that continue `base` in `text`; returns the text after them.
fn tails<'a>(text: &'a str, base: &[String], out: &mut Vec<Vec<String>>) -> &'a str {
    let mut text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        text = group;
        loop {
            text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if let Some(rest) = text.strip_prefix('}') {
                return rest;
            }
            if text.is_empty() {
                return text;
            }
            text = tails(text, base, out);
            // `as name`
            text = &text[text.find([',', '}']).unwrap_or(text.len())..];
        }
    }
    let len = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let mut path = base.to_vec();
    if len > 0 {
        path.push(text[..len].to_owned());
    }
    let rest = &text[len..];
    match after_colons(rest) {
        Some(tail) if len > 0 && tail.starts_with(|c: char| c == '{' || is_word(c)) => {
            tails(tail, &path, out)
        }
        _ => {
            out.push(path);
            rest.strip_prefix('*').unwrap_or(rest)
        }
    }
}

fn blank(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect()
}

fn blank_comments_and_literals(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let len = literal_len(rest, &out);
        if len > 0 {
            out.push_str(&blank(&rest[..len]));
            rest = &rest[len..];
        } else {
            let c = rest.chars().next().unwrap();
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Length of the comment or literal at the start of `text`; 0 for other text.
fn literal_len(text: &str, before: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment_len(text);
    }
    if text.starts_with('"') {
        return quoted_len(text, '"');
    }
    if let Some(inner) = text.strip_prefix('\'') {
        // 'x' and '\n' are characters, 'x without a closing quote is a lifetime.
        let mut chars = inner.chars();
        let is_char = chars.next() == Some('\\') || chars.next() == Some('\'');
        return if is_char { quoted_len(text, '\'') } else { 0 };
    }
    let in_word = before.ends_with(is_word);
    if let Some(raw) = text.strip_prefix('r').filter(|_| !in_word || before.ends_with('b')) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = 1 + hashes + 1;
            let len = text[body..].find(&end).map(|at| body + at + end.len());
            return len.unwrap_or(text.len());
        }
    }
    0
}

fn block_comment_len(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let here = &text.as_bytes()[at..];
        match here {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn quoted_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if !escaped && c == quote {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

#[test]
fn finds_paths_in_groups_inline_and_through_super() {
    let code = Code::new(
        "use crate::bytes::{Span, tree::{Tree, Field as F}};\n\
         use crate::{codec::lzss, scene};\n\
         // use crate::app;\n\
         const TEXT: &str = r#\"crate::cli \" \"#;\n\
         fn f<'a>(x: &'a super::super::render::Pass) -> char { crate::export::g(x); '\"' }\n\
         use super::*;",
    );
    let module = ["formats".to_owned(), "ff7".to_owned()];
    let found: Vec<String> =
        code.paths(&module).iter().map(|p| format!("{} {}", p.line, p.path.join("::"))).collect();
    assert_eq!(
        found,
        [
            "1 bytes::Span",
            "1 bytes::tree::Tree",
            "1 bytes::tree::Field",
            "2 codec::lzss",
            "2 scene",
            "5 render::Pass",
            "5 export::g",
            "6 formats",
        ]
    );
}
