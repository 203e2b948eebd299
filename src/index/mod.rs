//! What is on the shelf: a list of all files below some roots and of the assets in them, kept in a
//! database of the cache, and the search in it.
//!
//! * [`Index::update`] brings a [`Root`] up to date: what changed is read, on all cores.
//! * [`Query::parse`] reads what was typed, [`Index::search`] answers it.
//! * [`catalogue::write`] makes a site of plain files of it.
//!
//! Nothing is lost with the index: everything in it is read from the files again.

pub mod catalogue;
mod content;
mod error;
mod facts;
mod home;
mod kind;
mod place;
mod query;
mod root;
mod schema;
mod search;
mod store;
mod update;
mod words;
mod writer;

pub use content::Content;
pub use error::IndexError;
pub use facts::{Asset, FaceNumber, FaceWord, FileFacts};
pub use kind::Kind;
pub use query::{Extent, KEYS, Key, Mistake, Number, Query, Size, Term, What};
pub use root::Root;
pub use search::{Hit, Interrupt, Likeness, Prepared, Search, SearchError};
pub use store::{Index, default_folder};
pub use update::{Updated, Watch};
