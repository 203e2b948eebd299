//! Encodes values as stored in fields.

use super::EditError;
use crate::bytes::{
    BitCoding, BitOrder, BitPlace, Endian, Field, FieldKind, Repr, Scalar, Value, cp1252,
};

/// Encodes `value` for a field with the bytes `stored`. The result has the same length.
pub fn encode(
    field: &Field,
    stored: &[u8],
    endian: Endian,
    value: &Value,
) -> Result<Vec<u8>, EditError> {
    match field.kind {
        FieldKind::Scalar(repr) => scalar(repr, endian, value, &field.path),
        FieldKind::Bits => bits(field, stored, value),
        FieldKind::Text => text(stored.len(), value, &field.path),
        _ => Err(EditError::NoValue { path: field.path.clone() }),
    }
}

/// Text of at most `len` bytes, padded with NULs.
fn text(len: usize, value: &Value, path: &str) -> Result<Vec<u8>, EditError> {
    let path = || path.to_owned();
    let Value::Text(text) = value else {
        return Err(EditError::Mismatch { path: path(), stored: "text" });
    };
    let mut bytes = letters(text, &path())?;
    if bytes.len() > len {
        return Err(EditError::TooLong { path: path(), bytes: len });
    }
    bytes.resize(len, 0);
    Ok(bytes)
}

/// Encodes a text in its code page.
pub(super) fn letters(text: &str, path: &str) -> Result<Vec<u8>, EditError> {
    let no_letter = |letter| EditError::NoLetter { path: path.to_owned(), letter };
    cp1252::encode_all(text).map_err(no_letter)
}

fn scalar(repr: Repr, endian: Endian, value: &Value, path: &str) -> Result<Vec<u8>, EditError> {
    let (least, most) = repr.range();
    let out_of_range = || EditError::OutOfRange { path: path.to_owned(), least, most };
    let number = match *value {
        Value::Int(number) => i128::from(number),
        Value::Uint(number) => i128::from(number),
        Value::Float(number) if repr == Repr::F64 => return Ok(put(number, endian)),
        Value::Float(number) if repr == Repr::F32 => {
            let single = number as f32;
            // The nearest value that can be stored, but never an infinity that was not requested.
            return match single.is_infinite() && number.is_finite() {
                true => Err(out_of_range()),
                false => Ok(put(single, endian)),
            };
        }
        _ => return Err(EditError::Mismatch { path: path.to_owned(), stored: repr.name() }),
    };
    let bytes = match repr {
        Repr::U8 => u8::try_from(number).map(|v| put(v, endian)),
        Repr::I8 => i8::try_from(number).map(|v| put(v, endian)),
        Repr::U16 => u16::try_from(number).map(|v| put(v, endian)),
        Repr::I16 => i16::try_from(number).map(|v| put(v, endian)),
        Repr::U32 => u32::try_from(number).map(|v| put(v, endian)),
        Repr::I32 => i32::try_from(number).map(|v| put(v, endian)),
        Repr::U64 => u64::try_from(number).map(|v| put(v, endian)),
        Repr::I64 => i64::try_from(number).map(|v| put(v, endian)),
        // Larger integers are not exact.
        Repr::F32 | Repr::F64 if !(least..=most).contains(&number) => return Err(out_of_range()),
        Repr::F32 => Ok(put(number as f32, endian)),
        Repr::F64 => Ok(put(number as f64, endian)),
    };
    bytes.map_err(|_| out_of_range())
}

fn put(value: impl Scalar, endian: Endian) -> Vec<u8> {
    let mut out = Vec::new();
    value.put(&mut out, endian);
    out
}

/// The bits of a number in the lowest bits of the result, sign-extended.
fn coded(place: BitPlace, value: &Value, path: &str) -> Result<i128, EditError> {
    if let BitCoding::Bytes(repr) = place.coding {
        let bytes = scalar(repr, Endian::Little, value, path)?;
        return Ok(bytes.iter().fold(0, |all, byte| all << 8 | i128::from(*byte)));
    }
    let number = match *value {
        Value::Int(number) => i128::from(number),
        Value::Uint(number) => i128::from(number),
        _ => return Err(EditError::Mismatch { path: path.to_owned(), stored: "bits" }),
    };
    let count = place.count.min(64);
    let (half, all) = (1i128 << count.saturating_sub(1), 1i128 << count);
    let (least, most) = match place.coding {
        BitCoding::Signed => (-half, half - 1),
        BitCoding::SignLast => (1 - half, half - 1),
        BitCoding::Plain | BitCoding::Bytes(_) => (-half, all - 1),
    };
    if !(least..=most).contains(&number) {
        return Err(EditError::OutOfRange { path: path.to_owned(), least, most });
    }
    Ok(match place.coding {
        BitCoding::SignLast => number.abs() << 1 | i128::from(number < 0),
        _ => number,
    })
}

/// A bit field that shares bytes with others, in two's complement if negative.
fn bits(field: &Field, stored: &[u8], value: &Value) -> Result<Vec<u8>, EditError> {
    let path = || field.path.clone();
    let place = field.bits.ok_or_else(|| EditError::NoValue { path: path() })?;
    let number = coded(place, value, &field.path)?;
    let count = place.count.min(64);
    let mut bytes = stored.to_vec();
    for bit in 0..count {
        let is_set = number >> (count - 1 - bit) & 1 == 1;
        let (at, mask) = bit_at(place, bit);
        let byte = bytes.get_mut(at).ok_or_else(|| EditError::NoValue { path: path() })?;
        *byte = if is_set { *byte | mask } else { *byte & !mask };
    }
    Ok(bytes)
}

/// Byte and mask of bit `index` of the field, counted from its highest bit.
fn bit_at(place: BitPlace, index: u32) -> (usize, u8) {
    let from_first = match place.order {
        BitOrder::Low => place.count.min(64).saturating_sub(1).saturating_sub(index),
        BitOrder::High | BitOrder::Words => index,
    };
    let bit = u32::from(place.first) + from_first;
    let byte = (bit / 8) as usize;
    match place.order {
        BitOrder::High => (byte, 0x80 >> (bit % 8)),
        BitOrder::Low => (byte, 1 << (bit % 8)),
        // The most significant byte of a little-endian word is its last.
        BitOrder::Words => (byte / 4 * 4 + 3 - byte % 4, 0x80 >> (bit % 8)),
    }
}
