//! What somebody wants changed, in words that can be written down.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::asset::{With, word};
use super::indices::in_its_list;
use super::named::each_matching;
use super::{Computed, Condition, EditError, notation};
use crate::bytes::{Endian, Field, FieldId, FieldKind, Hint, Repr, Value, flaw_of_path};
use crate::formats::Document;
use crate::scene::{CodingUse, PaletteUse};

/// Something to be changed: a line of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Order {
    /// The value of a field, or of all that a pattern names.
    Set {
        /// Field path; `[*]` and `[3..7]` stand for several elements.
        set: String,
        /// What becomes of the value that is there.
        #[serde(default, rename = "op", alias = "how", skip_serializing_if = "How::is_plain")]
        how: How,
        /// The value.
        #[serde(rename = "value", alias = "to")]
        to: Given,
        /// Which of the fields that a pattern names.
        #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
        condition: Option<String>,
    },
    /// Some of the bytes of a field.
    Bytes {
        /// Field path.
        bytes: String,
        /// Where they begin in the field.
        #[serde(default)]
        at: u64,
        /// The bytes, in hexadecimal digits.
        to: String,
    },
    /// The whole of a file that is a text.
    Text {
        /// All of it.
        text: String,
    },
    /// Something else for a texture or a sound.
    Replace {
        /// Its field path, or a name of it.
        replace: String,
        /// What takes its place.
        #[serde(rename = "file", alias = "with")]
        with: With,
        /// What becomes of the palette.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        palette: PaletteUse,
        /// How samples are stored.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        coding: CodingUse,
        /// Whether a texture takes the size of the picture, where its format can.
        #[serde(default, skip_serializing_if = "is_default")]
        resize: bool,
    },
    /// Elements of lists once more, at their ends.
    Copy {
        /// `[*]` and `[3..7]` stand for several elements.
        copy: Paths,
    },
    /// Elements of lists that go.
    Remove {
        /// `[*]` and `[3..7]` stand for several elements.
        remove: Paths,
    },
    /// What follows from the rest of the file, where it differs from what can be computed.
    Recompute {
        /// What of it; all where nothing is named.
        recompute: Vec<Computed>,
    },
    /// A table that is built anew from the rest of the file.
    Rebuild {
        /// Its field path.
        rebuild: String,
    },
    /// The entries of a palette in another order; texels follow, and show what they showed.
    Reorder {
        /// Field path of the palette.
        reorder: String,
        /// Which entry comes to stand in each place, from the first on.
        to: Vec<u8>,
    },
    /// Something new at the end of a list.
    Add {
        /// Field path of the list.
        add: String,
        /// What it is called, where the list has names; its text, where it is one.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        /// What it is, where it is a picture or a recording.
        #[serde(default, rename = "file", alias = "with", skip_serializing_if = "Option::is_none")]
        with: Option<With>,
        /// How samples are stored.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        coding: CodingUse,
    },
}

/// Field paths, all of which mean the file as it is before any of what they ask for. One is a text
/// in a recipe, several are a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Paths {
    /// One.
    One(String),
    /// Any number.
    Several(Vec<String>),
}

impl Paths {
    /// All of them.
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
pub enum Given {
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Number(f64),
    /// See [`parse`](super::parse).
    Text(String),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Whole(number) => number.fmt(f),
            Given::Number(number) => number.fmt(f),
            Given::Text(text) => f.write_str(text),
        }
    }
}

impl From<&Value> for Given {
    fn from(value: &Value) -> Self {
        match value {
            Value::None => Given::Text(String::new()),
            Value::Int(number) => Given::Whole(*number),
            Value::Uint(number) => i64::try_from(*number)
                .map_or_else(|_| Given::Text(number.to_string()), Given::Whole),
            // What is no number has no place in a recipe but as a text.
            Value::Float(number) if !number.is_finite() => Given::Text(number.to_string()),
            Value::Float(number) => Given::Number(*number),
            Value::Text(text) => Given::Text(format!("{text:?}")),
        }
    }
}

impl From<&str> for Given {
    fn from(text: &str) -> Self {
        Given::Text(text.to_owned())
    }
}

/// What becomes of the value that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// The new one takes its place.
    #[default]
    #[serde(rename = "=")]
    Is,
    /// Its bits are set.
    #[serde(rename = "|=")]
    Set,
    /// Its bits are all that stay.
    #[serde(rename = "&=")]
    Keep,
    /// Its bits are cleared.
    #[serde(rename = "&~=")]
    Clear,
    /// Its bits are toggled.
    #[serde(rename = "^=")]
    Toggle,
    /// It is added.
    #[serde(rename = "+=")]
    Add,
    /// It is taken away.
    #[serde(rename = "-=")]
    Subtract,
}

impl How {
    /// All, with their signs, longer ones first.
    pub const SIGNS: [(&'static str, Self); 7] = [
        ("&~=", How::Clear),
        ("|=", How::Set),
        ("&=", How::Keep),
        ("^=", How::Toggle),
        ("+=", How::Add),
        ("-=", How::Subtract),
        ("=", How::Is),
    ];

    fn is_plain(&self) -> bool {
        *self == How::Is
    }

    /// What comes of `old` and `new`; `None` where that is no number.
    fn of(self, old: &Value, new: Value) -> Option<Value> {
        if self == How::Is {
            return Some(new);
        }
        if let (Value::Float(old), Some(new)) = (old, new.as_f64()) {
            return match self {
                How::Add => Some(Value::Float(old + new)),
                How::Subtract => Some(Value::Float(old - new)),
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
            How::Is => new,
            How::Set => was | new,
            How::Keep => was & new,
            How::Clear => was & !new,
            How::Toggle => was ^ new,
            How::Add => was + new,
            How::Subtract => was - new,
        };
        match old {
            Value::Int(_) => i64::try_from(now).ok().map(Value::Int),
            _ if now < 0 => i64::try_from(now).ok().map(Value::Int),
            _ => u64::try_from(now).ok().map(Value::Uint),
        }
    }
}

/// What an order comes to in one field.
pub struct Wanted {
    pub id: FieldId,
    pub field: Field,
    pub endian: Endian,
    /// The value that is there.
    pub was: Value,
    pub what: What,
}

pub enum What {
    Value(Value),
    /// From this byte of the field on.
    Bytes(u64, Vec<u8>),
}

impl Order {
    /// `PATH=VALUE`, or with another of [`How::SIGNS`].
    ///
    /// # Errors
    /// Where there is no sign in it, or the path or the condition makes no sense.
    pub fn parse(text: &str, condition: Option<&str>) -> Result<Self, String> {
        condition.map(Condition::parse).transpose().map_err(|error| error.to_string())?;
        let equals = text.find('=').filter(|at| *at > 0);
        let equals = equals.ok_or_else(|| format!("{text:?} is not PATH=VALUE"))?;
        let (left, to) = (text.get(..=equals).unwrap_or(""), text.get(equals + 1..).unwrap_or(""));
        // Blanks around a sign are no part of a value; those of a text stand in its quotes.
        let to = to.trim();
        let found =
            How::SIGNS.iter().find_map(|(sign, how)| Some((left.strip_suffix(sign)?, *how)));
        let (set, how) = found.unwrap_or((left, How::Is));
        let set = set.trim();
        if let Some(why) = flaw_of_path(set) {
            return Err(format!("{set:?} is no field path: {why}"));
        }
        Ok(Order::Set {
            set: set.to_owned(),
            how,
            to: Given::Text(to.to_owned()),
            condition: condition.map(str::to_owned),
        })
    }

    /// Whether it sets no field, but is for the file as a whole: it is carried out on its own.
    pub(super) fn is_whole(&self) -> bool {
        !matches!(self, Order::Set { .. } | Order::Bytes { .. })
    }

    /// Whether it gives fields values, which are held against the rules of the format; of bytes and
    /// texts it is seen what they come to before they are asked for.
    pub(super) fn is_of_values(&self) -> bool {
        !matches!(self, Order::Bytes { .. } | Order::Text { .. })
    }

    /// The field path, or the pattern, whose values it sets.
    pub(super) fn path(&self) -> Option<&str> {
        match self {
            Order::Set { set, .. } => Some(set),
            _ => None,
        }
    }

    pub(super) fn condition(&self) -> Option<&str> {
        match self {
            Order::Set { condition, .. } => condition.as_deref(),
            _ => None,
        }
    }

    /// Sets the field at `path`.
    pub fn set(path: impl Into<String>, to: impl Into<Given>) -> Self {
        Order::Set { set: path.into(), how: How::Is, to: to.into(), condition: None }
    }

    /// What it comes to, field by field. What is wanted already of a field counts as its value.
    pub(super) fn wanted<'a>(
        &self,
        document: &Document,
        earlier: &dyn Fn(&FieldId) -> Option<&'a Value>,
    ) -> Result<Vec<Wanted>, EditError> {
        match self {
            Order::Set { set, how, to, condition } => {
                let condition = condition.as_deref().map(Condition::parse).transpose()?;
                let mut wanted = Vec::new();
                each_matching(document, set, condition.as_ref(), &mut |id| {
                    let earlier = earlier(&id);
                    wanted.push(Wanted::new(document, (id, earlier), *how, to)?);
                    Ok(())
                })?;
                Ok(wanted)
            }
            Order::Bytes { bytes, at, to } => {
                let id = document.tree.find(bytes)?;
                let misread = |why| EditError::Misread { path: bytes.clone(), why };
                let what = What::Bytes(*at, notation::bytes(to).map_err(misread)?);
                let endian = document.tree.endian(&id);
                let field = field_of(document, &id)?;
                Ok(vec![Wanted { was: Value::None, field, id, endian, what }])
            }
            // They set no field: see `is_whole`.
            Order::Text { .. }
            | Order::Replace { .. }
            | Order::Copy { .. }
            | Order::Remove { .. }
            | Order::Recompute { .. }
            | Order::Rebuild { .. }
            | Order::Reorder { .. }
            | Order::Add { .. } => Ok(Vec::new()),
        }
    }
}

impl Wanted {
    /// The value that is wanted.
    pub(super) fn value(&self) -> Option<&Value> {
        match &self.what {
            What::Value(value) => Some(value),
            What::Bytes(..) => None,
        }
    }

    fn new(
        document: &Document,
        (id, earlier): (FieldId, Option<&Value>),
        how: How,
        to: &Given,
    ) -> Result<Self, EditError> {
        let (mut field, endian) = (field_of(document, &id)?, document.tree.endian(&id));
        let was = field.value.clone();
        if let Some(earlier) = earlier {
            field.value = earlier.clone();
        }
        let path = || field.path.clone();
        if is_raw(field.kind) && how == How::Is {
            let bytes = notation::bytes(&to.to_string());
            let bytes = bytes.map_err(|why| EditError::Misread { path: path(), why })?;
            let (count, len) = (bytes.len(), field.span.len);
            if (count as u64) < len {
                let why = format!("it has {len} bytes, and these are {count}");
                return Err(EditError::Misread { path: path(), why });
            }
            return Ok(Self { what: What::Bytes(0, bytes), id, endian, was, field });
        }
        let value = match (to, field.kind) {
            (Given::Number(number), FieldKind::Scalar(Repr::F32)) => Value::Float(*number),
            (Given::Whole(number), FieldKind::Scalar(Repr::F32)) => Value::Float(*number as f64),
            _ if field.value == Value::None => return Err(EditError::NoValue { path: path() }),
            _ => {
                let text = to.to_string();
                let value = notation::parse(&field, &text);
                // What is no number may be the name behind one.
                let is_name = value.is_err() && field.hint == Hint::Name && !text.is_empty();
                let name = text.trim();
                let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
                let hash = || document.content.name_hash(quoted.unwrap_or(name));
                let hash = is_name.then(hash).flatten();
                match hash {
                    Some(hash) => Value::Uint(hash.into()),
                    None => value.map_err(|why| EditError::Misread { path: path(), why })?,
                }
            }
        };
        let now = how.of(&field.value, value);
        let now = now.ok_or_else(|| EditError::Misread {
            path: path(),
            why: "bits and sums are for whole numbers".to_owned(),
        })?;
        in_its_list(&document.tree, &id, &field, &now)?;
        Ok(Self { what: What::Value(now), id, endian, was, field })
    }
}

/// Bytes without a meaning of their own.
fn is_raw(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread)
}

fn field_of(document: &Document, id: &FieldId) -> Result<Field, EditError> {
    let missing = || EditError::NoValue { path: document.tree.path(id) };
    document.tree.field(id).ok_or_else(missing)
}
