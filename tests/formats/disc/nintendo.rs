//! GameCube and Wii discs in compressed and encrypted images of other programs.

use std::io::Read;
use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::formats::disc::packed::unpacked_len;
use gouraud::library::{Library, Opened};
use gouraud_testing::build::disc::{GameCube, gamecube, wii};
use nod::common::{Compression, Format};
use nod::read::{DiscOptions, DiscReader, PartitionEncryption};
use nod::write::{DiscWriter, FormatOptions, ProcessOptions};

/// Text that compresses, and noise that does not, over several sectors.
fn files() -> [(&'static str, Vec<u8>); 3] {
    let noise = (0..150_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    [
        ("a.txt", b"the same words again, ".repeat(5000)),
        ("b/noise.bin", noise),
        ("last", b"end".to_vec()),
    ]
}

fn built(build: impl Fn(&GameCube<'_>) -> Vec<u8>) -> Vec<u8> {
    let files = files();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, data)| (*path, &data[..])).collect();
    build(&GameCube { game: "GTSE01", title: "Packed", files: &files })
}

fn reader(image: Vec<u8>, partition_encryption: PartitionEncryption) -> DiscReader {
    let options = DiscOptions { partition_encryption };
    DiscReader::new_stream(Box::new(Arc::<[u8]>::from(image)), &options).unwrap()
}

/// The image in the encrypted form of a pressed disc.
fn encrypted(image: Vec<u8>) -> Vec<u8> {
    let len = image.len();
    let mut out = vec![0; len];
    reader(image, PartitionEncryption::ForceEncrypted).read_exact(&mut out).unwrap();
    out
}

fn packed(image: Vec<u8>, format: Format, compression: Compression) -> Vec<u8> {
    let mut options = FormatOptions::new(format);
    options.compression = compression;
    let disc = reader(image, PartitionEncryption::Original);
    let mut out = Vec::new();
    let writer = DiscWriter::new(disc, &options).unwrap();
    let write = |data: bytes::Bytes, _, _| {
        out.extend(&data);
        Ok(())
    };
    let done = writer.process(write, &ProcessOptions::default()).unwrap();
    out[..done.header.len()].copy_from_slice(&done.header);
    out
}

fn open(library: &Library, bytes: Vec<u8>) -> Arc<Opened> {
    library.open_source(&Source::from_bytes("game.img", bytes), None).unwrap()
}

fn assert_is_the_disc(bytes: Vec<u8>, wrapped: &[&str], version: &str) {
    let library = Library::new();
    let opened = open(&library, bytes);
    assert_eq!(opened.wrapped(), wrapped);
    assert_eq!(opened.document.format.id, "disc.gamecube");
    assert_eq!(opened.document.version, version);
    let members = opened.members(&library).unwrap();
    let facts = members.disc().unwrap();
    assert_eq!((facts.volume.as_str(), facts.serial.as_deref()), ("Packed", Some("GTSE01")));
    let listed: Vec<(&str, u64)> =
        members.list().iter().map(|member| (member.path.as_str(), member.size)).collect();
    assert_eq!(listed, [("a.txt", 110_000), ("b/noise.bin", 150_000), ("last", 3)]);
    for (path, data) in files() {
        let member = opened.member(&library, path).unwrap().unwrap();
        assert_eq!(member.bytes(), data, "{path}");
    }
    assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
    assert!(opened.document.source.in_memory().is_none());
}

#[test]
fn reads_gamecube_discs_from_rvz_and_wia_with_every_codec() {
    let mut image = built(gamecube);
    // The packer has no room for the tables of a smaller disc.
    image.resize(8 << 20, 0x5A);
    let codecs = [
        Compression::None,
        Compression::Bzip2(9),
        Compression::Lzma(6),
        Compression::Lzma2(6),
        Compression::Zstandard(5),
    ];
    for codec in codecs {
        assert_is_the_disc(packed(image.clone(), Format::Rvz, codec), &["rvz"], "");
        if !matches!(codec, Compression::Zstandard(_)) {
            assert_is_the_disc(packed(image.clone(), Format::Wia, codec), &["wia"], "");
        }
    }
}

#[test]
fn reads_plain_encrypted_and_packed_wii_discs() {
    let plain = built(wii);
    let pressed = encrypted(plain.clone());
    assert_ne!(pressed[0x7_0000..0x8_0000], plain[0x7_0000..0x8_0000]);
    assert_is_the_disc(
        packed(pressed.clone(), Format::Rvz, Compression::Zstandard(3)),
        &["rvz"],
        "wii",
    );
    assert_is_the_disc(packed(pressed.clone(), Format::Wia, Compression::Lzma(3)), &["wia"], "wii");
    assert_is_the_disc(packed(pressed.clone(), Format::Wbfs, Compression::None), &["wbfs"], "wii");
    assert_is_the_disc(pressed, &["wii"], "wii");
    assert_is_the_disc(plain, &["wii"], "wii");
}

/// All fields of the header and of the tables are named.
#[test]
fn packed_disc_has_field_for_every_byte() {
    let pressed = encrypted(built(wii));
    let library = Library::new();
    for format in [Format::Rvz, Format::Wbfs] {
        let bytes = packed(pressed.clone(), format, FormatOptions::new(format).compression);
        let opened = open(&library, bytes);
        let tree = &opened.wrappers[0].tree;
        assert_eq!(tree.coverage().overlap, 0, "{format}");
        let at = |path| tree.field(&tree.find(path).unwrap()).unwrap();
        if format == Format::Rvz {
            assert_eq!(format!("{:?}", at("disc.codec").value), "Uint(5)");
            assert!(tree.find("partitions[0].data.sector_count").is_ok());
        } else {
            assert!(tree.find("blocks[0]").is_ok());
        }
    }
}

#[test]
fn joins_split_disc_and_names_missing_part() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = packed(encrypted(built(wii)), Format::Wbfs, Compression::None);
    let third = bytes.len() / 3;
    let parts = [&bytes[..third], &bytes[third..2 * third], &bytes[2 * third..]];
    for (name, part) in ["game.wbfs", "GAME.WBF1"].iter().zip(parts) {
        std::fs::write(folder.path().join(name), part).unwrap();
    }
    let path = folder.path().join("game.wbfs").display().to_string();
    let failed = Library::new().open(&path, None).err().unwrap().to_string();
    assert!(failed.contains("game.wbf1 is missing or truncated"), "{failed}");
    std::fs::write(folder.path().join("game.wbf2"), parts[2]).unwrap();
    let library = Library::new();
    let opened = library.open(&path, None).unwrap();
    assert_eq!((opened.wrapped(), opened.document.format.id), (vec!["wbfs"], "disc.gamecube"));
    assert_eq!(opened.stored.len(), third as u64);
    for (path, data) in files() {
        assert_eq!(opened.member(&library, path).unwrap().unwrap().bytes(), data, "{path}");
    }
    assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
}

#[test]
fn survives_truncated_discs_and_reports_damaged_ones() {
    let pressed = encrypted(built(wii));
    let library = Library::new();
    let rvz = packed(pressed.clone(), Format::Rvz, Compression::Zstandard(3));
    let wbfs = packed(pressed.clone(), Format::Wbfs, Compression::None);
    for whole in [&rvz, &wbfs, &pressed] {
        for cut in [0x20, 0x48, 0x130, 0x4_0000, 0x5_0100, whole.len() / 2, whole.len() - 1] {
            let cut = whole.get(..cut).unwrap_or(whole).to_vec();
            if let Ok(opened) = library.open_source(&Source::from_bytes("cut", cut), None) {
                if let Some(members) = opened.members(&library) {
                    for index in 0..members.list().len() {
                        members.open(index).map(|member| member.crc32()).ok();
                    }
                }
                opened.problems(&library);
            }
        }
    }
    // Sizes of the file are checked before memory is allocated for them.
    let damage = |at: usize, bytes: [u8; 4]| {
        let mut damaged = rvz.clone();
        damaged[at..at + 4].copy_from_slice(&bytes);
        library
            .open_source(&Source::from_bytes("damaged", damaged), None)
            .err()
            .unwrap()
            .to_string()
    };
    assert!(damage(0x54, [0x7F, 0, 0, 0]).contains("exceeds the maximum"));
    assert!(damage(0x10C, [0x7F, 0, 0, 0]).contains("exceeds the maximum"));
    assert!(damage(0x20, [1, 2, 3, 4]).contains("hash"), "{}", damage(0x20, [1, 2, 3, 4]));
}

/// `nod` allocates the stored size of a group before it reads it.
#[test]
fn refuses_groups_that_are_stored_in_more_bytes_than_they_have() {
    let mut image = built(gamecube);
    image.resize(8 << 20, 0x5A);
    for (format, width) in [(Format::Rvz, 12), (Format::Wia, 8)] {
        let disc = packed(image.clone(), format, Compression::None);
        let number = |at: usize| u32::from_be_bytes(disc[at..at + 4].try_into().unwrap()) as usize;
        let (count, start, len) = (number(0x10C), number(0x114), number(0x118));
        assert_eq!(len, count * width);
        let mut table = disc[start..start + len].to_vec();
        table[width + 4..width + 8].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xFC]);
        let frame = zstd::bulk::compress(&table, 3).unwrap();
        for (codec, table) in [(0, &table), (5, &frame)] {
            let mut damaged = disc.clone();
            damaged[0x4F] = codec;
            damaged[start..start + table.len()].copy_from_slice(table);
            damaged[0x118..0x11C].copy_from_slice(&(table.len() as u32).to_be_bytes());
            let opened = Library::new().open_source(&Source::from_bytes("damaged", damaged), None);
            let why = opened.err().unwrap().to_string();
            let expected = "group 1 is stored in 2147483644 bytes, more than";
            assert!(why.contains(expected), "{format}, codec {codec}: {why}");
        }
    }
}

/// The codec allocates its dictionary before it unpacks anything.
#[test]
fn refuses_huge_dictionaries() {
    let mut image = built(gamecube);
    image.resize(8 << 20, 0x5A);
    for (codec, at) in [(Compression::Lzma(3), 0x121), (Compression::Lzma2(3), 0x11D)] {
        let mut disc = packed(image.clone(), Format::Wia, codec);
        // In LZMA a number of 4 bytes, in LZMA2 one of 41 steps.
        disc[at] = 38;
        let opened = Library::new().open_source(&Source::from_bytes("damaged", disc), None);
        let why = opened.err().unwrap().to_string();
        assert!(why.contains("a dictionary of "), "{codec}: {why}");
    }
}

/// Headers derived manually from RFC 8878.
#[test]
fn reads_the_unpacked_size_of_frames() {
    let frame = |rest: &[u8]| [&[0x28, 0xB5, 0x2F, 0xFD], rest].concat();
    assert_eq!(unpacked_len(&frame(&[0x20, 0x10])), Some(16));
    assert_eq!(unpacked_len(&frame(&[0x60, 0x10, 0x00])), Some(272));
    assert_eq!(unpacked_len(&frame(&[0x80, 0x58, 0, 0, 2, 0])), Some(0x2_0000));
    assert_eq!(unpacked_len(&frame(&[0xC1, 0x58, 9, 1, 0, 0, 0, 0, 0, 0, 1])), Some((1 << 56) + 1));
    assert_eq!(unpacked_len(&frame(&[0x00, 0x58])), None);
    assert_eq!(unpacked_len(b"RVZ\x01"), None);
}
