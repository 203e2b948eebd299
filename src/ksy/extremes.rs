//! Cache of the smallest and largest elements of arrays of integers. It keeps an expression fast that uses them
//! for each element of another array.

use std::collections::VecDeque;

use super::value::{BufferId, RecordKind, Span};

/// Maximum number of values that are remembered.
const MAX_KNOWN: usize = 16;

/// An array of integers by its bytes (buffer, start and length), number of elements and coding, and `true` for
/// its smallest element.
type Key = (BufferId, usize, usize, usize, RecordKind, bool);

/// Smallest and largest elements, the last computed ones first.
#[derive(Default)]
pub(super) struct Extremes(VecDeque<(Key, i128)>);

impl Extremes {
    /// The value of an array with these bytes, if it is known.
    pub(super) fn get(
        &self,
        span: Span,
        count: usize,
        kind: RecordKind,
        is_min: bool,
    ) -> Option<i128> {
        let key = (span.buffer, span.start, span.len, count, kind, is_min);
        self.0.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// Remembers the value of an array with these bytes.
    pub(super) fn insert(
        &mut self,
        span: Span,
        count: usize,
        kind: RecordKind,
        is_min: bool,
        value: i128,
    ) {
        self.0.truncate(MAX_KNOWN - 1);
        self.0.push_front(((span.buffer, span.start, span.len, count, kind, is_min), value));
    }
}
