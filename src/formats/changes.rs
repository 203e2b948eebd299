//! Changes that a format makes to a file: requests and results.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::bytes::{Attached, ReadAt, Source, Value};
use crate::scene::Replacement;

/// Content of a wrapper.
pub struct Decoded {
    /// `szdd`, `lzs`, `spz`, `refpack`.
    pub codec: &'static str,
    /// The unpacked bytes.
    pub source: Source,
    /// File name without the wrapper's suffix.
    pub name: String,
}

impl Decoded {
    /// Content of `wrapper`, unpacked by `codec`. The source has the path of the wrapper; `name` is the
    /// name of the file inside.
    pub fn of(wrapper: &Source, codec: &'static str, name: String, bytes: Vec<u8>) -> Self {
        Self { codec, source: wrapper.decoded(wrapper.name(), codec, bytes), name }
    }

    /// Like [`Decoded::of`], read on demand by `reader`, with additional data attached.
    pub fn lazily(
        wrapper: &Source,
        codec: &'static str,
        name: String,
        reader: Arc<dyn ReadAt>,
        attached: Option<Attached>,
    ) -> Self {
        let source = wrapper.decoded_lazily(wrapper.name(), codec, reader, attached);
        Self { codec, source, name }
    }
}

/// Change of a list of records.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListChange<'a> {
    /// Appends copies of the elements at these paths to their lists; indices into the lists keep their
    /// meaning.
    Copy(&'a [String]),
    /// Removes the elements at these paths; later elements move up. Fails if something refers to them.
    Remove(&'a [String]),
    /// Appends a new element to the list at this path.
    Add {
        /// Field path of the list.
        list: &'a str,
        /// Name as the file stores it; empty if it stores none. For a caption, its text.
        name: &'a str,
        /// Picture or recording; `None` for other elements.
        new: Option<&'a Replacement>,
    },
}

/// Changes of lists that a menu offers for a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListMenu {
    /// The field is an element that can be copied.
    pub copy: bool,
    /// The field is an element that can be removed.
    pub remove: bool,
    /// Example of a text that can be added to the field, such as `Moveable=true`.
    pub add: Option<&'static str>,
}

/// A change that may require edits of companions.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// See [`Editable::with_asset`](super::Editable::with_asset).
    Asset {
        /// Field path of the texture or sound.
        path: &'a str,
        /// The replacement.
        new: &'a Replacement,
    },
    /// See [`Editable::with_list`](super::Editable::with_list).
    List(ListChange<'a>),
    /// New values of fields. Only for formats that [couple](super::Editable::couples_fields) fields.
    Fields(&'a [NewValue]),
}

/// A field with its new value.
#[derive(Clone, Debug, PartialEq)]
pub struct NewValue {
    /// Path of the field.
    pub path: String,
    /// The new value.
    pub value: Value,
    /// The change is an addition to the old value.
    pub is_relative: bool,
}

/// Edits of a companion that a change requires.
#[derive(Clone, Debug)]
pub struct DependentEdits {
    /// The companion as stored.
    pub beside: Source,
    /// Paths of the list elements to copy, before fields of the copies are set.
    pub copied: Vec<String>,
    /// Fields with their new values.
    pub fields: Vec<(String, Value)>,
    /// Paths of the list elements to remove.
    pub removed: Vec<String>,
    /// `true` if the companion needs the same operation, after the other changes.
    pub is_repeated: bool,
}

impl DependentEdits {
    /// No edits of a companion.
    pub fn nothing(beside: Source) -> Self {
        let (copied, fields, removed) = Default::default();
        Self { beside, copied, fields, removed, is_repeated: false }
    }

    /// The same operation for a companion.
    pub fn repeated(beside: Source) -> Self {
        Self { is_repeated: true, ..Self::nothing(beside) }
    }
}

/// A file that a change writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// Name of the companion; `None` for the file itself.
    pub beside: Option<String>,
    /// The new content.
    pub bytes: NewBytes,
}

impl Rewritten {
    /// Replaces all bytes of the file itself.
    pub fn whole(bytes: Vec<u8>) -> Self {
        Self { beside: None, bytes: NewBytes::Whole(bytes) }
    }
}

/// New content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewBytes {
    /// All bytes.
    Whole(Vec<u8>),
    /// Bytes at these offsets; the rest is unchanged: a disc image with some changed sectors.
    Patched(Vec<(u64, Vec<u8>)>),
}

/// Reason why a file cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// Result of a change of a file.
pub type EditResult<T> = Result<T, Refusal>;

/// New bytes of the members of a container, by their indices.
pub type NewMembers = BTreeMap<usize, Vec<u8>>;

/// Fields by path, with their new values.
pub type Fields = Vec<(String, Value)>;
