//! `.ccd`: a text of sections and keys; the companion image is raw and starts at 00:02:00.

use std::collections::BTreeMap;

use super::{Index, Sheet, SheetTrack, StoredAs};
use crate::bytes::{Cursor, Recorder, Result, Severity};

/// Bytes per sector of the image.
const STRIDE: u64 = 2352;
/// Bit of an entry's control: data track.
const IS_DATA: u64 = 4;

/// `true` if the text is a CloneCD sheet.
pub fn is_ccd(head: &[u8]) -> bool {
    super::first_words(head).trim_start().starts_with("[CloneCD]")
}

/// Reads the entries of the table of contents.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Sheet> {
    let mut sections: Vec<(String, BTreeMap<String, u64>)> = Vec::new();
    super::lines(cur, |line| {
        if let Some(name) = line.trim().strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            sections.push((name.to_ascii_lowercase(), BTreeMap::new()));
        } else if let (Some((key, value)), Some((_, keys))) =
            (line.split_once('='), sections.last_mut())
        {
            keys.extend(number(value).map(|value| (key.trim().to_ascii_lowercase(), value)));
        }
        Ok(())
    })?;
    let mut sheet = Sheet { files: vec![(String::new(), StoredAs::Binary)], tracks: Vec::new() };
    let entries = sections.iter().filter(|(name, _)| name.starts_with("entry"));
    // Sections of version 3: the mode of each track, and the start of its gap.
    let section = |number: u8| {
        let name = format!("track {number}");
        sections.iter().find(|(known, _)| *known == name).map(|(_, keys)| keys)
    };
    for (_, keys) in entries {
        let key = |name: &str| keys.get(name).copied().unwrap_or(0);
        let (Ok(number @ 1..=99), sector) = (u8::try_from(key("point")), key("plba")) else {
            continue;
        };
        let own = |name: &str| section(number)?.get(name).copied();
        let mode = match (key("control") & IS_DATA, own("mode")) {
            (0, _) => "AUDIO",
            (_, Some(1)) => "MODE1/2352",
            (_, Some(2)) => "MODE2/2352",
            // Determined from the data.
            _ => "DATA",
        };
        let gap = own("index 0").map(|sector| Index { number: 0, sector });
        let start = Index { number: 1, sector };
        sheet.tracks.push(SheetTrack {
            number,
            mode: mode.to_owned(),
            stride: STRIDE,
            indices: gap.into_iter().chain([start]).collect(),
            ..SheetTrack::default()
        });
    }
    if sheet.tracks.is_empty() {
        let span = (0, cur.source_len());
        cur.problem(Severity::Error, span, "", format_args!("the sheet has no tracks"));
    }
    sheet.tracks.sort_by_key(|track| track.number);
    Ok(sheet)
}

/// Decimal, or hexadecimal with `0x`; `None` for negative numbers.
fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}
