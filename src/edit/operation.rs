//! Combinations of the present value of a field with a new one.

use serde::{Deserialize, Serialize};

use crate::bytes::Value;

/// Combination of the present value with a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operation {
    /// Replaces the value.
    #[default]
    #[serde(rename = "=")]
    Is,
    /// Sets the new bits.
    #[serde(rename = "|=")]
    Set,
    /// Clears all bits except the new ones.
    #[serde(rename = "&=")]
    Keep,
    /// Clears the new bits.
    #[serde(rename = "&~=")]
    Clear,
    /// Toggles the new bits.
    #[serde(rename = "^=")]
    Toggle,
    /// Adds the new value.
    #[serde(rename = "+=")]
    Add,
    /// Subtracts the new value.
    #[serde(rename = "-=")]
    Subtract,
}

impl Operation {
    /// All combinations with their operators, longer ones first.
    pub const SIGNS: [(&'static str, Self); 7] = [
        ("&~=", Operation::Clear),
        ("|=", Operation::Set),
        ("&=", Operation::Keep),
        ("^=", Operation::Toggle),
        ("+=", Operation::Add),
        ("-=", Operation::Subtract),
        ("=", Operation::Is),
    ];

    pub(super) fn is_plain(&self) -> bool {
        *self == Operation::Is
    }

    /// Combines `old` and `new`; `None` if the result is not a number.
    pub(super) fn of(self, old: &Value, new: Value) -> Option<Value> {
        if self == Operation::Is {
            return Some(new);
        }
        if let (Value::Float(old), Some(new)) = (old, new.as_f64()) {
            return match self {
                Operation::Add => Some(Value::Float(old + new)),
                Operation::Subtract => Some(Value::Float(old - new)),
                _ => None,
            };
        }
        let whole = |value: &Value| match *value {
            Value::Int(number) => Some(i128::from(number)),
            Value::Uint(number) => Some(i128::from(number)),
            _ => None,
        };
        let (was, new) = (whole(old)?, whole(&new)?);
        let now = match self {
            Operation::Is => new,
            Operation::Set => was | new,
            Operation::Keep => was & new,
            Operation::Clear => was & !new,
            Operation::Toggle => was ^ new,
            Operation::Add => was + new,
            Operation::Subtract => was - new,
        };
        match old {
            Value::Int(_) => i64::try_from(now).ok().map(Value::Int),
            _ if now < 0 => i64::try_from(now).ok().map(Value::Int),
            _ => u64::try_from(now).ok().map(Value::Uint),
        }
    }
}
