//! Members and methods of values.

use std::sync::Arc;

use super::encoding::Encoding;
use super::failure::{ErrorKind, Failure, type_error};
use super::objects::Objects;
use super::operators::{check_computed, int, order_of, overflow};
use super::value::Value;

/// Number of steps for comparing an element of an array.
const STEPS_PER_ELEMENT: u64 = 8;

/// Members of values of any objects.
pub(super) trait Methods: Objects + Sized {
    /// Value of a member, or result of a method.
    ///
    /// # Errors
    /// When the value has no such member, or the method has no result.
    fn member_of(
        &mut self,
        owner: &Value,
        name: &Arc<str>,
        given: &[Value],
    ) -> Result<Value, Failure> {
        if let Value::Object(id) = owner {
            return self.member_of_object(*id, name);
        }
        if examines_all(owner, name) {
            self.step(owner.weight())?;
        }
        let count = |len: usize| Ok(Value::Int(i128::try_from(len).unwrap_or(i128::MAX)));
        match (owner, &**name) {
            (Value::Absent, _) => {
                Err(Failure::new(ErrorKind::Absent, format!("`{name}` of an absent field")))
            }
            (Value::Int(value), "to_s") => Ok(Value::Text(value.to_string().into())),
            (Value::Int(value) | Value::Enum(_, value), "to_i") => Ok(Value::Int(*value)),
            (Value::Float(value), "to_i") => {
                let whole = value.trunc();
                // Exact bounds of 128-bit integers.
                let fits = whole.abs() < 1.7e38;
                if fits { Ok(Value::Int(whole as i128)) } else { Err(overflow()) }
            }
            (Value::Bool(value), "to_i") => Ok(Value::Int(i128::from(*value))),
            (Value::Text(text), "length" | "size") => count(text.chars().count()),
            (Value::Text(text), "reverse") => {
                Ok(Value::Text(text.chars().rev().collect::<String>().into()))
            }
            (Value::Text(text), "substring") => {
                let [from, to] = [given.first(), given.get(1)];
                let [from, to] = [from, to].map(|value| value.map_or(Ok(0), int));
                let [from, to] =
                    [from?, to?].map(|at| usize::try_from(at.max(0)).unwrap_or(usize::MAX));
                let cut = text.chars().skip(from).take(to.saturating_sub(from));
                Ok(Value::Text(cut.collect::<String>().into()))
            }
            (Value::Text(text), "to_i") => {
                let radix = given.first().map_or(Ok(10), int)?;
                let radix = u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix));
                let value = radix.and_then(|radix| i128::from_str_radix(text, radix).ok());
                value.map(Value::Int).ok_or_else(|| {
                    let message = format!("expected a number, found {}", owner.brief());
                    Failure::new(ErrorKind::Conversion, message)
                })
            }
            (Value::Text(text), "to_b") => {
                let encoding = encoding(given)?;
                let bytes = encoding.encode(text).ok_or_else(|| {
                    let message =
                        format!("the text has a character that is not in {}", encoding.name());
                    Failure::new(ErrorKind::Conversion, message)
                })?;
                Ok(Value::Bytes(bytes.into()))
            }
            (Value::Bytes(blob), "to_s") => {
                let (text, _) = encoding(given)?.decode(blob.bytes());
                check_computed(text.len())?;
                Ok(Value::Text(text.into()))
            }
            (Value::Bytes(blob), "length" | "size") => count(blob.bytes().len()),
            (Value::Bytes(blob), "index_of") => {
                let wanted = given.first().map_or(Ok(-1), int)?;
                let at = blob.bytes().iter().position(|byte| i128::from(*byte) == wanted);
                Ok(Value::Int(at.and_then(|at| i128::try_from(at).ok()).unwrap_or(-1)))
            }
            (Value::Bytes(blob), "first" | "last" | "min" | "max") => {
                let bytes = blob.bytes();
                let found = match &**name {
                    "first" => bytes.first(),
                    "last" => bytes.last(),
                    "min" => bytes.iter().min(),
                    _ => bytes.iter().max(),
                };
                found.map(|byte| Value::Int(i128::from(*byte))).ok_or_else(empty)
            }
            (Value::Records(records), "size" | "length") => count(records.count),
            (Value::Records(_), "first") => self.element(owner, 0).map_err(|_| empty()),
            (Value::Records(records), "last") => {
                let last = i128::try_from(records.count).unwrap_or(0) - 1;
                self.element(owner, last).map_err(|_| empty())
            }
            (Value::Array(array), "size" | "length") => count(array.values.len()),
            (Value::Array(array), "first") => array.values.first().cloned().ok_or_else(empty),
            (Value::Array(array), "last") => array.values.last().cloned().ok_or_else(empty),
            (Value::Records(records), "min" | "max") => {
                let is_min = &**name == "min";
                if let Some(found) = self.extreme_of(records, is_min)? {
                    return Ok(Value::Int(found));
                }
                self.step((records.count as u64).saturating_mul(STEPS_PER_ELEMENT))?;
                let elements = (0..records.count).map(|index| self.record(records, index));
                extreme(elements, is_min)
            }
            (Value::Array(array), "min" | "max") => {
                self.step((array.values.len() as u64).saturating_mul(STEPS_PER_ELEMENT))?;
                extreme(array.values.iter().cloned().map(Ok), &**name == "min")
            }
            (Value::Stream(id), "size" | "pos" | "eof") => {
                let unknown = || Failure::new(ErrorKind::Name, "unknown stream");
                if &**name != "size" {
                    self.settle();
                }
                let stream = self.stream_at(*id).ok_or_else(unknown)?;
                match &**name {
                    "size" => count(stream.size),
                    "pos" => count(stream.pos),
                    _ => Ok(Value::Bool(stream.is_at_end())),
                }
            }
            _ => {
                let message = format!("{} has no `{name}`", owner.kind());
                Err(Failure::new(ErrorKind::Name, message))
            }
        }
    }

    /// Element of an array, or byte.
    ///
    /// # Errors
    /// When the index is out of range.
    fn element(&mut self, owner: &Value, index: i128) -> Result<Value, Failure> {
        match (owner, usize::try_from(index)) {
            (Value::Records(records), Ok(at)) if at < records.count => self.record(records, at),
            _ => element(owner, index),
        }
    }
}

impl<T: Objects> Methods for T {}

/// The smallest or largest element.
fn extreme(
    elements: impl Iterator<Item = Result<Value, Failure>>,
    is_min: bool,
) -> Result<Value, Failure> {
    let mut best: Option<Value> = None;
    for value in elements {
        let value = value?;
        let wins = match &best {
            None => true,
            Some(best) => {
                let order = order_of(&value, best)?;
                if is_min { order.is_lt() } else { order.is_gt() }
            }
        };
        if wins {
            best = Some(value);
        }
    }
    best.ok_or_else(empty)
}

/// `true` if a member follows from all bytes of its owner.
fn examines_all(owner: &Value, name: &str) -> bool {
    match owner {
        Value::Text(_) => true,
        Value::Bytes(_) => matches!(name, "to_s" | "index_of" | "min" | "max"),
        _ => false,
    }
}

fn encoding(given: &[Value]) -> Result<Encoding, Failure> {
    match given.first() {
        Some(Value::Text(name)) => Encoding::of(name).ok_or_else(|| {
            let message = format!("unknown encoding `{name}`");
            Failure::new(ErrorKind::UnknownEncoding, message)
        }),
        _ => Err(Failure::new(ErrorKind::Type, "expected the name of an encoding")),
    }
}

fn empty() -> Failure {
    Failure::new(ErrorKind::Index, "the array is empty")
}

fn element(owner: &Value, index: i128) -> Result<Value, Failure> {
    let at = usize::try_from(index).ok();
    let (found, len) = match owner {
        Value::Array(array) => {
            (at.and_then(|at| array.values.get(at)).cloned(), array.values.len())
        }
        Value::Bytes(blob) => {
            let byte = at.and_then(|at| blob.bytes().get(at));
            (byte.map(|byte| Value::Int(i128::from(*byte))), blob.bytes().len())
        }
        Value::Records(records) => (None, records.count),
        other => return Err(type_error("an array or bytes", other)),
    };
    found.ok_or_else(|| {
        let message = format!("expected an index below {len}, found {index}");
        Failure::new(ErrorKind::Index, message)
    })
}
