//! What is known of files that are not open.

use std::sync::Arc;

use crate::library::Entry;

/// What a folder or container holds, as far as it was looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Listing {
    Loading,
    Entries(Arc<Vec<Entry>>),
    Failed(String),
}

/// What a file is, from its first bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sniff {
    Known { id: &'static str, name: &'static str, title: Option<String> },
    Unknown,
}

/// A file that was opened before.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recent {
    pub path: String,
    pub pinned: bool,
}
