//! Finds the directory records of files in all trees of a disc, each of which stores the size.

use std::collections::{HashSet, VecDeque};

use super::records::{Extent, flag, kind};
use crate::bytes::Source;
use crate::formats::disc::sectors::{Sectors, USER};

/// Limits that no real disc reaches.
const MAX_DESCRIPTORS: u32 = 64;
const MAX_DIRECTORIES: usize = 100_000;
const MAX_RECORDS: usize = 1_000_000;
/// Maximum number of sectors of a directory that are read.
const MAX_SECTORS: u32 = 1 << 13;
/// Size of the shortest record; also of the root record in a descriptor.
const SHORTEST: usize = 34;
const ROOT: usize = 0x9C;

/// Offset of the file size in a record.
pub const SIZE: usize = 10;

/// A directory record of a file.
#[derive(Clone, Copy, Debug)]
pub struct RecordLocation {
    /// Sector of the record, and its offset in the user data.
    pub sector: u32,
    pub at: usize,
    pub extent: Extent,
    /// The file is interleaved with others.
    pub is_interleaved: bool,
}

/// Directory records of all trees.
#[derive(Default)]
pub struct RecordLocations {
    pub files: Vec<RecordLocation>,
    /// The files are also listed in a UDF tree.
    pub has_udf: bool,
    /// Number of records that were read.
    seen: usize,
}

/// Finds all directory records of files on a disc with this sector layout.
pub fn places(image: &Source, sectors: Sectors) -> RecordLocations {
    let mut places = RecordLocations::default();
    let mut open = VecDeque::new();
    for index in 0..MAX_DESCRIPTORS {
        let Some(user) = user(image, sectors, sectors.descriptor(index)) else { break };
        match user.get(1..6) {
            Some(b"CD001") => {
                let is_tree = matches!(user.first(), Some(&(kind::PRIMARY | kind::SUPPLEMENTARY)));
                let root = user.get(ROOT..).and_then(Record::of);
                open.extend(root.filter(|_| is_tree).map(|root| root.extent));
            }
            Some(b"NSR02" | b"NSR03") => places.has_udf = true,
            Some(b"BEA01" | b"TEA01" | b"BOOT2") => {}
            _ => break,
        }
    }
    let mut visited = HashSet::new();
    while let Some(directory) = open.pop_front() {
        if visited.insert(directory.lba) && visited.len() <= MAX_DIRECTORIES {
            places.directory(image, sectors, directory, &mut open);
        }
    }
    places
}

impl RecordLocations {
    fn directory(
        &mut self,
        image: &Source,
        sectors: Sectors,
        directory: Extent,
        open: &mut VecDeque<Extent>,
    ) {
        let count = u64::from(directory.size).div_ceil(USER);
        let count = u32::try_from(count).unwrap_or(u32::MAX).min(MAX_SECTORS);
        for sector in (directory.lba..=u32::MAX).take(count as usize) {
            let Some(user) = user(image, sectors, sector) else { return };
            let mut at = 0;
            while let Some(record) = user.get(at..).and_then(Record::of) {
                self.seen += 1;
                if self.seen > MAX_RECORDS {
                    return;
                }
                let Record { extent, len, is_link, is_directory, is_interleaved } = record;
                match (is_link, is_directory) {
                    (true, _) => {}
                    (_, true) => open.push_back(extent),
                    _ => self.files.push(RecordLocation { sector, at, extent, is_interleaved }),
                }
                at += len;
            }
        }
    }
}

struct Record {
    extent: Extent,
    len: usize,
    is_link: bool,
    is_directory: bool,
    is_interleaved: bool,
}

impl Record {
    /// Parses the record at the start of these bytes, if there is one.
    fn of(bytes: &[u8]) -> Option<Self> {
        let len = usize::from(*bytes.first()?);
        let record = bytes.get(..len).filter(|_| len >= SHORTEST)?;
        let word =
            |at: usize| record.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word));
        let byte = |at: usize| record.get(at).copied();
        Some(Self {
            extent: Extent { lba: word(2)?.saturating_add(byte(1)?.into()), size: word(SIZE)? },
            len,
            is_link: byte(32)? == 1 && byte(33)? < 2,
            is_directory: byte(25)? & flag::DIRECTORY != 0,
            is_interleaved: (byte(26)?, byte(27)?) != (0, 0),
        })
    }
}

/// User data of a sector, if it is complete.
fn user(image: &Source, sectors: Sectors, lba: u32) -> Option<[u8; USER as usize]> {
    let at = sectors.user(lba)?;
    let mut user = [0; USER as usize];
    let is_there = at.checked_add(USER)? <= image.len();
    (is_there && image.read_at(at, &mut user).is_ok()).then_some(user)
}
