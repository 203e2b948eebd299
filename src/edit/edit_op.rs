//! Edit operations in serializable form.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::asset::{With, word};
use super::indices::in_its_list;
use super::match_fields::each_matching;
use super::{Computed, Condition, EditError};
use crate::bytes::{Endian, Field, FieldId, FieldKind, Repr, Value, flaw_of_path, notation};
use crate::formats::{Document, NewValue};
use crate::scene::{CodingUse, PaletteUse};

/// An edit operation: a line of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum EditOp {
    /// Sets the value of a field, or of all fields that match a pattern.
    Set {
        /// Field path; `[*]` and `[3..7]` match several elements.
        set: String,
        /// Combination with the present value.
        #[serde(
            default,
            rename = "op",
            alias = "how",
            skip_serializing_if = "Operation::is_plain"
        )]
        how: Operation,
        /// The new value.
        #[serde(rename = "value", alias = "to")]
        to: InputData,
        /// Condition on the matching fields.
        #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
        condition: Option<String>,
    },
    /// Changes some bytes of a field.
    Bytes {
        /// Field path.
        bytes: String,
        /// Offset of the bytes in the field.
        #[serde(default)]
        at: u64,
        /// The bytes, in hexadecimal digits.
        to: String,
    },
    /// Replaces the whole content of a text file.
    Text {
        /// The new text.
        text: String,
    },
    /// Replaces a texture or sound.
    Replace {
        /// Field path or name of the texture or sound.
        replace: String,
        /// The replacement.
        #[serde(rename = "file", alias = "with")]
        with: With,
        /// Bump map of the picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bump: Option<With>,
        /// Use of the palette.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        palette: PaletteUse,
        /// Coding of samples.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        coding: CodingUse,
        /// `true` if a texture takes the size of the picture, if its format allows it.
        #[serde(default, skip_serializing_if = "is_default")]
        resize: bool,
    },
    /// Copies list elements to the end of their lists.
    Copy {
        /// `[*]` and `[3..7]` match several elements.
        copy: Paths,
    },
    /// Removes list elements.
    Remove {
        /// `[*]` and `[3..7]` match several elements.
        remove: Paths,
    },
    /// Recomputes values that follow from the rest of the file, if they differ.
    Recompute {
        /// Kinds of values; empty for all.
        recompute: Vec<Computed>,
    },
    /// Rebuilds a table from the rest of the file.
    Rebuild {
        /// Field path of the table.
        rebuild: String,
    },
    /// Reorders the entries of a palette; texels are adapted, so that pictures do not change.
    Reorder {
        /// Field path of the palette.
        reorder: String,
        /// For each new entry, in order, the index of the old one.
        to: Vec<u8>,
    },
    /// Adds an element at the end of a list.
    Add {
        /// Field path of the list.
        add: String,
        /// Name of the element, if the list has names; its text, if it is a text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        /// Content of the element, if it is a picture or a recording.
        #[serde(default, rename = "file", alias = "with", skip_serializing_if = "Option::is_none")]
        with: Option<With>,
        /// Bump map of a picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bump: Option<With>,
        /// Coding of samples.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        coding: CodingUse,
    },
}

/// Field paths, which refer to the file before any of the changes. In a recipe one path is a string,
/// several are a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Paths {
    /// One.
    One(String),
    /// Several paths.
    Several(Vec<String>),
}

impl Paths {
    /// All paths.
    pub fn all(&self) -> &[String] {
        match self {
            Paths::One(path) => std::slice::from_ref(path),
            Paths::Several(paths) => paths,
        }
    }
}

impl From<&str> for Paths {
    fn from(path: &str) -> Self {
        Paths::One(path.to_owned())
    }
}

impl From<String> for Paths {
    fn from(path: String) -> Self {
        Paths::One(path)
    }
}

impl FromIterator<String> for Paths {
    fn from_iter<I: IntoIterator<Item = String>>(paths: I) -> Self {
        let mut paths: Vec<String> = paths.into_iter().collect();
        match (paths.len(), paths.pop()) {
            (1, Some(path)) => Paths::One(path),
            (_, last) => {
                paths.extend(last);
                Paths::Several(paths)
            }
        }
    }
}

fn is_default<T: Default + PartialEq>(one: &T) -> bool {
    *one == T::default()
}

/// A value as written: a number, or a text in the notation of its field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum InputData {
    /// An integer.
    Whole(i64),
    /// Any other number.
    Number(f64),
    /// See [`parse`](super::parse).
    Text(String),
}

impl fmt::Display for InputData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputData::Whole(number) => number.fmt(f),
            InputData::Number(number) => number.fmt(f),
            InputData::Text(text) => f.write_str(text),
        }
    }
}

impl From<&Value> for InputData {
    fn from(value: &Value) -> Self {
        match value {
            Value::None => InputData::Text(String::new()),
            Value::Int(number) => InputData::Whole(*number),
            Value::Uint(number) => i64::try_from(*number)
                .map_or_else(|_| InputData::Text(number.to_string()), InputData::Whole),
            // NaN and infinity can only be written as text.
            Value::Float(number) if !number.is_finite() => InputData::Text(number.to_string()),
            Value::Float(number) => InputData::Number(*number),
            Value::Text(text) => InputData::Text(format!("{text:?}")),
        }
    }
}

impl From<&str> for InputData {
    fn from(text: &str) -> Self {
        InputData::Text(text.to_owned())
    }
}

/// Combination of the present value with the given one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operation {
    /// Replaces the value.
    #[default]
    #[serde(rename = "=")]
    Is,
    /// Sets the given bits.
    #[serde(rename = "|=")]
    Set,
    /// Clears all bits except the given ones.
    #[serde(rename = "&=")]
    Keep,
    /// Clears the given bits.
    #[serde(rename = "&~=")]
    Clear,
    /// Toggles the given bits.
    #[serde(rename = "^=")]
    Toggle,
    /// Adds the given value.
    #[serde(rename = "+=")]
    Add,
    /// Subtracts the given value.
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

    fn is_plain(&self) -> bool {
        *self == Operation::Is
    }

    /// Combines `old` and `new`; `None` if the result is not a number.
    fn of(self, old: &Value, new: Value) -> Option<Value> {
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

/// Effect of an operation on one field.
pub struct Wanted {
    pub id: FieldId,
    pub field: Field,
    pub endian: Endian,
    /// The present value.
    pub was: Value,
    /// `true` if the operation adds something to the present value, or subtracts it.
    pub is_relative: bool,
    pub what: What,
}

pub enum What {
    Value(Value),
    /// Bytes, from this offset in the field on.
    Bytes(u64, Vec<u8>),
}

impl EditOp {
    /// Parses `PATH=VALUE`, or with another operator of [`Operation::SIGNS`].
    ///
    /// # Errors
    /// If there is no operator, or the path or the condition is invalid.
    pub fn parse(text: &str, condition: Option<&str>) -> Result<Self, String> {
        let checked = condition.map(Condition::parse).transpose();
        checked.map_err(|mistake| EditError::from(mistake).to_string())?;
        let equals = text.find('=').filter(|at| *at > 0);
        let equals = equals.ok_or_else(|| format!("{text:?} is not PATH=VALUE"))?;
        let (left, to) = (text.get(..=equals).unwrap_or(""), text.get(equals + 1..).unwrap_or(""));
        // Blanks around the operator are not part of the value; use quotes for a text with blanks.
        let to = to.trim();
        let found =
            Operation::SIGNS.iter().find_map(|(sign, how)| Some((left.strip_suffix(sign)?, *how)));
        let (set, how) = found.unwrap_or((left, Operation::Is));
        let set = set.trim();
        if let Some(why) = flaw_of_path(set) {
            return Err(format!("{set:?} is not a field path: {why}"));
        }
        Ok(EditOp::Set {
            set: set.to_owned(),
            how,
            to: InputData::Text(to.to_owned()),
            condition: condition.map(str::to_owned),
        })
    }

    /// The files that it names, in a recipe relative to it.
    pub fn files_mut(&mut self) -> impl Iterator<Item = &mut With> {
        let (with, bump) = match self {
            EditOp::Replace { with, bump, .. } => (Some(with), bump.as_mut()),
            EditOp::Add { with, bump, .. } => (with.as_mut(), bump.as_mut()),
            _ => (None, None),
        };
        with.into_iter().chain(bump)
    }

    /// `true` if it applies to the file as a whole instead of fields, and must be applied separately.
    pub(super) fn is_whole(&self) -> bool {
        !matches!(self, EditOp::Set { .. } | EditOp::Bytes { .. })
    }

    /// `true` if it sets values, which must satisfy the rules of the format. The effects of bytes and
    /// texts are shown to the user before they are applied.
    pub(super) fn is_of_values(&self) -> bool {
        !matches!(self, EditOp::Bytes { .. } | EditOp::Text { .. })
    }

    /// The field path or pattern whose values it sets.
    pub(super) fn path(&self) -> Option<&str> {
        match self {
            EditOp::Set { set, .. } => Some(set),
            _ => None,
        }
    }

    pub(super) fn condition(&self) -> Option<&str> {
        match self {
            EditOp::Set { condition, .. } => condition.as_deref(),
            _ => None,
        }
    }

    /// Sets the field at `path`.
    pub fn set(path: impl Into<String>, to: impl Into<InputData>) -> Self {
        EditOp::Set { set: path.into(), how: Operation::Is, to: to.into(), condition: None }
    }

    /// Its effects on fields. Collected changes of a field count as its value.
    pub(super) fn wanted<'a>(
        &self,
        document: &Document,
        earlier: &dyn Fn(&FieldId) -> Option<&'a Value>,
    ) -> Result<Vec<Wanted>, EditError> {
        match self {
            EditOp::Set { set, how, to, condition } => {
                let condition = condition.as_deref().map(Condition::parse).transpose()?;
                let mut wanted = Vec::new();
                each_matching(document, set, condition.as_ref(), &mut |id| {
                    let earlier = earlier(&id);
                    wanted.push(Wanted::new(document, (id, earlier), *how, to)?);
                    Ok(())
                })?;
                Ok(wanted)
            }
            EditOp::Bytes { bytes, at, to } => {
                let id = document.tree.find(bytes)?;
                let misread = |why| EditError::Misread { path: bytes.clone(), why };
                let what = What::Bytes(*at, notation::bytes(to).map_err(misread)?);
                let endian = document.tree.endian(&id);
                let field = field_of(document, &id)?;
                let is_relative = false;
                Ok(vec![Wanted { was: Value::None, field, id, endian, is_relative, what }])
            }
            // These operations set no fields: see `is_whole`.
            EditOp::Text { .. }
            | EditOp::Replace { .. }
            | EditOp::Copy { .. }
            | EditOp::Remove { .. }
            | EditOp::Recompute { .. }
            | EditOp::Rebuild { .. }
            | EditOp::Reorder { .. }
            | EditOp::Add { .. } => Ok(Vec::new()),
        }
    }
}

impl Wanted {
    /// The change of a field to this value.
    pub(super) fn of_value(
        document: &Document,
        id: FieldId,
        value: Value,
    ) -> Result<Self, EditError> {
        let (field, endian) = (field_of(document, &id)?, document.tree.endian(&id));
        let was = field.value.clone();
        Ok(Self { id, field, endian, was, is_relative: false, what: What::Value(value) })
    }

    /// The field and its new value, unless only bytes change.
    pub(super) fn new_value(&self) -> Option<NewValue> {
        let (path, value) = (self.field.path.clone(), self.value()?.clone());
        Some(NewValue { path, value, is_relative: self.is_relative })
    }

    /// The requested value.
    pub(super) fn value(&self) -> Option<&Value> {
        match &self.what {
            What::Value(value) => Some(value),
            What::Bytes(..) => None,
        }
    }

    fn new(
        document: &Document,
        (id, earlier): (FieldId, Option<&Value>),
        how: Operation,
        to: &InputData,
    ) -> Result<Self, EditError> {
        let (mut field, endian) = (field_of(document, &id)?, document.tree.endian(&id));
        if let Some(refusal) = document.content.editable().refuses(&field.path) {
            return Err(EditError::Refused(refusal));
        }
        let was = field.value.clone();
        if let Some(earlier) = earlier {
            field.value = earlier.clone();
        }
        let path = || field.path.clone();
        if is_raw(field.kind) && how == Operation::Is {
            let bytes = notation::bytes(&to.to_string());
            let bytes = bytes.map_err(|why| EditError::Misread { path: path(), why })?;
            let (count, len) = (bytes.len(), field.span.len);
            if (count as u64) < len {
                let why = format!("expected {len} bytes, found {count}");
                return Err(EditError::Misread { path: path(), why });
            }
            let what = What::Bytes(0, bytes);
            return Ok(Self { what, id, endian, was, is_relative: false, field });
        }
        let value = match (to, field.kind) {
            (InputData::Number(number), FieldKind::Scalar(Repr::F32 | Repr::F64)) => {
                Value::Float(*number)
            }
            (InputData::Whole(number), FieldKind::Scalar(Repr::F32 | Repr::F64)) => {
                Value::Float(*number as f64)
            }
            _ if field.value == Value::None => return Err(EditError::NoValue { path: path() }),
            _ => {
                let text = to.to_string();
                let misread = |why| EditError::Misread { path: path(), why };
                match notation::parse(&field, &text) {
                    Ok(value) => value,
                    Err(why) => match named(document, &field, &text) {
                        Some(number) => Value::Uint(number.map_err(misread)?),
                        None => return Err(misread(why)),
                    },
                }
            }
        };
        let now = how.of(&field.value, value);
        let now = now.ok_or_else(|| EditError::Misread {
            path: path(),
            why: "bit operations, addition and subtraction need whole numbers".to_owned(),
        })?;
        in_its_list(&document.tree, &id, &field, &now)?;
        let is_relative = matches!(how, Operation::Add | Operation::Subtract);
        Ok(Self { what: What::Value(now), id, endian, was, is_relative, field })
    }
}

/// The number for a text that names the target of a reference, or of whose hash the field stores.
fn named(document: &Document, field: &Field, text: &str) -> Option<Result<u64, String>> {
    let text = text.trim();
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let name = Some(quoted.unwrap_or(text)).filter(|name| !name.is_empty())?;
    if let Some(number) = document.content.editable().number_of_name(&field.path, name) {
        return Some(
            u64::try_from(number).map_err(|_| format!("{name} is negative; give {number}")),
        );
    }
    let is_reference = field.hint.is_reference();
    let target = is_reference.then(|| document.tree.number_of_name(field, name)).flatten();
    target.or_else(|| {
        let named = document.content.named();
        let hash = named.hash_of_path(name).or_else(|| named.name_hash(name));
        Some(Ok(hash.filter(|_| field.hint.is_name())?.into()))
    })
}

/// Bytes without further structure.
fn is_raw(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread)
}

fn field_of(document: &Document, id: &FieldId) -> Result<Field, EditError> {
    let missing = || EditError::NoValue { path: document.tree.path(id) };
    document.tree.field(id).ok_or_else(missing)
}
