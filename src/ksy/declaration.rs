//! Declarations of fields in their description: from a field to its line, and back.

use std::collections::{HashSet, VecDeque};

use super::description::{Attribute, Body, Class, ClassId, Docs, Repeat, Type};
use super::edit::Located;
use super::reader::Reader;
use super::slots::Owner;
use super::value::{ObjectId, RecordKind, Value};

/// Declaration of a field.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// File of the description, or of an import.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Type with its byte order: `u2le`, `chunk[]`.
    pub type_name: String,
    /// Name of the enum.
    pub enum_name: Option<String>,
    /// Expression of `if`.
    pub condition: Option<String>,
    /// Documentation of the field, of its value and of its type.
    pub docs: Vec<Docs>,
}

impl Reader {
    /// Declaration of the field at a path.
    pub fn declaration(&mut self, path: &str) -> Option<Declaration> {
        let mark = self.mark();
        let found = self.locate(path);
        let declaration = found.and_then(|found| self.declaration_of(&found));
        self.release(mark);
        declaration
    }

    fn declaration_of(&self, Located { owner, value, .. }: &Located) -> Option<Declaration> {
        let attribute = self.attribute_of(*owner)?;
        let description = &self.description;
        let mut docs = vec![attribute.docs.clone()];
        match value {
            Value::Enum(id, value) => {
                let found = description.enums.get(*id).and_then(|found| found.docs.get(value));
                docs.extend(found.cloned());
            }
            Value::Object(id) => {
                let class = self.class_of(*id).and_then(|class| description.classes.get(class));
                docs.extend(class.map(|class| class.docs.clone()));
            }
            _ => {}
        }
        docs.retain(|docs| docs.text.is_some() || !docs.references.is_empty());
        let place = &attribute.place;
        Some(Declaration {
            file: description.files.get(place.file)?.clone(),
            line: place.at.line,
            type_name: type_of(attribute),
            enum_name: attribute.enumeration.as_ref().map(|found| found.path.join("::")),
            condition: attribute.condition.as_ref().map(|code| code.text.value.trim().to_owned()),
            docs,
        })
    }

    /// Path of a field that is declared around a line of the description: the one nearest to the field at
    /// `near`, otherwise the first one.
    pub fn path_declared_at(&mut self, text: &str, line: u32, near: &str) -> Option<String> {
        let (class, slot) = self.member_at(text, line)?;
        let name = self.description.classes.get(class)?.name_of(slot).to_owned();
        let mark = self.mark();
        let owner = self.ancestor(class, near).or_else(|| self.first_object(class, slot));
        self.release(mark);
        let owner = owner.or_else(|| self.first_record(class))?;
        Some(if owner.is_empty() { name } else { format!("{owner}.{name}") })
    }

    /// Class and slot of the member whose declaration contains a line.
    fn member_at(&self, text: &str, line: u32) -> Option<(ClassId, usize)> {
        let classes = self.description.classes.iter().enumerate();
        let members = classes.flat_map(|(id, class)| {
            let attributes = class.seq.iter().chain(&class.instances).enumerate();
            attributes.map(move |(at, found)| (id, at + class.params.len(), &found.place))
        });
        let above = members.filter(|(_, _, place)| place.file == 0 && place.at.line <= line);
        let (class, slot, place) = above.max_by_key(|(_, _, place)| place.at.line)?;
        let below = usize::try_from(line - place.at.line).ok()?;
        let column = usize::try_from(place.at.column).ok()?.saturating_sub(1);
        // Lines of other sections are indented less.
        let is_inside = |line: &str| {
            let content = line.trim_start();
            content.is_empty() || content.starts_with('#') || line.len() - content.len() >= column
        };
        let lines = text.lines().skip(usize::try_from(place.at.line).ok()?);
        lines.take(below).all(is_inside).then_some((class, slot))
    }

    /// Path of the object of a class that contains the field at a path, or is that field.
    fn ancestor(&mut self, class: ClassId, path: &str) -> Option<String> {
        let mut path = path;
        loop {
            let object = match path {
                "" => Some(0),
                _ => self.locate(path).and_then(|found| match found.value {
                    Value::Object(id) => Some(id),
                    _ => None,
                }),
            };
            if object.is_some_and(|id| self.class_of(id) == Some(class)) {
                return Some(path.to_owned());
            }
            if path.is_empty() {
                return None;
            }
            path = path.rfind('.').and_then(|at| path.get(..at)).unwrap_or("");
        }
    }

    /// Path of the first object of a class that has a member.
    fn first_object(&self, class: ClassId, slot: usize) -> Option<String> {
        let has_it = |id: &ObjectId| {
            let value = self.value_in(*id, slot);
            self.class_of(*id) == Some(class)
                && value.is_some_and(|value| !matches!(value, Value::Absent))
        };
        let id = (0..self.objects.len()).find(has_it)?;
        Some(self.path_of(id))
    }

    /// Path of the first object of a class in an array of records that are read when they are used.
    fn first_record(&self, class: ClassId) -> Option<String> {
        (0..self.objects.len()).find_map(|id| {
            (0..self.class(id)?.slots()).find_map(|slot| {
                let value = self.value_in(id, slot)?;
                let Value::Records(records) = value else { return None };
                let RecordKind::Class(of) = records.kind else { return None };
                let inner = self.path_between(of, class).filter(|_| records.count > 0)?;
                Some(self.path(Owner { object: id, slot, index: Some(0) }) + &inner)
            })
        })
    }

    /// Path from an object of one class to the first one of another class inside it: `.a.b[0]`.
    fn path_between(&self, from: ClassId, to: ClassId) -> Option<String> {
        let mut open = VecDeque::from([(from, String::new())]);
        let mut known = HashSet::from([from]);
        while let Some((id, path)) = open.pop_front() {
            if id == to {
                return Some(path);
            }
            for (inner, attribute) in inner_classes(self.description.classes.get(id)?) {
                if known.insert(inner) {
                    let index = if is_repeated(attribute) { "[0]" } else { "" };
                    open.push_back((inner, format!("{path}.{}{index}", attribute.name)));
                }
            }
        }
        None
    }
}

/// Classes of the members that are read in order.
fn inner_classes(class: &Class) -> impl Iterator<Item = (ClassId, &Attribute)> {
    class.seq.iter().filter_map(|attribute| match &attribute.body {
        Body::Parse(parse) => match &parse.kind {
            Type::Class(found) => Some((found.class?, attribute)),
            _ => None,
        },
        Body::Value(_) => None,
    })
}

fn is_repeated(attribute: &Attribute) -> bool {
    matches!(&attribute.body, Body::Parse(parse) if !matches!(parse.repeat, Repeat::Once))
}

/// Type of an attribute as text; for a computed value, its expression.
fn type_of(attribute: &Attribute) -> String {
    match &attribute.body {
        Body::Value(code) => format!("= {}", code.text.value.trim()),
        Body::Parse(parse) => {
            let array = if is_repeated(attribute) { "[]" } else { "" };
            format!("{}{array}", type_name(&parse.kind))
        }
    }
}

fn type_name(kind: &Type) -> String {
    let order = |little: &Option<bool>| match little {
        Some(true) => "le",
        Some(false) => "be",
        None => "",
    };
    match kind {
        Type::Bytes => "bytes".to_owned(),
        Type::Text { encoding, zero_terminated } => {
            format!("{} in {encoding}", if *zero_terminated { "strz" } else { "str" })
        }
        Type::Int { size, signed, little } => {
            format!("{}{size}{}", if *signed { "s" } else { "u" }, order(little))
        }
        Type::Float { size, little } => format!("f{size}{}", order(little)),
        Type::Bits { count, little } => format!("b{count}{}", order(little)),
        Type::Class(found) => found.path.join("::"),
        Type::Unknown(name) => name.to_string(),
        Type::Switch(choice) => {
            let cases: Vec<String> = choice.cases.iter().map(|(_, case)| type_name(case)).collect();
            cases.join(" or ")
        }
    }
}
