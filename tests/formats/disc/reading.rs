//! Lazy reading: how much of a compressed disc is read when an archive on it is opened.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gouraud::bytes::{Endian, ReadAt, Source};
use gouraud::formats::neversoft::pre;
use gouraud::library::Library;
use gouraud_testing::build::{totem, tpa};

/// Source of bytes that counts how many are read.
struct Counted {
    bytes: Vec<u8>,
    read: Arc<AtomicU64>,
}

impl ReadAt for Counted {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let start = offset as usize;
        out.copy_from_slice(self.bytes.get(start..start + out.len()).ok_or("it ends")?);
        self.read.fetch_add(out.len() as u64, Ordering::Relaxed);
        Ok(())
    }
}

const FILE: usize = 2 << 20;

/// A file of more than a megabyte, different for each seed.
fn data(seed: u8) -> Vec<u8> {
    (0..FILE).map(|at| (at as u32).wrapping_mul(2_654_435_761).to_be_bytes()[0] ^ seed).collect()
}

/// Opens and lists `bytes`, then opens the second of three files: only tables and that file are read.
fn assert_reads_little(name: &str, bytes: Vec<u8>, expected: &[u8]) {
    let read = Arc::new(AtomicU64::new(0));
    let packed = Source::from_bytes("packed", vec![0]);
    let reader = Arc::new(Counted { bytes, read: read.clone() });
    let source = packed.decoded_lazily(name, "test", reader, None);
    let library = Library::new();
    let opened = library.open_source(&source, None).unwrap();
    let members = opened.members(&library).unwrap();
    assert_eq!(members.list().len(), 3, "{name}");
    opened.problems(&library);
    opened.document.tree.coverage();
    let listed = read.load(Ordering::Relaxed);
    assert!(listed < 1 << 20, "{name}: listing reads {listed} bytes");
    let member = members.open(1).unwrap();
    assert_eq!(member.crc32(), crc32fast::hash(expected), "{name}");
    assert!(member.in_memory().is_none(), "{name}");
    let total = read.load(Ordering::Relaxed);
    assert!(total < listed + expected.len() as u64 + (1 << 20), "{name}: reads {total} bytes");
}

#[test]
fn lists_archives_without_reading_their_files() {
    let files = [data(1), data(2), data(3)];

    let mut big = b"BIGF\0\0\0\0\0\0\0\x03\0\0\0\x40".to_vec();
    for (index, file) in files.iter().enumerate() {
        big.extend((0x800 + index as u32 * FILE as u32).to_be_bytes());
        big.extend((file.len() as u32).to_be_bytes());
        big.extend([b'a' + index as u8, 0]);
    }
    big.resize(0x800, 0);
    files.iter().for_each(|file| big.extend(file));
    let len = big.len() as u32;
    big[4..8].copy_from_slice(&len.to_le_bytes());
    assert_reads_little("data.big", big, &files[1]);

    let mut archive = pre::Archive::new(pre::Version::One);
    let named = files.iter().zip(["a.bin", "b.bin", "c.bin"]);
    archive.files =
        named.map(|(file, name)| pre::File::new(name, file.clone(), pre::Version::One)).collect();
    assert_reads_little("data.pre", archive.write().unwrap(), &files[1]);

    let named = files.iter().zip(["a", "b", "c"]);
    let named = named.map(|(file, name)| totem::file(0x1234_5678, name, file.clone())).collect();
    let archive = totem::archive(Endian::Big, named).write().unwrap();
    assert_reads_little("data.dgc", archive, &files[1]);

    let mut lgp = b"\0\0SQUARESOFT\x03\0\0\0".to_vec();
    let front = 16 + 3 * 27 + 3600 + 2;
    for (index, name) in ["aaaa.p", "aaab.p", "aaac.p"].iter().enumerate() {
        let mut row = name.as_bytes().to_vec();
        row.resize(20, 0);
        row.extend((front as u32 + index as u32 * (24 + FILE as u32)).to_le_bytes());
        row.extend([14, 0, 0]);
        lgp.extend(row);
    }
    lgp.resize(front, 0);
    for (file, name) in files.iter().zip(["aaaa.p", "aaab.p", "aaac.p"]) {
        let mut head = name.as_bytes().to_vec();
        head.resize(20, 0);
        head.extend((file.len() as u32).to_le_bytes());
        lgp.extend(head);
        lgp.extend(file);
    }
    lgp.extend(b"FINAL FANTASY7");
    assert_reads_little("data.lgp", lgp, &files[1]);
}

/// Samples of a bank are read only when a sound is played.
#[test]
fn lists_banks_without_reading_their_samples() {
    let sounds: Vec<_> = (0..3).map(|seed| tpa::pcm8(11025, 1, &data(seed))).collect();
    let ids = (0..3).map(|index| tpa::id(0x100 + index as u32, index)).collect();
    let second = tpa::alone(&sounds[1]);
    let bank = tpa::bank(ids, sounds, Vec::new()).write().unwrap();
    assert_reads_little("stream.tpa", bank, &second);
}
