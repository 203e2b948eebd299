//! Text of an exported description.

use std::collections::HashSet;
use std::fmt::Write;

use super::Exported;
use super::names::{distinct, identifier, of_fields, path_below};
use crate::bytes::layout::{Amount, Sketch, SketchField, SketchKind};
use crate::bytes::{Bit, Endian, Hint, Repr, Symbol};

/// Encoding of the texts in the formats that the program reads.
const ENCODING: &str = "windows-1252";

/// Values of an enum: a symbol, or a flag with its meaning.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    Symbols(&'static [Symbol]),
    Flags(&'static [Bit]),
}

impl Values {
    /// Number, name and documentation of each value.
    fn list(self) -> Vec<(u32, &'static str, &'static str)> {
        match self {
            Values::Symbols(all) => all.iter().map(|one| (one.value, one.name, "")).collect(),
            Values::Flags(all) => all.iter().map(|bit| (bit.mask, bit.name, bit.meaning)).collect(),
        }
    }
}

/// Writes a description.
pub(super) struct Writer<'a> {
    format: Exported<'a>,
    /// Names of the types.
    types: Vec<String>,
    enums: Vec<(String, Values)>,
    taken: HashSet<String>,
    out: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(format: Exported<'a>) -> Self {
        let mut taken = HashSet::from([identifier(format.id)]);
        let types = format.sketch.types.iter();
        let types = types.map(|of| distinct(&mut taken, identifier(&of.name))).collect();
        Self { format, types, enums: Vec::new(), taken: HashSet::new(), out: String::new() }
    }

    pub(super) fn finish(mut self) -> String {
        let sketch = self.format.sketch;
        self.meta();
        self.seq(&sketch.root, 0);
        if !sketch.types.is_empty() {
            self.line(0, "types:");
        }
        for (index, of) in sketch.types.iter().enumerate() {
            let name = self.types.get(index).cloned().unwrap_or_default();
            self.line(2, &format!("{name}:"));
            self.seq(&of.fields, 4);
        }
        self.enums();
        self.out
    }

    fn line(&mut self, indent: usize, text: &str) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn meta(&mut self) {
        let Exported { id, title, extensions, endian, sketch } = self.format;
        self.line(0, "meta:");
        self.line(2, &format!("id: {}", identifier(id)));
        self.line(2, &format!("title: {}", quoted(title)));
        match extensions {
            [] => {}
            [one] => self.line(2, &format!("file-extension: {}", quoted(one))),
            all => {
                let all: Vec<String> = all.iter().map(|one| quoted(one)).collect();
                self.line(2, &format!("file-extension: [{}]", all.join(", ")));
            }
        }
        let is_text =
            |field: &SketchField| matches!(field.kind, SketchKind::Text(_) | SketchKind::TextToNul);
        let fields = sketch.types.iter().flat_map(|of| &of.fields);
        if fields.chain(&sketch.root).any(is_text) {
            self.line(2, &format!("encoding: {ENCODING}"));
        }
        let order = if endian == Endian::Big { "be" } else { "le" };
        self.line(2, &format!("endian: {order}"));
    }

    fn seq(&mut self, fields: &'a [SketchField], indent: usize) {
        self.line(indent, "seq:");
        let names = of_fields(fields);
        for (field, name) in fields.iter().zip(&names) {
            self.field(fields, field, name, indent + 2);
        }
    }

    fn field(&mut self, all: &[SketchField], field: &'a SketchField, name: &str, indent: usize) {
        self.line(indent, &format!("- id: {name}"));
        let inner = indent + 2;
        if name != field.name {
            self.line(inner, &format!("-orig-id: {}", quoted(field.name)));
        }
        self.kind(all, field, inner);
        if let Some((path, mask)) = field.condition {
            let path = path_below(self.format.sketch, all, path);
            let is_set = if mask == u64::MAX { path } else { format!("{path} & {mask:#x}") };
            self.line(inner, &format!("if: {is_set} != 0"));
        }
        if let Some(count) = &field.repeat {
            self.line(inner, "repeat: expr");
            let count = self.amount(all, count);
            self.line(inner, &format!("repeat-expr: {count}"));
        }
        if let (Hint::Enum(symbols), SketchKind::Number(_)) = (field.hint, &field.kind) {
            let name = self.enumeration(name, Values::Symbols(symbols));
            self.line(inner, &format!("enum: {name}"));
        }
        let hints = self.hints(all, field, name);
        if !hints.is_empty() {
            self.line(inner, &format!("-gouraud: {{{}}}", hints.join(", ")));
        }
        if !field.doc.is_empty() {
            self.line(inner, &format!("doc: {}", quoted(field.doc)));
        }
    }

    fn kind(&mut self, all: &[SketchField], field: &SketchField, indent: usize) {
        match &field.kind {
            SketchKind::Number(repr) => self.line(indent, &format!("type: {}", number(*repr))),
            SketchKind::Type(id) => {
                let name = self.types.get(*id).cloned().unwrap_or_default();
                self.line(indent, &format!("type: {name}"));
            }
            SketchKind::Bytes(size) => {
                let size = self.amount(all, size);
                self.line(indent, &format!("size: {size}"));
            }
            SketchKind::Text(size) => {
                let size = self.amount(all, size);
                self.line(indent, "type: strz");
                self.line(indent, &format!("size: {size}"));
            }
            SketchKind::TextToNul => self.line(indent, "type: strz"),
            SketchKind::Padding(to) => {
                self.line(indent, &format!("size: ({to} - _io.pos % {to}) % {to}"));
            }
            SketchKind::Rest => self.line(indent, "size-eos: true"),
        }
    }

    fn amount(&self, fields: &[SketchField], amount: &Amount) -> String {
        let sketch = self.format.sketch;
        match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Field(path) => path_below(sketch, fields, path),
            Amount::OfRoot(path) => format!("_root.{}", path_below(sketch, &sketch.root, path)),
        }
    }

    /// Name of the enum with these values.
    fn enumeration(&mut self, field: &str, values: Values) -> String {
        if let Some((name, _)) = self.enums.iter().find(|(_, known)| *known == values) {
            return name.clone();
        }
        let name = distinct(&mut self.taken, field.to_owned());
        self.enums.push((name.clone(), values));
        name
    }

    /// Gouraud's own keys of a field.
    fn hints(&mut self, all: &[SketchField], field: &SketchField, name: &str) -> Vec<String> {
        let mut hints = Vec::new();
        match field.hint {
            Hint::Hex | Hint::Pointer | Hint::Name => hints.push("show: hex".to_owned()),
            Hint::Fixed(bits) => hints.push(format!("fixed: {bits}")),
            Hint::Turn(units) => hints.push(format!("show: angle, turn: {units}")),
            Hint::Unit(unit) => hints.push(format!("unit: {}", quoted(unit))),
            Hint::Flags(bits) => {
                hints.push(format!("flags: {}", self.enumeration(name, Values::Flags(bits))));
            }
            Hint::Index(list) if has_list(self.format.sketch, all, list) => {
                hints.push(format!("index: {list}"));
            }
            _ => {}
        }
        let is_number = matches!(field.kind, SketchKind::Number(_));
        if is_number { hints } else { Vec::new() }
    }

    fn enums(&mut self) {
        let enums = std::mem::take(&mut self.enums);
        if !enums.is_empty() {
            self.line(0, "enums:");
        }
        for (name, values) in enums {
            self.line(2, &format!("{name}:"));
            let mut taken = HashSet::new();
            for (number, label, doc) in values.list() {
                let id = distinct(&mut taken, identifier(label));
                let is_plain = id == label && doc.is_empty();
                if is_plain {
                    self.line(4, &format!("{number}: {}", quoted(&id)));
                    continue;
                }
                self.line(4, &format!("{number}:"));
                self.line(6, &format!("id: {}", quoted(&id)));
                if id != label {
                    self.line(6, &format!("-orig-id: {}", quoted(label)));
                }
                if !doc.is_empty() {
                    self.line(6, &format!("doc: {}", quoted(doc)));
                }
            }
        }
    }
}

/// `true` if a type or the root has a list of this name.
fn has_list(sketch: &Sketch, fields: &[SketchField], name: &str) -> bool {
    let is_it = |field: &SketchField| field.name == name && field.repeat.is_some();
    fields.iter().chain(&sketch.root).any(is_it)
}

/// A number type of the language; its byte order is that of the file.
fn number(repr: Repr) -> &'static str {
    match repr {
        Repr::U8 => "u1",
        Repr::I8 => "s1",
        Repr::U16 => "u2",
        Repr::I16 => "s2",
        Repr::U32 => "u4",
        Repr::I32 => "s4",
        Repr::U64 => "u8",
        Repr::I64 => "s8",
        Repr::F32 => "f4",
        Repr::F64 => "f8",
    }
}

/// A text as a YAML scalar: without quotes if its meaning stays the same.
fn quoted(text: &str) -> String {
    let is_word =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '.' | ',' | '(' | ')');
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(is_word)
        && !text.ends_with(' ')
        && !matches!(text, "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n");
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}
