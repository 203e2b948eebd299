//! Context of a file: its companions, and names for hashes.

use std::any::Any;
use std::sync::Arc;

use super::has_extension;
use crate::bytes::{Source, SourceId};

/// A companion that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingCompanion {
    /// Requested name.
    pub name: String,
    /// Description of the searched locations.
    pub looked_in: String,
}

/// The companions of a file.
pub trait Siblings {
    /// Opens the companion called `name`, compared without case. A file that an extraction tool wrote
    /// under the hash of its name (`F706658A.psx`) is found by its real name (`sk2anim.psx`). A name that
    /// starts with `/` is a path from the root of the container that the file is a member of.
    fn open(&self, name: &str) -> Result<Source, MissingCompanion>;
    /// Names of the files in the same folder, sorted; shared by all files of the folder.
    fn names(&self) -> Arc<[String]>;

    /// Value that `make` computes from the files of this folder, cached under the key `what` while the
    /// folder and its names are unchanged. It must not keep files of the folder open.
    fn of_folder(&self, what: &'static str, make: &dyn Fn() -> ParsedContent) -> ParsedContent {
        let _ = what;
        make()
    }

    /// `true` if there is a file of this name in the same folder, compared without case.
    fn has(&self, name: &str) -> bool {
        self.names().iter().any(|other| other.eq_ignore_ascii_case(name))
    }

    /// Files with this extension (in lower case) in other folders of the container that the file is a
    /// member of, as paths that start with `/`. Empty for folders on disk, whose files elsewhere are
    /// unrelated.
    fn in_container(&self, extension: &str) -> Vec<String> {
        let _ = extension;
        Vec::new()
    }

    /// Path of the first file called `name` in those folders, compared without case.
    fn find_in_container(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The edited version of a file inside this one, if it has unsaved changes; otherwise `member`.
    fn inside(&self, member: Source) -> Source {
        member
    }

    /// Names of the files in the roots. [`Siblings::open`] searches there after the folder of the file.
    fn in_roots(&self) -> Arc<[String]> {
        Arc::default()
    }

    /// Like [`Siblings::of_folder`], for [`Siblings::in_roots`].
    fn of_roots(&self, what: &'static str, make: &dyn Fn() -> ParsedContent) -> ParsedContent {
        let _ = what;
        make()
    }

    /// Like [`Siblings::open`], for games that are spread over several folders: also searches the
    /// container, the roots, the parent folder, the game's folders in it and in this one, all open
    /// folders, and folders where files of the game were found before.
    fn open_elsewhere(&self, name: &str, spread: &FolderSet) -> Result<Source, MissingCompanion> {
        let _ = spread;
        self.open(name)
    }

    /// Names of the files with these extensions (in lower case) in all those folders, without duplicates:
    /// the names in the folder of the file first, sorted.
    fn names_elsewhere(
        &self,
        spread: &FolderSet,
        extensions: &'static [&'static str],
    ) -> Arc<[String]> {
        let _ = spread;
        let names = self.names();
        names.iter().filter(|name| has_extension(name, extensions)).cloned().collect()
    }

    /// Like [`Siblings::of_folder`], for a value that depends on all those folders.
    fn of_game(
        &self,
        what: &'static str,
        spread: &FolderSet,
        make: &dyn Fn() -> ParsedContent,
    ) -> ParsedContent {
        let _ = spread;
        self.of_folder(what, make)
    }

    /// The value that the user chose for a [`ReadOption`](crate::scene::ReadOption); both are short names.
    fn answer(&self, question: &str) -> Option<String> {
        let _ = question;
        None
    }

    /// The parsed content of a file, if it is still in memory.
    fn kept(&self, source: SourceId) -> Option<ParsedContent> {
        let _ = source;
        None
    }

    /// Registers content that was unpacked from a companion, so that its spans can be resolved.
    fn unpacked(&self, content: &Source) {
        let _ = content;
    }

    /// Caches the parsed content of a file as long as it is in use.
    fn keep(&self, source: SourceId, read: &ParsedContent) {
        let _ = (source, read);
    }
}

/// Parsed content of a file, of a type known to the caller.
pub type ParsedContent = Arc<dyn Any + Send + Sync>;

/// Folders of a game that is spread over several.
#[derive(Clone, Copy, Debug)]
pub struct FolderSet {
    /// Key under which the locations of the game's files, and those with names, are remembered.
    pub game: &'static str,
    /// Names of the game's folders, in lower case.
    pub folders: &'static [&'static str],
    /// Registry values with the game's installation folder.
    pub registered: Option<Registered>,
}

/// Values of the Windows registry that name folders of a game.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// Path of the key below `HKEY_LOCAL_MACHINE` or `HKEY_CURRENT_USER`: `Software\\Company\\Game`.
    pub key: &'static str,
    /// Names of the values, in order of preference.
    pub values: &'static [&'static str],
}

/// Hashes of unknown names in a file, and the files that may hold the names.
pub struct Unnamed {
    /// Hashes without a name.
    pub hashes: Vec<u32>,
    /// Extensions of the files that hold such names, in lower case, without the dot.
    pub holders: &'static [&'static str],
    /// The game that the files belong to.
    pub spread: FolderSet,
}

/// No companions.
pub struct NoSiblings;

impl Siblings for NoSiblings {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        Err(MissingCompanion {
            name: name.to_owned(),
            looked_in: "the files next to it: there are none".to_owned(),
        })
    }
    fn names(&self) -> Arc<[String]> {
        Arc::default()
    }
}

/// Names for 32-bit hashes, from dictionaries and opened files.
pub trait Names {
    /// The name to display.
    fn name(&self, hash: u32) -> Option<String>;

    /// Calls `f` with every known name for this hash, the one to display first, and its origin.
    fn each(&self, hash: u32, f: &mut dyn FnMut(&str, &str)) {
        if let Some(name) = self.name(hash) {
            f(&name, "");
        }
    }
}

/// No names.
pub struct NoNames;

impl Names for NoNames {
    fn name(&self, _: u32) -> Option<String> {
        None
    }
}

/// Data outside a file that its scene may depend on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Companions.
    pub siblings: &'a dyn Siblings,
    /// Names for hashes.
    pub names: &'a dyn Names,
}

impl Context<'_> {
    /// The context of a file without companions and names.
    pub const ALONE: Context<'static> = Context { siblings: &NoSiblings, names: &NoNames };

    /// The name for `hash`, or the hash as eight hex digits.
    pub fn name_or_hex(&self, hash: u32) -> String {
        self.names.name(hash).unwrap_or_else(|| format!("{hash:08x}"))
    }
}
