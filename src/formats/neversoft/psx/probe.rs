//! Recognises a level by its tables and by its end. A WAD may begin with one.

use super::chunk::{MAX_CHUNKS, tag};
use super::records::{Header, Object, Pixels, Texture, Version};
use crate::bytes::layout::{Extent, Measuring};
use crate::bytes::{Endian, Shaped};
use crate::formats::{Head, Probe, Score};

/// Maximum size of a pointer table; larger counts are implausible.
const MAX_POINTERS: u32 = 1 << 16;

/// A file extracted by whole sectors is padded with zeros up to a sector boundary.
const SECTOR: u64 = 2048;

pub(super) fn probe(head: &Head<'_>, is_named: bool) -> Option<Probe> {
    let version = Version::of(head.u16(0)?, head.u16(2)?)?.number();
    let tag_offset = u64::from(head.u32(4)?);
    let objects = head.u32(8)?;
    let objects_end = Header::SIZE as u64 + u64::from(objects) * Object::SIZE as u64;
    let tables = objects_end + 4;
    let models = usize::try_from(objects_end).ok().and_then(|at| head.u32(at));
    let mut score = Score::new(40, format!("version {version}"));
    score.rule(tables <= head.len, 15, format!("{objects} objects inside the file"));
    let is_inside = tag_offset >= tables && tag_offset <= head.len;
    score.rule(is_inside, 20, "the tag offset is inside the file");
    let models_end = models.map(|models| tables + u64::from(models) * 4);
    score.rule(
        models_end.is_some_and(|end| end <= tag_offset),
        15,
        "the model table is inside the file",
    );
    score.rule(is_named, 10, "matching extension");
    // The first bytes of uncompressed Targa pictures are the same, but 0 follows them.
    if !is_named && tag_offset < tables {
        return None;
    }
    // Two small numbers are too weak: one more criterion must hold.
    let mut claim = score.at_least(41)?;
    let end = models.filter(|_| is_inside).and_then(|models| {
        let walk = Walk { head, at: tag_offset };
        walk.end(models).filter(|end| last_model(head, tables, models) < *end)
    });
    if let Some(end) = end.filter(|end| !ends_file(head, *end)) {
        if !is_named {
            return None;
        }
        claim.score -= 20;
        claim.reason += &format!(", but other data follow its end at {end:#x}");
    }
    Some(claim)
}

/// Largest offset in the table of model pointers.
fn last_model(head: &Head<'_>, tables: u64, models: u32) -> u64 {
    last_pointer(&head.at(tables, usize::try_from(models).unwrap_or(usize::MAX).saturating_mul(4)))
        .unwrap_or(0)
}

fn last_pointer(table: &[u8]) -> Option<u64> {
    let pointers = table.chunks_exact(4).filter_map(|bytes| bytes.first_chunk());
    pointers.map(|bytes| u64::from(u32::from_le_bytes(*bytes))).max()
}

/// `true` if a level that ends at `end` fills the file. Truncated files count as well.
fn ends_file(head: &Head<'_>, end: u64) -> bool {
    let left = head.len.saturating_sub(end);
    left < SECTOR && head.at(end, left as usize).iter().all(|byte| *byte == 0)
}

/// Steps through the data after the models.
struct Walk<'a> {
    head: &'a Head<'a>,
    at: u64,
}

impl Walk<'_> {
    /// End of the level: after its last texture, or after its library if it has no textures. `None` if it
    /// cannot be determined, as in a damaged file.
    fn end(mut self, models: u32) -> Option<u64> {
        let mut chunks = 0;
        while self.number()? != tag::END {
            let length = self.number()?;
            self.skip(length.into(), 1)?;
            chunks += 1;
            if chunks > MAX_CHUNKS {
                return None;
            }
        }
        if models > MAX_POINTERS {
            return None;
        }
        self.skip(models.into(), 4)?;
        self.list(4)?;
        self.list(4 + 2 * 16)?;
        self.list(4 + 2 * 256)?;
        let mut textures = self.number()?;
        if textures == u32::MAX {
            self.list(36)?;
            self.list(36)?;
            textures = self.number()?;
        }
        if textures > MAX_POINTERS {
            return None;
        }
        let table = self.at;
        self.skip(textures.into(), 4)?;
        let pointers = self.head.at(table, usize::try_from(self.at - table).ok()?);
        match last_pointer(&pointers) {
            Some(last) if last >= self.at => {
                last.checked_add(texture_size(&self.head.at(last, TEXTURE_HEAD))?)
            }
            _ => Some(self.at),
        }
    }

    fn number(&mut self) -> Option<u32> {
        let bytes = self.head.at(self.at, 4);
        self.at += 4;
        bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
    }

    fn skip(&mut self, count: u64, size: u64) -> Option<()> {
        let end = self.at.checked_add(count * size).filter(|end| *end <= self.head.len)?;
        self.at = end;
        Some(())
    }

    /// Skips a count and its elements.
    fn list(&mut self, size: u64) -> Option<()> {
        let count = self.number()?;
        self.skip(count.into(), size)
    }
}

/// Bytes of a texture record needed to compute its size.
const TEXTURE_HEAD: usize = 40;

/// Size of the texture record that starts with `head`; `None` if it cannot be determined.
fn texture_size(head: &[u8]) -> Option<u64> {
    let mut texture = Texture::default();
    let size = Measuring::new(head, u64::MAX, 0, Endian::Little).extent(&mut texture, ());
    match size {
        Extent::Ends(end) if texture.pixels != Pixels::Unknown => Some(end),
        _ => None,
    }
}
