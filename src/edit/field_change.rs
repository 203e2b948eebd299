//! Changes of fields by edit operations.

use super::edit_op::{EditOp, InputData};
use super::indices::in_its_list;
use super::match_fields::each_matching;
use super::operation::Operation;
use super::{Condition, EditError};
use crate::bytes::{Endian, Field, FieldId, FieldKind, Repr, Value, notation};
use crate::formats::{Document, NewValue};

/// Change of one field by an edit operation.
pub struct FieldChange {
    pub id: FieldId,
    pub field: Field,
    pub endian: Endian,
    /// The present value.
    pub was: Value,
    /// `true` if the operation adds something to the present value, or subtracts it.
    pub is_relative: bool,
    pub content: NewContent,
}

/// New content of a field.
pub enum NewContent {
    Value(Value),
    /// Bytes, starting at this offset in the field.
    Bytes(u64, Vec<u8>),
}

impl EditOp {
    /// The fields that the operation changes. Values from `earlier` operations take the place of stored
    /// ones.
    pub(super) fn field_changes<'a>(
        &self,
        document: &Document,
        earlier: &dyn Fn(&FieldId) -> Option<&'a Value>,
    ) -> Result<Vec<FieldChange>, EditError> {
        match self {
            EditOp::Set { set, how, to, condition } => {
                let condition = condition.as_deref().map(Condition::parse).transpose()?;
                let mut changes = Vec::new();
                each_matching(document, set, condition.as_ref(), &mut |id| {
                    let earlier = earlier(&id);
                    changes.push(FieldChange::new(document, (id, earlier), *how, to)?);
                    Ok(())
                })?;
                Ok(changes)
            }
            EditOp::Bytes { bytes, at, to } => {
                let id = document.tree.find(bytes)?;
                let misread = |why| EditError::Misread { path: bytes.clone(), why };
                let content = NewContent::Bytes(*at, notation::bytes(to).map_err(misread)?);
                let endian = document.tree.endian(&id);
                let field = field_of(document, &id)?;
                let is_relative = false;
                Ok(vec![FieldChange { was: Value::None, field, id, endian, is_relative, content }])
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

impl FieldChange {
    /// The change of a field to this value.
    pub(super) fn of_value(
        document: &Document,
        id: FieldId,
        value: Value,
    ) -> Result<Self, EditError> {
        let (field, endian) = (field_of(document, &id)?, document.tree.endian(&id));
        let was = field.value.clone();
        Ok(Self { id, field, endian, was, is_relative: false, content: NewContent::Value(value) })
    }

    /// The field and its new value, unless only bytes change.
    pub(super) fn new_value(&self) -> Option<NewValue> {
        let (path, value) = (self.field.path.clone(), self.value()?.clone());
        Some(NewValue { path, value, is_relative: self.is_relative })
    }

    /// The requested value.
    pub(super) fn value(&self) -> Option<&Value> {
        match &self.content {
            NewContent::Value(value) => Some(value),
            NewContent::Bytes(..) => None,
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
            let content = NewContent::Bytes(0, bytes);
            return Ok(Self { content, id, endian, was, is_relative: false, field });
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
        Ok(Self { content: NewContent::Value(now), id, endian, was, is_relative, field })
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
    target
        .or_else(|| if field.hint.is_name() { hashed(document, field, name, quoted) } else { None })
}

/// The hash for the path of an element, which may be relative to the field, or for a name.
fn hashed(
    document: &Document,
    field: &Field,
    name: &str,
    quoted: Option<&str>,
) -> Option<Result<u64, String>> {
    let named = document.content.named();
    let near = || {
        let id = document.tree.find_near(&field.id, name)?;
        named.hash_of_path(&document.tree.path(&id))
    };
    let hash = named.hash_of_path(name).or_else(near);
    if hash.is_none() && quoted.is_none() && is_element(name) {
        let why = "no element that this field can refer to has this path; a name needs quotes";
        return Some(Err(format!("{name}: {why}")));
    }
    Some(Ok(hash.or_else(|| named.name_hash(name))?.into()))
}

/// `true` for the path of an element of a list: `list[2]`.
fn is_element(path: &str) -> bool {
    let parts = path.strip_suffix(']').and_then(|path| path.rsplit_once('['));
    parts.is_some_and(|(list, index)| !list.is_empty() && index.parse::<u32>().is_ok())
}

/// Bytes without further structure.
fn is_raw(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread)
}

fn field_of(document: &Document, id: &FieldId) -> Result<Field, EditError> {
    let missing = || EditError::NoValue { path: document.tree.path(id) };
    document.tree.field(id).ok_or_else(missing)
}
