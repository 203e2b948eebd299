//! What follows from the rest of a file, computed anew: radii, bounds, normals, hashes, block maps.

use serde::{Deserialize, Serialize};

use super::held::is_faithful;
use super::reread::reread;
use super::{EditError, Order};
use crate::formats::{Document, Refusal};

/// Something that follows from the rest of a file and can be asked for by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Computed {
    /// How far vertices reach from the origin of their model.
    Radius,
    /// The box around the vertices of a model.
    Bounds,
    /// Normals of faces.
    Normals,
    /// Tables of which objects stand where.
    BlockMap,
}

impl Computed {
    /// All of them with their words.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Radius, "radius"),
        (Self::Bounds, "bounds"),
        (Self::Normals, "normals"),
        (Self::BlockMap, "blockmap"),
    ];

    /// What a field is part of, by the names in its path.
    fn of_field(path: &str) -> Option<Self> {
        let names = path.split('.').map(|part| part.split('[').next().unwrap_or(part));
        let mut named = names.filter_map(|name| Self::ALL.iter().find(|(_, word)| *word == name));
        named.next().map(|(what, _)| *what)
    }
}

/// The orders that give every field below `at` (all of the file where that is empty) the value that
/// follows from others, where it has another one, and build the tables there that differ from it; of
/// what is named in `only`, or of all where nothing is.
/// What a format's audit knows is computed.
pub fn recomputed(document: &Document, at: &str, only: &[Computed]) -> Vec<Order> {
    let is_below = |path: &str| {
        let rest = path.strip_prefix(at);
        rest.is_some_and(|rest| at.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_wanted =
        |what: Option<Computed>| only.is_empty() || what.is_some_and(|what| only.contains(&what));
    let computed = document.content.computed().into_iter();
    let values = computed.filter(|(path, _)| is_below(path) && is_wanted(Computed::of_field(path)));
    let tables = document.content.to_rebuild().into_iter();
    let tables = tables.filter(|path| is_below(path) && is_wanted(Some(Computed::BlockMap)));
    values
        .map(|(path, value)| Order::set(path, &value))
        .chain(tables.map(|rebuild| Order::Rebuild { rebuild }))
        .collect()
}

/// The document with a table built anew from the rest of it.
pub(super) fn rebuilt(document: &Document, path: &str) -> Result<Document, EditError> {
    if !is_faithful(document) {
        let why = "the file cannot be written back byte for byte, so its tables stay as they are";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let misread = |Refusal(why)| EditError::Misread { path: path.to_owned(), why };
    let changed = reread(document, document.content.rebuilt(path).map_err(misread)?)?;
    match is_faithful(&changed) {
        true => Ok(changed),
        false => Err(EditError::Follows { path: path.to_owned() }),
    }
}
