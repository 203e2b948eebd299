//! Builds ISO 9660 discs of any size: bytes that are not given are zeros and take no space on disk.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

const SECTOR: u64 = 2048;
const RAW: u64 = 2352;
/// Sector of the root folder, which follows the descriptors.
const ROOT: u32 = 18;

/// A file of a disc: its bytes, padded with zeros to its size.
pub struct IsoFile<'a> {
    /// In capitals, with `/` between folders.
    pub path: &'a str,
    pub data: &'a [u8],
    pub size: u64,
}

impl<'a> IsoFile<'a> {
    /// A file without padding.
    pub fn new(path: &'a str, data: &'a [u8]) -> Self {
        Self { path, data, size: data.len() as u64 }
    }
}

/// Contents of a disc by sector number.
pub struct Image {
    pieces: Vec<(u64, Vec<u8>)>,
    sectors: u64,
}

/// A folder record: name, whether it is a folder, sector number, size in bytes.
type Record = (String, bool, u32, u64);

/// Builds a disc of these files.
pub fn iso(volume: &str, files: &[IsoFile<'_>]) -> Image {
    let mut folders: BTreeMap<String, Vec<Record>> = BTreeMap::from([(String::new(), Vec::new())]);
    for file in files {
        for (at, _) in file.path.match_indices('/') {
            let folder = file.path[..at].to_owned();
            if !folders.contains_key(&folder) {
                let (above, name) = parts(&folder);
                let record = (name.to_owned(), true, 0, 0);
                folders.get_mut(above).unwrap().push(record);
                folders.insert(folder, Vec::new());
            }
        }
        let (above, name) = parts(file.path);
        folders.get_mut(above).unwrap().push((format!("{name};1"), false, 0, file.size));
    }
    let mut next = u64::from(ROOT);
    let mut places: BTreeMap<String, (u32, u64)> = BTreeMap::new();
    for (folder, records) in &folders {
        let len = stored(records, (0, 0), (0, 0)).len() as u64;
        places.insert(folder.clone(), (sector(next), len));
        next += len / SECTOR;
    }
    let mut image = Image { pieces: Vec::new(), sectors: 0 };
    let mut starts: BTreeMap<&str, u32> = BTreeMap::new();
    for file in files {
        starts.insert(file.path, sector(next));
        image.pieces.push((next, file.data.to_vec()));
        next += file.size.div_ceil(SECTOR);
    }
    for (folder, records) in &mut folders {
        for (name, is_folder, start, len) in records.iter_mut() {
            let path = [folder.as_str(), name.trim_end_matches(";1")].join("/");
            let path = path.trim_start_matches('/');
            (*start, *len) = if *is_folder { places[path] } else { (starts[path], *len) };
        }
        let own = places[folder];
        let above = places[parts(folder).0];
        image.pieces.push((own.0.into(), stored(records, own, above)));
    }
    image.sectors = next;
    image.pieces.push((16, descriptor(volume, places[""], next)));
    image.pieces.push((17, b"\xFFCD001\x01".to_vec()));
    image
}

/// Splits a path into its folder and its last component.
fn parts(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn sector(number: u64) -> u32 {
    u32::try_from(number).expect("discs are smaller")
}

/// A number in both byte orders.
fn both(number: u32) -> [u8; 8] {
    let mut out = [0; 8];
    out[..4].copy_from_slice(&number.to_le_bytes());
    out[4..].copy_from_slice(&number.to_be_bytes());
    out
}

fn record(name: &[u8], is_folder: bool, (start, len): (u32, u64)) -> Vec<u8> {
    let mut out = vec![0, 0];
    out.extend(both(start));
    out.extend(both(u32::try_from(len).expect("files are smaller")));
    out.extend([98, 1, 1, 0, 0, 0, 0, u8::from(is_folder) * 2, 0, 0, 1, 0, 0, 1]);
    out.push(name.len() as u8);
    out.extend(name);
    out.resize(out.len().next_multiple_of(2), 0);
    out[0] = out.len() as u8;
    out
}

/// The sectors of a folder; no record crosses a sector boundary.
fn stored(records: &[Record], own: (u32, u64), above: (u32, u64)) -> Vec<u8> {
    let mut out = [record(&[0], true, own), record(&[1], true, above)].concat();
    for (name, is_folder, start, len) in records {
        let record = record(name.as_bytes(), *is_folder, (*start, *len));
        let left = SECTOR as usize - out.len() % SECTOR as usize;
        out.resize(out.len() + if left < record.len() { left } else { 0 }, 0);
        out.extend(record);
    }
    out.resize(out.len().next_multiple_of(SECTOR as usize), 0);
    out
}

fn descriptor(volume: &str, root: (u32, u64), sectors: u64) -> Vec<u8> {
    let mut out = b"\x01CD001\x01\0".to_vec();
    out.extend(format!("{:32}{volume:32}", "").bytes());
    out.extend([0; 8]);
    out.extend(both(sector(sectors)));
    out.extend([0; 32]);
    out.extend([1, 0, 0, 1, 1, 0, 0, 1, 0, 8, 8, 0]);
    out.resize(156, 0);
    out.extend(record(&[0], true, root));
    out.resize(SECTOR as usize, 0);
    out
}

impl Image {
    /// The whole image in sectors of 2048 bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0; (self.sectors * SECTOR) as usize];
        for (sector, bytes) in &self.pieces {
            let start = (sector * SECTOR) as usize;
            out[start..start + bytes.len()].copy_from_slice(bytes);
        }
        out
    }

    /// Writes the image in sectors of 2048 bytes.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = File::create(path)?;
        file.set_len(self.sectors * SECTOR)?;
        for (sector, bytes) in &self.pieces {
            file.seek(SeekFrom::Start(sector * SECTOR))?;
            file.write_all(bytes)?;
        }
        Ok(())
    }

    /// Writes the image in raw sectors of mode 1; empty sectors are zeros except for the first two.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_raw(&self, path: &Path) -> io::Result<()> {
        let mut file = io::BufWriter::new(File::create(path)?);
        file.get_ref().set_len(self.sectors * RAW)?;
        let blank: [(u64, Vec<u8>); 1] = [(0, vec![0; 2 * SECTOR as usize])];
        for (first, bytes) in blank.iter().chain(&self.pieces) {
            file.seek(SeekFrom::Start(first * RAW))?;
            for (sector, user) in (*first..).zip(bytes.chunks(SECTOR as usize)) {
                let mut raw =
                    [&[0], [0xFF; 10].as_slice(), &[0], &time(sector), &[1], user].concat();
                raw.resize(RAW as usize, 0);
                file.write_all(&raw)?;
            }
        }
        file.flush()
    }
}

/// Minute, second and frame of a sector, as packed BCD.
fn time(sector: u64) -> [u8; 3] {
    let frames = sector + 150;
    [frames / 75 / 60, frames / 75 % 60, frames % 75]
        .map(|number| (number / 10 * 16 + number % 10) as u8)
}
