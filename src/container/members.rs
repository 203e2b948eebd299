//! Containers and what they hold.

use crate::bytes::{ReadError, Source, Span};

/// One file inside a container.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Path inside the container, with `/` between folders.
    pub path: String,
    /// Size of the bytes that [`Members::open`] gives.
    pub size: u64,
    /// Where it is stored, when it is stored in one piece.
    pub span: Option<Span>,
}

/// A file that holds others: an archive, a disc image, a bank.
pub trait Members: Send + Sync {
    fn list(&self) -> &[Member];
    /// The bytes of member `index`. Stored ones share the container's bytes.
    fn open(&self, index: usize) -> Result<Source, ReadError>;
}

/// Finds a member by path: exactly first, then without case.
pub fn find_member(members: &[Member], path: &str) -> Option<usize> {
    let exact = members.iter().position(|m| m.path == path);
    exact.or_else(|| members.iter().position(|m| m.path.eq_ignore_ascii_case(path)))
}
