//! Converts changed documents to changed files on disk: packs them and replaces them in the archives and
//! discs that contain them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::EditError;
use crate::bytes::{Origin, Source};
use crate::container::{MissingCompanion, disk_path, join};
use crate::formats::{NewBytes, Refusal};
use crate::library::{Library, OpenError, Opened, demo};

/// A changed file, on disk or in the demo.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Path of the file; for the built-in demo, `demo//` and its name.
    pub path: PathBuf,
    /// The file as it was read, to detect changes by other programs before writing.
    pub was: Source,
    /// The new content.
    pub bytes: NewBytes,
}

/// A document with new bytes.
pub struct Replaced<'a> {
    /// The file as it was opened.
    pub opened: &'a Opened,
    /// The new bytes of the document, unpacked.
    pub inside: Vec<u8>,
}

/// The files on disk that have to be overwritten for these documents.
///
/// # Errors
/// If a container of a document cannot be written, with the reason; always for the demo.
pub fn files_on_disk(
    library: &Library,
    replaced: Vec<Replaced<'_>>,
) -> Result<Vec<Changed>, EditError> {
    let files = files_of(library, replaced)?;
    match files.iter().find(|file| !matches!(file.was.origin(), Origin::File(_))) {
        None => Ok(files),
        Some(Changed { path, .. }) => {
            let why = "is built into the program: save it under another path";
            Err(refused(format!("{} {why}", path.display())))
        }
    }
}

/// The files that contain these documents, with their new content: on disk, or files of the demo, to be
/// written elsewhere.
///
/// # Errors
/// If a container of a document cannot be written, with the reason.
pub fn files_of(library: &Library, replaced: Vec<Replaced<'_>>) -> Result<Vec<Changed>, EditError> {
    let mut waiting: Vec<(Source, NewBytes)> = Vec::new();
    for Replaced { opened, inside } in replaced {
        let bytes = opened.store(inside).map_err(EditError::Refused)?;
        waiting.push((opened.stored.clone(), NewBytes::Whole(bytes)));
    }
    let mut files = Vec::new();
    // Deepest first: their containers may be members of other containers.
    while let Some(deepest) = (0..waiting.len()).max_by_key(|at| depth(waiting.get(*at))) {
        let (source, bytes) = waiting.swap_remove(deepest);
        let Some((holder, _)) = holder_of(&source) else {
            let path = match source.origin() {
                Origin::File(path) => path.clone(),
                _ => disk_path(source.name()).into_owned(),
            };
            if files.iter().any(|file: &Changed| file.path == path) {
                let shown = path.display();
                return Err(refused(format!(
                    "{shown} is open under two paths: save one of them first"
                )));
            }
            files.push(Changed { path, was: source, bytes });
            continue;
        };
        // All members of the same container are replaced together.
        let holder = holder.to_owned();
        let (same, others) = waiting
            .into_iter()
            .partition(|(source, _)| holder_of(source).is_some_and(|(other, _)| other == holder));
        waiting = others;
        let members: Vec<(Source, NewBytes)> = same;
        let all = members.into_iter().chain([(source, bytes)]).collect();
        waiting.extend(in_holder(library, &holder, all)?);
    }
    Ok(files)
}

fn depth(waiting: Option<&(Source, NewBytes)>) -> usize {
    waiting.map_or(0, |(source, _)| source.name().matches("//").count())
}

/// Path of the container of a member, and the path inside it.
fn holder_of(source: &Source) -> Option<(&str, &str)> {
    match source.origin() {
        Origin::File(_) => None,
        Origin::Memory if demo::has(source.name()) => None,
        _ => source.name().rsplit_once("//"),
    }
}

/// Replaces these members of the container at `holder`. Returns all changed files.
fn in_holder(
    library: &Library,
    holder: &str,
    members: Vec<(Source, NewBytes)>,
) -> Result<Vec<(Source, NewBytes)>, EditError> {
    let opened = library.open(holder, None).map_err(|error| in_words(&error))?;
    let mut replaced = BTreeMap::new();
    for (source, bytes) in members {
        let inner = holder_of(&source).map_or("", |(_, inner)| inner);
        let missing = || refused(format!("{} does not exist", join(holder, inner)));
        let index = opened.member_at(library, inner).ok_or_else(missing)?;
        let NewBytes::Whole(bytes) = bytes else {
            return Err(refused(format!("a disc inside {holder} cannot be changed in place")));
        };
        replaced.insert(index, bytes);
    }
    let files = opened.with_members(library, &replaced);
    let files = files.map_err(|Refusal(why)| refused(format!("{holder}: {why}")))?;
    let place = |name: Option<String>| match name {
        None => Ok(opened.stored.clone()),
        Some(name) => companion(library, &opened.stored, &name),
    };
    files.into_iter().map(|file| Ok((place(file.beside)?, file.bytes))).collect()
}

/// The companion `name` of another file, in the same container.
fn companion(library: &Library, of: &Source, name: &str) -> Result<Source, EditError> {
    if let Some((holder, inner)) = holder_of(of) {
        let folder = inner.rfind('/').and_then(|at| inner.get(..=at)).unwrap_or("");
        let path = join(holder, &format!("{folder}{name}"));
        return Ok(library.open(&path, None).map_err(|error| in_words(&error))?.stored.clone());
    }
    let missing =
        |miss: MissingCompanion| refused(format!("{} not found in {}", miss.name, miss.looked_in));
    library.beside(of, name).map_err(missing)
}

fn refused(why: String) -> EditError {
    EditError::Refused(Refusal(why))
}

fn in_words(error: &OpenError) -> EditError {
    refused(error.to_string())
}
