//! Reads texture directories, and writes them with all offsets recomputed.

use super::records::{HEADER, Header, List, Pid, VERSION};
use crate::bytes::layout::{Layout, Pass, Reading, Writing, field_span};
use crate::bytes::{
    Arrangement, Cursor, Endian, Gap, Recorder, Result, Writer, count32, stale_count, unclaimed,
};

pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Pid> {
    let header: Header = cur.record("header")?;
    if header.version != VERSION {
        let version = header.version;
        let message = format_args!("unknown version {version:#x}, expected {VERSION:#x}");
        return Err(cur.fail_at(field_span::<Header>(0, "version"), "header.version", message));
    }
    let mut pid = Pid { header, ..Pid::default() };
    let mut pieces = Vec::new();
    pieces.extend(list(cur, &header, List::Palettes, &mut pid.palettes)?);
    pieces.extend(list(cur, &header, List::Entries, &mut pid.entries)?);
    pid.stale = [
        stale_count(header.palette_count, pid.palettes.len()),
        stale_count(header.entry_count, pid.entries.len()),
    ];
    let (lists, mut free) = Arrangement::between(cur, HEADER, &pieces);
    pid.lists = lists;
    // The rest may belong to an incomplete list: it stays unread.
    let broken = |start: u64| {
        let before = pieces.iter().find(|(_, (_, end))| *end == start);
        before.is_some_and(|(list, _)| pid.stale[*list as usize].is_some())
    };
    free.retain(|(start, _)| !broken(*start));
    unclaimed(cur, &free, "nothing");
    Ok(pid)
}

/// Reads a list. If the other list starts after this one, this one ends before it. Returns the
/// extent of the list unless it is empty.
fn list<T: Layout, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &Header,
    list: List,
    items: &mut Vec<T>,
) -> Result<Option<(List, (u64, u64))>> {
    let (start, count, other) = header.list(list);
    if count == 0 || !header.has_room(list, cur.source_len()) {
        return Ok(None);
    }
    let [name, ..] = list.names();
    let limit = if other > start { other } else { u64::MAX };
    let end = cur.within(start, limit, |cur| {
        Reading { cur }.items_up_to(name, items, count, ())?;
        Ok(cur.pos())
    })?;
    Ok((!items.is_empty()).then_some((list, (start, end))))
}

pub(super) fn write(pid: &Pid) -> Result<Vec<u8>> {
    let mut out = Writer::new(Endian::Little);
    let mut header = pid.header;
    out.shaped(&header);
    let counts = [pid.palettes.len(), pid.entries.len()];
    // An empty list has no offset to recompute.
    let usual =
        [List::Palettes, List::Entries].into_iter().filter(|list| counts[*list as usize] > 0);
    for list in pid.lists.order(usual) {
        pid.lists.write_gap(list, &Gap::NONE, &mut out);
        let here = count32(out.pos());
        let [name, ..] = list.names();
        let mut pass = Writing::new(&mut out);
        match list {
            List::Palettes => {
                header.palettes_offset = here;
                pass.items_up_to(name, &mut pid.palettes.clone(), counts[0], ())?;
            }
            List::Entries => {
                header.entries_offset = here;
                pass.items_up_to(name, &mut pid.entries.clone(), counts[1], ())?;
            }
        }
    }
    out.bytes(&pid.lists.tail);
    header.palette_count = pid.stale[0].unwrap_or(count32(counts[0]));
    header.entry_count = pid.stale[1].unwrap_or(count32(counts[1]));
    out.overwrite(0, &header);
    Ok(out.finish())
}
