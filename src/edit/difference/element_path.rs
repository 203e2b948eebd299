//! The element of a list that contains a field.

use crate::bytes::Tree;

/// Elements of at most this many bytes, such as corners and colours, are fields of the element that contains their
/// list.
const SMALL: u64 = 4;

/// The element that contains a field, in two documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ElementPath {
    /// Path in the first document; empty if the field is an element itself.
    pub path: String,
    /// Path in the second document, if it differs.
    pub b_path: Option<String>,
    /// Path of the field in the element.
    pub field: String,
}

impl ElementPath {
    pub(super) fn of([path, other]: [&str; 2], field: &str) -> Self {
        let b_path = (path != other).then(|| other.to_owned());
        Self { path: path.to_owned(), b_path, field: field.to_owned() }
    }
}

/// The path of the element that contains the field at `path`, and that of the field in it. A field in no list is an
/// element itself.
pub fn parts<'p>(tree: &Tree, path: &'p str) -> (&'p str, &'p str) {
    let mut ends = path.rmatch_indices(']').map(|(at, _)| at + 1);
    let mut innermost = ends.next();
    for outer in ends {
        let inner = innermost.and_then(|end| path.get(..end)).unwrap_or(path);
        if !is_small(tree, inner) {
            break;
        }
        innermost = Some(outer);
    }
    let (element, field) =
        innermost.and_then(|end| path.split_at_checked(end)).unwrap_or((path, ""));
    (element, field.trim_start_matches('.'))
}

/// `true` if this element of a list has few bytes.
fn is_small(tree: &Tree, element: &str) -> bool {
    let list = element.rsplit_once('[').and_then(|(list, _)| tree.find(list).ok());
    let Some(list) = list else { return false };
    let span = match tree.element_span(&list, 0) {
        Some(first) => Some(first),
        None => tree.element_at(&list, 0).and_then(|first| Some(tree.field(&first)?.span)),
    };
    span.is_some_and(|span| span.len <= SMALL)
}
