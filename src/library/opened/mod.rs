//! An opened file: its wrappers, its document, and what is derived from them.

mod candidates;
mod members;
mod open;
mod scene;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

pub use self::candidates::Candidate;
use self::members::CompanionMembers;
use self::scene::CachedScene;
use super::Library;
use super::folder_names::FolderNames;
use crate::bytes::{Problems, Severity, Source, Span, WeakSource};
use crate::container::{Context, MemberIndex};
use crate::formats::{self, Decoded, Document, EditResult, FormatInfo, Head, Refusal, unsupported};

/// An opened file: its stored bytes, its unpacked wrappers, and the document inside.
pub struct Opened {
    /// Path as the user wrote it, or as reached inside a container.
    pub path: String,
    /// The file as stored.
    pub stored: Source,
    /// The unpacked wrappers, outermost first.
    pub wrappers: Vec<Document>,
    /// Reason why the format was chosen.
    pub reason: String,
    /// The user chose the format.
    pub chosen: bool,
    /// Document inside all wrappers.
    pub document: Document,
    /// Formats that claim the file.
    candidates: OnceLock<Vec<Candidate>>,
    /// Locked only to look up and insert, never while the scene is built, since that reads other files.
    scene: Mutex<Option<CachedScene>>,
    /// Stored values that differ from what can be computed.
    audit: OnceLock<Problems>,
    /// Members that depend on a companion.
    beside: OnceLock<Option<CompanionMembers>>,
    /// Index of the members by path, built on first use.
    index: OnceLock<MemberIndex>,
    /// Indices of the members by file name in lower case, built on first use.
    by_name: OnceLock<HashMap<String, Vec<usize>>>,
    /// Indices of the members by extension in lower case, built on first use.
    by_extension: OnceLock<HashMap<String, Vec<usize>>>,
    /// Names of the members in each folder, built on first use.
    folders: OnceLock<HashMap<String, Arc<FolderNames>>>,
    /// Members in use, by index, and by name if only a hash is stored.
    opened: Mutex<HashMap<(usize, String), WeakSource>>,
}

impl Opened {
    /// A document without wrappers and siblings.
    pub fn of_document(document: Document) -> Self {
        Self {
            path: document.source.name().to_owned(),
            stored: document.source.clone(),
            wrappers: Vec::new(),
            reason: String::new(),
            chosen: false,
            document,
            candidates: OnceLock::new(),
            scene: Mutex::default(),
            audit: OnceLock::new(),
            beside: OnceLock::new(),
            index: OnceLock::new(),
            by_name: OnceLock::new(),
            by_extension: OnceLock::new(),
            folders: OnceLock::new(),
            opened: Mutex::default(),
        }
    }

    /// Codecs of the wrappers, outermost first.
    pub fn wrapped(&self) -> Vec<&'static str> {
        let codecs = self.wrappers.iter().filter_map(|layer| layer.content.packed().decoded());
        codecs.map(|inside| inside.codec).collect()
    }

    /// The file as stored, and the content of each wrapper, outermost first.
    pub fn layers(&self) -> impl Iterator<Item = &Source> {
        let wrapped = self.wrappers.iter().map(|layer| &layer.source);
        wrapped.chain([&self.document.source])
    }

    /// A message if bytes of the file could not be read: it was shortened or removed while it was open.
    pub fn read_failure(&self) -> Option<String> {
        self.layers().find_map(|layer| layer.failures().into_iter().next()).map(|one| one.message)
    }

    /// The format of the file as stored: that of the outermost wrapper, if there is one.
    pub fn stored_format(&self) -> &'static FormatInfo {
        self.wrappers.first().unwrap_or(&self.document).format
    }

    /// Content of the innermost wrapper; `None` without a wrapper. A wrapper around an unknown
    /// format is the document itself.
    pub fn unwrapped(&self) -> Option<&Decoded> {
        let innermost = self.document.content.packed().decoded();
        innermost.or_else(|| self.wrappers.last()?.content.packed().decoded())
    }

    /// Message for a file without members, which is named `path`.
    pub(super) fn without_members(&self, path: &str) -> String {
        let format = self.document.format.name;
        let inside = self.document.content.packed().decoded();
        match inside.and_then(|inside| unsupported(&Head::of(&inside.source))) {
            Some(kind) => format!("{path} ({format}) contains {kind}"),
            None => format!("{path} ({format}) contains no files"),
        }
    }

    /// Wraps `inside`, which replaces the content of the innermost wrapper, as the file was wrapped. Each
    /// layer must unpack to the same bytes.
    pub fn wrap(&self, inside: Vec<u8>) -> EditResult<Vec<u8>> {
        let own = &self.document;
        let document = match own.content.packed().decoded() {
            Some(_) => packed(own, inside)?,
            None => inside,
        };
        self.store(document)
    }

    /// The file as stored, with the document's bytes replaced by these.
    pub fn store(&self, document: Vec<u8>) -> EditResult<Vec<u8>> {
        self.wrappers.iter().rev().try_fold(document, |inside, layer| packed(layer, inside))
    }

    /// Calls `f` with the companions of the file and the known names.
    pub fn beside<T>(&self, library: &Library, f: impl FnOnce(Context<'_>) -> T) -> T {
        let siblings = library.siblings(&self.stored);
        f(Context { siblings: &siblings, names: &library.names })
    }

    /// Problems of the file, values that differ from computed ones, and problems of the scene and the
    /// members built from it.
    pub fn problems(&self, library: &Library) -> Problems {
        let mut all = self.document.problems.clone();
        let audit = || self.beside(library, |context| self.document.audit_beside(context).problems);
        all.extend(self.audit.get_or_init(audit).clone());
        if let Some((_, problems)) = self.get_or_build(library).shown {
            all.extend((*problems).clone());
        }
        if let Some(beside) = self.companion_members(library) {
            all.extend(beside.problems.clone());
        }
        let span = Span::new(self.document.source.id(), 0, 0);
        for message in library.location_messages(self.stored.id()) {
            all.report(Severity::Note, span, "", message);
        }
        for layer in self.layers() {
            all.extend(layer.faults());
        }
        all
    }

    /// Reading status as printed by `check`: `ok`, `partial` or `failed`.
    pub fn status(&self, library: &Library) -> &'static str {
        match self.problems(library).worst() {
            _ if !self.document.usable => "failed",
            Some(Severity::Error) => "partial",
            _ => "ok",
        }
    }
}

/// `inside` packed by `layer`.
fn packed(layer: &Document, inside: Vec<u8>) -> EditResult<Vec<u8>> {
    let packed = layer.content.packed().wrap(&inside)?;
    let id = layer.format.id;
    let again = Source::from_bytes(layer.source.name(), packed.clone());
    let again = formats::by_id(id).and_then(|format| format.open(&again).ok());
    let decoded = again.as_ref().and_then(|document| document.content.packed().decoded());
    match decoded.is_some_and(|decoded| decoded.source.bytes() == inside) {
        true => Ok(packed),
        false => Err(Refusal(format!("{id}: packed data does not unpack to the same bytes"))),
    }
}
