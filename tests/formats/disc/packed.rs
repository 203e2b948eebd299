use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use gouraud::bytes::Source;
use gouraud::formats::{Head, unsupported};
use gouraud::library::{Library, Opened};
use gouraud_testing::build::disc::{
    ChdTrack, GameCube, chd, chd_deflated, chd_of, ciso, frames, gamecube,
};

use super::members;

/// Bytes of a hunk of eight frames.
const HUNK: usize = 8 * 2448;

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/disc");
    std::fs::read(folder.join(name)).unwrap()
}

fn open(library: &Library, name: &str, bytes: Vec<u8>) -> Arc<Opened> {
    library.open_source(&Source::from_bytes(name, bytes), None).unwrap()
}

/// The tracks of `ps1mini`: 41 sectors of data, then sound with a gap of two sectors.
fn tracks(image: &[u8]) -> [ChdTrack<'_>; 2] {
    let (data, sound) = image.split_at(41 * 2352);
    let first =
        "TRACK:1 TYPE:MODE2_RAW SUBTYPE:NONE FRAMES:41 PREGAP:0 PGTYPE:MODE1 PGSUB:RW POSTGAP:0";
    let second =
        "TRACK:2 TYPE:AUDIO SUBTYPE:NONE FRAMES:5 PREGAP:2 PGTYPE:VAUDIO PGSUB:RW POSTGAP:0";
    [
        ChdTrack { text: first, sector: 2352, data },
        ChdTrack { text: second, sector: 2352, data: sound },
    ]
}

fn gamecube_disc() -> Vec<u8> {
    let files: &[(&str, &[u8])] =
        &[("a.bin", &[7; 5000]), ("b/empty", b""), ("b/last.bin", b"end")];
    gamecube(&GameCube { game: "GTSE01", title: "Packed", files })
}

/// CRC-32 and size of the member at `path`.
fn member(library: &Library, opened: &Arc<Opened>, path: &str) -> (u32, u64) {
    let found = opened.member(library, path).unwrap_or_else(|| panic!("{path} is missing"));
    let source = found.unwrap();
    (source.crc32(), source.len())
}

/// Asserts the content of `ps1mini`, however it is compressed.
fn assert_is_the_disc(opened: &Arc<Opened>, library: &Library) {
    assert_eq!(opened.wrapped(), ["chd"]);
    assert_eq!(opened.document.format.id, "disc.iso9660");
    assert!(opened.problems(library).is_empty(), "{:?}", opened.problems(library));
    let facts = opened.members(library).unwrap().disc().unwrap();
    assert_eq!((facts.volume.as_str(), facts.serial.as_deref()), ("PS1MINI", Some("SLUS-99901")));
    let listed: Vec<(u8, &str, u64)> =
        facts.tracks.iter().map(|one| (one.number, one.mode.as_str(), one.sectors)).collect();
    assert_eq!(listed, [(1, "MODE2/2352", 41), (2, "AUDIO", 3)]);
    assert_eq!(member(library, opened, "BATTLE/SCENE.BIN"), (0x1BCF_91F6, 2049));
    assert_eq!(member(library, opened, "MOVIE/M.STR"), (0x134C_AD1F, 4 * 2336));
    assert_eq!(member(library, opened, "Track 02.cdda"), (0x0EE2_DB93, 7056));
    assert!(opened.document.source.in_memory().is_none());
}

#[test]
fn reads_cd_from_chd() {
    let image = fixture("ps1mini.bin");
    let library = Library::new();
    let opened = open(&library, "mini.chd", chd(&tracks(&image)));
    assert_eq!(opened.document.source.bytes(), image);
    assert_is_the_disc(&opened, &library);
    let coverage = opened.wrappers[0].tree.coverage();
    assert_eq!(coverage.overlap, 0);
    let field = opened.wrappers[0].tree.find("metadata[1].text").unwrap();
    let field = opened.wrappers[0].tree.field(&field).unwrap();
    assert!(format!("{:?}", field.value).contains("TRACK:2 TYPE:AUDIO"));
}

#[test]
fn reads_cd_from_deflated_hunks() {
    let image = fixture("ps1mini.bin");
    let library = Library::new();
    let opened = open(&library, "mini.chd", chd_deflated(&tracks(&image)).0);
    assert_is_the_disc(&opened, &library);
}

#[test]
fn reports_damaged_hunk_and_reads_it_as_zeros() {
    let image = fixture("ps1mini.bin");
    let (mut bytes, places) = chd_deflated(&tracks(&image));
    // Sectors 32 to 39, which hold the streams.
    bytes[places[4] + 20..places[4] + 60].fill(0x55);
    let library = Library::new();
    let opened = open(&library, "mini.chd", bytes);
    let stream = opened.member(&library, "MOVIE/M.STR").unwrap().unwrap();
    assert!(stream.bytes().iter().all(|byte| *byte == 0));
    let failures = stream.failures();
    assert!(failures[0].message.contains("cannot unpack hunk 4"), "{failures:?}");
    let inside = &opened.document.source;
    assert_eq!(inside.window(33 * 2352, 34 * 2352), [0; 2352]);
    let problems: Vec<String> =
        opened.problems(&library).iter().map(|problem| problem.to_string()).collect();
    assert!(
        problems.iter().any(|problem| problem.contains("cannot unpack hunk 4")),
        "{problems:?}"
    );
    assert_eq!(member(&library, &opened, "BATTLE/SCENE.BIN"), (0x1BCF_91F6, 2049));
}

#[test]
fn reads_cooked_tracks_and_dvds_from_chd() {
    let image = fixture("mini.iso");
    let text = format!("TRACK:1 TYPE:MODE1 SUBTYPE:NONE FRAMES:{}", image.len() / 2048);
    let cooked = chd(&[ChdTrack { text: &text, sector: 2048, data: &image }]);
    let dvd = chd_of(&image, 4096, 2048, &[(*b"DVD ", vec![0])]);
    let library = Library::new();
    for bytes in [cooked, dvd] {
        let opened = open(&library, "mini.chd", bytes);
        assert_eq!(opened.document.source.bytes(), image);
        assert_eq!(member(&library, &opened, "DATA/BIG.DAT"), (0x2F76_B175, 5000));
        let facts = opened.members(&library).unwrap().disc().unwrap();
        assert_eq!(facts.tracks[0].mode, "MODE1/2048");
        assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
    }
}

/// Half a second of a distinct sound for each track.
fn track_sound(number: u8) -> Vec<u8> {
    (0..37 * 2352u32).map(|at| (at.wrapping_mul(u32::from(number) * 7919) >> 9) as u8).collect()
}

#[test]
fn music_disc_lists_its_tracks() {
    let (one, two) = (track_sound(1), track_sound(2));
    let first = "TRACK:1 TYPE:AUDIO SUBTYPE:NONE FRAMES:37 PREGAP:0 PGTYPE:MODE1 POSTGAP:0";
    let second = "TRACK:2 TYPE:AUDIO SUBTYPE:NONE FRAMES:37 PREGAP:7 PGTYPE:VAUDIO POSTGAP:0";
    let bytes = chd(&[
        ChdTrack { text: first, sector: 2352, data: &one },
        ChdTrack { text: second, sector: 2352, data: &two },
    ]);
    let library = Library::new();
    let opened = open(&library, "music.chd", bytes);
    assert_eq!((opened.document.format.id, opened.wrapped()), ("disc.iso9660", vec!["chd"]));
    assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
    let facts = opened.members(&library).unwrap().disc().unwrap();
    let listed: Vec<(u8, &str, u64)> =
        facts.tracks.iter().map(|one| (one.number, one.mode.as_str(), one.sectors)).collect();
    assert_eq!(listed, [(1, "AUDIO", 37), (2, "AUDIO", 30)]);
    let all = opened.members(&library).unwrap();
    let paths: Vec<&str> = all.list().iter().map(|member| member.path.as_str()).collect();
    assert_eq!(paths, ["Track 01.cdda", "Track 02.cdda"]);
    assert_eq!(all.open(0).unwrap().bytes(), one);
    assert_eq!(all.open(1).unwrap().bytes(), &two[7 * 2352..]);
    let track = library.open_source(&all.open(1).unwrap(), None).unwrap();
    assert_eq!(track.scene(&library).unwrap().sounds.len(), 1);
    let coverage = opened.document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
}

#[test]
fn reports_data_track_without_files_and_lists_music() {
    let (noise, song) = (vec![7; 8 * 2048], track_sound(3));
    let bytes = chd(&[
        ChdTrack { text: "TRACK:1 TYPE:MODE1 SUBTYPE:NONE FRAMES:8", sector: 2048, data: &noise },
        ChdTrack { text: "TRACK:2 TYPE:AUDIO SUBTYPE:NONE FRAMES:37", sector: 2352, data: &song },
    ]);
    let library = Library::new();
    let opened = open(&library, "other.chd", bytes);
    let messages: Vec<String> = opened.problems(&library).iter().map(|p| p.to_string()).collect();
    assert!(
        messages.len() == 1 && messages[0].contains("track 1 contains no readable files"),
        "{messages:?}"
    );
    let all = opened.members(&library).unwrap();
    assert_eq!(all.disc().unwrap().tracks[0].mode, "MODE1/2048");
    assert_eq!(all.open(0).unwrap().bytes(), song);
}

/// Track list of the first CHDs: numbers for 99 tracks, in either byte order.
fn oldest_list(tracks: &[(u32, u32)], order: impl Fn(u32) -> [u8; 4]) -> Vec<u8> {
    let mut words = vec![tracks.len() as u32];
    for (kind, frames) in tracks {
        words.extend([*kind, 2, 2352, 0, *frames, 0]);
    }
    words.resize(1 + 99 * 6, 0);
    words.into_iter().flat_map(order).collect()
}

#[test]
fn reads_track_lists_of_all_chd_versions() {
    let image = fixture("ps1mini.bin");
    let [data, sound] = tracks(&image);
    let lists = [
        vec![(*b"CHCD", oldest_list(&[(6, 41), (7, 5)], u32::to_be_bytes))],
        vec![(*b"CHCD", oldest_list(&[(6, 41), (7, 5)], u32::to_le_bytes))],
        vec![
            (*b"CHTR", b"TRACK:1 TYPE:MODE2_RAW SUBTYPE:NONE FRAMES:41\0".to_vec()),
            (*b"CHTR", b"TRACK:2 TYPE:AUDIO SUBTYPE:NONE FRAMES:5\0".to_vec()),
        ],
        vec![
            (*b"CHGD", b"TRACK:1 TYPE:MODE2_RAW SUBTYPE:NONE FRAMES:41 PAD:0 PREGAP:0\0".to_vec()),
            (*b"CHGD", b"TRACK:2 TYPE:AUDIO SUBTYPE:NONE FRAMES:5 PAD:2 PREGAP:0\0".to_vec()),
        ],
    ];
    for (list, sectors) in lists.into_iter().zip([5, 5, 5, 3]) {
        let library = Library::new();
        let stored =
            frames(&[ChdTrack { text: data.text, ..data }, ChdTrack { text: sound.text, ..sound }]);
        let opened = open(&library, "mini.chd", chd_of(&stored, HUNK, 2448, &list));
        assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
        let facts = opened.members(&library).unwrap().disc().unwrap();
        let listed: Vec<(u8, &str, u64)> =
            facts.tracks.iter().map(|one| (one.number, one.mode.as_str(), one.sectors)).collect();
        assert_eq!(listed, [(1, "MODE2/2352", 41), (2, "AUDIO", sectors)]);
        assert_eq!(member(&library, &opened, "BATTLE/SCENE.BIN"), (0x1BCF_91F6, 2049));
        assert_eq!(member(&library, &opened, "Track 02.cdda").1, sectors * 2352);
    }
}

#[test]
fn refuses_chd_with_invalid_sizes() {
    let image = fixture("ps1mini.bin");
    let good = chd(&tracks(&image));
    // Size, hunk size, unit size.
    for (at, bytes) in [(32, &[0xFF; 8][..]), (56, &[0xFF; 4]), (60, &[0; 4])] {
        let mut bad = good.clone();
        bad[at..at + bytes.len()].copy_from_slice(bytes);
        let source = Source::from_bytes("bad.chd", bad);
        assert!(Library::new().open_source(&source, None).is_err(), "{at}");
    }
}

#[test]
fn reads_gamecube_discs_from_ciso_and_gcz() {
    let disc = gamecube_disc();
    let expected = {
        let library = Library::new();
        members(&open(&library, "plain.iso", disc.clone()).document)
    };
    for (codec, bytes) in [("ciso", ciso(&disc, 2048)), ("gcz", gcz(&disc))] {
        let library = Library::new();
        let opened = open(&library, "packed", bytes);
        assert_eq!(opened.wrapped(), [codec]);
        assert_eq!(opened.document.format.id, "disc.gamecube");
        assert_eq!(members(&opened.document), expected);
        assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
        assert!(opened.document.source.in_memory().is_none());
        let refused = opened.wrap(Vec::new()).unwrap_err();
        assert_eq!(refused.0, "this compression can only be read");
    }
}

/// Blocks of 2048 bytes; every second one is stored plain.
fn gcz(disc: &[u8]) -> Vec<u8> {
    let blocks: Vec<&[u8]> = disc.chunks(2048).collect();
    let (mut places, mut data) = (Vec::new(), Vec::new());
    for (index, block) in blocks.iter().enumerate() {
        let mut block = block.to_vec();
        block.resize(2048, 0);
        let is_plain = index % 2 == 1;
        places.extend((data.len() as u64 | u64::from(is_plain) << 63).to_le_bytes());
        if !is_plain {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&block).unwrap();
            block = encoder.finish().unwrap();
        }
        data.extend(block);
    }
    let mut out = 0xB10B_C001u32.to_le_bytes().to_vec();
    out.extend([0; 4]);
    out.extend((data.len() as u64).to_le_bytes());
    out.extend((disc.len() as u64).to_le_bytes());
    out.extend(2048u32.to_le_bytes());
    out.extend((blocks.len() as u32).to_le_bytes());
    out.extend(places);
    out.extend(vec![0; blocks.len() * 4]);
    out.extend(data);
    out
}

#[test]
fn names_unsupported_kinds() {
    let psp = [b"CISO\x18\0\0\0".as_slice(), &[0; 100]].concat();
    let mut udf = vec![0; 16 * 2048];
    for name in [b"\0BEA01", b"\0NSR02", b"\0TEA01"] {
        udf.extend(name);
        udf.resize(udf.len().next_multiple_of(2048), 0);
    }
    let nero = [vec![1; 100], b"NER5\0\0\0\0\0\0\0\0".to_vec()].concat();
    for (bytes, word) in [
        (b"ECM\0abc".to_vec(), "unecm"),
        (psp, "CSO"),
        (b"ZISO".to_vec(), "ZSO"),
        (b"DAX\0".to_vec(), "DAX"),
        (b"JISO".to_vec(), "JSO"),
        (udf, "UDF"),
        (b"7z\xBC\xAF\x27\x1C\0\x04".to_vec(), "7z"),
        (b"Rar!\x1A\x07\x01\0".to_vec(), "RAR"),
        (b"MSCF\0\0\0\0".to_vec(), "CAB"),
        (b"\0PBP".to_vec(), "PBP"),
        (nero, "Nero"),
        (b"EGGS\0\x01\x10\x11".to_vec(), "NFS"),
        (b"\xAE\x0F\x38\xA2\0\0\0\0".to_vec(), "TGC"),
    ] {
        let source = Source::from_bytes("disc", bytes);
        assert!(unsupported(&Head::of(&source)).unwrap().contains(word));
        let error = Library::new().open_source(&source, None).err().unwrap().to_string();
        assert!(error.starts_with("disc: this is ") && error.contains(word), "{error}");
    }
    let sheet = b"// tracks of a disc\n\nCD_DA\nTRACK AUDIO\nFILE \"a.bin\" 0\n".to_vec();
    let sheet = Source::from_bytes("disc.toc", sheet);
    assert!(unsupported(&Head::of(&sheet)).unwrap().contains("cdrdao"));
    let sheet = b"3\r\n1 0 4 2352 track01.bin 0\r\n2 600 0 2352 track02.raw 0\r\n".to_vec();
    let sheet = Source::from_bytes("disc.gdi", sheet);
    assert!(unsupported(&Head::of(&sheet)).unwrap().contains("Dreamcast"));
    let source = Source::from_bytes("disc", vec![1; 100]);
    assert_eq!(unsupported(&Head::of(&source)), None);
}

/// A compressed map, and the codecs of the program that makes nearly all CHDs.
#[test]
fn reads_disc_packed_by_chdman() {
    let library = Library::new();
    let path = gouraud_testing::fixtures::path("disc/ps1mini.chd");
    let opened = library.open(&path.to_string_lossy(), None).unwrap();
    assert_eq!(opened.wrapped(), ["chd"]);
    assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
    let mut expected = super::ps1mini_members();
    expected.push(super::row("Track 02.cdda", 7056, 0x0EE2_DB93));
    assert_eq!(super::rows(opened.members(&library).unwrap()), expected);
}
