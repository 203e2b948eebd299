//! Builds CHDs of CDs: version 5 unpacked, and version 4 with deflated hunks.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Frames of a hunk, and bytes of a frame.
const FRAMES: usize = 8;
const FRAME: usize = 2448;

/// A track: its metadata and its sectors. Audio is little-endian, as in a CD player's output.
pub struct ChdTrack<'a> {
    pub text: &'a str,
    pub sector: usize,
    pub data: &'a [u8],
}

/// The tracks' frames as stored, padded to whole hunks.
pub fn frames(tracks: &[ChdTrack<'_>]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for track in tracks {
        for sector in track.data.chunks(track.sector) {
            let start = out.len();
            out.extend(sector);
            if track.text.contains("TYPE:AUDIO") {
                out[start..].chunks_exact_mut(2).for_each(<[u8]>::reverse);
            }
            out.resize(start + FRAME, 0);
        }
        out.resize(out.len().next_multiple_of(4 * FRAME), 0);
    }
    out
}

/// A CHD with these tracks.
pub fn chd(tracks: &[ChdTrack<'_>]) -> Vec<u8> {
    chd_of(&frames(tracks), FRAMES * FRAME, FRAME, &metadata(tracks))
}

/// Tags and texts of the tracks.
pub fn metadata(tracks: &[ChdTrack<'_>]) -> Vec<([u8; 4], Vec<u8>)> {
    let text = |track: &ChdTrack<'_>| (*b"CHT2", [track.text.as_bytes(), &[0]].concat());
    tracks.iter().map(text).collect()
}

/// A CHD of `data` in hunks of `hunk` bytes, with this metadata.
pub fn chd_of(data: &[u8], hunk: usize, unit: usize, metadata: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let hunks = data.len().div_ceil(hunk);
    let (map, texts) = (124, 124 + hunks * 4);
    let mut head = b"MComprHD".to_vec();
    head.extend([0, 0, 0, 124, 0, 0, 0, 5]);
    head.extend([0; 16]);
    let first = if metadata.is_empty() { 0 } else { texts };
    for number in [data.len(), map, first] {
        head.extend((number as u64).to_be_bytes());
    }
    head.extend([word(hunk), word(unit)].concat());
    head.resize(texts, 0);
    put_metadata(&mut head, metadata);
    let start = head.len().div_ceil(hunk);
    for index in 0..hunks {
        let at = map + index * 4;
        head[at..at + 4].copy_from_slice(&word(start + index));
    }
    head.resize(start * hunk, 0);
    head.extend(data);
    head.resize((start + hunks) * hunk, 0);
    head
}

/// Builds a version 4 CHD of these tracks with deflated hunks; returns it with the hunks' offsets.
pub fn chd_deflated(tracks: &[ChdTrack<'_>]) -> (Vec<u8>, Vec<usize>) {
    let data = frames(tracks);
    let hunk_size = FRAMES * FRAME;
    let hunks: Vec<&[u8]> = data.chunks(hunk_size).collect();
    let mut out = b"MComprHD\0\0\0\x6C\0\0\0\x04\0\0\0\0\0\0\0\x01".to_vec();
    out.extend(word(hunks.len()));
    out.extend((data.len() as u64).to_be_bytes());
    let map_end = 108 + (hunks.len() + 1) * 16;
    out.extend((map_end as u64).to_be_bytes());
    out.extend(word(hunk_size));
    out.resize(map_end, 0);
    put_metadata(&mut out, &metadata(tracks));
    let mut places = Vec::new();
    for (index, hunk) in hunks.iter().enumerate() {
        let mut hunk = hunk.to_vec();
        hunk.resize(hunk_size, 0);
        let packed = deflated(&hunk);
        let mut entry = (out.len() as u64).to_be_bytes().to_vec();
        entry.extend(crc32fast::hash(&hunk).to_be_bytes());
        entry.extend((packed.len() as u16).to_be_bytes());
        entry.extend([(packed.len() >> 16) as u8, 1]);
        out[108 + index * 16..][..16].copy_from_slice(&entry);
        places.push(out.len());
        out.extend(packed);
    }
    out[map_end - 16..map_end].copy_from_slice(b"EndOfListCookie\0");
    (out, places)
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("writing to memory cannot fail");
    encoder.finish().expect("writing to memory cannot fail")
}

/// Appends metadata entries, each with the offset of the next.
pub fn put_metadata(out: &mut Vec<u8>, metadata: &[([u8; 4], Vec<u8>)]) {
    for (index, (tag, text)) in metadata.iter().enumerate() {
        let next = out.len() + 16 + text.len();
        let next = if index + 1 < metadata.len() { next as u64 } else { 0 };
        out.extend(tag);
        out.extend(word(1 << 24 | text.len()));
        out.extend(next.to_be_bytes());
        out.extend(text);
    }
}

fn word(number: usize) -> [u8; 4] {
    super::super::count(number).to_be_bytes()
}
