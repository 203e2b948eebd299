//! Groups problems by cause, most severe first.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::bytes::{Problem, Severity, SourceId};

/// Problems with a common cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    pub severity: Severity,
    /// The message of the first problem, or one for all of them.
    pub sentence: String,
    /// Problems in the order in which they were reported; at least one.
    pub problems: Vec<Problem>,
    kind: Kind,
}

/// Identity of a cause; the same sentence may be used for errors and warnings.
pub type Name = (Severity, String);

impl Cause {
    /// Identity of the cause, which stays the same when the list is recomputed.
    pub fn name(&self) -> Name {
        (self.severity, self.sentence.clone())
    }

    /// Number of problems that the sentence describes: all problems of a truncated file, otherwise those
    /// with exactly this message; the others differ in their numbers.
    pub fn covered(&self) -> usize {
        match self.kind {
            Kind::Cut => self.problems.len(),
            _ => self.problems.iter().filter(|problem| problem.message == self.sentence).count(),
        }
    }

    /// The sentence, and how many similar problems there are.
    pub fn headline(&self) -> String {
        match self.problems.len() - self.covered() {
            0 => self.sentence.clone(),
            more => format!("{} (and {more} more like this)", self.sentence),
        }
    }

    /// A cause of a single problem.
    pub fn of(problem: Problem) -> Self {
        Self {
            severity: problem.severity,
            sentence: problem.message.clone(),
            kind: Kind::Alike(String::new()),
            problems: vec![problem],
        }
    }
}

/// Criterion for grouping problems.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The file ends before data that it refers to.
    Cut,
    /// The problem concerns a whole file: a companion is missing or damaged.
    Whole(String),
    /// Messages that differ only in their numbers.
    Alike(String),
}

/// Highest value that counts as an offset, as a multiple of the file's length; a larger number is
/// more likely a checksum.
const FARTHEST: u64 = 16;

/// Groups the problems of the file `own`, which has `len` bytes, and of its companions by cause.
pub fn causes(problems: Vec<Problem>, own: SourceId, len: u64) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let mut indices = std::collections::HashMap::new();
    let mut farthest = 0;
    for problem in problems {
        let beyond = beyond_end(&problem, own, len);
        farthest = farthest.max(beyond.unwrap_or(0));
        let is_whole = problem.span.source != own || is_about_whole(&problem);
        let kind = match beyond {
            Some(_) => Kind::Cut,
            None if is_whole => Kind::Whole(problem.message.clone()),
            None => Kind::Alike(singular(&pattern(&problem.message))),
        };
        let at = *indices.entry((problem.severity, kind.clone())).or_insert(causes.len());
        match causes.get_mut(at) {
            Some(cause) => cause.problems.push(problem),
            None => causes.push(Cause {
                severity: problem.severity,
                sentence: String::new(),
                problems: vec![problem],
                kind,
            }),
        }
    }
    for cause in &mut causes {
        let first = cause.problems.first().map(|problem| problem.message.clone());
        cause.sentence = match cause.kind {
            Kind::Cut => format!("the file ends at {len:#x} but refers to {farthest:#x}"),
            _ => first.unwrap_or_default(),
        };
    }
    causes.sort_by_key(|cause| {
        let kind = match cause.kind {
            Kind::Cut => 0,
            Kind::Whole(_) => 1,
            Kind::Alike(_) => 2,
        };
        (Reverse(cause.severity), kind)
    });
    causes
}

/// `true` for a problem without a span in its file.
pub fn is_about_whole(problem: &Problem) -> bool {
    problem.span.len == 0 && problem.field.is_empty()
}

/// The farthest offset beyond the end of the file that an error refers to, taken from the read that
/// failed or from its message.
fn beyond_end(problem: &Problem, own: SourceId, len: u64) -> Option<u64> {
    if problem.severity < Severity::Error || problem.span.source != own || len == 0 {
        return None;
    }
    let needed = problem.available.map(|_| problem.span.end()).filter(|end| *end > len);
    let range = len + 1..=len.saturating_mul(FARTHEST);
    let named = offsets(&problem.message).filter(|offset| range.contains(offset)).max();
    needed.max(named)
}

/// Numbers in a message that are written as offsets.
fn offsets(message: &str) -> impl Iterator<Item = u64> + '_ {
    message.split("0x").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        u64::from_str_radix(rest.get(..end)?, 16).ok()
    })
}

/// A message with `…` for each number: the key under which similar messages are grouped. Never
/// displayed.
fn pattern(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        let digits = |text: &str, is: fn(&char) -> bool| -> usize {
            text.chars().take_while(is).map(char::len_utf8).sum()
        };
        let len = match number.strip_prefix("0x") {
            Some(hex) => 2 + digits(hex, char::is_ascii_hexdigit),
            None => digits(number, char::is_ascii_digit),
        };
        out.push_str(before);
        // A digit within a word is part of a name.
        let is_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        out.push_str(if is_word { number.get(..len).unwrap_or("") } else { "…" });
        rest = number.get(len..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// Reduces plurals, so that `(… faces)` and `(… face)` match.
fn singular(pattern: &str) -> String {
    let mut parts = pattern.split("… ");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_alphanumeric()).unwrap_or(part.len());
        let (word, rest) = part.split_at(end);
        out += "… ";
        out += word.strip_suffix('s').unwrap_or(word);
        out += rest;
    }
    out
}

/// A row: a cause, or a problem below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub cause: usize,
    pub problem: Option<usize>,
}

/// The rows: causes, and the problems of those that are `open`.
pub fn lines(causes: &[Cause], open: &BTreeSet<Name>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (cause, folded) in causes.iter().enumerate() {
        lines.push(Line { cause, problem: None });
        if folded.problems.len() > 1 && open.contains(&folded.name()) {
            let all = 0..folded.problems.len();
            lines.extend(all.map(|problem| Line { cause, problem: Some(problem) }));
        }
    }
    lines
}
