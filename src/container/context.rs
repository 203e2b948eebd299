//! Surroundings of a file: the companions beside it, and names for hashes.

use std::any::Any;
use std::sync::Arc;

use crate::bytes::{Source, SourceId};

/// A companion that was looked for and not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// Name it was asked for by.
    pub name: String,
    /// Description of where it was looked for.
    pub looked_in: String,
}

/// The other files beside the one being read.
pub trait Siblings {
    /// The companion called `name`, compared without case. A file that an extraction tool wrote under
    /// the hash of its name (`F706658A.psx`) is found by its real name (`sk2anim.psx`). A name that
    /// starts with `/` is a path from the root of the container that the file is a member of.
    fn open(&self, name: &str) -> Result<Source, Miss>;
    /// Names of the files beside it, sorted; shared by all files of the folder.
    fn names(&self) -> Arc<[String]>;

    /// Value that `make` computes from the files of this folder, cached under the key `what` while the
    /// folder and the names in it stay the same. No file of the folder stays open for it.
    fn of_folder(&self, what: &'static str, make: &dyn Fn() -> Kept) -> Kept {
        let _ = what;
        make()
    }

    /// Whether a file of this name, compared without case, is beside it.
    fn has(&self, name: &str) -> bool {
        self.names().iter().any(|other| other.eq_ignore_ascii_case(name))
    }

    /// Files in other folders of the container that the file is a member of, as paths that start
    /// with `/`. Of folders on disk there are none: what lies elsewhere does not belong together.
    fn in_container(&self) -> Vec<String> {
        Vec::new()
    }

    /// A file inside the one that is read, as it was changed and not saved: itself, unless it was.
    fn inside(&self, member: Source) -> Source {
        member
    }

    /// Names of the files in the places that the user named besides. [`Siblings::open`] looks there
    /// for what is not beside the file.
    fn in_roots(&self) -> Arc<[String]> {
        Arc::default()
    }

    /// Like [`Siblings::of_folder`], of [`Siblings::in_roots`].
    fn of_roots(&self, what: &'static str, make: &dyn Fn() -> Kept) -> Kept {
        let _ = what;
        make()
    }

    /// Like [`Siblings::open`], for games that are spread over several folders: looks on in the
    /// container, in the places that the user named, in the folder above, in the game's folders
    /// there and here, in every folder that is open, and where files of the game were found before.
    fn open_elsewhere(&self, name: &str, spread: &Spread) -> Result<Source, Miss> {
        let _ = spread;
        self.open(name)
    }

    /// Like [`Siblings::names`], of all those folders, the nearest first; each name once.
    fn names_elsewhere(&self, spread: &Spread) -> Vec<String> {
        let _ = spread;
        self.names().to_vec()
    }

    /// The answer that the user gave to a question which files leave open (see
    /// [`Question`](crate::scene::Question)), by their short names.
    fn answer(&self, question: &str) -> Option<String> {
        let _ = question;
        None
    }

    /// What was read from a file and is still in memory somewhere.
    fn kept(&self, source: SourceId) -> Option<Kept> {
        let _ = source;
        None
    }

    /// Remembers what was read from a file, for as long as somebody holds it.
    fn keep(&self, source: SourceId, read: &Kept) {
        let _ = (source, read);
    }
}

/// What was read from a file; whoever asks for it knows its type.
pub type Kept = Arc<dyn Any + Send + Sync>;

/// Folders that a game is spread over.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// Name under which it is remembered where its files are.
    pub game: &'static str,
    /// Names of its folders, in lower case.
    pub folders: &'static [&'static str],
    /// Where the registry of Windows says that it is installed.
    pub registered: Option<Registered>,
}

/// Values of the registry of Windows that name folders of a game.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// Path of the key below the machine's or the user's: `Software\\Company\\Game`.
    pub key: &'static str,
    /// Names of the values, the one to look at first in front.
    pub values: &'static [&'static str],
}

/// Names of which a file keeps only the hashes, and the files that may hold them.
pub struct Unnamed {
    /// Hashes that have no name yet.
    pub hashes: Vec<u32>,
    /// Endings of the files that hold such names, in lower case, without the dot.
    pub holders: &'static [&'static str],
    /// The game they belong to.
    pub spread: Spread,
}

/// Siblings of a file that stands alone.
pub struct NoSiblings;

impl Siblings for NoSiblings {
    fn open(&self, name: &str) -> Result<Source, Miss> {
        Err(Miss {
            name: name.to_owned(),
            looked_in: "nowhere: the file has no siblings".to_owned(),
        })
    }
    fn names(&self) -> Arc<[String]> {
        Arc::default()
    }
}

/// Names behind 32-bit hashes, from dictionaries and opened files.
pub trait Names {
    /// The name to show.
    fn name(&self, hash: u32) -> Option<String>;

    /// Calls `f` with every name known to have this hash, the one to show first, and where it
    /// comes from.
    fn each(&self, hash: u32, f: &mut dyn FnMut(&str, &str)) {
        if let Some(name) = self.name(hash) {
            f(&name, "");
        }
    }
}

/// No names are known.
pub struct NoNames;

impl Names for NoNames {
    fn name(&self, _: u32) -> Option<String> {
        None
    }
}

/// Everything outside a file that its scene may depend on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Companions.
    pub siblings: &'a dyn Siblings,
    /// Names behind hashes.
    pub names: &'a dyn Names,
}

impl Context<'_> {
    /// A file on its own.
    pub const ALONE: Context<'static> = Context { siblings: &NoSiblings, names: &NoNames };

    /// The name behind `hash`, or the hash as eight hex digits.
    pub fn name_or_hex(&self, hash: u32) -> String {
        self.names.name(hash).unwrap_or_else(|| format!("{hash:08x}"))
    }
}
