//! Loads entries: from YAML to settings, by the table of their keys.

use std::sync::{Arc, OnceLock};

use super::entry::{Entry, Setting, keep_numbers};
use super::schema::{EntryKind, KEY, Key, Type, ValueForm};
use crate::ksy::description::Code;
use crate::ksy::loader::{At, Loader, join};
use crate::ksy::names::nearest;
use crate::ksy::numbers::integer;
use crate::ksy::parser::parse;
use crate::ksy::yaml::Node;

const MAX_COLUMNS: usize = 64;

impl Loader<'_> {
    /// The entry in the key `-gouraud` of a map.
    pub(in crate::ksy) fn view(&mut self, at: At<'_>, kind: &'static EntryKind) -> Option<Entry> {
        let node = at.node.get(KEY).filter(|node| !node.is_null())?;
        let path = join(at.path, KEY);
        self.entry(At { node, path: &path }, kind)
    }

    fn entry(&mut self, at: At<'_>, kind: &'static EntryKind) -> Option<Entry> {
        if at.node.map().is_none() {
            self.error(at, format!("expected a map, found {}", at.node.kind()));
            return None;
        }
        let allowed: Vec<&str> = kind.keys().map(|key| key.name).collect();
        self.keys(at, &allowed);
        let mut settings = Vec::new();
        for key in kind.keys() {
            let Some(node) = at.node.get(key.name).filter(|node| !node.is_null()) else {
                if key.required {
                    self.error(at, format!("expected the key `{}`", key.name));
                }
                continue;
            };
            let path = join(at.path, key.name);
            let setting = self.setting(At { node, path: &path }, key);
            settings.extend(setting.map(|setting| (key.name, setting)));
        }
        self.one_of(at, kind);
        Some(Entry { kind, place: self.place(at), settings })
    }

    /// Reports entries without one of some keys, or with several.
    fn one_of(&mut self, at: At<'_>, kind: &'static EntryKind) {
        let found = kind.one_of.iter().filter(|key| at.node.get(key).is_some()).count();
        if !kind.one_of.is_empty() && found != 1 {
            let names: Vec<String> = kind.one_of.iter().map(|key| format!("`{key}`")).collect();
            let found = if found == 0 { "neither" } else { "both" };
            self.error(at, format!("expected one of {}, found {found}", names.join(" and ")));
        }
    }

    fn setting(&mut self, at: At<'_>, key: &Key) -> Option<Setting> {
        match key.takes {
            ValueForm::Value(of) => self.expression(at, of).map(Setting::Code),
            ValueForm::OuterList => self.expression(at, Type::List).map(Setting::Code),
            ValueForm::Word(words) => self.word(at, words, |_| false),
            ValueForm::Coding(words, is_other) => self.word(at, words, is_other),
            ValueForm::Entries(kind) => Some(Setting::Entries(self.entries(at, kind))),
            ValueForm::EntriesOrList(kind) if at.node.map().is_some() => {
                Some(Setting::Entries(self.entries(at, kind)))
            }
            ValueForm::EntriesOrList(_) => {
                self.expression(at, Type::Numbers(0, 0)).map(Setting::Code)
            }
            ValueForm::Columns => Some(Setting::Columns(self.columns(at))),
            ValueForm::Members => Some(Setting::Columns(self.member_names(at))),
            ValueForm::Plain => {
                let text = at.node.text().map(|text| Setting::Plain(text.value.clone()));
                self.expected(at, "a text", text)
            }
            ValueForm::Constant(min, max) => {
                let number = at.node.text().and_then(|text| integer(&text.value));
                let number = number.filter(|number| (min..=max).contains(number));
                let expected = format!("an integer from {min} to {max}");
                self.expected(at, &expected, number.map(Setting::Constant))
            }
            ValueForm::Enum => {
                let text = at.node.text();
                let path = text.map(|text| text.value.split("::").map(Arc::from).collect());
                let found = path.map(|path| Setting::Enum(path, OnceLock::new()));
                self.expected(at, "the name of an enum", found)
            }
        }
    }

    fn expected<T>(&mut self, at: At<'_>, expected: &str, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.error(at, format!("expected {expected}, found {}", at.node.kind()));
        }
        found
    }

    fn expression(&mut self, at: At<'_>, of: Type) -> Option<Code> {
        if at.node.list().is_some() {
            self.error(at, "expected an expression, found a list; write it in quotes: '[x, y]'");
            return None;
        }
        let code = self.code(at)?;
        if matches!(of, Type::Numbers(..) | Type::Corners(..) | Type::Scale | Type::Colour) {
            keep_numbers(&code.expr);
        }
        Some(code)
    }

    fn entries(&mut self, at: At<'_>, kind: &'static EntryKind) -> Vec<Entry> {
        let Some(items) = at.node.list() else {
            return self.entry(at, kind).into_iter().collect();
        };
        let of = |(index, node): (usize, &Node)| {
            let path = join(at.path, &index.to_string());
            self.entry(At { node, path: &path }, kind)
        };
        items.iter().enumerate().filter_map(of).collect()
    }

    /// A word, or an expression that yields one.
    fn word(
        &mut self,
        at: At<'_>,
        words: &'static [&'static str],
        is_other: fn(&str) -> bool,
    ) -> Option<Setting> {
        let text = at.node.text().map(|text| text.value.clone());
        let text = self.expected(at, "a word", text)?;
        if words.contains(&&*text) || is_other(&text) {
            return Some(Setting::Word(text));
        }
        if is_word(&text) && parse(&text).is_err() {
            self.error(at, unknown_word(&text, words));
            return None;
        }
        self.code(at).map(Setting::Code)
    }

    fn columns(&mut self, at: At<'_>) -> Vec<(Arc<str>, Code)> {
        let Some(pairs) = at.node.map() else {
            self.error(at, format!("expected a map of headings, found {}", at.node.kind()));
            return Vec::new();
        };
        if pairs.len() > MAX_COLUMNS {
            let found = pairs.len();
            self.error(at, format!("expected at most {MAX_COLUMNS} columns, found {found}"));
        }
        let mut columns = Vec::new();
        for (key, node) in pairs.iter().take(MAX_COLUMNS) {
            let heading = key.text().map(|text| text.value.clone()).unwrap_or_default();
            let path = join(at.path, &heading);
            columns.extend(self.code(At { node, path: &path }).map(|code| (heading, code)));
        }
        columns
    }

    fn member_names(&mut self, at: At<'_>) -> Vec<(Arc<str>, Code)> {
        let Some(items) = at.node.list() else {
            self.error(at, format!("expected a list of members, found {}", at.node.kind()));
            return Vec::new();
        };
        let mut members = Vec::new();
        for (index, node) in items.iter().enumerate() {
            let path = join(at.path, &index.to_string());
            let code = self.code(At { node, path: &path });
            members.extend(code.map(|code| (code.text.value.clone(), code)));
        }
        members
    }
}

/// `true` for text that can only be meant as a word.
pub(super) fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

pub(super) fn unknown_word(text: &str, words: &[&'static str]) -> String {
    // A word of one letter is always similar to others.
    let known = words.iter().copied().filter(|_| text.len() > 2);
    let advice = match nearest(text, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if words.is_empty() => {
            "expected channels with their bits, such as `r5g5b5s1`".to_owned()
        }
        None => format!("expected one of: {}", words.join(", ")),
    };
    format!("unknown word `{text}`; {advice}")
}
