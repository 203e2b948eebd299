//! Members of an archive, from both its table and its data.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::super::files::{Files, StoredFile, path_of};
use super::records::{ELSEWHERE, Entry, Table, Version};
use super::{Half, hash_of, other};
use crate::bytes::{Problems, Severity, Source, Span};
use crate::container::{Context, Members, MissingCompanion};
use crate::formats::Loaded;

/// Extensions of tables that only list names.
const NAMES: [&str; 2] = ["het", "hep"];

/// Table of the archive whose WAD is `file`.
pub(super) fn table_of(file: &Loaded<Half>, context: Context<'_>) -> Option<Arc<Loaded<Half>>> {
    match file.records {
        Half::Data(_) => companion(&file.source, "hed", context).ok(),
        Half::Table(_) => None,
    }
}

/// Opens the file with the same stem and another extension as a table.
fn companion(
    own: &Source,
    extension: &str,
    context: Context<'_>,
) -> std::result::Result<Arc<Loaded<Half>>, String> {
    let found = beside(own, extension, context)?;
    let unread = |error| format!("{} cannot be read: {error}", found.file_name());
    Loaded::companion(&found, context).map_err(unread)
}

/// Opens the file with the same stem and another extension.
fn beside(
    own: &Source,
    extension: &str,
    context: Context<'_>,
) -> std::result::Result<Source, String> {
    let name = other(own.file_name(), extension);
    let missed = |miss: MissingCompanion| format!("{} not found in {}", miss.name, miss.looked_in);
    context.siblings.open(&name).map_err(missed)
}

/// `true` for a table without its WAD.
pub(super) fn is_alone(table: &Source, context: Context<'_>) -> bool {
    let wad = other(table.file_name(), "wad");
    !context.siblings.has(&wad)
}

/// Table and data of an archive.
pub(super) struct TableAndData<'a> {
    pub table: Cow<'a, Loaded<Half>>,
    pub data: Source,
}

/// Opens both files of the archive of which `file` is one.
pub(super) fn both<'a>(
    file: &'a Loaded<Half>,
    context: Context<'_>,
) -> std::result::Result<TableAndData<'a>, String> {
    Ok(match &file.records {
        Half::Data(data) => {
            let table = companion(data, "hed", context)?;
            TableAndData { table: Cow::Owned(Loaded::clone(&table)), data: data.clone() }
        }
        Half::Table(_) => {
            TableAndData { table: Cow::Borrowed(file), data: beside(&file.source, "wad", context)? }
        }
    })
}

/// Members of the archive to which `file` belongs, with paths below `file`.
pub(super) fn of(file: &Loaded<Half>, context: Context<'_>) -> (Box<dyn Members>, Problems) {
    let mut problems = Problems::default();
    let own = &file.source;
    let held;
    let mut is_missing = false;
    let (loaded, data) = match &file.records {
        Half::Data(data) => match companion(data, "hed", context) {
            Ok(table) => {
                held = table;
                (&*held, data.clone())
            }
            Err(why) => {
                warn(own, &mut problems, format!("cannot list files: {why}"));
                return (Box::new(Files::new(own, Vec::new())), problems);
            }
        },
        Half::Table(_) => match beside(own, "wad", context) {
            Ok(data) => (file, data),
            Err(why) => {
                warn(own, &mut problems, format!("the data of the listed files is missing: {why}"));
                // One problem is enough: all files are missing.
                is_missing = true;
                (file, Source::from_bytes("", Vec::new()))
            }
        },
    };
    let Half::Table(table) = &loaded.records else {
        return (Box::new(Files::new(own, Vec::new())), problems);
    };
    let names = names(table, own, context);
    let stored = stored(table, &data, |entry| name_of(entry, &names, context));
    if !is_missing {
        report(loaded, &stored, &mut problems);
    }
    let mut files = Files::new(&data, stored).shown_in(own.name());
    if table.version == Version::Hashed {
        files = files.hashed(table.entries.iter().map(|entry| entry.hash));
    }
    (Box::new(files), problems)
}

fn warn(own: &Source, problems: &mut Problems, message: String) {
    problems.report(Severity::Warning, Span::new(own.id(), 0, 0), "", message);
}

/// A name, and its source if the archive stores only the hash.
type NameWithSource = (String, Option<Arc<str>>);

/// Names by hash from companion tables, for an archive that has no names.
fn names(table: &Table, own: &Source, context: Context<'_>) -> HashMap<u32, NameWithSource> {
    let mut names = HashMap::new();
    if table.version != Version::Hashed {
        return names;
    }
    for extension in NAMES {
        let Ok(found) = companion(own, extension, context) else { continue };
        let Half::Table(table) = &found.records else { continue };
        let from: Arc<str> = Arc::from(found.source.file_name());
        for entry in table.entries.iter().filter(|entry| !entry.name.is_empty()) {
            let known = || (path_of(entry.name()), Some(from.clone()));
            names.entry(entry.hash).or_insert_with(known);
        }
    }
    names
}

/// Name of an entry: the stored name, otherwise a known name with its hash, otherwise the hash.
fn name_of(
    entry: &Entry,
    names: &HashMap<u32, NameWithSource>,
    context: Context<'_>,
) -> NameWithSource {
    if !entry.name.is_empty() {
        return (path_of(entry.name()), None);
    }
    let mut known = names.get(&entry.hash).cloned();
    context.names.each(entry.hash, &mut |name, from| {
        // Other kinds of names have different hash functions.
        if known.is_none() && hash_of(name.as_bytes()) == entry.hash {
            known = Some((path_of(name.as_bytes()), Some(Arc::from(from))));
        }
    });
    known.unwrap_or_else(|| (format!("{:08x}", entry.hash), None))
}

fn stored(
    table: &Table,
    data: &Source,
    name: impl Fn(&Entry) -> NameWithSource,
) -> Vec<StoredFile> {
    let offsets = table.offsets();
    let file = |(entry, start): (&Entry, u64)| {
        let (name, from) = name(entry);
        let stored = if table.version == Version::Later && entry.size & ELSEWHERE != 0 {
            StoredFile::elsewhere(name, start, (entry.size & !ELSEWHERE).into())
        } else {
            StoredFile::new(name, data, start, entry.size.into())
        };
        stored.named_by(from)
    };
    table.entries.iter().zip(offsets).map(file).collect()
}

/// Reports files that reach beyond the WAD.
fn report(table: &Loaded<Half>, stored: &[StoredFile], problems: &mut Problems) {
    let mut report = table.report(problems);
    for (index, file) in stored.iter().enumerate() {
        if let Some(lack) = &file.lack {
            report.warning(format!("entries[{index}].size"), format!("{}: {lack}", file.path));
        }
    }
}
