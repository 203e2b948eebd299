//! Operators on values.

use std::cmp::Ordering;

use super::expr::{Binary, Comparison, Unary};
use super::failure::{ErrorKind, Failure, type_error};
use super::value::{Array, Blob, Value};

/// Maximum size of a computed text or list, in bytes.
const MAX_COMPUTED: usize = 16 << 20;
/// Maximum nesting depth of computed lists.
pub(super) const MAX_LISTS: usize = 64;

pub fn overflow() -> Failure {
    Failure::new(ErrorKind::Overflow, "the result has more than 127 bits")
}

pub fn flag(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        other => Err(type_error("a boolean", other)),
    }
}

pub fn int(value: &Value) -> Result<i128, Failure> {
    match value {
        Value::Int(number) => Ok(*number),
        other => Err(type_error("an integer", other)),
    }
}

pub fn unary(operator: Unary, value: &Value) -> Result<Value, Failure> {
    match (operator, value) {
        (Unary::Not, value) => Ok(Value::Bool(!flag(value)?)),
        (Unary::Plus, Value::Int(_) | Value::Float(_)) => Ok(value.clone()),
        (Unary::Minus, Value::Float(value)) => Ok(Value::Float(-value)),
        (Unary::Minus, Value::Int(value)) => {
            value.checked_neg().map(Value::Int).ok_or_else(overflow)
        }
        (Unary::Invert, value) => Ok(Value::Int(!int(value)?)),
        (_, value) => Err(type_error("a number", value)),
    }
}

pub fn compare(operator: Comparison, a: &Value, b: &Value) -> Result<bool, Failure> {
    match operator {
        Comparison::Equal | Comparison::NotEqual => {
            for value in [a, b] {
                if matches!(value, Value::Absent) {
                    return Err(type_error("a value", value));
                }
            }
            Ok(is_equal(a, b) == (operator == Comparison::Equal))
        }
        Comparison::Less => Ok(order_of(a, b)?.is_lt()),
        Comparison::LessEqual => Ok(order_of(a, b)?.is_le()),
        Comparison::Greater => Ok(order_of(a, b)?.is_gt()),
        Comparison::GreaterEqual => Ok(order_of(a, b)?.is_ge()),
    }
}

pub fn is_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Enum(x, a), Value::Enum(y, b)) => x == y && a == b,
        (Value::Object(a), Value::Object(b)) => a == b,
        (Value::Stream(a), Value::Stream(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            let pairs = a.values.iter().zip(&b.values);
            a.values.len() == b.values.len() && pairs.into_iter().all(|(a, b)| is_equal(a, b))
        }
        _ => order_of(a, b).is_ok_and(Ordering::is_eq),
    }
}

pub fn order_of(a: &Value, b: &Value) -> Result<Ordering, Failure> {
    let float = |value: &Value| match value {
        Value::Int(value) => Some(*value as f64),
        Value::Float(value) => Some(*value),
        _ => None,
    };
    let unordered = || Failure::new(ErrorKind::Type, "NaN cannot be compared");
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
        (Value::Text(a), Value::Text(b)) => Ok(a.cmp(b)),
        (Value::Bytes(a), Value::Bytes(b)) => Ok(a.bytes().cmp(b.bytes())),
        _ => match (float(a), float(b)) {
            (Some(a), Some(b)) => a.partial_cmp(&b).ok_or_else(unordered),
            (None, _) => Err(type_error("a number, text or bytes", a)),
            _ => Err(type_error("a value of the same type", b)),
        },
    }
}

pub fn check_computed(len: usize) -> Result<(), Failure> {
    if len > MAX_COMPUTED {
        let message = format!("expected at most {MAX_COMPUTED} computed bytes");
        return Err(Failure::new(ErrorKind::Limit, message));
    }
    Ok(())
}

/// A computed list.
///
/// # Errors
/// When it has too many elements or levels.
pub fn list(values: Vec<Value>) -> Result<Array, Failure> {
    let array = Array::of(values);
    if array.levels > MAX_LISTS {
        let message = format!("expected at most {MAX_LISTS} levels of nested lists");
        return Err(Failure::new(ErrorKind::Limit, message));
    }
    check_computed(array.total.saturating_mul(size_of::<Value>()))?;
    Ok(array)
}

pub fn to_bytes(array: &Array) -> Result<Value, Failure> {
    let byte = |value: &Value| {
        let number = int(value)?;
        u8::try_from(number).map_err(|_| {
            let message = format!("expected a byte from 0 to 255, found {number}");
            Failure::new(ErrorKind::Conversion, message)
        })
    };
    let bytes = array.values.iter().map(byte).collect::<Result<Vec<u8>, _>>()?;
    Ok(Value::Bytes(Blob::from(bytes)))
}

pub fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, Failure> {
    if let (Value::Text(a), Value::Text(b), Binary::Add) = (left, right, operator) {
        check_computed(a.len() + b.len())?;
        return Ok(Value::Text(format!("{a}{b}").into()));
    }
    let float = |value: &Value| match value {
        Value::Int(value) => Ok(*value as f64),
        Value::Float(value) => Ok(*value),
        other => Err(type_error("a number", other)),
    };
    if matches!(left, Value::Float(_)) || matches!(right, Value::Float(_)) {
        let (a, b) = (float(left)?, float(right)?);
        return match operator {
            Binary::Add => Ok(Value::Float(a + b)),
            Binary::Sub => Ok(Value::Float(a - b)),
            Binary::Mul => Ok(Value::Float(a * b)),
            Binary::Div => Ok(Value::Float(a / b)),
            Binary::Rem => Ok(Value::Float(a - b * (a / b).floor())),
            _ => Err(type_error(
                "an integer",
                if matches!(left, Value::Float(_)) { left } else { right },
            )),
        };
    }
    let (a, b) = (int(left)?, int(right)?);
    let by_zero = || Failure::new(ErrorKind::DivisionByZero, "division by zero");
    let shift = || u32::try_from(b).ok().filter(|count| *count < 128);
    let result = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div if b == 0 => return Err(by_zero()),
        Binary::Rem if b == 0 => return Err(by_zero()),
        // Both round towards −∞.
        Binary::Div => {
            a.checked_div(b).map(|found| found - i128::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Binary::Rem => a
            .checked_rem(b)
            .map(|found| if found != 0 && (found < 0) != (b < 0) { found + b } else { found }),
        Binary::ShiftLeft => shift().and_then(|count| {
            let shifted = a.checked_shl(count)?;
            (shifted >> count == a).then_some(shifted)
        }),
        Binary::ShiftRight => match shift() {
            Some(count) => Some(a >> count),
            None if b >= 0 => Some(if a < 0 { -1 } else { 0 }),
            None => None,
        },
        Binary::BitAnd => Some(a & b),
        Binary::BitOr => Some(a | b),
        Binary::BitXor => Some(a ^ b),
        Binary::And | Binary::Or => None,
    };
    result.map(Value::Int).ok_or_else(overflow)
}
