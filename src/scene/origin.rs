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
    Pieces(Arc<[SpanPiece]>),
}

/// Elements of equal size that stand in a row: a part of an array that is stored in pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct SpanPiece {
    /// Index in the whole array of the first one.
    pub first: usize,
    pub count: usize,
    pub start: u64,
    pub size: u64,
    /// Field path of the piece, whose elements count from 0.
    pub path: String,
}

impl SpanPiece {
    fn end(&self) -> u64 {
        self.start.saturating_add(self.size.saturating_mul(self.count as u64))
    }
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

    /// Elements that stand in several places; the pieces in the order of their elements and of
    /// their bytes.
    pub fn pieces(source: SourceId, pieces: Vec<SpanPiece>) -> Self {
        let start = pieces.first().map_or(0, |piece| piece.start);
        let end = pieces.last().map_or(0, SpanPiece::end);
        Self { source, start, end, steps: Steps::Pieces(pieces.into()), path: String::new() }
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
            Steps::Pieces(pieces) => match piece_of(pieces, index) {
                Some((piece, within)) => {
                    let start = piece.start.saturating_add(piece.size * within as u64);
                    (start, start.saturating_add(piece.size))
                }
                None => (self.end, self.end),
            },
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
            Steps::Pieces(pieces) => {
                let after = pieces.partition_point(|piece| piece.start <= offset);
                let piece = pieces.get(after.checked_sub(1)?)?;
                let step = (offset - piece.start).checked_div(piece.size)?;
                let step = usize::try_from(step).ok().filter(|step| *step < piece.count)?;
                Some(piece.first + step)
            }
        }
    }

    /// Origin of element `index`.
    pub fn origin(&self, index: usize) -> Origin {
        let path = match &self.steps {
            Steps::Pieces(pieces) => piece_of(pieces, index)
                .map_or_else(String::new, |(piece, within)| format!("{}[{within}]", piece.path)),
            _ => format!("{}[{index}]", self.path),
        };
        Origin::new(self.get(index), path)
    }
}

/// The piece that holds an element, and the element's index in it.
fn piece_of(pieces: &[SpanPiece], index: usize) -> Option<(&SpanPiece, usize)> {
    let after = pieces.partition_point(|piece| piece.first <= index);
    let piece = pieces.get(after.checked_sub(1)?)?;
    let within = index - piece.first;
    (within < piece.count).then_some((piece, within))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_in_pieces_is_found_from_both_sides() {
        let piece = |first, count, start, path: &str| SpanPiece {
            first,
            count,
            start,
            size: 12,
            path: path.to_owned(),
        };
        let id = SourceId::default();
        let spans = Spans::pieces(id, vec![piece(0, 2, 100, "a"), piece(2, 3, 200, "b")]);
        assert_eq!(spans.all(), Span::new(id, 100, 136));
        assert_eq!(spans.origin(3), Origin::new(Span::new(id, 212, 12), "b[1]"));
        assert_eq!(spans.index_at(id, 111), Some(0));
        assert_eq!(spans.index_at(id, 235), Some(4));
        assert_eq!((spans.index_at(id, 124), spans.index_at(id, 236)), (None, None));
        assert_eq!(spans.origin(5).path, "");
    }
}
