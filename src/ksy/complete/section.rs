//! Suggestions in a description: the keys of a section, and words, types and expressions as their values.

use super::cursor::Cursor;
use super::names::NameScope;
use super::{KEY, Suggestion, words};
use crate::ksy::description::{Body, ClassId, Description, Unpacker};
use crate::ksy::infer::{Checker, Scope};
use crate::ksy::views::{EntryKind, HINTS, ValueForm};
use crate::ksy::{attributes, encoding, load, meta};

/// Key for the views of a description and the hints of a field.
const VIEWS: &str = "-gouraud";
const REPEATED: [&str; 3] = ["repeat-expr", "repeat-until", VIEWS];

/// Start and candidates of the word at the end of `before`.
pub fn suggested(before: &str, description: &Description) -> Option<(usize, Vec<Suggestion>)> {
    let cursor = Cursor::at_end_of(before)?;
    let section = Section::of(&cursor, description);
    let found = match &cursor.key {
        None if section.keys.last().is_some_and(|key| *key == "cases") => None,
        None => Some(section.key_names()),
        Some(key) => section.values(key),
    };
    if let Some(found) = found {
        return Some((cursor.start, found));
    }
    let scope = section.scope(cursor.key.as_deref().unwrap_or_default());
    let (at, found) =
        NameScope::Type(description, &scope).suggested(before.get(cursor.start..)?)?;
    Some((cursor.start + at, found))
}

/// Section of a description around the cursor.
struct Section<'a> {
    description: &'a Description,
    /// Type around the cursor; `None` if it was not loaded yet.
    class: Option<ClassId>,
    /// Keys inside the type.
    keys: Vec<&'a str>,
    line: u32,
}

impl<'a> Section<'a> {
    fn of(cursor: &'a Cursor, description: &'a Description) -> Self {
        let mut keys: Vec<&str> = cursor.path.iter().map(String::as_str).collect();
        let mut class = (!description.classes.is_empty()).then_some(0);
        while let ["types", name, ..] = keys.as_slice() {
            let outer = class.and_then(|id: ClassId| description.classes.get(id));
            class = outer.and_then(|outer| outer.types.get(*name).copied());
            keys.drain(..2);
        }
        Self { description, class, keys, line: cursor.line }
    }

    /// Names of the section's keys.
    fn key_names(&self) -> Vec<Suggestion> {
        let common = attributes::COMMON_KEYS.iter().copied().chain(REPEATED);
        let names: Vec<&str> = match self.keys.as_slice() {
            [] => load::TOP_KEYS.iter().copied().chain([VIEWS]).collect(),
            ["meta"] => meta::META_KEYS.to_vec(),
            ["params"] => attributes::PARAM_KEYS.iter().copied().chain([VIEWS]).collect(),
            ["seq"] => common.collect(),
            ["instances", _] => {
                common.filter(|key| *key != "id").chain(["pos", "io", "value"]).collect()
            }
            ["enums", _, _] => vec!["id", "doc", "doc-ref"],
            ["meta", "endian"] | ["seq", .., "type"] | ["instances", _, .., "type"] => {
                vec!["switch-on", "cases"]
            }
            [.., "valid"] => vec!["eq", "min", "max", "any-of", "in-enum", "expr"],
            [.., VIEWS] | [VIEWS, ..] => {
                let keys = self.entry(0).into_iter().flat_map(|(kind, _)| kind.keys());
                return keys.map(|key| Suggestion::new(key.name, key.explanation())).collect();
            }
            _ => Vec::new(),
        };
        words(names, KEY)
    }

    /// Kind of the entry below `-gouraud` that is this number of levels further out, and the scope
    /// of its expressions.
    fn entry(&self, levels: usize) -> Option<(&'static EntryKind, Scope)> {
        match self.keys.as_slice() {
            [VIEWS, path @ ..] => {
                let path = path.get(..path.len().checked_sub(levels)?)?;
                Checker::new(self.description).entry_at(path, self.line)
            }
            [_, .., VIEWS] => Some((&HINTS, self.scope(""))),
            _ => None,
        }
    }

    /// Words that fit a key; `None` if it takes an expression.
    fn values(&self, key: &str) -> Option<Vec<Suggestion>> {
        if let Some((kind, _)) = self.entry(0) {
            return match kind.key(key).map(|key| key.takes) {
                Some(ValueForm::Word(known)) => Some(words(known.iter().copied(), "word")),
                Some(ValueForm::Coding(known, _)) => Some(words(
                    known.iter().copied().chain(["r5g5b5s1", "rgb8", "rgba8", "bgr8", "bgra8"]),
                    "coding",
                )),
                Some(ValueForm::Enum) => Some(self.enums()),
                Some(ValueForm::Plain | ValueForm::Constant(..)) => Some(Vec::new()),
                _ => None,
            };
        }
        let flags = || words(["true", "false"], "a boolean");
        Some(match key {
            "endian" | "bit-endian" => words(["le", "be"], "byte order"),
            "repeat" => words(["expr", "eos", "until"], "repetition"),
            "size-eos" | "include" | "consume" | "eos-error" | "in-enum" => flags(),
            "encoding" => words(encoding::names(), "encoding"),
            "process" => words(["xor(", "rol(", "ror(", "zlib"], "process")
                .into_iter()
                .chain(
                    Unpacker::ALL
                        .iter()
                        .map(|(name, _)| Suggestion::new(format!("gouraud.{name}"), "process")),
                )
                .collect(),
            "enum" => self.enums(),
            "type" => self.types(),
            _ if self.keys.last().is_some_and(|key| *key == "cases") => self.types(),
            "size" | "if" | "repeat-expr" | "repeat-until" | "pos" | "io" | "value" | "valid"
            | "eq" | "min" | "max" | "any-of" | "expr" | "switch-on" | "parent" | "to-string" => {
                return None;
            }
            _ => Vec::new(),
        })
    }

    /// The type around the cursor and its enclosing types, the innermost first.
    fn classes(&self) -> impl Iterator<Item = &'a crate::ksy::description::Class> {
        let classes = &self.description.classes;
        let first = self.class.and_then(|id| classes.get(id));
        std::iter::successors(first, |class| class.outer.and_then(|id| classes.get(id)))
    }

    fn types(&self) -> Vec<Suggestion> {
        let own = self.classes().flat_map(|class| class.types.keys());
        let names = own.chain(self.description.tops.keys()).map(|name| &**name);
        let mut all = words(names, "type");
        all.extend(words(BUILT_IN, "built-in type"));
        if self.keys.as_slice() == ["params"] {
            let further = ["bool", "bytes", "io", "struct", "any"];
            all.extend(words(further, "built-in type"));
        }
        all
    }

    fn enums(&self) -> Vec<Suggestion> {
        words(self.classes().flat_map(|class| class.enums.keys()).map(|name| &**name), "enum")
    }

    /// Scope of the expression that is the value of a key.
    fn scope(&self, key: &str) -> Scope {
        if let [VIEWS, ..] = self.keys.as_slice() {
            // The list itself is evaluated outside its elements.
            let levels = usize::from(key == "each");
            return self.entry(levels).map_or_else(Scope::default, |(_, scope)| scope);
        }
        let has_element = matches!(key, "repeat-until" | "expr");
        let element = self.class.filter(|_| has_element).and_then(|class| {
            let class = self.description.classes.get(class)?;
            let above = class.seq.iter().chain(&class.instances);
            let above = above.filter(|found| found.place.file == 0);
            let above = above.filter(|found| found.place.at.line <= self.line);
            let attribute = above.max_by_key(|found| found.place.at.line)?;
            match &attribute.body {
                Body::Parse(parse) => {
                    Some(Checker::new(self.description).element(attribute, parse))
                }
                Body::Value(_) => None,
            }
        });
        Scope { class: self.class, element, ..Scope::default() }
    }
}

const BUILT_IN: [&str; 29] = [
    "u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8", "f4", "f8", "u2le", "u4le", "u8le", "s2le",
    "s4le", "s8le", "f4le", "f8le", "u2be", "u4be", "u8be", "s2be", "s4be", "s8be", "f4be", "f8be",
    "b1", "str", "strz",
];
