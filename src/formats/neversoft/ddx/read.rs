//! Reads the table and assigns bytes to files, without parsing the files.

use super::records::{Archive, HEAD};
use crate::bytes::layout;
use crate::bytes::{Cursor, Recorder, Result, Source};

/// Reads an archive.
pub(super) fn archive<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Archive> {
    let mut archive = Archive::default();
    layout::read(cur, &mut archive.head, (), HEAD)?;
    let (at, len) = (cur.pos(), cur.source_len());
    let empty = || Source::from_bytes("", Vec::new());
    archive.data = source.member("", at, len.saturating_sub(at)).unwrap_or_else(empty);
    explain(cur, &archive)?;
    Ok(archive)
}

/// Names the bytes of each file that no earlier file claims, and claims the bytes between files.
fn explain<R: Recorder>(cur: &mut Cursor<'_, R>, archive: &Archive) -> Result<()> {
    let rows = archive.head.files.iter().enumerate();
    let mut there: Vec<((u64, u64), usize)> =
        rows.filter_map(|(index, row)| Some((archive.extent(row)?, index))).collect();
    there.sort_unstable();
    let (mut at, mut free) = (cur.pos(), Vec::new());
    let end = cur.limit();
    let result = cur.array("data", |cur| {
        for ((start, end), index) in there {
            if start > at {
                free.push((at, start));
                at = start;
            }
            if end <= at {
                cur.link_element(index, start);
                continue;
            }
            let name = archive.head.files.get(index).map(super::Row::path).unwrap_or_default();
            cur.within(at, end, |cur| {
                cur.element(index, "Data", |cur| {
                    cur.describe(|| name);
                    cur.skip("bytes", end - at)
                })
            })?;
            at = end;
        }
        Ok(())
    });
    cur.or_keep(result);
    if end > at {
        free.push((at, end));
    }
    cur.paddings(&free);
    Ok(())
}
