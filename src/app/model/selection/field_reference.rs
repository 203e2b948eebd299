//! Fields that refer to other positions in their file.

use std::sync::Arc;

use crate::app::model::background::spawn;
use crate::app::model::{SelectionTarget, State};
use crate::bytes::{Field, FieldKind, Hint, Referred, Tree};

/// Target of a pointer, an index, a key or a link; `None` for other fields, for null pointers, and for
/// keys whose table is not [prepared](prepare) yet.
pub fn referred(tree: &Tree, field: &Field) -> Option<SelectionTarget> {
    let source = field.span.source;
    match (field.kind, field.hint) {
        (FieldKind::Link(offset), _) => return Some(SelectionTarget::Byte { source, offset }),
        (_, Hint::Pointer) => {
            let offset = field.value.as_u64().filter(|offset| *offset != 0)?;
            return Some(SelectionTarget::Byte { source, offset });
        }
        _ => {}
    }
    match tree.referred(field, false)? {
        Referred::Field(id) => Some(SelectionTarget::Path { source, path: tree.path(&id) }),
        Referred::Byte(offset) => Some(SelectionTarget::Byte { source, offset }),
        Referred::Nothing(_) | Referred::Missing | Referred::OtherFile => None,
    }
}

/// Builds the tables of keys in the background, once; calls `ready` afterwards.
pub fn prepare(tree: &Arc<Tree>, ready: impl FnOnce() + Send + 'static) {
    if tree.starts_preparing() {
        let tree = tree.clone();
        spawn("Reading keys", move || tree.prepare_keys(), move |_| ready());
    }
}

impl State {
    /// Target of the selected field.
    pub fn pointer_target(&self) -> Option<SelectionTarget> {
        let selection = self.selection.as_ref()?;
        let document = &self.file_of(selection.source)?.document;
        let tree = &document.tree;
        let field = tree.field(&tree.find(&selection.path).ok()?)?;
        if field.hint.is_reference() {
            prepare(tree, || {});
        }
        let by_hash = || {
            let hash = field.value.as_u64().filter(|_| field.hint.is_name())?;
            let path = document.content.named().path_of_hash(u32::try_from(hash).ok()?)?;
            Some(SelectionTarget::Path { source: selection.source, path })
        };
        referred(tree, &field).or_else(by_hash)
    }
}
