//! What every format can be asked.

use std::borrow::Cow;

use super::{Document, FormatInfo};
use crate::bytes::{Endian, Result, Source};
use crate::container::Siblings;

/// What a probe may look at: the first 64 KiB, the size, the name, and a few bytes further on.
pub struct Head<'a> {
    /// The first bytes.
    pub bytes: &'a [u8],
    /// Size of the file.
    pub len: u64,
    /// Path or name of the file.
    pub name: &'a str,
    /// The bytes further on.
    pub rest: Rest<'a>,
}

/// Where the bytes behind the head come from, for formats whose proof stands there.
#[derive(Clone, Copy)]
pub enum Rest<'a> {
    /// The file.
    Of(&'a Source),
    /// Gives up to so many bytes from an offset on.
    Read(&'a dyn Fn(u64, usize) -> Vec<u8>),
}

impl<'a> Head<'a> {
    /// How many bytes a probe sees.
    pub const SIZE: usize = 64 * 1024;

    /// The head of all of `source`.
    pub fn of(source: &'a Source) -> Self {
        let bytes = source.window(0, Self::SIZE as u64);
        Self { bytes, len: source.len(), name: source.file_name(), rest: Rest::Of(source) }
    }

    /// Up to `count` bytes from `offset` of the file on; fewer where it ends. Behind the head each
    /// call may cost a read.
    pub fn at(&self, offset: u64, count: usize) -> Cow<'a, [u8]> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let from = self.bytes.get(start..).unwrap_or(&[]);
        match (self.rest, from.get(..count)) {
            (_, Some(known)) => Cow::Borrowed(known),
            (Rest::Of(source), None) => {
                Cow::Borrowed(source.window(offset, offset.saturating_add(count as u64)))
            }
            (Rest::Read(read), None) => Cow::Owned(read(offset, count)),
        }
    }

    /// All bytes of a file that is no larger than `most`. Behind the head it may cost a read, so that
    /// the head has to fit first.
    pub fn whole(&self, most: u64) -> Option<Cow<'a, [u8]>> {
        let len = usize::try_from(self.len).ok().filter(|_| self.len <= most)?;
        Some(self.at(0, len)).filter(|bytes| bytes.len() == len)
    }

    /// A little-endian `u16` at `offset`.
    pub fn u16(&self, offset: usize) -> Option<u16> {
        let (head, _) = self.bytes.get(offset..)?.split_first_chunk()?;
        Some(u16::from_le_bytes(*head))
    }

    /// A little-endian `u32` at `offset`.
    pub fn u32(&self, offset: usize) -> Option<u32> {
        let (head, _) = self.bytes.get(offset..)?.split_first_chunk()?;
        Some(u32::from_le_bytes(*head))
    }

    /// True when the name ends in one of these extensions.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let extension = self.name.rsplit_once('.').map_or("", |(_, extension)| extension);
        extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))
    }
}

/// A claim: how sure, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// 1 (hardly) to 100 (certain).
    pub score: u8,
    /// Half a sentence: "version 4, 2 objects, tag offset inside the file".
    pub reason: String,
}

/// What a container says that a file in it is, [attached](Source::attached) to it: no bytes are
/// looked at then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Id of its format.
    pub format: &'static str,
    /// Its byte order.
    pub endian: Endian,
}

/// A claim while its reasons are collected.
pub struct Score {
    score: u8,
    reasons: Vec<String>,
}

impl Score {
    /// The points that a file has at first, and why.
    pub fn new(score: u8, reason: impl Into<String>) -> Self {
        Self { score, reasons: vec![reason.into()] }
    }

    /// Adds points, and a reason, where a rule of the format holds; returns whether it does.
    pub fn rule(&mut self, holds: bool, points: u8, what: impl Into<String>) -> bool {
        if holds {
            self.score = self.score.saturating_add(points);
            self.reasons.push(what.into());
        }
        holds
    }

    /// The claim, where it has so many points; more than 100 are no more.
    pub fn at_least(self, points: u8) -> Option<Probe> {
        let (score, reason) = (self.score.min(100), self.reasons.join(", "));
        (score >= points).then_some(Probe { score, reason })
    }
}

/// A file format.
pub trait Format: Send + Sync {
    /// Its row of the registry.
    fn info(&self) -> &'static FormatInfo;
    /// Looks at the structure, not just at a magic number. `None` when it cannot be this format.
    fn probe(&self, head: &Head<'_>) -> Option<Probe>;
    /// Whether a claim on this file rests on a signature: bytes that mean the format and nothing
    /// else. Formats without one fit other files by accident, so that their claims give way to
    /// every signature, known here or [foreign](super::signature).
    fn is_marked(&self, head: &Head<'_>) -> bool {
        let _ = head;
        true
    }
    /// A claim on the file called `name` by what is beside it, whatever it holds; `is_there` tells
    /// whether a file of a name is, compared without case.
    fn claim_beside(&self, name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        let _ = (name, is_there);
        None
    }
    /// The file with what is stored of it in other files beside it, for formats that are cut into
    /// several; `None` where it is whole, or nothing more is there.
    fn joined(&self, source: &Source, siblings: &dyn Siblings) -> Option<Source> {
        let _ = (source, siblings);
        None
    }
    /// What the file is called by whoever made it, where the format has a field for that: the name
    /// of a savegame.
    fn title(&self, head: &Head<'_>) -> Option<String> {
        let _ = head;
        None
    }
    /// Whether files of it hide another one, so that only reading tells what they are.
    fn is_wrapper(&self) -> bool {
        false
    }
    /// Reads what can be read. Fails only when nothing can be said; everything else is a problem
    /// of the document. Never panics, whatever the bytes.
    fn open(&self, source: &Source) -> Result<Document>;
}
