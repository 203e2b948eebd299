//! Builds LGP archives.

use gouraud::bytes::layout::Text;
use gouraud::bytes::{Arrangement, Source};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::lgp::{
    CREATOR, Conflict, Conflicts, Entry, EntryTarget, File, Lgp, TRAILER, lookup_of,
};

/// Attribute of nearly every file in the table.
const ATTRIBUTE: u8 = 14;

/// An archive of files with these paths. Files with the same name are distinguished by their folders.
pub fn lgp(files: &[(&str, &[u8])]) -> Result<Lgp, Refusal> {
    let mut named = Vec::with_capacity(files.len());
    for (path, data) in files {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        named.push((fixed::<20>(name)?, fixed::<128>(folder)?, *data));
    }
    // Names with the same first letters are adjacent.
    named.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    let mut lgp = Lgp {
        creator: CREATOR,
        entries: Vec::new(),
        targets: Vec::new(),
        lookup: Vec::new(),
        has_conflicts: true,
        conflicts: Vec::new(),
        files: Vec::new(),
        pieces: Arrangement { tail: TRAILER.to_vec(), ..Arrangement::default() },
    };
    for same in named.chunk_by(|a, b| a.0 == b.0) {
        let mut conflicts = Vec::new();
        let number = u16::try_from(lgp.conflicts.len() + 1).unwrap_or(u16::MAX);
        for (name, folder, data) in same {
            let index = lgp.entries.len();
            let conflict = if same.len() > 1 { number } else { 0 };
            let Ok(entry) = u16::try_from(index) else {
                return Err(Refusal("there are more than 65535 files".to_owned()));
            };
            conflicts.push(Conflict { folder: *folder, entry });
            lgp.entries.push(Entry { name: *name, offset: 0, attribute: ATTRIBUTE, conflict });
            lgp.targets.push(EntryTarget::File(index));
            let data = Source::from_bytes(name.lossy(), data.to_vec());
            lgp.files.push(File { name: *name, size: None, data });
        }
        if same.len() > 1 {
            lgp.conflicts.push(Conflicts { files: conflicts });
        }
    }
    lgp.lookup = lookup_of(lgp.entries.iter().map(|entry| &entry.name)).0;
    Ok(lgp)
}

/// A text padded with NULs, of which at least one must fit.
fn fixed<const N: usize>(text: &str) -> Result<Text<N>, Refusal> {
    let mut out = Text::default();
    match out.0.get_mut(..text.len()).filter(|_| text.len() < N) {
        Some(room) => room.copy_from_slice(text.as_bytes()),
        None => return Err(Refusal(format!("{text:?} does not fit into {N} bytes"))),
    }
    Ok(out)
}
