//! What follows from the rest of a file, computed anew: radii, bounds, normals, hashes.

use super::Order;
use crate::formats::Document;

/// The orders that give every field below `at` (all of the file where that is empty) the value that
/// follows from others, where it has another one. What a format's audit knows is computed.
pub fn recomputed(document: &Document, at: &str) -> Vec<Order> {
    let is_below = |path: &str| {
        let rest = path.strip_prefix(at);
        rest.is_some_and(|rest| at.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let computed = document.content.computed().into_iter();
    computed
        .filter(|(path, _)| is_below(path))
        .map(|(path, value)| Order::set(path, &value))
        .collect()
}
