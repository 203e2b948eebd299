//! Volume descriptors: the name of a disc, and the locations of its root directories.

use super::names::volume_name;
use super::record::{both, both_short, record};
use super::records::{Extent, KINDS, kind};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity};
use crate::formats::disc::sectors::{Sectors, USER, sector};

/// Limit that no real disc reaches.
const MAX_DESCRIPTORS: u32 = 64;

/// The relevant fields of a volume descriptor.
pub struct Descriptor {
    pub name: String,
    pub is_joliet: bool,
    pub is_xa: bool,
    pub root: Extent,
}

/// Reads the descriptors with directory trees, primary ones first.
pub fn descriptors<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    sectors: Sectors,
    claimed: &mut Vec<(u64, u64)>,
) -> Result<Vec<Descriptor>> {
    let mut found = Vec::new();
    for index in 0..MAX_DESCRIPTORS {
        let lba = sectors.descriptor(index);
        let Some(start) = sectors.user(lba) else { break };
        // Some discs have no terminating descriptor.
        if start >= cur.source_len() || cur.slice(start + 1, start + 6) != b"CD001" {
            break;
        }
        let read = sector(cur, sectors, lba, (index as usize, "VolumeDescriptor"), descriptor);
        claimed.extend(sectors.whole(lba));
        match cur.or_keep(read) {
            Some((kind::END, _)) => break,
            Some((kind::PRIMARY, one)) => {
                // The first of two primary descriptors is used and stays first.
                let at = found.iter().take_while(|other: &&Descriptor| !other.is_joliet).count();
                found.insert(at, one);
            }
            Some((kind::SUPPLEMENTARY, one)) if one.is_joliet => found.push(one),
            _ => {}
        }
    }
    Ok(found)
}

fn descriptor<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u8, Descriptor)> {
    let start = cur.pos();
    let kind: u8 = cur.get_as("type", Hint::Enum(KINDS))?;
    cur.text("magic", 5)?;
    cur.get::<u8>("version")?;
    cur.get_as::<u8>("flags", Hint::Hex)?;
    cur.text("system", 32)?;
    let name = cur.peek(32);
    cur.text("volume", 32)?;
    cur.padding(8)?;
    both(cur, "blocks", Hint::Dec)?;
    let escape = cur.bytes("escape", 32)?;
    let is_joliet = kind == kind::SUPPLEMENTARY
        && [b"%/@", b"%/C", b"%/E"].iter().any(|level| escape.starts_with(*level));
    both_short(cur, "volume_count")?;
    both_short(cur, "volume_number")?;
    let block = both_short(cur, "block_size")?;
    if matches!(kind, kind::PRIMARY | kind::SUPPLEMENTARY) && u64::from(block) != USER {
        let message = format_args!("block size {block} is ignored; {USER} bytes are used");
        cur.problem(Severity::Warning, (start + 0x80, 4), "block_size", message);
    }
    both(cur, "path_table_size", Hint::Dec)?;
    cur.get::<u32>("path_table")?;
    cur.get::<u32>("path_table_copy")?;
    cur.bytes("path_table_big", 4)?;
    cur.bytes("path_table_big_copy", 4)?;
    let root = cur.group("root", "DirectoryRecord", |cur| record(cur))?;
    for field in ["volume_set", "publisher", "preparer", "application"] {
        cur.text(field, 128)?;
    }
    for field in ["copyright_file", "abstract_file", "bibliographic_file"] {
        cur.text(field, 37)?;
    }
    for field in ["created", "modified", "expires", "effective"] {
        cur.text(field, 17)?;
    }
    cur.get::<u8>("structure_version")?;
    cur.padding(1)?;
    let own = cur.bytes("application_use", 512)?;
    let rest = usize::try_from(cur.remaining()).unwrap_or(0);
    cur.padding(rest)?;
    let is_xa = own.get(0x400 - 0x373..).is_some_and(|own| own.starts_with(b"CD-XA001"));
    let root = root.map_or(Extent { lba: 0, size: 0 }, |root| root.extent());
    let name = volume_name(name, is_joliet);
    Ok((kind, Descriptor { name, is_joliet, is_xa, root }))
}
