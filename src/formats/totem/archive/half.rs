//! The two halves of an archive, told apart by the ends of their names.

/// Extensions of the halves that belong together.
pub(super) const PAIRS: [[&str; 2]; 3] = [["DGC", "NGC"], ["DPS", "NPS"], ["DPC", "NPC"]];

/// A half of a pair.
#[derive(Clone, Copy)]
pub(super) enum Half {
    Data,
    Names,
}

impl Half {
    /// Its extension in a pair.
    pub fn of(self, [data, names]: [&'static str; 2]) -> &'static str {
        match self {
            Half::Data => data,
            Half::Names => names,
        }
    }

    /// The pair in which a file of this name is this half.
    pub fn pair(self, name: &str) -> Option<[&'static str; 2]> {
        let (_, extension) = name.rsplit_once('.')?;
        PAIRS.into_iter().find(|pair| self.of(*pair).eq_ignore_ascii_case(extension))
    }
}

/// True when a file of this name may be the name half of an archive.
pub(in crate::formats::totem) fn is_name_table(name: &str) -> bool {
    Half::Names.pair(name).is_some()
}
