//! Files of an archive as members.

use std::collections::HashMap;
use std::sync::Arc;

use super::names::NameTable;
use super::records::{Archive, File};
use crate::bytes::{Attached, Endian, Origin, ReadError, Source, Span};
use crate::container::{Member, Members, Slices};
use crate::formats::MemberFormat;
use crate::formats::totem::name::format_of;

/// Members of an archive. Their classes determine their formats.
pub struct Files {
    slices: Slices,
    /// Format of each file, if its class has one.
    stated: Vec<Option<Attached>>,
}

impl Files {
    /// The same members, accessed through the file at `shown`.
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

/// Formats of the files, by class.
fn stated(archive: &Archive) -> Vec<Option<Attached>> {
    let mut known: HashMap<u32, Option<Attached>> = HashMap::new();
    let endian: Endian = archive.endian;
    let of = |class: u32| {
        let format = format_of(class)?.id;
        let stated: Attached = Arc::new(MemberFormat { format, endian });
        Some(stated)
    };
    let each = archive.files().map(|file| file.class);
    each.map(|class| known.entry(class).or_insert_with(|| of(class)).clone()).collect()
}

/// Members of `archive`, which was read from the data file `source`, with their names in `table`.
pub(super) fn files(archive: &Archive, source: &Source, table: Option<&NameTable>) -> Files {
    let mut taken = HashMap::new();
    let list = archive.files().map(|file| {
        let name = table.and_then(|table| table.name(file.name));
        let name = name.unwrap_or_else(|| format!("{:08X}", file.name));
        member(file, source, unique(reachable(name), &mut taken))
    });
    Files { slices: slices(source, list.collect()), stated: stated(archive) }
}

/// No members, for a name file without its data file.
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

/// Makes a name usable in paths: double slashes would end it, and leading or trailing ones get lost.
fn reachable(name: String) -> String {
    if !name.contains("//") && !name.starts_with('/') && !name.ends_with('/') {
        return name;
    }
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "_".to_owned() } else { parts.join("/") }
}

/// Makes a name unique by a number before its extension. `taken` has the last number used for each name.
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
