//! Entries of `-gouraud:` as loaded.

use std::sync::{Arc, OnceLock};

use super::schema::EntryKind;
use crate::ksy::code::{Code, NodePosition};
use crate::ksy::expr::{Expr, Kind};
use crate::ksy::ids::EnumId;

/// An entry: a map with keys of its kind.
#[derive(Debug)]
pub struct Entry {
    pub(super) kind: &'static EntryKind,
    pub(super) place: NodePosition,
    pub(super) settings: Vec<(&'static str, Setting)>,
}

/// Value of a key.
#[derive(Debug)]
pub(super) enum Setting {
    Word(Arc<str>),
    Code(Code),
    Entries(Vec<Entry>),
    /// Headings or members, with their values.
    Columns(Vec<(Arc<str>, Code)>),
    Plain(Arc<str>),
    Constant(i128),
    Enum(Vec<Arc<str>>, OnceLock<EnumId>),
}

impl Entry {
    pub(super) fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|(name, _)| *name == key).map(|(_, setting)| setting)
    }

    /// The expression of a key.
    pub(in crate::ksy) fn code(&self, key: &str) -> Option<&Code> {
        match self.get(key) {
            Some(Setting::Code(code)) => Some(code),
            _ => None,
        }
    }

    /// The entries inside a key.
    pub(super) fn entries(&self, key: &str) -> &[Entry] {
        match self.get(key) {
            Some(Setting::Entries(entries)) => entries,
            _ => &[],
        }
    }

    /// The columns of a key.
    pub(super) fn columns(&self, key: &str) -> &[(Arc<str>, Code)] {
        match self.get(key) {
            Some(Setting::Columns(columns)) => columns,
            _ => &[],
        }
    }

    /// The word or plain text of a key; `None` for a word that an expression yields.
    pub fn word(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(Setting::Word(text) | Setting::Plain(text)) => Some(text),
            _ => None,
        }
    }

    /// The integer of a key.
    pub fn constant(&self, key: &str) -> Option<i128> {
        match self.get(key) {
            Some(Setting::Constant(number)) => Some(*number),
            _ => None,
        }
    }

    /// The enum of a key.
    pub fn enumeration(&self, key: &str) -> Option<EnumId> {
        match self.get(key) {
            Some(Setting::Enum(_, id)) => id.get().copied(),
            _ => None,
        }
    }

    /// `true` if the entry has a key.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}

/// Ensures that a list of numbers from 0 to 255 remains a list; it would otherwise become bytes.
pub(super) fn keep_numbers(expr: &Expr) {
    match &expr.kind {
        Kind::List(list) => drop(list.is_bytes.set(false)),
        Kind::Choice(_, yes, no) => {
            keep_numbers(yes);
            keep_numbers(no);
        }
        _ => {}
    }
}
