//! Containers and their members.

use std::collections::HashMap;

use serde::Serialize;

use crate::bytes::{ReadError, Source, Span};

/// One file inside a container.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Path inside the container, with `/` between folders.
    pub path: String,
    /// Size of the bytes that [`Members::open`] returns.
    pub size: u64,
    /// The stored span, if it is contiguous. On a disc image that also stores other data of each sector,
    /// it includes the data in between.
    pub span: Option<Span>,
}

/// Properties of a disc.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiscFacts {
    /// Volume identifier, or the title.
    pub volume: String,
    /// Serial number such as `SLUS-01234`.
    pub serial: Option<String>,
    /// Tracks, by number.
    pub tracks: Vec<DiscTrack>,
}

/// Layout of the sectors in an image, [attached](Source::attached) to its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorGrid {
    /// Offset of sector 0, which may be before the image.
    pub zero: i64,
    /// Bytes from one sector to the next.
    pub stride: u64,
}

impl SectorGrid {
    /// Number of the sector with byte `offset` of the image.
    pub fn sector_at(&self, offset: u64) -> Option<u64> {
        offset.checked_add_signed(self.zero.checked_neg()?)?.checked_div(self.stride)
    }
}

/// A track of a disc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiscTrack {
    /// 1 to 99.
    pub number: u8,
    /// Mode as in a cue sheet: `MODE2/2352`, `AUDIO`.
    pub mode: String,
    /// Sectors from INDEX 01 to the end of the track.
    pub sectors: u64,
}

/// A file that holds others: an archive, a disc image, a bank.
pub trait Members: Send + Sync {
    /// All members, in storage order.
    fn list(&self) -> &[Member];
    /// Opens member `index`. Uncompressed ones share the container's bytes.
    fn open(&self, index: usize) -> Result<Source, ReadError>;
    /// Index of the member with this path, if only the hash of its name is stored, so that the list does
    /// not contain the path.
    fn hashed(&self, path: &str) -> Option<usize> {
        let _ = path;
        None
    }
    /// Opens member `index`, found by its [hash](Members::hashed), under the name `path`.
    fn open_as(&self, index: usize, path: &str) -> Option<Source> {
        let _ = (index, path);
        None
    }
    /// Message about missing data of member `index`, of which [`Members::open`] returns the rest.
    fn missing_reason(&self, index: usize) -> Option<&str> {
        let _ = index;
        None
    }
    /// Problem of member `index`, of which [`Members::open`] returns all stored data.
    fn flaw(&self, index: usize) -> Option<&str> {
        let _ = index;
        None
    }
    /// Origin of the name of member `index`, if only a hash of its name is stored.
    fn named_by(&self, index: usize) -> Option<&str> {
        let _ = index;
        None
    }
    /// Channels of the packed sound in the first sectors of member `index`.
    fn channels(&self, index: usize) -> &[u8] {
        let _ = index;
        &[]
    }
    /// Properties of the disc, if the container is one.
    fn disc(&self) -> Option<&DiscFacts> {
        None
    }
    /// `true` if members are parts of one file, which that file itself describes: surveys do not read
    /// them separately, or report them as unknown.
    fn are_parts(&self) -> bool {
        false
    }
}

/// `XA sound, channels 0, 1`.
pub fn channels_in_words(channels: &[u8]) -> String {
    let numbers: Vec<String> = channels.iter().map(u8::to_string).collect();
    let word = if channels.len() == 1 { "channel" } else { "channels" };
    format!("XA sound, {word} {}", numbers.join(", "))
}

/// Index of members by path, for fast look-up.
pub struct MemberIndex {
    /// Indices of each path in lower case, in the order of the list.
    by_path: HashMap<String, Vec<usize>>,
}

impl MemberIndex {
    /// Index of a list of members.
    pub fn new(members: &[Member]) -> Self {
        let mut by_path: HashMap<String, Vec<usize>> = HashMap::with_capacity(members.len());
        for (index, member) in members.iter().enumerate() {
            by_path.entry(member.path.to_ascii_lowercase()).or_default().push(index);
        }
        Self { by_path }
    }

    /// Finds a member by its exact path, or else by its path without case. `members` must be the
    /// indexed list.
    pub fn find(&self, members: &[Member], path: &str) -> Option<usize> {
        let similar = self.by_path.get(&path.to_ascii_lowercase())?;
        let is_exact = |index: &&usize| members.get(**index).is_some_and(|m| m.path == path);
        similar.iter().find(is_exact).or_else(|| similar.first()).copied()
    }
}

/// Finds a folder by path, first with the same case, then with any; returns the path as stored.
pub fn find_folder<'a>(members: &'a [Member], path: &str) -> Option<&'a str> {
    let folders = || {
        members.iter().filter_map(|member| {
            let folder = member.path.get(..path.len())?;
            (member.path.as_bytes().get(path.len()) == Some(&b'/')).then_some(folder)
        })
    };
    let exact = folders().find(|folder| *folder == path);
    exact.or_else(|| folders().find(|folder| folder.eq_ignore_ascii_case(path)))
}
