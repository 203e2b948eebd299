//! Formats that the user describes, in the language of Kaitai Struct.
//!
//! | file | content |
//! |---|---|
//! | `mod` | the format: opening a file |
//! | `content` | operations on a file that was read |
//! | `shipped` | descriptions that are part of the program |
//! | `survey` | bytes that are read, and arrays whose elements can be named on demand |
//! | `fields`, `hints` | names of fields, and their interpretation |
//! | `members` | files inside |

mod content;
mod fields;
mod hints;
mod members;
mod shipped;
mod survey;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

pub use content::UserContent;
pub use shipped::SHIPPED;

use super::{Capability, Counts, Document, Format, FormatInfo, Head, Probe, Rest, Score};
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

/// Maximum number of constant fields that are stated as the reason of a claim, and of bytes of
/// each.
const MAX_STATED: usize = 3;
const MAX_STATED_BYTES: usize = 8;
/// Score of content of 4 bytes or more.
const MAGIC: u8 = 55;
/// Score of content of 2 or 3 bytes.
const SHORT_MAGIC: u8 = 45;
/// Score of the test of a description.
const CLAIM: u8 = 45;
/// Maximum size of a file that is read for such a test, if it is not in memory.
const MAX_CLAIMED: u64 = 16 << 20;
/// Maximum size of a file in memory that is read for such a test.
const MAX_MAPPED: u64 = 256 << 20;
/// Maximum number of steps for such a test.
const CLAIM_STEPS: u64 = 200_000;
/// Additional score if the extension matches too.
const EXTENSION: u8 = 4;
/// Score if only the extension matches.
const EXTENSION_ALONE: u8 = 20;

impl UserFormat {
    /// The magic as found in a file: `magic 41 00 00 00 at 0`.
    fn magic_in_words(&self, head: &Head<'_>) -> String {
        let words = self.magic.iter().filter(|magic| !magic.is_empty()).take(MAX_STATED);
        let words = words.map(|magic| {
            let bytes = head.at(magic.offset as u64, magic.len().min(MAX_STATED_BYTES));
            let is_text = bytes.iter().all(u8::is_ascii_graphic);
            let hex = || bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>();
            let text = || format!("`{}`", String::from_utf8_lossy(&bytes));
            let found = if is_text { text() } else { hex().join(" ") };
            format!("{found} at {:#x}", magic.offset)
        });
        format!("magic {}", words.collect::<Vec<_>>().join(", "))
    }

    /// `true` if the test of the description recognises the file.
    fn claims(&self, head: &Head<'_>) -> bool {
        let source = match head.rest {
            Rest::Of(source) if source.len() <= MAX_MAPPED => source.clone(),
            Rest::Of(_) => return false,
            Rest::Read(_) => match head.whole(MAX_CLAIMED) {
                Some(bytes) => Source::from_bytes(head.name, bytes.into_owned()),
                None => return false,
            },
        };
        let (id, data) = (source.id(), Data::new(Bytes(source)));
        let mut reader = Reader::read_within(CLAIM_STEPS, self.description.clone(), data);
        views::claim(&mut reader, id)
    }
}

fn extension_alone() -> Probe {
    Probe { score: EXTENSION_ALONE, reason: "only the extension".to_owned() }
}

impl Format for UserFormat {
    fn info(&self) -> &'static FormatInfo {
        self.info
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let is_there = |magic: &Magic| {
            let found = head.at(magic.offset as u64, magic.len());
            magic.options.iter().any(|option| option[..] == *found)
        };
        if !self.magic.iter().all(is_there) {
            return None;
        }
        let len: usize = self.magic.iter().map(Magic::len).sum();
        let has_extension = head.has_extension(self.info.extensions);
        let has_claim = views::has_claim(&self.description);
        if has_claim && !self.claims(head) {
            return None;
        }
        let bytes = self.magic_in_words(head);
        let mut score = match len {
            4.. => Score::new(MAGIC, bytes),
            2 | 3 => Score::new(SHORT_MAGIC, bytes),
            _ if has_claim => Score::new(CLAIM, "test of the description"),
            _ => return has_extension.then(extension_alone),
        };
        score.rule(has_extension, EXTENSION, "extension");
        score.at_least(1)
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
        let problems = problems(all, source, &parts);
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
        let problem = Problem::new(severity, span, found.path.as_str(), found.message.as_str());
        problems.push(Problem { kind: found.kind.map(ksy::ErrorKind::name), ..problem });
    }
    problems
}
