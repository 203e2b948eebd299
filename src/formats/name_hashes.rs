//! Name hashes of engines, and the file names that extraction tools make from hashes.

use super::{FormatInfo, name_hashes, totem};
use crate::container::{FolderSet, Names, Unnamed};

/// An engine whose files store hashes of names.
pub struct NameHash {
    /// Hash of the name of a model, texture or sound.
    pub of_name: fn(&str) -> u32,
    /// List of names in the games' own files, one per line.
    pub names: &'static str,
    /// List of names in the demo set.
    pub demo_names: &'static str,
    /// Extracted files, if archives of the engine store only hashes of file names.
    pub files: Option<HashedFiles>,
    /// Members of banks, if they are named by the hash of the sound or model in them.
    pub members: Option<HashedMembers>,
}

/// Members that are named by the hash of the sound or model that they hold.
pub struct HashedMembers {
    /// Hash in the name of such a member.
    pub hash: fn(&str) -> Option<u32>,
    /// Name of the member that holds the sound or model of this name.
    pub member_name: fn(&str) -> String,
}

/// Files that extraction tools name by a hash.
pub struct HashedFiles {
    /// Names under which tools extract the file of this name, in lower case.
    pub extracted_names: fn(&str) -> [String; 2],
    /// Hash that the name of such a file consists of.
    pub extracted_hash: fn(&str) -> Option<u32>,
    /// Extensions of the files that hold names of other files.
    pub holders: &'static [&'static str],
    /// Folders in which those files are.
    pub spread: FolderSet,
}

fn hashed_files() -> impl Iterator<Item = &'static HashedFiles> {
    name_hashes().into_iter().filter_map(|engine| engine.files.as_ref())
}

fn hashed_members() -> impl Iterator<Item = &'static HashedMembers> {
    name_hashes().into_iter().filter_map(|engine| engine.members.as_ref())
}

/// Hash function of file names by which files of this format refer to each other; `None` if they use no
/// hashes.
pub fn companion_hash(format: &FormatInfo) -> Option<fn(&str) -> u32> {
    format.id.starts_with("totem.").then_some(totem::companion_hash as fn(&str) -> u32)
}

/// Hashes of a name, one per engine.
pub fn hashes_of(name: &str) -> [u32; 2] {
    name_hashes().map(|engine| (engine.of_name)(name))
}

/// Names that extraction tools give the file `name`, in lower case.
pub fn extracted_names(name: &str) -> impl Iterator<Item = String> {
    hashed_files().flat_map(move |files| (files.extracted_names)(name))
}

/// Hash that a file is named by, with the files that may hold its real name.
pub fn hash_of_file(file_name: &str) -> Option<Unnamed> {
    hashed_files().find_map(|files| {
        let hash = (files.extracted_hash)(file_name)?;
        Some(Unnamed { hashes: vec![hash], holders: files.holders, spread: files.spread })
    })
}

/// `true` if a file or member is named by a hash.
pub fn is_named_by_hash(file_name: &str) -> bool {
    hash_of_file(file_name).is_some()
        || hashed_members().any(|members| (members.hash)(file_name).is_some())
}

/// Real name of a file or member that is named by a hash, and the origin of that name.
pub fn real_name(file_name: &str, names: &dyn Names) -> Option<(String, String)> {
    let own = file_name.to_ascii_lowercase();
    let first = |hash: u32, name_of: &dyn Fn(&str) -> Option<String>| {
        let mut found = None;
        names.each(hash, &mut |name, from| {
            if found.is_none() {
                found = name_of(name).map(|name| (name, from.to_owned()));
            }
        });
        found
    };
    let of_file = hashed_files().find_map(|files| {
        let is_own = |name: &str| (files.extracted_names)(name).contains(&own);
        first((files.extracted_hash)(file_name)?, &|name| is_own(name).then(|| name.to_owned()))
    });
    of_file.or_else(|| {
        hashed_members().find_map(|members| {
            first((members.hash)(file_name)?, &|name| Some((members.member_name)(name)))
        })
    })
}
