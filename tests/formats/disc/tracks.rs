//! Tracks of sheets: offsets, content, and problems.

use gouraud::bytes::Severity;
use gouraud::container::DiscTrack;
use gouraud::library::{Library, Opened};

use super::images::{header, wrapped};
use super::sheets::{folder, path};
use super::{Row, mini, mini_members, rows};

/// Ten sectors of sound.
fn sound() -> Vec<u8> {
    (0..10 * 2352u32).map(|at| (at % 251) as u8).collect()
}

/// `mini.iso` as raw sectors of mode 1.
fn raw(cooked: &[u8]) -> Vec<u8> {
    wrapped(cooked, |lba| header(lba, 1), 288)
}

/// A disc whose directories count sectors starting at `by`, as those of a later session do.
fn counted_from(disc: &[u8], by: u32) -> Vec<u8> {
    fn shift(disc: &mut [u8], at: usize, by: u32) -> (usize, usize) {
        let word = |at: usize| u32::from_le_bytes(disc[at..at + 4].try_into().unwrap());
        let (lba, size) = (word(at + 2), word(at + 10));
        disc[at + 2..at + 6].copy_from_slice(&(lba + by).to_le_bytes());
        disc[at + 6..at + 10].copy_from_slice(&(lba + by).to_be_bytes());
        (lba as usize * 2048, size as usize)
    }
    let mut disc = disc.to_vec();
    let mut open = vec![shift(&mut disc, 16 * 2048 + 156, by)];
    while let Some((start, size)) = open.pop() {
        let mut at = start;
        while at < start + size && disc[at] > 0 {
            let own = shift(&mut disc, at, by);
            let (is_folder, is_link) =
                (disc[at + 25] & 2 != 0, disc[at + 32] == 1 && disc[at + 33] < 2);
            open.extend((is_folder && !is_link).then_some(own));
            at += usize::from(disc[at]);
        }
    }
    disc
}

fn open(files: &[(&str, Vec<u8>)]) -> (Library, std::sync::Arc<Opened>, tempfile::TempDir) {
    let folder = folder(files);
    let library = Library::default();
    let opened = library.open(&path(folder.path(), files[0].0), None).unwrap();
    (library, opened, folder)
}

fn messages(library: &Library, opened: &Opened) -> Vec<String> {
    opened.problems(library).iter().map(|problem| problem.message.clone()).collect()
}

fn only_files(rows: Vec<Row>) -> Vec<Row> {
    rows.into_iter().filter(|(path, ..)| !path.ends_with(".cdda")).collect()
}

/// Data after sound, in the same file, with sectors counted from its own start or from that of the disc.
#[test]
fn finds_files_of_later_data_track() {
    let cue = "FILE \"x.bin\" BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n \
               TRACK 02 MODE1/2352\n  INDEX 01 00:00:10\n";
    for disc in [mini(), counted_from(&mini(), 10)] {
        let bin = [sound(), wrapped(&disc, |lba| header(lba + 10, 1), 288)].concat();
        let (library, opened, _folder) = open(&[("x.cue", cue.into()), ("x.bin", bin)]);
        let members = opened.members(&library).unwrap();
        assert_eq!(only_files(rows(members)), mini_members());
        let modes: Vec<&str> =
            members.disc().unwrap().tracks.iter().map(|track| track.mode.as_str()).collect();
        assert_eq!(modes, ["AUDIO", "MODE1/2352"]);
        assert_eq!(messages(&library, &opened), [""; 0]);
    }
    let cue = cue
        .replace("MODE1/2352", "MODE1/2048")
        .replace(" TRACK 02", "FILE \"y.iso\" BINARY\n TRACK 02");
    let cue = cue.replace("INDEX 01 00:00:10", "INDEX 01 00:00:00");
    for disc in [mini(), counted_from(&mini(), 10)] {
        let files = [("x.cue", cue.clone().into()), ("x.bin", sound()), ("y.iso", disc)];
        let (library, opened, _folder) = open(&files);
        assert_eq!(only_files(rows(opened.members(&library).unwrap())), mini_members());
    }
}

#[test]
fn puts_files_of_second_data_track_in_folder() {
    let cue = "FILE \"x.bin\" BINARY\n TRACK 01 MODE1/2352\n  INDEX 01 00:00:00\n \
               TRACK 02 MODE1/2352\n  INDEX 01 00:00:42\n TRACK 03 MODE1/2352\n  INDEX 01 00:01:09\n";
    let empty = vec![0; 20 * 2352];
    let bin = [raw(&mini()), raw(&mini()), empty].concat();
    let (library, opened, _folder) = open(&[("x.cue", cue.into()), ("x.bin", bin)]);
    let mut expected = mini_members();
    expected.extend(
        mini_members().into_iter().map(|(path, size, crc)| (format!("Track 02/{path}"), size, crc)),
    );
    assert_eq!(rows(opened.members(&library).unwrap()), expected);
    let messages = messages(&library, &opened);
    assert!(messages.contains(&"track 3 contains no readable files".to_owned()), "{messages:?}");
}

#[test]
fn reports_track_past_end_of_file() {
    let cue = "FILE \"x.bin\" BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n \
               TRACK 02 AUDIO\n  INDEX 01 00:01:00\n";
    let (library, opened, _folder) = open(&[("x.cue", cue.into()), ("x.bin", sound())]);
    let members = opened.members(&library).unwrap();
    assert_eq!((members.list()[0].size, members.list()[1].size), (23_520, 0));
    assert_eq!(members.missing_reason(1), Some("its file ends before the track"));
    let all = opened.problems(&library);
    let problem = all.iter().next().unwrap();
    assert_eq!(problem.severity, Severity::Warning);
    assert_eq!(problem.message, "track 2 starts at byte 176400, but x.bin ends at 23520");
}

#[test]
fn refuses_invalid_times() {
    for time in ["00:90:00", "00:00:100", "xx:yy:0", "00:00"] {
        let cue = format!("FILE \"x.bin\" BINARY\n TRACK 01 AUDIO\n  INDEX 01 {time}\n");
        let (library, opened, _folder) = open(&[("x.cue", cue.into()), ("x.bin", sound())]);
        let all = opened.problems(&library);
        let problem = all.iter().next().unwrap();
        assert_eq!((problem.severity, problem.field.as_str()), (Severity::Error, "lines[2].text"));
        assert!(problem.message.contains(&format!("found {time:?}")), "{}", problem.message);
    }
}

#[test]
fn reads_sheets_in_utf_16() {
    let cue = "FILE \"Grün.bin\" BINARY\r\n TRACK 01 AUDIO\r\n  INDEX 01 00:00:02\r\n";
    let units: Vec<u16> = "\u{feff}".encode_utf16().chain(cue.encode_utf16()).collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let ansi: Vec<u8> = cue.chars().map(|c| c as u8).collect();
    for sheet in [little, big, ansi, cue.into()] {
        let (library, opened, _folder) = open(&[("x.cue", sheet), ("Grün.bin", sound())]);
        let members = opened.members(&library).unwrap();
        let track = DiscTrack { number: 1, mode: "AUDIO".to_owned(), sectors: 8 };
        assert_eq!(members.disc().unwrap().tracks, [track]);
        assert_eq!(opened.document.tree.coverage().unread, 0);
        assert_eq!(messages(&library, &opened), [""; 0]);
    }
}

#[test]
fn finds_files_in_folders_below_the_sheet() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("Build/cd")).unwrap();
    std::fs::write(folder.path().join("Build/cd/GAME.iso"), mini()).unwrap();
    for name in ["build\\cd\\game.iso", ".\\Build\\cd\\GAME.iso", "Build/cd/game.iso"] {
        let cue = format!("FILE \"{name}\" BINARY\n TRACK 01 MODE1/2048\n  INDEX 01 00:00:00\n");
        std::fs::write(folder.path().join("x.cue"), cue).unwrap();
        let library = Library::default();
        let opened = library.open(&path(folder.path(), "x.cue"), None).unwrap();
        assert_eq!(rows(opened.members(&library).unwrap()), mini_members(), "{name}");
    }
}

/// Samples may resemble any file: a picture, or a sector of compressed sound.
#[test]
fn audio_track_is_not_probed() {
    let cue = "FILE \"x.bin\" BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n";
    let picture = gouraud_testing::fixtures::read("tim/tim4_2clut.tim");
    let subheader = [1, 1, 0x64, 1, 1, 1, 0x64, 1];
    let packed: Vec<u8> =
        (0..10).flat_map(|_| [subheader.as_slice(), &[7; 2328]].concat()).collect();
    for (name, samples) in [("x.bin", picture), ("x.bin", packed.clone())] {
        let (library, _, folder) = open(&[("x.cue", cue.into()), (name, samples)]);
        let track = library.open(&path(folder.path(), "x.cue//Track 01.cdda"), None).unwrap();
        assert_eq!(track.document.format.id, "disc.cdda");
    }
    let cue = cue.replace("BINARY", "MOTOROLA");
    let (library, _, folder) = open(&[("x.cue", cue.into()), ("x.bin", packed)]);
    let track = library.open(&path(folder.path(), "x.cue//Track 01.cdda"), None).unwrap();
    assert_eq!(track.document.format.id, "disc.cdda");
}

/// The gap before a track does not belong to the track before it.
#[test]
fn reads_gaps_of_clonecd_sheets() {
    let ccd = "[CloneCD]\nVersion=3\n[Entry 0]\nPoint=0x01\nControl=0x00\nPLBA=0\n\
               [Entry 1]\nPoint=0x02\nControl=0x00\nPLBA=7\n\
               [TRACK 1]\nMODE=0\nINDEX 1=0\n[TRACK 2]\nMODE=0\nINDEX 0=5\nINDEX 1=7\n";
    let (library, opened, _folder) = open(&[("x.ccd", ccd.into()), ("x.img", sound())]);
    let tracks = &opened.members(&library).unwrap().disc().unwrap().tracks;
    assert_eq!((tracks[0].sectors, tracks[1].sectors), (5, 3));
}
