//! Documents: files as read by a format.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{
    Computable, Displayed, Editable, FormatInfo, HasMembers, HashesNames, Packed, Report,
    Unsupported,
};
use crate::bytes::{Attached, Problems, ReadAt, Source, Tree, Value};
use crate::scene::Replacement;

/// A file that was read: its fields, its problems, and its content.
pub struct Document {
    /// The format that read it.
    pub format: &'static FormatInfo,
    /// One of the format's versions, or empty.
    pub version: String,
    /// The bytes that were read.
    pub source: Source,
    /// The field of every byte.
    pub tree: Arc<Tree>,
    /// Problems, in the order in which they were found.
    pub problems: Problems,
    /// Counts of its contents.
    pub counts: Counts,
    /// `false` if the format was recognised but nothing of the file can be used.
    pub usable: bool,
    /// The records, with the operations that the format supports.
    pub content: Arc<dyn Content>,
}

impl Document {
    /// [`version_in_words`] of the version.
    pub fn version_in_words(&self) -> String {
        version_in_words(&self.version)
    }

    /// Compares stored values with those that can be computed.
    pub fn audit(&self) -> Audit {
        let mut problems = Problems::default();
        let mut report = Report::new(&self.tree, &mut problems);
        self.content.computable().audit(&mut report);
        let Report { computed, to_rebuild, .. } = report;
        Audit { problems, computed, to_rebuild }
    }
}

/// `version 4`, but `enemy`: names of kinds get no prefix.
pub fn version_in_words(version: &str) -> String {
    match version.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("version {version}"),
        false => version.to_owned(),
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({} {:?})", self.format.id, self.source)
    }
}

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

/// The records of a file, with the operations that the format supports.
pub trait Content: Any + Send + Sync {
    /// Writes the file from its records, with offsets recomputed; a wrapper unpacks to the same content.
    ///
    /// # Errors
    /// When the format has no writer, or the records cannot be stored.
    fn write(&self) -> Result<Vec<u8>, Refusal> {
        Err(Refusal("this format has no writer".to_owned()))
    }

    /// Scene and videos.
    fn displayed(&self) -> &dyn Displayed {
        &Unsupported
    }

    /// Files inside.
    fn container(&self) -> &dyn HasMembers {
        &Unsupported
    }

    /// Edits that change more than the value of a field.
    fn editable(&self) -> &dyn Editable {
        &Unsupported
    }

    /// Values that can be computed from the rest of the file.
    fn computable(&self) -> &dyn Computable {
        &Unsupported
    }

    /// Hashes that are stored instead of names.
    fn named(&self) -> &dyn HashesNames {
        &Unsupported
    }

    /// Content of a wrapper.
    fn packed(&self) -> &dyn Packed {
        &Unsupported
    }
}

/// Differences of stored values from those that can be computed.
#[derive(Default)]
pub struct Audit {
    /// The differences, at severity `note`.
    pub problems: Problems,
    /// Fields with a single computed value, and that value.
    pub computed: Vec<(String, Value)>,
    /// Paths of tables that can be [rebuilt](Computable::rebuilt).
    pub to_rebuild: Vec<String>,
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

/// A change that may require edits of companions.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// See [`Editable::with_asset`].
    Asset {
        /// Field path of the texture or sound.
        path: &'a str,
        /// The replacement.
        new: &'a Replacement,
    },
    /// See [`Editable::with_list`].
    List(ListChange<'a>),
}

/// Edits of a companion that a change requires.
#[derive(Clone, Debug)]
pub struct Entailed {
    /// The companion as stored.
    pub beside: Source,
    /// Fields with their new values.
    pub fields: Vec<(String, Value)>,
    /// Paths of the list elements to remove.
    pub removed: Vec<String>,
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

/// Numbers of elements in a file, by the keys of the command-line contract.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts(Vec<(&'static str, u64)>);

impl Counts {
    /// All keys, in the order in which they are printed.
    pub const KEYS: [&'static str; 25] = [
        "objects",
        "models",
        "vertices",
        "faces",
        "triangles",
        "textures",
        "palettes",
        "materials",
        "bones",
        "animations",
        "frames",
        "sounds",
        "captions",
        "members",
        "instances",
        "values",
        "sections",
        "terrain_vertices",
        "mips",
        "ids",
        "morphs",
        "chunks",
        "strips",
        "texts",
        "tracks",
    ];

    /// Sets the count of `key`.
    pub fn set(&mut self, key: &'static str, count: impl TryInto<u64>) {
        debug_assert!(Self::KEYS.contains(&key), "{key} is not in the contract");
        let count = count.try_into().unwrap_or(u64::MAX);
        self.0.retain(|(k, _)| *k != key);
        self.0.push((key, count));
        self.0.sort_by_key(|(key, _)| Self::KEYS.iter().position(|k| k == key));
    }

    /// The count of `key`, if the format counts it.
    pub fn get(&self, key: &str) -> Option<u64> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, count)| *count)
    }

    /// All counts, in the order in which they are printed.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }
}
