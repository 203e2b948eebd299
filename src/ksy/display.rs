//! Members of objects with their values, bytes and codings, for display.

use std::sync::Arc;

use super::description::{Attribute, Body, Class, ClassId, Type};
use super::labels::MAX_SUMMARY;
use super::names::shortened;
use super::reader::Reader;
use super::slots::{Buffer, Owner};
use super::value::{Data, Env, ObjectId, RecordKind, Records, Span, Value};

/// Maximum number of steps for the description of an object in words.
const MAX_STEPS_OF_SUMMARY: u64 = 10_000;

/// A member of an object that has a value.
#[derive(Clone, Debug)]
pub struct Member {
    /// Index among the members of its class.
    pub slot: usize,
    /// Name.
    pub name: Arc<str>,
    /// Value.
    pub value: Value,
    /// Bytes; empty for computed values.
    pub span: Span,
    /// `true` if it is computed from other values.
    pub is_computed: bool,
    /// Documentation.
    pub doc: Option<Arc<str>>,
}

/// Coding of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// An integer.
    Int {
        /// In two's complement.
        is_signed: bool,
        /// Byte order.
        is_little: bool,
    },
    /// A float.
    Float {
        /// Byte order.
        is_little: bool,
    },
    /// Bits.
    Bits {
        /// Number of bits.
        count: u8,
        /// From the least significant bit of each byte up.
        is_little: bool,
    },
    /// Another value.
    Other,
}

/// An element of an array.
#[derive(Clone, Debug)]
pub struct Element {
    /// Value.
    pub value: Value,
    /// Bytes.
    pub span: Span,
}

impl Reader {
    /// Members of an object that have a value, except for its parameters.
    pub fn members(&self, id: ObjectId) -> Vec<Member> {
        let Some(class) = self.class(id) else { return Vec::new() };
        let members = (0..class.slots()).filter_map(|slot| {
            let attribute = class.in_slot(slot)?;
            let found = self.slot(id, slot)?;
            Some(Member {
                slot,
                name: attribute.name.clone(),
                value: found.value(&self.buffers)?,
                span: found.span(),
                is_computed: attribute.is_computed(),
                doc: attribute.docs.text.clone(),
            })
        });
        members.collect()
    }

    /// Name of the class of an object: `png::chunk`.
    pub fn class_name(&self, id: ObjectId) -> Arc<str> {
        self.class(id).map_or_else(|| "".into(), |class| class.name.clone())
    }

    /// Class of an object.
    pub fn class_id(&self, id: ObjectId) -> Option<ClassId> {
        self.class_of(id)
    }

    /// Buffer in which an object was read.
    pub fn buffer_of(&self, id: ObjectId) -> usize {
        self.objects.get(id).map_or(0, |object| object.span().buffer)
    }

    /// The bytes of a span.
    pub fn bytes_of(&self, span: Span) -> Vec<u8> {
        let data = self.data(span.buffer);
        let end = span.start.saturating_add(span.len);
        data.get(span.start..end).map(<[u8]>::to_vec).unwrap_or_default()
    }

    /// Bytes and field path of the unpacked parts, in the order of their buffers from 1 on.
    pub fn unpacked(&self) -> impl Iterator<Item = (Data, String)> {
        let parts = self.buffers.iter().skip(1);
        parts.map(|Buffer { data, packed }| {
            (data.clone(), packed.map_or_else(String::new, |(owner, _)| self.path(owner)))
        })
    }

    /// Field path of an object.
    pub fn object_path(&self, id: ObjectId) -> String {
        self.path_of(id)
    }

    /// Coding of a member, or of an element of it.
    pub fn coding(&mut self, object: ObjectId, slot: usize, index: Option<usize>) -> Coding {
        let description = Arc::clone(&self.description);
        let class = self.class_of(object).and_then(|class| description.classes.get(class));
        let Some((class, attribute)) = class.and_then(|class| Some((class, class.in_slot(slot)?)))
        else {
            return Coding::Other;
        };
        let owner = Owner { object, slot, index };
        self.coding_of(owner, class, attribute).unwrap_or(Coding::Other)
    }

    fn coding_of(&mut self, owner: Owner, class: &Class, attribute: &Attribute) -> Option<Coding> {
        let Body::Parse(parse) = &attribute.body else { return None };
        let kind = match &parse.kind {
            Type::Switch(choice) => {
                let index = owner.index.and_then(|index| i128::try_from(index).ok());
                let env = Env { index, ..Env::of(owner.object) };
                self.allow_steps(MAX_STEPS_OF_SUMMARY);
                self.chosen(choice, &env).ok()??
            }
            kind => kind,
        };
        Some(match kind {
            Type::Int { size, signed, little } => {
                let is_little = *size == 1 || self.order(owner, *little).ok()?;
                Coding::Int { is_signed: *signed, is_little }
            }
            Type::Float { little, .. } => {
                Coding::Float { is_little: self.order(owner, *little).ok()? }
            }
            Type::Bits { count, little } => {
                Coding::Bits { count: *count, is_little: little.unwrap_or(class.bits_little) }
            }
            _ => Coding::Other,
        })
    }

    /// Description of an object by its class (`to-string`, or else `-webide-representation`).
    pub fn summary(&mut self, id: ObjectId) -> Option<String> {
        self.allow_steps(MAX_STEPS_OF_SUMMARY);
        self.summary_at(id, 0)
    }

    /// Description of an object that is nested in `level` others.
    pub(super) fn summary_at(&mut self, id: ObjectId, level: usize) -> Option<String> {
        let description = Arc::clone(&self.description);
        let class = description.classes.get(self.class_of(id)?)?;
        let Some(code) = &class.to_string else {
            return Some(self.label(class.representation.as_ref()?, id, level));
        };
        match self.eval(&code.expr, &Env::of(id)).ok()? {
            Value::Text(text) => Some(shortened(&text, MAX_SUMMARY).into_owned()),
            _ => None,
        }
    }

    /// Coding of the elements of an array that are read when they are used; `None` for objects, and for
    /// values of an enum.
    pub fn record_coding(&self, records: &Records) -> Option<Coding> {
        match records.kind {
            RecordKind::Int { signed, little, enumeration: None } => {
                Some(Coding::Int { is_signed: signed, is_little: little })
            }
            RecordKind::Float { little } => Some(Coding::Float { is_little: little }),
            _ => None,
        }
    }

    /// Type of the elements of an array: the name of their class, or the kind of value.
    pub fn record_type(&self, records: &Records) -> Arc<str> {
        let kind = match records.kind {
            RecordKind::Class(class) => {
                let class = self.description.classes.get(class);
                return class.map_or_else(|| "".into(), |class| class.name.clone());
            }
            RecordKind::Text => "text",
            RecordKind::Bytes => "bytes",
            _ => "value",
        };
        kind.into()
    }

    /// Number of elements of an array.
    pub fn count(value: &Value) -> usize {
        match value {
            Value::Array(array) => array.values.len(),
            Value::Records(records) => records.count,
            _ => 0,
        }
    }

    /// Calls `visit` with an element of an array. An element that was not read yet is only read for
    /// this call; the flag is `true` then.
    pub fn with_element<T>(
        &mut self,
        array: &Value,
        index: usize,
        visit: impl FnOnce(&mut Self, Element, bool) -> T,
    ) -> Option<T> {
        match array {
            Value::Array(array) => {
                let value = array.values.get(index)?.clone();
                let span = array.span(index).unwrap_or_default();
                Some(visit(self, Element { value, span }, false))
            }
            Value::Records(records)
                if index < records.count && !matches!(records.kind, RecordKind::Class(_)) =>
            {
                let value = self.record_once(records, index).ok()?;
                let span = self.record_span(records, index);
                Some(visit(self, Element { value, span }, false))
            }
            Value::Records(records) if index < records.count => {
                let (span, mark) = (self.record_span(records, index), self.mark());
                let first = self.objects.len();
                let value = self.record_once(records, index).ok()?;
                self.allow_steps(MAX_STEPS_OF_SUMMARY);
                self.evaluate_from(first);
                let is_temporary = matches!(value, Value::Object(_));
                let found = visit(self, Element { value, span }, is_temporary);
                self.release(mark);
                Some(found)
            }
            _ => None,
        }
    }

    /// Bytes of the elements of an array, without reading them.
    pub fn element_span(&self, array: &Value, index: usize) -> Span {
        match array {
            Value::Array(array) => array.span(index).unwrap_or_default(),
            Value::Records(records) => self.record_span(records, index),
            _ => Span::default(),
        }
    }
}
