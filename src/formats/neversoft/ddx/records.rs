//! Records of a texture archive.

use super::super::files::path_of;
use crate::bytes::layout::{self, Text};
use crate::bytes::{Endian, Hint, Source, Writer, count32};
use crate::formats::{EditResult, NewMembers, Refusal};
use crate::layout;

layout! {
    /// Table row of a file.
    pub struct Row {
        /// Relative to the start of the data.
        pub offset: u32 => Hint::Pointer,
        pub size: u32 => Hint::Unit("bytes"),
        /// File name with its extension, `.DDS`.
        pub name: Text<256>,
    } => |row: &Row| format!("{}, {} bytes", row.path(), row.size)

    /// Header of an archive.
    pub struct Head {
        /// Always 0.
        pub reserved: u32 => Hint::Hex,
        pub file_size: u32 => Hint::Unit("bytes"),
        /// Offset to which file offsets are relative.
        pub data_start: u32 => Hint::Pointer,
        pub files: Vec<Row> [u32 "file_count"],
    }
}

impl Row {
    pub fn path(&self) -> String {
        path_of(self.name.bytes())
    }
}

/// Records of a texture archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub head: Head,
    /// Everything after the table; shares the bytes of the loaded archive.
    pub data: Source,
}

impl Default for Archive {
    fn default() -> Self {
        Self { head: Head::default(), data: Source::from_bytes("", Vec::new()) }
    }
}

/// Bytes before the table, and per row.
pub(super) const HEAD: u64 = 16;
const ROW: u64 = 264;

impl Archive {
    /// Creates an archive of these files, stored consecutively.
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let (mut rows, mut data) = (Vec::new(), Vec::new());
        for (name, bytes) in files {
            let mut stored = [0; 256];
            for (to, from) in stored.iter_mut().zip(name.bytes().take(255)) {
                *to = from;
            }
            let (offset, size) = (count32(data.len()), count32(bytes.len()));
            rows.push(Row { offset, size, name: Text(stored) });
            data.extend_from_slice(bytes);
        }
        let data_start = HEAD + ROW * rows.len() as u64;
        let data_start = u32::try_from(data_start).unwrap_or(u32::MAX);
        let file_size = data_start.saturating_add(count32(data.len()));
        let head = Head { reserved: 0, file_size, data_start, files: rows };
        Self { head, data: Source::from_bytes("", data) }
    }

    /// End offset of the table.
    pub(super) fn table_end(&self) -> u64 {
        HEAD + ROW * self.head.files.len() as u64
    }

    /// Start and end of a file; `None` if it does not lie after the table.
    pub fn extent(&self, row: &Row) -> Option<(u64, u64)> {
        let start = u64::from(self.head.data_start) + u64::from(row.offset);
        let len = self.table_end() + self.data.len();
        let end = start.saturating_add(row.size.into()).min(len);
        (start >= self.table_end() && start <= len).then_some((start, end))
    }

    /// Serialises the archive.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(&layout::write(&self.head, Endian::Little, ())?);
        out.bytes(self.data.bytes());
        Ok(out.finish())
    }

    /// Replaces the bytes of files; later files move. Refused if files share bytes.
    pub fn with_files(&self, replaced: &NewMembers) -> EditResult<Self> {
        let refuse = |why: String| Refusal(why);
        let mut new = self.clone();
        let rows = self.head.files.iter().enumerate();
        let mut there: Vec<((u64, u64), usize)> =
            rows.filter_map(|(index, row)| Some((self.extent(row)?, index))).collect();
        there.sort_unstable();
        if let Some(index) = replaced.keys().find(|at| !there.iter().any(|(_, file)| file == *at)) {
            return Err(refuse(format!("the bytes of file {index} are not in the archive")));
        }
        let table = self.table_end();
        let (mut data, mut at) = (Vec::new(), table);
        for ((start, end), index) in there {
            if start < at {
                return Err(refuse(format!("file {index} shares bytes with another one")));
            }
            data.extend_from_slice(self.between(at, start));
            let bytes = replaced.get(&index).map_or(self.between(start, end), Vec::as_slice);
            let large = |_| Refusal("the archive exceeds the limit of 4 GB".to_owned());
            let place = (table + data.len() as u64).checked_sub(self.head.data_start.into());
            let place =
                place.ok_or_else(|| refuse(format!("file {index} lies before the data")))?;
            if let Some(row) = new.head.files.get_mut(index) {
                row.offset = u32::try_from(place).map_err(large)?;
                // Truncated files stay truncated.
                if replaced.contains_key(&index) {
                    row.size = u32::try_from(bytes.len()).map_err(large)?;
                }
            }
            data.extend_from_slice(bytes);
            at = end;
        }
        data.extend_from_slice(self.between(at, table + self.data.len()));
        if u64::from(self.head.file_size) == table + self.data.len() {
            new.head.file_size = count32(data.len())
                .saturating_add(count32(usize::try_from(table).unwrap_or(usize::MAX)));
        }
        new.data = Source::from_bytes("", data);
        Ok(new)
    }

    /// Bytes of the data between two file offsets.
    fn between(&self, start: u64, end: u64) -> &[u8] {
        let table = self.table_end();
        self.data.window(start.saturating_sub(table), end.saturating_sub(table))
    }
}
