//! Edit operations in serializable form.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::asset::{AssetFile, word};
use super::operation::Operation;
use super::{Computed, Condition, EditError};
use crate::bytes::{Value, flaw_of_path};
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
        with: AssetFile,
        /// Bump map of the picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bump: Option<AssetFile>,
        /// Use of the palette.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        palette: PaletteUse,
        /// Coding of samples.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        coding: CodingUse,
        /// `true` if a texture gets the size of the picture, if its format allows it.
        #[serde(default, skip_serializing_if = "is_default")]
        resize: bool,
    },
    /// Copies list elements to the end of their lists.
    Copy {
        /// `[*]` and `[3..7]` match several elements.
        copy: FieldPaths,
    },
    /// Removes list elements.
    Remove {
        /// `[*]` and `[3..7]` match several elements.
        remove: FieldPaths,
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
        with: Option<AssetFile>,
        /// Bump map of a picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bump: Option<AssetFile>,
        /// Coding of samples.
        #[serde(default, skip_serializing_if = "is_default", with = "word")]
        coding: CodingUse,
    },
}

/// Field paths, which refer to the file before any of the changes. In a recipe one path is a string,
/// several are a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldPaths {
    /// One path.
    One(String),
    /// Several paths.
    Several(Vec<String>),
}

impl FieldPaths {
    /// All paths.
    pub fn all(&self) -> &[String] {
        match self {
            FieldPaths::One(path) => std::slice::from_ref(path),
            FieldPaths::Several(paths) => paths,
        }
    }
}

impl From<&str> for FieldPaths {
    fn from(path: &str) -> Self {
        FieldPaths::One(path.to_owned())
    }
}

impl From<String> for FieldPaths {
    fn from(path: String) -> Self {
        FieldPaths::One(path)
    }
}

impl FromIterator<String> for FieldPaths {
    fn from_iter<I: IntoIterator<Item = String>>(paths: I) -> Self {
        let mut paths: Vec<String> = paths.into_iter().collect();
        match (paths.len(), paths.pop()) {
            (1, Some(path)) => FieldPaths::One(path),
            (_, last) => {
                paths.extend(last);
                FieldPaths::Several(paths)
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

    /// The files that the operation names; in a recipe, their paths are relative to it.
    pub fn files_mut(&mut self) -> impl Iterator<Item = &mut AssetFile> {
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

    /// The field path or pattern whose values the operation sets.
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
}
