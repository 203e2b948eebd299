//! Documents: files as read by a format.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{
    Computable, Displayed, EditResult, Editable, FormatInfo, HasMembers, HashesNames, Packed,
    Refusal, Report, Unsupported,
};
use crate::bytes::{Problems, Source, Tree, Value};
use crate::container::Context;

/// A file that was read: its fields, its problems, and its content.
pub struct Document {
    /// The format that read the file.
    pub format: &'static FormatInfo,
    /// One of the format's versions, or empty.
    pub version: String,
    /// The bytes that were read.
    pub source: Source,
    /// The fields, to which every byte belongs.
    pub tree: Arc<Tree>,
    /// Problems, in the order in which they were found.
    pub problems: Problems,
    /// Counts of the file's contents.
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
        self.audited(|report| self.content.computable().audit(report))
    }

    /// Same as [`Document::audit`], plus the values that are computed with companions.
    pub fn audit_beside(&self, context: Context<'_>) -> Audit {
        self.audited(|report| {
            self.content.computable().audit(report);
            self.content.computable().audit_beside(context, report);
        })
    }

    fn audited(&self, audit: impl FnOnce(&mut Report<'_>)) -> Audit {
        let mut problems = Problems::default();
        let mut report = Report::new(&self.tree, &mut problems);
        audit(&mut report);
        let Report { computed, to_rebuild, .. } = report;
        Audit { problems, computed, to_rebuild }
    }
}

/// Version for display: `version 4`, but `enemy`, since names of kinds get no prefix.
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

/// The records of a file, with the operations that the format supports.
pub trait Content: Any + Send + Sync {
    /// Writes the file from its records, with offsets recomputed; a wrapper unpacks to the same content.
    ///
    /// # Errors
    /// When the format has no writer, or the records cannot be stored.
    fn write(&self) -> EditResult<Vec<u8>> {
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

    /// Sets the count of `key`, one of [`Counts::KEYS`].
    pub fn set(&mut self, key: &'static str, count: impl TryInto<u64>) {
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
