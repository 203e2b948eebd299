//! Origin of an element: its bytes and field path.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::bytes::{SourceId, Span};

/// The bytes that an element was made from, and its field path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// Bytes in their source.
    pub span: Span,
    /// Field path in the tree of `span.source`, such as `models[3]`; empty if nothing is stored.
    pub path: String,
}

impl Origin {
    /// Origin with these bytes and this field path.
    pub fn new(span: Span, path: impl Into<String>) -> Self {
        Self { span, path: path.into() }
    }
}

/// As JSON: `offset`, `length`, and the `path` if there is one.
impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Origin", 3)?;
        fields.serialize_field("offset", &self.span.start)?;
        fields.serialize_field("length", &self.span.len)?;
        if !self.path.is_empty() {
            fields.serialize_field("path", &self.path)?;
        }
        fields.end()
    }
}

/// Spans of the elements of an array: equal steps, a table of starts, or strips.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spans {
    source: SourceId,
    start: u64,
    /// One past the last element.
    end: u64,
    steps: Steps,
    /// Index in the field of the first of these elements.
    first: usize,
    /// Field path of the array.
    pub path: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Steps {
    Even(u64),
    Table(Arc<[u32]>),
    /// Elements at any offsets.
    Listed(Arc<[ListedSpan]>),
    /// Consecutive arrays, each with the number of elements before it.
    Joined(Vec<(usize, Spans)>),
    Strips {
        strips: Arc<[StripSpan]>,
        step: u64,
        corners: &'static str,
    },
}

/// Bytes of an element, and its index in its field; `None` if the field has no elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListedSpan {
    /// First byte.
    pub start: u64,
    /// Number of bytes.
    pub len: u32,
    /// Index in the field.
    pub index: Option<u32>,
}

/// Corners of a strip. Each except the first two ends a triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StripSpan {
    /// Number of the strip in its array.
    pub strip: u32,
    /// Number of its first triangle among those of all strips.
    pub first: u32,
    /// Number of its triangles: two fewer than its corners.
    pub count: u32,
    /// First byte of the first corner.
    pub start: u64,
}

impl Default for Steps {
    fn default() -> Self {
        Self::Even(0)
    }
}

impl Spans {
    /// Creates spans of `count` elements with `size` bytes from `start`.
    pub fn even(source: SourceId, start: u64, size: u64, count: u64, path: String) -> Self {
        let end = start.saturating_add(size.saturating_mul(count));
        Self { source, start, end, steps: Steps::Even(size), first: 0, path }
    }

    /// Creates spans of elements that start at `start + starts[i]` and end where the next one starts.
    pub fn table(source: SourceId, start: u64, end: u64, starts: Arc<[u32]>, path: String) -> Self {
        Self { source, start, end, steps: Steps::Table(starts), first: 0, path }
    }

    /// Sets the index in the array of the first of these elements, if they are a part of it.
    pub fn counted_from(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// Creates spans of any elements of one field.
    pub fn listed(source: SourceId, all: Vec<ListedSpan>, path: String) -> Self {
        let first = all.first().copied().unwrap_or_default();
        let size = u64::from(first.len);
        let is_even = (0u32..).zip(&all).all(|(at, span)| {
            let index = first.index.and_then(|index| index.checked_add(at));
            let start = first.start.saturating_add(size.saturating_mul(at.into()));
            index.is_some() && *span == ListedSpan { start, index, ..first }
        });
        if is_even {
            let spans = Self::even(source, first.start, size, all.len() as u64, path);
            return spans.counted_from(first.index.map_or(0, |index| index as usize));
        }
        let start = all.iter().map(|span| span.start).min().unwrap_or(0);
        let end = all.iter().map(|span| span.start.saturating_add(span.len.into())).max();
        let end = end.unwrap_or(start);
        Self { source, start, end, steps: Steps::Listed(all.into()), first: 0, path }
    }

    /// Joins arrays of one source, given with their lengths.
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

    /// Spans of the triangles of strips. Strips without a triangle are left out; the others must be in
    /// the order of the source. A triangle has the bytes of three corners, `step` bytes each, which it
    /// shares with its neighbours; its field is the corner that ends it: `path[strip].corners[n]`.
    pub fn strips(
        source: SourceId,
        strips: Vec<StripSpan>,
        step: u64,
        path: String,
        corners: &'static str,
    ) -> Self {
        let end_of = |strip: &StripSpan| strip.start + (u64::from(strip.count) + 2) * step;
        let start = strips.first().map_or(0, |strip| strip.start);
        let end = strips.last().map_or(start, end_of);
        let steps = Steps::Strips { strips: strips.into(), step, corners };
        Self { source, start, end, steps, first: 0, path }
    }

    /// The whole array; for joined ones including gaps.
    pub fn all(&self) -> Span {
        Span::new(self.source, self.start, self.end.saturating_sub(self.start))
    }

    /// Memory size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        match &self.steps {
            Steps::Even(_) => 0,
            Steps::Table(starts) => size_of_val(&starts[..]),
            Steps::Listed(all) => size_of_val(&all[..]),
            Steps::Joined(parts) => {
                let own = size_of_val(&parts[..]);
                own + parts.iter().map(|(_, spans)| spans.table_bytes()).sum::<usize>()
            }
            Steps::Strips { strips, .. } => size_of_val(&strips[..]),
        }
    }

    /// The array with element `index` of joined ones, and the number of elements before it.
    fn part(parts: &[(usize, Spans)], index: usize) -> Option<&(usize, Spans)> {
        parts.get(parts.partition_point(|(before, _)| *before <= index).checked_sub(1)?)
    }

    /// Element `index`; an empty span at the end if it does not exist.
    pub fn get(&self, index: usize) -> Span {
        let (start, end) = match &self.steps {
            Steps::Joined(parts) => {
                let part = Self::part(parts, index);
                let span = part.map(|(before, spans)| spans.get(index - before));
                span.map_or((self.end, self.end), |span| (span.start, span.end()))
            }
            Steps::Listed(all) => all
                .get(index)
                .map_or((self.end, self.end), |s| (s.start, s.start + u64::from(s.len))),
            Steps::Even(size) => {
                let start = self.start.saturating_add((index as u64).saturating_mul(*size));
                (start, start.saturating_add(*size))
            }
            Steps::Table(starts) => {
                let at = |i: usize| starts.get(i).map(|s| self.start + u64::from(*s));
                (at(index).unwrap_or(self.end), at(index + 1).unwrap_or(self.end))
            }
            Steps::Strips { strips, step, .. } => {
                let found = strip_of(strips, index);
                let start = found.map(|(strip, number)| strip.start + number * step);
                start.map_or((self.end, self.end), |start| (start, start + 3 * step))
            }
        };
        let start = start.min(self.end);
        Span::new(self.source, start, end.min(self.end) - start)
    }

    /// The element with the byte at `offset` of `source`.
    pub fn index_at(&self, source: SourceId, offset: u64) -> Option<usize> {
        if source != self.source || offset < self.start || offset >= self.end {
            return None;
        }
        let within = offset - self.start;
        match &self.steps {
            Steps::Joined(parts) => parts.iter().find_map(|(before, spans)| {
                spans.index_at(source, offset).map(|index| before + index)
            }),
            Steps::Listed(all) => {
                all.iter().position(|s| s.start <= offset && offset - s.start < s.len.into())
            }
            Steps::Even(size) => usize::try_from(within.checked_div(*size)?).ok(),
            Steps::Table(starts) => {
                starts.partition_point(|start| u64::from(*start) <= within).checked_sub(1)
            }
            Steps::Strips { strips, step, .. } => {
                let at = strips.partition_point(|strip| strip.start <= offset).checked_sub(1)?;
                let strip = strips.get(at)?;
                let corner = (offset - strip.start).checked_div(*step)?;
                // The first two corners belong to the first triangle.
                let number = u32::try_from(corner.saturating_sub(2)).ok()?;
                (number < strip.count).then(|| (strip.first + number) as usize)
            }
        }
    }

    /// Field path of an array and an index in it, for element `index`; `None` if it is not an element of
    /// an array.
    pub fn element(&self, index: usize) -> Option<(&str, usize)> {
        match &self.steps {
            Steps::Joined(parts) => {
                let (before, spans) = Self::part(parts, index)?;
                spans.element(index - before)
            }
            Steps::Strips { .. } => None,
            Steps::Listed(all) => Some((&self.path, all.get(index)?.index? as usize)),
            Steps::Even(_) | Steps::Table(_) => Some((&self.path, self.first + index)),
        }
    }

    /// Origin of element `index`.
    pub fn origin(&self, index: usize) -> Origin {
        if let Steps::Joined(parts) = &self.steps
            && let Some((before, spans)) = Self::part(parts, index)
        {
            return spans.origin(index - before);
        }
        let path = match &self.steps {
            Steps::Strips { strips, corners, .. } => match strip_of(strips, index) {
                Some((strip, number)) => {
                    format!("{}[{}].{corners}[{}]", self.path, strip.strip, number + 2)
                }
                None => self.path.clone(),
            },
            Steps::Listed(all) => match all.get(index).map(|span| span.index) {
                Some(Some(index)) => format!("{}[{index}]", self.path),
                _ => self.path.clone(),
            },
            _ => format!("{}[{}]", self.path, self.first + index),
        };
        Origin::new(self.get(index), path)
    }
}

/// The strip of triangle `index`, and the triangle's number in it.
fn strip_of(strips: &[StripSpan], index: usize) -> Option<(&StripSpan, u64)> {
    let at = strips.partition_point(|strip| strip.first as usize <= index).checked_sub(1)?;
    let strip = strips.get(at)?;
    let number = index - strip.first as usize;
    (number < strip.count as usize).then_some((strip, number as u64))
}
