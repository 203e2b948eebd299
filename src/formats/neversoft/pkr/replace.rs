//! Replaces files of an archive.

use std::collections::BTreeMap;

use super::records::{Archive, ArchiveBlock, DataLocation, PLAIN, Version, ZLIB};
use crate::bytes::{Gap, Origin, Source, common_alignment, use_counts};
use crate::codec::zlib;
use crate::formats::{EditResult, Refusal};

/// Maximum alignment of files.
const SECTOR: u64 = 2048;

/// Replaces the bytes of the files with these indices.
pub(super) fn with_files(archive: &Archive, replaced: &[(usize, &Vec<u8>)]) -> EditResult<Vec<u8>> {
    let mut new = archive.clone();
    let starts = archive.pieces.iter().filter_map(|piece| match piece.origin() {
        Origin::Member(span) => Some(span.start),
        _ => None,
    });
    let to = common_alignment(starts, SECTOR);
    let used = archive.files.iter().filter_map(|file| file.target.piece());
    let sharing = use_counts(archive.pieces.len(), used);
    let mut uses = Uses { sharing, next: archive.followers() };
    replaced.iter().try_for_each(|(index, bytes)| new.replace(*index, bytes, to, &mut uses))?;
    new.write()
}

/// Uses of the pieces of an archive.
struct Uses {
    /// Number of files that point to each piece.
    sharing: Vec<usize>,
    /// The piece that follows each piece.
    next: BTreeMap<ArchiveBlock, ArchiveBlock>,
}

impl DataLocation {
    fn piece(self) -> Option<usize> {
        match self {
            DataLocation::In { piece, .. } => Some(piece),
            DataLocation::Nowhere(_) => None,
        }
    }
}

impl Archive {
    fn followers(&self) -> BTreeMap<ArchiveBlock, ArchiveBlock> {
        let is_behind = (self.version == Version::Three).then_some(ArchiveBlock::Directory);
        self.layout.followers((0..self.pieces.len()).map(ArchiveBlock::Data).chain(is_behind))
    }

    /// Replaces the bytes of a file with its current compression: in the old position, unless other files
    /// share it.
    fn replace(&mut self, index: usize, bytes: &[u8], to: u64, uses: &mut Uses) -> EditResult<()> {
        let missing = || Refusal(format!("the bytes of file {index} are not in the archive"));
        let file = self.files.get(index).ok_or_else(missing)?;
        let piece = match file.target {
            DataLocation::In { piece, .. } => Some(piece),
            // An empty file may have an arbitrary offset.
            DataLocation::Nowhere(_) if file.row.stored_size == 0 => None,
            DataLocation::Nowhere(_) => return Err(missing()),
        };
        let mut row = file.row;
        let large =
            |_| Refusal(format!("{} exceeds the archive's limit of 4 GB", row.name.lossy()));
        let stored = match row.compression {
            ZLIB => zlib::pack(bytes),
            PLAIN => bytes.to_vec(),
            _ if row.size == row.stored_size => bytes.to_vec(),
            other => {
                let name = row.name.lossy();
                return Err(Refusal(format!(
                    "{name} has an unknown compression method, {other:#x}"
                )));
            }
        };
        row.size = u32::try_from(bytes.len()).map_err(large)?;
        row.stored_size = u32::try_from(stored.len()).map_err(large)?;
        if self.version == Version::Three {
            row.crc = crc32fast::hash(bytes);
        }
        let mut target = self.pieces.len();
        match piece.and_then(|piece| Some((piece, uses.sharing.get_mut(piece)?))) {
            Some((piece, 1)) => {
                let was = self.pieces.get(piece).map_or(0, Source::len);
                let next = uses.next.get(&ArchiveBlock::Data(piece)).copied();
                self.layout.resize(next, (was, row.stored_size.into()), &Gap::NONE, to);
                target = piece;
            }
            Some((_, sharing)) => *sharing = sharing.saturating_sub(1),
            None => {}
        }
        let data = Source::from_bytes(row.name.lossy(), stored);
        match self.pieces.get_mut(target) {
            Some(place) => *place = data,
            None => {
                self.pieces.push(data);
                let place = usize::try_from(to).unwrap_or(1);
                self.layout.gaps.insert(ArchiveBlock::Data(target), Gap::Align(place));
                uses.sharing.push(1);
                uses.next = self.followers();
            }
        }
        if let Some(file) = self.files.get_mut(index) {
            (file.row, file.target) = (row, DataLocation::In { piece: target, at: 0 });
        }
        Ok(())
    }
}
