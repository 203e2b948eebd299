//! Fields of the visible bytes: their colours, and where they end.

use std::ops::Range;

use egui::Color32;

use crate::app::ui::Theme;
use crate::bytes::{FieldKind, Problem, Severity, SourceId, Tree};

/// The field that a byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    pub colour: Color32,
    /// The same for all bytes of a field, and different from its neighbours.
    pub field: u32,
    /// `true` if no field covers the byte.
    pub unread: bool,
    pub padding: bool,
}

/// Cached kinds of the visible bytes.
#[derive(Default)]
pub struct Kinds {
    key: Option<(SourceId, Range<u64>, bool)>,
    kinds: Vec<Kind>,
}

impl Kinds {
    /// Computes the kinds of `range` if they are not cached.
    pub fn look_at(&mut self, tree: &Tree, range: Range<u64>, theme: &Theme) {
        let key = (tree.source().id(), range.clone(), theme.dark);
        if self.key.as_ref() == Some(&key) {
            return;
        }
        let none = Kind { colour: theme.weak, field: u32::MAX, unread: false, padding: false };
        let count = usize::try_from(range.end - range.start).unwrap_or(0);
        self.kinds.clear();
        self.kinds.resize(count, none);
        let mut number = 0;
        let kinds = &mut self.kinds;
        tree.leaves_in(range.clone(), &mut |id, span| {
            let Some(field) = tree.field(&id) else { return };
            let kind = Kind {
                colour: theme.field(&field),
                field: number,
                unread: field.kind == FieldKind::Unread,
                padding: field.kind == FieldKind::Padding,
            };
            number += 1;
            let index = |offset: u64| (offset.clamp(range.start, range.end) - range.start) as usize;
            if let Some(part) = kinds.get_mut(index(span.start)..index(span.end())) {
                part.fill(kind);
            }
        });
        self.key = Some(key);
    }

    /// The kind of the byte at `offset`, if it is cached.
    pub fn at(&self, offset: u64) -> Option<Kind> {
        let (_, range, _) = self.key.as_ref()?;
        let index = offset.checked_sub(range.start)?;
        self.kinds.get(usize::try_from(index).ok()?).copied()
    }
}

/// Bytes that a problem refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub bytes: Range<u64>,
    pub severity: Severity,
    pub text: String,
}

/// The problems of one source that have a span, most severe last so that they are drawn on top. A read
/// past the end is marked at the last byte of the file.
pub fn marks<'a>(problems: impl Iterator<Item = &'a Problem>, tree: &Tree) -> Vec<Mark> {
    let (source, len) = (tree.source().id(), tree.source().len());
    let of_this = problems.filter(|problem| problem.span.source == source && len > 0);
    let mut marks: Vec<Mark> = of_this
        .map(|problem| {
            let start = problem.span.start.min(len - 1);
            Mark {
                bytes: start..problem.span.end().clamp(start + 1, len),
                severity: problem.severity,
                text: problem.to_string(),
            }
        })
        .collect();
    marks.sort_by_key(|mark| mark.severity);
    marks
}
