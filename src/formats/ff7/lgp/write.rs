//! Writes archives.

use super::{Entry, EntryTarget, HEADER, Lgp};
use crate::bytes::layout::{Pass, Writing, element_span};
use crate::bytes::{Endian, Gap, Writer, count32};
use crate::formats::EditResult;

impl Lgp {
    /// Writes the file, with recomputed offsets.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(&self.creator);
        out.put(count32(self.entries.len()));
        let mut tables = self.clone();
        let pass = &mut Writing::new(&mut out);
        pass.items("entries", &mut tables.entries, self.entries.len(), ())?;
        pass.run("lookup", &mut tables.lookup, self.lookup.len())?;
        if self.has_conflicts {
            pass.counted::<u16, _>("conflict_count", "conflicts", &mut tables.conflicts)?;
        }
        let mut offsets = Vec::with_capacity(self.files.len());
        for (index, file) in self.files.iter().enumerate() {
            self.pieces.write_gap(index, &Gap::NONE, &mut out);
            offsets.push(count32(out.pos()));
            let data = file.data.bytes();
            out.bytes(&file.name.0);
            out.put(file.size.unwrap_or(count32(data.len())));
            out.bytes(data);
        }
        out.bytes(&self.pieces.tail);
        for (index, target) in self.targets.iter().enumerate() {
            let offset = match target {
                EntryTarget::File(index) => offsets.get(*index).copied().unwrap_or(0),
                EntryTarget::Nowhere(offset) => *offset,
            };
            let (at, _) = element_span::<Entry>(HEADER, index, "offset");
            out.overwrite(usize::try_from(at).unwrap_or(usize::MAX), &offset);
        }
        Ok(out.finish())
    }
}
