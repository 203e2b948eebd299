//! Fields that refer to other positions in their file.

use crate::app::model::{State, Target};
use crate::bytes::{Field, FieldKind, Hint};

/// Target of a pointer, an index or a link; `None` for other fields, and for null pointers.
pub fn referred(field: &Field) -> Option<Target> {
    let source = field.span.source;
    let raw = field.value.as_u64();
    match (field.kind, field.hint) {
        (FieldKind::Link(offset), _) => Some(Target::Byte { source, offset }),
        (_, Hint::Pointer) => raw.filter(|o| *o != 0).map(|offset| Target::Byte { source, offset }),
        (_, Hint::Index(array)) if !array.is_empty() => {
            Some(Target::Path { source, path: format!("{array}[{}]", raw?) })
        }
        _ => None,
    }
}

impl State {
    /// Target of the selected field.
    pub fn pointer_target(&self) -> Option<Target> {
        let selection = self.selection.as_ref()?;
        let tree = &self.file_of(selection.source)?.document.tree;
        let field = tree.field(&tree.find(&selection.path).ok()?)?;
        referred(&field)
    }
}
