//! What a format makes of a file.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::FormatInfo;
use crate::bytes::{Attached, Problems, ReadAt, Source, Tree, Value};
use crate::container::{Context, Members, Unnamed};
use crate::scene::{Footage, Replacement, Scene, Shown};

/// A file that was read: its fields, its problems, and its content.
pub struct Document {
    /// The format that read it.
    pub format: &'static FormatInfo,
    /// One of the format's versions, or empty.
    pub version: String,
    /// The bytes that were read.
    pub source: Source,
    /// What every byte is.
    pub tree: Arc<Tree>,
    /// What is odd, in the order it was found.
    pub problems: Problems,
    /// Counts of its contents.
    pub counts: Counts,
    /// False when the format was recognised but nothing of it can be used.
    pub usable: bool,
    /// The records, and what can be made of them.
    pub content: Arc<dyn Content>,
}

impl Document {
    /// [`version_in_words`] of the version.
    pub fn version_in_words(&self) -> String {
        version_in_words(&self.version)
    }
}

/// `version 4`, but `enemy`: a kind that has no number is no version to people.
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

/// What a wrapper hides.
pub struct Decoded {
    /// `szdd`, `lzs`, `spz`, `refpack`.
    pub codec: &'static str,
    /// The bytes inside.
    pub source: Source,
    /// File name without the wrapper's mark.
    pub name: String,
}

impl Decoded {
    /// What `codec` made of all of `wrapper`. The source keeps the wrapper's path, by which it is
    /// reached; `name` is what the file inside is called.
    pub fn of(wrapper: &Source, codec: &'static str, name: String, bytes: Vec<u8>) -> Self {
        Self { codec, source: wrapper.decoded(wrapper.name(), codec, bytes), name }
    }

    /// The same, read when it is wanted, with what is known of it beyond its bytes.
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

/// The records of a file, and what can be made of them.
pub trait Content: Any + Send + Sync {
    /// The neutral model, with what its surroundings lack as problems. `None` for formats that
    /// have nothing to look at.
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let _ = context;
        None
    }

    /// What it is made of, for a film.
    fn footage(&self) -> Option<Footage> {
        None
    }

    /// The files inside.
    fn members(&self) -> Option<&dyn Members> {
        None
    }

    /// The files inside, where a companion holds their names or their bytes, with what is missing
    /// there as problems. Stands in for [`Content::members`].
    fn members_beside(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        let _ = context;
        None
    }

    /// Whether a walk over everything looks at the files inside, and not at the same files in a
    /// companion.
    fn is_entered(&self, context: Context<'_>) -> bool {
        let _ = context;
        self.members().is_some()
    }

    /// The version, where a companion tells it.
    fn version_beside(&self, context: Context<'_>) -> Option<String> {
        let _ = context;
        None
    }

    /// The companion that is not there without which nothing can be shown, in a sentence.
    fn missing(&self, context: Context<'_>) -> Option<String> {
        let _ = context;
        None
    }

    /// What is inside, for a wrapper.
    fn decoded(&self) -> Option<&Decoded> {
        None
    }

    /// `inside` packed as this file was, for a wrapper.
    fn wrap(&self, inside: &[u8]) -> Result<Vec<u8>, Refusal> {
        let _ = inside;
        Err(Refusal("it is packed in a way that is only read here".to_owned()))
    }

    /// The file again, from the records, offsets computed anew; of a wrapper, one that unpacks to
    /// the same.
    fn write(&self) -> Result<Vec<u8>, Refusal> {
        match self.decoded() {
            Some(inside) => self.wrap(inside.source.bytes()),
            None => Err(Refusal("this format has no writer".to_owned())),
        }
    }

    /// Whether fields come or go with this value of one, such as flags that say which there are, and
    /// [`Content::with_governing`] knows how.
    fn governs(&self, path: &str, value: &Value) -> bool {
        let _ = (path, value);
        false
    }

    /// The file with such values, laid out and written anew.
    fn with_governing(&self, fields: &[(&str, &Value)]) -> Result<Vec<u8>, Refusal> {
        let _ = fields;
        Err(Refusal("no field of this format can do that".to_owned()))
    }

    /// The paths of other fields that store what this one does: a copy of a header.
    fn copies_of(&self, path: &str) -> Vec<String> {
        let _ = path;
        Vec::new()
    }

    /// Whether its sounds say their rate and their channels themselves, so that a recording brings its
    /// own; else it is made to suit the sound in whose place it comes.
    fn has_own_rates(&self) -> bool {
        false
    }

    /// This container with other bytes in the place of some members, by their indices in the list
    /// of members; offsets, sizes and checksums computed anew. Gives every file that changes by it.
    fn with_members(
        &self,
        context: Context<'_>,
        replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> Result<Vec<Rewritten>, Refusal> {
        let _ = (context, replaced);
        Err(Refusal("its files cannot be replaced".to_owned()))
    }

    /// This file with something else in the place of the texture or sound whose field is `path`;
    /// what follows from it (smaller versions, copies of headers, offsets) is made anew. Rows of a
    /// picture come in the order in which the texture's decode.
    fn with_asset(
        &self,
        context: Context<'_>,
        path: &str,
        new: &Replacement,
    ) -> Result<Vec<u8>, Refusal> {
        let _ = (context, path, new);
        Err(Refusal("nothing in it can be replaced".to_owned()))
    }

    /// This file with a list that has an element more or less; counts, offsets and what counts into
    /// the list follow.
    fn with_list(&self, context: Context<'_>, change: &ListChange<'_>) -> Result<Vec<u8>, Refusal> {
        let _ = (context, change);
        Err(Refusal("the lists of this format cannot be changed".to_owned()))
    }

    /// What a change of this file asks of companions, which are changed before it. Looks at the files
    /// as they are: once these are changed so, nothing more is asked for.
    fn entails(&self, context: Context<'_>, change: &Change<'_>) -> Result<Vec<Entailed>, Refusal> {
        let _ = (context, change);
        Ok(Vec::new())
    }

    /// The fields that store what is shown of the element whose field is `path`, each with the value
    /// that it has where this is shown so. The nearest that can be stored; what has no field of its
    /// own is refused.
    fn stored_as(
        &self,
        context: Context<'_>,
        path: &str,
        shown: &Shown,
    ) -> Result<Vec<(String, Value)>, Refusal> {
        let _ = (context, path, shown);
        Err(Refusal("where things of this format stand cannot be changed".to_owned()))
    }

    /// Whether all of the file is a text in code page 1252, which somebody may write as a whole.
    fn is_text(&self) -> bool {
        false
    }

    /// The number by which this format knows a name, where its fields hold such numbers.
    fn name_hash(&self, name: &str) -> Option<u32> {
        let _ = name;
        None
    }

    /// Calls `learn` with every name this file holds and a hash by which other files may know it.
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        let _ = learn;
    }

    /// What this file knows by hashes alone, where other files may hold the names.
    fn unnamed(&self) -> Option<Unnamed> {
        None
    }

    /// Whether some of its values can be computed from the rest of the file.
    fn has_computed(&self) -> bool {
        false
    }

    /// Stored values that differ from what can be computed, at severity `note`.
    fn audit(&self) -> Problems {
        Problems::default()
    }

    /// The file with the table at `path` built anew from the rest of it, for one that
    /// [can be](Content::to_rebuild).
    fn rebuilt(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("{path} is not built from the rest of the file")))
    }

    /// Paths of the tables that differ from what would be built from the rest of the file.
    fn to_rebuild(&self) -> Vec<String> {
        Vec::new()
    }

    /// The same fields, each with its value as it is computed, where that is one.
    fn computed(&self) -> Vec<(String, Value)> {
        Vec::new()
    }
}

/// What becomes of a list of records.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListChange<'a> {
    /// The elements at these paths are there once more, at the end of their lists: what counts into
    /// a list means the same.
    Copy(&'a [String]),
    /// The elements at these paths go; those behind them move up. Refused while others need one.
    Remove(&'a [String]),
    /// Something new stands at the end of the list at this path, called so.
    Add {
        /// Field path of the list.
        list: &'a str,
        /// As the file stores it; empty where it stores none. The text itself of a caption.
        name: &'a str,
        /// What it is; `None` for what is no picture and no recording.
        new: Option<&'a Replacement>,
    },
}

/// A change that may reach beyond its file.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// See [`Content::with_asset`].
    Asset {
        /// Field path of the texture or sound.
        path: &'a str,
        /// What takes its place.
        new: &'a Replacement,
    },
    /// See [`Content::with_list`].
    List(ListChange<'a>),
}

/// What is to be changed in a companion, too.
#[derive(Clone, Debug)]
pub struct Entailed {
    /// The companion as it is stored.
    pub beside: Source,
    /// Fields that get other values.
    pub fields: Vec<(String, Value)>,
    /// Elements of lists that go.
    pub removed: Vec<String>,
}

/// A file that a change writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// Name of the companion that it is; `None` for the file itself.
    pub beside: Option<String>,
    /// What is to be in it.
    pub bytes: NewBytes,
}

impl Rewritten {
    /// The file itself with all new bytes.
    pub fn whole(bytes: Vec<u8>) -> Self {
        Self { beside: None, bytes: NewBytes::Whole(bytes) }
    }
}

/// What is to be in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewBytes {
    /// All of it.
    Whole(Vec<u8>),
    /// What it has, with these bytes at these offsets: a disc image of which some sectors change.
    Patched(Vec<(u64, Vec<u8>)>),
}

/// Why a file cannot be written faithfully.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// How much of what a file holds, by the keys of the command-line contract.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts(Vec<(&'static str, u64)>);

impl Counts {
    /// Every key there is, in the order it is printed.
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

    /// Sets how many of `key` there are.
    pub fn set(&mut self, key: &'static str, count: impl TryInto<u64>) {
        debug_assert!(Self::KEYS.contains(&key), "{key} is not in the contract");
        let count = count.try_into().unwrap_or(u64::MAX);
        self.0.retain(|(k, _)| *k != key);
        self.0.push((key, count));
        self.0.sort_by_key(|(key, _)| Self::KEYS.iter().position(|k| k == key));
    }

    /// How many of `key` there are, if the format counts them.
    pub fn get(&self, key: &str) -> Option<u64> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, count)| *count)
    }

    /// The counts that apply, in the order they are printed.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }
}
