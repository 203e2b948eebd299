//! Describes the content of an image other than descriptors and directories, without reading it.

use super::iso9660::Volume;
use super::sectors::{Sectors, USER};
use crate::bytes::{Cursor, Recorder, Result};

/// Names the sectors of files, the system area, and unreferenced areas. `claimed` has been read.
pub fn name<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    volume: &Volume,
    sectors: Sectors,
    mut claimed: Vec<(u64, u64)>,
) {
    if !R::ON {
        return;
    }
    let len = cur.source_len();
    let start = |lba: u32| sectors.offset(lba).unwrap_or(len).min(len);
    claimed.extend(system_area(cur, start(sectors.first), start(sectors.descriptor(0))));
    let path =
        |index: usize| volume.files.get(index).map_or(String::new(), |file| file.path.clone());
    listed(cur, (files(volume, sectors, len), "sectors"), path, claimed);
}

/// Names the bytes of files, each with its index, and unreferenced areas outside `claimed`.
pub fn listed<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    (mut files, what): (Vec<(u64, u64, usize)>, &'static str),
    path: impl Fn(usize) -> String,
    mut claimed: Vec<(u64, u64)>,
) {
    files.sort_unstable();
    let named = cur.array("files", |cur| {
        let mut end = 0;
        for (start, stop, index) in files {
            if start < end {
                // The file shares bytes with an earlier one: links, and dummy entries at sector 0.
                cur.link_element(index, start);
                continue;
            }
            cur.within(start, stop, |cur| {
                cur.element(index, "File", |cur| {
                    cur.describe(|| path(index));
                    cur.skip(what, stop - start)
                })
            })?;
            claimed.push((start, stop));
            end = stop;
        }
        Ok(())
    });
    cur.or_keep(named);
    let rest = cur.array("unlisted", |cur| unlisted(cur, claimed));
    cur.or_keep(rest);
}

/// The sectors before the descriptors: empty, or the console's licence.
fn system_area<R: Recorder>(cur: &mut Cursor<'_, R>, start: u64, end: u64) -> Option<(u64, u64)> {
    let named = cur.within(start, end, |cur| cur.skip("system_area", end - start));
    (end > start).then(|| cur.or_keep(named))?.map(|()| (start, end))
}

/// Start and end offset of the sectors of each non-empty file.
fn files(volume: &Volume, sectors: Sectors, len: u64) -> Vec<(u64, u64, usize)> {
    let mut found = Vec::new();
    for (index, file) in volume.files.iter().enumerate() {
        let start = file.extents.first().and_then(|extent| sectors.offset(extent.lba));
        let end = file.extents.iter().filter_map(|extent| {
            let count = u64::from(extent.size).div_ceil(USER);
            let bytes = count.checked_mul(sectors.stride)?;
            sectors.offset(extent.lba)?.checked_add(bytes)
        });
        let (Some(start), Some(end)) = (start, end.max()) else { continue };
        if file.size() > 0 && start < len && start < end {
            found.push((start, end.min(len), index));
        }
    }
    found
}

/// Names the areas between `claimed` ones.
fn unlisted<R: Recorder>(cur: &mut Cursor<'_, R>, mut claimed: Vec<(u64, u64)>) -> Result<()> {
    claimed.sort_unstable();
    let (mut at, mut index) = (0, 0);
    for (start, end) in claimed.into_iter().chain([(cur.source_len(), u64::MAX)]) {
        if start > at {
            cur.within(at, start, |cur| {
                cur.element(index, "Sectors", |cur| cur.skip("bytes", start - at))
            })?;
            index += 1;
        }
        at = at.max(end);
    }
    Ok(())
}
