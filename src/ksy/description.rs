//! A loaded description: its classes, enums and attributes.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::diagnostic::{Diagnostic, Level};
use super::representation::Representation;
use super::views::Entry;

pub use super::code::{Code, NodePosition};
pub use super::ids::{ClassId, EnumId};

/// A description with everything that it imports.
#[derive(Debug, Default)]
pub struct Description {
    pub(super) classes: Vec<Class>,
    pub(super) enums: Vec<Enum>,
    /// Classes of the loaded files by their names.
    pub(super) tops: HashMap<Arc<str>, ClassId>,
    /// Loaded files; the first is the description itself.
    pub files: Vec<String>,
    /// The key `-gouraud` of the description itself.
    pub(super) views: Option<Entry>,
    /// Mistakes and matters of style, by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// Extensions of the files that it describes.
    pub extensions: Vec<String>,
}

impl Description {
    /// `true` if a mistake keeps the description from being used.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|found| found.level == Level::Error)
    }

    /// `true` if it has types; a text that is not YAML has none.
    pub fn has_types(&self) -> bool {
        !self.classes.is_empty()
    }

    /// The identifier (`meta/id`).
    pub fn id(&self) -> &str {
        self.classes.first().map_or("", |class| &class.name)
    }

    /// The title (`meta/title`), otherwise the identifier.
    pub fn title(&self) -> &str {
        let title = self.classes.first().and_then(|class| class.title.as_deref());
        title.unwrap_or_else(|| self.id())
    }
}

/// A type with members.
#[derive(Debug)]
pub struct Class {
    /// Path from the top-level type: `png::chunk`.
    pub name: Arc<str>,
    pub place: NodePosition,
    pub outer: Option<ClassId>,
    /// The class of the file.
    pub top: ClassId,
    pub params: Vec<Param>,
    pub seq: Vec<Attribute>,
    pub instances: Vec<Attribute>,
    /// Slots of the members: parameters, then `seq`, then instances.
    pub members: HashMap<Arc<str>, usize>,
    pub types: HashMap<Arc<str>, ClassId>,
    pub enums: HashMap<Arc<str>, EnumId>,
    pub endian: Endian,
    pub bits_little: bool,
    pub to_string: Option<Code>,
    /// Label of objects without `to-string`.
    pub representation: Option<Representation>,
    pub title: Option<String>,
    pub docs: Docs,
    /// Classes whose objects hold objects of this one; `None` if a parent is only known when reading.
    pub parents: Option<Vec<ClassId>>,
    /// `true` if types that are not found are loaded like imports (`ks-opaque-types`).
    pub opaque_types: bool,
}

impl Class {
    /// Name of a member.
    pub fn name_of(&self, slot: usize) -> &str {
        let attributes = || slot.checked_sub(self.params.len()).and_then(|at| self.attribute(at));
        let param = self.params.get(slot).map(|param| &*param.name);
        param.or_else(|| attributes().map(|found| &*found.name)).unwrap_or("")
    }

    /// The attribute in a slot; `None` for parameters.
    pub fn in_slot(&self, slot: usize) -> Option<&Attribute> {
        self.attribute(slot.checked_sub(self.params.len())?)
    }

    /// The attribute in a slot, counted from the first one after the parameters.
    pub fn attribute(&self, at: usize) -> Option<&Attribute> {
        self.seq.get(at).or_else(|| self.instances.get(at.checked_sub(self.seq.len())?))
    }

    /// Number of members.
    pub fn slots(&self) -> usize {
        self.params.len() + self.seq.len() + self.instances.len()
    }
}

/// Byte order of a class.
#[derive(Debug, Default)]
pub enum Endian {
    /// No default: every number type must state its byte order.
    #[default]
    Unset,
    Little,
    Big,
    /// Chosen when an object is created.
    Chosen(Box<Choice<bool>>),
    /// The byte order of the object that creates this one.
    Outer,
}

/// Cases of a value.
#[derive(Clone, Debug)]
pub struct Choice<T> {
    pub on: Code,
    /// Values with their keys. The case without a key applies to all other values.
    pub cases: Vec<(Option<Code>, T)>,
    /// Indices of the cases by their keys, if all keys are constants.
    pub(super) constants: OnceLock<Option<HashMap<Constant, usize>>>,
}

/// A key that does not depend on the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    Int(i128),
    Enum(EnumId, i128),
    Text(Arc<str>),
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    pub name: Arc<str>,
    pub kind: ParamKind,
    pub is_array: bool,
    pub enumeration: Option<EnumName>,
    pub hints: Option<Entry>,
    pub place: NodePosition,
}

#[derive(Debug)]
pub enum ParamKind {
    Int,
    Float,
    Bool,
    Text,
    Bytes,
    Stream,
    Struct,
    Any,
    Class { path: Vec<Arc<str>>, class: Option<ClassId> },
}

/// Name of an enum in a key.
#[derive(Clone, Debug)]
pub struct EnumName {
    pub path: Vec<Arc<str>>,
    pub id: Option<EnumId>,
    pub place: NodePosition,
}

/// An attribute of `seq`, or an instance.
#[derive(Debug)]
pub struct Attribute {
    pub name: Arc<str>,
    pub place: NodePosition,
    pub condition: Option<Code>,
    pub enumeration: Option<EnumName>,
    pub hints: Option<Entry>,
    pub docs: Docs,
    pub body: Body,
}

/// Documentation: the keys `doc` and `doc-ref`.
#[derive(Clone, Debug, Default)]
pub struct Docs {
    /// Text.
    pub text: Option<Arc<str>>,
    /// Addresses or titles.
    pub references: Vec<Arc<str>>,
}

impl Attribute {
    /// `true` if it is computed from other values.
    pub fn is_computed(&self) -> bool {
        matches!(self.body, Body::Value(_))
    }
}

#[derive(Debug)]
pub enum Body {
    Value(Code),
    Parse(Box<Parse>),
}

/// An attribute that reads bytes.
#[derive(Debug)]
pub struct Parse {
    pub kind: Type,
    pub type_place: NodePosition,
    pub size: Option<Code>,
    pub size_eos: bool,
    pub terminator: Option<Arc<[u8]>>,
    pub include: bool,
    pub consume: bool,
    pub eos_error: bool,
    pub pad_right: Option<u8>,
    pub contents: Option<Arc<[u8]>>,
    pub valid: Option<Valid>,
    pub process: Option<Process>,
    pub parent: Parent,
    pub repeat: Repeat,
    pub pos: Option<Code>,
    pub io: Option<Code>,
}

impl Parse {
    /// `true` if the bytes are cut out before they are interpreted.
    pub fn is_sized(&self) -> bool {
        self.size.is_some() || self.size_eos || self.terminator.is_some()
    }
}

/// Type of an attribute.
#[derive(Clone, Debug)]
pub enum Type {
    Bytes,
    Text {
        encoding: Arc<str>,
        zero_terminated: bool,
    },
    Int {
        size: u8,
        signed: bool,
        little: Option<bool>,
    },
    Float {
        size: u8,
        little: Option<bool>,
    },
    Bits {
        count: u8,
        little: Option<bool>,
    },
    Class(ClassRef),
    /// Nothing of this name was found.
    Unknown(Arc<str>),
    Switch(Box<Choice<Type>>),
}

/// A class as the type of an attribute.
#[derive(Clone, Debug)]
pub struct ClassRef {
    pub path: Vec<Arc<str>>,
    pub arguments: Vec<Code>,
    pub class: Option<ClassId>,
}

#[derive(Debug)]
pub enum Valid {
    Equal(Code),
    Range { min: Option<Box<Code>>, max: Option<Box<Code>> },
    AnyOf(Vec<Code>),
    InEnum(NodePosition),
    Holds(Code),
}

#[derive(Debug)]
pub enum Process {
    Xor(Code),
    Rotate {
        by: Code,
        left: bool,
    },
    Zlib,
    /// One of Gouraud's own processes, with the unpacked size.
    Unpack(Unpacker, Option<Code>),
    Unknown(String),
}

/// Gouraud's own processes, in addition to those of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpacker {
    Lzs,
    Szdd,
    Pre,
    RefPack,
    Inflate,
    Gzip,
}

impl Unpacker {
    pub const ALL: [(&'static str, Unpacker); 6] = [
        ("lzs", Unpacker::Lzs),
        ("szdd", Unpacker::Szdd),
        ("pre", Unpacker::Pre),
        ("refpack", Unpacker::RefPack),
        ("inflate", Unpacker::Inflate),
        ("gzip", Unpacker::Gzip),
    ];
}

#[derive(Debug, Default)]
pub enum Parent {
    #[default]
    This,
    Absent,
    Given(Box<Code>),
}

#[derive(Debug, Default)]
pub enum Repeat {
    #[default]
    Once,
    ToEnd,
    Times(Code),
    Until(Code),
}

/// Names of numbers.
#[derive(Debug, Default)]
pub struct Enum {
    /// Path from the top-level type: `png::colour_type`.
    pub name: Arc<str>,
    pub labels: HashMap<i128, Arc<str>>,
    pub values: HashMap<Arc<str>, i128>,
    /// Documentation of values.
    pub docs: HashMap<i128, Docs>,
}
