//! Documents: files as read by a format.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::FormatInfo;
use crate::bytes::{Attached, Problems, ReadAt, Source, Tree, Value};
use crate::container::{Context, Members, Unnamed};
use crate::scene::{ElementState, Replacement, Scene, VideoInfo};

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
    /// The scene, with missing companions as problems. `None` for formats without a scene.
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let _ = context;
        None
    }

    /// Pictures and sound tracks of a video.
    fn footage(&self) -> Option<VideoInfo> {
        None
    }

    /// The files inside.
    fn members(&self) -> Option<&dyn Members> {
        None
    }

    /// The files inside, if a companion holds their names or their bytes, with missing data as problems.
    /// Used instead of [`Content::members`].
    fn members_beside(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        let _ = context;
        None
    }

    /// `true` if a traversal of all files enters this container, rather than its companion with the same
    /// files.
    fn is_entered(&self, context: Context<'_>) -> bool {
        let _ = context;
        self.members().is_some()
    }

    /// The version, if a companion determines it.
    fn version_beside(&self, context: Context<'_>) -> Option<String> {
        let _ = context;
        None
    }

    /// Message about a missing companion without which nothing can be displayed.
    fn missing(&self, context: Context<'_>) -> Option<String> {
        let _ = context;
        None
    }

    /// Content of a wrapper.
    fn decoded(&self) -> Option<&Decoded> {
        None
    }

    /// Packs `inside` as this wrapper was packed.
    fn wrap(&self, inside: &[u8]) -> Result<Vec<u8>, Refusal> {
        let _ = inside;
        Err(Refusal("this compression can only be read".to_owned()))
    }

    /// Writes the file from its records, with offsets recomputed; a wrapper unpacks to the same content.
    fn write(&self) -> Result<Vec<u8>, Refusal> {
        match self.decoded() {
            Some(inside) => self.wrap(inside.source.bytes()),
            None => Err(Refusal("this format has no writer".to_owned())),
        }
    }

    /// `true` if this value of a field adds or removes other fields, as flags do, and
    /// [`Content::with_governing`] supports it.
    fn governs(&self, path: &str, value: &Value) -> bool {
        let _ = (path, value);
        false
    }

    /// Writes the file with these values, with a new layout.
    fn with_governing(&self, fields: &[(&str, &Value)]) -> Result<Vec<u8>, Refusal> {
        let _ = fields;
        Err(Refusal("this format has no field that affects the layout".to_owned()))
    }

    /// The paths of other fields that store the same value, such as copies of a header.
    fn copies_of(&self, path: &str) -> Vec<String> {
        let _ = path;
        Vec::new()
    }

    /// `true` if its sounds store their rate and channels, so that a recording keeps its own; otherwise a
    /// recording is converted to those of the sound that it replaces.
    fn has_own_rates(&self) -> bool {
        false
    }

    /// Replaces members of this container, by their indices in the list of members; offsets, sizes and
    /// checksums are recomputed. Returns all files that change.
    fn with_members(
        &self,
        context: Context<'_>,
        replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> Result<Vec<Rewritten>, Refusal> {
        let _ = (context, replaced);
        Err(Refusal("files in this format cannot be replaced".to_owned()))
    }

    /// Replaces the texture or sound whose field is `path`; dependent data (smaller versions, copies of
    /// headers, offsets) is regenerated. Rows of a picture are in the order of the decoded texture.
    fn with_asset(
        &self,
        context: Context<'_>,
        path: &str,
        new: &Replacement,
    ) -> Result<Vec<u8>, Refusal> {
        let _ = (context, path, new);
        Err(Refusal("textures and sounds of this format cannot be replaced".to_owned()))
    }

    /// Adds or removes elements of a list; counts, offsets and indices into the list are updated.
    fn with_list(&self, context: Context<'_>, change: &ListChange<'_>) -> Result<Vec<u8>, Refusal> {
        let _ = (context, change);
        Err(Refusal("the lists of this format cannot be changed".to_owned()))
    }

    /// Edits of companions that this change requires before it is applied. Depends on the present state
    /// of the companions: once they are edited, nothing more is required.
    fn entails(&self, context: Context<'_>, change: &Change<'_>) -> Result<Vec<Entailed>, Refusal> {
        let _ = (context, change);
        Ok(Vec::new())
    }

    /// The fields that store the displayed state of the element whose field is `path`, with their new
    /// values. Rounds to what can be stored; fails if the element has no such fields.
    fn stored_as(
        &self,
        context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> Result<Vec<(String, Value)>, Refusal> {
        let _ = (context, path, shown);
        Err(Refusal("transforms in this format cannot be changed".to_owned()))
    }

    /// `true` if the whole file is a text in code page 1252 that can be edited as text.
    fn is_text(&self) -> bool {
        false
    }

    /// The format's hash of a name, if its fields store such hashes.
    fn name_hash(&self, name: &str) -> Option<u32> {
        let _ = name;
        None
    }

    /// Calls `learn` with every name in this file, and a hash that other files may store for it.
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        let _ = learn;
    }

    /// The hashes in this file without names, and the files that may hold their names.
    fn unnamed(&self) -> Option<Unnamed> {
        None
    }

    /// `true` if some of its values can be computed from the rest of the file.
    fn has_computed(&self) -> bool {
        false
    }

    /// Stored values that differ from the computed ones, at severity `note`.
    fn audit(&self) -> Problems {
        Problems::default()
    }

    /// Rebuilds the table at `path` from the rest of the file, for tables [that
    /// differ](Content::to_rebuild).
    fn rebuilt(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("{path} is not computed from the rest of the file")))
    }

    /// Paths of the tables that differ from the ones computed from the rest of the file.
    fn to_rebuild(&self) -> Vec<String> {
        Vec::new()
    }

    /// The fields that [`Content::audit`] reports with a single computed value, and that value.
    fn computed(&self) -> Vec<(String, Value)> {
        Vec::new()
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

/// A change that may require edits of companions.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// See [`Content::with_asset`].
    Asset {
        /// Field path of the texture or sound.
        path: &'a str,
        /// The replacement.
        new: &'a Replacement,
    },
    /// See [`Content::with_list`].
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
