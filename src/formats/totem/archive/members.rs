//! The files of an archive as members.

use std::collections::HashMap;

use super::names::NameTable;
use super::records::{Archive, File};
use crate::bytes::{Problem, ReadError, Severity, Source, Span};
use crate::container::{Member, Members, join};

/// The files of the data half.
pub(super) struct Files {
    /// The data half.
    source: Source,
    /// What members are called by: the half that was opened.
    shown: String,
    list: Vec<Member>,
}

impl Files {
    /// The files of `archive`, which was read from `source`, by their names in `table`.
    pub fn new(archive: &Archive, source: &Source, table: Option<&NameTable>) -> Self {
        let mut taken = HashMap::new();
        let list = archive.files().map(|file| {
            let name = table.and_then(|table| table.name(file.name));
            let name = name.unwrap_or_else(|| format!("{:08X}", file.name));
            member(file, source, unique(reachable(name), &mut taken))
        });
        Self { list: list.collect(), source: source.clone(), shown: source.name().to_owned() }
    }

    /// The same, reached through the name half at `shown`.
    pub fn of_pair(archive: &Archive, source: &Source, table: &NameTable, shown: &str) -> Self {
        Self { shown: shown.to_owned(), ..Self::new(archive, source, Some(table)) }
    }
}

fn member(file: &File, source: &Source, path: String) -> Member {
    let size = file.data.len();
    Member { path, size, span: Some(Span::new(source.id(), file.start, size)) }
}

/// A name that a path can lead to: two slashes in a row would end it, and those around it get lost.
fn reachable(name: String) -> String {
    if !name.contains("//") && !name.starts_with('/') && !name.ends_with('/') {
        return name;
    }
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "_".to_owned() } else { parts.join("/") }
}

/// The name, with a number before its extension where an earlier file is called the same. `taken`
/// knows the number that each name was last given.
fn unique(name: String, taken: &mut HashMap<String, u32>) -> String {
    let Some(last) = taken.get(&name).copied() else {
        taken.insert(name.clone(), 1);
        return name;
    };
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) => (stem, format!(".{extension}")),
        None => (name.as_str(), String::new()),
    };
    let numbered = (last.saturating_add(1)..).map(|n| (n, format!("{stem}~{n}{extension}")));
    let free = numbered.into_iter().find(|(_, name)| !taken.contains_key(name));
    let (number, free) = free.unwrap_or((u32::MAX, name.clone()));
    taken.insert(name, number);
    taken.insert(free.clone(), 1);
    free
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let member = self.list.get(index);
        let opened = member.and_then(|member| {
            let span = member.span?;
            self.source.member(join(&self.shown, &member.path), span.start, span.len)
        });
        opened.ok_or_else(|| missing(self.source.span(), index))
    }
}

/// The name half without its data.
pub(super) struct NoFiles;

impl Members for NoFiles {
    fn list(&self) -> &[Member] {
        &[]
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        Err(missing(Span::default(), index))
    }
}

fn missing(span: Span, index: usize) -> ReadError {
    ReadError::from(Problem {
        severity: Severity::Error,
        span,
        available: None,
        field: String::new(),
        message: format!("the archive has no file {index}"),
    })
}
