//! Formats that the user describes, in the language of Kaitai Struct.
//!
//! | file | content |
//! |---|---|
//! | `mod` | the format: opening a file |
//! | `claim` | recognising files |
//! | `content` | operations on a file that was read |
//! | `shipped` | descriptions that are part of the program |
//! | `survey` | bytes that are read, and arrays whose elements can be named on demand |
//! | `fields`, `hints` | names of fields, and their interpretation |
//! | `members` | files inside |

mod claim;
mod content;
mod fields;
mod hints;
mod members;
mod shipped;
mod survey;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

pub use claim::Tests;
pub use content::UserContent;
pub use shipped::SHIPPED;

use super::{Capability, Counts, Document, Format, FormatInfo, Head, Probe};
use crate::bytes::{Problem, Problems, Result, Severity, Source, Span};
use crate::ksy::views::{self, Provided};
use crate::ksy::{self, Data, Description, Magic, ObjectId, Reader, on_large_stack};

/// A format that is described by the user.
#[derive(Clone)]
pub struct UserFormat {
    info: &'static FormatInfo,
    /// The description.
    pub description: Arc<Description>,
    /// The description's file.
    pub file: String,
    magic: Arc<[Magic]>,
    hints: Arc<hints::Hints>,
}

impl UserFormat {
    /// The format of a description without errors, which was read from `file`.
    pub fn new(description: Description, file: &str) -> Self {
        let (info, magic) = (row(&description), description.magic().into());
        let hints = Arc::new(hints::hints(&description));
        Self { info, description: Arc::new(description), file: file.to_owned(), magic, hints }
    }
}

/// The row of the registry for a description. Rows stay in memory; equal ones are stored once.
fn row(description: &Description) -> &'static FormatInfo {
    static ROWS: Mutex<Vec<&FormatInfo>> = Mutex::new(Vec::new());
    let id = format!("user.{}", description.id());
    let (name, extensions) = (description.title(), &description.extensions);
    let can = capabilities(Provided::of(description));
    let mut rows = ROWS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |row: &&&FormatInfo| {
        row.id == id && row.name == name && row.extensions.iter().eq(extensions) && row.can == can
    };
    if let Some(known) = rows.iter().find(is_it) {
        return known;
    }
    let text = |text: &str| -> &'static str { Box::leak(Box::from(text)) };
    let extensions: Vec<&'static str> = extensions.iter().map(|found| text(found)).collect();
    let row: &'static FormatInfo = Box::leak(Box::new(FormatInfo {
        id: text(&id),
        name: text(name),
        extensions: Vec::leak(extensions),
        versions: &[],
        can,
    }));
    rows.push(row);
    row
}

fn capabilities(provided: Provided) -> &'static [Capability] {
    match provided {
        Provided { view: true, sound: true } => {
            &[Capability::View, Capability::Sound, Capability::Export]
        }
        Provided { view: true, sound: false } => &[Capability::View, Capability::Export],
        Provided { view: false, sound: true } => &[Capability::Sound, Capability::Export],
        Provided { view: false, sound: false } => &[],
    }
}

/// A file that was read with a description. The reader is locked while fields are named or an
/// expression is evaluated.
pub struct Reading {
    reader: Mutex<Reader>,
    /// Arrays whose elements have bytes elsewhere, by object and slot.
    scattered: HashSet<(ObjectId, usize)>,
    /// Unpacked parts of the file, in the order of their buffers.
    parts: Vec<Source>,
    hints: Arc<hints::Hints>,
}

impl Reading {
    /// The reader.
    pub fn reader(&self) -> MutexGuard<'_, Reader> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reader, unless it is in use on another thread.
    pub fn try_reader(&self) -> Option<MutexGuard<'_, Reader>> {
        match self.reader.try_lock() {
            Ok(reader) => Some(reader),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl Format for UserFormat {
    fn info(&self) -> &'static FormatInfo {
        self.info
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let claim = self.claim(head)?;
        self.confirms(&mut Tests::of(head)).then_some(claim)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        on_large_stack(|| self.document(source)).ok_or_else(|| {
            let message = "not enough memory for the stack";
            Problem::new(Severity::Error, source.span(), "", message).into()
        })
    }
}

impl UserFormat {
    fn document(&self, source: &Source) -> Document {
        let data = Data::new(Bytes(source.clone()));
        let mut reader = Reader::read_data(self.description.clone(), data);
        reader.evaluate_all();
        let version = views::version(&mut reader, source.id());
        let mut counts = Counts::default();
        for (key, count) in views::counts(&mut reader, source.id()) {
            counts.set(key, count);
        }
        let parts = parts(&reader, source);
        let indices = reader.wrong_indices();
        let all = reader.problems().iter().chain(&indices);
        let mut problems = problems(all, source, &parts);
        problems.drop_errors(reader.unlisted());
        let survey = survey::survey(&reader);
        let (reader, scattered) = (Mutex::new(reader), survey.scattered);
        let hints = self.hints.clone();
        let reading = Arc::new(Reading { reader, scattered, parts, hints });
        let tree = fields::tree(&reading, &survey.used, source);
        Document {
            format: self.info,
            version,
            source: source.clone(),
            tree: Arc::new(tree),
            problems,
            counts,
            usable: true,
            content: Arc::new(UserContent::new(Arc::new(self.clone()), source, reading)),
        }
    }
}

/// The bytes of a source.
struct Bytes(Source);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// Sources of the unpacked parts of a file, named by their fields.
fn parts(reader: &Reader, source: &Source) -> Vec<Source> {
    let parts = reader.unpacked().map(|(bytes, path)| {
        source.unpacked(format!("{}//{path}", source.name()), Arc::new(bytes))
    });
    parts.collect()
}

/// Converts a span of the reader to a span of the file or of an unpacked part.
fn span_of(span: ksy::Span, source: &Source, parts: &[Source]) -> Span {
    let part = span.buffer.checked_sub(1).and_then(|part| parts.get(part));
    Span::new(part.unwrap_or(source).id(), span.start as u64, span.len as u64)
}

fn problems<'a>(
    all: impl Iterator<Item = &'a ksy::Problem>,
    source: &Source,
    parts: &[Source],
) -> Problems {
    let mut problems = Problems::default();
    for found in all {
        let severity = if found.is_error { Severity::Error } else { Severity::Warning };
        let span = span_of(found.span, source, parts);
        let message = match found.more {
            0 => found.message.clone(),
            more => format!("{} (and at {more} more fields)", found.message),
        };
        let problem = Problem::new(severity, span, found.path.as_str(), message);
        problems.push(Problem { kind: found.kind.map(ksy::ErrorKind::name), ..problem });
    }
    problems
}
