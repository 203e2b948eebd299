//! Expressions over records of fixed size, compiled to reads at fixed offsets. They store nothing, and have
//! no value where the evaluator reports a failure.

use std::sync::Arc;

use super::description::*;
use super::expr::{Binary, Comparison, Expr, Kind, Unary};
use super::objects::Objects;
use super::operators::{binary, compare, flag, unary};
use super::reader::Reader;
use super::size::{bits_of_attribute, bytes_of, constant};
use super::value::{Env, RecordKind, Records, Value};

/// Maximum number of fields of a class whose offsets are searched, and of levels of an expression.
const MAX_FIELDS: usize = 256;
const MAX_LEVELS: usize = 64;

/// A compiled expression.
#[derive(Debug)]
pub(super) enum Column {
    /// The same value for all records.
    Same(Value),
    /// Index of the record.
    Index,
    Number(Number),
    Unary(Unary, Box<Column>),
    Binary(Binary, Box<[Column; 2]>),
    Compare(Comparison, Box<[Column; 2]>),
    Choice(Box<[Column; 3]>),
}

/// A number in a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) offset: usize,
    pub(super) coding: NumberCoding,
    pub(super) size: usize,
    pub(super) little: bool,
}

/// Coding of a number.
#[derive(Clone, Copy, Debug)]
pub(super) enum NumberCoding {
    Unsigned,
    Signed,
    Float,
    /// An unsigned or signed value of an enum.
    Enum(EnumId, bool),
}

impl Number {
    /// The number of an attribute whose byte order is known.
    pub(super) fn of(attribute: &Attribute, kind: &Type, offset: usize) -> Option<Self> {
        let enumeration = attribute.enumeration.as_ref().map(|name| name.id);
        let (coding, size, little) = match (kind, enumeration) {
            (Type::Int { size, signed, little }, Some(id)) => {
                (NumberCoding::Enum(id?, *signed), *size, *little)
            }
            (Type::Int { size, signed: true, little }, None) => {
                (NumberCoding::Signed, *size, *little)
            }
            (Type::Int { size, signed: false, little }, None) => {
                (NumberCoding::Unsigned, *size, *little)
            }
            (Type::Float { size, little }, None) => (NumberCoding::Float, *size, *little),
            _ => return None,
        };
        let little = if size == 1 { true } else { little? };
        Some(Self { offset, coding, size: size.into(), little })
    }

    /// The bytes of the number, the least significant one first.
    fn raw(self, record: &[u8]) -> Option<[u8; 8]> {
        let stored = record.get(self.offset..)?.get(..self.size)?;
        let mut bytes = [0; 8];
        bytes.get_mut(..self.size)?.copy_from_slice(stored);
        if !self.little {
            bytes.get_mut(..self.size)?.reverse();
        }
        Some(bytes)
    }

    /// The integer, if it is one.
    pub(super) fn int(self, record: &[u8]) -> Option<i128> {
        let signed = match self.coding {
            NumberCoding::Signed | NumberCoding::Enum(_, true) => true,
            NumberCoding::Unsigned | NumberCoding::Enum(_, false) => false,
            NumberCoding::Float => return None,
        };
        let value = u64::from_le_bytes(self.raw(record)?);
        let unused = 64u32.saturating_sub(u32::try_from(self.size * 8).ok()?);
        Some(match signed {
            true => i128::from((value as i64).wrapping_shl(unused).wrapping_shr(unused)),
            false => i128::from(value),
        })
    }

    fn float(self, record: &[u8]) -> Option<f64> {
        let raw = self.raw(record)?;
        let [a, b, c, d, ..] = raw;
        Some(match self.size {
            4 => f32::from_le_bytes([a, b, c, d]).into(),
            _ => f64::from_le_bytes(raw),
        })
    }

    fn value(self, record: &[u8]) -> Option<Value> {
        Some(match self.coding {
            NumberCoding::Float => Value::Float(self.float(record)?),
            NumberCoding::Enum(id, _) => Value::Enum(id, self.int(record)?),
            _ => Value::Int(self.int(record)?),
        })
    }
}

impl Column {
    /// Value for a record; `None` if the evaluator has to decide.
    pub(super) fn value(&self, record: &[u8], index: usize) -> Option<Value> {
        match self {
            Column::Same(value) => Some(value.clone()),
            Column::Index => i128::try_from(index).ok().map(Value::Int),
            Column::Number(number) => number.value(record),
            Column::Unary(operator, of) => unary(*operator, &of.value(record, index)?).ok(),
            Column::Binary(operator @ (Binary::And | Binary::Or), sides) => {
                let [left, right] = &**sides;
                let left = left.flag(record, index)?;
                let is_decided = left == (*operator == Binary::Or);
                let found = if is_decided { left } else { right.flag(record, index)? };
                Some(Value::Bool(found))
            }
            Column::Binary(operator, sides) => {
                let [left, right] = &**sides;
                binary(*operator, &left.value(record, index)?, &right.value(record, index)?).ok()
            }
            Column::Compare(operator, sides) => {
                let [left, right] = &**sides;
                let [left, right] = [left.value(record, index)?, right.value(record, index)?];
                compare(*operator, &left, &right).ok().map(Value::Bool)
            }
            Column::Choice(parts) => {
                let [condition, yes, no] = &**parts;
                let chosen = if condition.flag(record, index)? { yes } else { no };
                chosen.value(record, index)
            }
        }
    }

    /// Value of a condition.
    pub(super) fn flag(&self, record: &[u8], index: usize) -> Option<bool> {
        flag(&self.value(record, index)?).ok()
    }

    /// Value of a number or an enum.
    pub(super) fn number(&self, record: &[u8], index: usize) -> Option<f64> {
        match self {
            Column::Number(number @ Number { coding: NumberCoding::Float, .. }) => {
                number.float(record)
            }
            Column::Number(number) => Some(number.int(record)? as f64),
            _ => match self.value(record, index)? {
                Value::Int(number) | Value::Enum(_, number) => Some(number as f64),
                Value::Float(number) => Some(number),
                _ => None,
            },
        }
    }
}

/// Offsets of the attributes of a class whose objects have a fixed size.
pub(super) fn offsets(description: &Description, class: &Class) -> Option<Vec<usize>> {
    let mut end = 0i128;
    let known = class.seq.iter().filter(|_| class.seq.len() <= MAX_FIELDS);
    let starts = known.map(|attribute| {
        let Body::Parse(parse) = &attribute.body else { return None };
        let start = end;
        end = end.checked_add(bytes_of(bits_of_attribute(description, parse)?))?;
        usize::try_from(start).ok()
    });
    starts.collect::<Option<Vec<_>>>().filter(|starts| !starts.is_empty())
}

/// Names in an expression over the records of an array.
#[derive(Clone)]
pub(super) struct ColumnNames {
    pub(super) description: Arc<Description>,
    /// The record: `_`.
    pub(super) element: Option<RecordPart>,
    /// The object whose members have no prefix; `None` if it is the same for all records.
    pub(super) object: Option<(ClassId, usize)>,
    /// Slot of the first member of that object that is not available.
    pub(super) end: usize,
    /// Scope of everything else, which is the same for all records.
    pub(super) env: Env,
    /// The file was read, so that all values are final.
    pub(super) is_final: bool,
    /// `_parent` is the same for all records.
    pub(super) has_parent: bool,
}

/// A part of a record.
#[derive(Clone)]
pub(super) enum RecordPart {
    Object(ClassId, usize),
    Number(Number),
    /// The class, the index in its `seq`, and the offset of the first element.
    Array(ClassId, usize, usize),
}

impl ColumnNames {
    /// A member of a class at an offset.
    fn member(
        &self,
        (class, offset): (ClassId, usize),
        name: &str,
        end: usize,
    ) -> Option<RecordPart> {
        let owner = self.description.classes.get(class)?;
        let slot = *owner.members.get(name).filter(|slot| **slot < end)?;
        let at = slot.checked_sub(owner.params.len())?;
        let Body::Parse(parse) = &owner.seq.get(at)?.body else { return None };
        let start = offsets(&self.description, owner)?.get(at)?.checked_add(offset)?;
        match parse.repeat {
            Repeat::Once => self.part(class, at, start),
            Repeat::Times(_) => Some(RecordPart::Array(class, at, start)),
            _ => None,
        }
    }

    /// A value of an attribute at an offset.
    fn part(&self, class: ClassId, at: usize, offset: usize) -> Option<RecordPart> {
        let attribute = self.description.classes.get(class)?.seq.get(at)?;
        let Body::Parse(parse) = &attribute.body else { return None };
        match &parse.kind {
            Type::Class(found) => Some(RecordPart::Object(found.class?, offset)),
            kind => Number::of(attribute, kind, offset).map(RecordPart::Number),
        }
    }

    fn element_of(&self, array: &RecordPart, index: i128) -> Option<RecordPart> {
        let RecordPart::Array(class, at, offset) = *array else { return None };
        let attribute = self.description.classes.get(class)?.seq.get(at)?;
        let Body::Parse(parse) = &attribute.body else { return None };
        let Repeat::Times(code) = &parse.repeat else { return None };
        let count = constant(&code.expr).filter(|count| (0..*count).contains(&index))?;
        let size = bytes_of(bits_of_attribute(&self.description, parse)?) / count;
        let start = usize::try_from(index.checked_mul(size)?).ok()?.checked_add(offset)?;
        self.part(class, at, start)
    }

    /// The part of a record that an expression names.
    fn named(&self, expr: &Expr) -> Option<RecordPart> {
        match &expr.kind {
            Kind::Name(name) if &**name == "_" => self.element.clone(),
            Kind::Name(name) => self.member(self.object?, name, self.end),
            Kind::Member { on, name, arguments: None, .. } => match self.named(on)? {
                RecordPart::Object(class, offset) => self.member((class, offset), name, usize::MAX),
                _ => None,
            },
            Kind::Index(on, index) => self.element_of(&self.named(on)?, constant(index)?),
            Kind::Cast(on, _) => self.named(on),
            _ => None,
        }
    }

    /// `true` if an expression uses only values of a record and its index.
    pub(super) fn is_general(&self, expr: &Expr) -> bool {
        let mut is_general = true;
        expr.visit(&mut |inner| {
            if let Kind::Name(_) = &inner.kind {
                is_general &= self.varies(inner);
            }
        });
        is_general
    }

    /// `true` if an expression may have different values for different records.
    fn varies(&self, expr: &Expr) -> bool {
        let class = self.object.and_then(|(class, _)| self.description.classes.get(class));
        let mut varies = false;
        expr.visit(&mut |inner| match &inner.kind {
            Kind::Name(name) => {
                varies |= match &**name {
                    "_" | "_index" | "_io" | "_sizeof" => true,
                    "_parent" => !self.has_parent,
                    "_root" | "_outer" => false,
                    _ => class.is_some_and(|class| class.members.contains_key(name)),
                };
            }
            Kind::Member { name, .. } => varies |= matches!(&**name, "_io" | "_sizeof"),
            Kind::Field { .. } | Kind::Label { .. } => varies = true,
            _ => {}
        });
        varies
    }
}

impl Reader {
    /// Compiles an expression over records; `None` if it needs more than the numbers of a record and
    /// values that are the same for all records.
    pub(super) fn column(&mut self, expr: &Expr, names: &ColumnNames) -> Option<Column> {
        self.column_at(expr, names, MAX_LEVELS)
    }

    fn column_at(&mut self, expr: &Expr, names: &ColumnNames, levels: usize) -> Option<Column> {
        let levels = levels.checked_sub(1)?;
        let mut inner = |expr: &Expr| self.column_at(expr, names, levels);
        Some(match &expr.kind {
            Kind::Int(value) => Column::Same(Value::Int(*value)),
            Kind::Float(value) => Column::Same(Value::Float(*value)),
            Kind::Bool(value) => Column::Same(Value::Bool(*value)),
            Kind::Text(text) => Column::Same(Value::Text(text.clone())),
            Kind::Enum(found) => {
                found.value.get().map(|(id, value)| Column::Same(Value::Enum(*id, *value)))?
            }
            Kind::Unary(operator, of) => Column::Unary(*operator, Box::new(inner(of)?)),
            Kind::Binary(operator, a, b) => {
                Column::Binary(*operator, Box::new([inner(a)?, inner(b)?]))
            }
            Kind::Compare(operator, a, b) => {
                Column::Compare(*operator, Box::new([inner(a)?, inner(b)?]))
            }
            Kind::Choice(condition, yes, no) => {
                Column::Choice(Box::new([inner(condition)?, inner(yes)?, inner(no)?]))
            }
            Kind::Name(name) if &**name == "_index" => Column::Index,
            _ if !names.varies(expr) => Column::Same(self.same(expr, names)?),
            _ => match names.named(expr)? {
                RecordPart::Number(number) => Column::Number(number),
                _ => return None,
            },
        })
    }

    /// Value of an expression that is the same for all records, if it is a number, flag or text.
    fn same(&mut self, expr: &Expr, names: &ColumnNames) -> Option<Value> {
        let value = match names.is_final {
            true => self.eval(expr, &names.env).ok()?,
            false => self.read_before(expr, &names.env)?,
        };
        use Value::{Bool, Enum, Float, Int, Text};
        matches!(value, Int(_) | Float(_) | Bool(_) | Enum(..) | Text(_)).then_some(value)
    }

    /// Value of a member of objects that was read before; it does not change while the file is read.
    fn read_before(&mut self, expr: &Expr, env: &Env) -> Option<Value> {
        let (object, name) = match &expr.kind {
            Kind::Name(name) => (env.object?, name),
            Kind::Member { on, name, arguments: None, .. } => match self.read_before(on, env)? {
                Value::Object(id) => (id, name),
                _ => return None,
            },
            _ => return None,
        };
        if !matches!(&**name, "_root" | "_parent") {
            let slot = *self.class(object)?.members.get(name)?;
            if self.is_instance(object, slot) {
                return None;
            }
        }
        self.member_of_object(object, name).ok()
    }

    /// Names in expressions over the records of an array that has been read.
    pub(super) fn names_in(&self, records: &Records, env: Env) -> Option<ColumnNames> {
        let mut names = self.names_of(records, env)?;
        names.is_final = true;
        Some(names)
    }

    /// Names in expressions over the records of an array that is being read.
    pub(super) fn names_of(&self, records: &Records, env: Env) -> Option<ColumnNames> {
        if !records.is_even() {
            return None;
        }
        let (element, object) = match records.kind {
            RecordKind::Class(class) => (RecordPart::Object(class, 0), Some((class, 0))),
            RecordKind::Int { .. } | RecordKind::Float { .. } => {
                (self.element_part(records)?, None)
            }
            _ => return None,
        };
        Some(ColumnNames {
            description: Arc::clone(&self.description),
            element: Some(element),
            object,
            end: usize::MAX,
            env,
            is_final: false,
            has_parent: true,
        })
    }

    /// An element of an array of numbers.
    fn element_part(&self, records: &Records) -> Option<RecordPart> {
        let (coding, little) = match records.kind {
            RecordKind::Int { signed, little, enumeration: Some(id) } => {
                (NumberCoding::Enum(id, signed), little)
            }
            RecordKind::Int { signed: true, little, .. } => (NumberCoding::Signed, little),
            RecordKind::Int { little, .. } => (NumberCoding::Unsigned, little),
            RecordKind::Float { little } => (NumberCoding::Float, little),
            _ => return None,
        };
        Some(RecordPart::Number(Number { offset: 0, coding, size: records.size, little }))
    }
}
