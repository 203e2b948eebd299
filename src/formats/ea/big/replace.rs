//! Replaces members of an archive.

use std::collections::BTreeMap;

use super::records::{Archive, Data, DataLocation};
use crate::bytes::{Gap, use_counts};
use crate::formats::{EditResult, NewMembers, Refusal};

/// Replaces the bytes of listed members.
pub(super) fn with_members(archive: &Archive, replaced: &NewMembers) -> EditResult<Vec<u8>> {
    let listed = archive.entries.iter().enumerate().filter(|(_, entry)| !entry.is_hidden());
    let listed: Vec<usize> = listed.map(|(index, _)| index).collect();
    let mut new = archive.clone();
    let mut uses = Uses::of(archive);
    for (index, bytes) in replaced {
        let entry = listed.get(*index).copied();
        let entry = entry.ok_or_else(|| Refusal(format!("the archive has no member {index}")))?;
        new.replace(entry, bytes.clone(), &mut uses)?;
    }
    new.write()
}

/// Uses of the blocks of an archive.
struct Uses {
    /// Number of entries that point to each block.
    sharing: Vec<usize>,
    /// The block that follows each block.
    next: BTreeMap<usize, usize>,
}

impl Uses {
    fn of(archive: &Archive) -> Self {
        let used = archive.entries.iter().filter_map(|entry| entry.target.piece());
        let sharing = use_counts(archive.pieces.len(), used);
        Self { sharing, next: archive.layout.followers(archive.used().into_iter()) }
    }
}

impl Archive {
    /// Replaces the bytes of an entry: in the same block, unless other entries share it.
    fn replace(&mut self, index: usize, bytes: Vec<u8>, uses: &mut Uses) -> EditResult<()> {
        let missing = || Refusal(format!("the bytes of member {index} are not in the archive"));
        let entry = self.entries.get(index).ok_or_else(missing)?;
        let DataLocation::In { piece, .. } = entry.target else { return Err(missing()) };
        let size = u32::try_from(bytes.len()).map_err(|_| {
            Refusal(format!("{} exceeds the archive's limit of 4 GB", entry.path()))
        })?;
        let mut target = self.pieces.len();
        if uses.sharing.get(piece) == Some(&1) {
            let was = self.pieces.get(piece).map_or(0, |piece| piece.bytes().len() as u64);
            let usual = Gap::Align(self.alignment);
            let next = uses.next.get(&piece).copied();
            self.layout.resize(next, (was, size.into()), &usual, self.alignment as u64);
            target = piece;
        }
        let data = Data::Bytes(bytes);
        match self.pieces.get_mut(target) {
            Some(place) => *place = data,
            None => self.pieces.push(data),
        }
        if let Some(entry) = self.entries.get_mut(index) {
            (entry.target, entry.size) = (DataLocation::In { piece: target, at: 0 }, size);
        }
        if target != piece {
            *uses = Uses::of(self);
        }
        Ok(())
    }
}
