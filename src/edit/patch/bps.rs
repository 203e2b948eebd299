//! BPS, version 1.
//!
//! | part | layout |
//! |---|---|
//! | magic | `BPS1` |
//! | sizes | of source, target and metadata, as variable-length numbers |
//! | metadata | usually empty |
//! | actions | a number: the action in its low two bits, its length minus 1 in the others |
//! | checksums | CRC-32 of source, target, and all of the patch before it |
//!
//! Actions: 0 copies source bytes from the target's current offset, 1 adds bytes of the patch, 2 and 3
//! copy from any offset in the source and in the target written so far. That offset is a number with its
//! sign in bit 0, relative to the end of the last such copy. Numbers have seven bits per byte, and bit 7
//! marks the last byte; each further byte adds 1 to its value, so that every number has a unique form.

use super::PatchError;
use super::delta::{Action, actions};

/// Maximum file size: both files are in memory.
pub const MAX_SIZE: u64 = 256 << 20;

const MAGIC: &[u8; 4] = b"BPS1";
/// Size of the checksums.
const FOOTER: usize = 12;

/// Creates a patch from `source` to `target`.
///
/// # Errors
/// If a file is too large.
pub fn create(source: &[u8], target: &[u8]) -> Result<Vec<u8>, PatchError> {
    for len in [source.len() as u64, target.len() as u64] {
        check_len(len)?;
    }
    let mut out = MAGIC.to_vec();
    put(&mut out, source.len() as u64);
    put(&mut out, target.len() as u64);
    put(&mut out, 0);
    let (mut in_source, mut in_target) = (0, 0);
    for action in actions(source, target) {
        let (kind, len) = match action {
            Action::Same { len } => (0, len),
            Action::New { start, end } => (1, end - start),
            Action::FromSource { len, .. } => (2, len),
            Action::FromTarget { len, .. } => (3, len),
        };
        put(&mut out, (len as u64 - 1) << 2 | kind);
        match action {
            Action::Same { .. } => {}
            Action::New { start, end } => out.extend(target.get(start..end).unwrap_or(&[])),
            Action::FromSource { from, len } => {
                put_offset(&mut out, from, &mut in_source, len);
            }
            Action::FromTarget { from, len } => {
                put_offset(&mut out, from, &mut in_target, len);
            }
        }
    }
    out.extend(crc32fast::hash(source).to_le_bytes());
    out.extend(crc32fast::hash(target).to_le_bytes());
    out.extend(crc32fast::hash(&out).to_le_bytes());
    Ok(out)
}

fn check_len(len: u64) -> Result<(), PatchError> {
    if len > MAX_SIZE { Err(PatchError::TooLarge { len, most: MAX_SIZE }) } else { Ok(()) }
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    loop {
        let low = u8::try_from(number & 0x7F).unwrap_or(0);
        number >>= 7;
        if number == 0 {
            out.push(low | 0x80);
            return;
        }
        out.push(low);
        number -= 1;
    }
}

/// Writes the distance of `from` from the end of the last copy, and updates that end.
fn put_offset(out: &mut Vec<u8>, from: usize, last: &mut usize, len: usize) {
    put(out, (from.abs_diff(*last) as u64) << 1 | u64::from(from < *last));
    *last = from + len;
}

/// Applies `patch` to `source`.
///
/// # Errors
/// If the patch is damaged, or made for another file.
pub fn apply(patch: &[u8], source: &[u8]) -> Result<Vec<u8>, PatchError> {
    let damaged = |why: &str| PatchError::Damaged(why.to_owned());
    let cut = || damaged("it is truncated");
    let body = patch.len().checked_sub(FOOTER).and_then(|len| patch.split_at_checked(len));
    let (body, footer) = body.ok_or_else(cut)?;
    let word = |at: usize| footer.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word));
    let (of_source, of_target, of_patch) =
        (word(0).ok_or_else(cut)?, word(4).ok_or_else(cut)?, word(8).ok_or_else(cut)?);
    let own = crc32fast::hash(patch.get(..patch.len() - 4).unwrap_or(&[]));
    if own != of_patch {
        return Err(PatchError::Damaged(format!(
            "expected CRC-32 {of_patch:08x}, found {own:08x}"
        )));
    }
    let mut reader = Reader { rest: body.strip_prefix(MAGIC).ok_or(PatchError::Unknown)? };
    let (source_len, target_len) = (reader.number()?, reader.number()?);
    let metadata = reader.number()?;
    reader.bytes(metadata)?;
    let found = crc32fast::hash(source);
    if (source.len() as u64, found) != (source_len, of_source) {
        if (source.len() as u64, found) == (target_len, of_target) {
            return Err(PatchError::Applied);
        }
        return Err(PatchError::OtherFile(format!(
            "expected {source_len} bytes with CRC-32 {of_source:08x}, found {} bytes with CRC-32 \
             {found:08x}",
            source.len()
        )));
    }
    check_len(target_len)?;
    let target = reader.target(source, target_len)?;
    let made = crc32fast::hash(&target);
    if made != of_target {
        let why = format!("expected a result with CRC-32 {of_target:08x}, found {made:08x}");
        return Err(PatchError::Damaged(why));
    }
    Ok(target)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn number(&mut self) -> Result<u64, PatchError> {
        let (mut number, mut unit) = (0u64, 1u64);
        let large = || PatchError::Damaged("a number is too large".to_owned());
        loop {
            let byte = self.bytes(1)?.first().copied().unwrap_or(0x80);
            let part = u64::from(byte & 0x7F).checked_mul(unit);
            number = part.and_then(|part| number.checked_add(part)).ok_or_else(large)?;
            if byte & 0x80 != 0 {
                return Ok(number);
            }
            unit = unit.checked_mul(0x80).ok_or_else(large)?;
            number = number.checked_add(unit).ok_or_else(large)?;
        }
    }

    fn bytes(&mut self, len: u64) -> Result<&'a [u8], PatchError> {
        let split = usize::try_from(len).ok().and_then(|len| self.rest.split_at_checked(len));
        let cut = || PatchError::Damaged("unexpected end".to_owned());
        let (bytes, rest) = split.ok_or_else(cut)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Start of a copy, given the end of the last one.
    fn place(&mut self, last: u64) -> Result<u64, PatchError> {
        let number = self.number()?;
        let far = number >> 1;
        let place = if number & 1 == 1 { last.checked_sub(far) } else { last.checked_add(far) };
        place.ok_or_else(|| PatchError::Damaged("a copy starts outside the file".to_owned()))
    }

    /// Builds the target, which has `len` bytes.
    fn target(&mut self, source: &[u8], len: u64) -> Result<Vec<u8>, PatchError> {
        let outside = || PatchError::Damaged("a copy extends past the end of the file".to_owned());
        let part = |from: u64, len: u64| {
            let (from, end) = (usize::try_from(from).ok()?, from.checked_add(len)?);
            source.get(from..usize::try_from(end).ok()?)
        };
        let mut out: Vec<u8> = Vec::new();
        let (mut in_source, mut in_target) = (0u64, 0u64);
        while !self.rest.is_empty() {
            let number = self.number()?;
            let (kind, run, at) = (number & 3, (number >> 2) + 1, out.len() as u64);
            if run > len.saturating_sub(at) {
                let why = format!("the result exceeds the expected {len} bytes");
                return Err(PatchError::Damaged(why));
            }
            match kind {
                0 => out.extend(part(at, run).ok_or_else(outside)?),
                1 => out.extend(self.bytes(run)?),
                2 => {
                    let from = self.place(in_source)?;
                    out.extend(part(from, run).ok_or_else(outside)?);
                    in_source = from + run;
                }
                _ => {
                    let from = self.place(in_target)?;
                    // The source of a copy may overlap the bytes that are written.
                    for at in from..from.saturating_add(run) {
                        let byte = usize::try_from(at).ok().and_then(|at| out.get(at).copied());
                        out.push(byte.ok_or_else(outside)?);
                    }
                    in_target = from + run;
                }
            }
        }
        match out.len() as u64 == len {
            true => Ok(out),
            false => Err(PatchError::Damaged(format!(
                "expected a result of {len} bytes, found {}",
                out.len()
            ))),
        }
    }
}
