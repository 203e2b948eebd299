//! Containers and what they hold.

use std::collections::HashMap;

use serde::Serialize;

use crate::bytes::{ReadError, Source, Span};

/// One file inside a container.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Path inside the container, with `/` between folders.
    pub path: String,
    /// Size of the bytes that [`Members::open`] gives.
    pub size: u64,
    /// Span that it is stored in, when it is stored in one stretch: on a disc that keeps more than
    /// the user data of each sector, with what stands between.
    pub span: Option<Span>,
}

/// What a disc says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiscFacts {
    /// Volume identifier, or the title.
    pub volume: String,
    /// `SLUS-01234`, where it has one.
    pub serial: Option<String>,
    /// Tracks, by number.
    pub tracks: Vec<DiscTrack>,
}

/// How the sectors lie in an image, [attached](Source::attached) to the files on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorGrid {
    /// Offset of sector 0, which may lie before the image.
    pub zero: i64,
    /// Bytes from one sector to the next.
    pub stride: u64,
}

impl SectorGrid {
    /// Number of the sector that byte `offset` of the image lies in.
    pub fn sector_at(&self, offset: u64) -> Option<u64> {
        offset.checked_add_signed(self.zero.checked_neg()?)?.checked_div(self.stride)
    }
}

/// A track of a disc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiscTrack {
    /// 1 to 99.
    pub number: u8,
    /// In the words of a cue sheet: `MODE2/2352`, `AUDIO`.
    pub mode: String,
    /// Sectors from INDEX 01 to its end.
    pub sectors: u64,
}

/// A file that holds others: an archive, a disc image, a bank.
pub trait Members: Send + Sync {
    /// Every member, in the order stored.
    fn list(&self) -> &[Member];
    /// The bytes of member `index`. Stored ones share the container's bytes.
    fn open(&self, index: usize) -> Result<Source, ReadError>;
    /// Index of the member that `path` names though the list does not, as of its name nothing but a
    /// hash is stored.
    fn hashed(&self, path: &str) -> Option<usize> {
        let _ = path;
        None
    }
    /// The bytes of member `index`, found by its [hash](Members::hashed): it is then called `path`.
    fn open_as(&self, index: usize, path: &str) -> Option<Source> {
        let _ = (index, path);
        None
    }
    /// What is missing of member `index`, of which [`Members::open`] gives what is there.
    fn lacks(&self, index: usize) -> Option<&str> {
        let _ = index;
        None
    }
    /// Problem of member `index`, of which [`Members::open`] gives all that is stored.
    fn flaw(&self, index: usize) -> Option<&str> {
        let _ = index;
        None
    }
    /// Where the name of member `index` comes from, of which nothing but a hash is stored beside the
    /// bytes.
    fn named_by(&self, index: usize) -> Option<&str> {
        let _ = index;
        None
    }
    /// Channels of the packed sound in the sectors of member `index`, as far as its first ones tell.
    fn channels(&self, index: usize) -> &[u8] {
        let _ = index;
        &[]
    }
    /// What the container says of itself, where it is a disc.
    fn disc(&self) -> Option<&DiscFacts> {
        None
    }
    /// True where members are parts of one file, all of which that file itself explains: they are no
    /// files that a census would read, or miss a format for.
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

/// Members by path, so that one of many thousands is found without a look at the others.
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

    /// Finds a member of the list that the index was made of: exactly first, then without case.
    pub fn find(&self, members: &[Member], path: &str) -> Option<usize> {
        let alike = self.by_path.get(&path.to_ascii_lowercase())?;
        let is_exact = |index: &&usize| members.get(**index).is_some_and(|m| m.path == path);
        alike.iter().find(is_exact).or_else(|| alike.first()).copied()
    }
}

/// Finds a folder by path, exactly first, then without case; gives its path as the members have it.
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
