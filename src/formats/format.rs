//! The trait of formats, and probing.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use super::{Document, FormatInfo};
use crate::bytes::layout::Sketch;
use crate::bytes::{Attached, Endian, Result, Source};
use crate::container::{Context, Siblings};

/// Input of a probe: the first 64 KiB, the size, the name, and access to later bytes.
pub struct Head<'a> {
    /// The first bytes.
    pub bytes: &'a [u8],
    /// Size of the file.
    pub len: u64,
    /// Path or name of the file.
    pub name: &'a str,
    /// Access to later bytes.
    pub rest: Rest<'a>,
}

/// Access to the bytes after the head, for formats that are recognised by them.
#[derive(Clone, Copy)]
pub enum Rest<'a> {
    /// The file.
    Of(&'a Source),
    /// Returns up to the given number of bytes from an offset on.
    Read(&'a dyn Fn(u64, usize) -> Vec<u8>),
}

impl<'a> Head<'a> {
    /// Size of the head in bytes.
    pub const SIZE: usize = 64 * 1024;

    /// The head of `source`.
    pub fn of(source: &'a Source) -> Self {
        let bytes = source.window(0, Self::SIZE as u64);
        Self { bytes, len: source.len(), name: source.file_name(), rest: Rest::Of(source) }
    }

    /// Up to `count` bytes starting at `offset`; fewer at the end of the file. Beyond the head,
    /// each call may cost a read.
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

    /// All bytes of a file that is not larger than `most`. Files larger than the head may cost a read, so
    /// check the head first.
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

    /// `true` if the name has one of these extensions, in any case.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let extension = self.name.rsplit_once('.').map_or("", |(_, extension)| extension);
        extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))
    }
}

/// A claim with its score and reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// 1 (hardly) to 100 (certain).
    pub score: u8,
    /// Part of a sentence: "version 4, 2 objects, tag offset inside the file".
    pub reason: String,
}

/// Format of a member as its container states it, [attached](Source::attached) to its source: it is not
/// probed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberFormat {
    /// Id of the format.
    pub format: &'static str,
    /// Byte order of the file.
    pub endian: Endian,
}

/// A claim under construction.
pub struct Score {
    score: u8,
    reasons: Vec<String>,
}

impl Score {
    /// Starts with these points and this reason.
    pub fn new(score: u8, reason: impl Into<String>) -> Self {
        Self { score, reasons: vec![reason.into()] }
    }

    /// Adds points and a reason if a rule of the format holds; returns `holds`.
    pub fn rule(&mut self, holds: bool, points: u8, what: impl Into<String>) -> bool {
        if holds {
            self.score = self.score.saturating_add(points);
            self.reasons.push(what.into());
        }
        holds
    }

    /// The claim, if it has at least this many points; the score is limited to 100.
    pub fn at_least(self, points: u8) -> Option<Probe> {
        let (score, reason) = (self.score.min(100), self.reasons.join(", "));
        (score >= points).then_some(Probe { score, reason })
    }
}

/// A compiled format, or one that the user described.
#[derive(Clone)]
pub enum FormatHandle {
    /// Compiled.
    Compiled(&'static dyn Format),
    /// Described by the user.
    Described(Arc<dyn Format>),
}

impl Deref for FormatHandle {
    type Target = dyn Format;

    fn deref(&self) -> &(dyn Format + 'static) {
        match self {
            FormatHandle::Compiled(format) => *format,
            FormatHandle::Described(format) => &**format,
        }
    }
}

/// Reason why the layout of most formats cannot be described in another language.
pub const HAND_WRITTEN: &str =
    "implemented in code: its fields do not follow from a declared layout";

/// A file format.
pub trait Format: Send + Sync {
    /// Row of the registry.
    fn info(&self) -> &'static FormatInfo;
    /// Checks the structure, not just a magic number. `None` if it cannot be this format.
    fn probe(&self, head: &Head<'_>) -> Option<Probe>;
    /// `true` if a claim on this file is based on a signature: bytes that identify the format.
    /// Formats without one match other files by accident, so every signature, known here or
    /// [foreign](super::signature), takes precedence over their claims.
    fn is_marked(&self, head: &Head<'_>) -> bool {
        let _ = head;
        true
    }
    /// Claims the file called `name` by its companions, whatever its content. `is_there` returns `true`
    /// if a file exists, compared without case.
    fn probe_with_companions(&self, name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        let _ = (name, is_there);
        None
    }
    /// The file joined with the parts in its companions, for formats that are split into several files;
    /// `None` if it is complete, or no part was found.
    fn joined(&self, source: &Source, siblings: &dyn Siblings) -> Option<Source> {
        let _ = (source, siblings);
        None
    }
    /// Data of companions on which the layout of this file depends. The reader finds it as [companion
    /// data](Source::with_companion_data) of the file's source; without it, the reader guesses.
    fn companion_data(&self, source: &Source, context: Context<'_>) -> Option<Attached> {
        let _ = (source, context);
        None
    }
    /// The title that the author gave to the file, such as the name of a savegame; `None` if the format
    /// has no field for it.
    fn title(&self, head: &Head<'_>) -> Option<String> {
        let _ = head;
        None
    }
    /// The layout of the format, if it is declared completely.
    ///
    /// # Errors
    /// A reason, if code determines some of the fields.
    fn sketch(&self) -> std::result::Result<Sketch, String> {
        Err(HAND_WRITTEN.to_owned())
    }
    /// `true` if its files are wrappers, whose content is only known after reading.
    fn is_wrapper(&self) -> bool {
        false
    }
    /// Reads as much as possible. Fails only if nothing can be read; everything else is a problem of the
    /// document. Never panics, whatever the bytes.
    fn open(&self, source: &Source) -> Result<Document>;
}
