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
    /// Field path of the array.
    pub path: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Steps {
    Even(u64),
    Table(Arc<[u32]>),
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
        Self { source, start, end, steps: Steps::Even(size), path }
    }

    /// Elements that start at `start + starts[i]` and end where the next one starts.
    pub fn table(source: SourceId, start: u64, end: u64, starts: Arc<[u32]>, path: String) -> Self {
        Self { source, start, end, steps: Steps::Table(starts), path }
    }

    /// The whole array.
    pub fn all(&self) -> Span {
        Span::new(self.source, self.start, self.end.saturating_sub(self.start))
    }

    /// Element `index`; an empty span at the end when there is none.
    pub fn get(&self, index: usize) -> Span {
        let (start, end) = match &self.steps {
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
            Steps::Even(size) => usize::try_from(within.checked_div(*size)?).ok(),
            Steps::Table(starts) => {
                starts.partition_point(|start| u64::from(*start) <= within).checked_sub(1)
            }
        }
    }

    /// Origin of element `index`.
    pub fn origin(&self, index: usize) -> Origin {
        Origin::new(self.get(index), format!("{}[{index}]", self.path))
    }
}
