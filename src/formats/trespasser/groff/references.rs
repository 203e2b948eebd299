//! References between the parts of a file.

use crate::bytes::Hint;
use crate::bytes::reference::{ElementRef, KeyKind, KeyRef, KeyedList, Reference};

/// Handle of the first section; those of the others follow it.
pub const FIRST_HANDLE: u32 = 0x8000_0000;

/// The handle of a section; 0 if none.
pub const SECTION: Hint = Hint::Ref(&Reference::Element(ElementRef {
    list: "sections",
    first: FIRST_HANDLE,
    step: 1,
    only_if: None,
}));

/// A slot of the material to which the field `material` of the same section refers.
pub const SURFACE: Hint =
    Hint::Ref(&Reference::Element(ElementRef::index("material->colour_maps")));

/// The handle of a name.
pub const NAME: Hint = Hint::Ref(&Reference::Key(KeyRef {
    lists: &[KeyedList { list: "names", key: "handle", text: "text" }],
    kind: KeyKind::Symbol,
    zero_is_none: true,
}));

const STRINGS: &[KeyedList] = &[KeyedList { list: "sections[*].strings", key: "id", text: "text" }];
const ENTRIES: &[KeyedList] =
    &[KeyedList { list: "sections[*].entries", key: "key.id", text: "name.id" }];

/// The ID of a string of the value table.
pub const STRING: Hint = Hint::Ref(&Reference::Key(KeyRef {
    lists: STRINGS,
    kind: KeyKind::Symbol,
    zero_is_none: false,
}));

/// The ID of an entry of the value table.
pub const ENTRY: Hint =
    Hint::Ref(&Reference::Key(KeyRef { lists: ENTRIES, kind: KeyKind::Id, zero_is_none: false }));

/// The ID of an instance's group of properties; 0 if none.
pub const PROPERTIES: Hint =
    Hint::Ref(&Reference::Key(KeyRef { lists: ENTRIES, kind: KeyKind::Id, zero_is_none: true }));
