//! Builds the value table of a level.

use crate::build::count;
use gouraud::bytes::cp1252;
use gouraud::formats::trespasser::groff::grf::region::Handle;
use gouraud::formats::trespasser::groff::grf::values::{
    Entry, Manager, NameString, Value, ValueTable,
};

/// A reference to the entry or the string with this ID.
pub fn handle(id: u32) -> Handle {
    Handle { id, references: 1 }
}

/// A property.
#[derive(Clone, Debug, PartialEq)]
pub enum Property {
    Bool(bool),
    Char(u8),
    Int(i32),
    Float(f32),
    Text(String),
    Group(Vec<(String, Property)>),
}

impl Property {
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub fn group(properties: Vec<(&str, Property)>) -> Self {
        let owned = |(name, property): (&str, Property)| (name.to_owned(), property);
        Self::Group(properties.into_iter().map(owned).collect())
    }
}

#[derive(Default)]
pub(super) struct Table {
    strings: Vec<NameString>,
    entries: Vec<Entry>,
}

impl Table {
    /// Adds a group and everything in it; returns its ID. ID 0 means no group and is never assigned.
    pub fn group(&mut self, name: &str, properties: Vec<(&str, Property)>) -> u32 {
        let owned = properties.into_iter().map(|(name, value)| (name.to_owned(), value));
        self.add(name, Property::Group(owned.collect()))
    }

    fn add(&mut self, name: &str, property: Property) -> u32 {
        let value = match property {
            Property::Bool(value) => Value::Bool(value.into()),
            Property::Char(value) => Value::Char(value),
            Property::Int(value) => Value::Int(value),
            Property::Float(value) => Value::Float(value),
            Property::Text(text) => Value::Text(cp1252::encode(&text)),
            Property::Group(list) => {
                let child = |(name, value): (String, Property)| self.add(&name, value);
                Value::Group(list.into_iter().map(child).map(handle).collect())
            }
        };
        let name = self.string(name);
        let id = count(self.entries.len() + 1);
        let (id_handle, name) = (handle(id), handle(name));
        let entry =
            Entry { scope: 1, id: id_handle, name, value, key: id_handle, ..Entry::default() };
        self.entries.push(entry);
        id
    }

    fn string(&mut self, text: &str) -> u32 {
        let text = cp1252::encode(text);
        if let Some(known) = self.strings.iter_mut().find(|string| string.text == text) {
            known.references += 1;
            return known.id;
        }
        let id = count(self.strings.len());
        self.strings.push(NameString { text, id, references: 1 });
        id
    }

    pub fn finish(self) -> ValueTable {
        ValueTable {
            string_manager: Manager { next: count(self.strings.len()), ..Manager::default() },
            entry_manager: Manager { next: count(self.entries.len() + 1), ..Manager::default() },
            strings: self.strings,
            entries: self.entries,
            ..ValueTable::default()
        }
    }
}
