//! Where an element came from.

use std::sync::Arc;

use crate::bytes::{SourceId, Span};

/// The bytes an element was made from, and the name of the field that holds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    pub span: Span,
    /// Field path in the tree of `span.source`, `models[3]`; empty where nothing is stored.
    pub path: String,
}

impl Origin {
    pub fn new(span: Span, path: impl Into<String>) -> Self {
        Self { span, path: path.into() }
    }
}

/// The bytes of the elements of an array: equal steps, or a table of starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spans {
    source: SourceId,
    start: u64,
    /// One past the last element.
    end: u64,
    steps: Steps,
    /// What the field calls the first of these elements.
    first: usize,
    /// Field path of the array.
    pub path: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Steps {
    Even(u64),
    Table(Arc<[u32]>),
    /// Arrays one after the other, each with the number of elements in all before it.
    Joined(Vec<(usize, Spans)>),
}

impl Default for Steps {
    fn default() -> Self {
        Self::Even(0)
    }
}

impl Spans {
    /// `count` elements of `size` bytes from `start`.
    pub fn even(source: SourceId, start: u64, size: u64, count: u64, path: String) -> Self {
        let end = start.saturating_add(size.saturating_mul(count));
        Self { source, start, end, steps: Steps::Even(size), first: 0, path }
    }

    /// Elements that start at `start + starts[i]` and end where the next one starts.
    pub fn table(source: SourceId, start: u64, end: u64, starts: Arc<[u32]>, path: String) -> Self {
        Self { source, start, end, steps: Steps::Table(starts), first: 0, path }
    }

    /// These elements are a part of their array: the first of them is its element `first`.
    pub fn counted_from(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// Arrays of one source, with their lengths, as one.
    pub fn joined(parts: Vec<(usize, Spans)>) -> Self {
        let source = parts.first().map_or(SourceId::default(), |(_, spans)| spans.source);
        let start = parts.iter().map(|(_, spans)| spans.start).min().unwrap_or(0);
        let end = parts.iter().map(|(_, spans)| spans.end).max().unwrap_or(0);
        let mut before = 0;
        let numbered = parts.into_iter().map(|(len, spans)| {
            before += len;
            (before - len, spans)
        });
        let steps = Steps::Joined(numbered.collect());
        Self { source, start, end, steps, first: 0, path: String::new() }
    }

    /// The whole array; of joined ones also what is between them.
    pub fn all(&self) -> Span {
        Span::new(self.source, self.start, self.end.saturating_sub(self.start))
    }

    /// The array that holds element `index` of joined ones, and how many are before it.
    fn part(parts: &[(usize, Spans)], index: usize) -> Option<&(usize, Spans)> {
        parts.get(parts.partition_point(|(before, _)| *before <= index).checked_sub(1)?)
    }

    /// Element `index`; an empty span at the end when there is none.
    pub fn get(&self, index: usize) -> Span {
        let (start, end) = match &self.steps {
            Steps::Joined(parts) => {
                let part = Self::part(parts, index);
                let span = part.map(|(before, spans)| spans.get(index - before));
                span.map_or((self.end, self.end), |span| (span.start, span.end()))
            }
            Steps::Even(size) => {
                let start = self.start.saturating_add((index as u64).saturating_mul(*size));
                (start, start.saturating_add(*size))
            }
            Steps::Table(starts) => {
                let at = |i: usize| starts.get(i).map(|s| self.start + u64::from(*s));
                (at(index).unwrap_or(self.end), at(index + 1).unwrap_or(self.end))
            }
        };
        let start = start.min(self.end);
        Span::new(self.source, start, end.min(self.end) - start)
    }

    /// The element that holds the byte at `offset` of `source`.
    pub fn index_at(&self, source: SourceId, offset: u64) -> Option<usize> {
        if source != self.source || offset < self.start || offset >= self.end {
            return None;
        }
        let within = offset - self.start;
        match &self.steps {
            Steps::Joined(parts) => parts.iter().find_map(|(before, spans)| {
                spans.index_at(source, offset).map(|index| before + index)
            }),
            Steps::Even(size) => usize::try_from(within.checked_div(*size)?).ok(),
            Steps::Table(starts) => {
                starts.partition_point(|start| u64::from(*start) <= within).checked_sub(1)
            }
        }
    }

    /// Origin of element `index`.
    pub fn origin(&self, index: usize) -> Origin {
        if let Steps::Joined(parts) = &self.steps
            && let Some((before, spans)) = Self::part(parts, index)
        {
            return spans.origin(index - before);
        }
        Origin::new(self.get(index), format!("{}[{}]", self.path, self.first + index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_arrays_are_numbered_on() {
        let id = SourceId(7);
        let part = |start, size, count: u64, path: &str| {
            (count as usize, Spans::even(id, start, size, count, path.to_owned()))
        };
        let parts = vec![part(4, 16, 2, "a"), part(40, 20, 0, "b"), part(44, 20, 2, "c")];
        let joined = Spans::joined(parts);
        assert_eq!(joined.all(), Span::new(id, 4, 80));
        assert_eq!(joined.get(1), Span::new(id, 20, 16));
        assert_eq!(joined.origin(1).path, "a[1]");
        assert_eq!(joined.origin(2), Origin::new(Span::new(id, 44, 20), "c[0]"));
        assert_eq!([3, 19, 20, 37, 44, 83].map(|at| joined.index_at(id, at)), {
            [None, Some(0), Some(1), None, Some(2), Some(3)]
        });
        let some = Spans::even(id, 0, 2, 4, "x".to_owned()).counted_from(16);
        assert_eq!(some.origin(1).path, "x[17]");
    }
}
