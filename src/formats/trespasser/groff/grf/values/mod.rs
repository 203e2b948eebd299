//! The value table: every property of every model, as a forest of typed entries.

mod lookup;

pub use lookup::{Properties, Values, numbered};

use super::super::references::{ENTRY, STRING};
use super::region::Handle;
use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Symbol};
use crate::{layout, symbols};

symbols! {
    /// Types of entries.
    pub mod kind: u8, KINDS {
        NULL = 0 "null",
        BOOL = 1 "bool",
        CHAR = 2 "char",
        INT = 3 "int",
        FLOAT = 4 "float",
        STRING = 5 "string",
        GROUP = 6 "object",
        NODE = 7 "scene node",
    }
}

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

/// The value of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(u8),
    Char(u8),
    Int(i32),
    Float(f32),
    /// The text without its NUL.
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

    pub fn as_flag(&self) -> Option<bool> {
        if let Value::Bool(value) = self { Some(*value != 0) } else { None }
    }

    pub fn as_int(&self) -> Option<i32> {
        if let Value::Int(value) = self { Some(*value) } else { None }
    }

    pub fn as_float(&self) -> Option<f32> {
        if let Value::Float(value) = self { Some(*value) } else { None }
    }

    pub fn as_text(&self) -> Option<String> {
        if let Value::Text(text) = self { Some(cp1252::decode(text)) } else { None }
    }

    /// An empty value of a type; `None` for types without a value.
    fn of_kind(kind: u8) -> Option<Self> {
        Some(match kind {
            kind::BOOL => Value::Bool(0),
            kind::CHAR => Value::Char(0),
            kind::INT => Value::Int(0),
            kind::FLOAT => Value::Float(0.0),
            kind::STRING => Value::Text(Vec::new()),
            kind::GROUP => Value::Group(Vec::new()),
            _ => return None,
        })
    }

    /// The name of the type in a script.
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

impl Default for Value {
    fn default() -> Self {
        Self::Group(Vec::new())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub scope: u8,
    pub link: u8,
    pub id: Handle,
    /// ID of a string of the table.
    pub name: Handle,
    pub target: Handle,
    pub value: Value,
    /// The ID again; this one is used.
    pub key: Handle,
}

impl Layout for Entry {
    const TYPE: &'static str = "Entry";
    const MIN_SIZE: u64 = 36;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let mut kind = self.value.kind();
        pass.value(("kind", Hint::Enum(KINDS)), &mut kind)?;
        pass.value(("scope", Hint::Enum(SCOPES)), &mut self.scope)?;
        pass.value(("link", Hint::Enum(LINKS)), &mut self.link)?;
        pass.value("id", &mut self.id)?;
        pass.value(("name", STRING), &mut self.name)?;
        pass.value("target", &mut self.target)?;
        if pass.is_reading() {
            let Some(value) = Value::of_kind(kind) else {
                let what = match kind {
                    kind::NULL => "null",
                    kind::NODE => "scene node",
                    _ => "unknown",
                };
                let message = format_args!(
                    "an entry of type {kind} ({what}) has no known length, so the rest cannot be \
                     read"
                );
                return Err(pass.fail("", message));
            };
            self.value = value;
        }
        match &mut self.value {
            Value::Bool(value) | Value::Char(value) => pass.value("value", value)?,
            Value::Int(value) => pass.value("value", value)?,
            Value::Float(value) => pass.value("value", value)?,
            Value::Text(text) => pass.c_text("value", text)?,
            Value::Group(children) => {
                pass.counted::<u32, _>("count", ("children", ENTRY), children)?;
            }
        }
        pass.value("key", &mut self.key)
    }
}

layout! {
    /// A string that names entries.
    pub struct NameString {
        /// The text without its NUL.
        pub text: Vec<u8> [c_text],
        pub id: u32,
        pub references: u32,
    }

    /// Stored state of the program's handle managers.
    pub struct Manager {
        /// The text without its NUL.
        pub name: Vec<u8> [c_text],
        pub base: u32,
        pub next: u32,
        pub count: u32,
        pub in_use: u8,
    }

    /// Section `.valuetable`.
    pub struct ValueTable in () {
        /// Without its NUL, as all names here.
        pub name: Vec<u8> [c_text],
        pub string_manager: Manager,
        pub strings_name: Vec<u8> [c_text],
        pub strings: Vec<NameString> [u32 "string_count"],
        pub entry_manager: Manager,
        pub entries: Vec<Entry> [u32 "entry_count"],
    }
}
