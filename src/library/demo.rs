//! The built-in demo set: files in the program, with paths like `demo//plaza.psx`. They are siblings, as
//! in a folder.

use std::path::Path;

use crate::bytes::Source;

use super::Library;

/// Name and bytes of every demo file.
static FILES: &[(&str, &[u8])] = &[
    ("plaza.psx", include_bytes!("../../assets/demo/plaza.psx")),
    ("plaza_2.psx", include_bytes!("../../assets/demo/plaza_2.psx")),
    ("items.psx", include_bytes!("../../assets/demo/items.psx")),
    ("plaza_l.psx", include_bytes!("../../assets/demo/plaza_l.psx")),
    ("plaza_o.psx", include_bytes!("../../assets/demo/plaza_o.psx")),
    ("plaza_t.trg", include_bytes!("../../assets/demo/plaza_t.trg")),
    ("plaza.vab", include_bytes!("../../assets/demo/plaza.vab")),
    ("plaza.sfx", include_bytes!("../../assets/demo/plaza.sfx")),
    ("plaza.xa", include_bytes!("../../assets/demo/plaza.xa")),
    ("skater.psx", include_bytes!("../../assets/demo/skater.psx")),
    ("creature.lzs", include_bytes!("../../assets/demo/creature.lzs")),
    ("arena.lzs", include_bytes!("../../assets/demo/arena.lzs")),
    ("rider.big", include_bytes!("../../assets/demo/rider.big")),
    ("island.grf", include_bytes!("../../assets/demo/island.grf")),
    ("island.scn", include_bytes!("../../assets/demo/island.scn")),
    ("island-130.pid", include_bytes!("../../assets/demo/island-130.pid")),
    ("island-130.spz", include_bytes!("../../assets/demo/island-130.spz")),
    ("island.wtd", include_bytes!("../../assets/demo/island.wtd")),
    ("island.smk", include_bytes!("../../assets/demo/island.smk")),
    ("arrival.asa", include_bytes!("../../assets/demo/arrival.asa")),
    ("prop.DGC", include_bytes!("../../assets/demo/prop.DGC")),
    ("prop.NGC", include_bytes!("../../assets/demo/prop.NGC")),
    ("prop.DPS", include_bytes!("../../assets/demo/prop.DPS")),
    ("prop.NPS", include_bytes!("../../assets/demo/prop.NPS")),
    ("voices.tpa", include_bytes!("../../assets/demo/voices.tpa")),
];

/// Name of the set in paths.
pub const FOLDER: &str = "demo";

/// `true` if a folder is the demo set; a folder on disk with that name has priority.
pub(super) fn is(folder: &Path) -> bool {
    folder == Path::new(FOLDER) && !folder.exists()
}

/// Path of the file that is opened first.
pub const FIRST: &str = "demo//plaza.psx";

/// A battle: its stage, and the characters on it.
pub const BATTLE: (&str, [&str; 3]) = ("demo//arena.lzs", ["demo//creature.lzs"; 3]);

/// Names of the demo's files, if `path` is one of them.
pub(super) fn names_beside(path: &str) -> Option<impl Iterator<Item = &'static str>> {
    inner_name(path).map(|_| FILES.iter().map(|(name, _)| *name))
}

/// `true` for a demo file, a member of one, and the whole demo.
pub fn is_demo(path: &str) -> bool {
    let mut parts = path.split("//");
    let is_there = |name: &str| FILES.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
    parts.next() == Some(FOLDER)
        && parts.next().is_none_or(|name| name.is_empty() || is_there(name))
}

/// `plaza.psx` of `demo//plaza.psx`; members of demo files have other siblings.
fn inner_name(path: &str) -> Option<&str> {
    path.strip_prefix(FOLDER)?.strip_prefix("//").filter(|name| !name.contains("//"))
}

/// `true` if a source of this name is a demo file, not a member of one.
pub(crate) fn has(name: &str) -> bool {
    inner_name(name).is_some_and(|inner| FILES.iter().any(|(own, _)| *own == inner))
}

/// Name and size of every demo file.
pub(super) fn files() -> impl Iterator<Item = (&'static str, u64)> {
    FILES.iter().map(|(name, bytes)| (*name, bytes.len() as u64))
}

impl Library {
    /// The demo file at `path` (`demo//plaza.psx`, ignoring case). The same source while it is in use.
    pub(super) fn demo_file(&self, path: &str) -> Option<Source> {
        let wanted = inner_name(path)?;
        let (name, bytes) = FILES.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
        let path = format!("{FOLDER}//{name}");
        let read = || Ok(Source::from_bytes(path.clone(), bytes.to_vec()));
        let source = self.once(path.clone().into(), (bytes.len() as u64, None), read).ok()?;
        Some(self.current(source))
    }
}
