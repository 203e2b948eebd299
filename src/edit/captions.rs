//! Replaces the captions of a sound with those of a SubRip file.
//!
//! A sound stores consecutive texts with their durations, in fifths of a second; a pause is a text
//! without letters (format document `trespasser-tpa.md`, section 3).

use std::path::Path;

use super::{EditOp, FieldPaths, input_file};
use crate::scene::Sound;

/// Maximum size of a caption file.
const MAX_LEN: u64 = 16 << 20;
/// Unit of stored durations in milliseconds.
const UNIT_MS: u64 = 200;

/// A text and its duration in units.
pub type TimedText = (u64, String);

/// Edit operations that give a sound the captions of a SubRip file.
///
/// # Errors
/// A message, if the file cannot be read or is not SubRip.
pub fn captions_from(file: &Path, sound: &Sound) -> Result<Vec<EditOp>, String> {
    let bytes = input_file::read(file, MAX_LEN, "a caption file")?;
    let text = String::from_utf8(bytes).map_err(|_| "not a UTF-8 text".to_owned())?;
    Ok(orders(&one_behind_the_other(&cues(&text)?)?, sound))
}

/// Sets the number of sections, and then their content.
fn orders(wanted: &[TimedText], sound: &Sound) -> Vec<EditOp> {
    let own = &sound.origin.path;
    let dot = if own.is_empty() { "" } else { "." };
    let list = format!("{own}{dot}captions.sections");
    let (there, count) = (sound.captions.len(), wanted.len());
    let gone: Vec<String> = (count..there).map(|at| format!("{list}[{at}]")).collect();
    let mut orders = Vec::new();
    if !gone.is_empty() {
        orders.push(EditOp::Remove { remove: FieldPaths::Several(gone) });
    }
    orders.extend((there..count).map(|_| EditOp::Add {
        add: list.clone(),
        name: "-".to_owned(),
        with: None,
        bump: None,
        coding: Default::default(),
    }));
    for (at, (units, text)) in wanted.iter().enumerate() {
        let text = text.replace('\n', "\r");
        orders.push(EditOp::set(format!("{list}[{at}].duration"), units.to_string().as_str()));
        orders.push(EditOp::set(format!("{list}[{at}].text"), format!("{text:?}").as_str()));
    }
    orders
}

/// Start and end (in milliseconds) and text of each cue.
pub fn cues(text: &str) -> Result<Vec<(u64, u64, String)>, String> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut cues = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        // Numbers of cues and empty lines are skipped.
        let Some((from, to)) = line.split_once("-->") else {
            match line.trim().is_empty() || line.trim().bytes().all(|b| b.is_ascii_digit()) {
                true => continue,
                false => return Err(format!("line {}: expected the start of a cue", number + 1)),
            }
        };
        let wrong = || format!("line {}: expected a time such as 00:00:01,500", number + 1);
        let from = milliseconds(from).ok_or_else(wrong)?;
        let to = milliseconds(to).ok_or_else(wrong)?;
        let texts = lines.by_ref().map(|(_, line)| line).take_while(|line| !line.trim().is_empty());
        cues.push((from, to, texts.collect::<Vec<_>>().join("\n")));
    }
    Ok(cues)
}

/// `01:02:03,456`, or with a point instead of the comma; anything after it is ignored.
fn milliseconds(time: &str) -> Option<u64> {
    let time = time.split_whitespace().next()?;
    let (whole, thousandths) = time.split_once([',', '.']).unwrap_or((time, "0"));
    let mut seconds = 0u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let digits: String = thousandths.chars().chain("000".chars()).take(3).collect();
    seconds.checked_mul(1000)?.checked_add(digits.parse().ok()?)
}

/// The cues and the pauses between them. Each starts at the end of the preceding one; durations are
/// rounded to units.
pub fn one_behind_the_other(cues: &[(u64, u64, String)]) -> Result<Vec<TimedText>, String> {
    let unit = |ms: u64| (ms + UNIT_MS / 2) / UNIT_MS;
    let (mut shown, mut at) = (Vec::new(), 0);
    for (number, (from, to, text)) in (1..).zip(cues) {
        let (from, to) = (unit(*from), unit(*to));
        if from < at || to < from {
            return Err(format!("cue {number} starts before another one ends"));
        }
        if to == from {
            let why = format!("lasts less than {} ms", UNIT_MS / 2);
            return Err(format!(
                "cue {number} {why}; the shortest possible duration is {UNIT_MS} ms"
            ));
        }
        if from > at {
            shown.push((from - at, String::new()));
        }
        shown.push((to - from, text.clone()));
        at = to;
    }
    Ok(shown)
}
