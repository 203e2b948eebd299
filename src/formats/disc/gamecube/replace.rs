//! Replaces the bytes of files in place.

use std::collections::HashSet;

use super::records::Entry;
use crate::formats::{EditResult, NewMembers, Refusal};

/// Size of an entry, and the offset of the size in it.
const ENTRY: u64 = 12;
const SIZE: u64 = 8;

/// Changed bytes of a disc of `len` bytes with these entries in the table at `table`. Offsets are in
/// units of `unit` bytes.
pub(super) fn with_members(
    (table, unit, entries): (u64, u64, &[Entry]),
    len: u64,
    replaced: &NewMembers,
) -> EditResult<Vec<(u64, Vec<u8>)>> {
    let files = entries.iter().enumerate().skip(1).filter(|(_, entry)| !entry.is_folder);
    let files: Vec<(usize, &Entry)> = files.collect();
    let extent = |entry: &Entry| {
        let start = u64::from(entry.start) * unit;
        (start, start + u64::from(entry.size))
    };
    let shared = shared(files.iter().map(|(at, entry)| (extent(entry), *at)).collect());
    let mut patches = Vec::new();
    for (index, bytes) in replaced {
        let missing = || Refusal(format!("the disc has no file {index}"));
        let (at, entry) = files.get(*index).copied().ok_or_else(missing)?;
        let (start, end) = extent(entry);
        let (there, needed) = (end - start, bytes.len() as u64);
        let refused = |why: String| Refusal(format!("file {index}: {why}"));
        if needed > there {
            let why = format!(
                "{needed} bytes do not fit into its {there} bytes; following data cannot be moved"
            );
            return Err(refused(why));
        }
        if end > len {
            return Err(refused("the file is not completely in this image".to_owned()));
        }
        if shared.contains(&at) {
            return Err(refused("the file shares bytes with another file".to_owned()));
        }
        let mut bytes = bytes.clone();
        bytes.resize(usize::try_from(there).unwrap_or(bytes.len()), 0);
        let size = u32::try_from(needed).unwrap_or(entry.size);
        patches.push((start, bytes));
        patches.push((table + at as u64 * ENTRY + SIZE, size.to_be_bytes().to_vec()));
    }
    Ok(patches)
}

/// Entries whose bytes overlap with those of another one.
pub fn shared(mut files: Vec<((u64, u64), usize)>) -> HashSet<usize> {
    files.sort_unstable();
    let mut shared = HashSet::new();
    // The file that reaches furthest so far.
    let mut last: Option<(u64, usize)> = None;
    for ((start, end), at) in files.into_iter().filter(|((start, end), _)| start < end) {
        if let Some((reached, other)) = last.filter(|(reached, _)| start < *reached) {
            shared.extend([other, at]);
            last = Some(if end > reached { (end, at) } else { (reached, other) });
        } else {
            last = Some((end, at));
        }
    }
    shared
}
