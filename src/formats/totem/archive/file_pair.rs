//! The two files of an archive, distinguished by their extensions.

/// Extensions of the files that form a pair.
pub(super) const PAIRS: [[&str; 2]; 3] = [["DGC", "NGC"], ["DPS", "NPS"], ["DPC", "NPC"]];

/// One of the two files of a pair.
#[derive(Clone, Copy)]
pub(super) enum Half {
    Data,
    Names,
}

impl Half {
    /// Extension of this file in a pair.
    pub fn of(self, [data, names]: [&'static str; 2]) -> &'static str {
        match self {
            Half::Data => data,
            Half::Names => names,
        }
    }

    /// The pair in which a file with this name has this role.
    pub fn pair(self, name: &str) -> Option<[&'static str; 2]> {
        let (_, extension) = name.rsplit_once('.')?;
        PAIRS.into_iter().find(|pair| self.of(*pair).eq_ignore_ascii_case(extension))
    }
}

/// `true` if a file with this name may be the name file of an archive.
pub(in crate::formats::totem) fn is_name_table(name: &str) -> bool {
    Half::Names.pair(name).is_some()
}

/// `true` if a file named `other` may be a data file for the same console as the archive `own`.
pub(super) fn is_same_console(own: &str, other: &str) -> bool {
    let pair = |name: &str| Half::Data.pair(name);
    match pair(own) {
        Some(own) => pair(other) == Some(own),
        None => pair(other).is_some(),
    }
}
