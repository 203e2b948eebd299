//! Lists of names that people share: `0xHHHHHHHH name`, bare words, and who says so.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::{GameBook, Library, in_words};
use crate::formats::hashes_of;

/// Starts the remark that says who gave the names below it, when, how sure, and where they stood.
const SAID: &str = "# said by:";
/// First line of a pack.
const TITLE: &str = "# Names behind hashes, for Gouraud";

/// Bytes of the longest list.
const MAX_LIST: u64 = 64 << 20;

/// Names under their hashes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pack {
    /// In the order of the list. A bare word is in it under both hashes.
    pub names: Vec<Said>,
    /// How many lines have a name.
    pub words: usize,
}

/// A name under its hash, and who says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// 32-bit hash.
    pub hash: u32,
    /// Name with that hash.
    pub name: String,
    /// Who gave it the name; empty when it is not known.
    pub who: String,
    /// The day, as `2026-11-23`.
    pub when: String,
    /// How sure that is, in the user's word.
    pub sure: String,
    /// File or list in which the name stood.
    pub from: String,
}

/// What a file that was named as a list turned out to be.
pub enum List {
    /// Names.
    Names(Pack),
    /// That many games.
    Games(usize),
}

impl Library {
    /// Takes in a list of names, or a table of games, which wins over the one that is built in.
    ///
    /// # Errors
    ///
    /// A sentence, when it cannot be read or is too large for one.
    pub fn read_list(&self, file: &Path) -> Result<List, String> {
        let shown = file.display();
        let said = |error: std::io::Error| format!("{shown}: {}", in_words(&error));
        if std::fs::metadata(file).map_err(said)?.len() > MAX_LIST {
            return Err(format!("{shown}: too large for a list of names"));
        }
        let bytes = std::fs::read(file).map_err(said)?;
        let text = String::from_utf8_lossy(&bytes);
        if GameBook::is_table(&text) {
            return Ok(List::Games(self.games.add_table(&text)));
        }
        let pack = Pack::read(&text);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.names.add_pack(&pack, &name);
        Ok(List::Names(pack))
    }
}

impl Said {
    /// The origin that is shown: the list, and who says so.
    pub fn origin(&self, list: &str) -> String {
        let parts = [&self.who, &self.when, &self.sure].map(String::as_str);
        let said: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if said.is_empty() { list.to_owned() } else { format!("{list} ({})", said.join(", ")) }
    }

    fn head(&self) -> String {
        let Self { who, when, sure, from, .. } = self;
        let part = |text: &str| text.replace([';', '\n', '\r'], " ");
        let [who, when, sure, from] = [who, when, sure, from].map(|text| part(text));
        format!("{SAID} {who}; when: {when}; sure: {sure}; from: {from}")
    }
}

/// Two names of one hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// 32-bit hash.
    pub hash: u32,
    /// The names, each with who says so.
    pub names: Vec<Said>,
}

impl Pack {
    /// Reads a list. Lines that start with `#` are remarks, but for those that say who gave the
    /// names below them.
    pub fn read(text: &str) -> Self {
        let mut pack = Self::default();
        let mut head = Said::default();
        for line in text.lines().map(|line| line.trim_start_matches('\u{feff}').trim()) {
            if let Some(said) = line.strip_prefix(SAID) {
                head = read_head(said);
            } else if !line.is_empty() && !line.starts_with('#') {
                pack.words += 1;
                let said = |hash, name: &str| Said { hash, name: name.to_owned(), ..head.clone() };
                match with_hash(line) {
                    Some((hash, name)) => pack.names.push(said(hash, name)),
                    None => pack.names.extend(hashes_of(line).map(|hash| said(hash, line))),
                }
            }
        }
        pack
    }

    /// The pack as a text that any reader of such lists takes.
    pub fn write(&self) -> String {
        let mut text = format!("{TITLE}\n");
        let mut last = Said::default().head();
        for said in &self.names {
            let head = said.head();
            if head != last {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{head}");
                last = head;
            }
            let _ = writeln!(text, "{:#010x} {}", said.hash, said.name);
        }
        text
    }

    /// Adds what another pack knows beyond this one: the same name of the same hash is kept as it
    /// was first said, other names of the same hash are all kept.
    pub fn merge(&mut self, other: &Pack) {
        let known: std::collections::HashSet<(u32, String)> =
            self.names.iter().map(|said| (said.hash, said.name.clone())).collect();
        let is_new = |said: &&Said| !known.contains(&(said.hash, said.name.clone()));
        self.names.extend(other.names.iter().filter(is_new).cloned());
        self.words = self.names.len();
    }

    /// The hashes that have more than one name. Upper and lower case make no other name.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut all: BTreeMap<u32, Vec<&Said>> = BTreeMap::new();
        for said in &self.names {
            let names = all.entry(said.hash).or_default();
            if !names.iter().any(|other| other.name.eq_ignore_ascii_case(&said.name)) {
                names.push(said);
            }
        }
        let several = all.into_iter().filter(|(_, names)| names.len() > 1);
        let conflict = |(hash, names): (u32, Vec<&Said>)| Conflict {
            hash,
            names: names.into_iter().cloned().collect(),
        };
        several.map(conflict).collect()
    }
}

/// `NAME; when: DAY; sure: WORD; from: FILE`.
fn read_head(text: &str) -> Said {
    let mut parts = text.split(';').map(str::trim);
    let mut said = Said { who: parts.next().unwrap_or("").to_owned(), ..Said::default() };
    for part in parts {
        match part.split_once(':').map(|(key, value)| (key.trim(), value.trim().to_owned())) {
            Some(("when", value)) => said.when = value,
            Some(("sure", value)) => said.sure = value,
            Some(("from", value)) => said.from = value,
            _ => {}
        }
    }
    said
}

/// Hash and name of a line `0xHHHHHHHH name`.
fn with_hash(line: &str) -> Option<(u32, &str)> {
    let (first, name) = line.split_once(char::is_whitespace)?;
    let digits = first.strip_prefix("0x").or_else(|| first.strip_prefix("0X"))?;
    Some((u32::from_str_radix(digits, 16).ok()?, name.trim()))
}
