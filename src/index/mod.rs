//! The index: a database of all files below some roots and their assets, stored in the cache, and the
//! search in it.
//!
//! * [`Index::update`] updates the entries of a [`Root`]: reads changed files, on all cores.
//! * [`Query::parse`] parses a query, [`Index::search`] executes it.
//! * [`catalogue::write`] writes a static web site.
//!
//! The index can be deleted at any time: everything in it is read from the files.

pub mod catalogue;
mod content;
mod element_number;
mod error;
mod facts;
mod kind;
mod location;
mod query;
mod root;
mod schema;
mod search;
mod store;
pub mod update;
mod word_match;
pub mod writer;

pub use content::Content;
pub use error::IndexError;
pub use facts::{Asset, FaceNumber, FaceWord, FileFacts};
pub use kind::Kind;
pub use query::{Extent, KEYS, Key, Mistake, Number, Predicate, Query, Size, Term};
pub use root::Root;
pub use search::{Hit, Interrupt, Likeness, Prepared, Search, SearchError};
pub use store::{Index, default_folder};
pub use update::{Updated, Watch};
