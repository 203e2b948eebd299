//! Discs on the command line.

use gouraud_testing::build::disc::zip;
use gouraud_testing::fixtures;
use serde_json::json;

use crate::support::{Sandbox, level};

/// A sheet with its image.
fn disc() -> Sandbox {
    let sandbox = Sandbox::empty();
    for name in ["ps1mini.cue", "ps1mini.bin"] {
        sandbox.put(name, &fixtures::read(&format!("disc/{name}")));
    }
    sandbox
}

#[test]
fn info_describes_a_disc() {
    let info = &disc().run("info --json ps1mini.cue").ends_with(0).json()[0];
    assert_eq!(info["format"], "disc.iso9660");
    assert_eq!((&info["size"], &info["crc32"]), (&json!(137), &json!("6c8d95a0")));
    assert_eq!(info["counts"], json!({"members": 8, "tracks": 2}));
    let tracks = json!([
        {"number": 1, "mode": "MODE2/2352", "sectors": 41},
        {"number": 2, "mode": "AUDIO", "sectors": 3}
    ]);
    let disc = json!({"volume": "PS1MINI", "serial": "SLUS-99901", "tracks": tracks});
    assert_eq!(info["disc"], disc);
}

/// The files of a disc are found once, although its image is next to the sheet.
#[test]
fn recursion_enters_discs_through_their_sheet() {
    let rows = disc().run("list --json -r .").ends_with(0).json();
    let paths: Vec<&str> = rows.iter().filter_map(|row| row["path"].as_str()).collect();
    let tims: Vec<&&str> = paths.iter().filter(|path| path.ends_with("A.TIM")).collect();
    assert_eq!(tims, [&"./ps1mini.cue//ENEMY1/A.TIM"]);
    let checked = disc().run("check --jsonl .").ends_with(0).json();
    let known = checked.iter().filter(|row| row["format"] == "ps1.tim").count();
    assert_eq!(known, 1);
}

#[test]
fn members_have_offsets_in_the_image() {
    let rows = disc().run("list --json ps1mini.cue").ends_with(0).json();
    let scene = rows.iter().find(|row| row["name"] == "SCENE.BIN").unwrap();
    assert_eq!((&scene["size"], &scene["offset"]), (&json!(2049), &json!(0x1_13B8)));
    let channels =
        |name: &str| rows.iter().find(|row| row["name"] == name).unwrap()["channels"].clone();
    assert_eq!((channels("V.XA"), channels("M.STR")), (json!([0, 1]), json!([1])));
    assert_eq!(scene["channels"], json!(null));
    let empty = rows.iter().find(|row| row["name"] == "ZERO.DAT").unwrap();
    assert_eq!((&empty["size"], &empty["offset"]), (&json!(0), &json!(null)));
}

/// Sound of Video CDs is MPEG: it is in sound sectors of form 2 too, but with another coding.
#[test]
fn sound_sectors_of_another_coding_have_no_channels() {
    let sandbox = disc();
    let mut image = sandbox.read("ps1mini.bin");
    for sector in image.chunks_mut(2352).take(41) {
        let is_sound = sector[18] & 0x24 == 0x24;
        for coding in [19, 23].into_iter().filter(|_| is_sound) {
            sector[coding] = 0x7F;
        }
    }
    sandbox.put("ps1mini.bin", &image);
    let rows = sandbox.run("list --json ps1mini.cue").ends_with(0).json();
    let sound = rows.iter().find(|row| row["name"] == "V.XA").unwrap();
    assert_eq!(sound["channels"], json!(null));
}

#[test]
fn extract_writes_files_streams_and_sound() {
    let sandbox = disc();
    sandbox.run("extract ps1mini.cue -o out").ends_with(0);
    let crc = |name: &str| crc32fast::hash(&std::fs::read(sandbox.path("out").join(name)).unwrap());
    assert_eq!(crc("BATTLE/SCENE.BIN"), 0x1BCF_91F6);
    assert_eq!(crc("MOVIE/M.STR"), 0x134C_AD1F);
    assert_eq!(crc("Track 02.cdda"), 0x0EE2_DB93);
}

/// Images with sectors of 2048 bytes contain less of the sound and video than the disc: the available
/// part is written and reported as damaged.
#[test]
fn extract_writes_partial_streams_of_a_cooked_image() {
    let sandbox = Sandbox::empty();
    let raw = fixtures::read("disc/ps1mini.bin");
    let sectors = raw.chunks(2352).take(41);
    let cooked: Vec<u8> = sectors.flat_map(|sector| sector[24..24 + 2048].to_vec()).collect();
    sandbox.put("game.iso", &cooked);
    let said = "contains only 2048 of 2324 bytes of each sound sector";
    let run = sandbox.run("extract game.iso -o out").ends_with(0);
    run.reports(&format!("MOVIE/M.STR: the image {said}"))
        .reports(&format!("XA/V.XA: the image {said}"));
    let len = |name: &str| sandbox.read(&format!("out/{name}")).len();
    assert_eq!((len("MOVIE/M.STR"), len("XA/V.XA"), len("BATTLE/SCENE.BIN")), (8192, 8192, 2049));
}

#[test]
fn exports_tracks_as_sound() {
    let sandbox = disc();
    let track = "ps1mini.cue//Track 02.cdda";
    sandbox.run_with(&["export", track, "-o", "out", "--to", "wav"]).ends_with(0);
    let files: Vec<_> =
        std::fs::read_dir(sandbox.path("out")).unwrap().map(|e| e.unwrap()).collect();
    assert_eq!(files.len(), 1);
    let wav = hound::WavReader::open(files[0].path()).unwrap();
    assert_eq!((wav.spec().sample_rate, wav.spec().channels, wav.duration()), (44_100, 2, 1764));
}

#[test]
fn exporting_a_container_explains_how_to_address_members() {
    disc().run("export ps1mini.cue -o out").ends_with(1).reports("use -r to export its members");
    disc().run("export ps1mini.cue -r -o out").ends_with(0);
}

#[test]
fn reports_the_missing_image_of_a_sheet() {
    let sandbox = Sandbox::empty();
    sandbox.put("x.cue", b"FILE \"gone.bin\" BINARY\nTRACK 01 MODE2/2352\nINDEX 01 00:00:00\n");
    sandbox.run("info x.cue").ends_with(1).reports("gone.bin");
}

/// An archive with a level and a text, whose directory has wrong CRC-32s of both.
fn archive_that_lies() -> Sandbox {
    let sandbox = Sandbox::empty();
    let mut bytes = zip(&[("level.psx", &level()), ("note.txt", b"a text")]);
    let entry = |at: &usize| bytes[*at..].starts_with(b"PK\x01\x02");
    let entries: Vec<usize> = (0..bytes.len()).filter(entry).collect();
    entries.into_iter().for_each(|at| bytes[at + 16] ^= 1);
    sandbox.put("a.zip", &bytes);
    sandbox
}

#[test]
fn zip_checksum_error_belongs_to_the_member() {
    let sandbox = archive_that_lies();
    assert_eq!(sandbox.run("list --json a.zip").ends_with(0).json().len(), 2);
    let rows = sandbox.run("check --jsonl a.zip").ends_with(3).json();
    let said: Vec<(&str, usize)> = rows[..3]
        .iter()
        .map(|row| (row["status"].as_str().unwrap(), row["problems"].as_array().unwrap().len()))
        .collect();
    assert_eq!(said, [("ok", 0), ("partial", 1), ("unknown", 1)]);
    let info = &sandbox.run("info --json a.zip//level.psx").ends_with(3).json()[0];
    let message = info["problems"][0]["message"].as_str().unwrap();
    assert!(message.contains(info["crc32"].as_str().unwrap()), "{message}");
}

#[test]
fn extracts_members_with_wrong_checksums_with_a_warning() {
    let sandbox = archive_that_lies();
    let run = sandbox.run("extract a.zip -o out").ends_with(3);
    run.reports("level.psx: expected CRC-32").reports("note.txt: expected CRC-32");
    assert_eq!(sandbox.read("out/level.psx"), level());
    assert_eq!(sandbox.read("out/note.txt"), b"a text");
}
