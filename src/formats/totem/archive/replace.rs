//! Replaces the bytes of files.

use super::records::Archive;
use crate::bytes::Source;
use crate::formats::{EditResult, NewMembers, Refusal};

/// The data file with these bytes for the listed files.
pub(super) fn with_members(archive: &Archive, replaced: &NewMembers) -> EditResult<Vec<u8>> {
    let mut new = archive.clone();
    let mut files: Vec<_> = new.blocks.iter_mut().flat_map(|block| &mut block.files).collect();
    for (index, bytes) in replaced {
        let file = files.get_mut(*index);
        let file = file.ok_or_else(|| Refusal(format!("the archive has no file {index}")))?;
        file.data = Source::from_bytes("", bytes.clone());
    }
    new.write()
}
