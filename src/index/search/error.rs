//! Errors of searches.

use crate::index::Mistake;
use crate::index::error::IndexError;

/// Error of a search.
#[derive(Debug)]
pub enum SearchError {
    /// The query is invalid.
    Mistake(Mistake),
    /// The index cannot be read.
    Index(IndexError),
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Mistake(mistake) => mistake.fmt(f),
            Self::Index(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<IndexError> for SearchError {
    fn from(error: IndexError) -> Self {
        Self::Index(error)
    }
}

impl From<rusqlite::Error> for SearchError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Index(error.into())
    }
}

impl From<Mistake> for SearchError {
    fn from(mistake: Mistake) -> Self {
        Self::Mistake(mistake)
    }
}
