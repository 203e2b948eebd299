//! Cue sheets: their files, tracks, and problems.

use std::path::Path;

use gouraud::container::DiscTrack;
use gouraud::library::{Library, OpenError};
use gouraud_testing::fixtures;

use super::{ps1mini_members, row, rows};

const CUE: &str = "FILE \"ps1mini.bin\" BINARY\r\n  TRACK 01 MODE2/2352\r\n    INDEX 01 00:00:00\r\n  \
                   TRACK 02 AUDIO\r\n    INDEX 00 00:00:41\r\n    INDEX 01 00:00:43\r\n";

const CCD: &str = "[CloneCD]\r\nVersion=3\r\n[Disc]\r\nTocEntries=3\r\n\
                   [Entry 0]\r\nPoint=0xa2\r\nControl=0x04\r\nPLBA=46\r\n\
                   [Entry 1]\r\nPoint=0x01\r\nControl=0x04\r\nPLBA=0\r\n\
                   [Entry 2]\r\nPoint=0x02\r\nControl=0x00\r\nPLBA=43\r\n";

/// A folder with these files.
pub(super) fn folder(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

pub(super) fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

fn bin() -> Vec<u8> {
    fixtures::read("disc/ps1mini.bin")
}

fn audio() -> Vec<u8> {
    bin()[43 * 2352..].to_vec()
}

fn track(number: u8, mode: &str, sectors: u64) -> DiscTrack {
    DiscTrack { number, mode: mode.to_owned(), sectors }
}

fn with_sound() -> Vec<super::Row> {
    let mut rows = ps1mini_members();
    rows.push(row("Track 02.cdda", 7056, 0x0EE2_DB93));
    rows
}

#[test]
fn sheet_lists_files_and_sound() {
    let library = Library::default();
    let opened = library.open(&fixtures::path("disc/ps1mini.cue").to_string_lossy(), None).unwrap();
    let members = opened.members(&library).unwrap();
    assert_eq!(rows(members), with_sound());
    let tracks = &members.disc().unwrap().tracks;
    assert_eq!(tracks[..], [track(1, "MODE2/2352", 41), track(2, "AUDIO", 3)]);
    assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
    let counts = opened.counts(&library);
    assert_eq!((counts.get("members"), counts.get("tracks")), (Some(8), Some(2)));
}

/// One file for each track, as is common; the gap is in the second one.
#[test]
fn counts_tracks_from_start_of_their_file() {
    let cue = "FILE \"one.bin\" BINARY\n TRACK 01 MODE2/2352\n  INDEX 01 00:00:00\n\
               FILE \"two.bin\" BINARY\n TRACK 02 AUDIO\n  INDEX 00 00:00:00\n  INDEX 01 00:00:02\n";
    let (one, two) = (bin()[..41 * 2352].to_vec(), bin()[41 * 2352..].to_vec());
    let folder = folder(&[("x.cue", cue.into()), ("ONE.BIN", one), ("two.bin", two)]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "x.cue"), None).unwrap();
    let members = opened.members(&library).unwrap();
    assert_eq!(rows(members), with_sound());
    assert_eq!(members.disc().unwrap().tracks[1], track(2, "AUDIO", 3));
}

#[test]
fn swaps_bytes_of_big_endian_sound() {
    let swapped: Vec<u8> = audio().chunks(2).flat_map(|s| [s[1], s[0]]).collect();
    let cue = "FILE \"s.bin\" MOTOROLA\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n";
    let folder = folder(&[("x.cue", cue.into()), ("s.bin", swapped)]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "x.cue//Track 01.cdda"), None).unwrap();
    assert_eq!(opened.document.source.bytes(), audio());
    let scene = opened.scene(&library).unwrap();
    assert_eq!((scene.sounds[0].rate, scene.sounds[0].frames), (44_100, 1764));
}

#[test]
fn names_missing_image() {
    for (name, sheet, image) in [
        ("x.cue", CUE.into(), "ps1mini.bin"),
        ("game.ccd", CCD.into(), "game.img"),
        ("y.mds", mds(1), "y.mdf"),
    ] {
        let folder = folder(&[(name, sheet)]);
        let library = Library::default();
        let error = library.open(&path(folder.path(), name), None).err().unwrap();
        let OpenError::Lacking { source, message } = error else { panic!("{error}") };
        assert!(message.contains(&format!("{image:?} is missing")), "{message}");
        assert_eq!(library.missing_companion(&source, &message).unwrap().name, image);
    }
}

#[test]
fn reads_the_rest_without_sound_file() {
    let cue = "FILE \"one.bin\" BINARY\n TRACK 01 MODE2/2352\n  INDEX 01 00:00:00\n\
               FILE \"two.bin\" BINARY\n TRACK 02 AUDIO\n  INDEX 01 00:00:00\n";
    let folder = folder(&[("x.cue", cue.into()), ("one.bin", bin()[..41 * 2352].to_vec())]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "x.cue"), None).unwrap();
    let members = opened.members(&library).unwrap();
    assert_eq!(members.list().len(), 8);
    assert!(members.missing_reason(7).is_some());
    let problems = opened.problems(&library);
    assert!(problems.iter().any(|problem| problem.message.contains("\"two.bin\" is missing")));
}

/// Sheets that are renamed, written on other machines, or wrong about the mode.
#[test]
fn finds_image_of_renamed_sheet_and_detects_mode() {
    let cue =
        CUE.replace("MODE2/2352", "MODE1/2352").replace("ps1mini.bin", "C:\\games\\other.bin");
    let folder = folder(&[("disc.cue", cue.into()), ("disc.bin", bin())]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "disc.cue"), None).unwrap();
    assert_eq!(rows(opened.members(&library).unwrap()), with_sound());
    let problems = opened.problems(&library);
    assert!(
        problems.iter().any(|p| p.message.contains("the sheet gives MODE1/2352")),
        "{problems:?}"
    );
}

#[test]
fn survives_sheet_that_names_itself_or_nonsense() {
    let library = Library::default();
    for cue in [
        "FILE \"x.cue\" BINARY\nTRACK 01 MODE2/2352\nINDEX 01 00:00:00\n",
        "FILE \"../../etc/passwd\" BINARY\nTRACK 01 MODE1/2048\nINDEX 01 99:99:99\n",
        "FILE\nTRACK\nINDEX\nPREGAP\n",
        "TRACK 01 AUDIO\nINDEX 01 00:00:00\n",
        "REM nothing\n",
    ] {
        let folder = folder(&[("x.cue", cue.into())]);
        let opened = library.open(&path(folder.path(), "x.cue"), None);
        let members = opened.iter().filter_map(|o| o.members(&library)).map(|m| m.list().len());
        assert!(members.sum::<usize>() <= 1, "{cue:?}");
    }
}

/// Companions of a member are found on the disc, ignoring case.
#[test]
fn finds_members_by_path_ignoring_case() {
    let library = Library::default();
    let cue = fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let opened = library.open(&format!("{cue}//enemy1/a.tim"), None).unwrap();
    assert_eq!(opened.document.format.id, "ps1.tim");
    assert_eq!(opened.path, format!("{cue}//ENEMY1/A.TIM"));
}

/// The window lists one level of a disc at a time.
#[test]
fn lists_folders_level_by_level() {
    let library = Library::default();
    let cue = fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let names = |path: &str| -> Vec<String> {
        library.level(path).unwrap().into_iter().map(|entry| entry.name).collect()
    };
    let folders = ["BATTLE", "ENEMY1", "MOVIE", "XA"];
    let files = ["SLUS_999.01", "SYSTEM.CNF", "ZERO.DAT", "Track 02.cdda"];
    assert_eq!(names(&cue), [&folders[..], &files[..]].concat());
    assert_eq!(names(&format!("{cue}//enemy1")), ["A.TIM"]);
    let level = library.level(&cue).unwrap();
    assert!(level[0].is_folder && level[0].path == format!("{cue}//BATTLE"));
    assert_eq!(library.level(&level[1].path).unwrap()[0].path, format!("{cue}//ENEMY1/A.TIM"));
}

/// A byte of a file in an archive on a disc has an offset in all of them.
#[test]
fn maps_byte_to_every_enclosing_container() {
    let library = Library::default();
    let cue = fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let opened = library.open(&format!("{cue}//ENEMY1/A.TIM"), None).unwrap();
    let stored = library.stored(&opened.stored, 4);
    assert_eq!(stored.len(), 1);
    assert!(stored[0].holder.ends_with("ps1mini.bin"));
    assert_eq!((stored[0].offset, stored[0].sector), (0x1_2618 + 4, Some(32)));
}

#[test]
fn reads_same_disc_from_clonecd_sheet() {
    let folder = folder(&[("game.ccd", CCD.into()), ("game.img", bin())]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "game.ccd"), None).unwrap();
    let members = opened.members(&library).unwrap();
    assert_eq!(rows(members), with_sound());
    assert_eq!(members.disc().unwrap().tracks[1], track(2, "AUDIO", 3));
    assert!(!library.open(&path(folder.path(), "game.img"), None).unwrap().is_entered(&library));
}

/// A header, a session, and a block for each track.
fn mds(version: u8) -> Vec<u8> {
    let mut sheet = b"MEDIA DESCRIPTOR".to_vec();
    sheet.extend([version, 3]);
    sheet.resize(0x50, 0);
    sheet.extend(0x58u32.to_le_bytes());
    sheet.resize(0x58 + 0x0E, 0);
    sheet.extend(2u16.to_le_bytes());
    sheet.resize(0x58 + 0x14, 0);
    sheet.extend(0x70u32.to_le_bytes());
    for (index, (mode, point, lba, offset)) in
        [(0xA9u8, 0xA0u8, 0u32, 0u64), (0xAB, 1, 0, 0), (0xA9, 2, 43, 43 * 2352)].iter().enumerate()
    {
        sheet.resize(0x70 + 0x50 * index, 0);
        sheet.extend([*mode, 0, 0, 0, *point]);
        sheet.resize(0x70 + 0x50 * index + 0x10, 0);
        sheet.extend(2352u16.to_le_bytes());
        sheet.resize(0x70 + 0x50 * index + 0x24, 0);
        sheet.extend(lba.to_le_bytes());
        sheet.extend(offset.to_le_bytes());
    }
    sheet.resize(0x70 + 0x50 * 3, 0);
    sheet
}

#[test]
fn reads_same_disc_from_media_descriptor() {
    let folder = folder(&[("x.mds", mds(1)), ("x.mdf", bin()), ("y.mds", mds(2))]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "x.mds"), None).unwrap();
    assert_eq!(rows(opened.members(&library).unwrap()), with_sound());
    let error = library.open(&path(folder.path(), "y.mds"), None).err().unwrap().to_string();
    assert!(error.contains("version 2"), "{error}");
}

/// Programs that store the gap before a track at the end of the preceding file name the next file between
/// the two indices.
#[test]
fn a_track_starts_in_the_file_that_is_named_before_its_index() {
    let cue = "FILE \"one.bin\" BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n\
               TRACK 02 AUDIO\nINDEX 00 00:00:02\n\
               FILE \"two.bin\" BINARY\nINDEX 01 00:00:00\n";
    let (one, two) = (vec![1; 3 * 2352], vec![2; 2352]);
    let folder = folder(&[("x.cue", cue.into()), ("one.bin", one), ("two.bin", two.clone())]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "x.cue"), None).unwrap();
    let members = opened.members(&library).unwrap();
    let bytes = |index| members.open(index).unwrap().bytes().to_vec();
    // The third sector of the first file is the gap.
    assert_eq!((bytes(0), bytes(1)), (vec![1; 2 * 2352], two));
}

/// Sound of a WAV file begins after its header; compressed sound is reported, and not read as samples.
#[test]
fn reads_wav_sound_and_reports_compressed_sound() {
    let cue = "FILE \"s.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n\
               FILE \"s.mp3\" MP3\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n";
    let mut wav = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    wav.extend([0; 16]);
    wav.extend(b"data");
    wav.extend(7056u32.to_le_bytes());
    wav.extend(audio());
    wav.extend(b"LIST\x04\0\0\0text");
    let folder = folder(&[("x.cue", cue.into()), ("s.wav", wav), ("s.mp3", vec![0xFF; 5000])]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "x.cue"), None).unwrap();
    let members = opened.members(&library).unwrap();
    assert_eq!(rows(members)[0], row("Track 01.cdda", 7056, 0x0EE2_DB93));
    assert_eq!((members.list()[1].size, members.missing_reason(1).is_some()), (0, true));
    let problems = opened.problems(&library);
    assert!(
        problems.iter().any(|problem| problem.message.contains("compressed sound in s.mp3")),
        "{problems:?}"
    );
}

#[test]
fn reports_a_sheet_without_tracks() {
    let sheets = [
        ("game.cue", "REM GENRE Game\r\nREM DATE 1999\r\n"),
        ("game.cue", "TITLE \"Game\"\r\nFILE \"game.bin\" BINARY\r\n"),
    ];
    for (name, text) in sheets {
        let folder = folder(&[(name, text.into()), ("game.bin", bin())]);
        let library = Library::default();
        let opened = library.open(&path(folder.path(), name), None).unwrap();
        let problems = opened.problems(&library);
        let reported: Vec<String> = problems.iter().map(|problem| problem.to_string()).collect();
        let message = "the sheet has no tracks";
        assert!(reported.iter().any(|problem| problem.contains(message)), "{name}: {reported:?}");
    }
    let invalid = "FILE \"game.bin\" BINARY\r\nTRACK 01 MODE9/2352\r\n";
    let folder = folder(&[("game.cue", invalid.into()), ("game.bin", bin())]);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), "game.cue"), None).unwrap();
    assert_eq!(opened.problems(&library).total(), 1, "the unknown mode only");
}
