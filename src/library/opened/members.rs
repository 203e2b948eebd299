//! Members of an opened container, and their replacement.

use std::collections::HashMap;
use std::sync::Arc;

use super::Opened;
use crate::bytes::{Attached, Problems, ReadError, Source, WeakSource};
use crate::container::{Context, Member, MemberIndex, Members};
use crate::formats::{
    Counts, EditResult, NewBytes, NewMembers, Refusal, Rewritten, extracted_names,
};
use crate::library::folder_names::FolderNames;
use crate::library::{Library, lock};

/// Members that depend on a companion.
pub(super) struct CompanionMembers {
    members: Box<dyn Members>,
    pub(super) problems: Problems,
    /// The companions, which problems may refer to.
    _companions: Vec<Source>,
}

impl Opened {
    /// The members, with the names that companions give them.
    pub fn members(&self, library: &Library) -> Option<&dyn Members> {
        let beside = self.companion_members(library).map(|beside| &*beside.members);
        beside.or_else(|| self.document.content.container().members())
    }

    /// The member `path`: exact match first, then ignoring case, then by the hash of the name.
    pub fn member(
        self: &Arc<Self>,
        library: &Library,
        path: &str,
    ) -> Option<Result<Source, ReadError>> {
        let members = self.members(library)?;
        if let Some(index) = self.listed(members, path) {
            return self.open_member(library, index);
        }
        let Some(index) = members.hashed(path) else {
            return self.open_member(library, self.listed_by_hash(members, path)?);
        };
        let key = (index, path.to_owned());
        self.shared(library, key, || members.open_as(index, path).map(Ok))
    }

    /// The content of member `index`, with edits: the same source while it is in use.
    pub fn open_member(
        self: &Arc<Self>,
        library: &Library,
        index: usize,
    ) -> Option<Result<Source, ReadError>> {
        let members = self.members(library)?;
        self.shared(library, (index, String::new()), || Some(members.open(index)))
    }

    /// The member that is in use, or the result of `open`.
    fn shared(
        self: &Arc<Self>,
        library: &Library,
        key: (usize, String),
        open: impl FnOnce() -> Option<Result<Source, ReadError>>,
    ) -> Option<Result<Source, ReadError>> {
        let used = |all: &HashMap<_, WeakSource>| all.get(&key).and_then(WeakSource::upgrade);
        let known = used(&lock(&self.opened));
        let member = match known {
            Some(member) => member,
            None => {
                let container: Attached = self.clone();
                let member = match open()? {
                    Ok(member) => member.inside(container),
                    Err(error) => return Some(Err(error)),
                };
                let mut all = lock(&self.opened);
                // Another thread may have opened the member in the meantime.
                let first = used(&all).unwrap_or(member);
                all.insert(key, first.downgrade());
                first
            }
        };
        library.remember(&member);
        Some(Ok(library.current(member)))
    }

    /// Names of the members in `folder`, which ends in `/` unless it is the root.
    pub(in crate::library) fn folder(
        &self,
        library: &Library,
        folder: &str,
    ) -> Option<Arc<FolderNames>> {
        let members = self.members(library)?;
        let folders = self.folders.get_or_init(|| FolderNames::of_members(members.list()));
        folders.get(folder).cloned()
    }

    /// Index of the member `path`, matched as in [`Opened::member`].
    pub fn member_at(&self, library: &Library, path: &str) -> Option<usize> {
        let members = self.members(library)?;
        let listed = self.listed(members, path).or_else(|| members.hashed(path));
        listed.or_else(|| self.listed_by_hash(members, path))
    }

    /// Paths of the members with this file name in any folder, ignoring case, in the order of the list.
    pub(in crate::library) fn members_named(
        &self,
        library: &Library,
        name: &str,
    ) -> impl Iterator<Item = &str> {
        let list = self.members(library).map_or(&[][..], Members::list);
        let by_name = self.by_name.get_or_init(|| by_part(list, |leaf| leaf));
        at_part(by_name, list, name)
    }

    /// Paths of the members with this extension in any folder, ignoring case, in the order of the list.
    pub(in crate::library) fn members_with(
        &self,
        library: &Library,
        extension: &str,
    ) -> impl Iterator<Item = &str> {
        let list = self.members(library).map_or(&[][..], Members::list);
        let by_extension = self.by_extension.get_or_init(|| by_part(list, extension_of));
        at_part(by_extension, list, extension)
    }

    /// Index of the member that is listed as `path`.
    fn listed(&self, members: &dyn Members, path: &str) -> Option<usize> {
        let list = members.list();
        self.index.get_or_init(|| MemberIndex::new(list)).find(list, path)
    }

    /// Index of the member that is listed under the hash of the name at the end of `path`.
    fn listed_by_hash(&self, members: &dyn Members, path: &str) -> Option<usize> {
        let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
        let mut names = extracted_names(name);
        names.find_map(|name| self.listed(members, &format!("{folder}{name}")))
    }

    /// The container with some members replaced; see
    /// [`HasMembers::with_members`](crate::formats::HasMembers::with_members). The content of a wrapper is
    /// wrapped again.
    ///
    /// # Errors
    /// If it cannot be written, with the reason.
    pub fn with_members(
        &self,
        library: &Library,
        replaced: &NewMembers,
    ) -> EditResult<Vec<Rewritten>> {
        let siblings = library.siblings(&self.stored);
        let context = Context { siblings: &siblings, names: &library.names };
        let mut files = self.document.content.container().with_members(context, replaced)?;
        // Offsets have 32 bits.
        let is_large = |file: &Rewritten| matches!(&file.bytes, NewBytes::Whole(bytes) if u32::try_from(bytes.len()).is_err());
        if files.iter().any(is_large) {
            let name = self.document.format.name;
            return Err(Refusal(format!("{name} would be larger than 4 GB")));
        }
        for file in files.iter_mut().filter(|file| file.beside.is_none()) {
            if !self.wrappers.is_empty() {
                let NewBytes::Whole(inside) = &mut file.bytes else {
                    return Err(Refusal("a packed disc cannot be changed in place".to_owned()));
                };
                *inside = self.store(std::mem::take(inside))?;
            }
        }
        Ok(files)
    }

    /// Problems of the file, and of the members that depend on companions.
    pub fn problems_of_members(&self, library: &Library) -> Problems {
        let mut all = self.document.problems.clone();
        if let Some(beside) = self.companion_members(library) {
            all.extend(beside.problems.clone());
        }
        all
    }

    pub(super) fn companion_members(&self, library: &Library) -> Option<&CompanionMembers> {
        if self.beside.get().is_none() {
            let siblings = library.siblings(&self.stored);
            let context = Context { siblings: &siblings, names: &library.names };
            // Built before it is stored, so that other threads do not wait for file access.
            let made = self.document.content.container().companion_members(context);
            let _ = self.beside.set(made.map(|(members, problems)| {
                let _companions = siblings.opened();
                CompanionMembers { members, problems, _companions }
            }));
        }
        self.beside.get()?.as_ref()
    }

    /// `true` if a traversal enters this file: a disc is entered through its sheet, a two-file archive
    /// through one of its files.
    pub fn is_entered(&self, library: &Library) -> bool {
        let siblings = library.siblings(&self.stored);
        let context = Context { siblings: &siblings, names: &library.names };
        self.document.content.container().is_entered(context)
    }

    /// `true` for a container of files that a traversal enters.
    pub fn holds_files(&self, library: &Library) -> bool {
        let members = self.members(library).filter(|members| !members.are_parts());
        members.is_some_and(|members| !members.list().is_empty()) && self.is_entered(library)
    }

    /// Counts of the content; members that depend on a companion are counted in the file that is entered.
    pub fn counts(&self, library: &Library) -> Counts {
        let mut counts = self.document.counts.clone();
        let beside = self.companion_members(library).filter(|_| self.is_entered(library));
        if let Some(beside) = beside {
            counts.set("members", beside.members.list().len());
        }
        counts
    }
}

fn extension_of(leaf: &str) -> &str {
    leaf.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Indices of the members by a part of their file names, in lower case.
fn by_part(list: &[Member], part: fn(&str) -> &str) -> HashMap<String, Vec<usize>> {
    let mut all: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, member) in list.iter().enumerate() {
        let leaf = member.path.rsplit('/').next().unwrap_or_default();
        all.entry(part(leaf).to_ascii_lowercase()).or_default().push(index);
    }
    all
}

/// Paths of the members with this part of their file names.
fn at_part<'a>(
    by_part: &HashMap<String, Vec<usize>>,
    list: &'a [Member],
    part: &str,
) -> impl Iterator<Item = &'a str> {
    let found = by_part.get(&part.to_ascii_lowercase()).map_or(&[][..], Vec::as_slice);
    found.iter().filter_map(|index| Some(list.get(*index)?.path.as_str()))
}
