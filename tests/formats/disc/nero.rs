//! Images of Nero, which list their own tracks.

use gouraud::container::DiscTrack;

use super::images::{header, wrapped};
use super::{Row, facts, mini, mini_members, open, rows};

fn sound() -> Vec<u8> {
    (0..6 * 2352u32).map(|at| (at % 199) as u8).collect()
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [name.as_slice(), &(data.len() as u32).to_be_bytes(), data].concat()
}

/// Disc-at-once data and sound: two sectors of gap before the sound.
fn at_once() -> Vec<u8> {
    let data = wrapped(&mini(), |lba| header(lba, 1), 288);
    let gap = vec![0; 2 * 2352];
    let (sound_at, end) = (data.len() + gap.len(), data.len() + gap.len() + sound().len());
    let mut tracks = vec![0; 22];
    for (mode, offsets) in [(5, [0, 0, data.len()]), (7, [data.len(), sound_at, end])] {
        tracks.extend([0; 12]);
        tracks.extend(2352u16.to_be_bytes());
        tracks.extend([mode, 0, 0, 1]);
        tracks.extend(offsets.map(|offset| (offset as u64).to_be_bytes()).concat());
    }
    let cues = [0x41, 1, 1, 0, 0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 0, 44];
    let list = [chunk(b"CUEX", &cues), chunk(b"DAOX", &tracks), chunk(b"END!", b"")].concat();
    [data, gap, sound(), list, b"NER5".to_vec(), (end as u64).to_be_bytes().to_vec()].concat()
}

/// The same track at once, cooked, without the gap.
fn track_by_track() -> Vec<u8> {
    let mut tracks = Vec::new();
    for numbers in [[0, mini().len() as u32, 0, 0, 0], [mini().len() as u32, 6 * 2352, 7, 44, 0]] {
        tracks.extend(numbers.map(u32::to_be_bytes).concat());
    }
    let start = (mini().len() + sound().len()) as u32;
    let list = [chunk(b"ETNF", &tracks), chunk(b"END!", b"")].concat();
    [mini(), sound(), list, b"NERO".to_vec(), start.to_be_bytes().to_vec()].concat()
}

fn with_sound() -> Vec<Row> {
    let mut rows = mini_members();
    rows.push(("Track 02.cdda".to_owned(), 6 * 2352, crc32fast::hash(&sound())));
    rows
}

#[test]
fn reads_files_and_sound_of_all_tracks() {
    for (image, mode) in [(at_once(), "MODE1/2352"), (track_by_track(), "MODE1/2048")] {
        let document = open("x.nrg", image);
        assert_eq!(rows(document.content.container().members().unwrap()), with_sound());
        let track =
            |number, mode: &str, sectors| DiscTrack { number, mode: mode.to_owned(), sectors };
        assert_eq!(facts(&document).tracks, [track(1, mode, 42), track(2, "AUDIO", 6)]);
        assert!(document.problems.is_empty(), "{:?}", document.problems);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    }
}

#[test]
fn audio_disc_lists_its_tracks() {
    let mut tracks = 0u32.to_be_bytes().to_vec();
    tracks.extend([6 * 2352, 7, 0, 0].map(u32::to_be_bytes).concat());
    let start = sound().len() as u32;
    let list = [chunk(b"ETNF", &tracks), chunk(b"END!", b"")].concat();
    let image = [sound(), list, b"NERO".to_vec(), start.to_be_bytes().to_vec()].concat();
    let document = open("x.nrg", image);
    let found = rows(document.content.container().members().unwrap());
    assert_eq!(found, [("Track 01.cdda".to_owned(), 6 * 2352, crc32fast::hash(&sound()))]);
    assert_eq!(document.tree.coverage().unread, 0);
}

#[test]
fn survives_damaged_track_list() {
    for at in 0..60 {
        let mut image = at_once();
        let at = image.len() - 1 - at;
        image[at] = 0xFF;
        let _ = gouraud::formats::by_id("disc.iso9660")
            .unwrap()
            .open(&gouraud::bytes::Source::from_bytes("x.nrg", image));
    }
}
