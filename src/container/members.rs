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

/// Finds a folder by path, exactly first, then without case; gives its path as the members have it.
pub fn find_folder<'a>(members: &'a [Member], path: &str) -> Option<&'a str> {
    let folders = || {
        members.iter().filter_map(|member| {
            let folder = member.path.get(..path.len())?;
            (member.path.as_bytes().get(path.len()) == Some(&b'/')).then_some(folder)
        })
    };
    let exact = folders().find(|folder| *folder == path);
    exact.or_else(|| folders().find(|folder| folder.eq_ignore_ascii_case(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_known_by_what_is_in_them() {
        let member = |path: &str| Member { path: path.to_owned(), size: 0, span: None };
        let members = [member("Data/models/a.mpf"), member("data/b"), member("../../x")];
        assert_eq!(find_folder(&members, "data"), Some("data"));
        assert_eq!(find_folder(&members, "DATA"), Some("Data"));
        assert_eq!(find_folder(&members, "data/MODELS"), Some("Data/models"));
        assert_eq!(find_folder(&members, "Dat"), None);
        assert_eq!(find_folder(&members, "data/b"), None);
        assert_eq!(find_folder(&members, ".."), Some(".."));
    }
}
