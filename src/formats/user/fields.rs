//! Names the fields of a file that was read with a description: objects are groups, and elements of
//! arrays are named on demand.

use std::sync::{Arc, MutexGuard};

use super::Reading;
use super::hints::FieldHint;
use crate::bytes::{
    BitCoding, BitOrder, BitPlace, Branch, ElementPlace, Endian, Hint, Label, Name, NameElement,
    NewField, NewKind, Node, Repr, Source, Starts, Tree, TreeBuilder, Value as Stored,
};
use crate::ksy::{Coding, Element, Member, ObjectId, Reader, Span, Value};

/// The tree of a file. `used` are the bytes of its fields.
pub(super) fn tree(reading: &Arc<Reading>, used: &[(u64, u64, bool)], source: &Source) -> Tree {
    let mut reader = reading.reader();
    let mut fields = Fields::new(reading);
    let root = reader.class_name(0);
    let len = usize::try_from(source.len()).unwrap_or(usize::MAX);
    let span = Span { len, ..Span::default() };
    let field = field("".into(), root.into(), span, summary(&mut reader, 0, ""));
    fields.builder.open(field, Branch::Group);
    fields.object(&mut reader, 0);
    for (start, len, is_of_bits) in used {
        fields.builder.cover(*start, *len, *is_of_bits);
    }
    fields.builder.into_tree(source, reading.parts.clone())
}

fn field(name: Name, type_name: Label, span: Span, meaning: String) -> NewField {
    let part = u32::try_from(span.buffer).unwrap_or(u32::MAX);
    let (start, len, endian) = (span.start as u64, span.len as u64, Endian::Little);
    NewField { name, type_name, part, start, len, endian, meaning }
}

/// A field with its position in the objects that were read.
struct Named<'a> {
    name: Name,
    object: ObjectId,
    slot: usize,
    /// Index in the array of the slot.
    index: Option<usize>,
    span: Span,
    meaning: &'a str,
}

/// Maximum number of elements with bytes elsewhere that are named at once. Those of a longer array are
/// named on demand, so that bytes elsewhere do not lead to them.
const MAX_SCATTERED: usize = 16_384;

/// Names fields.
struct Fields<'a> {
    reading: &'a Arc<Reading>,
    builder: TreeBuilder,
    /// The objects are dropped after they were named, so that none of their fields can be named later.
    is_temporary: bool,
}

impl<'a> Fields<'a> {
    fn new(reading: &'a Arc<Reading>) -> Self {
        Self { reading, builder: TreeBuilder::default(), is_temporary: false }
    }

    /// The fields of an object.
    fn object(&mut self, reader: &mut Reader, object: ObjectId) {
        for member in reader.members(object) {
            let Member { slot, name, value, span, is_computed, doc } = member;
            let (name, meaning) = (Name::Label(name.into()), doc.as_deref().map_or("", sentence));
            let named = Named { name, object, slot, index: None, span, meaning };
            match is_computed {
                true => self.computed(reader, named, &value),
                false => self.value(reader, named, &value),
            }
        }
    }

    fn computed(&mut self, reader: &Reader, named: Named<'_>, value: &Value) {
        let (stored, shown) = (stored(value), meaning_of(reader, value));
        if matches!(value, Value::Absent) {
            return;
        }
        let hint = self.hint(reader, &named);
        let of_hint = || {
            let hint = hint?;
            let of = hint.of_value();
            let meaning = hint.meaning(of, &stored, &[], Endian::Little);
            Some(if meaning.is_empty() { of.meaning(&stored) } else { meaning })
        };
        let meaning = first([shown, of_hint().unwrap_or_default()], named.meaning);
        let field = field(named.name, "value".into(), Span::default(), meaning);
        self.builder.leaf(field, NewKind::Value(stored));
    }

    fn value(&mut self, reader: &mut Reader, named: Named<'_>, value: &Value) {
        match value {
            Value::Object(id) => self.group(reader, named, *id),
            Value::Array(_) | Value::Records(_) => self.array(reader, named, value),
            Value::Absent => {}
            _ => self.leaf(reader, named, value),
        }
    }

    fn group(&mut self, reader: &mut Reader, named: Named<'_>, id: ObjectId) {
        let meaning = summary(reader, id, named.meaning);
        let branch = match reader.buffer_of(id) == named.span.buffer {
            true => Branch::Group,
            false => Branch::Packed,
        };
        let field = field(named.name, reader.class_name(id).into(), named.span, meaning);
        self.builder.open(field, branch);
        self.object(reader, id);
        self.builder.close();
    }

    /// Interpretation of a field.
    fn hint(&self, reader: &Reader, named: &Named<'_>) -> Option<&'a FieldHint> {
        let class = reader.class_id(named.object)?;
        self.reading.hints.get(&(class, named.slot))
    }

    fn leaf(&mut self, reader: &mut Reader, named: Named<'_>, value: &Value) {
        let hint = self.hint(reader, &named);
        let mut of_hint = String::new();
        let (kind, endian) = match value {
            Value::Text(text) => (NewKind::Text(text.to_string()), Endian::Little),
            Value::Bytes(bytes) => {
                of_hint = hint.map(|hint| hint.meaning_of_bytes(bytes.bytes())).unwrap_or_default();
                (NewKind::Bytes, Endian::Little)
            }
            _ => number(reader, &named, value, hint),
        };
        let type_name = match kind {
            NewKind::Text(_) => "text",
            NewKind::Bytes => "bytes",
            NewKind::Bits(..) => "bits",
            _ => "value",
        };
        if let (Some(hint), NewKind::Scalar(_, of) | NewKind::Bits(_, _, of)) = (hint, &kind) {
            let stored = stored(value);
            of_hint = hint.meaning(*of, &stored, &reader.bytes_of(named.span), endian);
            // The tree describes the number by its hint.
            if of_hint.is_empty() && !of.meaning(&stored).is_empty() {
                let field = field(named.name, type_name.into(), named.span, String::new());
                self.builder.leaf(NewField { endian, ..field }, kind);
                return;
            }
        }
        let meaning = first([meaning_of(reader, value), of_hint], named.meaning);
        let field = field(named.name, type_name.into(), named.span, meaning);
        self.builder.leaf(NewField { endian, ..field }, kind);
    }

    fn array(&mut self, reader: &mut Reader, named: Named<'_>, value: &Value) {
        let hint = self.hint(reader, &named);
        let Named { name, object, slot, span, meaning, .. } = named;
        let count = Reader::count(value);
        if let Value::Records(records) = value
            && let Some(coding) = reader.record_coding(records)
            && let Some((repr, endian)) = scalar(coding, records.size())
        {
            let field = field(name, "".into(), span, meaning.to_owned());
            let hint = hint.map_or(Hint::Dec, |hint| hint.of_number(repr));
            self.builder.leaf(NewField { endian, ..field }, NewKind::Scalars(repr, count, hint));
            return;
        }
        let type_name = element_type(reader, value);
        let is_scattered = self.reading.scattered.contains(&(object, slot));
        let is_scattered = self.is_temporary || is_scattered && count <= MAX_SCATTERED;
        let starts = if is_scattered { None } else { starts(reader, value, span, count) };
        let field = field(name, type_name, span, meaning.to_owned());
        if let Some(starts) = starts {
            let (reading, array) = (self.reading.clone(), value.clone());
            let elements = Elements { reading, array, object, slot };
            self.builder.leaf(field, NewKind::Run(count, starts, Arc::new(elements)));
            return;
        }
        self.builder.open(field, Branch::Array);
        for index in 0..count {
            let before = self.is_temporary;
            reader.with_element(value, index, |reader, element, is_temporary| {
                self.is_temporary |= is_temporary;
                self.element(reader, (object, slot), index, element);
            });
            self.is_temporary = before;
        }
        self.builder.close();
    }

    fn element(
        &mut self,
        reader: &mut Reader,
        (object, slot): (ObjectId, usize),
        index: usize,
        Element { value, span }: Element,
    ) {
        let name = Name::Element(u32::try_from(index).unwrap_or(u32::MAX));
        let named = Named { name, object, slot, index: Some(index), span, meaning: "" };
        self.value(reader, named, &value);
    }
}

/// Elements of an array that are named on demand.
struct Elements {
    reading: Arc<Reading>,
    array: Value,
    object: ObjectId,
    slot: usize,
}

impl NameElement for Elements {
    fn type_name(&self) -> &'static str {
        "array"
    }

    fn context(&self) -> u64 {
        0
    }

    fn hint(&self) -> Hint {
        Hint::Dec
    }

    fn name(&self, place: &ElementPlace<'_>) -> Vec<Node> {
        let mut reader: MutexGuard<'_, Reader> = self.reading.reader();
        let mut fields = Fields::new(&self.reading);
        let owner = (self.object, self.slot);
        reader.with_element(&self.array, place.index, |reader, element, is_temporary| {
            fields.is_temporary = is_temporary;
            fields.element(reader, owner, place.index, element);
        });
        fields.builder.into_nodes()
    }
}

/// Starts of the elements of an array, relative to it; `None` if they are not in order in its bytes.
fn starts(reader: &Reader, array: &Value, span: Span, count: usize) -> Option<Starts> {
    if let Value::Records(records) = array
        && records.is_even()
    {
        return Some(match records.bits() {
            Some((first, size)) => Starts::EvenBits { first, size },
            None => Starts::Even(records.size() as u64),
        });
    }
    let mut starts = Vec::with_capacity(count);
    let mut last = 0;
    let mut is_of_bits = false;
    for index in 0..count {
        let element = reader.element_span(array, index);
        is_of_bits = element.bit.is_some();
        let bytes = element.start.checked_sub(span.start)?;
        let start = match element.bit {
            Some(bit) => bytes.checked_mul(8)?.checked_add(usize::from(bit))?,
            None => bytes,
        };
        let is_inside =
            element.start.checked_add(element.len)? <= span.start.checked_add(span.len)?;
        if start < last || !is_inside || element.buffer != span.buffer {
            return None;
        }
        last = start;
        starts.push(u32::try_from(start).ok()?);
    }
    let starts = starts.into();
    Some(if is_of_bits { Starts::Bits { starts, unit: 8 } } else { Starts::Table(starts) })
}

/// Type of the elements of an array: that of the first one.
fn element_type(reader: &Reader, array: &Value) -> Label {
    match array {
        Value::Records(records) => reader.record_type(records).into(),
        Value::Array(array) => match array.values.first() {
            Some(Value::Object(id)) => reader.class_name(*id).into(),
            Some(Value::Text(_)) => "text".into(),
            Some(Value::Bytes(_)) => "bytes".into(),
            _ => "value".into(),
        },
        _ => "value".into(),
    }
}

/// Representation and byte order of a number of `len` bytes.
fn scalar(coding: Coding, len: usize) -> Option<(Repr, Endian)> {
    let (repr, is_little) = match coding {
        Coding::Int { is_signed, is_little } => {
            let repr = match (len, is_signed) {
                (1, false) => Repr::U8,
                (1, true) => Repr::I8,
                (2, false) => Repr::U16,
                (2, true) => Repr::I16,
                (4, false) => Repr::U32,
                (4, true) => Repr::I32,
                (8, false) => Repr::U64,
                (8, true) => Repr::I64,
                _ => return None,
            };
            (repr, is_little)
        }
        Coding::Float { is_little } if len == 4 => (Repr::F32, is_little),
        Coding::Float { is_little } => (Repr::F64, is_little),
        Coding::Bits { .. } | Coding::Other => return None,
    };
    Some((repr, if is_little { Endian::Little } else { Endian::Big }))
}

/// Kind and byte order of a number.
fn number(
    reader: &mut Reader,
    named: &Named<'_>,
    value: &Value,
    hint: Option<&FieldHint>,
) -> (NewKind, Endian) {
    let coding = reader.coding(named.object, named.slot, named.index);
    if let Coding::Bits { count, is_little } = coding {
        let order = if is_little { BitOrder::Low } else { BitOrder::High };
        let (first, coding) = (named.span.bit.unwrap_or(0), BitCoding::Plain);
        let place = BitPlace { first, count: count.into(), order, coding };
        let hint = hint.map_or(Hint::Dec, FieldHint::of_value);
        return (NewKind::Bits(place, stored(value), hint), Endian::Little);
    }
    match scalar(coding, named.span.len) {
        Some((repr, endian)) => {
            let hint = hint.map_or(Hint::Dec, |hint| hint.of_number(repr));
            (NewKind::Scalar(repr, hint), endian)
        }
        None => (NewKind::Value(stored(value)), Endian::Little),
    }
}

/// A value as it is displayed.
fn stored(value: &Value) -> Stored {
    match value {
        Value::Int(number) | Value::Enum(_, number) => {
            match (u64::try_from(*number), i64::try_from(*number)) {
                (Ok(number), _) => Stored::Uint(number),
                (_, Ok(number)) => Stored::Int(number),
                _ => Stored::Text(number.to_string()),
            }
        }
        Value::Float(number) => Stored::Float(*number),
        Value::Bool(flag) => Stored::Uint(u64::from(*flag)),
        Value::Text(text) => Stored::Text(text.to_string()),
        _ => Stored::None,
    }
}

/// Number of elements and bytes of computed values that are listed.
const MAX_LISTED: usize = 16;

/// Description of a value: its name, its elements, or the object to which it refers.
fn meaning_of(reader: &Reader, value: &Value) -> String {
    match value {
        Value::Enum(id, number) => match reader.enum_names(*id, *number) {
            Some((_, Some(label))) => label.to_owned(),
            _ => "unknown value".to_owned(),
        },
        Value::Bool(flag) => flag.to_string(),
        Value::Object(id) => reader.object_path(*id),
        Value::Array(array) if array.values.len() <= MAX_LISTED => {
            let values: Vec<String> = array.values.iter().map(Value::brief).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Array(_) | Value::Records(_) => format!("{} elements", Reader::count(value)),
        _ => String::new(),
    }
}

/// The first description that is not empty.
fn first(descriptions: [String; 2], otherwise: &str) -> String {
    let found = descriptions.into_iter().find(|description| !description.is_empty());
    found.unwrap_or_else(|| otherwise.to_owned())
}

fn summary(reader: &mut Reader, id: ObjectId, otherwise: &str) -> String {
    reader.summary(id).unwrap_or_else(|| otherwise.to_owned())
}

/// The first sentence of a text.
fn sentence(text: &str) -> &str {
    let text = text.trim();
    let end = text.find(". ").or_else(|| text.find('\n'));
    end.and_then(|end| text.get(..end)).unwrap_or(text).trim_end_matches('.')
}
