//! Checks indices into lists.

use super::EditError;
use crate::bytes::reference::{ElementRef, Reference};
use crate::bytes::{Field, FieldId, Hint, Tree, Value};

/// Refuses an index past the end of its list, unless the present value is also past the end or
/// means "none": then such numbers have a meaning that only the format defines.
pub(super) fn in_its_list(
    tree: &Tree,
    id: &FieldId,
    field: &Field,
    now: &Value,
) -> Result<(), EditError> {
    let to = match field.hint {
        Hint::Index(list) => ElementRef::index(list),
        // Numbers past the end of a list in another part may have a meaning.
        Hint::Ref(Reference::Element(to)) if to.list.contains("->") => return Ok(()),
        Hint::Ref(Reference::Element(to)) if tree.is_own(id, to) => *to,
        _ => return Ok(()),
    };
    let Some(number) = now.as_u64() else { return Ok(()) };
    let Some(found) = tree.list_near(id, to.list) else { return Ok(()) };
    let count = tree.child_count(&found);
    // A number below that of the first element refers to nothing.
    let index = |number: u64| i64::try_from(number).ok().and_then(|number| to.index_of(number));
    let is_past = |number: u64| match index(number) {
        Some(index) => usize::try_from(index).map_or(true, |index| index >= count),
        None => number != 0,
    };
    let is_none = number == 0 && to.first > 0 || Hint::Index(to.list).meaning(now) == "none";
    let was_past = field.value.as_u64().is_none_or(is_past);
    match is_past(number) && !is_none && !was_past {
        true => {
            let number = index(number).unwrap_or(number);
            Err(EditError::PastEnd {
                path: field.path.clone(),
                // Lists that share the numbering of another list have no single name.
                list: match to.list.contains('#') {
                    true => tree.path(&found),
                    false => to.shown_list().to_owned(),
                },
                number,
                count,
            })
        }
        false => Ok(()),
    }
}
