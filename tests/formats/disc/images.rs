//! The same disc in every kind of image.

use gouraud::bytes::Source;
use gouraud::container::DiscTrack;
use gouraud::formats;

use super::{Row, facts, mini, mini_members, open, ps1mini, ps1mini_members, rows};

fn sectors(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    raw.chunks(2352)
}

/// `cooked` as sectors, each with the bytes of `before` in front and `behind` zeros at the end.
pub(super) fn wrapped(cooked: &[u8], before: impl Fn(usize) -> Vec<u8>, behind: usize) -> Vec<u8> {
    let sector =
        |(lba, user): (usize, &[u8])| [before(lba), user.to_vec(), vec![0; behind]].concat();
    cooked.chunks(2048).enumerate().flat_map(sector).collect()
}

fn bcd(number: usize) -> u8 {
    u8::try_from(number / 10 * 16 + number % 10).unwrap()
}

/// Sync pattern, time and mode.
pub(super) fn header(lba: usize, mode: u8) -> Vec<u8> {
    let time = lba + 150;
    let mut header = vec![0xFF; 12];
    (header[0], header[11]) = (0, 0);
    header.extend([bcd(time / 4500), bcd(time / 75 % 60), bcd(time % 75), mode]);
    header
}

#[track_caller]
fn check(name: &str, bytes: Vec<u8>, members: &[Row], mode: &str) {
    let document = open(name, bytes);
    let members_there = rows(document.content.container().members().unwrap());
    assert_eq!(members_there, members, "{name}");
    let track = &facts(&document).tracks[0];
    assert_eq!(track.mode, mode, "{name}");
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{name}");
    assert!(document.problems.is_empty(), "{name}: {:?}", document.problems);
}

#[test]
fn reads_files_of_cooked_image() {
    check("mini.iso", mini(), &mini_members(), "MODE1/2048");
    let facts = facts(&open("mini.iso", mini()));
    assert_eq!((facts.volume.as_str(), facts.serial.as_deref()), ("GOURAUD_T", Some("TEST-00002")));
    let track = DiscTrack { number: 1, mode: "MODE1/2048".to_owned(), sectors: 42 };
    assert_eq!(facts.tracks, [track]);
}

#[test]
fn reads_streams_of_raw_image_from_subheader() {
    check("ps1mini.bin", ps1mini(), &ps1mini_members(), "MODE2/2352");
    let facts = facts(&open("ps1mini.bin", ps1mini()));
    assert_eq!((facts.volume.as_str(), facts.serial.as_deref()), ("PS1MINI", Some("SLUS-99901")));
}

#[test]
fn reads_all_modes_and_sector_sizes_equally() {
    let mode_1 = wrapped(&mini(), |lba| header(lba, 1), 288);
    check("mode1.bin", mode_1, &mini_members(), "MODE1/2352");
    let subheader = [0, 0, 8, 0, 0, 0, 8, 0];
    let mode_2 = wrapped(&mini(), |lba| [header(lba, 2), subheader.to_vec()].concat(), 280);
    check("mode2.bin", mode_2, &mini_members(), "MODE2/2352");
    let headless = wrapped(&mini(), |_| subheader.to_vec(), 280);
    check("headless.bin", headless, &mini_members(), "MODE2/2336");
    let from_subheader: Vec<u8> = sectors(&ps1mini()).flat_map(|s| s[16..].to_vec()).collect();
    assert_eq!(crc32fast::hash(&from_subheader), 0x776E_7D85);
    check("ps1mini.2336", from_subheader, &ps1mini_members(), "MODE2/2336");
    let with_subchannel: Vec<u8> =
        sectors(&ps1mini()).flat_map(|sector| [sector, &[0; 96]].concat()).collect();
    assert_eq!(crc32fast::hash(&with_subchannel), 0xCCF1_C912);
    check("ps1mini.2448", with_subchannel, &ps1mini_members(), "MODE2/2352");
}

/// An image with 2048 bytes of each sector holds only part of a stream.
#[test]
fn reports_lost_stream_data_of_cooked_image() {
    let cooked: Vec<u8> =
        sectors(&ps1mini()).flat_map(|sector| sector[24..2072].to_vec()).collect();
    assert_eq!(crc32fast::hash(&cooked), 0x8528_34EE);
    let document = open("ps1mini.iso", cooked);
    let rows = rows(document.content.container().members().unwrap());
    let stream = |path: &str| rows.iter().find(|row| row.0 == path).map(|row| (row.1, row.2));
    assert_eq!(stream("MOVIE/M.STR"), Some((8192, 0x1B21_03C6)));
    assert_eq!(stream("XA/V.XA"), Some((8192, 0x23ED_FDCD)));
    let messages: Vec<String> = document.problems.iter().map(|p| p.message.clone()).collect();
    assert!(messages.iter().any(|message| message.contains("2048 of 2324 bytes")), "{messages:?}");
}

/// Images that begin in the gap, and home-made ones with wrong times.
#[test]
fn finds_descriptor_at_any_offset() {
    let gap = [vec![0; 150 * 2048], mini()].concat();
    check("gap.iso", gap, &mini_members(), "MODE1/2048");
    let with_gap: Vec<u8> = [wrapped(&[0; 2 * 2048], |lba| header(lba, 1), 288), {
        wrapped(&mini(), |lba| header(lba + 2, 1), 288)
    }]
    .concat();
    let document = open("late.bin", with_gap);
    assert_eq!(rows(document.content.container().members().unwrap()), mini_members());
    assert!(document.problems.iter().any(|p| p.message.contains("not at the position")));
}

#[test]
fn rejects_silence_as_disc() {
    let silence = Source::from_bytes("x.bin", vec![0; 60 * 2352]);
    assert!(formats::identify(&silence).is_none());
}

/// Each byte of a member has an offset in the image.
#[test]
fn maps_member_bytes_to_image() {
    let document = open("ps1mini.bin", ps1mini());
    let members = document.content.container().members().unwrap();
    let index = members.list().iter().position(|m| m.path == "BATTLE/SCENE.BIN").unwrap();
    let member = members.open(index).unwrap();
    let image = document.source.bytes();
    for offset in [0, 1, 2047, 2048] {
        let (source, at) = member.stored_at(offset).unwrap();
        assert_eq!(source, document.source.id());
        let at = usize::try_from(at).unwrap();
        assert_eq!(image[at], member.bytes()[usize::try_from(offset).unwrap()], "{offset}");
    }
    assert_eq!(member.stored_at(2048).unwrap().1 - member.stored_at(2047).unwrap().1, 305);
    assert_eq!(member.stored_at(2049), None);
}

/// `image` with all sector numbers of its directories counted from `first` sectors before its start.
fn counted_from(first: u32, mut image: Vec<u8>) -> Vec<u8> {
    let number =
        |image: &[u8], at: usize| u32::from_le_bytes(image[at + 2..at + 6].try_into().unwrap());
    let change = |image: &mut Vec<u8>, at: usize| {
        let lba = number(image, at) + first;
        image[at + 2..at + 6].copy_from_slice(&lba.to_le_bytes());
        image[at + 6..at + 10].copy_from_slice(&lba.to_be_bytes());
    };
    let root = 16 * 2048 + 156;
    let mut open = vec![number(&image, root)];
    let mut seen = Vec::new();
    change(&mut image, root);
    while let Some(folder) = open.pop() {
        if seen.contains(&folder) {
            continue;
        }
        seen.push(folder);
        let mut at = folder as usize * 2048;
        while image[at] > 0 {
            if image[at + 25] & 2 != 0 {
                open.push(number(&image, at));
            }
            change(&mut image, at);
            at += usize::from(image[at]);
        }
    }
    image
}

/// As in a track that was extracted from a disc of several tracks.
#[test]
fn finds_files_of_a_volume_that_counts_from_another_sector() {
    for first in [150, 45_000] {
        let cooked = counted_from(first, mini());
        check("track03.iso", cooked.clone(), &mini_members(), "MODE1/2048");
        let raw = wrapped(&cooked, |lba| header(lba, 1), 288);
        check("track03.bin", raw, &mini_members(), "MODE1/2352");
    }
}
