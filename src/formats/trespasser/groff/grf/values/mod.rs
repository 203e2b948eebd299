//! The value table: every property of every model, as a forest of typed entries.

mod lookup;

pub use lookup::Values;

use super::region::Handle;
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Symbol, Writer};
use crate::codec::cp1252;
use crate::formats::trespasser::groff::read::different;

/// Types of entries.
pub mod kind {
    pub const NULL: u8 = 0;
    pub const BOOL: u8 = 1;
    pub const CHAR: u8 = 2;
    pub const INT: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const STRING: u8 = 5;
    pub const GROUP: u8 = 6;
    pub const NODE: u8 = 7;
}

const KINDS: &[Symbol] = &[
    Symbol { value: 0, name: "null" },
    Symbol { value: 1, name: "bool" },
    Symbol { value: 2, name: "char" },
    Symbol { value: 3, name: "int" },
    Symbol { value: 4, name: "float" },
    Symbol { value: 5, name: "string" },
    Symbol { value: 6, name: "object" },
    Symbol { value: 7, name: "scene node" },
];
const SCOPES: &[Symbol] = &[
    Symbol { value: 0, name: "unknown" },
    Symbol { value: 1, name: "local" },
    Symbol { value: 2, name: "public" },
];
const LINKS: &[Symbol] = &[
    Symbol { value: 0, name: "unknown" },
    Symbol { value: 1, name: "resolved" },
    Symbol { value: 2, name: "unresolved" },
];

/// What an entry holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(u8),
    Char(u8),
    Int(i32),
    Float(f32),
    /// Without its NUL.
    Text(Vec<u8>),
    /// Entries below this one.
    Group(Vec<Handle>),
}

impl Value {
    pub fn kind(&self) -> u8 {
        match self {
            Value::Bool(_) => kind::BOOL,
            Value::Char(_) => kind::CHAR,
            Value::Int(_) => kind::INT,
            Value::Float(_) => kind::FLOAT,
            Value::Text(_) => kind::STRING,
            Value::Group(_) => kind::GROUP,
        }
    }

    /// The word for the type in a script.
    pub fn type_name(&self) -> &'static str {
        KINDS.get(usize::from(self.kind())).map_or("", |symbol| symbol.name)
    }

    /// The value as a script writes it; empty for a group.
    pub fn text(&self) -> String {
        match self {
            Value::Bool(0) => "false".to_owned(),
            Value::Bool(1) => "true".to_owned(),
            Value::Bool(other) => format!("true ({other})"),
            Value::Char(byte) => format!("'{}'", cp1252::decode(&[*byte])),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => value.to_string(),
            Value::Text(text) => cp1252::decode(text),
            Value::Group(_) => String::new(),
        }
    }
}

/// An entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub scope: u8,
    pub link: u8,
    pub id: Handle,
    /// A string of the table.
    pub name: Handle,
    pub target: Handle,
    pub value: Value,
    /// The ID again: this one counts.
    pub key: Handle,
}

impl Entry {
    pub fn new(id: u32, name: u32, value: Value) -> Self {
        let id = Handle::new(id);
        Self {
            scope: 1,
            link: 0,
            id,
            name: Handle::new(name),
            target: Handle::NONE,
            value,
            key: id,
        }
    }
}

/// A string that names entries.
#[derive(Clone, Debug, PartialEq)]
pub struct NameString {
    /// Without its NUL.
    pub text: Vec<u8>,
    pub id: u32,
    pub references: u32,
}

/// What is stored of the program's handle managers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manager {
    /// Without its NUL.
    pub name: Vec<u8>,
    pub base: u32,
    pub next: u32,
    pub count: u32,
    pub in_use: u8,
}

impl Manager {
    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<Self> {
        cur.group(name, "Manager", |cur| {
            Ok(Self {
                name: cur.c_string("name")?.to_vec(),
                base: cur.get("base")?,
                next: cur.get("next")?,
                count: cur.get("count")?,
                in_use: cur.get("in_use")?,
            })
        })
    }

    fn write(&self, out: &mut Writer) {
        text(out, &self.name);
        out.all(&[self.base, self.next, self.count]);
        out.put(self.in_use);
    }
}

fn text(out: &mut Writer, text: &[u8]) {
    out.bytes(text);
    out.put(0u8);
}

/// Section `.valuetable`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueTable {
    /// Without its NUL, like all names here.
    pub name: Vec<u8>,
    pub string_manager: Manager,
    pub strings_name: Vec<u8>,
    pub strings: Vec<NameString>,
    pub entry_manager: Manager,
    pub entries: Vec<Entry>,
    /// Start of each entry from the first one, and where the first one is in its section.
    pub places: EntryPlaces,
    /// Stored counts of strings and entries that do not fit.
    pub stale: [Option<u32>; 2],
}

/// Where the entries are; not compared, and of no meaning to a writer.
#[derive(Clone, Debug, Default)]
pub struct EntryPlaces {
    /// In the file.
    pub start: u64,
    pub starts: std::sync::Arc<[u32]>,
    pub end: u64,
}

impl PartialEq for EntryPlaces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

struct StringReader;

impl RecordReader for StringReader {
    type Out = NameString;
    const TYPE: &'static str = "NameString";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<NameString> {
        Ok(NameString {
            text: cur.c_string("text")?.to_vec(),
            id: cur.get("id")?,
            references: cur.get("references")?,
        })
    }
}

struct EntryReader;

impl RecordReader for EntryReader {
    type Out = Entry;
    const TYPE: &'static str = "Entry";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Entry> {
        let kind: u8 = cur.get_as("kind", Hint::Enum(KINDS))?;
        let scope = cur.get_as("scope", Hint::Enum(SCOPES))?;
        let link = cur.get_as("link", Hint::Enum(LINKS))?;
        let id = cur.record("id")?;
        let name = cur.record("name")?;
        let target = cur.record("target")?;
        let value = match kind {
            kind::BOOL => Value::Bool(cur.get("value")?),
            kind::CHAR => Value::Char(cur.get("value")?),
            kind::INT => Value::Int(cur.get("value")?),
            kind::FLOAT => Value::Float(cur.get("value")?),
            kind::STRING => Value::Text(cur.c_string("value")?.to_vec()),
            kind::GROUP => {
                let count: u32 = cur.get("count")?;
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                Value::Group(cur.records("children", count)?)
            }
            other => {
                let what = match other {
                    kind::NULL => "null",
                    kind::NODE => "scene node",
                    _ => "unknown",
                };
                return Err(cur.fail(format_args!(
                    "an entry of type {other} ({what}) has no length, so nothing behind it can \
                     be read"
                )));
            }
        };
        Ok(Entry { scope, link, id, name, target, value, key: cur.record("key")? })
    }
}

impl ValueTable {
    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let name = cur.c_string("name")?.to_vec();
        let string_manager = Manager::read(cur, "string_manager")?;
        let strings_name = cur.c_string("strings_name")?.to_vec();
        let string_count: u32 = cur.get("string_count")?;
        let there = cur.bounded("string_count", string_count.into(), 9);
        let strings = cur.run("strings", there, StringReader).items;
        if strings.len() < there {
            // What follows would be read from the wrong place.
            return Err(cur.fail(format_args!("the strings of the values are damaged")));
        }
        let entry_manager = Manager::read(cur, "entry_manager")?;
        let entry_count: u32 = cur.get("entry_count")?;
        let there = cur.bounded("entry_count", entry_count.into(), 36);
        let run = cur.run("entries", there, EntryReader);
        let stale =
            [different(string_count, strings.len()), different(entry_count, run.items.len())];
        if cur.remaining() > 0 {
            let span = (cur.pos(), cur.remaining());
            let message = format_args!("{} bytes behind the entries are not read", span.1);
            cur.problem(Severity::Note, span, "rest", message);
        }
        let places = EntryPlaces { start: run.start, starts: run.starts, end: run.end };
        Ok(Self {
            name,
            string_manager,
            strings_name,
            strings,
            entry_manager,
            entries: run.items,
            places,
            stale,
        })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        let number = |stale: Option<u32>, len| stale.unwrap_or(u32::try_from(len).unwrap_or(0));
        text(out, &self.name);
        self.string_manager.write(out);
        text(out, &self.strings_name);
        out.put(number(self.stale[0], self.strings.len()));
        for string in &self.strings {
            text(out, &string.text);
            out.all(&[string.id, string.references]);
        }
        self.entry_manager.write(out);
        out.put(number(self.stale[1], self.entries.len()));
        for entry in &self.entries {
            out.all(&[entry.value.kind(), entry.scope, entry.link]);
            out.all(&[entry.id, entry.name, entry.target]);
            match &entry.value {
                Value::Bool(value) | Value::Char(value) => out.put(*value),
                Value::Int(value) => out.put(*value),
                Value::Float(value) => out.put(*value),
                Value::Text(value) => text(out, value),
                Value::Group(children) => {
                    out.put(u32::try_from(children.len()).unwrap_or(u32::MAX));
                    out.all(children);
                }
            }
            out.shaped(&entry.key);
        }
    }
}
