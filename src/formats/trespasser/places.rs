//! Where the elements of a list are.

use crate::bytes::{RunOf, SourceId};
use crate::scene::Spans;

/// The places of the elements of `run`; `path` is the field that they are in.
pub fn spans<T>(source: SourceId, run: &RunOf<T>, path: impl Into<String>) -> Spans {
    Spans::table(source, run.start, run.end, run.starts.clone(), path.into())
}
