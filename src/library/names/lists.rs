//! Shared name lists: `0xHHHHHHHH name`, bare words, and their contributors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::container::io_message;
use crate::formats::hashes_of;
use crate::library::{GameBook, Library};

/// Starts a comment with the contributor, date, certainty and source of the names below it.
const HEAD_START: &str = "# said by:";
/// First line of a written list.
const TITLE: &str = "# Names behind hashes, for Gouraud";

/// Maximum size of a list in bytes.
const MAX_LIST: u64 = 64 << 20;

/// Names with their hashes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NameList {
    /// In the order of the list. A bare word has an entry for each of the two hashes.
    pub names: Vec<NameEntry>,
    /// Number of lines with a name.
    pub words: usize,
}

/// A name with its hash and contributor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameEntry {
    /// 32-bit hash.
    pub hash: u32,
    /// Name with that hash.
    pub name: String,
    /// Contributor of the name; empty if unknown.
    pub who: String,
    /// Date in the form `2026-11-23`.
    pub when: String,
    /// Certainty, in the contributor's words.
    pub sure: String,
    /// File or list that contained the name.
    pub from: String,
}

/// Content of a list file.
pub enum List {
    /// A name list.
    Names(NameList),
    /// A game table with this number of games.
    Games(usize),
}

impl Library {
    /// Reads a name list, or a game table, which overrides the built-in one.
    ///
    /// # Errors
    ///
    /// A message, if the file cannot be read or is too large.
    pub fn read_list(&self, file: &Path) -> Result<List, String> {
        let shown = file.display();
        let failed = |error: std::io::Error| format!("{shown}: {}", io_message(&error));
        if std::fs::metadata(file).map_err(failed)?.len() > MAX_LIST {
            return Err(format!("{shown}: exceeds the {MAX_LIST} bytes of a name list"));
        }
        let bytes = std::fs::read(file).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        if GameBook::is_table(&text) {
            return Ok(List::Games(self.games.add_table(&text)));
        }
        let pack = NameList::read(&text);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.names.add_pack(&pack, &name);
        Ok(List::Names(pack))
    }
}

impl NameEntry {
    /// The displayed origin: the list and the contributor.
    pub fn origin(&self, list: &str) -> String {
        let parts = [&self.who, &self.when, &self.sure].map(String::as_str);
        let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if known.is_empty() { list.to_owned() } else { format!("{list} ({})", known.join(", ")) }
    }

    fn head(&self) -> String {
        let Self { who, when, sure, from, .. } = self;
        let part = |text: &str| text.replace([';', '\n', '\r'], " ");
        let [who, when, sure, from] = [who, when, sure, from].map(|text| part(text));
        format!("{HEAD_START} {who}; when: {when}; sure: {sure}; from: {from}")
    }
}

/// Several names of one hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// 32-bit hash.
    pub hash: u32,
    /// The names with their contributors.
    pub names: Vec<NameEntry>,
}

impl NameList {
    /// Reads a list. Lines that start with `#` are comments, except those that state the contributor of
    /// the names below them.
    pub fn read(text: &str) -> Self {
        let mut pack = Self::default();
        let mut head = NameEntry::default();
        for line in text.lines().map(|line| line.trim_start_matches('\u{feff}').trim()) {
            if let Some(text) = line.strip_prefix(HEAD_START) {
                head = read_head(text);
            } else if !line.is_empty() && !line.starts_with('#') {
                pack.words += 1;
                let entry =
                    |hash, name: &str| NameEntry { hash, name: name.to_owned(), ..head.clone() };
                match with_hash(line) {
                    Some((hash, name)) => pack.names.push(entry(hash, name)),
                    None => pack.names.extend(hashes_of(line).map(|hash| entry(hash, line))),
                }
            }
        }
        pack
    }

    /// The list as text, in a form that other readers of such lists accept.
    pub fn write(&self) -> String {
        let mut text = format!("{TITLE}\n");
        let mut last = NameEntry::default().head();
        for entry in &self.names {
            let head = entry.head();
            if head != last {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{head}");
                last = head;
            }
            let _ = writeln!(text, "{:#010x} {}", entry.hash, entry.name);
        }
        text
    }

    /// Merges another list: a name that both have keeps its first contributor; different names of one
    /// hash are all kept.
    pub fn merge(&mut self, other: &NameList) {
        let known: std::collections::HashSet<(u32, String)> =
            self.names.iter().map(|entry| (entry.hash, entry.name.clone())).collect();
        let is_new = |entry: &&NameEntry| !known.contains(&(entry.hash, entry.name.clone()));
        self.names.extend(other.names.iter().filter(is_new).cloned());
        self.words = self.names.len();
    }

    /// Hashes with more than one name, ignoring case.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut all: BTreeMap<u32, Vec<&NameEntry>> = BTreeMap::new();
        for entry in &self.names {
            let names = all.entry(entry.hash).or_default();
            if !names.iter().any(|other| other.name.eq_ignore_ascii_case(&entry.name)) {
                names.push(entry);
            }
        }
        let several = all.into_iter().filter(|(_, names)| names.len() > 1);
        let conflict = |(hash, names): (u32, Vec<&NameEntry>)| Conflict {
            hash,
            names: names.into_iter().cloned().collect(),
        };
        several.map(conflict).collect()
    }
}

/// `NAME; when: DAY; sure: WORD; from: FILE`.
fn read_head(text: &str) -> NameEntry {
    let mut parts = text.split(';').map(str::trim);
    let mut head = NameEntry { who: parts.next().unwrap_or("").to_owned(), ..NameEntry::default() };
    for part in parts {
        match part.split_once(':').map(|(key, value)| (key.trim(), value.trim().to_owned())) {
            Some(("when", value)) => head.when = value,
            Some(("sure", value)) => head.sure = value,
            Some(("from", value)) => head.from = value,
            _ => {}
        }
    }
    head
}

/// Hash and name of a line `0xHHHHHHHH name`.
fn with_hash(line: &str) -> Option<(u32, &str)> {
    let (first, name) = line.split_once(char::is_whitespace)?;
    let digits = first.strip_prefix("0x").or_else(|| first.strip_prefix("0X"))?;
    Some((u32::from_str_radix(digits, 16).ok()?, name.trim()))
}
