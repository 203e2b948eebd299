//! `.cue`: a text with one line for each file, track and index.

use super::{Index, Sheet, SheetTrack, StoredAs};
use crate::bytes::{Cursor, Recorder, Result};

/// Maximum number of tracks of a disc.
const MAX_TRACKS: usize = 99;

/// `true` if the first word of the text is a keyword of cue sheets.
pub fn is_cue(head: &[u8]) -> bool {
    let text = super::first_words(head);
    let first = text.split_whitespace().next().unwrap_or("");
    ["FILE", "REM", "CATALOG", "TRACK", "PERFORMER", "TITLE"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(first))
}

/// Reads a sheet line by line. Unknown keywords are skipped.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Sheet> {
    let mut sheet = Sheet::default();
    super::lines(cur, |line| take(&mut sheet, line))?;
    Ok(sheet)
}

/// Parses one line.
fn take(sheet: &mut Sheet, line: &str) -> std::result::Result<(), String> {
    let words = words(line);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    match word(0).to_ascii_uppercase().as_str() {
        "FILE" => {
            // An unquoted name may contain blanks and extends up to the type keyword.
            let last = words.len().saturating_sub(1).max(2);
            let name = words.get(1..last).unwrap_or(&[]).join(" ");
            sheet.files.push((name, stored_as(word(last))));
        }
        "TRACK" => {
            // Some sheets omit the number.
            let number = word(1).parse().ok();
            let mode = word(if number.is_some() { 2 } else { 1 }).to_ascii_uppercase();
            if sheet.tracks.len() >= MAX_TRACKS {
                return Err(format!("a disc has at most {MAX_TRACKS} tracks"));
            }
            let Some(file) = sheet.files.len().checked_sub(1) else {
                return Err("track before the first file".to_owned());
            };
            let stride = stride(&mode).ok_or_else(|| format!("unknown mode {mode:?}"))?;
            let number = number.unwrap_or(u8::try_from(sheet.tracks.len() + 1).unwrap_or(99));
            let track = SheetTrack { number, mode, stride, file, ..SheetTrack::default() };
            sheet.tracks.push(track);
        }
        "INDEX" => {
            let number = word(1).parse().map_err(|_| "index without a number".to_owned())?;
            let time = word(2);
            let sector = super::sectors(time)?;
            let file = sheet.files.len().saturating_sub(1);
            if sheet.tracks.last().is_some_and(|track| track.file != file) {
                move_to_file(&mut sheet.tracks, file);
            }
            let track = sheet.tracks.last_mut().ok_or("index before the first track")?;
            track.indices.push(Index { number, sector });
        }
        "PREGAP" => {
            let time = word(1);
            let length = super::sectors(time)?;
            let track = sheet.tracks.last_mut().ok_or("gap before the first track")?;
            // If both are given, the gap that is stored in the file is used.
            let is_stored = track.indices.iter().any(|index| index.number == 0);
            track.pregap = if is_stored { 0 } else { length };
        }
        _ => {}
    }
    Ok(())
}

/// Moves the last track to a file that is named between its lines: some programs store the gap before a
/// track at the end of the file of the preceding track, which ends before the gap.
fn move_to_file(tracks: &mut [SheetTrack], file: usize) {
    let [before @ .., track] = tracks else { return };
    let gap = track.indices.first().map(|index| index.sector);
    if let (Some(gap), Some(last)) = (gap, before.last_mut().filter(|last| last.file == track.file))
    {
        last.length = Some(gap.saturating_sub(last.start()));
    }
    track.indices.clear();
    track.file = file;
}

/// Splits a line into words; a quoted word may contain blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = behind.trim_start();
    }
    words
}

fn stored_as(word: &str) -> StoredAs {
    match word.to_ascii_uppercase().as_str() {
        "MOTOROLA" => StoredAs::Motorola,
        "WAVE" => StoredAs::Wave,
        "AIFF" | "MP3" => StoredAs::Packed,
        _ => StoredAs::Binary,
    }
}

/// Bytes per sector in this mode.
fn stride(mode: &str) -> Option<u64> {
    Some(match mode {
        "AUDIO" | "MODE1_RAW" | "MODE2_RAW" => 2352,
        "CDG" => 2448,
        "MODE1" => 2048,
        "MODE2" => 2336,
        mode => {
            let size: u64 = mode.rsplit_once('/')?.1.parse().ok()?;
            [2048, 2324, 2336, 2352, 2448].into_iter().find(|known| *known == size)?
        }
    })
}
