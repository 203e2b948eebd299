//! The files of an archive as members.

use std::collections::HashMap;
use std::sync::Arc;

use super::names::NameTable;
use super::records::{Archive, File};
use crate::bytes::{Attached, Endian, Origin, ReadError, Source, Span};
use crate::container::{Member, Members, Slices};
use crate::formats::Stated;
use crate::formats::totem::name::format_of;

/// The files of an archive, which say what they are: their classes do.
pub struct Files {
    slices: Slices,
    /// Of each file, where its class has a format.
    stated: Vec<Option<Attached>>,
}

impl Files {
    /// The same, reached through the file at `shown`.
    pub(super) fn shown_in(self, shown: &str) -> Self {
        Self { slices: self.slices.shown_in(shown), ..self }
    }
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        self.slices.list()
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let opened = self.slices.open(index)?;
        Ok(match self.stated.get(index).cloned().flatten() {
            Some(stated) => opened.attaching(stated),
            None => opened,
        })
    }
}

/// What files of a class are said to be, by class.
fn stated(archive: &Archive) -> Vec<Option<Attached>> {
    let mut known: HashMap<u32, Option<Attached>> = HashMap::new();
    let endian: Endian = archive.endian;
    let of = |class: u32| {
        let format = format_of(class)?.id;
        let stated: Attached = Arc::new(Stated { format, endian });
        Some(stated)
    };
    let each = archive.files().map(|file| file.class);
    each.map(|class| known.entry(class).or_insert_with(|| of(class)).clone()).collect()
}

/// The files of `archive`, which was read from the data half `source`, by their names in `table`.
pub(super) fn files(archive: &Archive, source: &Source, table: Option<&NameTable>) -> Files {
    let mut taken = HashMap::new();
    let list = archive.files().map(|file| {
        let name = table.and_then(|table| table.name(file.name));
        let name = name.unwrap_or_else(|| format!("{:08X}", file.name));
        member(file, source, unique(reachable(name), &mut taken))
    });
    Files { slices: slices(source, list.collect()), stated: stated(archive) }
}

/// The files of the name half without its data.
pub(super) fn none(source: &Source) -> Files {
    Files { slices: slices(source, Vec::new()), stated: Vec::new() }
}

fn slices(source: &Source, list: Vec<Member>) -> Slices {
    Slices::new(source, "the archive has no files", list)
}

fn member(file: &File, source: &Source, path: String) -> Member {
    let size = file.data.len();
    let span = match file.data.origin() {
        Origin::Member(span) => *span,
        _ => Span::new(source.id(), 0, 0),
    };
    Member { path, size, span: Some(span) }
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
