//! GameCube discs: header, file table, files.

/// A disc to build.
pub struct GameCube<'a> {
    /// Code of the game and its maker.
    pub game: &'a str,
    pub title: &'a str,
    /// Paths and contents. Files of one folder are adjacent.
    pub files: &'a [(&'a str, &'a [u8])],
}

/// Offset of the file table.
const TABLE: usize = 0x440;
/// Files start at multiples of this.
const ALIGN: usize = 32;

/// The bytes of a disc, which ends after its last file.
pub fn gamecube(disc: &GameCube<'_>) -> Vec<u8> {
    laid_out(disc, (0x1C, 0xC233_9F3D), 1)
}

/// A disc with another magic number; offsets are stored divided by `unit`.
pub(super) fn laid_out(disc: &GameCube<'_>, mark: (usize, u32), unit: usize) -> Vec<u8> {
    let mut table = Table::default();
    table.entry(1, "", 0, 0);
    table.folder(0, "", disc.files);
    let count = table.entries.len();
    table.entries[0].2 = count;
    let start = (TABLE + count * 12 + table.names.len()).next_multiple_of(ALIGN);
    // The size of the table is divided too.
    let size = (count * 12 + table.names.len()).next_multiple_of(unit);
    let mut bytes = vec![0; TABLE];
    let mut put = |at: usize, part: &[u8]| bytes[at..at + part.len()].copy_from_slice(part);
    put(0, disc.game.as_bytes());
    put(mark.0, &mark.1.to_be_bytes());
    put(0x20, disc.title.as_bytes());
    put(0x424, &word(TABLE / unit));
    put(0x428, &word(size / unit));
    for (kind_and_name, first, second) in &table.entries {
        let is_file = kind_and_name >> 24 == 0;
        bytes.extend(kind_and_name.to_be_bytes());
        bytes.extend(word(if is_file { (start + first) / unit } else { *first }));
        bytes.extend(word(*second));
    }
    bytes.extend(&table.names);
    bytes.resize(start, 0);
    bytes.extend(table.data);
    bytes
}

fn word(number: usize) -> [u8; 4] {
    super::super::count(number).to_be_bytes()
}

/// A file table under construction.
#[derive(Default)]
struct Table {
    /// Kind and offset of the name, start or parent, size or end.
    entries: Vec<(u32, usize, usize)>,
    names: Vec<u8>,
    data: Vec<u8>,
}

impl Table {
    fn entry(&mut self, kind: u32, name: &str, first: usize, second: usize) {
        let at = super::super::count(self.names.len());
        if !self.entries.is_empty() {
            self.names.extend(name.as_bytes());
            self.names.push(0);
        }
        self.entries.push((kind << 24 | at, first, second));
    }

    /// Adds the files below `path`, which ends with a slash unless it is the root.
    fn folder(&mut self, parent: usize, path: &str, files: &[(&str, &[u8])]) {
        let mut files = files;
        while let Some((file, data)) = files.first() {
            let name = &file[path.len()..];
            let Some((folder, _)) = name.split_once('/') else {
                self.data.resize(self.data.len().next_multiple_of(ALIGN), 0);
                self.entry(0, name, self.data.len(), data.len());
                self.data.extend(*data);
                files = &files[1..];
                continue;
            };
            let inner = format!("{path}{folder}/");
            let index = self.entries.len();
            self.entry(1, folder, parent, 0);
            let count = files.iter().take_while(|(file, _)| file.starts_with(&inner)).count();
            self.folder(index, &inner, &files[..count]);
            self.entries[index].2 = self.entries.len();
            files = &files[count..];
        }
    }
}
