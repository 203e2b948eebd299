//! Notes on one file, in the form in which they are stored next to the settings and exchanged. The format
//! is JSON, which can be read and edited manually:
//!
//! ```json
//! {
//!   "v": 1,
//!   "file": { "name": "plaza.psx", "crc32": "0f3a9c21", "size": 48212 },
//!   "notes": [
//!     { "path": "models[0].faces[3]", "offset": "0x00000120", "length": 32,
//!       "text": "the wall one rides", "when": "2024-05-01T09:30:00Z" }
//!   ],
//!   "views": { "1": { "when": "2024-05-01T09:31:00Z", "state": { "camera": { "yaw": 30.0 } } } },
//!   "flight": [ { "view": 2, "seconds": 1.5, "used": true } ],
//!   "selections": { "rails": { "when": "2024-05-01T09:32:00Z", "count": 5,
//!     "faces": [ { "kind": "object", "path": "objects[3]", "faces": "0-3,7" } ] } },
//!   "stars": [ 2 ]
//! }
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::saved_selection::SavedSelection;
use crate::app::model::Selection;
use crate::library::timestamp;
use crate::render::state::{FileMark, State as ViewState};

/// The format version that is written.
pub const VERSION: u32 = 1;
/// The slots for views; pressing the digit recalls the view.
pub const SLOTS: std::ops::RangeInclusive<u8> = 1..=9;

/// See the [module](self).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sidecar {
    pub v: u32,
    pub file: About,
    /// Notes, sorted by offset.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Saved views by slot.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub views: BTreeMap<u8, SavedView>,
    /// The saved views in the order of a camera flight; empty if the order and the times are the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flight: Vec<FlightStop>,
    /// Saved selections by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub selections: BTreeMap<String, SavedSelection>,
    /// Starred sounds: the first identifier of each, or its index if it has none.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub stars: BTreeSet<u32>,
    /// Entries of other versions, preserved.
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// The file of the notes. It is identified by its content; the name is for the reader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    #[serde(default)]
    pub name: String,
    /// Checksum as printed by `info`.
    pub crc32: FileMark,
    pub size: u64,
}

/// A file identified by its content: checksum and length of the bytes as stored, both as printed by
/// `info`, so that a sidecar can be found manually.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub crc32: u32,
    pub size: u64,
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x}-{}", self.crc32, self.size)
    }
}

/// A mark on an element; without text it is a bookmark.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Note {
    /// Offset in the unpacked bytes.
    #[serde(with = "hex")]
    pub offset: u64,
    pub length: u64,
    /// Field path; empty for the whole file.
    #[serde(default)]
    pub path: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Time of writing, in UTC.
    #[serde(default)]
    pub when: String,
}

/// A saved view in a camera flight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlightStop {
    /// Slot of the view.
    pub view: u8,
    /// Seconds from the view before it.
    pub seconds: f32,
    /// Part of the flight.
    #[serde(default, rename = "used")]
    pub is_used: bool,
}

/// The view, in the format of the state string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    #[serde(default)]
    pub when: String,
    /// Description for the reader: "object 12 ramp, from above".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    pub state: ViewState,
}

impl SavedView {
    /// Label of the view: description, animation, and time of saving.
    pub fn in_words(&self) -> String {
        let moment = self.state.anim.as_ref().zip(self.state.time);
        let moment = moment.map(|(name, seconds)| format!("{name} at {seconds:.2} s"));
        let about = Some(self.about.clone()).filter(|about| !about.is_empty());
        let when = Some(timestamp::for_display(&self.when));
        let parts: Vec<String> = about.into_iter().chain(moment).chain(when).collect();
        parts.join(", ")
    }
}

impl Note {
    /// A bookmark of the selection.
    pub fn of(selection: &Selection) -> Self {
        Self {
            offset: selection.span.start,
            length: selection.span.len,
            path: selection.path.clone(),
            text: String::new(),
            when: timestamp::now(),
        }
    }

    pub fn is_bookmark(&self) -> bool {
        self.text.is_empty()
    }

    /// `true` if the note is on exactly the selection.
    pub fn is_about(&self, selection: &Selection) -> bool {
        (self.offset, self.length) == (selection.span.start, selection.span.len)
            && self.path == selection.path
    }

    /// `true` if text and target are the same, regardless of the time of writing.
    fn is_same_note(&self, other: &Note) -> bool {
        (self.offset, self.length) == (other.offset, other.length)
            && self.path == other.path
            && self.text == other.text
    }

    /// Short description of the note's target.
    pub fn subject(&self) -> &str {
        if self.path.is_empty() { "the file" } else { &self.path }
    }
}

/// Counts of merged notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    pub notes: usize,
    pub views: usize,
    pub selections: usize,
    pub stars: usize,
    /// Views without a free slot.
    pub left_out: usize,
}

impl Sidecar {
    pub fn new(name: &str, key: Key) -> Self {
        Self {
            v: VERSION,
            file: About { name: name.to_owned(), crc32: FileMark(key.crc32), size: key.size },
            notes: Vec::new(),
            views: BTreeMap::new(),
            flight: Vec::new(),
            selections: BTreeMap::new(),
            stars: BTreeSet::new(),
            rest: BTreeMap::new(),
        }
    }

    pub fn key(&self) -> Key {
        Key { crc32: self.file.crc32.0, size: self.file.size }
    }

    /// `true` if there are no notes: no file is needed then.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
            && self.views.is_empty()
            && self.selections.is_empty()
            && self.stars.is_empty()
            && self.rest.is_empty()
    }

    /// The same notes for changed content of the file, for example after a change on disk.
    pub fn about(&self, key: Key) -> Self {
        let file = About { crc32: FileMark(key.crc32), size: key.size, ..self.file.clone() };
        Self { file, ..self.clone() }
    }

    /// Replaces `before` with `after`; either may be missing.
    pub fn set_note(&mut self, before: Option<&Note>, after: Option<Note>) {
        if let Some(at) = before.and_then(|before| self.notes.iter().position(|n| n == before)) {
            self.notes.remove(at);
        }
        self.notes.extend(after);
        self.notes.sort();
    }

    /// Merges the notes of another author. All notes are kept; duplicates are merged with the earlier
    /// time. A view whose slot is taken is moved to a free one.
    pub fn merge(&mut self, other: &Sidecar) -> Merged {
        let mut merged = Merged::default();
        for note in &other.notes {
            match self.notes.iter_mut().find(|own| own.is_same_note(note)) {
                Some(own) if !note.when.is_empty() && note.when < own.when => {
                    own.when.clone_from(&note.when);
                }
                Some(_) => {}
                None => {
                    self.notes.push(note.clone());
                    merged.notes += 1;
                }
            }
        }
        self.notes.sort();
        for (slot, view) in &other.views {
            if self.views.values().any(|own| own.state == view.state) {
                continue;
            }
            let free = |slot: &u8| SLOTS.contains(slot) && !self.views.contains_key(slot);
            match std::iter::once(*slot).chain(SLOTS).find(free) {
                Some(slot) => {
                    self.views.insert(slot, view.clone());
                    merged.views += 1;
                }
                None => merged.left_out += 1,
            }
        }
        if self.flight.is_empty() && self.views == other.views {
            self.flight.clone_from(&other.flight);
        }
        merged.selections = self.merge_selections(other);
        let before = self.stars.len();
        self.stars.extend(&other.stars);
        merged.stars = self.stars.len() - before;
        for (name, value) in &other.rest {
            self.rest.entry(name.clone()).or_insert_with(|| value.clone());
        }
        merged
    }

    /// Adds the selections of another author; one whose name is taken gets a number. Returns how many were
    /// added.
    fn merge_selections(&mut self, other: &Sidecar) -> usize {
        let mut count = 0;
        for (name, selection) in &other.selections {
            if self.selections.values().any(|own| own == selection) {
                continue;
            }
            let numbered = (2..).map(|number: u32| format!("{name} ({number})"));
            let mut names = std::iter::once(name.clone()).chain(numbered);
            if let Some(free) = names.find(|name| !self.selections.contains_key(name)) {
                self.selections.insert(free, selection.clone());
                count += 1;
            }
        }
        count
    }

    /// Text of the file.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

/// Reads one sidecar, or several in a list, as [`bundle`] writes them.
pub fn parse(text: &str) -> Result<Vec<Sidecar>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let all = match value {
        Value::Array(all) => all,
        one => vec![one],
    };
    all.into_iter()
        .map(|value| serde_json::from_value(value).map_err(|error| error.to_string()))
        .collect()
}

/// Several sidecars as one text; a single one in its stored form.
pub fn bundle(all: &[&Sidecar]) -> Result<String, serde_json::Error> {
    match all {
        [one] => one.to_text(),
        all => serde_json::to_string_pretty(all).map(|text| text + "\n"),
    }
}

/// Offsets in hexadecimal; numbers are accepted, too.
mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use serde_json::Value;

    pub fn serialize<S: Serializer>(offset: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&crate::app::model::numbers::offset(*offset))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let value = Value::deserialize(from)?;
        let read = match &value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => {
                let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
                digits.and_then(|digits| u64::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        read.ok_or_else(|| {
            D::Error::custom(format_args!("expected an offset 0x… or a number, found {value}"))
        })
    }
}
