//! Files of the file table as members.

use super::records::{Entry, Header, text};
use crate::bytes::{Cursor, Problem, ReadError, Recorder, Severity, Source, Span};
use crate::container::{DiscFacts, Distinct, Member, Members, join};

/// Maximum folder depth.
const MAX_DEPTH: usize = 32;
/// Maximum length of a name.
const MAX_NAME: usize = 255;

/// The files of a disc.
pub(super) struct Files {
    source: Source,
    list: Vec<Member>,
    /// Description of missing data of each file.
    missing_reason: Vec<Option<String>>,
    facts: DiscFacts,
    /// Unit of stored offsets in bytes.
    unit: u64,
}

/// A folder whose entries are being read.
struct Folder {
    /// Index of the first entry after the folder.
    end: usize,
    /// Path with a trailing slash, or empty.
    path: String,
}

impl Files {
    /// Collects the files of these entries, whose table starts at `table`. Invalid entries are reported
    /// as problems.
    pub fn new<R: Recorder>(
        source: &Source,
        (header, table): (&Header, u64),
        entries: &[Entry],
        names: &[u8],
        cur: &mut Cursor<'_, R>,
    ) -> Self {
        let Header { game, title, .. } = header;
        let serial = Some(game.clone()).filter(|game| !game.is_empty());
        let facts = DiscFacts { volume: title.clone(), serial, tracks: Vec::new() };
        let (list, missing_reason) = (Vec::new(), Vec::new());
        let unit = if header.is_wii { 4 } else { 1 };
        let mut files = Self { source: source.clone(), list, missing_reason, facts, unit };
        let mut distinct = Distinct::default();
        let mut open = vec![Folder { end: entries.len(), path: String::new() }];
        for (index, entry) in entries.iter().enumerate().skip(1) {
            while open.len() > 1 && open.last().is_some_and(|folder| index >= folder.end) {
                open.pop();
            }
            let Some(folder) = open.last() else { break };
            let at = (table.saturating_add(index as u64 * 12), 12);
            let field = format!("file_table.entries[{index}]");
            let name = name(names, entry.name);
            if name.is_none() {
                let message = format_args!("the name is outside the table");
                cur.problem(Severity::Error, at, &field, message);
            }
            let path =
                format!("{}{}", folder.path, name.unwrap_or_else(|| format!("file_{index}")));
            if entry.is_folder {
                let end = usize::try_from(entry.size).unwrap_or(usize::MAX);
                if end <= index || end > folder.end {
                    let message =
                        format_args!("the folder ends at entry {end}, outside its parent");
                    cur.problem(Severity::Error, at, &field, message);
                }
                let end = end.min(folder.end);
                if open.len() < MAX_DEPTH {
                    open.push(Folder { end, path: path + "/" });
                }
                continue;
            }
            let lack = files.push(distinct.path(path), entry);
            if let Some(lack) = lack {
                cur.problem(Severity::Warning, at, &field, format_args!("{lack}"));
            }
        }
        files
    }

    /// Adds a file, limited to the bytes in the image. Returns a description of missing data.
    fn push(&mut self, path: String, entry: &Entry) -> Option<&str> {
        let (start, declared) = (u64::from(entry.start) * self.unit, u64::from(entry.size));
        let start = start.min(self.source.len());
        let size = declared.min(self.source.len() - start);
        let lack = (size < declared)
            .then(|| format!("{path}: the image contains {size} of its {declared} bytes"));
        let span = Some(Span::new(self.source.id(), start, size));
        self.list.push(Member { path, size, span });
        self.missing_reason.push(lack);
        self.missing_reason.last()?.as_deref()
    }
}

/// The name at `offset`; slashes are replaced, as they would create folders.
fn name(names: &[u8], offset: u32) -> Option<String> {
    let from = names.get(usize::try_from(offset).ok()?..)?;
    let len = from.iter().take(MAX_NAME).take_while(|byte| **byte != 0).count();
    let name = text(from.get(..len)?).replace('/', "_");
    Some(name).filter(|name| !name.is_empty())
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let opened = self.list.get(index).and_then(|member| {
            let span = member.span?;
            self.source.member(join(self.source.name(), &member.path), span.start, span.len)
        });
        opened.ok_or_else(|| {
            let message = format!("the disc has no file {index}");
            Problem::new(Severity::Error, Span::default(), "", message).into()
        })
    }

    fn missing_reason(&self, index: usize) -> Option<&str> {
        self.missing_reason.get(index)?.as_deref()
    }

    fn disc(&self) -> Option<&DiscFacts> {
        Some(&self.facts)
    }
}
