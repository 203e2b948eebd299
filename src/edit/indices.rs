//! Checks indices into lists.

use super::EditError;
use crate::bytes::{Field, FieldId, Hint, Tree, Value};

/// Refuses an index past the end of its list. If the present value is also past the end, or means "none",
/// such numbers have another meaning, which only the format knows.
pub(super) fn in_its_list(
    tree: &Tree,
    id: &FieldId,
    field: &Field,
    now: &Value,
) -> Result<(), EditError> {
    let (Hint::Index(list), Some(number)) = (field.hint, now.as_u64()) else { return Ok(()) };
    let Some(count) = counted_list(tree, id, list).map(|found| tree.child_count(&found)) else {
        return Ok(());
    };
    let is_past = |number: u64| usize::try_from(number).is_ok_and(|number| number >= count);
    let is_none = field.hint.meaning(now) == "none";
    let was_past = field.value.as_u64().is_none_or(is_past);
    match is_past(number) && !is_none && !was_past {
        true => Err(EditError::PastEnd { path: field.path.clone(), list, number, count }),
        false => Ok(()),
    }
}

/// The list named `list` that the index at `id` refers to. A list that contains the index itself may have
/// the same name (`cells[3].objects`) and is skipped.
fn counted_list(tree: &Tree, id: &FieldId, list: &str) -> Option<FieldId> {
    let own = tree.parent(id);
    let found = tree.find_near(id, list)?;
    match own.filter(|own| *own == found) {
        None => Some(found),
        Some(own) => tree.find_near(&tree.parent(&tree.parent(&own)?)?, list),
    }
}
