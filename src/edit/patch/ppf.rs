//! PPF: patches of disc images, common for PlayStation games.
//!
//! | part | 1 | 2 | 3 |
//! |---|---|---|---|
//! | magic, `PPF10` …, and method | 6 bytes | 6 | 6 |
//! | description | 50 characters | 50 | 50 |
//! | original file | | size, u32 | image kind, flags for block and undo, 0: 4 bytes |
//! | block of that file | | 1024 bytes from 0x9320 | the same, or from 0x80A0; if its flag is set |
//! | changes: offset, length, bytes | u32, u8 | u32, u8 | u64, u8; original bytes if their flag is set |
//! | `FILE_ID.DIZ` between marks, and its length | | u32 | u16 |
//!
//! Little-endian. Version 3 is written, with kind 0 (whole sectors), block and undo.

use std::io::Write;

use super::PatchError;
use crate::bytes::Source;

/// Offset of the block near the first volume descriptor, by image kind.
const BLOCK_AT: [u64; 2] = [0x9320, 0x80A0];
const BLOCK: usize = 1024;
/// Size of magic, method and description.
const HEAD: usize = 56;
/// Maximum length of a change.
const LONGEST: usize = 255;
/// Number of bytes that are compared at a time.
const CHUNK: usize = 1 << 16;
/// Changes that are at most this far apart are merged: another change has this overhead.
const NEAR: usize = 9;

const BEGIN: &[u8] = b"@BEGIN_FILE_ID.DIZ";
const END: &[u8] = b"@END_FILE_ID.DIZ";

/// Writes a patch from `old` to `new`, which has the same length.
///
/// # Errors
/// If the lengths differ, or on a read or write error.
pub fn create(old: &Source, new: &Source, out: &mut dyn Write) -> Result<(), PatchError> {
    if old.len() != new.len() {
        return Err(PatchError::Lengths { old: old.len(), new: new.len() });
    }
    head(old, out)?;
    let (mut before, mut after) = (vec![0; CHUNK], vec![0; CHUNK]);
    let mut at = 0;
    while at < old.len() {
        let len = usize::try_from(old.len() - at).unwrap_or(CHUNK).min(CHUNK);
        before.truncate(len);
        after.truncate(len);
        read(old, at, &mut before)?;
        read(new, at, &mut after)?;
        // Most of a disc is unchanged.
        if before != after {
            changes(at, &before, &after, out)?;
        }
        at += len as u64;
    }
    Ok(())
}

/// Writes a patch that replaces bytes at offsets of `old`.
///
/// # Errors
/// If they extend past its end, or on a read or write error.
pub fn of_patches(
    old: &Source,
    patches: &[(u64, Vec<u8>)],
    out: &mut dyn Write,
) -> Result<(), PatchError> {
    head(old, out)?;
    for (at, new) in patches {
        let mut before = vec![0; new.len()];
        read(old, *at, &mut before)?;
        changes(*at, &before, new, out)?;
    }
    Ok(())
}

/// Writes the part before the changes.
fn head(old: &Source, out: &mut dyn Write) -> Result<(), PatchError> {
    let [at, _] = BLOCK_AT;
    let mut block = [0; BLOCK];
    let has_block = at + BLOCK as u64 <= old.len();
    out.write_all(b"PPF30\x02")?;
    out.write_all(&[b' '; 50])?;
    out.write_all(&[0, has_block.into(), 1, 0])?;
    if has_block {
        read(old, at, &mut block)?;
        out.write_all(&block)?;
    }
    Ok(())
}

fn read(source: &Source, at: u64, out: &mut [u8]) -> Result<(), PatchError> {
    let failed = |why| PatchError::Unread(format!("{}: {why}", source.name()));
    source.read_once(at, out).map_err(failed)
}

/// Writes the differences between two equally long ranges at offset `at`.
fn changes(at: u64, before: &[u8], after: &[u8], out: &mut dyn Write) -> std::io::Result<()> {
    let differs = |at: &usize| before.get(*at) != after.get(*at);
    let mut start = 0;
    while let Some(first) = (start..before.len()).find(differs) {
        let most = (first + LONGEST).min(before.len());
        let mut end = first + 1;
        while let Some(next) = (end..most.min(end + NEAR)).find(differs) {
            end = next + 1;
        }
        let length = u8::try_from(end - first).unwrap_or(u8::MAX);
        out.write_all(&(at + first as u64).to_le_bytes())?;
        out.write_all(&[length])?;
        out.write_all(after.get(first..end).unwrap_or(&[]))?;
        out.write_all(before.get(first..end).unwrap_or(&[]))?;
        start = end;
    }
    Ok(())
}

/// A parsed patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ppf {
    /// 1 to 3.
    pub version: u8,
    /// Length of the original file, if stored.
    pub len: Option<u64>,
    /// A block of the original file with its offset.
    pub block: Option<(u64, Vec<u8>)>,
    /// Changes in order.
    pub changes: Vec<Change>,
}

/// Replaced bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Offset in the file.
    pub at: u64,
    /// The new bytes.
    pub bytes: Vec<u8>,
    /// The original bytes, if the patch stores them.
    pub undo: Option<Vec<u8>>,
}

/// Parses a patch.
///
/// # Errors
/// If it is not a PPF patch, or truncated.
pub fn parse(patch: &[u8]) -> Result<Ppf, PatchError> {
    let version = match patch {
        [b'P', b'P', b'F', digit @ b'1'..=b'3', b'0', ..] => digit - b'0',
        _ => return Err(PatchError::Unknown),
    };
    let mut reader = Reader { rest: patch };
    reader.bytes(HEAD)?;
    let (mut len, mut block_at, mut has_undo) = (None, None, false);
    match version {
        2 => {
            len = Some(reader.word()?);
            block_at = BLOCK_AT.first();
        }
        3 => {
            let [kind, block, undo, _] = reader.array()?;
            let at = BLOCK_AT.get(usize::from(kind));
            let unknown = || PatchError::Damaged(format!("unknown image kind {kind}"));
            block_at = Some(at.ok_or_else(unknown)?).filter(|_| block != 0);
            has_undo = undo != 0;
        }
        _ => {}
    }
    let block = match block_at {
        Some(at) => Some((*at, reader.bytes(BLOCK)?.to_vec())),
        None => None,
    };
    reader.rest = without_note(reader.rest, version);
    let mut changes = Vec::new();
    while !reader.rest.is_empty() {
        let at = if version == 3 { u64::from_le_bytes(reader.array()?) } else { reader.word()? };
        let [count] = reader.array()?;
        let bytes = reader.bytes(count.into())?.to_vec();
        let undo = has_undo.then(|| reader.bytes(count.into()).map(<[u8]>::to_vec)).transpose()?;
        changes.push(Change { at, bytes, undo });
    }
    Ok(Ppf { version, len, block, changes })
}

/// The changes without the note that may follow them.
fn without_note(changes: &[u8], version: u8) -> &[u8] {
    let width = if version == 3 { 2 } else { 4 };
    let note = || {
        let (marked, len) = changes.split_at_checked(changes.len().checked_sub(width)?)?;
        let text = marked.strip_suffix(END)?;
        let len = len.iter().rev().fold(0, |len, byte| len << 8 | usize::from(*byte));
        text.get(..text.len().checked_sub(len)?)?.strip_suffix(BEGIN)
    };
    note().unwrap_or(changes)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, len: usize) -> Result<&'a [u8], PatchError> {
        let cut = || PatchError::Damaged("it is truncated".to_owned());
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or_else(cut)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], PatchError> {
        let cut = || PatchError::Damaged("it is truncated".to_owned());
        self.bytes(N)?.first_chunk().copied().ok_or_else(cut)
    }

    fn word(&mut self) -> Result<u64, PatchError> {
        Ok(u32::from_le_bytes(self.array()?).into())
    }
}

impl Ppf {
    /// The bytes to write, with their offsets in `source`.
    ///
    /// # Errors
    /// If `source` is not the original file, as far as the patch can tell.
    pub fn patches(&self, source: &Source) -> Result<Vec<(u64, Vec<u8>)>, PatchError> {
        let other = |why: String| Err(PatchError::OtherFile(why));
        if let Some(len) = self.len.filter(|len| *len != source.len()) {
            return other(format!("expected {len} bytes, found {}", source.len()));
        }
        let is_there = |at: u64, bytes: &[u8]| {
            let mut found = vec![0; bytes.len()];
            let end = at.checked_add(bytes.len() as u64);
            let inside = end.is_some_and(|end| end <= source.len());
            Ok::<_, PatchError>(inside && read(source, at, &mut found).map(|()| found == bytes)?)
        };
        let mut applied = !self.changes.is_empty();
        for Change { at, bytes, undo } in &self.changes {
            let end = at.checked_add(bytes.len() as u64);
            if end.is_none_or(|end| end > source.len()) {
                let len = source.len();
                return other(format!(
                    "it changes bytes at {at:#x}, but this file has {len} bytes"
                ));
            }
            applied = applied && is_there(*at, bytes)?;
            if let Some(undo) = undo.as_deref().filter(|_| !applied)
                && !is_there(*at, undo)?
            {
                return other(format!("the bytes at {at:#x} differ from the original ones"));
            }
        }
        if applied {
            return Err(PatchError::Applied);
        }
        if let Some((at, block)) = &self.block
            && !is_there(*at, block)?
        {
            return other(format!("the {BLOCK} bytes at {at:#x} differ"));
        }
        Ok(self.changes.iter().map(|change| (change.at, change.bytes.clone())).collect())
    }
}
