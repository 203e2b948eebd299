//! A text that is being edited, with plain line endings, and the stored text.

use crate::app::model::edits::Edit;
use crate::app::panels::editor::LineProblem;
use crate::bytes::{Severity, Source, SourceId, cp1252};
use crate::edit::EditOp;
use crate::formats::{Document, FormatInfo, by_id};
use crate::library::Opened;

/// Longest text that is checked at every change.
const CHECKED: usize = 64 << 10;

/// An edited text and its problems.
pub struct Draft {
    pub source: SourceId,
    format: &'static FormatInfo,
    name: String,
    /// Path of the file.
    pub path: String,
    /// The stored text.
    stored: String,
    /// The stored text with `\n` as line endings.
    plain: String,
    /// The edited text.
    pub text: String,
    /// The text that was last sent as an edit.
    pub asked: Option<String>,
    /// Problems by line.
    pub problems: Vec<LineProblem>,
    /// The text that `problems` refer to.
    checked: String,
}

impl Draft {
    /// The unchanged text of a file.
    pub fn of(opened: &Opened) -> Self {
        let document = &opened.document;
        let stored = cp1252::decode(document.source.bytes());
        let plain = stored.replace("\r\n", "\n");
        Self {
            source: document.source.id(),
            format: document.format,
            name: document.source.name().to_owned(),
            path: opened.path.clone(),
            text: plain.clone(),
            asked: None,
            problems: flaws(document),
            checked: plain.clone(),
            plain,
            stored,
        }
    }

    pub fn is_changed(&self) -> bool {
        self.text != self.plain
    }

    /// Discards all changes.
    pub fn revert(&mut self) {
        self.text.clone_from(&self.plain);
    }

    /// Parses the edited text and collects its problems.
    pub fn check(&mut self) {
        if self.checked == self.text || self.text.len() > CHECKED {
            return;
        }
        self.checked.clone_from(&self.text);
        let written = self.written();
        self.problems = match cp1252::encode_all(&written) {
            Err(letter) => {
                let line = line_of(&written, written.find(letter).unwrap_or(0));
                let message = format!("code page 1252 has no character {letter:?}");
                vec![LineProblem { line, column: 0, severity: Severity::Error, message }]
            }
            Ok(bytes) => self.read(bytes),
        };
    }

    fn read(&self, bytes: Vec<u8>) -> Vec<LineProblem> {
        let source = Source::from_bytes(self.name.as_str(), bytes);
        match by_id(self.format.id).map(|format| format.open(&source)) {
            Some(Ok(document)) => flaws(&document),
            Some(Err(error)) => {
                let (severity, message) = (Severity::Error, error.to_string());
                vec![LineProblem { line: 0, column: 0, severity, message }]
            }
            None => Vec::new(),
        }
    }

    /// The edit that stores the text.
    pub fn edit(&self) -> Edit {
        let (old, new) = (self.plain.lines(), self.text.lines());
        let differ = old.zip(new).position(|(old, new)| old != new);
        let line =
            differ.unwrap_or_else(|| self.plain.lines().count().min(self.text.lines().count()));
        let name = format!("edit text, line {}", line + 1);
        Edit {
            path: self.path.clone(),
            name,
            orders: vec![EditOp::Text { text: self.written() }],
            ..Edit::default()
        }
    }

    /// The edited text with the stored line endings: unchanged lines keep theirs, changed ones get the
    /// most frequent one.
    fn written(&self) -> String {
        let old: Vec<&str> = self.stored.split_inclusive('\n').collect();
        let new: Vec<&str> = self.text.split_inclusive('\n').collect();
        let is_same = |old: &str, new: &str| old.replace("\r\n", "\n") == new;
        let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
            pairs.take_while(|(old, new)| is_same(old, new)).count()
        };
        let front = same(&mut old.iter().zip(&new));
        let most = old.len().min(new.len()) - front;
        let back = same(&mut old.iter().rev().zip(new.iter().rev()).take(most));
        let is_crlf = self.stored.matches("\r\n").count() * 2 > self.stored.matches('\n').count();
        let mut all = String::with_capacity(self.text.len() + new.len());
        all.extend(old.iter().take(front).copied());
        for line in new.iter().take(new.len() - back).skip(front) {
            match line.strip_suffix('\n').filter(|_| is_crlf) {
                Some(line) => all.extend([line, "\r\n"]),
                None => all.push_str(line),
            }
        }
        all.extend(old.iter().skip(old.len() - back).copied());
        all
    }

    /// File offset of character `index`, for an unchanged text.
    pub fn offset(&self, index: usize) -> u64 {
        let lines = self.text.chars().take(index).filter(|letter| *letter == '\n').count();
        let ends = self.stored.split_inclusive('\n').take(lines);
        (index + ends.filter(|line| line.ends_with("\r\n")).count()) as u64
    }

    /// File offsets of all lines, for an unchanged text.
    pub fn starts(&self) -> Vec<u64> {
        let ends = self.stored.split_inclusive('\n').scan(0, |at, line| {
            *at += line.chars().count() as u64;
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect()
    }

    /// The lines that contain these bytes of the file.
    pub fn lines(&self, start: u64, end: u64) -> std::ops::RangeInclusive<usize> {
        let line = |offset: u64| {
            // Each character is one byte.
            let before = self.stored.chars().take(usize::try_from(offset).unwrap_or(usize::MAX));
            before.filter(|letter| *letter == '\n').count()
        };
        line(start)..=line(end.saturating_sub(1).max(start))
    }
}

fn flaws(document: &Document) -> Vec<LineProblem> {
    let bytes = document.source.bytes();
    let last = bytes.trim_ascii_end().iter().filter(|byte| **byte == b'\n').count();
    let flaw = |problem: std::borrow::Cow<'_, crate::bytes::Problem>| {
        let start = usize::try_from(problem.span.start).unwrap_or(usize::MAX).min(bytes.len());
        let (before, behind) = bytes.split_at_checked(start).unwrap_or((bytes, &[]));
        // A problem that begins with a line ending belongs to the next line.
        let space = behind.iter().take_while(|byte| byte.is_ascii_whitespace());
        let line = before.iter().chain(space).filter(|byte| **byte == b'\n').count();
        let line = if behind.trim_ascii_start().is_empty() { line.min(last) } else { line };
        let (severity, message) = (problem.severity, problem.message.clone());
        LineProblem { line, column: 0, severity, message }
    };
    document.problems.iter().map(flaw).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count()
}
