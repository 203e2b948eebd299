//! Replaces files of an archive.

use super::super::files::{Packing, path_of};
use super::records::{Archive, File};
use crate::bytes::Source;
use crate::codec::lzss;
use crate::formats::{EditResult, NewMembers, Refusal};

/// Replaces the bytes of files, and packs those that were packed.
pub(super) fn with_members(archive: &Archive, replaced: &NewMembers) -> EditResult<Vec<u8>> {
    let mut new = archive.clone();
    for (index, bytes) in replaced {
        let missing = || Refusal(format!("the archive has no file {index}"));
        let file = new.files.get_mut(*index).ok_or_else(missing)?;
        file.replace(bytes)?;
    }
    new.write()
}

impl File {
    fn replace(&mut self, bytes: &[u8]) -> EditResult<()> {
        let path = path_of(self.name());
        let large = |_| Refusal(format!("{path} exceeds the archive's limit of 4 GB"));
        self.size = u32::try_from(bytes.len()).map_err(large)?;
        let stored = match self.packing {
            // A packed size of 0 means uncompressed, so empty files are not packed.
            Packing::Lzss if !bytes.is_empty() => lzss::pack(bytes, lzss::PRE),
            Packing::Lzss => {
                self.packing = Packing::Plain;
                Vec::new()
            }
            _ => bytes.to_vec(),
        };
        self.data = Source::from_bytes(path, stored);
        self.fill = None;
        Ok(())
    }
}
