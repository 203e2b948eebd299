//! `.mds`: binary blocks, one per track; the companion `.mdf` contains the sectors.

use super::{Sheet, SheetTrack, StoredAs};
use crate::bytes::{Cursor, Hint, Recorder, Result, Symbol};

/// Magic number.
pub const MAGIC: &[u8; 16] = b"MEDIA DESCRIPTOR";
/// Offset of the pointer to the session.
const SESSION: u64 = 0x50;
/// Size of a track block.
const BLOCK: u64 = 0x50;
/// Maximum number of blocks that are read: tracks, and points of the table of contents without a track.
const MAX_BLOCKS: usize = 120;

const MODES: &[Symbol] = &[
    Symbol { value: 0xA9, name: "audio" },
    Symbol { value: 0xAA, name: "mode 1" },
    Symbol { value: 0xAB, name: "mode 2" },
    Symbol { value: 0xAC, name: "mode 2 form 1" },
    Symbol { value: 0xAD, name: "mode 2 form 2" },
    Symbol { value: 0xEC, name: "mode 2 with subchannel" },
];

/// Reads the blocks of the first session.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Sheet> {
    cur.text("magic", MAGIC.len())?;
    let version: u8 = cur.get("version")?;
    cur.get::<u8>("minor")?;
    if version > 1 {
        let message = format_args!("unsupported media descriptor version {version}");
        return Err(cur.fail_at((16, 1), "version", message));
    }
    let session = cur.at(SESSION, |cur| cur.get_as::<u32>("session_offset", Hint::Pointer))?;
    let (last, blocks) =
        cur.at(session.into(), |cur| cur.group("session", "Session", session_of))?;
    let mut sheet = Sheet { files: vec![(String::new(), StoredAs::Binary)], tracks: Vec::new() };
    cur.array("tracks", |cur| {
        for index in 0..MAX_BLOCKS {
            if sheet.tracks.len() >= usize::from(last) {
                break;
            }
            let start = u64::from(blocks).saturating_add(BLOCK.saturating_mul(index as u64));
            let read = cur.at(start, |cur| cur.element(index, "TrackBlock", track));
            match cur.or_keep(read) {
                Some(track) => sheet.tracks.extend(track),
                None => break,
            }
        }
        Ok(())
    })?;
    Ok(sheet)
}

fn session_of<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u16, u32)> {
    cur.get::<i32>("start")?;
    cur.get::<i32>("end")?;
    cur.get::<u16>("number")?;
    cur.get::<u8>("blocks")?;
    cur.get::<u8>("other_blocks")?;
    cur.get::<u16>("first_track")?;
    let last = cur.get("last_track")?;
    cur.bytes("unknown_10", 4)?;
    let blocks = cur.get_as("tracks_offset", Hint::Pointer)?;
    Ok((last, blocks))
}

/// Reads a block; `None` for a point of the table of contents without a track.
fn track<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Option<SheetTrack>> {
    let start = cur.pos();
    let mode: u8 = cur.get_as("mode", Hint::Enum(MODES))?;
    cur.get_as::<u8>("subchannel", Hint::Hex)?;
    cur.bytes("unknown_02", 2)?;
    let point: u8 = cur.get_as("point", Hint::Hex)?;
    cur.bytes("unknown_05", 7)?;
    let lengths: u32 = cur.get_as("lengths_offset", Hint::Pointer)?;
    let size: u16 = cur.get("sector_size")?;
    cur.bytes("unknown_12", 18)?;
    let first: u32 = cur.get("first_sector")?;
    let offset: u64 = cur.get_as("offset", Hint::Hex)?;
    let rest = usize::try_from(BLOCK.saturating_sub(cur.pos() - start)).unwrap_or(0);
    cur.bytes("unknown_30", rest)?;
    let is_there = u64::from(lengths).saturating_add(8) <= cur.source_len();
    // On a DVD this field has another meaning.
    let length = match lengths > 0 && mode >= 0xA9 && is_there {
        true => Some(cur.at(lengths.into(), |cur| cur.group("lengths", "TrackLengths", sectors))?),
        false => None,
    };
    let name = match mode {
        0xA9 => "AUDIO".to_owned(),
        0xAA => format!("MODE1/{}", size.min(2352)),
        _ => format!("MODE2/{}", size.min(2352)),
    };
    Ok((point > 0 && point < 100).then(|| SheetTrack {
        number: point,
        mode: name,
        stride: size.into(),
        offset: Some(offset),
        lba: Some(first),
        length,
        ..SheetTrack::default()
    }))
}

/// Reads the lengths of the gap and of the track, and returns the length of the track.
fn sectors<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<u64> {
    cur.get::<u32>("gap")?;
    Ok(cur.get::<u32>("track")?.into())
}
