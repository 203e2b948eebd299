//! Builds Neversoft's archives byte by byte.

/// zlib's Adler-32.
fn adler32(bytes: &[u8]) -> u32 {
    let step = |(a, b): (u32, u32), byte: &u8| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    };
    let (a, b) = bytes.iter().fold((1, 0), step);
    b << 16 | a
}

/// A zlib stream with `bytes` in one stored block.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let len = u16::try_from(bytes.len()).expect("a stored block is short");
    let mut out = vec![0x78, 0x01, 0x01];
    out.extend(len.to_le_bytes());
    out.extend((!len).to_le_bytes());
    out.extend(bytes);
    out.extend(adler32(bytes).to_be_bytes());
    out
}

/// An LZSS stream of literals and one reference to the spaces that fill the ring at the start.
pub fn lzss_spaces_then(literals: &[u8; 7]) -> Vec<u8> {
    let mut out = vec![0xFE, 0x00, 0x01];
    out.extend(literals);
    out
}

fn align(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(4), 0);
}

fn word(out: &mut Vec<u8>, number: usize) {
    out.extend(super::count(number).to_le_bytes());
}

fn padded_name(out: &mut Vec<u8>, name: &str) {
    out.extend(name.as_bytes());
    out.push(0);
    align(out);
}

/// A PRE archive of the first version.
pub fn pre_1(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    word(&mut out, files.len());
    for (name, data) in files {
        padded_name(&mut out, name);
        word(&mut out, data.len());
        out.extend(*data);
        align(&mut out);
    }
    out
}

/// A file of a later PRE archive.
pub struct PreFile<'a> {
    pub name: &'a str,
    /// Unpacked size.
    pub size: usize,
    /// As stored.
    pub data: &'a [u8],
    pub is_packed: bool,
    pub hash: u32,
}

/// A PRE archive of version 2 or 3.
pub fn pre(version: u8, files: &[PreFile<'_>]) -> Vec<u8> {
    let mut out = vec![0; 4];
    out.extend((0xABCD_0000 | u32::from(version)).to_le_bytes());
    word(&mut out, files.len());
    for file in files {
        word(&mut out, file.size);
        word(&mut out, if file.is_packed { file.data.len() } else { 0 });
        let len = (file.name.len() + 1).next_multiple_of(4);
        out.extend(u16::try_from(len).expect("names are short").to_le_bytes());
        out.extend([0; 2]);
        if version == 3 {
            out.extend(file.hash.to_le_bytes());
        }
        padded_name(&mut out, file.name);
        out.extend(file.data);
        align(&mut out);
    }
    let len = super::count(out.len());
    out[..4].copy_from_slice(&len.to_le_bytes());
    out
}

/// A file of a PKR archive, in one of its directories.
pub struct PkrFile<'a> {
    pub name: &'a str,
    /// Unpacked bytes.
    pub bytes: &'a [u8],
    pub is_packed: bool,
}

fn name_32(out: &mut Vec<u8>, name: &str) {
    let end = out.len() + 32;
    out.extend(name.as_bytes());
    out.resize(end, 0);
}

fn compression(file: &PkrFile<'_>) -> u32 {
    if file.is_packed { 2 } else { 0xFFFF_FFFE }
}

/// A PKR2 archive: directory first, nothing compressed.
pub fn pkr_2(dirs: &[(&str, &[PkrFile<'_>])]) -> Vec<u8> {
    let count: usize = dirs.iter().map(|(_, files)| files.len()).sum();
    let mut out = b"PKR2".to_vec();
    word(&mut out, 1);
    word(&mut out, dirs.len());
    word(&mut out, count);
    let mut row = 16 + dirs.len() * 40;
    let mut data_at = row + count * 48;
    for (name, files) in dirs {
        name_32(&mut out, name);
        word(&mut out, row);
        word(&mut out, files.len());
        row += files.len() * 48;
    }
    for file in dirs.iter().flat_map(|(_, files)| *files) {
        name_32(&mut out, file.name);
        out.extend(compression(file).to_le_bytes());
        word(&mut out, data_at);
        word(&mut out, file.bytes.len());
        word(&mut out, file.bytes.len());
        data_at += file.bytes.len();
    }
    dirs.iter().flat_map(|(_, files)| *files).for_each(|file| out.extend(file.bytes));
    out
}

/// A PKR3 archive: data first, then the directory.
pub fn pkr_3(dirs: &[(&str, &[PkrFile<'_>])]) -> Vec<u8> {
    let mut out = b"PKR3\0\0\0\0".to_vec();
    let mut places = Vec::new();
    for file in dirs.iter().flat_map(|(_, files)| *files) {
        let data = if file.is_packed { zlib(file.bytes) } else { file.bytes.to_vec() };
        places.push((out.len(), data.len()));
        out.extend(data);
    }
    let directory = super::count(out.len());
    out[4..8].copy_from_slice(&directory.to_le_bytes());
    word(&mut out, 4);
    word(&mut out, dirs.len());
    word(&mut out, places.len());
    let mut first = 0;
    for (name, files) in dirs {
        name_32(&mut out, name);
        word(&mut out, first);
        word(&mut out, files.len());
        first += files.len();
    }
    for (file, (start, len)) in dirs.iter().flat_map(|(_, files)| *files).zip(places) {
        name_32(&mut out, file.name);
        out.extend(crc32(file.bytes).to_le_bytes());
        out.extend(compression(file).to_le_bytes());
        word(&mut out, start);
        word(&mut out, file.bytes.len());
        word(&mut out, len);
    }
    out
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ (0xEDB8_8320 & 0u32.wrapping_sub(crc & 1))
        })
    };
    !bytes.iter().fold(!0, step)
}

/// Names with their bytes; every file begins at a sector boundary of the WAD.
pub type Files<'a> = &'a [(&'a str, &'a [u8])];

/// The WAD of these files.
pub fn wad(files: Files<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for (_, bytes) in files {
        out.extend(*bytes);
        out.resize(out.len().next_multiple_of(2048), 0);
    }
    out
}

/// Start and size of each file.
fn places(files: Files<'_>) -> Vec<(usize, usize)> {
    let mut at = 0;
    let place = |(_, bytes): &(&str, &[u8])| {
        let start = at;
        at = (at + bytes.len()).next_multiple_of(2048);
        (start, bytes.len())
    };
    files.iter().map(place).collect()
}

/// A table with stored names; `end` terminates it.
pub fn hed_plain(files: Files<'_>, end: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for ((name, _), (start, size)) in files.iter().zip(places(files)) {
        padded_name(&mut out, name);
        word(&mut out, start);
        word(&mut out, size);
    }
    out.extend(end);
    out
}

/// A table of name hashes, computed by `hash`.
pub fn hed_hashed(files: Files<'_>, hash: impl Fn(&str) -> u32) -> Vec<u8> {
    let mut out = Vec::new();
    for ((name, _), (start, size)) in files.iter().zip(places(files)) {
        out.extend(hash(name).to_le_bytes());
        word(&mut out, start);
        word(&mut out, size);
    }
    word(&mut out, 0);
    out
}

/// A table of later games, with offsets in units of `unit` bytes.
pub fn hed_later(files: Files<'_>, unit: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for ((name, _), (start, size)) in files.iter().zip(places(files)) {
        word(&mut out, start / unit);
        word(&mut out, size);
        padded_name(&mut out, name);
    }
    out.extend([0xFF; 4]);
    out
}
