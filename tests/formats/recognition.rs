//! Recognition of formats: signatures first, and structure only if it proves the whole file.

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud_testing::build::neversoft::{hed_plain, pre_1};
use gouraud_testing::fixtures;
use proptest::prelude::*;

/// Id of the format that claims these bytes, and true if a signature proves it.
fn claim(name: &str, bytes: &[u8]) -> Option<(&'static str, bool)> {
    let source = Source::from_bytes(name, bytes.to_vec());
    let (format, _) = formats::identify(&source)?;
    Some((format.info().id, format.is_marked(&formats::Head::of(&source))))
}

/// Id of a format without a signature that claims these bytes.
fn guess(bytes: &[u8]) -> Option<&'static str> {
    claim("file", bytes).filter(|(_, is_marked)| !is_marked).map(|(id, _)| id)
}

/// Pseudo-random bytes, the same in every run.
fn noise(len: usize, seed: u32) -> Vec<u8> {
    let next = |state: &mut u32| {
        *state = state.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
        Some((*state >> 24) as u8)
    };
    std::iter::repeat_n((), len).scan(seed, |state, ()| next(state)).collect()
}

/// Lengths at which weak evidence fits by accident: whole sectors, whole records, and others.
const LENGTHS: [usize; 12] = [1, 4, 48, 109, 113, 512, 2048, 2336, 4672, 24_576, 70_080, 131_072];

#[test]
fn rejects_zeros_ones_noise_and_text() {
    let text = b"The quick brown fox jumps over the lazy dog.\r\n".repeat(3000);
    for len in LENGTHS {
        let files = [
            ("zeros", vec![0; len]),
            ("ones", vec![0xFF; len]),
            ("grey", vec![0x80; len]),
            ("noise", noise(len, 1)),
            ("text", text[..len].to_vec()),
        ];
        for (kind, bytes) in files {
            assert_eq!(claim("file", &bytes), None, "{kind}, {len} bytes");
        }
    }
}

/// First bytes of file kinds with a signature, with a reader here or without one.
const SIGNATURES: &[&[u8]] = &[
    b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR",
    b"GIF89a\x10\0\x10\0",
    b"\xFF\xD8\xFF\xE0\0\x10JFIF\0",
    b"RIFF\x24\0\0\0WAVEfmt ",
    b"OggS\0\x02",
    b"fLaC\0\0\0\x22",
    b"MThd\0\0\0\x06",
    b"BIKi\0\x10\0\0",
    b"7z\xBC\xAF\x27\x1C\0\x04",
    b"Rar!\x1A\x07\x01\0",
    b"\x1F\x8B\x08\0",
    b"%PDF-1.4",
    b"\x7FELF\x01\x01\x01",
    b"PS-X EXE",
    b"BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x20\0\0\0\x20\0\0\0\x01\0\x18\0",
    b"VAGp\0\0\0\x20\0\0\0\0\0\0\x10\0\0\0\xAC\x44",
    b"DDS \x7C\0\0\0\x07\x10\0\0",
    b"pBAV\x07\0\0\0",
];

#[test]
fn signature_prevents_guesses() {
    for signature in SIGNATURES {
        for len in LENGTHS {
            for fill in [vec![0; len], vec![0xFF; len], noise(len, 7)] {
                let bytes = [signature, &fill[..]].concat();
                assert_eq!(guess(&bytes), None, "{:?}, {len} bytes", &signature[..4]);
            }
        }
    }
}

/// A file that begins with a known signature is never claimed by a format without one.
#[test]
fn known_signature_overrides_structure() {
    let material = fixtures::read("totem/grad.ngc.TMATERIAL");
    assert_eq!(claim("file", &material), Some(("totem.material", false)));
    let mut marked = material.clone();
    marked[..8].copy_from_slice(b"\x89PNG\r\n\x1A\n");
    assert_eq!(claim("file.TMATERIAL", &marked), None);
}

#[test]
fn recognises_fixtures_without_names() {
    for (name, id) in [
        ("totem/box_0.ngc.TMESH", "totem.mesh"),
        ("totem/box_0.ps2.TMESH", "totem.mesh"),
        ("totem/grad_f12p3.ngc.TBITMAP", "totem.bitmap"),
        ("totem/grad_f1p2.ngc.TBITMAP", "totem.bitmap"),
        ("ps1-sound/two2336.xa", "ps1.xa"),
        ("ps1-sound/two2352.xa", "ps1.xa"),
        ("tim/tim8_2clut.tim", "ps1.tim"),
    ] {
        assert_eq!(claim("file", &fixtures::read(name)).map(|(id, _)| id), Some(id), "{name}");
    }
}

#[test]
fn recognises_files_of_the_demo_without_their_names() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
    let read = |name: &str| std::fs::read(format!("{demo}{name}")).unwrap();
    let files = [
        ("arrival.asa", "trespasser.asa"),
        ("island-130.spz", "trespasser.spz"),
        ("plaza.sfx", "neversoft.sfx"),
    ];
    for (name, id) in files {
        let bytes = read(name);
        assert_eq!(guess(&bytes), Some(id), "{name}");
        // With more bytes after it, the file is not recognised.
        assert_eq!(
            guess(&[&bytes, &[1, 0, 0, 0][..]].concat()).filter(|_| id.ends_with("sfx")),
            None
        );
    }
    assert_eq!(guess(b"version 2 of this text"), None);
    assert_eq!(guess(&read("island-130.spz")[..100_000]), None);
}

#[test]
fn recognises_damaged_picture() {
    for fixture in fixtures::of_family("tim") {
        for missing in 1..3 {
            let cut = &fixture.bytes[..fixture.bytes.len() - missing];
            assert_eq!(claim("file", cut), Some(("ps1.tim", true)), "{}", fixture.name);
        }
    }
    // A large one, whose texels are equal bytes that look like sub-headers.
    let mut large = vec![0x10, 0, 0, 0, 2, 0, 0, 0];
    large.extend((12 + 256 * 256 * 2u32).to_le_bytes());
    large.extend([0, 0, 0, 0, 0, 1, 0, 1]);
    large.extend([1, 0, 0x64, 0x01].repeat(256 * 128));
    large.pop();
    assert_eq!(claim("grey.tim", &large), Some(("ps1.tim", true)));
}

#[test]
fn rejects_zeros_and_cd_audio_as_sectors() {
    let mut nearly_empty = vec![0; 24_576];
    nearly_empty[0x920..0x928].copy_from_slice(&[0x0D, 0xF4, 0x64, 0x00, 1, 2, 3, 4]);
    assert_eq!(claim("replay.rec", &nearly_empty), None);
    // Stereo frames of four bytes at half the rate: each is stored twice.
    let frame = |at: u32| {
        let sample = (f64::from(at) * 0.05).sin() * 12_000.0;
        (sample as i16).to_le_bytes().repeat(2)
    };
    let sound: Vec<u8> = (0..60_000).flat_map(|at| frame(at).repeat(2)).collect();
    for start in (0..64).step_by(4) {
        assert_eq!(claim("track.bin", &sound[start..]), None, "from {start}");
    }
}

/// Two streams in sectors without sync patterns, with the filler that encoders write between them.
#[test]
fn recognises_sectors_by_sub_headers() {
    let sector = |[file, channel, submode, coding]: [u8; 4]| {
        let mut bytes = [file, channel, submode, coding].repeat(2);
        bytes.resize(2336, 0);
        bytes
    };
    let kinds = [[1, 0, 0x64, 1], [1, 1, 0x64, 5], [1, 255, 0x20, 0], [1, 0, 0xE4, 1]];
    let is_one = |kinds: &[[u8; 4]]| {
        claim("file", &kinds.iter().copied().flat_map(sector).collect::<Vec<u8>>()).is_some()
    };
    assert!(is_one(&kinds));
    // Unused channels.
    assert!(is_one(&[kinds[0], [0; 4], [0; 4], kinds[3]]));
    assert!(!is_one(&[kinds[0], [0; 4], [0; 4], [0; 4]]));
    // Reserved bits, an invalid channel, sound that is data as well, different files.
    assert!(!is_one(&kinds.map(|[file, channel, submode, _]| [file, channel, submode, 0x82])));
    assert!(!is_one(&kinds.map(|[file, _, submode, coding]| [file, 40, submode, coding])));
    assert!(!is_one(&kinds.map(|[file, channel, _, coding]| [file, channel, 0x6C, coding])));
    let files = [1, 7, 90, 200];
    let other = std::array::from_fn::<_, 4, _>(|at| [files[at], kinds[at][1], kinds[at][2], 1]);
    assert!(!is_one(&other));
}

const FILES: [(&str, &[u8]); 3] =
    [("LEVEL.PSX", &[4; 300]), ("B.TRG", &[5; 40]), ("C.VAB", &[6; 9])];

#[test]
fn recognises_truncated_table_and_unusual_names() {
    let table = hed_plain(&FILES, &[0xFF]);
    let version = |bytes: &[u8]| {
        let source = Source::from_bytes("CD.HED", bytes.to_vec());
        let (format, _) = formats::identify(&source).unwrap();
        let document = format.open(&source).unwrap();
        assert_eq!(document.format.id, "neversoft.hed");
        (document.version, document.counts.get("members").unwrap(), document.problems.total())
    };
    assert_eq!(version(&table), ("plain".to_owned(), 3, 0));
    // Without its end, cut in its last record, and with an unreadable name.
    assert_eq!(version(&table[..table.len() - 1]), ("plain".to_owned(), 3, 1));
    let (name, members, problems) = version(&table[..table.len() - 7]);
    assert_eq!((name.as_str(), members), ("plain", 2));
    assert!(problems > 0);
    let mut unusual = table.clone();
    unusual[1] = 7;
    assert_eq!(version(&unusual).0, "plain");
    let long = "X".repeat(64 * 1024);
    let long = hed_plain(&[FILES[0], (long.as_str(), &[1]), FILES[1], FILES[2]], &[0xFF]);
    assert_eq!(version(&long), ("plain".to_owned(), 4, 0));
}

/// The beginning of an entry is part of the table, too: read in another order, the rest would have
/// shifted names.
#[test]
fn keeps_the_form_of_a_table_truncated_in_its_last_entry() {
    let files: [(&str, &[u8]); 4] = [
        ("PLAZA.PSX", &[1; 3000]),
        ("PLAZA_L.PSX", &[2; 9]),
        ("PLAZA_T.TRG", &[3; 100]),
        ("SKATER.PSX", &[4; 70]),
    ];
    let table = hed_plain(&files, &[0xFF]);
    // Name, offset and size of the last entry, and the end marker.
    for cut in 2..=12 + 8 {
        let source = Source::from_bytes("CD.HED", table[..table.len() - cut].to_vec());
        let (format, _) = formats::identify(&source).unwrap();
        let document = format.open(&source).unwrap();
        assert_eq!(document.version, "plain", "{cut} bytes cut");
        assert_eq!(document.counts.get("members"), Some(3), "{cut} bytes cut");
        assert!(document.problems.total() > 0, "{cut} bytes cut");
    }
}

#[test]
fn rejects_other_data_with_the_extension_of_a_format_without_signature() {
    let text = b"The quick brown fox jumps over the lazy dog.\r\n".repeat(2000);
    for extension in ["hed", "het", "hep", "sfx", "spz", "asa", "tpm"] {
        let name = format!("file.{extension}");
        for len in [40, 2048, 5000, 70_000] {
            let files = [
                ("noise", noise(len, 3)),
                ("ones", vec![0xFF; len]),
                ("zeros", vec![0; len]),
                ("text", text[..len].to_vec()),
            ];
            for (kind, bytes) in files {
                assert_eq!(claim(&name, &bytes), None, "{name}, {kind}, {len} bytes");
            }
        }
    }
}

#[test]
fn recognises_archive_with_unusual_file() {
    let whole = pre_1(&FILES);
    let mut more = pre_1(&FILES[..2]);
    more[0] = 3;
    let opened = |bytes: &[u8]| {
        let source = Source::from_bytes("file", bytes.to_vec());
        let (format, _) = formats::identify(&source).unwrap();
        let document = format.open(&source).unwrap();
        (document.format.id, document.counts.get("members").unwrap(), document.problems.total() > 0)
    };
    assert_eq!(opened(&whole), ("neversoft.pre", 3, false));
    // A copy of an archive may be interrupted between two files.
    assert_eq!(opened(&more), ("neversoft.pre", 2, true));
    for name in ["\u{e9}.bin", &"x".repeat(264), "a\u{1}b"] {
        let unusual = pre_1(&[FILES[0], (name, &[1, 2]), FILES[1]]);
        assert_eq!(opened(&unusual).0, "neversoft.pre", "{name}");
        assert_eq!(opened(&unusual).1, 3, "{name}");
    }
}

#[test]
fn extension_alone_does_not_make_a_table_of_hashes() {
    assert_eq!(claim("CD.HED", &noise(3000, 1)), None);
    let entry = |at: u32| [0x9E37_79B9u32.wrapping_mul(at + 1), at * 2048, 2000];
    let table: Vec<u8> = (0..40).flat_map(entry).flat_map(u32::to_le_bytes).collect();
    assert_eq!(claim("CD.HED", &table), Some(("neversoft.hed", false)), "its end is missing");
}

/// Programs in segments begin with offsets and short runs that are names by accident.
#[test]
fn table_without_extension_needs_readable_names() {
    let table = hed_plain(&FILES, &[0xFF]);
    assert_eq!(claim("file", &table), Some(("neversoft.hed", false)));
    let mut unusual = table.clone();
    unusual[1] = 7;
    assert_eq!(claim("file", &unusual), None);
}

/// Each letter of a UTF-32 text, with its three zeros, looks like a name of one letter and a size.
#[test]
fn rejects_utf_32_text_as_archive() {
    let text =
        "\u{21}<p>Look at the stars in a clear night. Count a hundred of them.</p>\n".repeat(40);
    let bytes: Vec<u8> = text.chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
    assert_eq!(claim("page.html", &bytes), None);
}

#[test]
fn rejects_numbers_as_name_table() {
    // Pairs of 16-bit numbers below 256, up to a pair of all ones.
    let mut numbers: Vec<u8> = (0x78..0x9C).flat_map(|number: u16| number.to_le_bytes()).collect();
    numbers.extend([0xFF, 0xFF]);
    numbers.resize(128, 0);
    assert_eq!(claim("sounds_alias.bin", &numbers), None);
    assert_eq!(claim("codes", &b"0000\n00a0\n0021\n0022\n".repeat(50)), None);
}

#[test]
fn rejects_palette_that_begins_like_picture() {
    let mut palette = vec![0; 72];
    palette[0] = 0x10;
    palette[4] = 1;
    palette[9] = 0x80;
    assert_eq!(claim("palette.bin", &palette), None);
}

/// The number of letters of its name and the kind of a Targa picture look like the version of a level.
#[test]
fn does_not_take_targa_pictures_for_levels() {
    for name_len in [3, 4, 6] {
        let mut picture = vec![name_len, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 24, 0];
        picture.extend(noise(usize::from(name_len) + 64 * 64 * 3, 9));
        let found = claim("picture.tga", &picture).map(|(id, _)| id);
        assert_eq!(found, Some("truevision.tga"), "{name_len} letters");
    }
}

/// Chunks with a kind and a size follow each other as the files of an archive do.
#[test]
fn does_not_take_chunks_for_an_archive_without_names() {
    let mut chunks = vec![16, 0, 0, 0];
    for _ in 0..16 {
        chunks.extend([0x68, 4, 0, 0]);
        chunks.extend(16u32.to_le_bytes());
        chunks.extend([1; 16]);
    }
    assert_eq!(claim("model.dff", &chunks), None);
    // Two of them, the second with a name, before other data.
    let mut two = [&chunks[..28], b"name\0\0\0\0\0\0\0\0"].concat();
    two.resize(2000, 0);
    assert_eq!(claim("model.dff", &two), None);
    // With the extension, unusual names are accepted.
    assert_eq!(claim("model.pre", &chunks).map(|(id, _)| id), Some("neversoft.pre"));
}

#[test]
fn does_not_take_small_numbers_for_a_model() {
    let model = fixtures::read("ssx/synthetic_quad.mpf");
    assert_eq!(claim("file", &model).map(|(id, _)| id), Some("ssx.mpf"));
    let mut other = model.clone();
    other[6] = 0;
    assert_eq!(claim("file", &other), None);
    assert_eq!(claim("file.mpf", &other).map(|(id, _)| id), Some("ssx.mpf"));
}

#[test]
fn a_truncated_sound_bank_stays_a_sound_bank() {
    let bank = fixtures::read("ps1-sound/bank.kat");
    for len in [bank.len() - 1, bank.len() / 2] {
        let found = claim("bank.kat", &bank[..len]).map(|(id, _)| id);
        assert_eq!(found, Some("neversoft.kat"), "{len} of {} bytes", bank.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn guesses_ignore_bytes_after_signature(
        signature in proptest::sample::select(SIGNATURES),
        fill in proptest::collection::vec(any::<u8>(), 0..4000),
    ) {
        prop_assert_eq!(guess(&[signature, &fill[..]].concat()), None);
    }

    #[test]
    fn rejects_noise(bytes in proptest::collection::vec(any::<u8>(), 16..3000)) {
        prop_assert_eq!(guess(&bytes), None);
    }
}
