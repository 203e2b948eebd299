//! Patches: what differs between two files, to be shared without either.
//!
//! * [`bps`]: for files up to 256 MB. Knows the CRC-32 of both files and its own, and blocks that
//!   moved.
//! * [`ppf`]: for images of discs, which keep their length. Knows a part of the file that it is for,
//!   and what it replaces.

pub mod bps;
mod delta;
pub mod ppf;

/// Why there is no patch, or it is not applied.
#[allow(missing_docs, reason = "the fields of a variant are told of by its own words")]
#[derive(Debug, thiserror::Error)]
pub enum PatchError {
    /// Neither kind of patch.
    #[error("this is no BPS and no PPF patch")]
    Unknown,
    /// More than is held in memory.
    #[error(
        "BPS patches are for files of up to {most} bytes and this one has {len}: a PPF patch can be larger"
    )]
    TooLarge { len: u64, most: u64 },
    /// PPF changes bytes and nothing else.
    #[error(
        "the files have {old} and {new} bytes, and a PPF patch keeps the length: a BPS patch changes it"
    )]
    Lengths { old: u64, new: u64 },
    /// The patch is not what was made.
    #[error("the patch is damaged: {0}")]
    Damaged(String),
    /// It is for another file.
    #[error("the patch is for another file: {0}")]
    OtherFile(String),
    /// It was applied before.
    #[error("the file is what the patch makes already")]
    Applied,
    /// A file cannot be read.
    #[error("{0}")]
    Unread(String),
    /// The patch cannot be written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The kinds of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// See [`bps`].
    Bps,
    /// See [`ppf`].
    Ppf,
}

impl Kind {
    /// By what a patch begins with.
    pub fn of(patch: &[u8]) -> Option<Self> {
        match patch {
            [b'B', b'P', b'S', b'1', ..] => Some(Kind::Bps),
            [b'P', b'P', b'F', b'1' | b'2' | b'3', b'0', ..] => Some(Kind::Ppf),
            _ => None,
        }
    }

    /// By the extension of a file's name.
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
