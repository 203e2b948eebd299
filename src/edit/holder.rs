//! From the bytes of a document to the files on disk that hold them: packed again, and put into the
//! archives and discs around it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::EditError;
use crate::bytes::{Origin, Source};
use crate::container::{Miss, join};
use crate::formats::{NewBytes, Refusal};
use crate::library::{Library, OpenError, Opened, demo};

/// A file that a change reaches, on disk or in the demo.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Where it is; of the demo, which is part of the program, `demo//` and its name.
    pub path: PathBuf,
    /// What it was read as, to be held against what is there when it is written.
    pub was: Source,
    /// What is to be in it.
    pub bytes: NewBytes,
}

/// A document with other bytes in the place of its own.
pub struct Replaced<'a> {
    /// The file as it was opened from where it is stored.
    pub opened: &'a Opened,
    /// The new bytes of the document, not packed.
    pub inside: Vec<u8>,
}

/// The files on disk that hold these documents, as they are to be written over.
///
/// # Errors
/// Where something around a document cannot be written, with the reason; of the demo, always.
pub fn files_on_disk(
    library: &Library,
    replaced: Vec<Replaced<'_>>,
) -> Result<Vec<Changed>, EditError> {
    let files = files_of(library, replaced)?;
    match files.iter().find(|file| !matches!(file.was.origin(), Origin::File(_))) {
        None => Ok(files),
        Some(Changed { path, .. }) => {
            let why = "is part of the program: it can be written elsewhere, not over itself";
            Err(refused(format!("{} {why}", path.display())))
        }
    }
}

/// The files that hold these documents, as they are to be written: on disk, or somewhere else than
/// the demo.
///
/// # Errors
/// Where something around a document cannot be written, with the reason.
pub fn files_of(library: &Library, replaced: Vec<Replaced<'_>>) -> Result<Vec<Changed>, EditError> {
    let mut waiting: Vec<(Source, NewBytes)> = Vec::new();
    for Replaced { opened, inside } in replaced {
        let bytes = opened.store(inside).map_err(EditError::Refused)?;
        waiting.push((opened.stored.clone(), NewBytes::Whole(bytes)));
    }
    let mut files = Vec::new();
    // Those that lie deepest first: what holds them may lie in something itself.
    while let Some(deepest) = (0..waiting.len()).max_by_key(|at| depth(waiting.get(*at))) {
        let (source, bytes) = waiting.swap_remove(deepest);
        let Some((holder, _)) = holder_of(&source) else {
            let path = match source.origin() {
                Origin::File(path) => path.clone(),
                _ => PathBuf::from(source.name()),
            };
            if files.iter().any(|file: &Changed| file.path == path) {
                let shown = path.display();
                return Err(refused(format!("{shown} is reached on two ways: save one first")));
            }
            files.push(Changed { path, was: source, bytes });
            continue;
        };
        // All that lie in the same holder go into it at once.
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

/// Path of what holds a member, and the member's inside it.
fn holder_of(source: &Source) -> Option<(&str, &str)> {
    match source.origin() {
        Origin::File(_) => None,
        Origin::Memory if demo::has(source.name()) => None,
        _ => source.name().rsplit_once("//"),
    }
}

/// The container at `holder` with these members, and what changes with it.
fn in_holder(
    library: &Library,
    holder: &str,
    members: Vec<(Source, NewBytes)>,
) -> Result<Vec<(Source, NewBytes)>, EditError> {
    let opened = library.open(holder, None).map_err(|error| in_words(&error))?;
    let mut replaced = BTreeMap::new();
    for (source, bytes) in members {
        let inner = holder_of(&source).map_or("", |(_, inner)| inner);
        let missing = || refused(format!("{} is not there", join(holder, inner)));
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

/// The file `name` beside another one, reached through the same holder.
fn companion(library: &Library, of: &Source, name: &str) -> Result<Source, EditError> {
    if let Some((holder, inner)) = holder_of(of) {
        let folder = inner.rfind('/').and_then(|at| inner.get(..=at)).unwrap_or("");
        let path = join(holder, &format!("{folder}{name}"));
        return Ok(library.open(&path, None).map_err(|error| in_words(&error))?.stored.clone());
    }
    let missing =
        |miss: Miss| refused(format!("{} was not found in {}", miss.name, miss.looked_in));
    library.beside(of, name).map_err(missing)
}

fn refused(why: String) -> EditError {
    EditError::Refused(Refusal(why))
}

fn in_words(error: &OpenError) -> EditError {
    refused(error.to_string())
}
