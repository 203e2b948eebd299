//! Patches: differences between two files, which can be shared without the files.
//!
//! * [`bps`]: for files up to 256 MB. Stores the CRC-32 of both files and of the patch, and handles
//!   moved blocks.
//! * [`ppf`]: for disc images, whose length stays the same. Stores a block of the original file, and the
//!   replaced bytes.

pub mod bps;
mod delta;
pub mod ppf;

use std::io::Write;

use crate::bytes::Source;
use crate::formats::NewBytes;

/// Maximum size of a patch.
const MAX_LEN: u64 = 1 << 30;

/// Reason why a patch cannot be created or applied.
#[allow(missing_docs, reason = "the message of a variant explains its fields")]
#[derive(Debug, thiserror::Error)]
pub enum PatchError {
    /// Neither kind of patch.
    #[error("neither a BPS nor a PPF patch")]
    Unknown,
    /// The file is too large to be processed in memory.
    #[error("BPS supports files of up to {most} bytes, but this one has {len}; use PPF instead")]
    TooLarge { len: u64, most: u64 },
    /// PPF cannot change the length of a file.
    #[error(
        "the files have {old} and {new} bytes, but PPF cannot change the length; use BPS instead"
    )]
    Lengths { old: u64, new: u64 },
    /// The patch is damaged.
    #[error("the patch is damaged: {0}")]
    Damaged(String),
    /// The patch is for another file.
    #[error("the patch is for another file: {0}")]
    OtherFile(String),
    /// The patch has already been applied.
    #[error("the patch has already been applied to this file")]
    Applied,
    /// A file cannot be read.
    #[error("{0}")]
    Unread(String),
    /// The patch cannot be written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Kinds of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// See [`bps`].
    Bps,
    /// See [`ppf`].
    Ppf,
}

impl Kind {
    /// Identifies a patch by its first bytes.
    pub fn of(patch: &[u8]) -> Option<Self> {
        match patch {
            [b'B', b'P', b'S', b'1', ..] => Some(Kind::Bps),
            [b'P', b'P', b'F', b'1' | b'2' | b'3', b'0', ..] => Some(Kind::Ppf),
            _ => None,
        }
    }

    /// Identifies a kind by a file extension.
    pub fn called(extension: &str) -> Option<Self> {
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        is("bps").then_some(Kind::Bps).or(is("ppf").then_some(Kind::Ppf))
    }

    /// `bps`, `ppf`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bps => "bps",
            Kind::Ppf => "ppf",
        }
    }
}

/// Creates the BPS patch from `old` to `new`. Large files are refused before they are read.
///
/// # Errors
/// If a file is too large.
pub fn bps_of(old: &Source, new: &Source) -> Result<Vec<u8>, PatchError> {
    let too_large = [old.len(), new.len()].into_iter().find(|len| *len > bps::MAX_SIZE);
    match too_large {
        Some(len) => Err(PatchError::TooLarge { len, most: bps::MAX_SIZE }),
        None => bps::create(old.bytes(), new.bytes()),
    }
}

/// Writes the patch from `old` to `new`.
///
/// # Errors
/// If the kind cannot represent the change, or on a read or write error.
pub fn write(
    kind: Kind,
    old: &Source,
    new: &NewBytes,
    out: &mut dyn Write,
) -> Result<(), PatchError> {
    match (kind, new) {
        (Kind::Ppf, NewBytes::Patched(patches)) => ppf::of_patches(old, patches, out),
        (Kind::Ppf, NewBytes::Whole(bytes)) => {
            ppf::create(old, &Source::from_bytes("new", bytes.clone()), out)
        }
        (Kind::Bps, _) if old.len() > bps::MAX_SIZE => {
            Err(PatchError::TooLarge { len: old.len(), most: bps::MAX_SIZE })
        }
        (Kind::Bps, NewBytes::Whole(bytes)) => {
            Ok(out.write_all(&bps::create(old.bytes(), bytes)?)?)
        }
        (Kind::Bps, NewBytes::Patched(patches)) => {
            let new = over(old.bytes().to_vec(), patches);
            Ok(out.write_all(&bps::create(old.bytes(), &new)?)?)
        }
    }
}

/// Applies a patch to a file. Returns its kind and the new content.
///
/// # Errors
/// If it is not a patch, is damaged, or is for another file.
pub fn apply(patch: &Source, file: &Source) -> Result<(Kind, NewBytes), PatchError> {
    if patch.len() > MAX_LEN {
        return Err(PatchError::TooLarge { len: patch.len(), most: MAX_LEN });
    }
    let kind = Kind::of(patch.window(0, 5)).ok_or(PatchError::Unknown)?;
    let bytes = match kind {
        Kind::Bps if file.len() > bps::MAX_SIZE => {
            return Err(PatchError::TooLarge { len: file.len(), most: bps::MAX_SIZE });
        }
        Kind::Bps => NewBytes::Whole(bps::apply(patch.bytes(), file.bytes())?),
        Kind::Ppf => NewBytes::Patched(ppf::parse(patch.bytes())?.patches(file)?),
    };
    Ok((kind, bytes))
}

/// Overwrites parts of `bytes`.
pub fn over(mut bytes: Vec<u8>, patches: &[(u64, Vec<u8>)]) -> Vec<u8> {
    for (at, new) in patches {
        let at = usize::try_from(*at).unwrap_or(usize::MAX);
        let place = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..new.len()));
        place.into_iter().for_each(|place| place.copy_from_slice(new));
    }
    bytes
}
